package grid

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/disintegration/imaging"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// truth says where the cells of one picture are. It is read from
// testdata/truth/*.txt, which hold the picture's SHA-256 and numbers only:
//
//	sha256 HEX
//	block FIRSTMOVE ROWS
//	K X Y X Y X Y X Y
//
// One line of eight numbers for each row line K from 0 to ROWS: the left and
// right edge of White's column and of Black's, in pixels of the upright page.
// Row lines that are not given lie evenly between those that are.
type truth struct {
	sha   string
	cells map[[2]int]Quad // by move and side
}

// readTruth reads one annotation.
func readTruth(file string) (truth, error) {
	t := truth{cells: map[[2]int]Quad{}}
	data, err := os.ReadFile(file)
	if err != nil {
		return t, err
	}
	var lines map[int][4]Point
	first, rows := 0, 0
	flush := func() error {
		if lines == nil {
			return nil
		}
		return t.addBlock(first, rows, lines)
	}
	for sc := bufio.NewScanner(bytes.NewReader(data)); sc.Scan(); {
		text := strings.TrimSpace(sc.Text())
		var k int
		var p [4]Point
		switch {
		case text == "" || text[0] == '#':
		case strings.HasPrefix(text, "sha256 "):
			t.sha = strings.TrimPrefix(text, "sha256 ")
		case strings.HasPrefix(text, "block "):
			if err := flush(); err != nil {
				return t, err
			}
			lines = map[int][4]Point{}
			if _, err := fmt.Sscanf(text, "block %d %d", &first, &rows); err != nil {
				return t, fmt.Errorf("%s: %q: %w", file, text, err)
			}
		default:
			if _, err := fmt.Sscan(text, &k, &p[0].X, &p[0].Y, &p[1].X, &p[1].Y, &p[2].X, &p[2].Y, &p[3].X, &p[3].Y); err != nil {
				return t, fmt.Errorf("%s: %q: %w", file, text, err)
			}
			lines[k] = p
		}
	}
	return t, flush()
}

// addBlock makes the cells of a block from its row lines.
func (t *truth) addBlock(first, rows int, given map[int][4]Point) error {
	var known []int
	for k := range given {
		known = append(known, k)
	}
	sort.Ints(known)
	if len(known) < 2 || known[0] != 0 || known[len(known)-1] != rows {
		return fmt.Errorf("block %d: its first and last row line are missing", first)
	}
	at := func(k int) (out [4]Point) {
		i := min(max(sort.SearchInts(known, k), 1), len(known)-1)
		a, b := known[i-1], known[i]
		f := float64(k-a) / float64(b-a)
		for j := range out {
			out[j] = Point{given[a][j].X*(1-f) + given[b][j].X*f, given[a][j].Y*(1-f) + given[b][j].Y*f}
		}
		return out
	}
	for r := 0; r < rows; r++ {
		up, down := at(r), at(r+1)
		for side := range 2 {
			t.cells[[2]int{first + r, side}] = Quad{up[2*side], up[2*side+1], down[2*side+1], down[2*side]}
		}
	}
	return nil
}

// right counts the true cells that s has with their number and side and an
// overlap of at least 0.7; at says where a point of the picture went.
func (t *truth) right(s *Sheet, at func(Point) Point) int {
	n := 0
	for _, c := range s.Cells {
		want, ok := t.cells[[2]int{c.Move, c.Side}]
		if !ok {
			continue
		}
		for i := range want {
			want[i] = at(want[i])
		}
		if overlap(want[:], c.Quad[:]) >= 0.7 {
			n++
		}
	}
	return n
}

// overlap is the intersection of two convex outlines over their union.
func overlap(a, b []Point) float64 {
	both := a
	turn := math.Copysign(1, signedArea(b))
	for i := range b {
		both = clip(both, b[i], b[(i+1)%len(b)], turn)
	}
	inside := math.Abs(signedArea(both))
	return inside / (math.Abs(signedArea(a)) + math.Abs(signedArea(b)) - inside)
}

func signedArea(p []Point) float64 {
	s := 0.0
	for i := range p {
		q := p[(i+1)%len(p)]
		s += p[i].X*q.Y - q.X*p[i].Y
	}
	return s / 2
}

// clip keeps what lies on the inner side of the line from a to b.
func clip(p []Point, a, b Point, turn float64) []Point {
	side := func(q Point) float64 { return turn * ((b.X-a.X)*(q.Y-a.Y) - (b.Y-a.Y)*(q.X-a.X)) }
	var out []Point
	for i, q := range p {
		next := p[(i+1)%len(p)]
		s, t := side(q), side(next)
		if s >= 0 {
			out = append(out, q)
		}
		if s*t < 0 {
			f := s / (s - t)
			out = append(out, Point{q.X + f*(next.X-q.X), q.Y + f*(next.Y-q.Y)})
		}
	}
	return out
}

