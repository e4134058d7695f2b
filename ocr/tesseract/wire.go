package tesseract

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Messages between the pool and a worker: one byte of kind, the payload's
// length as little-endian uint32, the payload.
const (
	kindConfig = 'C' // to the worker, first: tessdata folder, newline, model name
	kindReady  = 'R' // from the worker, after kindConfig: Tesseract's version
	kindImage  = 'I' // to the worker: a picture in a format Leptonica reads
	kindHOCR   = 'H' // from the worker: the picture's hOCR
	kindError  = 'E' // from the worker: why it could not; it goes on
)

// maxPayload is far above any picture or hOCR: more is garbage on the pipe.
const maxPayload = 8 << 20

func writeMessage(w io.Writer, kind byte, payload []byte) error {
	if len(payload) > maxPayload {
		return fmt.Errorf("message of %d bytes is too long", len(payload))
	}
	msg := make([]byte, 5, 5+len(payload))
	msg[0] = kind
	binary.LittleEndian.PutUint32(msg[1:], uint32(len(payload)))
	_, err := w.Write(append(msg, payload...))
	return err
}

// readMessage gives io.EOF only at the end between two messages.
func readMessage(r io.Reader) (kind byte, payload []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	switch head[0] {
	case kindConfig, kindReady, kindImage, kindHOCR, kindError:
	default:
		return 0, nil, fmt.Errorf("garbage on the pipe: message kind %q", head[0])
	}
	size := binary.LittleEndian.Uint32(head[1:])
	if size > maxPayload {
		return 0, nil, fmt.Errorf("garbage on the pipe: message of %d bytes", size)
	}
	payload = make([]byte, size)
	if _, err := io.ReadFull(r, payload); err != nil {
		return 0, nil, fmt.Errorf("message cut off: %w", io.ErrUnexpectedEOF)
	}
	return head[0], payload, nil
}
