package tesseract

import (
	"context"
	"errors"
	"fmt"
	"image"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/planilla/digitize/ocr"
)

// WorkerCommand is the argument that makes the program call RunWorker.
const WorkerCommand = "ocr-worker"

// ErrClosed is the error of reading from a closed pool.
var ErrClosed = errors.New("the OCR pool is closed")

// UnavailableError says that Tesseract cannot be used on this machine at all.
type UnavailableError struct{ Err error }

func (e *UnavailableError) Error() string { return "Tesseract cannot be used: " + e.Err.Error() }

// Unwrap gives the cause.
func (e *UnavailableError) Unwrap() error { return e.Err }

// Options of a pool. The zero value is one worker with the embedded model.
type Options struct {
	// Workers is how many strips are read at once, each by a process of its
	// own; below 1 means 1.
	Workers int
	// Model is the path of a .traineddata file; "" is the embedded model.
	Model string
	// Timeout ends a worker that takes longer for one strip; 0 is 20 seconds.
	Timeout time.Duration
	// StripsPerWorker is after how many strips a worker is replaced, because
	// the binding leaks; 0 is 1000.
	StripsPerWorker int
	// Logger gets the workers' stderr at debug level; nil is slog.Default().
	Logger *slog.Logger

	command, env []string // of a worker; tests set them
}

const startTimeout = time.Minute

// Pool reads strips with Tesseract in worker processes. It is safe for
// concurrent use.
type Pool struct {
	opt   Options
	model *model
	// places has room for one entry a strip being read.
	places chan struct{}
	closed chan struct{}
	close  sync.Once

	mu   sync.Mutex
	idle []*process // the last one used is the next to be used
}

var _ ocr.Reader = (*Pool)(nil)

// NewPool unpacks the model and starts the first worker; the others start when
// they are needed. It fails with *UnavailableError when no worker can read. The
// end of ctx stops the start, not the pool.
func NewPool(ctx context.Context, opt Options) (*Pool, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return nil, &UnavailableError{err}
	}
	m, err := openModel(opt.Model, ocr.Model)
	if err != nil {
		return nil, &UnavailableError{err}
	}
	p := &Pool{opt: opt, model: m, places: make(chan struct{}, opt.Workers), closed: make(chan struct{})}
	first, err := p.start(ctx)
	if err != nil {
		err = errors.Join(err, m.remove())
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, &UnavailableError{err}
	}
	p.idle = append(p.idle, first)
	return p, nil
}

func (o Options) withDefaults() (Options, error) {
	o.Workers = max(o.Workers, 1)
	if o.Timeout <= 0 {
		o.Timeout = 20 * time.Second
	}
	if o.StripsPerWorker <= 0 {
		o.StripsPerWorker = 1000
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	if o.command == nil {
		program, err := os.Executable()
		if err != nil {
			return o, fmt.Errorf("finding the program for the OCR workers: %w", err)
		}
		o.command = []string{program, WorkerCommand}
	}
	return o, nil
}

func (p *Pool) start(ctx context.Context) (*process, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, errors.New("the OCR worker did not start in time"))
	defer cancel()
	return startProcess(ctx, p.opt.command, p.opt.env, p.model, p.opt.Logger)
}

// Read frames a strip as ocr.Prepare makes it and gives its lattice. A worker
// that fails is replaced and the strip tried once more; a second failure is an
// error for this strip only.
func (p *Pool) Read(ctx context.Context, strip *image.Gray) (*ocr.Lattice, error) {
	if strip == nil || strip.Rect.Dy() != ocr.StripHeight || strip.Rect.Dx() < 1 {
		return nil, fmt.Errorf("a strip must be %d pixels high", ocr.StripHeight)
	}
	framed := ocr.Frame(strip)
	hocr, err := p.recognise(ctx, encodePGM(framed))
	if err != nil {
		return nil, fmt.Errorf("recognising a strip: %w", err)
	}
	steps, err := parseSteps(hocr)
	if err != nil {
		return nil, fmt.Errorf("recognising a strip: %w", err)
	}
	if len(steps) == 0 {
		return unread(framed.Rect.Dx()), nil
	}
	return p.model.charset.lattice(steps)
}

// recognise gives the hOCR of a picture, from the second worker if the first fails.
func (p *Pool) recognise(ctx context.Context, picture []byte) (string, error) {
	worker, err := p.take(ctx)
	if err != nil {
		return "", err
	}
	for attempt := 1; ; attempt++ {
		var hocr string
		hocr, worker, err = p.try(ctx, worker, picture)
		if err == nil || attempt == 2 || ctx.Err() != nil || p.isClosed() {
			p.put(worker)
			return hocr, err
		}
		p.opt.Logger.Debug("OCR worker failed, trying another", "error", err)
	}
}

// try has worker, started when nil, recognise a picture. It gives back the
// worker, or nil when that is spent or had to be ended.
func (p *Pool) try(ctx context.Context, worker *process, picture []byte) (string, *process, error) {
	if worker == nil {
		var err error
		if worker, err = p.start(ctx); err != nil {
			return "", nil, err
		}
	}
	limited, cancel := context.WithTimeoutCause(ctx, p.opt.Timeout, errors.New("the OCR worker hangs"))
	defer cancel()
	hocr, err := worker.call(limited, kindImage, picture, kindHOCR)
	worker.read++
	if err != nil || worker.read >= p.opt.StripsPerWorker {
		worker.kill()
		worker = nil
	}
	return string(hocr), worker, err
}

// take waits for a place and gives an idle worker, nil when none is running.
func (p *Pool) take(ctx context.Context) (*process, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if p.isClosed() {
		return nil, ErrClosed
	}
	select {
	case p.places <- struct{}{}:
		return p.popIdle(), nil
	case <-p.closed:
		return nil, ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *Pool) popIdle() *process {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle)
	if n == 0 {
		return nil
	}
	worker := p.idle[n-1]
	p.idle = p.idle[:n-1]
	return worker
}

// put gives the place back, and the worker unless that is nil.
func (p *Pool) put(worker *process) {
	if worker != nil {
		p.mu.Lock()
		p.idle = append(p.idle, worker)
		p.mu.Unlock()
	}
	<-p.places
}

func (p *Pool) isClosed() bool {
	select {
	case <-p.closed:
		return true
	default:
		return false
	}
}

// Close waits for the strips being read, ends the workers and removes what was
// unpacked to a temporary folder. Later reads fail with ErrClosed.
func (p *Pool) Close() error {
	var err error
	p.close.Do(func() {
		close(p.closed)
		for range cap(p.places) {
			p.places <- struct{}{}
		}
		for worker := p.popIdle(); worker != nil; worker = p.popIdle() {
			worker.kill()
		}
		err = p.model.remove()
	})
	return err
}
