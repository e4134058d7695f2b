"""What players write: moves of real games in the spellings of field.md."""

import collections
import gzip
import itertools
import random
import re

# King, queen, rook, bishop, knight as English SAN has them, per language.
LETTERS = {
    "en": "KQRBN", "es": "RDTAC", "ca": "RDTAC", "pt": "RDTBC", "it": "RDTAC",
    "fr": "RDTFC", "de": "KDTLS", "nl": "KDTLP", "ro": "RDTNC",
}
LANGUAGES = (["en"] * 35 + ["es"] * 34 + ["ca"] * 6 + ["de"] * 9 + ["fr"] * 7
             + ["pt"] * 3 + ["it"] * 2 + ["nl"] * 2 + ["ro"] * 2)

_SAN = re.compile(r"^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(=[QRBN])?([+#]?)$")


def load_moves(path, games=12000, seed=1):
    """Return (moves, cumulative weights): SAN tokens of games and how often to
    draw them, flattened so that rare moves are met too."""
    count = collections.Counter()
    with gzip.open(path, "rt") as f:
        lines = f.readlines()
    for line in random.Random(seed).sample(lines, min(games, len(lines))):
        count.update(line.rstrip("\n").split("\t")[4].split())
    moves = list(count)
    return moves, list(itertools.accumulate(count[m] ** 0.6 for m in moves))


def pick(rng, options):
    """Return one of options, a list of (value, weight)."""
    return rng.choices([o for o, _ in options], [w for _, w in options])[0]


def castling(rng, san):
    """Return castling as written; zeros and letters are one label."""
    long = san.startswith("O-O-O")
    core = pick(rng, [("O-O-O" if long else "O-O", 88), ("OOO" if long else "OO", 12)])
    return core + ("+" if san[-1] in "+#" and rng.random() < .8 else "")


def spell(rng, san, language):
    """Return one way in which a player of language writes the SAN move."""
    if san.startswith("O"):
        return castling(rng, san)
    m = _SAN.match(san)
    if not m:
        return san
    piece, origin, takes, square, promotion, check = m.groups()
    to = dict(zip("KQRBN", LETTERS[language]))
    letter = to.get(piece, "")
    if piece and not origin and rng.random() < .03:
        origin = rng.choice("abcdefgh12345678")
    if piece and origin and rng.random() < .12:
        origin = ""
    captured = rng.choice([to[p] for p in "QRBNBNR"])
    if not takes:
        body = letter + origin + square
    elif piece:
        body = pick(rng, [
            (f"{letter}{origin}x{square}", 76), (f"{letter}{origin}{square}", 8),
            (f"{letter}{origin}:{square}", 3), (f"{letter}{origin}{square}:", 1),
            (f"{letter}x{captured}", 7), (f"{letter}x{square[0]}", 2), (f"{letter}xP", 1),
            (f"{letter}{captured}", 1)])
    else:
        body = pick(rng, [
            (f"{origin}x{square}", 72), (f"{origin}{square}", 7), (f"{origin}{square[0]}", 7),
            (f"{origin}x{square[0]}", 4), (f"{origin}:{square}", 3), (f"x{square}", 2),
            (f"{origin}x{captured}", 4), ("PxP", 1)])
    if promotion:
        queen = to[promotion[1]]
        body += pick(rng, [("=" + queen, 6), (queen, 3), ("-" + queen, 1), (f"({queen})", 1),
                           ("/" + queen, 1)])
    if check:
        body += pick(rng, [("+", 70), ("", 20), ("++", 10)] if check == "+" else
                     [("#", 50), ("++", 22), ("+", 18), ("", 10)])
    elif rng.random() < .006:
        body += rng.choice([" a.p.", "(=)", "=", "."]).strip()
    return body


def descriptive(rng):
    """Return a move in Spanish or English descriptive notation."""
    files = rng.choice(["R", "D", "AR", "AD", "CR", "CD", "TR", "TD"])
    piece = rng.choice(list("PPPPRDTAC"))
    rank = rng.choice("12345678")
    form = rng.random()
    if form < .4:
        return f"{piece}{rank}{files}"
    if form < .7:
        return f"{piece}x{rng.choice('PPPDTAC')}"
    files = rng.choice(["K", "Q", "KB", "QB", "KN", "QN"])
    return f"{rng.choice('PPPKQRBN')}-{files}{rank}"


def sample(rng, moves, weights):
    """Return (text, language) of one cell."""
    r = rng.random()
    if r < .015:
        return descriptive(rng), "es"
    if r < .022:
        return rng.choice(["1-0", "0-1", "1/2", "1/2-1/2", "(=)", "="]), "en"
    language = rng.choice(LANGUAGES)
    san = rng.choices(moves, cum_weights=weights)[0] if rng.random() > .02 else rng.choice(["O-O", "O-O-O"])
    return spell(rng, san, language), language
