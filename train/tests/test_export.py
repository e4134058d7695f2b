"""The exported network must read the same in Tesseract as in PyTorch."""

import html
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import numpy as np

try:
    import cv2
    import torch
    from planilla import alphabet, export, net
    from planilla.frame import frame
except ImportError:
    torch = None


def drawn_strip(rng, width):
    """Return a strip with a few pen-like strokes, made up."""
    strip = np.full((48, width), 255, np.uint8)
    for _ in range(6):
        points = rng.integers([2, 6], [width - 2, 42], (4, 2)).astype(np.int32)
        cv2.polylines(strip, [points], False, int(rng.integers(0, 90)), 2, cv2.LINE_AA)
    return strip


def hocr_symbols():
    """Return what Tesseract's hOCR shows for each network output: output k > 0
    appears as symbol k + 2, output 0 as itself, the last two as nothing."""
    names = [" ", "Joined", "|Broken|0|1"] + list(alphabet.ALPHABET) + ["%", "&"]
    return [names[0]] + names[3:] + ["", ""]


def hocr_posteriors(text):
    """Return the posteriors (steps x classes) printed in hOCR."""
    shown = hocr_symbols()
    pieces = re.split(r"<span class='ocrx_cinfo' id='timestep[\d_]+'>", text)[1:]
    out = np.zeros((len(pieces), len(shown)))
    for t, piece in enumerate(pieces):
        piece = piece.split("<span class='ocr_symbol'")[0].split("<span class='ocrx_word'")[0]
        for percent, symbol in re.findall(r"x_confs (\d+)[^']*'>(.*?)</span>", piece, re.S):
            out[t, shown.index(html.unescape(symbol))] += int(percent) / 100
    return out


@unittest.skipIf(torch is None, "no torch")
@unittest.skipIf(shutil.which("tesseract") is None, "no tesseract")
class AgreementTest(unittest.TestCase):
    """A random network on made-up pictures, PyTorch against Tesseract."""

    def setUp(self):
        torch.manual_seed(1)
        torch.set_num_threads(1)
        self.net = net.Net()
        for conv in self.net.convs:
            conv.norm.running_mean.normal_(0, .1)
            conv.norm.running_var.uniform_(.5, 1.5)
            conv.norm.weight.data.uniform_(-1.5, 1.5)
        self.net.out.weight.data *= 6
        self.net.eval()
        self.folder = tempfile.mkdtemp()
        export.write(self.net, os.path.join(self.folder, "planilla.traineddata"))

    def tearDown(self):
        shutil.rmtree(self.folder)

    def tesseract(self, picture):
        path = os.path.join(self.folder, "cell.png")
        cv2.imwrite(path, picture)
        run = subprocess.run(
            ["tesseract", path, "-", "--tessdata-dir", self.folder, "-l", "planilla",
             "--psm", "13", "-c", "lstm_choice_mode=1", "-c", "tessedit_do_invert=0",
             "-c", "tessedit_create_hocr=1"],
            capture_output=True, text=True, check=True,
            env=dict(os.environ, OMP_THREAD_LIMIT="1"))
        return hocr_posteriors(run.stdout)

    def test_agreement(self):
        rng = np.random.default_rng(2)
        for width in (60, 97, 150):
            picture = frame(drawn_strip(rng, width))
            with torch.no_grad():
                runs = [self.net(net.to_input(picture[None]))[:, 0].exp().numpy()
                        for _ in range(24)]
            mean, spread = np.mean(runs, 0), np.std(runs, 0)
            got = self.tesseract(picture)
            self.assertEqual(got.shape[0], mean.shape[0], "time steps")
            mean[:, -2] += mean[:, -1]
            spread[:, -2] += spread[:, -1]
            diff = np.abs(got - mean)[:, :-1] - 4 * spread[:, :-1]
            self.assertLess(diff.max(), 0.03)
            self.assertLess(np.abs(got - mean).mean(), 0.006)


@unittest.skipIf(torch is None, "no torch")
class FileTest(unittest.TestCase):
    """The parts of the file that need no Tesseract to check."""

    def test_unicharset(self):
        lines = export.unicharset_component().decode().split("\n")
        self.assertEqual(int(lines[0]), alphabet.CLASSES)
        self.assertEqual(len(lines), alphabet.CLASSES + 2)
        self.assertTrue(lines[4].startswith("a 3 "))

    def test_pass_through(self):
        self.assertEqual(len(export.recoder_component(49)), 4 + 49 * 9)


if __name__ == "__main__":
    unittest.main()
