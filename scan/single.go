package scan

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"io"
	"math"

	"github.com/disintegration/imaging"
)

// codec is a one-page format as the standard library or x/image decodes it.
type codec struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	dpi    func(data []byte) float64 // nil when the format does not say
	end    string                    // the bytes that end a whole file; "" when none do
}

// singlePage is a document of one image.
type singlePage struct {
	codec codec
	data  []byte
}

func openSingle(c codec) func(context.Context, []byte) (pages, error) {
	return func(_ context.Context, data []byte) (pages, error) {
		return &singlePage{codec: c, data: data}, nil
	}
}

func (s *singlePage) len() int     { return 1 }
func (s *singlePage) close() error { return nil }

func (s *singlePage) size(context.Context, int) (int, int, error) {
	c, err := s.codec.config(bytes.NewReader(s.data))
	return c.Width, c.Height, s.explain(err)
}

func (s *singlePage) decode(context.Context, int) (image.Image, float64, error) {
	img, err := s.codec.decode(bytes.NewReader(s.data))
	if err != nil {
		return nil, 0, s.explain(err)
	}
	dpi := 0.0
	if s.codec.dpi != nil {
		dpi = s.codec.dpi(s.data)
	}
	return orient(img, exifOrientation(s.data)), dpi, nil
}

// trailer is how many bytes a camera may append behind the end of an image.
const trailer = 4096

// explain tells a file cut short from one damaged otherwise: decoders call
// both damaged when the cut falls inside the compressed pixels.
func (s *singlePage) explain(err error) error {
	tail := s.data[max(0, len(s.data)-trailer):] // the preview inside a photograph has an end too
	if err != nil && s.codec.end != "" && !bytes.Contains(tail, []byte(s.codec.end)) {
		return fmt.Errorf("%w: %w", io.ErrUnexpectedEOF, err)
	}
	return err
}

// orient turns an image upright. Orientation is the EXIF and TIFF tag, 1 to 8;
// any other value leaves the image as it is.
func orient(img image.Image, orientation int) image.Image {
	switch orientation {
	case 2:
		return imaging.FlipH(img)
	case 3:
		return imaging.Rotate180(img)
	case 4:
		return imaging.FlipV(img)
	case 5:
		return imaging.Transpose(img)
	case 6:
		return imaging.Rotate270(img)
	case 7:
		return imaging.Transverse(img)
	case 8:
		return imaging.Rotate90(img)
	}
	return img
}

// exifOrientation finds the orientation tag in a JPEG's EXIF segment; 0 when
// there is none. EXIF is a small TIFF file, so the TIFF reader reads it.
func exifOrientation(data []byte) int {
	exif := jpegSegment(data, 0xe1, "Exif\x00\x00")
	if exif == nil {
		return 0
	}
	dirs, err := readDirectories(exif, 1)
	if err != nil || len(dirs) == 0 {
		return 0
	}
	return dirs[0].orientation()
}

// jpegDPI reads the JFIF density.
func jpegDPI(data []byte) float64 {
	jfif := jpegSegment(data, 0xe0, "JFIF\x00")
	if len(jfif) < 7 {
		return 0
	}
	density := float64(binary.BigEndian.Uint16(jfif[3:]))
	switch jfif[2] {
	case 1:
		return density
	case 2:
		return density * 2.54
	}
	return 0
}

// jpegSegment returns the payload, after its signature, of the first segment
// with this marker and signature; nil when there is none before the image.
func jpegSegment(data []byte, marker byte, signature string) []byte {
	const startOfScan = 0xda
	for at := 2; at+4 <= len(data) && data[at] == 0xff && data[at+1] != startOfScan; {
		size := int(binary.BigEndian.Uint16(data[at+2:]))
		end := at + 2 + size
		if size < 2 || end > len(data) {
			return nil
		}
		payload := data[at+4 : end]
		if data[at+1] == marker && bytes.HasPrefix(payload, []byte(signature)) {
			return payload[len(signature):]
		}
		at = end
	}
	return nil
}

// pngDPI reads the pHYs chunk, which counts pixels per metre.
func pngDPI(data []byte) float64 {
	const header, overhead = 8, 12 // signature; length, type and CRC of a chunk
	for at := header; at+overhead <= len(data); {
		size := int(binary.BigEndian.Uint32(data[at:]))
		kind := string(data[at+4 : at+8])
		if kind == "IDAT" || size > len(data)-at-overhead {
			return 0
		}
		if kind == "pHYs" && size == 9 && data[at+16] == 1 {
			return math.Round(float64(binary.BigEndian.Uint32(data[at+8:])) * 0.0254)
		}
		at += overhead + size
	}
	return 0
}
