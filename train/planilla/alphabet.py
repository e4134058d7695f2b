"""The symbols the network can write, shared with ocr.Alphabet in Go.

Network outputs: 0 space (never trained), 1 Joined (never trained), 2 the CTC
null, 3.. the alphabet in order, then two spare outputs that Tesseract's hOCR
renderer needs.
"""

ALPHABET = "abcdefgh12345678OKQRBNDTACFLSPx:+#=-.()/p0_~"
NULL = 2
FIRST = 3
CLASSES = FIRST + len(ALPHABET) + 2

EMPTY = "_"
STRUCK = "~"

_INDEX = {c: FIRST + i for i, c in enumerate(ALPHABET)}


def fold(text):
    """Return text with the zeros of castling written as the letter O."""
    return text.replace("0", "O") if is_castling(text) else text


def is_castling(text):
    """Tell whether text is castling in any of its spellings."""
    core = text.strip().rstrip("+#!?=.").replace("o", "O").replace("0", "O").replace("-", "")
    return core in ("OO", "OOO")


def encode(text):
    """Return the class ids of text, or None when a character is unknown."""
    ids = [_INDEX.get(c) for c in fold(text)]
    return None if None in ids else ids


def decode(ids):
    """Return the text of class ids; ids outside the alphabet are left out."""
    return "".join(ALPHABET[i - FIRST] for i in ids if FIRST <= i < FIRST + len(ALPHABET))


def collapse(ids):
    """Return the text of a best path: repeats merged, nulls removed."""
    out, last = [], NULL
    for i in ids:
        if i != last and i != NULL:
            out.append(i)
        last = i
    return decode(out)
