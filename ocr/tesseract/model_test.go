package tesseract

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestUnpackModel(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir()) // where the cache is on macOS
	content := string(tinyModel(finalOutputs()))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			m, err := unpackModel(content)
			if assert.NoError(t, err) {
				assert.False(t, m.temporary)
				assert.NoError(t, m.remove(), "the cache stays")
			}
		})
	}
	wg.Wait()
	m, err := unpackModel(content)
	require.NoError(t, err)
	file := filepath.Join(m.folder, "planilla.traineddata")
	entries, err := os.ReadDir(m.folder)
	require.NoError(t, err)
	assert.Len(t, entries, 1, "no temporary files are left")

	require.NoError(t, os.WriteFile(file, []byte("damaged"), 0o600))
	_, err = unpackModel(content)
	require.NoError(t, err)
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, content, string(got), "a damaged copy is replaced")
}

func TestUnpackModelWithoutCache(t *testing.T) {
	notAFolder := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(notAFolder, nil, 0o600))
	for _, cache := range []string{notAFolder, "relative"} {
		t.Setenv("XDG_CACHE_HOME", cache)
		t.Setenv("HOME", notAFolder)
		t.Setenv("TMPDIR", t.TempDir())
		m, err := unpackModel(string(tinyModel(finalOutputs())))
		require.NoError(t, err)
		assert.True(t, m.temporary)
		assert.FileExists(t, filepath.Join(m.folder, "planilla.traineddata"))
		require.NoError(t, m.remove())
		assert.NoDirExists(t, m.folder)
	}
	t.Setenv("TMPDIR", filepath.Join(notAFolder, "x"))
	_, err := unpackModel(string(tinyModel(finalOutputs())))
	assert.Error(t, err)
}

func TestOpenModelByPath(t *testing.T) {
	folder := t.TempDir()
	good := filepath.Join(folder, "hand.traineddata")
	require.NoError(t, os.WriteFile(good, tinyModel(finalOutputs()), 0o600))
	m, err := openModel(good, "")
	require.NoError(t, err)
	assert.Equal(t, folder, m.folder)
	assert.Equal(t, "hand", m.name)

	named := filepath.Join(folder, "hand.bin")
	require.NoError(t, os.WriteFile(named, tinyModel(finalOutputs()), 0o600))
	for _, path := range []string{named, folder, filepath.Join(folder, "none.traineddata")} {
		_, err := openModel(path, "")
		assert.Error(t, err, path)
	}
}
