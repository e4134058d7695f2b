"""Training, resumable; the schedule follows the clock.

    python3 -m planilla.train --minutes 90 --name main

reads the packs named by --synth and --real (files that appear or change while
it runs are taken in at the next epoch), writes work/NAME.pt after every epoch
(everything needed to go on), checkpoints/NAME.pt when the development figure
is the best so far (averaged weights as float16) and a line of work/NAME.tsv.
"""

import argparse
import copy
import glob
import math
import os
import time

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from . import alphabet, augment, data
from .export import load
from .frame import frame_batch
from .net import DEFAULT, Net, to_input

WORK = os.path.join(data.TRAIN, "work")
CHECKPOINTS = os.path.join(data.TRAIN, "checkpoints")
COLUMNS = ["epoch", "minutes", "updates", "lr", "loss", "cells_s", "hcs", "epfl", "synth",
           "synth_en", "synth_es", "synth_de", "real_cells", "synth_cells"]


class Source:
    """The packs matching glob patterns; reloaded when a file changes."""

    def __init__(self, patterns, wanted):
        self.patterns, self.wanted = patterns, wanted
        self.stamp, self.packs, self.index = None, [], []

    def refresh(self):
        """Read the files again when they changed; tell whether they did."""
        paths = sorted(p for g in self.patterns for p in glob.glob(g) if ".part" not in p)
        stamp = [(p, os.path.getmtime(p)) for p in paths]
        if stamp == self.stamp:
            return False
        self.stamp = stamp
        self.packs = [data.Pack(p) for p in paths]
        self.index = [(k, i) for k, pack in enumerate(self.packs)
                      for i in range(len(pack)) if self.wanted(pack, i)]
        return True

    def get(self, ref):
        """Return (strip, label) of an index entry."""
        pack = self.packs[ref[0]]
        return pack.strip(ref[1]), pack.labels[ref[1]]


def trainable(pack, i):
    """Tell whether a cell may be trained on."""
    return not (pack.sources[i] in ("hcs", "epfl") and data.held_out(pack.groups[i]))


def batches(cells, size, rng):
    """Yield lists of cells of about equal width, in random order; cells are
    (strip, label)."""
    order = sorted(range(len(cells)), key=lambda i: cells[i][0].shape[1] * rng.uniform(.95, 1.05))
    starts = list(range(0, len(order), size))
    rng.shuffle(starts)
    for s in starts:
        yield [cells[i] for i in order[s:s + size]]


def collate(cells, rng=None):
    """Return framed pictures of one width and labels. White is added on the
    left and right, at random when rng is given."""
    width = max(s.shape[1] for s, _ in cells)
    width += -width % 4
    out = np.full((len(cells), 48, width), 255, np.uint8)
    for row, (strip, _) in zip(out, cells):
        free = width - strip.shape[1]
        left = int(rng.integers(0, free + 1)) if rng is not None else 0
        row[:, left:left + strip.shape[1]] = strip
    return to_input(frame_batch(out)), [alphabet.encode(label) for _, label in cells]


def ctc(logp, labels):
    """Return the mean CTC loss per cell."""
    lengths = torch.tensor([len(y) for y in labels])
    flat = torch.tensor([c for y in labels for c in y])
    steps = torch.full((len(labels),), logp.shape[0])
    loss = F.ctc_loss(logp, flat, steps, lengths, blank=alphabet.NULL, reduction="none",
                      zero_infinity=True)
    return loss.mean()


@torch.no_grad()
def read(net, strips, size=64):
    """Return the best-path texts of strips, in their order."""
    net.eval()
    order = sorted(range(len(strips)), key=lambda i: strips[i].shape[1])
    out = [None] * len(strips)
    # One exact width a batch: at run time a strip ends at its own margin.
    k = 0
    while k < len(order):
        part = [order[k]]
        k += 1
        while k < len(order) and len(part) < size and \
                strips[order[k]].shape[1] == strips[part[0]].shape[1]:
            part.append(order[k])
            k += 1
        x = to_input(frame_batch(np.stack([strips[i] for i in part])))
        for i, ids in zip(part, net(x).argmax(-1).T.tolist()):
            out[i] = alphabet.collapse(ids)
    return out