func TestOverlap(t *testing.T) {
	square := []Point{{0, 0}, {2, 0}, {2, 2}, {0, 2}}
	half := []Point{{1, 0}, {3, 0}, {3, 2}, {1, 2}}
	away := []Point{{5, 0}, {6, 0}, {6, 2}, {5, 2}}
	mirrored := []Point{{0, 0}, {0, 2}, {2, 2}, {2, 0}}
	assert.InDelta(t, 1, overlap(square, square), 1e-9)
	assert.InDelta(t, 1, overlap(square, mirrored), 1e-9)
	assert.InDelta(t, 1.0/3, overlap(square, half), 1e-9)
	assert.InDelta(t, 0, overlap(square, away), 1e-9)
}

// distortion is what a picture goes through before it is measured again.
type distortion struct {
	name string
	do   func(image.Image) (out image.Image, at func(Point) Point)
}

func distortions() []distortion {
	same := func(p Point) Point { return p }
	rotated := func(degrees float64) func(image.Image) (image.Image, func(Point) Point) {
		return func(img image.Image) (image.Image, func(Point) Point) {
			out := imaging.Rotate(img, degrees, color.White)
			sin, cos := math.Sincos(degrees * math.Pi / 180)
			c, d := center(img), center(out)
			return out, func(p Point) Point {
				x, y := p.X-c.X, p.Y-c.Y
				return Point{d.X + x*cos + y*sin, d.Y - x*sin + y*cos}
			}
		}
	}
	return []distortion{
		{"as it is", func(img image.Image) (image.Image, func(Point) Point) { return img, same }},
		{"turned by 2 degrees", rotated(2)},
		{"turned by 7 degrees", rotated(7)},
		{"turned by 90 degrees", rotated(90)},
		{"turned by 180 degrees", rotated(180)},
		{"at 40 %", func(img image.Image) (image.Image, func(Point) Point) {
			w := img.Bounds().Dx() * 2 / 5
			f := float64(w) / float64(img.Bounds().Dx())
			return imaging.Resize(img, w, 0, imaging.Box), func(p Point) Point { return Point{(p.X+0.5)*f - 0.5, (p.Y+0.5)*f - 0.5} }
		}},
		{"blurred", func(img image.Image) (image.Image, func(Point) Point) {
			return imaging.Blur(img, float64(max(img.Bounds().Dx(), img.Bounds().Dy()))/1400), same
		}},
		{"dark on one side", func(img image.Image) (image.Image, func(Point) Point) {
			g := grayOf(img)
			for y := 0; y < g.Rect.Dy(); y++ {
				for x := 0; x < g.Rect.Dx(); x++ {
					v := &g.Pix[y*g.Stride+x]
					*v = uint8(float64(*v) * (1 - 0.65*float64(x)/float64(g.Rect.Dx())))
				}
			}
			return g, same
		}},
		{"in perspective", perspective},
	}
}

func center(img image.Image) Point {
	b := img.Bounds()
	return Point{float64(b.Dx()-1) / 2, float64(b.Dy()-1) / 2}
}

// perspective makes the top edge 15 % shorter than the bottom.
func perspective(img image.Image) (image.Image, func(Point) Point) {
	src := reduce(grayOf(img), 1)
	w, h := float64(src.w), float64(src.h)
	const k = 0.15
	scale := func(y float64) float64 { return 1 / (1 + k*(1-y/h)/(1-k)) } // by page height
	to := func(p Point) Point {
		s := scale(p.Y)
		return Point{w/2 + (p.X-w/2)*s, h - (h-p.Y)*s}
	}
	out := image.NewGray(image.Rect(0, 0, src.w, src.h))
	for y := 0; y < src.h; y++ {
		// h-y = (h-py) s(py), solved for py
		a := (h - float64(y)) / h
		py := h - h*a/(1-a*k/(1-k))
		s := scale(py)
		for x := 0; x < src.w; x++ {
			v, ok := src.bilinear(w/2+(float64(x)-w/2)/s, py)
			if !ok {
				v = 128
			}
			out.Pix[y*out.Stride+x] = uint8(v)
		}
	}
	return out, to
}

