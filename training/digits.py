"""Real handwritten digits, sorted by hand and split so that no writer is in two parts.

A *hand* is the way one person writes: for each digit a list of glyphs. Where a collection does not name its writers,
the whole slice of the collection counts as one hand.
"""

import gzip
import io
import re
import tarfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image

# The writers of swiss-numbers-a who are held out, whole; the others are for training. Each writer is in the test of one fold, so
# that all fourteen can be measured by networks that never saw their hands. The shipped network belongs to no fold: it learns from all.
FOLDS = [
    {"validation": [7, 20], "test": [5, 8, 12, 17]},
    {"validation": [20], "test": [1, 2, 4, 7, 10]},
    {"validation": [7], "test": [13, 15, 16, 19, 20]},
]
NO_FOLD = 0  # nobody held out
WRITERS = sorted(writer for fold in FOLDS for writer in fold["test"])
# semeion names its writers 0 to 39, but for some digits says only -1, one of 0 to 19, or -2, one of 20 to 39.
SEMEION_WRITERS = {
    "train": [-1, *range(0, 20)],
    "validation": [],
    "test": [-2, *range(20, 40)],
}
# Of the writers of mnist-train, by their place in the order of their numbers.
MNIST_WRITERS = {"train": (0, 449), "validation": (449, 494), "test": (494, 539)}
# Whoever wrote a digit less often than this has no hand of their own.
LEAST_GLYPHS = 3
# A collection without writers is split by index.
OPTDIGITS_IMAGES = {"train": (0, 1350), "validation": (1350, 1640), "test": (1640, 1934)}

# How often a box is written by a hand from each collection.
SHARES = {"swiss": 0.47, "mnist": 0.36, "semeion": 0.11, "optdigits": 0.06}


def swiss_writers(part, fold=1):
    """The Swiss writers of a part ("train", "validation" or "test") in a fold, counted from 1, or in `NO_FOLD`."""
    if fold == NO_FOLD:
        return WRITERS if part == "train" else []
    held = FOLDS[fold - 1]
    return held.get(part) or [writer for writer in WRITERS if writer not in held["validation"] + held["test"]]


@dataclass
class Glyph:
    """One digit, cut to its ink. `ink` is uint8 (height, width), 255 = full ink; `size` is its height
    relative to the hand's usual digit; `scan` tells real ink from a black-and-white image."""

    ink: np.ndarray
    size: float
    scan: bool


@dataclass
class Hand:
    name: str
    collection: str
    glyphs: dict = field(default_factory=lambda: {digit: [] for digit in range(10)})


def read_idx(path):
    """Read a gzipped IDX file: uint8 or int32, any number of dimensions."""
    raw = gzip.decompress(Path(path).read_bytes())
    kind, dimensions = raw[2], raw[3]
    shape = np.frombuffer(raw, ">i4", dimensions, 4)
    values = np.frombuffer(raw, {0x08: np.uint8, 0x0C: ">i4"}[kind], offset=4 + 4 * dimensions)
    return values.reshape(shape)


def cut_to_ink(ink, least=60):
    """Cut a picture of ink to the rows and columns that hold any."""
    rows, columns = np.where((ink > least).any(1))[0], np.where((ink > least).any(0))[0]
    return ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def idx_glyph(image):
    ink = cut_to_ink(image)
    return Glyph(np.ascontiguousarray(ink), ink.shape[0] / 20, False)


def read_collection(folder, name):
    """Images (n, 28, 28), labels (n) and, where known, writers (n) of a collection."""
    images = read_idx(folder / f"{name}-images-idx3-ubyte.gz")
    labels = read_idx(folder / f"{name}-labels-idx1-ubyte.gz")
    writers = folder / f"{name}-writers-idx1-int.gz"
    return images, labels, read_idx(writers) if writers.exists() else None


SCANS = ("swiss-ink-a.tar", "swiss-ink-b.tar")


