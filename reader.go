package digitize

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"os"
	"sync"

	"github.com/planilla/digitize/ocr"
	"github.com/planilla/digitize/ocr/tesseract"
)

// lazyPool is Tesseract's pool, started by the first cell: a run that fails
// before it comes to reading pays nothing.
type lazyPool struct {
	opt tesseract.Options

	mu   sync.Mutex
	pool *tesseract.Pool
}

func newLazyPool(opt tesseract.Options) *lazyPool { return &lazyPool{opt: opt} }

// Read implements ocr.Reader.
func (l *lazyPool) Read(ctx context.Context, strip *image.Gray) (*ocr.Lattice, error) {
	pool, err := l.start(ctx)
	if err != nil {
		return nil, err
	}
	return pool.Read(ctx, strip)
}

func (l *lazyPool) start(ctx context.Context) (*tesseract.Pool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pool != nil {
		return l.pool, nil
	}
	pool, err := tesseract.NewPool(ctx, l.opt)
	var unavailable *tesseract.UnavailableError
	if errors.As(err, &unavailable) {
		return nil, fmt.Errorf("%w: %w", ErrMissingDependency, err)
	}
	if err != nil {
		return nil, err
	}
	l.pool = pool
	return pool, nil
}

// Close ends the pool if it was started.
func (l *lazyPool) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pool == nil {
		return nil
	}
	return l.pool.Close()
}

// ModelID names the recogniser's model by its content: that of the file at
// path, or of the embedded model when path is "".
func ModelID(path string) (string, error) {
	content := []byte(ocr.Model)
	if path != "" {
		var err error
		if content, err = os.ReadFile(path); err != nil {
			return "", fmt.Errorf("reading the model: %w", err)
		}
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:6]), nil
}
