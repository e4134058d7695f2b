"""The network: only layers that unmodified Tesseract can run.

A 2 x 2 Reconfig folds the picture's pixels into depth, so that the first
convolution works at half resolution; then convolutions with max-pooling, a
Reconfig of the remaining rows into depth, bidirectional LSTMs and a softmax.

Tesseract's Convolve pads with uniform noise in [-1, 1]; Conv here pads with
zeros, and export makes the noise vanish beside the signal. In Tesseract a
convolution is followed by its bias and ReLU, then by pooling. With a positive
scale, batch normalisation and ReLU commute with max-pooling, so training pools
first (a quarter of the work) and export folds the scale.
"""

import torch
import torch.nn.functional as F
from torch import nn

from . import alphabet
from .frame import HEIGHT

DEFAULT = {
    "stem": [2, 2],
    # output channels, kernel height, kernel width, pool height, pool width
    "convs": [[32, 3, 3, 2, 2], [64, 3, 3, 2, 1], [96, 3, 3, 2, 1]],
    "lstms": [128, 96],
    "dropout": 0.15,
    "classes": alphabet.CLASSES,
}


class Conv(nn.Module):
    """Convolution padded with zeros, max-pool, batch normalisation, ReLU."""

    def __init__(self, inputs, outputs, kernel, pool):
        super().__init__()
        padding = (kernel[0] // 2, kernel[1] // 2)
        self.conv = nn.Conv2d(inputs, outputs, kernel, padding=padding, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.pool = pool

    def scale(self):
        """Return the positive scale of the normalisation."""
        return self.norm.weight.abs() + 1e-3

    def forward(self, x):
        y = self.conv(x)
        if self.pool != (1, 1):
            y = F.max_pool2d(y, self.pool)
        n = self.norm
        if n.training:
            n.num_batches_tracked += 1
        y = F.batch_norm(y, n.running_mean, n.running_var, self.scale(), n.bias,
                         n.training, n.momentum, n.eps)
        return F.relu(y)

    def folded(self):
        """Return weights and biases with the normalisation folded in."""
        n = self.norm
        gain = self.scale() / torch.sqrt(n.running_var + n.eps)
        return self.conv.weight * gain[:, None, None, None], n.bias - n.running_mean * gain


class Net(nn.Module):
    """Strip recogniser: pictures in, log-probabilities per time step out."""

    def __init__(self, config=None):
        super().__init__()
        self.config = dict(DEFAULT, **(config or {}))
        sh, sw = self.config["stem"]
        depth, rows = sh * sw, HEIGHT // sh
        convs = []
        for out, kh, kw, ph, pw in self.config["convs"]:
            convs.append(Conv(depth, out, (kh, kw), (ph, pw)))
            depth, rows = out, rows // ph
        self.convs = nn.ModuleList(convs)
        self.rows = rows
        depth *= rows
        lstms = []
        for hidden in self.config["lstms"]:
            lstms.append(nn.LSTM(depth, hidden, bidirectional=True))
            depth = 2 * hidden
        self.lstms = nn.ModuleList(lstms)
        self.out = nn.Linear(depth, self.config["classes"])
        self.to(memory_format=torch.channels_last)

    def stride(self):
        """Return how many columns of a picture one time step covers."""
        step = self.config["stem"][1]
        for conv in self.config["convs"]:
            step *= conv[4]
        return step

    def forward(self, x):
        """Map pictures (batch, 1, 48, width), -1 black to 1 white, to
        log-probabilities (steps, batch, classes)."""
        x = fold_pixels(x, *self.config["stem"]).contiguous(memory_format=torch.channels_last)
        for conv in self.convs:
            x = conv(x)
        b, c, h, w = x.shape
        x = x.permute(3, 0, 2, 1).reshape(w, b, h * c)
        for lstm in self.lstms:
            x, _ = lstm(F.dropout(x, self.config["dropout"], self.training))
        x = F.dropout(x, self.config["dropout"], self.training)
        return self.out(x).log_softmax(-1)


def fold_pixels(x, sh, sw):
    """Fold blocks of sh x sw pixels into depth, column by column, as
    Tesseract's Reconfig does; a remainder at the right or bottom is cut."""
    if sh == 1 and sw == 1:
        return x
    b, c, h, w = x.shape
    x = x[:, :, :h // sh * sh, :w // sw * sw].reshape(b, c, h // sh, sh, w // sw, sw)
    return x.permute(0, 5, 3, 1, 2, 4).reshape(b, sw * sh * c, h // sh, w // sw)


def to_input(pictures):
    """Return framed pictures (batch x 48 x width, uint8) as network input."""
    return torch.from_numpy(pictures)[:, None].float().div_(127.5).sub_(1)
