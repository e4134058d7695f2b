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
	s, err := Find(context.Background(), img, Options{})
	fmt.Println(err)
	if s != nil {
		fmt.Println(s.Blocks, s.Rows)
	}
}
