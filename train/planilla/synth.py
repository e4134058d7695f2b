"""Synthesis: cells composed from real pen strokes, one writer a cell.

    python3 -m planilla.synth --count 60000 --out work/synth.npz
"""

import argparse
import json
import os
import random
import time

import cv2
import numpy as np

from . import alphabet, data, prepare, strokes, texts

CAP = 60           # capital height of the drawing, pixels
SHIFT = 4          # sub-pixel bits of cv2.polylines
INFERIOR = {"x": "xxxX", "O": "OO00o", "0": "00O"}


class Pen:
    """What stays the same within one cell: writer, slant, spacing, pen."""

    def __init__(self, rng, glyphs):
        self.rng = rng
        self.glyphs = glyphs
        self.slant = rng.gauss(.0, .12)
        self.aspect = rng.uniform(.78, 1.2)
        self.gap = rng.choice([rng.uniform(-4, 12), rng.uniform(4, 30), rng.uniform(10, 65)])
        self.slope = rng.gauss(0, .025)
        self.drift = rng.gauss(0, .03)
        self.capital = rng.uniform(.8, 1.12)
        self.lower = rng.uniform(.8, 1.25)
        self.capital_files = rng.random() < .02
        self.width = CAP * rng.choice([rng.uniform(.035, .07), rng.uniform(.05, .1),
                                       rng.uniform(.06, .14)])
        self.level = {}


class Writers:
    """Glyphs of one writer, missing characters lent by others."""

    def __init__(self, rng, bank, names):
        self.rng, self.bank, self.names = rng, bank, names
        self.owner = rng.choice(names)
        self.lent = {}

    def glyph(self, char):
        own = self.bank[self.owner].get(char)
        if own is None:
            own = self.lent.get(char)
        while own is None:
            own = self.bank[self.rng.choice(self.names)].get(char)
            self.lent[char] = own
        return self.rng.choice(own)


