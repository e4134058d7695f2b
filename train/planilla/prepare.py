"""The band normalisation of ocr.Prepare (Go), for ink drawn by us.

Go removes specks and neighbours first; drawn cells have only what would have
survived that. The geometry and the contrast stretch are the same.
"""

import cv2
import numpy as np

from .frame import HEIGHT

BAND = 31
MAX_WIDTH, MIN_WIDTH, MARGIN, MAX_GAP = 240, 24, 2, 22


def strip(dark, row_height):
    """Return the strip of a darkness picture (float32, 0 paper to 255) whose
    printed cell is row_height pixels high; white when there is no ink."""
    ink = dark > max(9, .2 * float(dark.max()))
    if not ink.any() or dark.max() < 18:
        return np.full((HEIGHT, MIN_WIDTH), 255, np.uint8)
    end = max(float(np.quantile(dark[ink], .85)), 40)
    paper = .12 * end
    clean = np.clip((dark - paper) * (255 / (end - paper)), 0, 255)
    near = cv2.dilate(ink.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    clean = np.where(near, clean, 0).astype(np.float32)
    rows = np.cumsum(ink.sum(1))
    cut = int(.03 * rows[-1])
    top = int(np.searchsorted(rows, cut, "right"))
    bottom = int(np.searchsorted(rows, rows[-1] - cut, "left")) + 1
    scale = BAND / min(max(bottom - top, .5 * row_height), 1.4 * row_height)
    y0 = (top + bottom) / 2 - HEIGHT / 2 / scale
    cols = np.flatnonzero(ink.any(0))
    x0, x1 = int(cols[0]), int(cols[-1]) + 1
    width = max(1, round((x1 - x0) * scale))
    pic = resample(clean, x0, y0, scale, width)
    pic = close_gaps(pic)
    if pic.shape[1] > MAX_WIDTH - 2 * MARGIN:
        pic = cv2.resize(pic, (MAX_WIDTH - 2 * MARGIN, HEIGHT), interpolation=cv2.INTER_AREA)
    out = np.zeros((HEIGHT, max(pic.shape[1] + 2 * MARGIN, MIN_WIDTH)), np.float32)
    left = (out.shape[1] - pic.shape[1]) // 2
    out[:, left:left + pic.shape[1]] = pic
    return 255 - np.clip(np.rint(out), 0, 255).astype(np.uint8)


def resample(pic, x0, y0, scale, width):
    """Return HEIGHT x width pixels of pic from (x0, y0) on, enlarged by scale."""
    if scale < 1:
        pic = cv2.GaussianBlur(pic, (0, 0), .45 / scale)
    matrix = np.float32([[1 / scale, 0, x0 + .5 / scale - .5], [0, 1 / scale, y0 + .5 / scale - .5]])
    out = cv2.warpAffine(pic, matrix, (width, HEIGHT),
                         flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP)
    return np.clip(out, 0, 255)


def close_gaps(pic):
    """Shorten blank runs of columns to MAX_GAP."""
    blank = pic.max(0) < 8
    keep, gap = [], 0
    for x, b in enumerate(blank):
        gap = gap + 1 if b else 0
        if gap <= MAX_GAP:
            keep.append(x)
    return pic if len(keep) == pic.shape[1] else pic[:, keep]
