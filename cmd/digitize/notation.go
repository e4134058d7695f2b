package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
	"github.com/planilla/digitize/engine/pgn"
	"github.com/planilla/digitize/message"
	"github.com/planilla/digitize/scan"
)

type notationOptions struct {
	from, to string
	position string
	check    bool
	manual   bool
	path     string // "-" is stdin
}

// systems are those to read in and the one to write.
func (o notationOptions) systems() (from []notation.System, to notation.System, err error) {
	if o.from == "auto" {
		from = automatic()
	} else if s, ok := notation.SystemOf(o.from); ok {
		from = []notation.System{s}
	} else {
		return nil, to, usage(message.BadSystem, o.from)
	}
	name := o.to
	if l := from[0].Language(); name == "long" && o.from != "auto" && l != "" {
		name = "long-" + string(l)
	}
	to, ok := notation.SystemOf(name)
	if !ok {
		return nil, to, usage(message.BadSystem, o.to)
	}
	if o.manual {
		to = to.Manual()
		for i := range from {
			from[i] = from[i].Manual()
		}
	}
	return from, to, nil
}

// automatic are the systems tried when none is named: all but the long ones,
// which the short ones read as well.
func automatic() []notation.System {
	var all []notation.System
	for _, s := range notation.Systems() {
		if !strings.HasPrefix(s.Name(), "long-") {
			all = append(all, s)
		}
	}
	return all
}

func newNotationCommand(u *ui) *cobra.Command {
	o := notationOptions{path: "-"}
	cmd := &cobra.Command{
		Use:   "notation [FILE]",
		Short: u.say.Say(message.NotationShort),
		Long:  u.say.Say(message.NotationLong, systemList()),
		Example: `  digitize notation --from es --to san game.txt
  digitize notation --from descriptive --to es old.pgn
  digitize notation --check --from es planilla.txt`,
		Args: usageArgs(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.path = args[0]
			}
			return runNotation(u, o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.from, "from", "auto", u.say.Say(message.FlagFrom))
	flags.StringVar(&o.to, "to", "san", u.say.Say(message.FlagTo))
	flags.StringVar(&o.position, "position", "", u.say.Say(message.FlagPosition))
	flags.BoolVar(&o.check, "check", false, u.say.Say(message.FlagCheck))
	flags.BoolVar(&o.manual, "manual", false, u.say.Say(message.FlagManual))
	return cmd
}

// systemList names the systems, the languages in lines of their own.
func systemList() string {
	return "auto, san, uci, figurine, descriptive, descriptive-en, long,\n" + languageList() + ", long-LANG"
}

func runNotation(u *ui, o notationOptions) error {
	from, to, err := o.systems()
	if err != nil {
		return err
	}
	if _, err := engine.ParseFEN(o.position); o.position != "" && err != nil {
		return usage(message.BadPosition, err)
	}
	data, err := readScore(u.in, o.path)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return &scan.Error{Path: o.path, Kind: scan.Empty}
	}
	options := pgn.Options{Limits: pgn.DefaultLimits(), Systems: from, Annotations: !o.check, FEN: o.position}
	if o.check {
		return checkScore(u, o.path, data, options)
	}
	games, err := pgn.ReadWith(bytes.NewReader(data), options)
	if err != nil {
		return &scoreError{o.path, err}
	}
	var b bytes.Buffer
	for _, g := range games {
		if err := writeGame(&b, g, to); err != nil {
			return err
		}
	}
	_, err = b.WriteTo(u.out)
	return err
}

// writeGame writes a game with tags as PGN, any other as a bare score.
func writeGame(w io.Writer, g pgn.Game, to notation.System) error {
	for _, t := range g.Tags {
		if t.Name != "FEN" {
			return pgn.WriteIn(w, g, to)
		}
	}
	return pgn.WriteScore(w, g, to)
}

// readScore reads a file of text whole, within the limits of PGN.
func readScore(in io.Reader, path string) ([]byte, error) {
	if path != "-" {
		f, err := openScore(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	limit := pgn.DefaultLimits().MaxBytes
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	switch {
	case err != nil:
		return nil, &scan.Error{Path: path, Kind: scan.Unreadable, Err: err}
	case int64(len(data)) > limit:
		return nil, &scan.Error{Path: path, Kind: scan.TooManyBytes}
	}
	return data, nil
}

// openScore looks before it opens: a pipe that nobody writes to would hold it up.
func openScore(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, &scan.Error{Path: path, Kind: fileKind(err), Err: err}
	}
	if info.IsDir() {
		return nil, &scan.Error{Path: path, Kind: scan.Directory}
	}
	if !info.Mode().IsRegular() {
		return nil, &scan.Error{Path: path, Kind: scan.Special}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, &scan.Error{Path: path, Kind: fileKind(err), Err: err}
	}
	return f, nil
}

func fileKind(err error) scan.Kind {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return scan.Missing
	case errors.Is(err, fs.ErrPermission):
		return scan.Forbidden
	default:
		return scan.Unreadable
	}
}

// checkScore prints the deviations of every game, then fails where a move
// can't be played, or because there were deviations.
func checkScore(u *ui, path string, data []byte, options pgn.Options) error {
	count := 0
	options.Lines = func(game int, p *engine.Position, s notation.System, text string) {
		r, err := s.Read(p, text)
		if err != nil {
			return // the reader stops there and says why
		}
		for _, d := range r.Deviations {
			count++
			fmt.Fprintln(u.out, u.say.Say(message.ScoreDeviation, gameName(u.say, path, game), moveName(u.say, p.FullMove(), p.Turn()), text,
				u.say.Say(deviationMessages()[d]), r.Exact))
		}
	}
	if _, err := pgn.ReadWith(bytes.NewReader(data), options); err != nil {
		return &scoreError{path, err}
	}
	if count > 0 {
		return &deviationsError{path, count}
	}
	return nil
}

