// Package layers guards the architecture: who may import whom. It holds no
// code, only this test. ARCHITECTURE.md explains the floors.
package layers

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/planilla/digitize"

// floor says what a package may import of ours, and why.
type floor struct {
	pkg    string
	may    []string
	reason string
}

// floors lists what each of our packages may import of ours. A package that is
// not here fails the test, so a new room must be given its floor. "/..." stands
// for the package and all below it.
var floors = []floor{
	{"engine", nil,
		"the rules of chess know nothing of sheets, pixels or output"},
	{"engine/...", []string{"engine/..."},
		"notation, pgn and priors stand on the position alone"},
	{"grid", nil,
		"the grid finds cells on any ruled form: it knows no chess and no recogniser"},
	{"grid/...", []string{"grid/..."},
		"the grid finds cells on any ruled form: it knows no chess and no recogniser"},
	{"scan/...", []string{"scan/..."},
		"files become pages before anyone knows what is on them"},
	{"ocr", nil,
		"lattices and their prices are plain arithmetic, testable without C"},
	{"ocr/...", []string{"ocr/..."},
		"the recogniser reads symbols and must not be swayed by chess"},
	{"correct/...", []string{"correct/...", "engine/...", "ocr"},
		"the corrector sees lattices and rules, never images, files or Tesseract: its tests need no C"},
	{"message", nil,
		"the catalogue of sentences is data: everyone may say them, it knows no one"},
	{"report/...", []string{"report/...", "engine/...", "message"},
		"a record does not depend on how the sheet was read"},
	{".", []string{"scan/...", "grid/...", "ocr/...", "engine/...", "correct/...", "report/...", "message"},
		"the pipeline as a library: it knows every room below and no terminal"},
	{"eval", []string{".", "scan/...", "grid/...", "ocr", "engine/...", "correct/..."},
		"measuring runs the library and looks at every step's result, but runs no recogniser of its own"},
	{"batch/...", []string{"batch/...", ".", "engine/...", "report/..."},
		"unattended runs use the library and do not care how a cell is read"},
	{"review/...", []string{"review/...", "batch/...", ".", "engine/...", "report/..."},
		"the review page stands on the journal of the runs"},
	{"cmd/digitize/...", []string{"..."},
		"the command line is the top floor"},
	{"train/...", []string{"train/...", "engine/..."},
		"training sees the program through its commands, so that both cut cells alike"},
	{"samples/gen", []string{"engine/..."},
		"the sample sheets are drawn apart from the code that reads them"},
	{"internal/layers", nil,
		"this test"},
}

// outsiders lists libraries that only some packages may use.
var outsiders = []struct {
	library string
	may     []string
	reason  string
}{
	{"github.com/spf13/...", []string{"cmd/digitize/..."},
		"only the command line knows flags; the library takes options"},
	{"github.com/otiai10/gosseract/...", []string{"ocr/tesseract"},
		"one place knows Tesseract, so that everything else builds and tests without C"},
	{"C", []string{"ocr/tesseract"},
		"cgo stays in one package"},
	{"net/...", []string{"review/...", "batch/..."},
		"reading a sheet is an offline act: nothing on that path may open a connection"},
	{"github.com/corentings/chess/...", nil,
		"the other chess library is an oracle for tests, never a part of the program"},
	{"github.com/stretchr/testify/...", nil,
		"assertions belong to tests"},
}

// file is one Go source file: its package folder relative to the root ("." for
// the root), its imports, and whether it is a test.
type file struct {
	name    string
	pkg     string
	imports []string
	test    bool
}

func TestImportsFollowTheFloors(t *testing.T) {
	for _, f := range sources(t) {
		i := floorOf(f.pkg)
		if i < 0 {
			t.Errorf("%s: package %q has no floor yet: give it one in internal/layers/layers_test.go", f.name, f.pkg)
			continue
		}
		floor := floors[i]
		for _, imp := range f.imports {
			ours, ok := relative(imp)
			if !ok || ours == f.pkg || matchesAny(floor.may, ours) {
				continue
			}
			if f.test && strings.HasPrefix(ours, f.pkg+"/") && ours != "ocr/tesseract" {
				continue // an external test may look down into its own room
			}
			t.Errorf("%s imports %s, but %s", f.name, ours, floor.reason)
		}
	}
}

