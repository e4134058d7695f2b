package scan

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/bmp"
)

// corner is a white picture with a black block in its top left corner, so that
// a turn shows.
func corner(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			if x >= w/4 || y >= h/4 {
				img.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	return img
}

func dark(img image.Image, x, y int) bool {
	r, _, _, _ := img.At(img.Bounds().Min.X+x, img.Bounds().Min.Y+y).RGBA()
	return r < 0x8000
}

func asJPEG(t testing.TB, img image.Image) []byte {
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, img, nil))
	return b.Bytes()
}

func asPNG(t testing.TB, img image.Image) []byte {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, img))
	return b.Bytes()
}

func asBMP(t testing.TB, img image.Image) []byte {
	var b bytes.Buffer
	require.NoError(t, bmp.Encode(&b, img))
	return b.Bytes()
}

// withEXIF puts an EXIF segment with this orientation behind the JPEG's first
// two bytes.
func withEXIF(data []byte, orientation uint16, order binary.AppendByteOrder) []byte {
	tiffHead := "II*\x00"
	if order == binary.AppendByteOrder(binary.BigEndian) {
		tiffHead = "MM\x00*"
	}
	exif := []byte("Exif\x00\x00" + tiffHead)
	exif = order.AppendUint32(exif, 8)
	exif = order.AppendUint16(exif, 1)
	exif = append(exif, entry(order, tagOrientation, uint32(orientation), true)...)
	exif = order.AppendUint32(exif, 0)
	out := append([]byte{}, data[:2]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(exif)+2))
	out = append(out, exif...)
	return append(out, data[2:]...)
}

func entry(order binary.AppendByteOrder, tag uint16, value uint32, short bool) []byte {
	e := order.AppendUint16(nil, tag)
	if short {
		e = order.AppendUint16(e, 3)
		e = order.AppendUint32(e, 1)
		e = order.AppendUint16(e, uint16(value))
		return order.AppendUint16(e, 0)
	}
	e = order.AppendUint16(e, 4)
	e = order.AppendUint32(e, 1)
	return order.AppendUint32(e, value)
}

type tiffPage struct {
	img         *image.Gray
	orientation uint32
	thumbnail   bool
}

// asTIFF writes an uncompressed grey TIFF of several pages; loop lets the last
// directory point back to the first.
func asTIFF(order binary.AppendByteOrder, loop bool, list ...tiffPage) []byte {
	out := []byte("II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		out = []byte("MM\x00*")
	}
	const entries = 11
	at, first := uint32(8), uint32(0)
	out = order.AppendUint32(out, 0) // patched below
	var starts []int
	for _, p := range list {
		w, h := p.img.Rect.Dx(), p.img.Rect.Dy()
		strip := at
		out = append(out, p.img.Pix...)
		resolution := at + uint32(w*h)
		out = order.AppendUint32(out, 300)
		out = order.AppendUint32(out, 1)
		dir := resolution + 8
		starts = append(starts, int(dir))
		if first == 0 {
			first = dir
		}
		sub := uint32(0)
		if p.thumbnail {
			sub = 1
		}
		out = order.AppendUint16(out, entries)
		for _, e := range [][]byte{
			entry(order, tagNewSubfileType, sub, false), entry(order, 256, uint32(w), false), entry(order, 257, uint32(h), false),
			entry(order, 258, 8, true), entry(order, 259, 1, true), entry(order, 262, 1, true),
			entry(order, 273, strip, false), entry(order, tagOrientation, p.orientation, true),
			entry(order, 277, 1, true), entry(order, 279, uint32(w*h), false),
		} {
			out = append(out, e...)
		}
		res := order.AppendUint16(nil, tagXResolution)
		res = order.AppendUint16(res, 5)
		res = order.AppendUint32(res, 1)
		out = append(out, order.AppendUint32(res, resolution)...)
		out = order.AppendUint32(out, 0)
		at = uint32(len(out))
	}
	put := order.(binary.ByteOrder).PutUint32
	put(out[4:], first)
	for i, s := range starts {
		next := uint32(0)
		if i+1 < len(starts) {
			next = uint32(starts[i+1])
		} else if loop {
			next = first
		}
		put(out[s+2+entries*12:], next)
	}
	return out
}

// pngHeader is a PNG of nothing but a header that promises w times h pixels.
func pngHeader(w, h uint32) []byte {
	ihdr := []byte("IHDR")
	ihdr = binary.BigEndian.AppendUint32(ihdr, w)
	ihdr = binary.BigEndian.AppendUint32(ihdr, h)
	ihdr = append(ihdr, 8, 0, 0, 0, 0)
	out := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d")
	out = append(out, ihdr...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(ihdr))
}