// deviationsError says that a score was read and departs from its notation.
type deviationsError struct {
	path  string
	count int
}

// Error says it in English.
func (e *deviationsError) Error() string { return explain(message.Printer{}, e) }

// scoreError is a score that can't be read to its end.
type scoreError struct {
	path string
	err  error // of package pgn
}

// Error says it in English.
func (e *scoreError) Error() string { return e.explain(message.Printer{}) }

// Unwrap gives what package pgn said.
func (e *scoreError) Unwrap() error { return e.err }

// explain says in one line which move of which side is at fault and why.
func (e *scoreError) explain(say message.Printer) string {
	var (
		syntax    *pgn.SyntaxError
		move      *pgn.MoveError
		undecided *notation.ErrUndecided
	)
	if !errors.As(e.err, &syntax) {
		return say.Say(message.Failed, e.err)
	}
	name := gameName(say, e.path, syntax.Game)
	switch {
	case errors.As(e.err, &move):
		return explainMove(say, name, move)
	case errors.As(e.err, &undecided):
		a, b := undecided.Readings[0].Systems[0], undecided.Readings[1].Systems[0]
		return say.Say(message.ScoreUndecided, name, undecided.Text, a.Name(), b.Name())
	default:
		return say.Say(message.ScoreSyntax, name, syntax.Line, syntax.Err)
	}
}

// gameName is the file, with the number of a game after the first.
func gameName(say message.Printer, path string, game int) string {
	if game < 2 {
		return path
	}
	return say.Say(message.ScoreGame, path, game)
}

func moveName(say message.Printer, number int, side engine.Color) string {
	color := message.ScoreWhite
	if side == engine.Black {
		color = message.ScoreBlack
	}
	return say.Say(message.ScoreMove, number, say.Say(color))
}

// explainMove says what is wrong with one move.
func explainMove(say message.Printer, name string, e *pgn.MoveError) string {
	var (
		illegal   *notation.ErrIllegal
		ambiguous *notation.ErrAmbiguous
	)
	at := moveName(say, e.Number, e.Side)
	switch {
	case errors.As(e.Err, &illegal):
		return say.Say(message.ScoreIllegal, name, at, e.SAN, say.Say(whyMessages()[illegal.Why]))
	case errors.As(e.Err, &ambiguous):
		return say.Say(message.ScoreAmbiguous, name, at, e.SAN, strings.Join(choices(e.System, ambiguous), ", "))
	default:
		return say.Say(message.ScoreInvalid, name, at, e.SAN)
	}
}

// choices are the moves a text can be, as the system tells them apart.
func choices(s notation.System, e *notation.ErrAmbiguous) []string {
	p, err := engine.ParseFEN(e.FEN)
	if err != nil {
		return nil
	}
	var texts []string
	for _, m := range e.Moves {
		texts = append(texts, s.Format(&p, m))
	}
	return texts
}

func deviationMessages() map[notation.Deviation]message.Key {
	return map[notation.Deviation]message.Key{
		notation.MissingCapture:  message.DeviationMissingCapture,
		notation.CaptureSign:     message.DeviationCaptureSign,
		notation.MissingCheck:    message.DeviationMissingCheck,
		notation.MissingMate:     message.DeviationMissingMate,
		notation.WrongCheck:      message.DeviationWrongCheck,
		notation.NeedlessOrigin:  message.DeviationNeedlessOrigin,
		notation.OtherOrigin:     message.DeviationOtherOrigin,
		notation.MissingOrigin:   message.DeviationMissingOrigin,
		notation.MissingRank:     message.DeviationMissingRank,
		notation.LongForm:        message.DeviationLongForm,
		notation.MissingLongForm: message.DeviationMissingLongForm,
		notation.CastlingForm:    message.DeviationCastlingForm,
		notation.PromotionForm:   message.DeviationPromotionForm,
		notation.MissingPassing:  message.DeviationMissingPassing,
		notation.OtherPassing:    message.DeviationOtherPassing,
		notation.WrongPassing:    message.DeviationWrongPassing,
		notation.PawnNamed:       message.DeviationPawnNamed,
		notation.Annotation:      message.DeviationAnnotation,
		notation.DrawOffer:       message.DeviationDrawOffer,
		notation.OtherForm:       message.DeviationOtherForm,
	}
}

func whyMessages() map[notation.Why]message.Key {
	return map[notation.Why]message.Key{
		notation.CannotReach:     message.WhyCannotReach,
		notation.NoSuchPiece:     message.WhyNoSuchPiece,
		notation.OwnPiece:        message.WhyOwnPiece,
		notation.NothingToTake:   message.WhyNothingToTake,
		notation.LeavesCheck:     message.WhyLeavesCheck,
		notation.NoCastlingRight: message.WhyNoCastlingRight,
		notation.CastlingBlocked: message.WhyCastlingBlocked,
		notation.CastlingInCheck: message.WhyCastlingInCheck,
		notation.NotLastRank:     message.WhyNotLastRank,
		notation.GameOver:        message.WhyGameOver,
		notation.NotEnPassant:    message.WhyNotEnPassant,
	}
}
