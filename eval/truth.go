package eval

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
)

// Place is a printed cell: move number from 1, side 0 White or 1 Black.
type Place struct{ Move, Side int }

// placeOf is the place of a game's ply i, from 0, on a sheet without slips.
func placeOf(i int) Place { return Place{i/2 + 1, i % 2} }

// ply is the index, from 0, of the ply that belongs to a place.
func (p Place) ply() int { return 2*(p.Move-1) + p.Side }

// Page is a labelled page.
type Page struct {
	Set      string
	Name     string // such as 019_0
	File     string
	Language notation.Language // of the labels' piece letters
	Ink      map[Place]string  // what is written
	Game     []Truth           // the moves played; nil when they are not known
	Cut      bool              // Game is only the beginning: later moves are not known
}

// Truth is a move that was played.
type Truth struct {
	SAN    string
	Move   engine.Move
	Unsure bool // the people who found it were not sure
}

// places lists the labelled places in reading order.
func (p *Page) places() []Place {
	list := make([]Place, 0, len(p.Ink))
	for at := range p.Ink {
		list = append(list, at)
	}
	slices.SortFunc(list, func(a, b Place) int { return a.ply() - b.ply() })
	return list
}

// loader reads the pages of one set below the data folder.
type loader func(data string) ([]*Page, error)

func loaders() map[string]loader {
	return map[string]loader{
		"hcs-train": func(data string) ([]*Page, error) { return loadHCS(data, "train.tsv", "hcs-train", legalGame) },
		"hcs-test":  func(data string) ([]*Page, error) { return loadHCS(data, "test.tsv", "hcs-test", testGame) },
		"epfl":      loadEPFL,
		"sheets":    loadSheets,
	}
}

// devSets are the parts of other sets that no model is trained on.
func devSets() map[string]string {
	return map[string]string{"hcs-dev": "hcs-train", "epfl-dev": "epfl"}
}

// Sets lists the names of all sets.
func Sets() []string {
	return []string{"hcs-train", "hcs-dev", "hcs-test", "epfl", "epfl-dev", "sheets"}
}

// Load reads the labels of a set. Splits is the path of the file that names the
// dev pages; only the dev sets need it.
func Load(data, set, splits string) ([]*Page, error) {
	whole, dev := devSets()[set]
	if !dev {
		whole = set
	}
	load, ok := loaders()[whole]
	if !ok {
		return nil, fmt.Errorf("there is no set %q", set)
	}
	pages, err := load(data)
	if err != nil {
		return nil, fmt.Errorf("loading the set %s: %w", set, err)
	}
	if !dev {
		return pages, nil
	}
	names, err := devNames(splits)
	if err != nil {
		return nil, fmt.Errorf("loading the set %s: %w", set, err)
	}
	pages = slices.DeleteFunc(pages, func(p *Page) bool { return !names[p.Name] })
	for _, p := range pages {
		p.Set = set
	}
	return pages, nil
}

// devNames reads the pages held out from training: every string in a list under
// a key "dev" of the splits file, at any depth.
func devNames(path string) (map[string]bool, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	names := map[string]bool{}
	collect(tree, false, names)
	if len(names) == 0 {
		return nil, fmt.Errorf("%s names no dev pages", path)
	}
	return names, nil
}

func collect(tree any, dev bool, names map[string]bool) {
	switch node := tree.(type) {
	case map[string]any:
		for key, child := range node {
			collect(child, dev || key == "dev" || strings.HasSuffix(key, "_dev"), names)
		}
	case []any:
		for _, child := range node {
			collect(child, dev, names)
		}
	case string:
		if dev {
			names[strings.TrimSuffix(filepath.Base(node), filepath.Ext(node))] = true
		}
	}
}

// loadHCS reads a table of pages, moves, sides and writings.
func loadHCS(data, table, set string, game func(dir, page string) ([]Truth, error)) ([]*Page, error) {
	dir := filepath.Join(data, "hcs")
	lines, err := readLines(filepath.Join(dir, table))
	if err != nil {
		return nil, err
	}
	byName := map[string]*Page{}
	var pages []*Page
	for i, line := range lines[min(1, len(lines)):] {
		name, at, written, err := parseLabel(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", table, i+2, err)
		}
		p := byName[name]
		if p == nil {
			p = &Page{Set: set, Name: name, File: filepath.Join(dir, "pages", name+".jpg"), Language: "en", Ink: map[Place]string{}}
			if p.Game, err = game(dir, name); err != nil {
				return nil, err
			}
			byName[name] = p
			pages = append(pages, p)
		}
		p.Ink[at] = written
	}
	return pages, nil
}

