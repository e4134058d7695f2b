"""Exact readings of a checkpoint on packs, by page, with the confusions.

    python3 -m planilla.evaluate CHECKPOINT PACK... [--dev] [--limit N] [--worst OUT.png]
"""

import argparse
import collections

import cv2
import numpy as np
import torch

from . import alphabet, data
from .export import load
from .train import read


def edits(want, got):
    """Return (wanted, read) pairs of a cheapest alignment; '' is a gap."""
    n, m = len(want), len(got)
    cost = np.zeros((n + 1, m + 1), int)
    cost[:, 0], cost[0] = range(n + 1), range(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            cost[i, j] = min(cost[i - 1, j - 1] + (want[i - 1] != got[j - 1]),
                             cost[i - 1, j] + 1, cost[i, j - 1] + 1)
    out, i, j = [], n, m
    while i or j:
        if i and j and cost[i, j] == cost[i - 1, j - 1] + (want[i - 1] != got[j - 1]):
            i, j = i - 1, j - 1
            out.append((want[i], got[j]))
        elif i and cost[i, j] == cost[i - 1, j] + 1:
            i -= 1
            out.append((want[i], ""))
        else:
            j -= 1
            out.append(("", got[j]))
    return [p for p in reversed(out) if p[0] != p[1]]


def chosen(pack, dev, limit):
    """Return the cells to read: the development pages only, at most limit."""
    index = [i for i in range(len(pack))
             if not dev or pack.sources[i] == "synth" or data.held_out(pack.groups[i])]
    if limit and len(index) > limit:
        index = [index[i] for i in np.random.default_rng(0).permutation(len(index))[:limit]]
    return index


def report(pack, index, texts):
    """Print figures by page and the most frequent confusions."""
    pages, wrong = collections.defaultdict(list), collections.Counter()
    for i, text in zip(index, texts):
        want = alphabet.fold(pack.labels[i])
        pages[pack.groups[i]].append(want == text)
        wrong.update(edits(want, text))
    every = [r for rights in pages.values() for r in rights]
    print(f"{np.mean(every):.4f} exact of {len(every)} cells")
    print("pages:", " ".join(f"{g}:{np.mean(r):.2f}/{len(r)}" for g, r in
                             sorted(pages.items(), key=lambda p: np.mean(p[1]))))
    print("confusions:", " ".join(f"{a or '-'}>{b or '-'}:{n}" for (a, b), n in
                                  wrong.most_common(40)))


def worst(pack, index, texts, path, columns=8, rows=20):
    """Draw misread cells: wanted > read."""
    bad = [(i, t) for i, t in zip(index, texts) if t != alphabet.fold(pack.labels[i])]
    out = np.full((rows * 68, columns * 190), 200, np.uint8)
    for k, (i, text) in enumerate(bad[:rows * columns]):
        y, x = k // columns * 68, k % columns * 190
        strip = pack.strip(i)[:, :186]
        out[y:y + 48, x:x + strip.shape[1]] = strip
        cv2.putText(out, f"{pack.labels[i]} > {text}", (x, y + 62), cv2.FONT_HERSHEY_SIMPLEX,
                    .45, 0, 1, cv2.LINE_AA)
    cv2.imwrite(path, out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkpoint")
    parser.add_argument("packs", nargs="+")
    parser.add_argument("--dev", action="store_true", help="development pages only")
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--worst", help="picture of misread cells")
    args = parser.parse_args()
    torch.set_num_threads(1)
    net = load(args.checkpoint)
    for path in args.packs:
        pack = data.Pack(path)
        index = chosen(pack, args.dev, args.limit)
        texts = read(net, [pack.strip(i) for i in index])
        print(path)
        report(pack, index, texts)
        if args.worst:
            worst(pack, index, texts, args.worst)


if __name__ == "__main__":
    main()