class Synth:
    """Draws cells. Writers of the development set only when dev is true."""

    def __init__(self, shared, seed=1, dev=False):
        self.rng = random.Random(seed)
        self.np = np.random.default_rng(seed)
        bank = strokes.load(os.path.join(shared, "strokes", "chess-strokes.jsonl.gz"))
        self.bank = bank
        self.names = sorted(w for w in bank if strokes.held_out(w) == dev and len(bank[w]) >= 12)
        with open(os.path.join(shared, "strokes", "place.json")) as f:
            self.place = json.load(f)
        self.moves, self.weights = texts.load_moves(
            os.path.join(shared, "games", "games.san.gz"))

    def cell(self):
        """Return (strip, label, language)."""
        kind = self.rng.random()
        if kind < .025:
            return self.empty(), alphabet.EMPTY, "-"
        text, language = texts.sample(self.rng, self.moves, self.weights)
        if alphabet.encode(text) is None:
            raise ValueError(f"text outside the alphabet: {text!r}")
        drawn = self.compose(text)
        label = text
        if kind < .05:
            drawn = drawn + self.scribble(drawn, 0, 1, heavy=True)
            label = alphabet.STRUCK
        elif kind < .085:
            drawn = self.corrected(drawn)
        if self.rng.random() < .12:
            drawn = drawn + self.neighbours(drawn)
        return self.render(drawn), label, language

    def compose(self, text):
        """Return the strokes of text: a list of (points, thickness)."""
        rng = self.rng
        writer = Writers(rng, self.bank, self.names)
        pen = Pen(rng, writer)
        out, x = [], 0.0
        spaced = rng.random() < .12
        for i, char in enumerate(text):
            glyph, scale = self.choose(writer, pen, char, text)
            placed, advance = self.put(glyph, pen, char, scale, x)
            if char == "x" and rng.random() < .06:
                placed = [p + np.float32([0, rng.uniform(0, 18)]) for p in placed]
            out += [(p, pen.width) for p in placed]
            gap = pen.gap + rng.gauss(0, 4)
            if spaced and i == 0:
                gap += rng.uniform(8, 40)
            x += advance + max(gap, -.25 * advance)
        if rng.random() < .04:
            out += self.overwrite(out, pen)
        return self.bend(out, pen)

    def choose(self, writer, pen, char, text):
        rng = self.rng
        if char in "abcdefgh" and pen.capital_files:
            return writer.glyph(char.upper()), rng.uniform(.6, .95)
        shape = rng.choice(INFERIOR.get(char, char))
        scale = pen.capital if shape.isupper() else 1.0
        if shape.islower():
            scale = pen.lower
        if shape in "oO0":
            scale = rng.uniform(.7, 1.0) * (1.3 if shape == "o" else 1)
        return writer.glyph(shape), scale * rng.uniform(.92, 1.08)

    def put(self, glyph, pen, char, scale, x):
        """Return a glyph's strokes placed at x with its baseline at y = 0."""
        box = np.concatenate(glyph)
        low, high = box.min(0), box.max(0)
        place = self.place.get(char)
        bottom = 0.0
        if place:
            level = pen.level.setdefault(char, self.rng.betavariate(3, 3))
            q = place["bottom"]
            bottom = np.interp(level, [.1, .5, .9], q) * 100
            if char in "-+=:x":
                bottom = np.clip(bottom, -10, 60)
        rot = self.rng.gauss(0, .035)
        sx = scale * pen.aspect * self.rng.uniform(.94, 1.06)
        placed = []
        for s in glyph:
            p = (s - [low[0], high[1]]) * [sx, scale]
            p = p + np.outer(p[:, 1], [-rot, 0]) + np.outer(p[:, 0], [0, rot])
            placed.append((p + [x, -bottom]).astype(np.float32))
        return placed, float(high[0] - low[0]) * sx

    def bend(self, drawn, pen):
        """Apply slant, slope, a growing or shrinking hand and a slow wave."""
        rng = self.rng
        phase, amp, freq = rng.uniform(0, 6.28), abs(rng.gauss(0, 1.4)), rng.uniform(.02, .06)
        width = max(float(p[:, 0].max()) for p, _ in drawn) + 1
        out = []
        for p, t in drawn:
            x, y = p[:, 0], p[:, 1]
            grow = 1 + pen.drift * (x / 100)
            y2 = y * np.clip(grow, .7, 1.3) + pen.slope * x + amp * np.sin(freq * x + phase)
            x2 = x - pen.slant * y + amp * np.sin(freq * y + phase)
            out.append((np.stack([x2, y2], 1).astype(np.float32), t))
        return out

    def overwrite(self, drawn, pen):
        """Go over a few strokes once more."""
        out = []
        for p, t in self.rng.sample(drawn, min(2, len(drawn))):
            out.append((p + np.float32([self.rng.gauss(0, 4), self.rng.gauss(0, 4)]), t))
        return out

    def extent(self, drawn):
        allp = np.concatenate([p for p, _ in drawn])
        return allp.min(0), allp.max(0)

    def scribble(self, drawn, start, end, heavy):
        """Return strokes that cross out the part from start to end (0..1)."""
        rng = self.rng
        (x0, y0), (x1, y1) = self.extent(drawn)
        a, b = x0 + start * (x1 - x0), x0 + end * (x1 - x0)
        mid, half = (y0 + y1) / 2, (y1 - y0) / 2
        width = drawn[0][1]
        style = rng.random()
        out = []
        if style < .45:
            n = max(4, int((b - a) / rng.uniform(6, 16)))
            for _ in range(rng.randint(1, 3 if heavy else 2)):
                xs = np.linspace(a, b, n) + self.np.normal(0, 4, n)
                ys = mid + half * rng.uniform(.5, 1) * np.where(np.arange(n) % 2, 1, -1) \
                    + self.np.normal(0, 6, n)
                out.append(np.stack([xs, ys], 1))
        elif style < .75:
            for _ in range(rng.randint(1, 5) if heavy else rng.randint(2, 5)):
                n = 8
                y = mid + half * rng.uniform(-.6, .6)
                ys = y + self.np.normal(0, 3, n) + np.linspace(0, rng.gauss(0, 14), n)
                out.append(np.stack([np.linspace(a - 8, b + 8, n), ys], 1))
        else:
            t = np.linspace(0, 6.28 * max(3, (b - a) / rng.uniform(14, 30)), 160)
            xs = np.linspace(a, b, 160) + 14 * np.cos(t)
            ys = mid + half * .7 * np.sin(t) + self.np.normal(0, 2, 160)
            out.append(np.stack([xs, ys], 1))
        return [(p.astype(np.float32), width * rng.uniform(.9, 1.3)) for p in out]

    def corrected(self, drawn):
        """Put a crossed-out piece before the move, or correct a character by
        writing over a wrong one: the label stays the correction."""
        rng = self.rng
        if rng.random() < .4:
            (x0, _), (x1, _) = self.extent(drawn)
            wrong = self.compose(rng.choice("abcdefgh12345678NBRQKTDAC"))
            (w0, _), (w1, _) = self.extent(wrong)
            at = rng.uniform(x0, max(x0, x1 - (w1 - w0)))
            thick = drawn[0][1]
            return [(p + np.float32([at - w0, rng.gauss(0, 6)]), thick * .75) for p, _ in wrong] \
                + [(p, t * 1.2) for p, t in drawn]
        text = "".join(rng.choice("abcdefgh12345678NBRQKTDAC") for _ in range(rng.randint(1, 4)))
        wrong = self.compose(text)
        wrong += self.scribble(wrong, 0, 1, heavy=True)
        (_, _), (w1, _) = self.extent(wrong)
        (x0, _), _ = self.extent(drawn)
        shift = np.float32([w1 - x0 + rng.uniform(4, 25), 0])
        thick = drawn[0][1]
        return [(p, thick) for p, _ in wrong] + [(p + shift, t) for p, t in drawn]

    def neighbours(self, drawn):
        """Return what hangs in from the rows above and below: the near ends of
        the strokes written there."""
        rng = self.rng
        (x0, y0), (x1, y1) = self.extent(drawn)
        out = []
        for below in (False, True):
            if rng.random() < .45:
                continue
            text, _ = texts.sample(rng, self.moves, self.weights)
            other = self.compose(text)
            (a0, b0), (_, b1) = self.extent(other)
            shift = [x0 - a0 + rng.uniform(-60, 60), 0]
            depth = rng.uniform(8, 40)
            gap = rng.uniform(-12, 18)
            if below:
                shift[1] = y1 + gap - b0
                near = y1 + gap + depth
            else:
                shift[1] = y0 - gap - b1
                near = y0 - gap - depth
            for p, t in other:
                q = densify(p + np.float32(shift))
                inside = (q[:, 1] < near) if below else (q[:, 1] > near)
                inside &= (q[:, 0] > x0 - 40) & (q[:, 0] < x1 + 40)
                out += [(part, t) for part in runs(q, inside)]
        return out

    def render(self, drawn):
        """Draw strokes as ink on paper at a camera's resolution."""
        rng = self.rng
        (x0, y0), (x1, y1) = self.extent(drawn)
        k = CAP / 100
        native = rng.choice([rng.uniform(.22, .45), rng.uniform(.35, .75), rng.uniform(.5, .9)])
        squeeze = min(1.0, 620 / max(1, (x1 - x0) * k))
        pad = CAP // 2
        w = int((x1 - x0) * k * squeeze) + 2 * pad
        top = min(y0, -100) - 40
        h = int((max(y1, 20) - top) * k) + pad
        canvas = np.zeros((h, w), np.uint8)
        for p, thick in drawn:
            self.line(canvas, (p - [x0, top]) * [k * squeeze, k] + [pad, 0], thick)
        ink = canvas.astype(np.float32)
        if rng.random() < .5:
            ink *= self.texture(h, w)
        while rng.random() < .2:
            self.rules(ink, pad, -top * k)
        if rng.random() < .06:
            self.tails(ink)
        soft = rng.uniform(.3, .8) / native
        ink = cv2.GaussianBlur(ink, (0, 0), soft)
        small = cv2.resize(ink, (max(8, int(w * native)), max(8, int(h * native))),
                           interpolation=cv2.INTER_AREA)
        strength = rng.choice([rng.uniform(.25, .6), rng.uniform(.5, 1)])
        noise = rng.uniform(1, 7) * (1 if rng.random() < .7 else 2)
        small = small * strength + self.np.normal(0, noise, small.shape).astype(np.float32)
        if rng.random() < .35:
            small = self.jpeg(small)
        if rng.random() < .12:
            self.specks(small)
        if rng.random() < .14:
            small = self.side(small)
        row = CAP * native * rng.uniform(1.05, 2.1)
        return prepare.strip(self.clean(small), row)

    def clean(self, dark):
        """Keep ink blobs, drop noise, as Prepare's hysteresis does."""
        soft = cv2.GaussianBlur(np.clip(dark, 0, 255), (3, 3), .8)
        inky = soft[soft > 18]
        if inky.size == 0:
            return np.zeros_like(dark)
        end = float(np.quantile(inky, .85))
        low, high = max(9, .2 * end), max(18, .33 * end)
        count, labels = cv2.connectedComponents((soft >= low).astype(np.uint8), connectivity=8)
        peak = np.zeros(count, bool)
        peak[np.unique(labels[soft >= high])] = True
        area = np.bincount(labels.ravel(), minlength=count)
        peak &= area > 4
        peak[0] = False
        keep = cv2.dilate(peak[labels].astype(np.uint8), np.ones((3, 3), np.uint8))
        return np.where(keep > 0, np.clip(dark, 0, 255), 0).astype(np.float32)

    def line(self, canvas, points, thick):
        """Draw one stroke; its weight changes a little along the way."""
        rng = self.rng
        value = int(255 * rng.uniform(.8, 1))
        pts = np.round(points * (1 << SHIFT)).astype(np.int32)
        t = max(1, round(thick * rng.uniform(.88, 1.12)))
        if len(pts) == 1:
            cv2.circle(canvas, tuple(int(v) for v in pts[0]), int(t * .7 * (1 << SHIFT)),
                       value, -1, cv2.LINE_AA, SHIFT)
            return
        cv2.polylines(canvas, [pts.reshape(-1, 1, 2)], False, value, t, cv2.LINE_AA, SHIFT)
        if len(pts) > 8 and rng.random() < .5:
            a = rng.randrange(0, len(pts) - 4)
            part = pts[a:a + rng.randint(3, max(4, len(pts) // 2))]
            cv2.polylines(canvas, [part.reshape(-1, 1, 2)], False, value, t + 1, cv2.LINE_AA, SHIFT)

    def texture(self, h, w):
        """Return a gain field: uneven pressure, and grain for pencils."""
        rng = self.rng
        coarse = self.np.uniform(rng.uniform(.35, .8), 1.0, (max(2, h // 25), max(2, w // 25)))
        field = cv2.resize(coarse.astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
        if rng.random() < .4:
            grain = self.np.uniform(rng.uniform(0, .6), 1.0, (h // 3 + 1, w // 3 + 1))
            field *= cv2.resize(grain.astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
        return field

    def rules(self, ink, pad, base):
        """Leave remains of a printed line, or the gap where one was erased."""
        rng = self.rng
        h, w = ink.shape
        y = int(np.clip(base + rng.gauss(2, 10), 2, h - 4))
        t = rng.randint(2, 5)
        if rng.random() < .6:
            ink[y:y + t + rng.randint(0, 4)] *= rng.uniform(0, .5)
            return
        if rng.random() < .5:
            self.dashes(ink, y, t)
            return
        a = rng.randrange(0, w)
        b = min(w, a + rng.randint(10, 60))
        ink[y:y + t, a:b] = np.maximum(ink[y:y + t, a:b], rng.uniform(60, 180))

    def dashes(self, ink, y, t):
        """Leave a row of short remains of a printed line."""
        rng = self.rng
        x = rng.randrange(0, 20)
        while x < ink.shape[1]:
            n = rng.randint(2, 12)
            part = ink[y:y + t, x:x + n]
            np.maximum(part, rng.uniform(30, 160), out=part)
            x += n + rng.randint(4, 40)

    def side(self, small):
        """Put the remains of a shaded or printed number column, or of a
        vertical line, beside the writing."""
        rng = self.rng
        h, w = small.shape
        left = rng.random() < .6
        wide = rng.randint(2, max(3, h // 4))
        gap = rng.randint(0, max(2, h))
        block = np.zeros((h, wide + gap), np.float32)
        y0 = rng.randint(0, h // 3)
        y1 = rng.randint(2 * h // 3, h)
        bar = block[y0:y1, -wide:] if not left else block[y0:y1, :wide]
        style = rng.random()
        if style < .6:
            bar += self.np.uniform(0, rng.uniform(60, 160), bar.shape) \
                * (self.np.random(bar.shape) < rng.uniform(.2, .9))
        elif style < .8:
            cv2.putText(block, str(rng.randint(0, 9)), (0 if left else gap, int(h * .65)),
                        cv2.FONT_HERSHEY_DUPLEX, h / 70, rng.uniform(90, 230), 1, cv2.LINE_AA)
        else:
            bar[:, :1] = rng.uniform(60, 220)
        return np.hstack([block, small] if left else [small, block]).astype(np.float32)

    def tails(self, ink):
        """Let a neighbour's stroke hang into the cell."""
        rng = self.rng
        h, w = ink.shape
        mask = np.zeros((h, w), np.uint8)
        x = rng.randrange(0, w)
        top = rng.random() < .5
        ys = np.linspace(0, h * rng.uniform(.15, .35), 6)
        xs = x + np.linspace(0, rng.gauss(0, 14), 6) + self.np.normal(0, 2, 6)
        pts = np.stack([xs, ys if top else h - 1 - ys], 1).round().astype(np.int32)
        cv2.polylines(mask, [pts.reshape(-1, 1, 2)], False, 230, rng.randint(3, 7), cv2.LINE_AA)
        np.maximum(ink, mask, out=ink)

    def specks(self, small):
        rng = self.rng
        h, w = small.shape
        for _ in range(rng.randint(1, 3)):
            cv2.circle(small, (rng.randrange(w), rng.randrange(h)), rng.randint(1, 2),
                       float(rng.uniform(60, 200)), -1)

    def jpeg(self, dark):
        quality = [cv2.IMWRITE_JPEG_QUALITY, self.rng.randint(25, 80)]
        image = 255 - np.clip(dark, 0, 255).astype(np.uint8)
        _, coded = cv2.imencode(".jpg", image, quality)
        return 255 - cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE).astype(np.float32)

    def empty(self):
        """Return an empty cell: white, or with specks or remains of lines."""
        rng = self.rng
        kind = rng.random()
        if kind < .3:
            return prepare.strip(np.zeros((40, 100), np.float32), 30)
        dark = np.zeros((rng.randint(30, 70), rng.randint(80, 200)), np.float32)
        h, w = dark.shape
        if kind < .6:
            self.specks(dark)
        else:
            for _ in range(rng.randint(1, 2)):
                y = rng.choice([rng.randint(0, h // 4), rng.randint(3 * h // 4, h - 3)])
                a = rng.randrange(0, w - 10)
                b = rng.randint(a + 5, w)
                cv2.line(dark, (a, y), (b, y + rng.randint(-2, 2)), rng.uniform(60, 230),
                         rng.randint(1, 3), cv2.LINE_AA)
            if rng.random() < .3:
                self.tails(dark)
        dark = cv2.GaussianBlur(dark, (0, 0), rng.uniform(.5, 1.2))
        return prepare.strip(dark, h * .6)


def densify(points, step=3.0):
    """Return a polyline with a point about every step units."""
    if len(points) < 2:
        return points
    d = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    at = np.linspace(0, d[-1], max(2, int(d[-1] / step)))
    return np.stack([np.interp(at, d, points[:, 0]), np.interp(at, d, points[:, 1])],
                    1).astype(np.float32)


def runs(points, inside):
    """Return the pieces of a polyline whose points are inside."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], inside.astype(np.int8), [0]])))
    return [points[a:b] for a, b in zip(edges[::2], edges[1::2]) if b - a > 1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--shared", default=data.SHARED)
    parser.add_argument("--count", type=int, default=60000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dev", action="store_true", help="writers of the development set")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    synth = Synth(args.shared, args.seed, args.dev)
    pack = data.Builder()
    started = time.time()
    for _ in range(args.count):
        strip, label, language = synth.cell()
        pack.add(strip, label, "synth", language)
    pack.save(args.out)
    print(f"{args.out}: {args.count} cells, {args.count / (time.time() - started):.0f} a second")


if __name__ == "__main__":
    main()
