package tesseract

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/otiai10/gosseract/v2"

	"github.com/planilla/digitize/ocr"
)

// RunWorker serves one pool over its standard streams until in ends. The
// program calls it first thing when it was started as "ocr-worker".
func RunWorker(in io.Reader, out io.Writer) error {
	// Ctrl-C reaches the whole process group; the parent decides what it means.
	signal.Ignore(os.Interrupt)
	return serve(in, out, openTesseract)
}

// engine is Tesseract as the worker needs it.
type engine struct {
	version   string
	recognise func(picture []byte) (hocr string, err error)
}

// serve answers messages. A picture that fails costs an error message; only a
// broken pipe or an engine that does not open ends it early.
func serve(in io.Reader, out io.Writer, open func(folder, model string) (*engine, error)) error {
	kind, payload, err := readMessage(in)
	if err != nil {
		return fmt.Errorf("reading the worker's configuration: %w", err)
	}
	folder, model, ok := strings.Cut(string(payload), "\n")
	if kind != kindConfig || !ok {
		return fmt.Errorf("expected the worker's configuration, got message %q", kind)
	}
	eng, err := open(folder, model)
	if err != nil {
		return errors.Join(err, writeMessage(out, kindError, []byte(err.Error())))
	}
	if err := writeMessage(out, kindReady, []byte(eng.version)); err != nil {
		return fmt.Errorf("answering the pool: %w", err)
	}
	for {
		kind, payload, err := readMessage(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading from the pool: %w", err)
		}
		if kind != kindImage {
			return fmt.Errorf("expected a picture, got message %q", kind)
		}
		kind = kindHOCR
		hocr, err := eng.recognise(payload)
		if err != nil {
			kind, hocr = kindError, err.Error()
		}
		if err := writeMessage(out, kind, []byte(hocr)); err != nil {
			return fmt.Errorf("answering the pool: %w", err)
		}
	}
}

// openTesseract starts Tesseract and reads one empty strip, because gosseract
// initialises late and a missing model must show now.
func openTesseract(folder, model string) (*engine, error) {
	client := gosseract.NewClient()
	client.Trim = false
	// The page mode goes in as a variable: SetPageSegMode acts before the late
	// initialisation, which resets it.
	for name, value := range map[gosseract.SettableVariable]string{
		"tessedit_pageseg_mode": "13", // raw line: the picture goes to the network as it is
		"tessedit_do_invert":    "0",
		"lstm_choice_mode":      "1", // hOCR lists the choices of every time step
	} {
		if err := client.SetVariable(name, value); err != nil {
			return nil, fmt.Errorf("setting %s: %w", name, err)
		}
	}
	if err := client.SetTessdataPrefix(folder); err != nil {
		return nil, fmt.Errorf("setting the model's folder: %w", err)
	}
	if err := client.SetLanguage(model); err != nil {
		return nil, fmt.Errorf("setting the model: %w", err)
	}
	recognise := func(picture []byte) (string, error) {
		if err := client.SetImageFromBytes(picture); err != nil {
			return "", fmt.Errorf("giving Tesseract the picture: %w", err)
		}
		hocr, err := client.HOCRText()
		if err != nil {
			return "", fmt.Errorf("running Tesseract: %w", err)
		}
		return hocr, nil
	}
	empty := ocr.Frame(ocr.Prepare(image.NewGray(image.Rectangle{}), image.Rectangle{}))
	if _, err := recognise(encodePGM(empty)); err != nil {
		return nil, err
	}
	return &engine{version: client.Version(), recognise: recognise}, nil
}

// encodePGM gives img as a binary portable graymap.
func encodePGM(img *image.Gray) []byte {
	var b bytes.Buffer
	w, h := img.Rect.Dx(), img.Rect.Dy()
	fmt.Fprintf(&b, "P5\n%d %d\n255\n", w, h)
	for y := range h {
		b.Write(img.Pix[y*img.Stride:][:w])
	}
	return b.Bytes()
}
