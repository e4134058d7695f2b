package tesseract

import (
	"bytes"
	"context"
	"image"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/ocr"
)

// blank gives an empty strip.
func blank() *image.Gray {
	return ocr.Prepare(image.NewGray(image.Rectangle{}), image.Rectangle{})
}

func open(t *testing.T, opt Options) *Pool {
	t.Helper()
	before := runtime.NumGoroutine()
	p, err := NewPool(context.Background(), opt)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, p.Close())
		for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		assert.LessOrEqual(t, runtime.NumGoroutine(), before, "no goroutine outlives the pool")
	})
	return p
}

func TestPoolReads(t *testing.T) {
	opt, starts := fakeOptions(t, "well")
	p := open(t, opt)
	for range 3 {
		l, err := p.Read(context.Background(), blank())
		require.NoError(t, err)
		text, prob := l.Best()
		assert.Equal(t, "e4", text)
		assert.Greater(t, prob, 0.9)
	}
	assert.Equal(t, 1, starts(), "workers are started when needed")
}

func TestPoolReadsAtOnce(t *testing.T) {
	opt, starts := fakeOptions(t, "well")
	opt.Workers = 3
	p := open(t, opt)
	var wg sync.WaitGroup
	for range 12 {
		wg.Go(func() {
			_, err := p.Read(context.Background(), blank())
			assert.NoError(t, err)
		})
	}
	wg.Wait()
	assert.LessOrEqual(t, starts(), 3)
}

func TestPoolReplacesWorkers(t *testing.T) {
	opt, starts := fakeOptions(t, "well")
	opt.StripsPerWorker = 2
	p := open(t, opt)
	for range 5 {
		_, err := p.Read(context.Background(), blank())
		require.NoError(t, err)
	}
	assert.Equal(t, 3, starts())
}

func TestPoolSurvivesOneFailure(t *testing.T) {
	for _, behaviour := range []string{"die once", "hang once"} {
		t.Run(behaviour, func(t *testing.T) {
			opt, starts := fakeOptions(t, behaviour)
			opt.Timeout = 2 * time.Second
			l, err := open(t, opt).Read(context.Background(), blank())
			require.NoError(t, err)
			text, _ := l.Best()
			assert.Equal(t, "e4", text)
			assert.Equal(t, 2, starts())
		})
	}
}

func TestPoolGivesUpOnTheStripOnly(t *testing.T) {
	cases := map[string]string{
		"die":           "died",
		"hang":          "hangs",
		"garbage":       "garbage on the pipe",
		"cut off":       "cut off",
		"huge":          "garbage on the pipe",
		"wrong message": "answered with message",
		"refuse":        "cannot read this picture",
		"bad hOCR":      "confidence",
	}
	for behaviour, want := range cases {
		t.Run(behaviour, func(t *testing.T) {
			opt, starts := fakeOptions(t, behaviour)
			if behaviour == "hang" {
				opt.Timeout = 100 * time.Millisecond
			}
			p := open(t, opt)
			for range 2 {
				_, err := p.Read(context.Background(), blank())
				assert.ErrorContains(t, err, want)
			}
			assert.LessOrEqual(t, starts(), 4)
		})
	}
}

func TestPoolWithoutText(t *testing.T) {
	opt, _ := fakeOptions(t, "no text")
	l, err := open(t, opt).Read(context.Background(), blank())
	require.NoError(t, err)
	assert.Equal(t, 13, l.Steps, "a step for every four of 52 columns")
	text, p := l.Best()
	assert.Empty(t, text)
	assert.Less(t, p, 0.01)
}

func TestPoolUnavailable(t *testing.T) {
	var unavailable *UnavailableError
	for behaviour, want := range map[string]string{
		"lost library": "libtesseract.so.5",
		"no model":     "cannot load the model",
	} {
		opt, _ := fakeOptions(t, behaviour)
		_, err := NewPool(context.Background(), opt)
		require.ErrorAs(t, err, &unavailable, behaviour)
		assert.ErrorContains(t, err, want)
	}

	opt, _ := fakeOptions(t, "well")
	opt.command = []string{"/does/not/exist"}
	_, err := NewPool(context.Background(), opt)
	require.ErrorAs(t, err, &unavailable)

	opt.Model = "/does/not/exist.traineddata"
	_, err = NewPool(context.Background(), opt)
	require.ErrorAs(t, err, &unavailable)
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func TestPoolCancel(t *testing.T) {
	opt, _ := fakeOptions(t, "hang")
	p := open(t, opt)
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := p.Read(ctx, blank())
	require.ErrorIs(t, err, context.DeadlineExceeded)
	assert.Less(t, time.Since(began), 5*time.Second)
	_, err = p.Read(ctx, blank())
	require.ErrorIs(t, err, context.DeadlineExceeded)

	opt, _ = fakeOptions(t, "hang at start")
	ctx, cancel = context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err = NewPool(ctx, opt)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	var unavailable *UnavailableError
	assert.NotErrorAs(t, err, &unavailable, "cancelled is not unavailable")
}

func TestPoolClosed(t *testing.T) {
	opt, _ := fakeOptions(t, "well")
	p := open(t, opt)
	require.NoError(t, p.Close())
	_, err := p.Read(context.Background(), blank())
	require.ErrorIs(t, err, ErrClosed)
}

func TestPoolRefusesOtherPictures(t *testing.T) {
	opt, _ := fakeOptions(t, "well")
	p := open(t, opt)
	for _, img := range []*image.Gray{nil, image.NewGray(image.Rect(0, 0, 10, 20)), image.NewGray(image.Rect(0, 0, 0, 48))} {
		_, err := p.Read(context.Background(), img)
		require.ErrorContains(t, err, "48 pixels high")
	}
}

func TestWorkerStderrAndThreadLimit(t *testing.T) {
	var log bytes.Buffer
	opt, _ := fakeOptions(t, "well")
	opt.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	p := open(t, opt)
	require.NoError(t, p.Close())
	assert.Contains(t, log.String(), "OMP_THREAD_LIMIT=1")
}

func TestLogWriter(t *testing.T) {
	var log bytes.Buffer
	w := &logWriter{log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	for _, part := range []string{"one\ntw", "o\n\n", string(bytes.Repeat([]byte("x"), 5000)), "end\n"} {
		n, err := w.Write([]byte(part))
		require.NoError(t, err)
		require.Len(t, part, n)
	}
	assert.Equal(t, "end", w.last)
	assert.Contains(t, log.String(), "stderr=two")
	assert.Empty(t, w.rest)
}
