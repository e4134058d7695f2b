"""Writes a trained network as a Tesseract traineddata file.

    python3 -m planilla.export CHECKPOINT OUT.traineddata

The formats are described where they are written. Everything is little endian;
a string is a uint32 length and its bytes.
"""

import argparse
import os
import struct

import torch

from . import alphabet
from .frame import HEIGHT
from .net import Net

SPEC = "planilla"
VERSION = b"5.3.0"

# Tesseract pads convolutions with noise of amplitude 1. ReLU and max-pooling let
# a positive factor through, so the picture enters the convolutions times GAIN
# and the last one divides it out again: the same function, and beside it the
# noise is nothing. A power of two costs no precision.
GAIN = 2.0 ** 14

# Component numbers of a traineddata file (tessdatamanager.h).
COMPONENTS = 24
LSTM, UNICHARSET, RECODER, VERSION_STRING = 17, 21, 22, 23


def _string(text):
    data = text.encode()
    return struct.pack("<I", len(data)) + data


def _layer(kind, inputs, outputs, weights, name):
    return (b"\0" + _string(kind) + struct.pack("<bbiiii", 0, 0, 0, inputs, outputs, weights)
            + _string(name))


def _matrix(weights):
    weights = weights.detach().double().contiguous()
    rows, cols = weights.shape
    return (bytes([128]) + struct.pack("<IId", rows, cols, 0.0)
            + weights.numpy().astype("<f8").tobytes())


def _plumbing(kind, inputs, outputs, weights, name, parts):
    return (_layer(kind, inputs, outputs, weights, name)
            + struct.pack("<I", len(parts)) + b"".join(parts))


def _scaling(kind, inputs, outputs, x_scale, y_scale):
    return _layer(kind, inputs, outputs, 0, kind) + struct.pack("<ii", x_scale, y_scale)


def _amplifier(depth):
    """A layer that multiplies every pixel by GAIN."""
    matrix = torch.cat([GAIN * torch.eye(depth), torch.zeros(depth, 1)], 1)
    return _layer("Linear", depth, depth, matrix.numel(), "Gain") + _matrix(matrix), matrix.numel()


