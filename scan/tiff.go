package scan

import (
	"context"
	"encoding/binary"
	"image"
	"io"

	"golang.org/x/image/tiff"
)

// TIFF tags that matter here.
const (
	tagNewSubfileType = 254
	tagOrientation    = 274
	tagXResolution    = 282
	tagResolutionUnit = 296
)

// maxDirectories bounds the walk along a TIFF's chain of directories; a file
// with more is refused by Limits.MaxPages anyway.
const maxDirectories = 10_000

// directory is one TIFF image file directory, as far as it matters here.
type directory struct {
	offset uint32
	values map[uint16]uint32 // tag -> its first value, if short or long
	dpi    float64
}

func (d directory) orientation() int { return int(d.values[tagOrientation]) }

// thumbnail says whether the directory holds a reduced version of another page.
func (d directory) thumbnail() bool { return d.values[tagNewSubfileType]&1 != 0 }

// tiffPages decodes each directory by showing x/image/tiff, which reads the
// first directory only, a file whose header points to the one wanted.
type tiffPages struct {
	data []byte
	dirs []directory
}

func openTIFF(_ context.Context, data []byte) (pages, error) {
	all, err := readDirectories(data, maxDirectories)
	if err != nil {
		return nil, err
	}
	t := &tiffPages{data: data}
	for _, d := range all {
		if !d.thumbnail() {
			t.dirs = append(t.dirs, d)
		}
	}
	return t, nil
}

func (t *tiffPages) len() int     { return len(t.dirs) }
func (t *tiffPages) close() error { return nil }

func (t *tiffPages) size(_ context.Context, i int) (int, int, error) {
	c, err := tiff.DecodeConfig(newView(t.data, t.dirs[i].offset))
	return c.Width, c.Height, err
}

func (t *tiffPages) decode(_ context.Context, i int) (image.Image, float64, error) {
	d := t.dirs[i]
	img, err := tiff.Decode(newView(t.data, d.offset))
	if err != nil {
		return nil, 0, err
	}
	return orient(img, d.orientation()), d.dpi, nil
}

// view is a TIFF file seen with another first directory.
type view struct {
	data   []byte
	header [8]byte
	at     int64
}

func newView(data []byte, offset uint32) *view {
	v := &view{data: data}
	copy(v.header[:], data)
	byteOrder(data).PutUint32(v.header[4:], offset)
	return v
}

// ReadAt implements io.ReaderAt.
func (v *view) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 || off >= int64(len(v.data)) {
		return 0, io.EOF
	}
	n := copy(p, v.data[off:])
	if off < int64(len(v.header)) {
		copy(p[:n], v.header[off:])
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Read implements io.Reader.
func (v *view) Read(p []byte) (int, error) {
	n, err := v.ReadAt(p, v.at)
	v.at += int64(n)
	if n > 0 {
		return n, nil
	}
	return 0, err
}

func byteOrder(data []byte) binary.ByteOrder {
	if data[0] == 'M' {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// readDirectories follows the chain of directories, at most limit of them. A
// chain that bites its tail ends where it does.
func readDirectories(data []byte, limit int) ([]directory, error) {
	if len(data) < 8 || !isTIFF(data) {
		return nil, io.ErrUnexpectedEOF
	}
	order := byteOrder(data)
	seen := map[uint32]bool{0: true}
	var dirs []directory
	for at := order.Uint32(data[4:]); !seen[at] && len(dirs) < limit; {
		seen[at] = true
		d, next, err := readDirectory(data, order, at)
		if err != nil {
			return nil, err
		}
		dirs = append(dirs, d)
		at = next
	}
	return dirs, nil
}

func readDirectory(data []byte, order binary.ByteOrder, at uint32) (d directory, next uint32, err error) {
	const entrySize = 12
	start := int64(at) + 2
	if start > int64(len(data)) {
		return d, 0, io.ErrUnexpectedEOF
	}
	count := int64(order.Uint16(data[at:]))
	end := start + count*entrySize
	if end+4 > int64(len(data)) {
		return d, 0, io.ErrUnexpectedEOF
	}
	d = directory{offset: at, values: make(map[uint16]uint32, count)}
	var resolution float64
	for e := data[start:end]; len(e) > 0; e = e[entrySize:] {
		tag, kind, value := order.Uint16(e), order.Uint16(e[2:]), e[8:entrySize]
		switch {
		case tag == tagXResolution:
			resolution = rational(data, order, order.Uint32(value))
		case kind == 3: // SHORT
			d.values[tag] = uint32(order.Uint16(value))
		case kind == 4: // LONG
			d.values[tag] = order.Uint32(value)
		}
	}
	d.dpi = resolution
	if d.values[tagResolutionUnit] == 3 { // centimetres
		d.dpi *= 2.54
	}
	return d, order.Uint32(data[end:]), nil
}

func rational(data []byte, order binary.ByteOrder, at uint32) float64 {
	if int64(at)+8 > int64(len(data)) {
		return 0
	}
	num, den := order.Uint32(data[at:]), order.Uint32(data[at+4:])
	if den == 0 {
		return 0
	}
	return float64(num) / float64(den)
}
