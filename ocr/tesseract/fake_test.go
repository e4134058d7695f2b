package tesseract

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/planilla/digitize/ocr"
)

// The test binary plays the worker when fakeEnv names how it should behave.
const (
	fakeEnv   = "DIGITIZE_TEST_WORKER"
	startsEnv = "DIGITIZE_TEST_STARTS" // a file that gets one byte a start
)

func TestMain(m *testing.M) {
	if behaviour := os.Getenv(fakeEnv); behaviour != "" {
		if err := runFake(behaviour); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fakeHOCR says "e4" with our final model's shift of names.
const fakeHOCR = `<span class='ocrx_cinfo' id='timestep1_1_1'><span title='x_confs 97'>g</span></span>
<span class='ocrx_cinfo' id='timestep1_1_2'><span title='x_confs 95'>6</span></span>`

func runFake(behaviour string) error {
	start, err := noteStart()
	if err != nil {
		return err
	}
	answer := func([]byte) (string, error) { return fakeHOCR, nil }
	switch behaviour {
	case "tesseract":
		return RunWorker(os.Stdin, os.Stdout)
	case "lost library":
		fmt.Fprintln(os.Stderr, "error while loading shared libraries: libtesseract.so.5")
		os.Exit(127)
	case "no model":
		return serve(os.Stdin, os.Stdout, func(string, string) (*engine, error) {
			return nil, errors.New("cannot load the model")
		})
	case "hang at start":
		time.Sleep(time.Hour)
	case "die":
		answer = func([]byte) (string, error) { os.Exit(3); return "", nil }
	case "die once":
		if start == 1 {
			answer = func([]byte) (string, error) { os.Exit(3); return "", nil }
		}
	case "hang":
		answer = func([]byte) (string, error) { time.Sleep(time.Hour); return "", nil }
	case "hang once":
		if start == 1 {
			answer = func([]byte) (string, error) { time.Sleep(time.Hour); return "", nil }
		}
	case "garbage":
		answer = func([]byte) (string, error) {
			_, err := os.Stdout.WriteString("\x00Tesseract says hello")
			return "", err
		}
	case "cut off":
		answer = func([]byte) (string, error) {
			if _, err := os.Stdout.Write([]byte{kindHOCR, 255, 0, 0, 0, 'x'}); err != nil {
				return "", err
			}
			os.Exit(0)
			return "", nil
		}
	case "huge":
		answer = func([]byte) (string, error) {
			_, err := os.Stdout.Write([]byte{kindHOCR, 255, 255, 255, 255})
			return "", err
		}
	case "wrong message":
		answer = func([]byte) (string, error) { return "", writeMessage(os.Stdout, kindReady, nil) }
	case "refuse":
		answer = func([]byte) (string, error) { return "", errors.New("cannot read this picture") }
	case "bad hOCR":
		answer = func([]byte) (string, error) { return "<span id='timestep1'><span title='x_confs 300'>", nil }
	case "no text":
		answer = func([]byte) (string, error) { return "<p></p>", nil }
	}
	return serve(os.Stdin, os.Stdout, func(string, string) (*engine, error) {
		fmt.Fprintln(os.Stderr, "OMP_THREAD_LIMIT="+os.Getenv("OMP_THREAD_LIMIT"))
		return &engine{version: "fake", recognise: answer}, nil
	})
}

// noteStart counts this start in the file named by startsEnv.
func noteStart() (count int, err error) {
	f, err := os.OpenFile(os.Getenv(startsEnv), os.O_APPEND|os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if _, err := f.Write([]byte{'.'}); err != nil {
		return 0, err
	}
	all, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<20))
	return len(all), err
}

// fakeOptions makes workers behave as told, and gives a function that counts
// the workers started.
func fakeOptions(t *testing.T, behaviour string) (Options, func() int) {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	folder := t.TempDir()
	path := filepath.Join(folder, "tiny.traineddata")
	require.NoError(t, os.WriteFile(path, tinyModel(finalOutputs()), 0o600))
	starts := filepath.Join(folder, "starts")
	count := func() int {
		b, err := os.ReadFile(starts)
		require.NoError(t, err)
		return len(b)
	}
	return Options{
		Model:   path,
		command: []string{program},
		env:     []string{fakeEnv + "=" + behaviour, startsEnv + "=" + starts},
	}, count
}

// finalOutputs lists the outputs of a model as train/ exports it.
func finalOutputs() []string {
	return append(append([]string{" ", "Joined", "|Broken|0|1"}, strings.Split(ocr.Alphabet, "")...), "%", "&")
}

// tinyModel gives a .traineddata file with nothing but a unicharset.
func tinyModel(outputs []string) []byte {
	var b strings.Builder
	fmt.Fprintln(&b, len(outputs))
	for _, o := range outputs {
		if o == " " {
			o = "NULL"
		}
		fmt.Fprintln(&b, o, "0 Common 0")
	}
	const count = 24
	head := binary.LittleEndian.AppendUint32(nil, count)
	for i := range count {
		offset := int64(-1)
		if i == 21 {
			offset = 4 + 8*count
		}
		head = binary.LittleEndian.AppendUint64(head, uint64(offset))
	}
	return append(head, b.String()...)
}
