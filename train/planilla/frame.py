"""Margins and marks around a strip: the same pixels as ocr.Frame in Go."""

import numpy as np

HEIGHT = 48
MARGIN = 14
BAR = 2


def frame(strip):
    """Return a strip (48 x w, uint8) with its margins (48 x w+28)."""
    return frame_batch(strip[None])[0]


def frame_batch(strips):
    """Return strips (n x 48 x w, uint8) with their margins (n x 48 x w+28)."""
    n, height, width = strips.shape
    if height != HEIGHT:
        raise ValueError(f"a strip has {HEIGHT} rows, got {height}")
    out = np.full((n, HEIGHT, width + 2 * MARGIN), 255, np.uint8)
    out[:, :, MARGIN:MARGIN + width] = strips
    out[:, :, :BAR] = 0
    out[:, :, -BAR:] = 0
    dots = np.arange(BAR + 1, MARGIN, 2)
    out[:, HEIGHT // 2, dots] = 0
    out[:, HEIGHT // 2, -1 - dots] = 0
    return out
