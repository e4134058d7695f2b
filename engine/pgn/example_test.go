package pgn_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/planilla/digitize/engine/pgn"
)

func ExampleWrite() {
	err := pgn.Write(os.Stdout, pgn.Game{
		Tags:     []pgn.Tag{{Name: "White", Value: "Pérez, Ana"}, {Name: "Round", Value: "2"}},
		Moves:    []string{"d4", "Nf6", "c4", "e6", "Nc3", "Bb4"},
		Comments: map[int]string{4: "read e5"},
		Result:   "*",
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "2"]
	// [White "Pérez, Ana"]
	// [Black "?"]
	// [Result "*"]
	//
	// 1. d4 Nf6 2. c4 e6 {read e5} 3. Nc3 Bb4 *
}

func ExampleRead() {
	games, err := pgn.Read(strings.NewReader("1. f3 e5 2. g4 Qh4 0-1"), pgn.DefaultLimits())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(games[0].Moves, games[0].Result)
	// Output: [f3 e5 g4 Qh4#] 0-1
}
