"""Cleans the labels of real cells with a model that already reads.

    python3 -m planilla.clean CHECKPOINT RAW.npz OUT.npz

EPFL labels are the legal game, the ink may lack x, + or a disambiguation: the
spelling that the model prices best becomes the label. A cell whose label the
model finds extremely unlikely while it is sure of something quite different is
dropped, and a page where most cells are like that is dropped whole (it was cut
or labelled a row off). Development pages keep every cell, so that the figures
stay honest; only EPFL spellings are chosen there.
"""

import argparse
import collections
import re

import numpy as np
import torch
import torch.nn.functional as F

from . import alphabet, data
from .export import load
from .frame import frame_batch
from .net import to_input

HOPELESS = -9.0      # ln P of a label that cannot be what is written
SURE = -1.2          # ln P of the model's own reading when it is sure
BAD_PAGE = .5        # share of hopeless cells that condemns a page


def variants(san):
    """Return the spellings under which a legal move may stand on paper."""
    if san.startswith("O"):
        core = san.rstrip("+#")
        return sorted({core, core.replace("-", ""), core + "+", core + "#", san})
    m = re.match(r"^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(=?[QRBN]?)([+#]?)$", san)
    if not m:
        return [san]
    piece, origin, takes, square, promotion, check = m.groups()
    heads = {piece + origin + takes + square, piece + origin + square}
    if piece:
        heads |= {piece + takes + square, piece + square}
    elif takes:
        heads |= {origin + takes + square[0], origin + square[0], takes + square}
    tails = {promotion, promotion.replace("=", "")}
    checks = {check, "", "+"} | ({"++"} if check else set())
    return sorted(h + t + c for h in heads for t in tails for c in checks)


@torch.no_grad()
def log_probs(net, pack):
    """Yield (index, log-probabilities (steps x classes)) of every cell."""
    order = np.argsort(pack.widths, kind="stable")
    k = 0
    while k < len(order):
        width, part = pack.widths[order[k]], []
        while k < len(order) and pack.widths[order[k]] == width and len(part) < 64:
            part.append(int(order[k]))
            k += 1
        x = to_input(frame_batch(np.stack([pack.strip(i) for i in part])))
        logp = net(x).exp().clamp_min(1e-4).log()
        for j, i in enumerate(part):
            yield i, logp[:, j]


def prices(logp, texts):
    """Return ln P of each text (CTC)."""
    ids = [alphabet.encode(t) for t in texts]
    steps, n = logp.shape[0], len(texts)
    loss = F.ctc_loss(logp[:, None].expand(-1, n, -1), torch.tensor(sum(ids, [])),
                      torch.full((n,), steps), torch.tensor([len(i) for i in ids]),
                      blank=alphabet.NULL, reduction="none")
    return (-loss).tolist()


def judge(net, pack):
    """Return per cell (best label, its ln P, own reading, its ln P)."""
    out = [None] * len(pack)
    for i, logp in log_probs(net, pack):
        label = pack.labels[i]
        texts = variants(label) if pack.sources[i] == "epfl" and label != "_" else [label]
        own = alphabet.collapse(logp.argmax(-1).tolist()) or alphabet.EMPTY
        *priced, own_price = prices(logp, texts + [own])
        best = int(np.argmax(priced))
        out[i] = (texts[best], priced[best], own, own_price)
    return out


def clean(net, pack):
    """Return (builder, counts) of the cells worth training on."""
    verdicts = judge(net, pack)
    hopeless = [v[1] < HOPELESS for v in verdicts]
    by_page = collections.defaultdict(list)
    for i in range(len(pack)):
        by_page[pack.groups[i]].append(hopeless[i])
    bad = {p for p, h in by_page.items() if np.mean(h) > BAD_PAGE}
    out, counts = data.Builder(), collections.Counter()
    for i, (label, price, _, own_price) in enumerate(verdicts):
        held = data.held_out(pack.groups[i])
        if not held and pack.groups[i] in bad:
            counts["on bad pages"] += 1
            continue
        if not held and hopeless[i] and (own_price > SURE or price < 2 * HOPELESS):
            counts["dropped"] += 1
            continue
        counts["kept"] += 1
        counts["respelt"] += label != pack.labels[i]
        out.add(pack.strip(i), label, pack.sources[i], pack.groups[i], pack.names[i])
    counts["bad pages"] = len(bad)
    return out, counts, bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkpoint")
    parser.add_argument("raw")
    parser.add_argument("out")
    args = parser.parse_args()
    torch.set_num_threads(1)
    builder, counts, bad = clean(load(args.checkpoint), data.Pack(args.raw))
    builder.save(args.out)
    print(args.out, dict(counts), sorted(bad))


if __name__ == "__main__":
    main()
