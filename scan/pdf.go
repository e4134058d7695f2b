package scan

import "context"

func openPDF(context.Context, []byte) (pages, error) {
	return nil, newError(Unsupported, nil, "PDF files cannot be read yet: save the page as PNG or JPEG")
}
