// Command prior trains the move prior of engine/prior on human games: a softmax
// regression over the legal moves of each position, by Adagrad, in one pass or
// more over the games in the order of the file.
//
//	go run ./train/prior -games ../shared/games/games.san.gz -holdout ../shared/games/holdout.san.gz -o engine/prior/prior.bin
package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/engine/prior"
)

func main() {
	var o options
	flag.StringVar(&o.games, "games", "", "training games, gzipped, one a line")
	flag.StringVar(&o.holdout, "holdout", "", "games to measure on")
	flag.StringVar(&o.out, "o", "prior.bin", "where the weights go")
	flag.IntVar(&o.epochs, "epochs", 2, "passes over the games")
	flag.DurationVar(&o.limit, "limit", 20*time.Minute, "stop training after this long")
	flag.Float64Var(&o.rate, "rate", .12, "Adagrad's learning rate")
	flag.IntVar(&o.club, "club", 2200, "games with a rated player under this Elo count twice")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "prior:", err)
		os.Exit(1)
	}
}

type options struct {
	games, holdout, out string
	epochs, club        int
	limit               time.Duration
	rate                float64
}

// trainer holds the float weights and Adagrad's sums of squares.
type trainer struct {
	w, g2    []float32
	rate     float64
	features []prior.Features
	scores   []float64
	legal    []engine.Move
}

func run(o options) error {
	t := &trainer{w: make([]float32, prior.Size), g2: make([]float32, prior.Size), rate: o.rate}
	start := time.Now()
	for epoch := range o.epochs {
		games := 0
		err := eachGame(o.games, func(g game) error {
			if time.Since(start) > o.limit {
				return errDone
			}
			t.learn(g, 1)
			if g.club(o.club) {
				t.learn(g, 1)
			}
			if games++; games%10000 == 0 {
				fmt.Printf("epoch %d, %d games, %s\n", epoch+1, games, time.Since(start).Round(time.Second))
			}
			return nil
		})
		if err != nil && !errors.Is(err, errDone) {
			return err
		}
		if err := os.WriteFile(o.out, t.encode(), 0o644); err != nil {
			return err
		}
		if err := report(o.out, o.holdout); err != nil {
			return err
		}
		t.rate /= 2
	}
	return nil
}

var errDone = errors.New("time is up")

type game struct {
	white, black int // Elo, 0 unknown
	moves        []string
}

func (g game) club(limit int) bool {
	return g.white > 0 && g.white < limit || g.black > 0 && g.black < limit
}

func eachGame(path string, do func(game) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return fmt.Errorf("unpacking %s: %w", path, err)
	}
	r := bufio.NewReaderSize(z, 1<<20)
	for {
		line, err := r.ReadString('\n')
		if fields := strings.Split(strings.TrimSpace(line), "\t"); len(fields) == 5 {
			g := game{moves: strings.Fields(fields[4])}
			g.white, _ = strconv.Atoi(fields[0])
			g.black, _ = strconv.Atoi(fields[1])
			if err := do(g); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading %s: %w", path, err)
		}
	}
}

// eachPosition replays a game: the legal moves and which of them was played.
func eachPosition(g game, buf *[]engine.Move, do func(p *engine.Position, legal []engine.Move, played int)) {
	p := engine.Start()
	for _, san := range g.moves {
		*buf = p.LegalMoves((*buf)[:0])
		played := -1
		for i, m := range *buf {
			if matches(san, m) && notation.SAN(&p, m) == san {
				played = i
				break
			}
		}
		if played < 0 {
			return
		}
		do(&p, *buf, played)
		p = p.Apply((*buf)[played])
	}
}

// matches sifts cheaply before the move is spelt.
func matches(san string, m engine.Move) bool {
	return m.IsCastle() == (san[0] == 'O') && (m.IsCastle() || strings.Contains(san, m.To().String()))
}

func (t *trainer) learn(g game, weight float64) {
	eachPosition(g, &t.legal, func(p *engine.Position, legal []engine.Move, played int) {
		t.features = prior.Extract(p, legal, t.features[:0])
		t.scores = t.scores[:0]
		for i := range t.features {
			t.scores = append(t.scores, t.score(&t.features[i]))
		}
		prior.Normalise(t.scores)
		for i := range t.features {
			d := math.Exp(t.scores[i])
			if i == played {
				d--
			}
			if math.Abs(d) > 1e-3 {
				t.step(&t.features[i], d*weight)
			}
		}
	})
}

func (t *trainer) score(f *prior.Features) float64 {
	var s float64
	for _, at := range f.At[:f.N] {
		s += float64(t.w[at])
	}
	return s
}

func (t *trainer) step(f *prior.Features, gradient float64) {
	for _, at := range f.At[:f.N] {
		t.g2[at] += float32(gradient * gradient)
		t.w[at] -= float32(t.rate * gradient / math.Sqrt(float64(t.g2[at])+.01))
	}
}

func (t *trainer) encode() []byte {
	out := make([]byte, prior.Size)
	for i, w := range t.w {
		out[i] = byte(int8(max(-127, min(127, math.Round(float64(w)/prior.Scale)))))
	}
	return out
}

// report measures the stored weights on the holdout.
func report(path, holdout string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	model, err := prior.Decode(data)
	if err != nil {
		return err
	}
	bands := []struct {
		name     string
		from, to int
		tally
	}{{"unrated", 0, 1, tally{}}, {"under 1800", 1, 1800, tally{}}, {"1800-2199", 1800, 2200, tally{}}, {"2200 up", 2200, 9999, tally{}}}
	var legal []engine.Move
	var logs []float64
	err = eachGame(holdout, func(g game) error {
		eachPosition(g, &legal, func(p *engine.Position, legal []engine.Move, played int) {
			logs = append(logs[:0], make([]float64, len(legal))...)
			model.LogP(p, legal, logs)
			elo := g.white
			if p.Turn() == engine.Black {
				elo = g.black
			}
			for i := range bands {
				if elo >= bands[i].from && elo < bands[i].to {
					bands[i].add(logs, played)
				}
			}
		})
		return nil
	})
	for _, b := range bands {
		fmt.Printf("%-11s %8d plies  top-1 %.3f  top-3 %.3f  log loss %.3f (uniform %.3f)\n", b.name,
			b.n, b.top1/float64(b.n), b.top3/float64(b.n), b.loss/float64(b.n), b.even/float64(b.n))
	}
	return err
}

type tally struct {
	n                      int
	top1, top3, loss, even float64
}

func (t *tally) add(logs []float64, played int) {
	rank := 0
	for _, l := range logs {
		if l > logs[played] {
			rank++
		}
	}
	t.n++
	if rank == 0 {
		t.top1++
	}
	if rank < 3 {
		t.top3++
	}
	t.loss -= logs[played]
	t.even += math.Log(float64(len(logs)))
}
