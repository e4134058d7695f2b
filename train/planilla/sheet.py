"""Contact sheets to look at: strips of packs with their labels.

    python3 -m planilla.sheet OUT.png PACK...
"""

import argparse

import cv2
import numpy as np

from .data import Pack


def contact(packs, rows=16, cols=8, seed=0, cell=(56, 190)):
    """Return a picture of random cells, packs taking turns by column."""
    rng = np.random.default_rng(seed)
    h, w = cell
    out = np.full((rows * (h + 16), cols * w), 200, np.uint8)
    for c in range(cols):
        pack = packs[c % len(packs)]
        for r in range(rows):
            i = int(rng.integers(len(pack)))
            strip = pack.strip(i)[:, :w - 4]
            y, x = r * (h + 16), c * w
            out[y:y + strip.shape[0], x:x + strip.shape[1]] = strip
            cv2.putText(out, pack.labels[i], (x, y + h + 8), cv2.FONT_HERSHEY_SIMPLEX, .45, 0, 1,
                        cv2.LINE_AA)
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out")
    parser.add_argument("packs", nargs="+")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    cv2.imwrite(args.out, contact([Pack(p) for p in args.packs], seed=args.seed))


if __name__ == "__main__":
    main()
