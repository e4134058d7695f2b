package scan

import (
	"bytes"
	"fmt"
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asPDF writes a PDF of scanned pages, each one JPEG over the whole page, at
// this resolution.
func asPDF(t testing.TB, dpi int, pages ...image.Image) []byte {
	var b bytes.Buffer
	var offsets []int
	object := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n", len(offsets))
		fmt.Fprintf(&b, format, args...)
		b.WriteString("\nendobj\n")
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	kids := ""
	for i := range pages {
		kids += fmt.Sprintf("%d 0 R ", 3+3*i)
	}
	object("<</Type/Pages/Kids[%s]/Count %d>>", kids, len(pages))
	for i, img := range pages {
		size := img.Bounds().Size()
		w, h := float64(size.X)*72/float64(dpi), float64(size.Y)*72/float64(dpi)
		object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %.2f %.2f]/Contents %d 0 R/Resources<</XObject<</I %d 0 R>>>>>>", w, h, 4+3*i, 5+3*i)
		draw := fmt.Sprintf("q %.2f 0 0 %.2f 0 0 cm /I Do Q", w, h)
		object("<</Length %d>>stream\n%s\nendstream", len(draw), draw)
		data := asJPEG(t, img)
		object("<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode/Length %d>>stream\n%s\nendstream",
			size.X, size.Y, len(data), data)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return b.Bytes()
}

// A scanned page comes out at the scan's own resolution, every page in order.
func TestPDF(t *testing.T) {
	pages, doc, err := openAll(asPDF(t, 200, corner(400, 200), corner(200, 300)), DefaultLimits())
	require.NoError(t, err)
	assert.Equal(t, "pdf", doc.Format)
	require.Len(t, pages, 2)
	assert.Equal(t, image.Pt(400, 200), pages[0].Image.Bounds().Size())
	assert.Equal(t, image.Pt(200, 300), pages[1].Image.Bounds().Size())
	assert.InDelta(t, 200, pages[0].DPI, 0)
	assert.True(t, dark(pages[1].Image, 5, 5))
	assert.False(t, dark(pages[1].Image, 150, 200))
}

func TestBadPDF(t *testing.T) {
	whole := asPDF(t, 200, corner(400, 200))
	tests := map[string]struct {
		data []byte
		want Kind
	}{
		"no pages": {asPDF(t, 200), Empty},
		"header":   {[]byte("%PDF-1.4\n"), Damaged},
		"cut":      {whole[:len(whole)/4], Damaged},
	}
	for name, tt := range tests {
		_, _, err := openAll(tt.data, DefaultLimits())
		var e *Error
		require.ErrorAs(t, err, &e, name)
		assert.Equal(t, tt.want, e.Kind, name)
	}
	limits := DefaultLimits()
	limits.MaxPixels = 1000
	_, _, err := openAll(whole, limits)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, TooManyPixels, e.Kind)
}