// TestTruth measures the grid against the annotated pictures. By default it
// takes some of them, with DIGITIZE_GRID_ALL=1 all, and with
// DIGITIZE_GRID_VARIANTS=1 each also turned, reduced, blurred, darkened and in
// perspective.
func TestTruth(t *testing.T) {
	pictures := sharedPictures(t)
	files, err := filepath.Glob("testdata/truth/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	variants := distortions()[:1]
	if os.Getenv("DIGITIZE_GRID_VARIANTS") != "" {
		variants = distortions()
	}
	all := os.Getenv("DIGITIZE_GRID_ALL") != "" || len(variants) > 1
	type sum struct{ right, cells int }
	total := map[string]*sum{}
	for i, file := range files {
		if !all && i%4 != 0 {
			continue
		}
		want, err := readTruth(file)
		require.NoError(t, err)
		picture, ok := pictures[want.sha]
		if !ok {
			t.Errorf("%s: no picture has the SHA-256 %s", file, want.sha)
			continue
		}
		page, err := imaging.Open(picture, imaging.AutoOrientation(true))
		require.NoError(t, err)
		set := filepath.Base(strings.TrimSuffix(filepath.Dir(picture), "/pages"))
		for _, v := range variants {
			img, at := v.do(page)
			right := 0
			if s, err := Find(context.Background(), img, Options{}); err == nil {
				right = want.right(s, at)
			}
			for _, name := range [...]string{set + ", " + v.name, "all, " + v.name} {
				if total[name] == nil {
					total[name] = &sum{}
				}
				total[name].right += right
				total[name].cells += len(want.cells)
			}
			if right < len(want.cells) {
				t.Logf("%s, %s: %d of %d cells", filepath.Base(picture), v.name, right, len(want.cells))
			}
		}
	}
	for name, s := range total {
		share := float64(s.right) / float64(s.cells)
		t.Logf("%s: %d of %d cells right, %.2f %%", name, s.right, s.cells, 100*share)
		least := 0.96
		switch name {
		case "sheets, as it is":
			least = 0.98
		case "hcs, as it is", "epfl, as it is":
			least = 0.995
		}
		if set, _, _ := strings.Cut(name, ","); set != "all" && len(variants) > 1 && name != set+", as it is" {
			continue // the sets are only told of
		}
		assert.GreaterOrEqual(t, share, least, name)
	}
}

// sharedPictures lists the labelled pictures by their SHA-256; without them the test is skipped.
func sharedPictures(t *testing.T) map[string]string {
	t.Helper()
	root := os.Getenv("DIGITIZE_SHARED")
	if root == "" {
		root = "../../shared"
	}
	out := map[string]string{}
	for _, pattern := range [...]string{"sheets/*.jpg", "sheets/*.png", "hcs/pages/*.jpg", "epfl/*.jpg"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		for _, file := range files {
			data, err := os.ReadFile(file)
			require.NoError(t, err)
			sum := sha256.Sum256(data)
			out[hex.EncodeToString(sum[:])] = file
		}
	}
	if len(out) == 0 {
		t.Skipf("SKIPPED: no labelled pictures under %s (set DIGITIZE_SHARED)", root)
	}
	return out
}

// TestAnnotate writes what the grid finds on the pictures named in
// DIGITIZE_ANNOTATE (file names, parted by commas) as annotations. Look at the
// overlay of each, correct what is wrong by hand, and say so in the file.
func TestAnnotate(t *testing.T) {
	names := os.Getenv("DIGITIZE_ANNOTATE")
	if names == "" {
		t.Skip("SKIPPED: set DIGITIZE_ANNOTATE to picture files to make annotations from what the grid finds")
	}
	require.NoError(t, os.MkdirAll("testdata/truth", 0o755))
	for _, name := range strings.Split(names, ",") {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		sum := hex.EncodeToString(func() []byte { s := sha256.Sum256(data); return s[:] }())
		img, err := imaging.Decode(bytes.NewReader(data), imaging.AutoOrientation(true))
		require.NoError(t, err)
		s, err := Find(context.Background(), img, Options{})
		require.NoError(t, err)
		file := filepath.Join("testdata/truth", sum[:12]+".txt")
		require.NoError(t, os.WriteFile(file, annotation(sum, s), 0o644))
	}
}

// annotation writes the cells of a sheet in the format of truth.
func annotation(sum string, s *Sheet) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# made from what the grid found, checked by eye on the overlay\nsha256 %s\n", sum)
	for i := 0; i+1 < len(s.Cells); i += 2 {
		w, b := s.Cells[i], s.Cells[i+1]
		if w.Row == 0 {
			rows := 0
			for _, c := range s.Cells[i:] {
				if c.Block == w.Block && c.Side == 0 {
					rows++
				}
			}
			fmt.Fprintf(&out, "block %d %d\n", w.Move, rows)
		}
		line := func(k int, p ...Point) {
			fmt.Fprint(&out, k)
			for _, q := range p {
				fmt.Fprintf(&out, " %.0f %.0f", q.X, q.Y)
			}
			fmt.Fprintln(&out)
		}
		line(w.Row, w.Quad[0], w.Quad[1], b.Quad[0], b.Quad[1])
		if i+2 == len(s.Cells) || s.Cells[i+2].Row == 0 {
			line(w.Row+1, w.Quad[3], w.Quad[2], b.Quad[3], b.Quad[2])
		}
	}
	return out.Bytes()
}
