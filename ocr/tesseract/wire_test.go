package tesseract

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMessages(t *testing.T) {
	var pipe bytes.Buffer
	require.NoError(t, writeMessage(&pipe, kindImage, []byte("abc")))
	require.NoError(t, writeMessage(&pipe, kindReady, nil))
	require.Error(t, writeMessage(&pipe, kindImage, make([]byte, maxPayload+1)))
	for _, want := range []string{"abc", ""} {
		_, payload, err := readMessage(&pipe)
		require.NoError(t, err)
		assert.Equal(t, want, string(payload))
	}
	_, _, err := readMessage(&pipe)
	assert.ErrorIs(t, err, io.EOF)
}

func TestServe(t *testing.T) {
	eng := &engine{version: "5", recognise: func(picture []byte) (string, error) {
		if len(picture) == 0 {
			return "", errors.New("empty picture")
		}
		return "hocr of " + string(picture), nil
	}}
	opener := func(folder, model string) (*engine, error) {
		assert.Equal(t, "/data", folder)
		assert.Equal(t, "planilla", model)
		return eng, nil
	}
	var in, out bytes.Buffer
	require.NoError(t, writeMessage(&in, kindConfig, []byte("/data\nplanilla")))
	require.NoError(t, writeMessage(&in, kindImage, []byte("x")))
	require.NoError(t, writeMessage(&in, kindImage, nil))
	require.NoError(t, serve(&in, &out, opener))
	for _, want := range []string{"R5", "Hhocr of x", "Eempty picture"} {
		kind, payload, err := readMessage(&out)
		require.NoError(t, err)
		assert.Equal(t, want, string(kind)+string(payload))
	}

	for name, write := range map[string]func(w io.Writer) error{
		"nothing":      func(io.Writer) error { return nil },
		"no config":    func(w io.Writer) error { return writeMessage(w, kindImage, []byte("x\ny")) },
		"short config": func(w io.Writer) error { return writeMessage(w, kindConfig, []byte("/data")) },
		"odd message": func(w io.Writer) error {
			return errors.Join(writeMessage(w, kindConfig, []byte("/data\nplanilla")), writeMessage(w, kindReady, nil))
		},
		"cut": func(w io.Writer) error {
			err := writeMessage(w, kindConfig, []byte("/data\nplanilla"))
			_, cut := w.Write([]byte{kindImage, 9, 0, 0, 0, 1})
			return errors.Join(err, cut)
		},
	} {
		var in bytes.Buffer
		require.NoError(t, write(&in))
		assert.Error(t, serve(&in, io.Discard, opener), name)
	}
}

func FuzzReadMessage(f *testing.F) {
	f.Add([]byte{kindHOCR, 1, 0, 0, 0, 'x'})
	f.Add([]byte{kindHOCR, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, data []byte) {
		kind, payload, err := readMessage(bytes.NewReader(data))
		if err != nil {
			return
		}
		var back bytes.Buffer
		require.NoError(t, writeMessage(&back, kind, payload))
		require.Equal(t, data[:back.Len()], back.Bytes())
	})
}