func TestLibrariesStayInTheirRooms(t *testing.T) {
	for _, f := range sources(t) {
		for _, imp := range f.imports {
			for _, o := range outsiders {
				if !matches(o.library, imp) || matchesAny(o.may, f.pkg) {
					continue
				}
				if f.test && o.library != "C" && !strings.Contains(o.library, "gosseract") {
					continue // tests may use oracles, assertions and local servers
				}
				t.Errorf("%s imports %s, but %s", f.name, imp, o.reason)
			}
		}
	}
}

// TestNoVaguePackageNames keeps drawers for odds and ends out of the house.
func TestNoVaguePackageNames(t *testing.T) {
	vague := []string{"util", "utils", "common", "helpers", "misc"}
	for _, f := range sources(t) {
		if slices.Contains(vague, path.Base(f.pkg)) {
			t.Errorf("%s: a package named %q says nothing of what it holds", f.name, path.Base(f.pkg))
		}
	}
}

func TestMatches(t *testing.T) {
	cases := []struct {
		pattern, name string
		want          bool
	}{
		{"engine", "engine", true},
		{"engine", "engine/notation", false},
		{"engine/...", "engine", true},
		{"engine/...", "engine/notation", true},
		{"engine/...", "engines", false},
		{"...", "anything/at/all", true},
		{".", ".", true},
		{".", "ocr", false},
	}
	for _, c := range cases {
		require.Equal(t, c.want, matches(c.pattern, c.name), "%s against %s", c.pattern, c.name)
	}
}

// floorOf returns the index of the most exact floor for pkg, or -1.
func floorOf(pkg string) int {
	for i, f := range floors {
		if f.pkg == pkg {
			return i
		}
	}
	return slices.IndexFunc(floors, func(f floor) bool { return matches(f.pkg, pkg) })
}

// relative turns an import path of ours into a folder; ok is false for others.
func relative(imp string) (folder string, ok bool) {
	if imp == module {
		return ".", true
	}
	return strings.CutPrefix(imp, module+"/")
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, name) })
}

// matches tells whether name is pattern, or lies under it where pattern ends in "/...".
func matches(pattern, name string) bool {
	if pattern == "..." {
		return true
	}
	base, tree := strings.CutSuffix(pattern, "/...")
	return name == base || tree && strings.HasPrefix(name, base+"/")
}

// sources parses the imports of every Go file of the module.
func sources(t *testing.T) []file {
	t.Helper()
	root := moduleRoot(t)
	var files []file
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return skip(root, name)
		}
		if filepath.Ext(name) != ".go" {
			return nil
		}
		f, err := parse(root, name)
		files = append(files, f)
		return err
	})
	require.NoError(t, err)
	require.NotEmpty(t, files)
	return files
}

// skip leaves out what the go command leaves out as well, and the folder where
// training keeps its work, which is not part of the project.
func skip(root, dir string) error {
	base := filepath.Base(dir)
	if dir == filepath.Join(root, "train", "work") {
		return filepath.SkipDir
	}
	if dir != root && (base == "testdata" || base == "vendor" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
		return filepath.SkipDir
	}
	return nil
}

func parse(root, name string) (file, error) {
	tree, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		return file{}, err
	}
	rel, err := filepath.Rel(root, name)
	if err != nil {
		return file{}, err
	}
	rel = filepath.ToSlash(rel)
	f := file{name: rel, pkg: path.Dir(rel), test: strings.HasSuffix(rel, "_test.go")}
	for _, spec := range tree.Imports {
		imp, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return file{}, err
		}
		f.imports = append(f.imports, imp)
	}
	return f, nil
}

// moduleRoot walks up from here to the folder of go.mod.
func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		require.NotEqual(t, dir, parent, "no go.mod above the test")
		dir = parent
	}
}
