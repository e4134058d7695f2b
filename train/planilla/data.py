"""Packed data sets: strips of different widths in one uint8 array.

    python3 -m planilla.data hcs  work/cells/hcs  work/hcs.npz
    python3 -m planilla.data epfl work/cells/epfl work/epfl.npz
    python3 -m planilla.data merge BETTER.npz OTHER.npz OUT.npz

reads what `digitize cells` wrote (cells.tsv and PNG strips) together with the
labels in shared/.
"""

import argparse
import csv
import json
import os
import re

import numpy as np

from . import alphabet
from .frame import HEIGHT

HERE = os.path.dirname(os.path.abspath(__file__))
TRAIN = os.path.dirname(HERE)
SHARED = os.environ.get("DIGITIZE_SHARED") or os.path.join(TRAIN, "..", "..", "shared")
SPLITS = os.path.join(TRAIN, "splits.json")


class Builder:
    """Collects cells and writes a pack."""

    def __init__(self):
        self.pixels, self.widths, self.labels = [], [], []
        self.sources, self.groups, self.names = [], [], []

    def add(self, strip, label, source, group, name=""):
        """Add a strip (48 x w, uint8). group is the page, game or language."""
        self.pixels.append(np.ascontiguousarray(strip.T).ravel())
        self.widths.append(strip.shape[1])
        self.labels.append(label)
        self.sources.append(source)
        self.groups.append(group)
        self.names.append(name)

    def save(self, path):
        """Write the pack atomically."""
        part = path + ".part.npz"
        np.savez(part, pixels=np.concatenate(self.pixels), widths=np.array(self.widths, np.int32),
                 labels=np.array(self.labels), sources=np.array(self.sources),
                 groups=np.array(self.groups), names=np.array(self.names))
        os.replace(part, path)


class Pack:
    """A pack in memory."""

    def __init__(self, path):
        with np.load(path) as f:
            self.pixels = f["pixels"]
            self.widths = f["widths"]
            self.labels = [str(s) for s in f["labels"]]
            self.sources = [str(s) for s in f["sources"]]
            self.groups = [str(s) for s in f["groups"]]
            self.names = [str(s) for s in f["names"]]
        self.offsets = np.concatenate([[0], np.cumsum(self.widths.astype(np.int64) * HEIGHT)])

    def __len__(self):
        return len(self.labels)

    def strip(self, i):
        """Return strip i as 48 x w, uint8."""
        flat = self.pixels[self.offsets[i]:self.offsets[i + 1]]
        return flat.reshape(-1, HEIGHT).T


def read_cells(folder):
    """Yield (page, move, side, path, inkfrac) of every cell under folder."""
    for base, _, files in sorted(os.walk(folder)):
        if "cells.tsv" not in files:
            continue
        with open(os.path.join(base, "cells.tsv"), newline="") as f:
            for row in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
                if None in row.values():  # a file still being written
                    continue
                page = os.path.splitext(os.path.basename(row["file"]))[0]
                yield (page, int(row["move"]), row["side"][0], os.path.join(base, row["png"]),
                       float(row["inkfrac"]))


def read_png(path):
    """Return a strip from a PNG file."""
    import cv2
    strip = cv2.imread(path, cv2.IMREAD_GRAYSCALE)
    if strip is None or strip.shape[0] != HEIGHT:
        raise ValueError(f"{path}: not a strip of {HEIGHT} rows")
    return strip


def hcs_labels(shared):
    """Return {(page, move, side): text} of the HCS training pages."""
    out = {}
    with open(os.path.join(shared, "hcs", "train.tsv"), newline="") as f:
        for row in csv.DictReader(f, delimiter="\t", quoting=csv.QUOTE_NONE):
            out[row["page"], int(row["move"]), row["side"][0]] = row["written"]
    return out


def epfl_labels(shared):
    """Return {(page, move, side): SAN} of the EPFL games."""
    out, folder = {}, os.path.join(shared, "epfl")
    for name in sorted(os.listdir(folder)):
        if not re.fullmatch(r"game\d+\.txt", name):
            continue
        with open(os.path.join(folder, name)) as f:
            for ply, line in enumerate(f.read().split("\n")):
                if line.strip() and not line.rstrip().endswith("?"):
                    out[name[:-4], ply // 2 + 1, "wb"[ply % 2]] = line.strip()
    return out


def build_real(kind, folder, shared, out):
    """Pack the labelled cells of folder, and empty cells after the last one."""
    labels = hcs_labels(shared) if kind == "hcs" else epfl_labels(shared)
    last = {}
    for page, move, _ in labels:
        last[page] = max(last.get(page, 0), move)
    pack, empty, skipped = Builder(), {}, 0
    for page, move, side, path, inkfrac in read_cells(folder):
        if page not in last:
            continue
        text = labels.get((page, move, side))
        if text is None:
            few = empty.get(page, 0) < 4
            if move > last[page] + 1 and inkfrac < .004 and few:
                empty[page] = empty.get(page, 0) + 1
                pack.add(read_png(path), alphabet.EMPTY, kind, page, f"{page}:{move}{side}")
            continue
        if alphabet.encode(text) is None:
            skipped += 1
            continue
        pack.add(read_png(path), alphabet.fold(text), kind, page, f"{page}:{move}{side}")
    pack.save(out)
    print(f"{out}: {len(pack.labels)} cells, {sum(empty.values())} empty, {skipped} labels skipped,"
          f" {len(set(pack.groups))} pages, {len(last)} labelled")


def merge(paths, out):
    """Pack the pages of several packs; a page comes from the first that has it."""
    pack, seen = Builder(), set()
    for path in paths:
        source = Pack(path)
        for i in range(len(source)):
            if source.groups[i] not in seen:
                pack.add(source.strip(i), source.labels[i], source.sources[i], source.groups[i],
                         source.names[i])
        seen.update(source.groups)
    pack.save(out)
    print(f"{out}: {len(pack.labels)} cells, {len(seen)} pages")


def held_out(group):
    """Tell whether a page (hcs) or game (epfl) is in the development split."""
    return group in _held_out()


def _held_out(cache=[]):
    if not cache:
        with open(SPLITS) as f:
            splits = json.load(f)
        cache.append(set(splits["hcs_dev"]) | set(splits["epfl_dev"]))
    return cache[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kind", choices=["hcs", "epfl", "merge"])
    parser.add_argument("inputs", nargs="+", help="a folder of cells; for merge, packs")
    parser.add_argument("out")
    parser.add_argument("--shared", default=SHARED)
    args = parser.parse_args()
    if args.kind == "merge":
        merge(args.inputs, args.out)
    else:
        build_real(args.kind, args.inputs[0], args.shared, args.out)


if __name__ == "__main__":
    main()
