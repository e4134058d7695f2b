package main

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"os"
)

// savePDF writes a picture of the sheet as a PDF of one page, A4.
func savePDF(name string, img *image.Gray) error {
	var packed bytes.Buffer
	z, err := zlib.NewWriterLevel(&packed, zlib.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(img.Pix); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	const width, height = "595.276", "841.890" // points
	paint := fmt.Sprintf("%s 0 0 %s 0 0 cm /Form Do", width, height)
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents 4 0 R /Resources << /XObject << /Form 5 0 R >> >> >>", width, height),
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(paint), paint),
		fmt.Sprintf("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream",
			img.Rect.Dx(), img.Rect.Dy(), packed.Len(), packed.String()),
	}
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	table := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table)
	return os.WriteFile(name, out.Bytes(), 0o644)
}
