"""Pen strokes of real writers, by writer and character."""

import collections
import gzip
import json
import zlib

import numpy as np


def load(path):
    """Return {writer: {character: [glyph]}}; a glyph is a list of strokes, each
    an n x 2 float32 array in hundredths of the writer's capital height."""
    writers = collections.defaultdict(lambda: collections.defaultdict(list))
    with gzip.open(path, "rt") as f:
        for line in f:
            sample = json.loads(line)
            if sample.get("k", 9) < 1:
                continue
            glyph = [np.array(s, np.float32).reshape(-1, 2) for s in sample["s"]]
            writers[sample["w"]][sample["c"]].append(glyph)
    return {w: dict(chars) for w, chars in writers.items()}


def held_out(writer):
    """Tell whether a writer belongs to the development set (one in ten)."""
    return zlib.crc32(writer.encode()) % 10 == 0