def _conv(conv, index, last):
    """A Convolve layer stacks the neighbourhood (x outer, y inner, channels
    innermost); the Relu after it holds the weights, bias in the last column."""
    weights, bias = conv.folded()
    if last:
        weights = weights / GAIN
    else:
        bias = bias * GAIN
    out, inputs, kh, kw = weights.shape
    flat = weights.permute(0, 3, 2, 1).reshape(out, -1)
    flat = torch.cat([flat, bias[:, None]], 1)
    stack = (_layer("Convolve", inputs, inputs * kh * kw, 0, "Convolve")
             + struct.pack("<ii", kw // 2, kh // 2))
    relu = _layer("Relu", inputs * kh * kw, out, flat.numel(), "ConvNL") + _matrix(flat)
    return (_plumbing("Series", inputs, out, flat.numel(), f"ConvSeries{index}", [stack, relu]),
            flat.numel())


def _lstm_direction(lstm, suffix, name):
    """Gates in Tesseract's order: cell input, input, forget, output."""
    hidden, inputs = lstm.hidden_size, lstm.input_size
    w_in = getattr(lstm, "weight_ih_l0" + suffix)
    w_rec = getattr(lstm, "weight_hh_l0" + suffix)
    bias = getattr(lstm, "bias_ih_l0" + suffix) + getattr(lstm, "bias_hh_l0" + suffix)

    def gate(k):
        rows = slice(k * hidden, (k + 1) * hidden)
        return torch.cat([w_in[rows], w_rec[rows], bias[rows, None]], 1)

    count = 4 * hidden * (inputs + hidden + 1)
    data = _layer("LSTM", inputs, hidden, count, name) + struct.pack("<i", inputs + hidden)
    return data + b"".join(_matrix(gate(k)) for k in (2, 0, 1, 3)), count


def _bilstm(lstm, index):
    forward, n1 = _lstm_direction(lstm, "", f"Lfx{index}")
    backward, n2 = _lstm_direction(lstm, "_reverse", f"Lrx{index}")
    inputs, hidden = lstm.input_size, lstm.hidden_size
    backward = _plumbing("RTLReversed", inputs, hidden, n2, "RevLSTM", [backward])
    return (_plumbing("ParBidiLSTM", inputs, 2 * hidden, n1 + n2, f"BidiLSTM{index}",
                      [forward, backward]), n1 + n2)


def lstm_component(net):
    """Return the network in Tesseract's .lstm format."""
    total = 0
    parts = [_layer("Input", HEIGHT, 1, 0, "Input")
             + struct.pack("<iiiii", 1, HEIGHT, 0, 1, 0)]
    depth = 1
    sh, sw = net.config["stem"]
    if sh * sw > 1:
        parts.append(_scaling("Reconfig", depth, depth * sh * sw, sw, sh))
        depth *= sh * sw
    data, count = _amplifier(depth)
    parts.append(data)
    total += count
    for i, conv in enumerate(net.convs):
        data, count = _conv(conv, i, last=i == len(net.convs) - 1)
        parts.append(data)
        total += count
        depth = conv.conv.out_channels
        if conv.pool != (1, 1):
            parts.append(_scaling("Maxpool", depth, depth, conv.pool[1], conv.pool[0]))
    parts.append(_scaling("Reconfig", depth, depth * net.rows, 1, net.rows))
    for i, lstm in enumerate(net.lstms):
        data, count = _bilstm(lstm, i)
        parts.append(data)
        total += count
    last = torch.cat([net.out.weight, net.out.bias[:, None]], 1)
    total += last.numel()
    classes = last.shape[0]
    parts.append(_layer("Softmax", last.shape[1] - 1, classes, last.numel(), "Output")
                 + _matrix(last))
    data = _plumbing("Series", HEIGHT, classes, total, "Series", parts)
    data += _string(SPEC) + struct.pack("<iiii", 64, 0, 0, alphabet.NULL)
    return data + struct.pack("<fff", 0.999, 0.001, 0.5)


def unicharset_component(classes=alphabet.CLASSES):
    """Return the unicharset: NULL, Joined, Broken, the alphabet, spares."""
    names = ["NULL", "Joined", "|Broken|0|1"] + list(alphabet.ALPHABET)
    names += ["%", "&"][:classes - len(names)]
    lines = [str(len(names)), "NULL 0 Common 0"]
    for i, name in enumerate(names[1:], 1):
        lines.append(_unichar_line(i, name))
    return ("\n".join(lines) + "\n").encode()


def _unichar_line(i, name):
    """One line: properties (1 letter, 2 lower, 4 upper, 8 digit, 16 punctuation),
    metrics, script, the other case, direction, mirror, the normal form."""
    kind, script = 16, "Common"
    if name == "Joined":
        kind, script = 7, "Latin"
    elif name.startswith("|"):
        kind = 15
    elif name.isdigit():
        kind = 8
    elif name.isalpha():
        kind, script = (5 if name.isupper() else 3), "Latin"
    plain = name.split("|")[1] if name.startswith("|") else name
    return f"{name} {kind:x} 0,255,0,255,0,0,0,0,0,0 {script} {i} 0 {i} {name}\t# {plain}"


def recoder_component(classes=alphabet.CLASSES):
    """Return the pass-through recoder: output k is unichar id k."""
    data = struct.pack("<I", classes)
    for k in range(classes):
        data += struct.pack("<bii", 1, 1, k)
    return data


def traineddata(components):
    """Return a traineddata file: the number of entries, the offset of each (-1
    when missing), then the components."""
    data, offsets = b"", [-1] * COMPONENTS
    for number in sorted(components):
        offsets[number] = 4 + 8 * COMPONENTS + len(data)
        data += components[number]
    return struct.pack(f"<i{COMPONENTS}q", COMPONENTS, *offsets) + data


def write(net, path):
    """Write net (in eval mode) to path, atomically."""
    classes = net.config["classes"]
    data = traineddata({
        LSTM: lstm_component(net),
        UNICHARSET: unicharset_component(classes),
        RECODER: recoder_component(classes),
        VERSION_STRING: VERSION,
    })
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    temporary = path + ".part"
    with open(temporary, "wb") as f:
        f.write(data)
    os.replace(temporary, path)


def load(path):
    """Return the network of a checkpoint (what train.py writes), in eval mode."""
    saved = torch.load(path, map_location="cpu")
    net = Net(saved["config"])
    net.load_state_dict({k: v.float() if v.is_floating_point() else v
                         for k, v in saved["weights"].items()})
    return net.eval()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkpoint")
    parser.add_argument("out")
    args = parser.parse_args()
    write(load(args.checkpoint), args.out)
    print(f"{args.out}: {os.path.getsize(args.out) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