func openAll(data []byte, limits Limits) ([]*Page, *Document, error) {
	ctx := context.Background()
	doc, err := OpenBytes(ctx, "x", data, limits)
	if err != nil {
		return nil, nil, err
	}
	defer doc.Close()
	var pages []*Page
	for i := range doc.Len() {
		p, err := doc.Page(ctx, i)
		if err != nil {
			return pages, doc, err
		}
		pages = append(pages, p)
	}
	return pages, doc, nil
}

func TestFormats(t *testing.T) {
	img := corner(96, 64)
	le, be := binary.LittleEndian, binary.BigEndian
	tests := map[string]struct {
		data   []byte
		format string
		pages  int
	}{
		"jpeg":         {asJPEG(t, img), "jpeg", 1},
		"png":          {asPNG(t, img), "png", 1},
		"bmp":          {asBMP(t, img), "bmp", 1},
		"tiff":         {asTIFF(le, false, tiffPage{img: img}), "tiff", 1},
		"tiff pages":   {asTIFF(be, false, tiffPage{img: img}, tiffPage{img: img}, tiffPage{img: img}), "tiff", 3},
		"tiff preview": {asTIFF(le, false, tiffPage{img: img, thumbnail: true}, tiffPage{img: img}), "tiff", 1},
		"tiff loop":    {asTIFF(le, true, tiffPage{img: img}, tiffPage{img: img}), "tiff", 2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			pages, doc, err := openAll(tt.data, DefaultLimits())
			require.NoError(t, err)
			assert.Equal(t, tt.format, doc.Format)
			assert.Len(t, doc.SHA256, 64)
			require.Len(t, pages, tt.pages)
			for i, p := range pages {
				assert.Equal(t, i+1, p.Number)
				assert.Equal(t, img.Rect.Size(), p.Image.Bounds().Size())
				assert.True(t, dark(p.Image, 3, 3))
				assert.False(t, dark(p.Image, 90, 3))
			}
		})
	}
}

func TestOrientation(t *testing.T) {
	// Where the dark corner lies once the picture is upright: right, bottom.
	tests := []struct {
		orientation   uint16
		right, bottom bool
		turned        bool
	}{
		{1, false, false, false}, {2, true, false, false}, {3, true, true, false}, {4, false, true, false},
		{5, false, false, true}, {6, true, false, true}, {7, true, true, true}, {8, false, true, true},
		{9, false, false, false},
	}
	img := corner(96, 64)
	check := func(t *testing.T, data []byte, right, bottom, turned bool) {
		pages, _, err := openAll(data, DefaultLimits())
		require.NoError(t, err)
		got := pages[0].Image
		size := img.Rect.Size()
		if turned {
			size.X, size.Y = size.Y, size.X
		}
		require.Equal(t, size, got.Bounds().Size())
		x, y := 3, 3
		if right {
			x = size.X - 4
		}
		if bottom {
			y = size.Y - 4
		}
		assert.True(t, dark(got, x, y))
	}
	for _, tt := range tests {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			check(t, withEXIF(asJPEG(t, img), tt.orientation, order), tt.right, tt.bottom, tt.turned)
			check(t, asTIFF(order, false, tiffPage{img: img, orientation: uint32(tt.orientation)}), tt.right, tt.bottom, tt.turned)
		}
	}
}

func TestResolution(t *testing.T) {
	pages, _, err := openAll(asTIFF(binary.LittleEndian, false, tiffPage{img: corner(96, 64)}), DefaultLimits())
	require.NoError(t, err)
	assert.Equal(t, 300.0, pages[0].DPI)
}

