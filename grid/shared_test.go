package grid

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/disintegration/imaging"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFindSharedPages finds the form on real pages. By default a few hard ones
// are tried; with DIGITIZE_GRID_ALL=1 all of them, as a regression test.
func TestFindSharedPages(t *testing.T) {
	root := os.Getenv("DIGITIZE_SHARED")
	if root == "" {
		root = "../../shared"
	}
	if _, err := os.Stat(filepath.Join(root, "hcs", "pages")); err != nil {
		t.Skipf("SKIPPED: no real pages under %s (set DIGITIZE_SHARED)", root)
	}
	cases := []struct {
		few, all     string // glob patterns
		blocks, rows int
	}{
		{"hcs/pages/035_0.jpg", "hcs/pages/*.jpg", 2, 30},     // half-row writing; header as high as a row
		{"hcs/pages/056_0.jpg", "", 2, 30},                    // curled photograph
		{"", "hcs/pages/138_0.jpg", 2, 30},                    // halftone number strip
		{"epfl/game01.jpg", "epfl/*.jpg", 2, 25},              // header fields at the rows' pitch
		{"", "sheets/outwrest_*.jpg", 2, 40},                  // header row like the others
		{"", "sheets/igtodoran_*.jpg", 2, 40},                 // numbers inside, no outer rules
		{"", "sheets/connerator_*.jpg", 2, 20},                //
		{"sheets/moveread_manaus.png", "sheets/*.png", 3, 30}, // numbers between
		{"sheets/moveread_bamberg.jpg", "", 3, 20},            // isolated boxes
		{"", "sheets/moveread_fia*.jpg", 3, 20},               // signature column
		{"", "sheets/moveread_fcde*.jpg", 3, 25},              //
		{"", "sheets/moveread_llo*.jpg", 2, 30},               //
		{"", "sheets/agonlat*.jpg", 3, 20},                    // shading
		{"", "sheets/anjyu*.jpg", 2, 30},                      // textured table under the page
		{"", "sheets/jhall_0009.jpg", 4, 25},                  // open book
	}
	for _, c := range cases {
		pattern := c.few
		if os.Getenv("DIGITIZE_GRID_ALL") != "" && c.all != "" {
			pattern = c.all
		}
		if pattern == "" {
			continue
		}
		files, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) {
				img, err := imaging.Open(file, imaging.AutoOrientation(true))
				require.NoError(t, err)
				s, err := Find(context.Background(), img, Options{})
				require.NoError(t, err)
				assert.Equal(t, [2]int{c.blocks, c.rows}, [2]int{s.Blocks, s.Rows}, "blocks and rows")
				assert.Greater(t, s.Confidence, 0.5)
			})
		}
	}
}
