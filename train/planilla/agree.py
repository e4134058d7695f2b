"""Does Tesseract read what PyTorch reads? Compares, and records for the Go tests.

    python3 -m planilla.agree compare CHECKPOINT MODEL.traineddata PACK [--count 300]
    python3 -m planilla.agree record  CHECKPOINT MODEL.traineddata OUT.json STRIP.png...

compare reads cells of a pack both ways. The distance of two readings is the
largest difference of any output's probability at a time step, averaged over the
steps; Tesseract prints whole percents, cut off, which alone is about 0.01.

record writes strips, PyTorch's posteriors and the hash of the model they belong
to; ocr/tesseract tests itself against that file.
"""

import argparse
import base64
import hashlib
import html
import json
import os
import re
import subprocess
import tempfile

import cv2
import numpy as np
import torch

from . import alphabet, data, export
from .frame import frame
from .net import to_input

OPTIONS = ["--psm", "13", "-c", "lstm_choice_mode=1", "-c", "tessedit_do_invert=0",
           "-c", "tessedit_create_hocr=1"]
LEAST = .002    # probabilities below are not recorded


def hocr_symbols():
    """Return what Tesseract's hOCR shows for each network output: output k > 0
    appears as symbol k + 2, output 0 as itself, the last two as nothing."""
    names = [" ", "Joined", "|Broken|0|1"] + list(alphabet.ALPHABET) + ["%", "&"]
    return [names[0]] + names[3:] + ["", ""]


def hocr_posteriors(text):
    """Return the posteriors (steps x classes) printed in one page of hOCR."""
    shown = hocr_symbols()
    pieces = re.split(r"<span class='ocrx_cinfo' id='timestep[\d_]+'>", text)[1:]
    out = np.zeros((len(pieces), len(shown)))
    for t, piece in enumerate(pieces):
        piece = piece.split("<span class='ocr_symbol'")[0].split("<span class='ocrx_word'")[0]
        for percent, symbol in re.findall(r"x_confs (\d+)[^']*'>(.*?)</span>", piece, re.S):
            out[t, shown.index(html.unescape(symbol))] += int(percent) / 100
    return out


def through_tesseract(model, strips):
    """Return Tesseract's posteriors (steps x classes) of each strip."""
    folder, name = os.path.split(os.path.abspath(model))
    language = os.path.splitext(name)[0]
    with tempfile.TemporaryDirectory() as work:
        paths = []
        for i, strip in enumerate(strips):
            paths.append(os.path.join(work, f"{i}.png"))
            cv2.imwrite(paths[-1], frame(strip))
        listing = os.path.join(work, "list.txt")
        with open(listing, "w") as f:
            f.write("\n".join(paths))
        run = subprocess.run(
            ["tesseract", listing, "-", "--tessdata-dir", folder, "-l", language] + OPTIONS,
            capture_output=True, text=True, check=True, env=dict(os.environ, OMP_THREAD_LIMIT="1"))
    pages = run.stdout.split("<div class='ocr_page'")[1:]
    if len(pages) != len(strips):
        raise ValueError(f"{len(strips)} strips gave {len(pages)} pages of hOCR")
    return [hocr_posteriors(p) for p in pages]


@torch.no_grad()
def through_torch(net, strip):
    """Return PyTorch's posteriors (steps x classes)."""
    return net(to_input(frame(strip)[None]))[:, 0].exp().numpy()


def distance(a, b):
    """Return the largest difference of an output, averaged over the steps."""
    return float(np.abs(a - b)[:, :-2].max(1).mean())


def text(posteriors):
    """Return the best path's text."""
    return alphabet.collapse(posteriors.argmax(1).tolist())


def compare(net, model, strips):
    """Return the share of strips read alike and the mean distance. A strip in
    which Tesseract sees no text line counts as unlike, at distance 1."""
    same, apart = [], []
    for strip, there in zip(strips, through_tesseract(model, strips)):
        here = through_torch(net, strip)
        if len(here) != len(there):
            same.append(False)
            apart.append(1.0)
            continue
        same.append(text(here) == text(there))
        apart.append(distance(here, there))
    return float(np.mean(same)), float(np.mean(apart))


def record(net, model, paths):
    """Return what the Go test needs, as a JSON value."""
    cells = []
    for path in paths:
        with open(path, "rb") as f:
            png = base64.b64encode(f.read()).decode()
        read = through_torch(net, data.read_png(path))
        steps = [{str(k): round(float(row[k]), 3) for k in np.flatnonzero(row >= LEAST)}
                 for row in read]
        cells.append({"png": png, "text": text(read), "steps": steps})
    with open(model, "rb") as f:
        return {"model": hashlib.sha256(f.read()).hexdigest(), "cells": cells}


def chosen(pack, count):
    """Return count strips of held-out pages, spread evenly."""
    index = [i for i in range(len(pack)) if data.held_out(pack.groups[i])]
    step = max(1, len(index) // count)
    return [pack.strip(i) for i in index[::step][:count]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("compare", "record"):
        command = commands.add_parser(name)
        command.add_argument("checkpoint")
        command.add_argument("model")
        if name == "compare":
            command.add_argument("pack")
            command.add_argument("--count", type=int, default=300)
        else:
            command.add_argument("out")
            command.add_argument("strips", nargs="+")
    args = parser.parse_args()
    torch.set_num_threads(1)
    net = export.load(args.checkpoint)
    if args.command == "compare":
        strips = chosen(data.Pack(args.pack), args.count)
        same, apart = compare(net, args.model, strips)
        print(f"{len(strips)} cells: {same:.3f} read alike, posteriors {apart:.4f} apart")
        return
    with open(args.out, "w") as f:
        json.dump(record(net, args.model, args.strips), f, separators=(",", ":"))
        f.write("\n")


if __name__ == "__main__":
    main()
