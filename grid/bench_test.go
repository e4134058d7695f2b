package grid

import (
	"context"
	"os"
	"testing"

	"github.com/disintegration/imaging"
)

func BenchmarkFile(b *testing.B) {
	fn := os.Getenv("GRID_BENCH")
	if fn == "" {
		b.Skip()
	}
	img, err := imaging.Open(fn, imaging.AutoOrientation(true))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Find(context.Background(), img, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
