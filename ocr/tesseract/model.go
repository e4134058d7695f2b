package tesseract

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// modelName is the file name, and the language name for Tesseract, of the
// embedded model.
const modelName = "planilla"

const modelExt = ".traineddata"

// model is a .traineddata file ready for Tesseract.
type model struct {
	folder, name string
	charset      *charset
	temporary    bool // folder is ours and goes when the pool closes
}

func (m *model) remove() error {
	if !m.temporary {
		return nil
	}
	return os.RemoveAll(m.folder)
}

// openModel uses the file at path, or unpacks embedded when path is empty.
func openModel(path, embedded string) (*model, error) {
	if path == "" {
		return unpackModel(embedded)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the model: %w", err)
	}
	chars, err := readCharset(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	name, ok := strings.CutSuffix(filepath.Base(path), modelExt)
	if !ok {
		return nil, fmt.Errorf("the model's name must end in %s: %s", modelExt, path)
	}
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, fmt.Errorf("finding the model's folder: %w", err)
	}
	return &model{folder: folder, name: name, charset: chars}, nil
}

// unpackModel writes content to the user's cache folder, under its hash so that
// versions do not meet, or to a temporary folder where that cannot be written.
func unpackModel(content string) (*model, error) {
	chars, err := readCharset([]byte(content))
	if err != nil {
		return nil, fmt.Errorf("the embedded model: %w", err)
	}
	m := &model{name: modelName, charset: chars}
	cacheErr := errors.New("no cache folder")
	if cache, err := os.UserCacheDir(); err == nil {
		sum := sha256.Sum256([]byte(content))
		m.folder = filepath.Join(cache, "digitize", hex.EncodeToString(sum[:8]))
		if cacheErr = writeOnce(filepath.Join(m.folder, modelName+modelExt), content); cacheErr == nil {
			return m, nil
		}
	}
	m.temporary = true
	if m.folder, err = os.MkdirTemp("", "digitize-model-"); err != nil {
		return nil, fmt.Errorf("unpacking the model: %w", errors.Join(cacheErr, err))
	}
	if err := writeOnce(filepath.Join(m.folder, modelName+modelExt), content); err != nil {
		return nil, fmt.Errorf("unpacking the model: %w", errors.Join(cacheErr, err, m.remove()))
	}
	return m, nil
}

// writeOnce makes sure that the file at path holds content. Another process may
// do the same at the same time: the file appears whole or not at all.
func writeOnce(path, content string) (err error) {
	if old, err := os.ReadFile(path); err == nil && string(old) == content {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "unpack-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := fillFile(f, content); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// fillFile writes content, makes it durable and closes f.
func fillFile(f *os.File, content string) error {
	_, err := f.WriteString(content)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = f.Chmod(0o644)
	}
	return errors.Join(err, f.Close())
}