def read_scans(folder, names=SCANS):
    """The real ink scans: yields (writer, digit, darkness), darkness float (height, width), 0 = paper, 1 = black."""
    for name in names:
        with tarfile.open(folder / name) as tar:
            for member in sorted(tar.getmembers(), key=lambda member: member.name):
                place = re.search(r"(\d{4})_\w+/(\d)/[^/]+\.png$", member.name)
                if not place:
                    continue
                picture = Image.open(io.BytesIO(tar.extractfile(member).read())).convert("RGBA")
                paper = Image.new("RGBA", picture.size, "white")
                grey = np.asarray(Image.alpha_composite(paper, picture).convert("L"), np.float32)
                yield int(place[1]), int(place[2]), np.clip(1 - grey / np.percentile(grey, 90), 0, 1)


def without_specks(darkness):
    """Cut a scan to its digit: the ink, without what touches only the rim of the cell."""
    inner = darkness.copy()
    inner[:2], inner[-2:], inner[:, :2], inner[:, -2:] = 0, 0, 0, 0
    return inner


def scan_glyphs(folder, writers, names=SCANS):
    """Glyphs with real ink texture: {writer: [(digit, Glyph)]}. Size is relative to the writer's mean height."""
    found = {writer: [] for writer in writers}
    for writer, digit, darkness in read_scans(folder, names):
        if writer in found:
            full = np.percentile(darkness, 99.5)
            ink = (np.clip(without_specks(darkness) / full, 0, 1) * 255).astype(np.uint8)
            found[writer].append((digit, cut_to_ink(ink, 90)))
    glyphs = {}
    for writer, pairs in found.items():
        usual = np.mean([ink.shape[0] for _, ink in pairs])
        glyphs[writer] = [(digit, Glyph(ink, float(np.clip(ink.shape[0] / usual, 0.5, 1.5)), True)) for digit, ink in pairs]
    return glyphs


def ink_densities(folder, writers):
    """Per scan of the given writers: how dark the middle of the stroke is (0..1), and how much it varies along the way."""
    darkness, variation = [], []
    for writer, _, scan in read_scans(folder):
        if writer in writers:
            full = np.percentile(scan, 99)
            core = scan[scan > 0.6 * full]
            darkness.append(full)
            variation.append(core.std() / core.mean())
    return np.array(darkness), np.array(variation)


def mnist_hands(folder, part):
    """A hand for each writer of this part who wrote every digit a few times."""
    images, labels, writers = read_collection(folder, "mnist-train")
    first, end = MNIST_WRITERS[part]
    hands = []
    for writer in np.unique(writers)[first:end]:
        own = writers == writer
        if np.bincount(labels[own], minlength=10).min() >= LEAST_GLYPHS:
            hand = Hand("mnist", "mnist")
            for image, label in zip(images[own], labels[own]):
                hand.glyphs[int(label)].append(idx_glyph(image))
            hands.append(hand)
    return hands


def read_hands(folder, part, fold=1):
    """All hands of a part ("train", "validation" or "test")."""
    folder = Path(folder)
    hands = []

    images, labels, writers = read_collection(folder, "swiss-numbers-a")
    own_writers = swiss_writers(part, fold)
    scans = scan_glyphs(folder, own_writers)
    for writer in own_writers:
        hand = Hand(f"swiss-{writer}", "swiss")
        for image, label in zip(images[writers == writer], labels[writers == writer]):
            hand.glyphs[int(label)].append(idx_glyph(image))
        for digit, glyph in scans[writer]:
            hand.glyphs[digit].append(glyph)
        hands.append(hand)

    images, labels, writers = read_collection(folder, "semeion-w00-39")
    hand = Hand("semeion", "semeion")
    for image, label, writer in zip(images, labels, writers):
        if writer in SEMEION_WRITERS[part]:
            hand.glyphs[int(label)].append(idx_glyph(image))
    if SEMEION_WRITERS[part]:
        hands.append(hand)

    images, labels, _ = read_collection(folder, "optdigits-tra")
    first, end = OPTDIGITS_IMAGES[part]
    hand = Hand("optdigits", "optdigits")
    for image, label in zip(images[first:end], labels[first:end]):
        hand.glyphs[int(label)].append(idx_glyph(image))
    return [*hands, hand, *mnist_hands(folder, part)]
