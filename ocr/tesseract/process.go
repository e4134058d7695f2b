package tesseract

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
)

// process is one running worker, used by one goroutine at a time.
type process struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	read int // cells read so far
}

// startProcess runs command and waits until the worker is ready with m.
func startProcess(ctx context.Context, command, env []string, m *model, log *slog.Logger) (*process, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append(append(os.Environ(), "OMP_THREAD_LIMIT=1"), env...)
	stderr := &logWriter{log: log}
	cmd.Stderr = stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("starting an OCR worker: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting an OCR worker: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting an OCR worker: %w", err)
	}
	p := &process{cmd: cmd, in: in, out: bufio.NewReader(out)}
	version, err := p.call(ctx, kindConfig, []byte(m.folder+"\n"+m.name), kindReady)
	if err != nil {
		p.kill()
		if stderr.last != "" {
			err = fmt.Errorf("%w (%s)", err, stderr.last)
		}
		return nil, fmt.Errorf("starting an OCR worker: %w", err)
	}
	log.Debug("OCR worker ready", "pid", cmd.Process.Pid, "tesseract", string(version))
	return p, nil
}

// call sends a message and waits for the answer of the kind wanted. After an
// error the worker must be killed; the end of ctx does so at once.
func (p *process) call(ctx context.Context, kind byte, payload []byte, want byte) ([]byte, error) {
	stop := context.AfterFunc(ctx, func() { _ = p.cmd.Process.Kill() })
	answer, err := p.exchange(kind, payload, want)
	if !stop() {
		return nil, context.Cause(ctx)
	}
	return answer, err
}

func (p *process) exchange(kind byte, payload []byte, want byte) ([]byte, error) {
	if err := writeMessage(p.in, kind, payload); err != nil {
		return nil, fmt.Errorf("writing to the OCR worker: %w", err)
	}
	got, answer, err := readMessage(p.out)
	switch {
	case errors.Is(err, io.EOF):
		return nil, errors.New("the OCR worker died")
	case err != nil:
		return nil, fmt.Errorf("reading from the OCR worker: %w", err)
	case got == kindError:
		return nil, errors.New(string(answer))
	case got != want:
		return nil, fmt.Errorf("the OCR worker answered with message %q", got)
	}
	return answer, nil
}

// kill ends the worker and waits for it. Workers hold nothing worth saving.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// logWriter gives a worker's stderr to the log, line by line.
type logWriter struct {
	log  *slog.Logger
	rest []byte
	last string // the last line
}

func (w *logWriter) Write(b []byte) (int, error) {
	const longest = 4096
	w.rest = append(w.rest, b...)
	for {
		line, rest, found := bytes.Cut(w.rest, []byte("\n"))
		if !found && len(w.rest) < longest {
			return len(b), nil
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			w.last = string(line)
			w.log.Debug("OCR worker", "stderr", w.last)
		}
		w.rest = rest
	}
}
