"""The exported network must read the same in Tesseract as in PyTorch."""

import os
import shutil
import tempfile
import unittest

import numpy as np

try:
    import cv2
    import torch
    from planilla import agree, alphabet, export, net
except ImportError:
    torch = None


def drawn_strip(rng, width):
    """Return a strip with a few pen-like strokes, made up."""
    strip = np.full((48, width), 255, np.uint8)
    for _ in range(6):
        points = rng.integers([2, 6], [width - 2, 42], (4, 2)).astype(np.int32)
        cv2.polylines(strip, [points], False, int(rng.integers(0, 90)), 2, cv2.LINE_AA)
    return strip


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
        self.model = os.path.join(self.folder, "planilla.traineddata")
        export.write(self.net, self.model)

    def tearDown(self):
        shutil.rmtree(self.folder)

    def test_agreement(self):
        rng = np.random.default_rng(2)
        for width in (60, 97, 150):
            strip = drawn_strip(rng, width)
            want = agree.through_torch(self.net, strip)
            got = agree.through_tesseract(self.model, [strip])[0]
            self.assertEqual(got.shape, want.shape)
            # Whole percents, cut off; the last two outputs look alike in hOCR.
            self.assertLess(np.abs(got - want)[:, :-2].max(), 0.012)


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
