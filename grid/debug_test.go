package grid

import (
	"context"
	"fmt"
	"image"
	"image/color"
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
	{
		sm := reduce(g, 1400/float64(max(g.Rect.Dx(), g.Rect.Dy())))
		fl := flatten(sm, 21, 0.35)
		m, nh, nv := straighten(fl, maxShift)
		m2, nh2, nv2 := straighten(m.straightened(fl), 2)
		fmt.Println(nh, nv, nh2, nv2)
		imaging.Save(toGray(fl), "/tmp/g/flat.png")
		imaging.Save(toGray(m2.over(m).straightened(fl)), "/tmp/g/straight.png")
		imaging.Save(toGray(ridges(m2.over(m).straightened(fl))), "/tmp/g/ridge.png")
	}
	st, err := locate(context.Background(), g, Options{WorkSize: 1400})
	if err != nil {
		t.Fatal(err)
	}
	tb := st.straightTable(g)
	tb.flatten()
	imaging.Save(toGray(tb.p), "/tmp/g/before.png")
	tb.removeLines()
	imaging.Save(toGray(tb.p), "/tmp/g/after.png")
	fmt.Println(tb.rowH, tb.edges, tb.rows)
}

func TestProfile(t *testing.T) {
	fn := os.Getenv("GRID_DEBUG")
	if fn == "" {
		t.Skip()
	}
	img, _ := imaging.Open(fn, imaging.AutoOrientation(true))
	g := grayOf(img)
	sm := reduce(g, 1400/float64(max(g.Rect.Dx(), g.Rect.Dy())))
	fl := flatten(sm, 21, 0.35)
	m, _, _ := straighten(fl, maxShift)
	m2, _, _ := straighten(m.straightened(fl), 2)
	m = m2.over(m)
	st := m.straightened(fl)
	hr := ridges(st)
	full := contrast(hr)
	cov := coverageOf(hr, stripWidth, full)
	e := evidence(cov.profile(0, cov.strips))
	for y := 395; y < 500; y++ {
		fmt.Printf("%d %.2f ", y, e[y])
		for s := 0; s < cov.strips; s++ {
			fmt.Printf("%d", int(9*cov.at(s, y)))
		}
		fmt.Println()
	}
	fmt.Println(full)
}

func TestOwners(t *testing.T) {
	fn := os.Getenv("GRID_DEBUG")
	if fn == "" {
		t.Skip()
	}
	img, _ := imaging.Open(fn, imaging.AutoOrientation(true))
	g := grayOf(img)
	st, err := locate(context.Background(), g, Options{WorkSize: 1400})
	if err != nil {
		t.Fatal(err)
	}
	tb := st.straightTable(g)
	tb.flatten()
	tb.removeLines()
	o := tb.owners()
	fmt.Println("level", o.level, "stain", o.stain, "shift", o.shift)
	out := image.NewRGBA(image.Rect(0, 0, tb.p.w, tb.p.h))
	for i, v := range tb.p.pix {
		c := color.RGBA{uint8(v), uint8(v), uint8(v), 255}
		if z := o.of[i]; z == litter {
			c.R, c.G = 255, 0
		} else if z != nobody {
			h := uint32(z) * 2654435761
			c = color.RGBA{uint8(h>>8) & 0xbf, uint8(h>>16) & 0xbf, uint8(h>>24) & 0xbf, 255}
		}
		out.Set(i%tb.p.w, i/tb.p.w, c)
	}
	for k := range o.seams {
		for x, y := range o.seams[k] {
			out.Set(x, int(y), color.RGBA{255, 160, 0, 255})
			if x%4 == 0 {
				out.Set(x, tb.lineY(k), color.RGBA{120, 160, 255, 255})
			}
		}
	}
	imaging.Save(out, "/tmp/g/owners.png")
}