func TestBadInputs(t *testing.T) {
	dir := t.TempDir()
	img := corner(200, 200)
	whole := asJPEG(t, img)
	wholePNG := asPNG(t, img)
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, data, 0o600))
		return path
	}
	small := DefaultLimits()
	small.MaxBytes, small.MaxPages = 100, 2
	tests := []struct {
		name   string
		path   string
		limits Limits
		want   Kind
	}{
		{"missing", filepath.Join(dir, "no.jpg"), DefaultLimits(), Missing},
		{"directory", dir, DefaultLimits(), Directory},
		{"device", os.DevNull, DefaultLimits(), Special},
		{"empty", write("empty.jpg", nil), DefaultLimits(), Empty},
		{"text", write("text.jpg", []byte("1. e4 e5, señor\n")), DefaultLimits(), NotImage},
		{"noise", write("noise.jpg", []byte{1, 2, 3, 0, 0xfe}), DefaultLimits(), NotImage},
		{"cut jpeg", write("cut.jpg", whole[:len(whole)/2]), DefaultLimits(), Truncated},
		{"cut jpeg header", write("cut2.jpg", whole[:20]), DefaultLimits(), Truncated},
		{"cut png", write("cut.png", wholePNG[:len(wholePNG)/2]), DefaultLimits(), Truncated},
		{"cut tiff", write("cut.tif", []byte("II*\x00\x08\x00\x00\x00\x05")), DefaultLimits(), Truncated},
		{"1x1", write("one.png", asPNG(t, corner(1, 1))), DefaultLimits(), TooSmall},
		{"huge", write("huge.png", pngHeader(30_000, 30_000)), DefaultLimits(), TooManyPixels},
		{"heic", write("a.heic", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00")), DefaultLimits(), Unsupported},
		{"too many bytes", write("a.jpg", whole), small, TooManyBytes},
		{"tiff without pages", write("none.tif", []byte("II*\x00\x00\x00\x00\x00")), DefaultLimits(), Empty},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := pagesOf(tt.path, tt.limits)
			var e *Error
			require.ErrorAs(t, err, &e)
			assert.Equal(t, tt.want, e.Kind, e.Msg)
			assert.Equal(t, tt.path, e.Path)
			assert.NotContains(t, e.Error(), "\n")
			assert.Contains(t, e.Error(), e.Path+": ")
		})
	}
}

func pagesOf(path string, limits Limits) (int, error) {
	ctx := context.Background()
	doc, err := Open(ctx, path, limits)
	if err != nil {
		return 0, err
	}
	defer doc.Close()
	for i := range doc.Len() {
		if _, err := doc.Page(ctx, i); err != nil {
			return i, err
		}
	}
	return doc.Len(), nil
}

func TestPageLimitAndPageNumber(t *testing.T) {
	img := corner(96, 64)
	limits := DefaultLimits()
	limits.MaxPages = 2
	_, _, err := openAll(asTIFF(binary.LittleEndian, false, tiffPage{img: img}, tiffPage{img: img}, tiffPage{img: img}), limits)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, TooManyPages, e.Kind)

	_, _, err = openAll(asTIFF(binary.LittleEndian, false, tiffPage{img: img}, tiffPage{img: corner(8, 8)}), limits)
	require.ErrorAs(t, err, &e)
	assert.Equal(t, TooSmall, e.Kind)
	assert.Equal(t, 2, e.Page)
	assert.Contains(t, e.Error(), "page 2")
}

func TestPanicIsDamage(t *testing.T) {
	err := guarded(func() error { panic("index out of range") })
	assert.Equal(t, Damaged, asError(err).Kind)
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	doc, err := OpenBytes(ctx, "x", asPNG(t, corner(96, 64)), DefaultLimits())
	require.NoError(t, err)
	cancel()
	_, err = doc.Page(ctx, 0)
	require.ErrorIs(t, err, context.Canceled)
	_, err = Open(ctx, "x", DefaultLimits())
	require.ErrorIs(t, err, context.Canceled)
}

// FuzzOpen: whatever the bytes, decoding ends in pages or in an *Error, and
// never beyond the limits.
func FuzzOpen(f *testing.F) {
	img := corner(80, 70)
	f.Add(asJPEG(f, img))
	f.Add(withEXIF(asJPEG(f, img), 6, binary.BigEndian))
	f.Add(asPNG(f, img))
	f.Add(asBMP(f, img))
	f.Add(asTIFF(binary.LittleEndian, true, tiffPage{img: img, orientation: 6}, tiffPage{img: img}))
	f.Add(pngHeader(1<<31-1, 1<<31-1))
	f.Add([]byte("%PDF-1.4"))
	limits := Limits{MaxBytes: 1 << 20, MaxPixels: 1 << 18, MaxPages: 4}
	f.Fuzz(func(t *testing.T, data []byte) {
		if bytes.Contains(data, []byte("%PDF-")) {
			t.Skip("pdfium has fuzzers of its own and is slow to start")
		}
		pages, _, err := openAll(data, limits)
		var e *Error
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("not an *Error: %v", err)
		}
		for _, p := range pages {
			size := p.Image.Bounds().Size()
			if int64(size.X)*int64(size.Y) > limits.MaxPixels {
				t.Fatalf("page of %v beyond the limit", size)
			}
		}
	})
}
