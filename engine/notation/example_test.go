package notation_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/planilla/digitize/engine"
	"github.com/planilla/digitize/engine/notation"
)

// A Spanish score becomes SAN.
func ExampleParse() {
	score := "d4 Cf6 c4 e6 Cc3 Ab4 Ad2 0-0 e4 d5 exd5 exd5 cxd5 Axc3 Axc3 Cxd5"
	p := engine.Start()
	var sans []string
	for text := range strings.FieldsSeq(score) {
		m, err := notation.Parse(&p, text, "es")
		if err != nil {
			fmt.Println(err)
			return
		}
		sans = append(sans, notation.SAN(&p, m))
		p = p.Apply(m)
	}
	fmt.Println(strings.Join(sans, " "))
	// Output:
	// d4 Nf6 c4 e6 Nc3 Bb4 Bd2 O-O e4 d5 exd5 exd5 cxd5 Bxc3 Bxc3 Nxd5
}

func ExampleErrAmbiguous() {
	p, err := engine.ParseFEN("4k3/8/8/8/8/8/8/K3N1N1 w - - 0 1")
	if err != nil {
		panic(err)
	}
	_, err = notation.Parse(&p, "Cf3", "es")
	var ambiguous *notation.ErrAmbiguous
	if errors.As(err, &ambiguous) {
		for _, m := range ambiguous.Moves {
			fmt.Println(notation.Local(&p, m, "es"))
		}
	}
	// Output:
	// Cef3
	// Cgf3
}

func ExampleLocal() {
	p, err := engine.ParseFEN("8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1")
	if err != nil {
		panic(err)
	}
	for _, m := range p.LegalMoves(nil) {
		if m.IsEnPassant() {
			fmt.Println(notation.SAN(&p, m))
			fmt.Println(notation.Local(&p, m, "es"))
		}
	}
	// Output:
	// exd6+
	// exd6+ a.p.
}

// The fool's own mate in four notations.
func ExampleSystem_Format() {
	p := engine.Start()
	for _, text := range []string{"f3", "e5", "g4"} {
		m, err := notation.Parse(&p, text, "en")
		if err != nil {
			panic(err)
		}
		p = p.Apply(m)
	}
	m, err := notation.Parse(&p, "Qh4", "en")
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"es", "long-es", "figurine", "descriptive", "descriptive-en"} {
		s, _ := notation.SystemOf(name)
		fmt.Println(s.Format(&p, m))
	}
	// Output:
	// Dh4#
	// Dd8-h4#
	// ♕h4#
	// D5T++
	// Q-R5++
}

// An arbiter sees how a text departs from the Laws.
func ExampleSystem_Read() {
	p, err := engine.ParseFEN("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
	if err != nil {
		panic(err)
	}
	r, err := notation.Algebraic("es").Read(&p, "ed6+")
	if err != nil {
		panic(err)
	}
	fmt.Println(r.Exact)
	for _, d := range r.Deviations {
		fmt.Println("-", d)
	}
	// Output:
	// exd6 a.p.
	// - check or mate is marked where there is none
	// - the capture is not marked with x
	// - the capture en passant is not marked
}
