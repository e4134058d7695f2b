package scan

import (
	"bytes"
	"context"
	"encoding/binary"
	"image/jpeg"
	"image/png"
	"unicode/utf8"

	"golang.org/x/image/bmp"
	"golang.org/x/image/webp"
)

// format is a file format: how it is recognised and how it is opened.
type format struct {
	name  string
	magic func(data []byte) bool
	open  func(ctx context.Context, data []byte) (pages, error)
}

// formats are tried in this order.
func formats() []format {
	jpegCodec := codec{config: jpeg.DecodeConfig, decode: jpeg.Decode, dpi: jpegDPI, end: "\xff\xd9"}
	pngCodec := codec{config: png.DecodeConfig, decode: png.Decode, dpi: pngDPI, end: "IEND\xae\x42\x60\x82"}
	return []format{
		{"jpeg", prefix("\xff\xd8\xff"), openSingle(jpegCodec)},
		{"png", prefix("\x89PNG\r\n\x1a\n"), openSingle(pngCodec)},
		{"tiff", isTIFF, openTIFF},
		{"webp", isWebP, openSingle(codec{config: webp.DecodeConfig, decode: webp.Decode})},
		{"pdf", isPDF, openPDF},
		{"heic", isHEIC, refuse("HEIC photographs cannot be read yet: save it as JPEG")},
		{"bigtiff", isBigTIFF, refuse("BigTIFF files cannot be read: save it as TIFF")},
		{"gif", prefix("GIF8"), refuse("GIF files cannot be read: save it as PNG")},
		{"bmp", isBMP, openSingle(codec{config: bmp.DecodeConfig, decode: bmp.Decode})},
	}
}

// sniff finds the format by the file's first bytes.
func sniff(data []byte) (format, error) {
	for _, f := range formats() {
		if f.magic(data) {
			return f, nil
		}
	}
	if looksLikeText(data) {
		return format{}, newError(NotImage, nil, "it is not an image: it holds text")
	}
	return format{}, newError(NotImage, nil, "it is not an image of a known format")
}

func prefix(magic string) func([]byte) bool {
	return func(data []byte) bool { return bytes.HasPrefix(data, []byte(magic)) }
}

func isTIFF(data []byte) bool {
	return bytes.HasPrefix(data, []byte("II*\x00")) || bytes.HasPrefix(data, []byte("MM\x00*"))
}

func isBigTIFF(data []byte) bool {
	return bytes.HasPrefix(data, []byte("II+\x00")) || bytes.HasPrefix(data, []byte("MM\x00+"))
}

func isWebP(data []byte) bool {
	return len(data) >= 12 && string(data[:4]) == "RIFF" && string(data[8:12]) == "WEBP"
}

// isBMP wants more than the two letters BM, with which a text may begin: the
// reserved bytes must be zero.
func isBMP(data []byte) bool {
	return len(data) >= 14 && string(data[:2]) == "BM" && binary.LittleEndian.Uint32(data[6:]) == 0
}

// isPDF follows the readers, which look for the header in the first kilobyte.
func isPDF(data []byte) bool {
	return bytes.Contains(data[:min(len(data), 1024)], []byte("%PDF-"))
}

func isHEIC(data []byte) bool {
	if len(data) < 12 || string(data[4:8]) != "ftyp" {
		return false
	}
	switch string(data[8:12]) {
	case "heic", "heix", "hevc", "heim", "heis", "mif1", "msf1", "avif":
		return true
	}
	return false
}

func looksLikeText(data []byte) bool {
	head := data[:min(len(data), 512)]
	for len(head) > 0 {
		r, n := utf8.DecodeRune(head)
		if r == utf8.RuneError && n == 1 && len(head) >= utf8.UTFMax {
			return false
		}
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' && r != '\f' {
			return false
		}
		head = head[n:]
	}
	return true
}

func refuse(msg string) func(context.Context, []byte) (pages, error) {
	return func(context.Context, []byte) (pages, error) {
		return nil, newError(Unsupported, nil, msg)
	}
}