func parseLabel(line string) (page string, at Place, written string, err error) {
	f := strings.Split(line, "\t")
	if len(f) != 4 {
		return "", at, "", fmt.Errorf("%d columns instead of 4", len(f))
	}
	if at.Move, err = strconv.Atoi(f[1]); err != nil {
		return "", at, "", err
	}
	if f[2] == "black" {
		at.Side = 1
	}
	return f[0], at, strings.TrimSpace(f[3]), nil
}

// legalGame is the game of a page whose labels replay.
func legalGame(dir, page string) ([]Truth, error) {
	return readGame(filepath.Join(dir, "legal_games", page+".txt"))
}

// testGame is the game of a test page, one for all sheets of the number before
// the underscore.
func testGame(dir, page string) ([]Truth, error) {
	number, _, _ := strings.Cut(page, "_")
	return readGame(filepath.Join(dir, "test_games", number+".txt"))
}

// epflPlies is how many plies of a game the EPFL labels hold at most.
const epflPlies = 100

func loadEPFL(data string) ([]*Page, error) {
	return loadGames(filepath.Join(data, "epfl"), "epfl", func(p *Page) error {
		p.Language, p.Ink = "en", map[Place]string{}
		p.Cut = len(p.Game) >= epflPlies
		for i, t := range p.Game {
			p.Ink[placeOf(i)] = t.SAN
		}
		return nil
	})
}

func loadSheets(data string) ([]*Page, error) {
	return loadGames(filepath.Join(data, "sheets"), "sheets", func(p *Page) error {
		written, err := readLines(strings.TrimSuffix(p.File, filepath.Ext(p.File)) + ".written")
		if err != nil {
			return err
		}
		p.Language, p.Ink, err = parseWritten(written)
		return err
	})
}

// loadGames finds every picture of a folder that has a game beside it.
func loadGames(dir, set string, label func(*Page) error) ([]*Page, error) {
	var files []string
	for _, pattern := range []string{"*.jpg", "*.png"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	var pages []*Page
	for _, file := range files {
		base := strings.TrimSuffix(file, filepath.Ext(file))
		game, err := readGame(base + ".txt")
		if err != nil {
			return nil, err
		}
		p := &Page{Set: set, Name: filepath.Base(base), File: file, Game: game}
		if err := label(p); err != nil {
			return nil, fmt.Errorf("%s: %w", base, err)
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// parseWritten reads a file of rows as written, such as "4. d4 Cd7>Nbd7": what
// stands behind > is the move meant, and ? marks a doubt about it.
func parseWritten(lines []string) (notation.Language, map[Place]string, error) {
	language := notation.Language("en")
	ink := map[Place]string{}
	for _, line := range lines {
		if l, ok := strings.CutPrefix(line, "lang:"); ok {
			language = notation.Language(strings.TrimSpace(l))
			continue
		}
		number, rest, ok := strings.Cut(line, ".")
		move, err := strconv.Atoi(strings.TrimSpace(number))
		if !ok || err != nil {
			return "", nil, fmt.Errorf("%q is no row", line)
		}
		for side, text := range strings.Fields(rest) {
			written, _, _ := strings.Cut(text, ">")
			if written = strings.TrimRight(written, "?"); written != "" && side < 2 {
				ink[Place{move, side}] = written
			}
		}
	}
	return language, ink, nil
}

// readGame reads one SAN a line, " ?" behind an unsure one; nil when there is
// no such file.
func readGame(path string) ([]Truth, error) {
	lines, err := readLines(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	pos := engine.Start()
	var game []Truth
	for i, line := range lines {
		san, unsure := strings.CutSuffix(line, "?")
		san = strings.TrimSpace(san)
		m, err := notation.Parse(&pos, san, "en")
		if err != nil {
			return nil, fmt.Errorf("%s, ply %d: %w", path, i+1, err)
		}
		game = append(game, Truth{SAN: notation.SAN(&pos, m), Move: m, Unsure: unsure})
		pos = pos.Apply(m)
	}
	return game, nil
}

// readLines gives the lines of a file that are not blank.
func readLines(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := strings.TrimSpace(s.Text()); line != "" {
			lines = append(lines, line)
		}
	}
	return lines, nil
}