class Development:
    """Held-out cells and how many of them are read exactly."""

    def __init__(self, source, limits):
        self.source, self.limits = source, limits

    def cells(self):
        self.source.refresh()
        by = {}
        for pack in self.source.packs:
            for i in range(len(pack)):
                kind = pack.sources[i]
                if kind != "synth" and not data.held_out(pack.groups[i]):
                    continue
                by.setdefault(kind, []).append((pack.strip(i), alphabet.fold(pack.labels[i]),
                                                pack.groups[i]))
        rng = np.random.default_rng(0)
        for kind, cells in by.items():
            limit = self.limits.get(kind, 600)
            if len(cells) > limit:
                by[kind] = [cells[i] for i in rng.permutation(len(cells))[:limit]]
        return by

    def measure(self, net):
        """Return shares of exact readings by source (and language)."""
        out = {}
        for kind, cells in self.cells().items():
            texts = read(net, [c[0] for c in cells])
            right = [t == c[1] for t, c in zip(texts, cells)]
            out[kind] = float(np.mean(right))
            if kind == "synth":
                for name, langs in (("en", ["en"]), ("es", ["es", "ca"]), ("de", ["de"])):
                    part = [r for r, c in zip(right, cells) if c[2] in langs]
                    out["synth_" + name] = float(np.mean(part)) if part else 0.0
        return out


class Average:
    """Running average of the weights."""

    def __init__(self, net, decay=.998):
        self.net = copy.deepcopy(net).eval()
        self.decay, self.seen = decay, 0

    @torch.no_grad()
    def update(self, net):
        self.seen += 1
        keep = min(self.decay, (1 + self.seen) / (10 + self.seen))
        for mine, new in zip(self.net.state_dict().values(), net.state_dict().values()):
            if mine.is_floating_point():
                mine.lerp_(new, 1 - keep)
            else:
                mine.copy_(new)


def learning_rate(args, fraction, updates):
    """Return the rate at a fraction of the time: warm-up, then half a cosine."""
    warm = min(1.0, (updates + 1) / args.warmup)
    return args.rate * warm * (.5 * (1 + math.cos(math.pi * min(1.0, fraction))) + .003)


