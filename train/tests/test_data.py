"""Alphabet, texts, preparation, packs and label variants."""

import os
import random
import tempfile
import unittest

import numpy as np

try:
    import cv2
    import torch
    from planilla import alphabet, augment, clean, data, frame, prepare, texts, train
except ImportError:
    torch = None


@unittest.skipIf(torch is None, "no torch or cv2")
class AlphabetTest(unittest.TestCase):
    def test_castling_is_folded(self):
        self.assertEqual(alphabet.encode("0-0"), alphabet.encode("O-O"))
        self.assertEqual(alphabet.fold("0-0-0+"), "O-O-O+")
        self.assertEqual(alphabet.fold("1-0"), "1-0")

    def test_round_trip(self):
        for text in ("Cxe5+", "e8=D", "~", "_", "P4R"):
            self.assertEqual(alphabet.decode(alphabet.encode(text)), text)
        self.assertIsNone(alphabet.encode("Ñ"))

    def test_collapse(self):
        n = alphabet.NULL
        e, four = alphabet.encode("e4")
        self.assertEqual(alphabet.collapse([n, e, e, n, four, four, n]), "e4")
        self.assertEqual(alphabet.collapse([e, n, e]), "ee")


@unittest.skipIf(torch is None, "no torch or cv2")
class FrameTest(unittest.TestCase):
    def test_marks(self):
        framed = frame.frame(np.full((48, 30), 200, np.uint8))
        self.assertEqual(framed.shape, (48, 58))
        self.assertTrue((framed[:, :2] == 0).all() and (framed[:, -2:] == 0).all())
        self.assertEqual(framed[24, :14].tolist(), [0, 0] + [255, 0] * 6)
        self.assertEqual(framed[24, -14:].tolist(), [0, 255] * 6 + [0, 0])
        self.assertTrue((framed[:, 14:-14] == 200).all())


@unittest.skipIf(torch is None, "no torch or cv2")
class TextTest(unittest.TestCase):
    def test_every_spelling_is_in_the_alphabet(self):
        rng = random.Random(3)
        moves = ["e4", "exd5", "Nbxd7+", "Qh7#", "O-O-O+", "exd8=Q#", "R1e2"]
        for language in texts.LETTERS:
            for san in moves:
                for _ in range(50):
                    text = texts.spell(rng, san, language)
                    self.assertIsNotNone(alphabet.encode(text), text)
        for _ in range(200):
            self.assertIsNotNone(alphabet.encode(texts.descriptive(rng)))

    def test_language(self):
        rng = random.Random(1)
        seen = {texts.spell(rng, "Nf3", "es") for _ in range(100)}
        self.assertIn("Cf3", seen)
        self.assertNotIn("Nf3", seen)

    def test_variants(self):
        got = clean.variants("Nbxd7+")
        for want in ("Nbxd7+", "Nbd7", "Nd7", "Nxd7+"):
            self.assertIn(want, got)
        self.assertIn("ed", clean.variants("exd5"))
        self.assertIn("OO", clean.variants("O-O"))


@unittest.skipIf(torch is None, "no torch or cv2")
class StripTest(unittest.TestCase):
    def test_band_is_steady(self):
        for size in (1, 2):
            dark = np.zeros((60 * size, 120 * size), np.float32)
            dark[20 * size:40 * size, 30 * size:36 * size] = 200
            strip = prepare.strip(dark, 30 * size)
            self.assertEqual(strip.shape[0], 48)
            rows = np.flatnonzero((strip < 128).any(1))
            self.assertAlmostEqual(rows[-1] - rows[0] + 1, 31, delta=3)
            self.assertAlmostEqual((rows[-1] + rows[0]) / 2, 23.5, delta=1.5)

    def test_empty(self):
        strip = prepare.strip(np.zeros((40, 90), np.float32), 30)
        self.assertEqual(strip.shape, (48, 24))
        self.assertTrue((strip == 255).all())

    def test_augment_keeps_the_form(self):
        rng = np.random.default_rng(1)
        strip = np.full((48, 90), 255, np.uint8)
        cv2.putText(strip, "Nf3", (5, 36), 0, 1, 0, 2)
        for _ in range(200):
            out = augment.augment(strip, rng)
            self.assertEqual((out.shape[0], out.dtype), (48, np.uint8))
            self.assertLess(out.min(), 200)


@unittest.skipIf(torch is None, "no torch or cv2")
class PackTest(unittest.TestCase):
    def test_round_trip_and_batches(self):
        rng = np.random.default_rng(1)
        builder = data.Builder()
        strips = [rng.integers(0, 255, (48, w), dtype=np.uint8) for w in (24, 61, 100)]
        for s in strips:
            builder.add(s, "e4", "synth", "en")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.npz")
            builder.save(path)
            pack = data.Pack(path)
        for i, s in enumerate(strips):
            self.assertTrue((pack.strip(i) == s).all())
        x, labels = train.collate([(pack.strip(i), pack.labels[i]) for i in range(3)])
        self.assertEqual(tuple(x.shape), (3, 1, 48, 100 + 28))
        self.assertEqual(labels, [alphabet.encode("e4")] * 3)


if __name__ == "__main__":
    unittest.main()
