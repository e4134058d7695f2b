package grid

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/disintegration/imaging"
)

func TestDebug(t *testing.T) {
	fn := os.Getenv("GRID_DEBUG")
	if fn == "" {
		t.Skip()
	}
	img, err := imaging.Open(fn, imaging.AutoOrientation(true))
	if err != nil {
		t.Fatal(err)
	}
	debugf = func(f string, a ...any) { fmt.Printf(f, a...) }
	g := grayOf(img)
	st, err := locate(context.Background(), g, Options{WorkSize: 1400})
	if err != nil {
		t.Fatal(err)
	}
	tb := st.straightTable(g)
	tb.p = flatten(tb.p, max(10, tb.rowH*4/5))
	imaging.Save(toGray(tb.p), "/tmp/g/before.png")
	tb.removeLines()
	imaging.Save(toGray(tb.p), "/tmp/g/after.png")
	fmt.Println(tb.rowH, tb.edges, tb.rows)
}
