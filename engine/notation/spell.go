package notation

import "github.com/planilla/digitize/engine"

// SAN returns the legal move m of p in Standard Algebraic Notation, as PGN
// wants it: English letters, O-O, e8=Q, + for check and # for mate.
func SAN(p *engine.Position, m engine.Move) string {
	var text [12]byte
	return string(AppendSAN(text[:0], p, m, nil))
}

// AppendSAN appends the SAN of m to dst. It allocates nothing when dst has
// room for 8 more bytes. legal are the legal moves of p, which spares finding
// them again when many moves are spelled; nil will do.
func AppendSAN(dst []byte, p *engine.Position, m engine.Move, legal []engine.Move) []byte {
	return san.appendMove(dst, p, m, legal)
}

// Local returns the legal move m of p as a player of that language writes it
// by the Laws of Chess, appendix C: the letters of the language, 0-0, e8=D,
// "exd6 a.p." for a capture en passant, + for check and # for mate. An unknown
// language is taken as English.
func Local(p *engine.Position, m engine.Move, l Language) string {
	var text [20]byte
	return string(AppendLocal(text[:0], p, m, nil, l))
}

// AppendLocal appends to dst what [Local] returns; see [AppendSAN] for legal.
func AppendLocal(dst []byte, p *engine.Position, m engine.Move, legal []engine.Move, l Language) []byte {
	d, _ := dialectOf(l)
	return d.appendMove(dst, p, m, legal)
}

func (d *dialect) appendMove(dst []byte, p *engine.Position, m engine.Move, legal []engine.Move) []byte {
	switch {
	case m.IsKingside():
		dst = append(dst, d.kingside...)
	case m.IsQueenside():
		dst = append(dst, d.queenside...)
	case m.Piece() == engine.Pawn:
		dst = d.appendPawn(dst, m)
	default:
		dst = d.appendPiece(dst, p, m, legal)
	}
	dst = appendCheck(dst, p, m, d.mate)
	if m.IsEnPassant() {
		dst = append(dst, d.passing...)
	}
	return dst
}

func (d *dialect) appendPawn(dst []byte, m engine.Move) []byte {
	switch {
	case d.long:
		dst = appendLong(dst, m)
	case m.IsCapture():
		dst = append(dst, fileOf(m.From()), 'x')
	}
	dst = append(dst, fileOf(m.To()), rankOf(m.To()))
	if t := m.Promotion(); t != engine.NoPiece {
		dst = append(dst, d.promotion...)
		dst = append(dst, d.letters.of(t)...)
	}
	return dst
}

func (d *dialect) appendPiece(dst []byte, p *engine.Position, m engine.Move, legal []engine.Move) []byte {
	dst = append(dst, d.letters.of(m.Piece())...)
	if d.long {
		return append(appendLong(dst, m), fileOf(m.To()), rankOf(m.To()))
	}
	dst = appendOrigin(dst, p, m, legal)
	if m.IsCapture() {
		dst = append(dst, 'x')
	}
	return append(dst, fileOf(m.To()), rankOf(m.To()))
}

// appendLong appends the square of origin and what joins it to the other.
func appendLong(dst []byte, m engine.Move) []byte {
	dst = append(dst, fileOf(m.From()), rankOf(m.From()))
	if m.IsCapture() {
		return append(dst, 'x')
	}
	return append(dst, '-')
}

// appendOrigin tells the piece from others of its kind that can legally go to
// the same square (C.10): by its file, or else its rank, or else both.
func appendOrigin(dst []byte, p *engine.Position, m engine.Move, legal []engine.Move) []byte {
	twins := p.Pieces(p.Turn(), m.Piece())
	if twins.Count() < 2 {
		return dst
	}
	if legal == nil {
		if (p.Attackers(m.To(), p.Turn()) & twins).Count() < 2 {
			return dst
		}
		var buf [engine.MaxMoves]engine.Move
		legal = p.LegalMoves(buf[:0])
	}
	any, sameFile, sameRank := rivals(legal, m)
	if !any {
		return dst
	}
	if !sameFile || sameRank {
		dst = append(dst, fileOf(m.From()))
	}
	if sameFile {
		dst = append(dst, rankOf(m.From()))
	}
	return dst
}

// appendCheck appends + or the sign of mate where the move gives either.
func appendCheck(dst []byte, p *engine.Position, m engine.Move, mate string) []byte {
	if !p.GivesCheck(m) {
		return dst
	}
	if after := p.Apply(m); after.HasLegalMove() {
		return append(dst, '+')
	}
	return append(dst, mate...)
}