class Trainer:
    """One run: network, optimiser, average and what has been done so far."""

    def __init__(self, args):
        self.args = args
        self.rng = np.random.default_rng(args.seed)
        torch.manual_seed(args.seed)
        self.net = Net(DEFAULT)
        decay = [p for p in self.net.parameters() if p.dim() > 1]
        plain = [p for p in self.net.parameters() if p.dim() <= 1]
        self.optimiser = torch.optim.AdamW(
            [{"params": decay, "weight_decay": .01}, {"params": plain, "weight_decay": 0}],
            lr=args.rate, betas=(.9, .98))
        self.average = Average(self.net)
        self.epoch, self.updates, self.elapsed, self.best = 0, 0, 0.0, -1.0
        self.real = Source(args.real, trainable)
        self.synth = Source(args.synth, trainable)
        self.development = Development(Source(args.real + args.dev, trainable),
                                       {"hcs": 800, "epfl": 600, "synth": 800})
        self.path = os.path.join(WORK, args.name + ".pt")

    def save(self):
        state = {"net": self.net.state_dict(), "average": self.average.net.state_dict(),
                 "seen": self.average.seen, "optimiser": self.optimiser.state_dict(),
                 "epoch": self.epoch, "updates": self.updates, "elapsed": self.elapsed,
                 "best": self.best, "rng": self.rng.bit_generator.state,
                 "torch_rng": torch.get_rng_state(), "config": self.net.config}
        torch.save(state, self.path + ".part")
        os.replace(self.path + ".part", self.path)

    def load(self):
        state = torch.load(self.path)
        self.net.load_state_dict(state["net"])
        self.average.net.load_state_dict(state["average"])
        self.average.seen = state["seen"]
        self.optimiser.load_state_dict(state["optimiser"])
        self.epoch, self.updates = state["epoch"], state["updates"]
        self.elapsed, self.best = state["elapsed"], state["best"]
        self.rng.bit_generator.state = state["rng"]
        torch.set_rng_state(state["torch_rng"])

    def start_from(self, path):
        """Take the weights of a checkpoint, nothing else."""
        weights = load(path).state_dict()
        self.net.load_state_dict(weights)
        self.average.net.load_state_dict(weights)

    def draw(self):
        """Return the cells of one epoch, augmented."""
        count = self.args.epoch if self.epoch else self.args.epoch // 2
        real = 0
        if self.real.index:
            share = min(self.args.real_share, 4 * len(self.real.index) / count)
            real = int(count * share)
        cells = []
        for source, n in ((self.real, real), (self.synth, count - real)):
            if not source.index:
                continue
            for k in self.spread(len(source.index), n):
                strip, label = source.get(source.index[k])
                if self.epoch >= self.args.plain_epochs and self.rng.random() < .9:
                    strip = augment.augment(strip, self.rng)
                cells.append((strip, label))
        return cells

    def spread(self, size, n):
        """Return n indices below size, every one about equally often."""
        out = np.concatenate([self.rng.permutation(size) for _ in range(-(-n // size))])
        return out[:n]

    def run_epoch(self):
        """Train one epoch; return mean loss and cells a second."""
        started = clock = time.time()
        size = self.args.first_batch if self.updates < self.args.first_updates else self.args.batch
        losses, cells = [], self.draw()
        for batch in batches(cells, size, self.rng):
            fraction = self.elapsed / (60 * self.args.minutes)
            if fraction >= 1:
                break
            rate = learning_rate(self.args, fraction, self.updates)
            for group in self.optimiser.param_groups:
                group["lr"] = rate
            self.net.train()
            x, labels = collate(batch, self.rng)
            loss = ctc(self.net(x), labels)
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
            self.optimiser.step()
            self.average.update(self.net)
            self.updates += 1
            losses.append(float(loss))
            now = time.time()
            self.elapsed += now - clock
            clock = now
        done = len(losses) * size
        self.epoch += 1
        return float(np.mean(losses or [0])), done / max(1e-9, time.time() - started)

    def finished(self):
        return self.elapsed >= 60 * self.args.minutes

    def keep(self, figures):
        """Write the averaged weights when they are the best so far; near the
        end the figures only wobble, so the last ones are kept as well."""
        real = [figures[k] for k in ("hcs", "epfl") if k in figures]
        score = (2 * figures["hcs"] + figures.get("epfl", 0) + .5 * figures.get("synth", 0)
                 if "hcs" in figures else figures.get("synth", 0) - 1 + sum(real))
        if score < self.best and not self.finished():
            return
        self.best = max(score, self.best)
        os.makedirs(CHECKPOINTS, exist_ok=True)
        weights = {k: v.half() if v.is_floating_point() else v
                   for k, v in self.average.net.state_dict().items()}
        path = os.path.join(CHECKPOINTS, self.args.name + ".pt")
        torch.save({"config": self.net.config, "weights": weights, "figures": figures,
                    "epoch": self.epoch, "minutes": self.elapsed / 60}, path + ".part")
        os.replace(path + ".part", path)

    def log(self, loss, speed, figures):
        values = [self.epoch, f"{self.elapsed / 60:.1f}", self.updates,
                  f"{self.optimiser.param_groups[0]['lr']:.2e}", f"{loss:.3f}", f"{speed:.0f}"]
        values += [f"{figures[k]:.4f}" if k in figures else "-" for k in COLUMNS[6:12]]
        values += [len(self.real.index), len(self.synth.index)]
        path = os.path.join(WORK, self.args.name + ".tsv")
        new = not os.path.exists(path)
        with open(path, "a") as f:
            if new:
                f.write("\t".join(COLUMNS) + "\n")
            f.write("\t".join(map(str, values)) + "\n")
        print(*values, flush=True)

    def run(self):
        while not self.finished():
            self.real.refresh()
            self.synth.refresh()
            loss, speed = self.run_epoch()
            started = time.time()
            figures = self.development.measure(self.average.net)
            self.elapsed += time.time() - started
            self.keep(figures)
            self.log(loss, speed, figures)
            self.save()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--name", default="main")
    parser.add_argument("--minutes", type=float, default=90, help="training time, all resumes")
    parser.add_argument("--real", nargs="*", default=[WORK + "/hcs.npz", WORK + "/epfl.npz"])
    parser.add_argument("--synth", nargs="*", default=[WORK + "/synth[0-9]*.npz"])
    parser.add_argument("--dev", nargs="*", default=[WORK + "/synthdev.npz"])
    parser.add_argument("--real-share", type=float, default=.65)
    parser.add_argument("--epoch", type=int, default=12000, help="cells an epoch")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--first-batch", type=int, default=16)
    parser.add_argument("--first-updates", type=int, default=1000)
    parser.add_argument("--plain-epochs", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--warmup", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="start", help="checkpoint to take the weights from")
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.set_flush_denormal(True)
    trainer = Trainer(args)
    if os.path.exists(trainer.path):
        trainer.load()
    elif args.start:
        trainer.start_from(args.start)
    trainer.run()


if __name__ == "__main__":
    main()
