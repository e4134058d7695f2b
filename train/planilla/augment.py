"""Cheap random changes to a strip, so that few cells look like many."""

import cv2
import numpy as np

from .frame import HEIGHT

MIN_WIDTH = 24


def augment(strip, rng):
    """Return a changed copy of strip (48 x w, uint8); the width may differ."""
    out = warp(strip, rng)
    dice = rng.random(6)
    if dice[0] < .25:
        out = thickness(out, rng)
    if dice[1] < .15:
        out = elastic(out, rng)
    if dice[2] < .12:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(.4, 1.1)))
    if dice[3] < .3:
        out = tone(out, rng)
    if dice[4] < .12:
        noise = rng.normal(0, rng.uniform(3, 16), out.shape)
        out = np.clip(out + noise, 0, 255).astype(np.uint8)
    if dice[5] < .06:
        out = cut(out, rng)
    return out


def warp(strip, rng):
    """Scale, shear, turn and shift; white comes in from outside."""
    w = strip.shape[1]
    sx, sy = rng.uniform(.82, 1.18), rng.uniform(.86, 1.1)
    shear, turn = rng.normal(0, .12), rng.normal(0, .025)
    slack = int(abs(shear) * 20)
    width = max(MIN_WIDTH, int(w * sx) + slack)
    cx, cy = w / 2, HEIGHT / 2
    a, b = sx, shear
    c, d = turn, sy
    dx = width / 2 - a * cx - b * cy
    dy = cy - c * cx - d * cy + rng.normal(0, 1.5)
    return cv2.warpAffine(strip, np.float32([[a, b, dx], [c, d, dy]]), (width, HEIGHT),
                          flags=cv2.INTER_LINEAR, borderValue=255)


def thickness(strip, rng):
    """Make the strokes thicker or thinner, by a part."""
    kernel = np.ones((2, 2) if rng.random() < .6 else (3, 3), np.uint8)
    other = cv2.erode(strip, kernel) if rng.random() < .55 else cv2.dilate(strip, kernel)
    part = float(rng.uniform(.3, 1 if kernel.shape[0] == 2 else .7))
    return cv2.addWeighted(other, part, strip, 1 - part, 0)


def elastic(strip, rng):
    """Move the ink by a smooth random field of one or two pixels."""
    h, w = strip.shape
    grid = rng.normal(0, 1.5, (2, 4, max(2, w // 16))).astype(np.float32)
    xs, ys = np.meshgrid(np.arange(w, dtype=np.float32), np.arange(h, dtype=np.float32))
    return cv2.remap(strip, xs + cv2.resize(grid[0], (w, h), interpolation=cv2.INTER_CUBIC),
                     ys + cv2.resize(grid[1], (w, h), interpolation=cv2.INTER_CUBIC),
                     cv2.INTER_LINEAR, borderValue=255)


def tone(strip, rng):
    """Change the ink's darkness and gamma; paper stays white."""
    dark = np.arange(256, dtype=np.float32) / 255
    table = 1 - np.clip((1 - dark) ** rng.uniform(.6, 1.7) * rng.uniform(.6, 1.15), 0, 1)
    return cv2.LUT(strip, np.rint(table * 255).astype(np.uint8))


def cut(strip, rng):
    """Wipe out a small rectangle, as an erased line or a fold does."""
    h, w = strip.shape
    out = strip.copy()
    if rng.random() < .5:
        y = int(rng.integers(4, h - 4))
        out[y:y + int(rng.integers(1, 3))] = 255
    else:
        x, y = int(rng.integers(0, w - 4)), int(rng.integers(0, h - 8))
        out[y:y + int(rng.integers(4, 12)), x:x + int(rng.integers(3, 9))] = 255
    return out
