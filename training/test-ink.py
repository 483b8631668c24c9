"""Pack the digits of the test writers, so that photos of filled-in pads can be simulated without the collections.

    python3 test-ink.py DIGITS [FOLDER [FOLD]]

The test writers are those of a fold, of the first if none is given; the benches write with those of the others, too (`--folds`).

Writes into FOLDER (bench/photos/fold-1): `images.png`, the 28 x 28 images side by side; `scans.png`, the real ink; and
`index.json`, which says what stands where. 0 is paper, 255 full ink.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from PIL import Image

import digits

IMAGE = 28  # side of an image, pixels
IN_A_ROW = 60
SHELF = 1200  # width of scans.png, pixels
LEVELS = 16  # shades of the scans

# Images (writer, digit, number among those of this writer and digit, from 0) that are cut off or filled with black, so that the
# digit can't be known, or that show another digit than their label says.
SPOILT = {(5, 0, 15), (5, 6, 4), (5, 6, 28), (5, 6, 29), (17, 1, 50), (17, 7, 55), (17, 8, 11), (17, 8, 13)}
SPOILT |= {(2, 0, 0), (2, 0, 55), (2, 5, 36), (2, 9, 11), (4, 7, 48), (4, 9, 22), (7, 6, 50), (20, 2, 37)}
SPOILT |= {(20, 3, at) for at in (8, 9, 20, 21, 24, 27, 29)}
SPOILT_SCANS = {(2, 5, 6), (4, 9, 4), (20, 2, 7), (20, 3, 1), (20, 3, 4), (20, 3, 6)}


def pack_images(folder, own_writers):
    """Picture of all images in reading order, and runs of (writer, digit, count)."""
    images, labels, writers = digits.read_collection(folder, "swiss-numbers-a")
    chosen, runs = [], []
    for writer in own_writers:
        for digit in range(10):
            found = images[(writers == writer) & (labels == digit)]
            kept = [image for at, image in enumerate(found) if (writer, digit, at) not in SPOILT]
            chosen += kept
            runs.append([writer, digit, len(kept)])
    picture = np.zeros((-(-len(chosen) // IN_A_ROW) * IMAGE, IN_A_ROW * IMAGE), np.uint8)
    for at, image in enumerate(chosen):
        row, column = divmod(at, IN_A_ROW)
        picture[row * IMAGE : (row + 1) * IMAGE, column * IMAGE : (column + 1) * IMAGE] = image
    return picture, runs


def pack_scans(folder, own_writers):
    """Picture of all scans on shelves, and places of (writer, digit, x, y, width, height)."""
    # enough of them: the pictures stand in the repository
    scans = digits.scan_glyphs(folder, own_writers, digits.SCANS[:1])
    cuts = [cut for writer, pairs in scans.items() for cut in unspoilt(writer, pairs)]
    cuts.sort(key=lambda cut: cut[2].shape[0])
    places, x, y, tall = [], 0, 0, 0
    for writer, digit, ink in cuts:
        if x + ink.shape[1] > SHELF:
            x, y, tall = 0, y + tall, 0
        places.append([writer, digit, x, y, ink.shape[1], ink.shape[0]])
        x, tall = x + ink.shape[1], max(tall, ink.shape[0])
    picture = np.zeros((y + tall, SHELF), np.uint8)
    for (_, _, x, y, width, height), (_, _, ink) in zip(places, cuts):
        # the paper around the ink is not quite even: leave the strokes alone
        clean = np.clip((ink.astype(float) - 24) * 255 / 231, 0, 255)
        shade = np.round(clean * (LEVELS - 1) / 255)
        picture[y : y + height, x : x + width] = shade * (255 // (LEVELS - 1))
    return picture, places


def unspoilt(writer, pairs):
    """Of the scans (digit, glyph) of a writer those that show their digit, as (writer, digit, ink)."""
    seen = Counter()
    for digit, glyph in pairs:
        if (writer, digit, seen[digit]) not in SPOILT_SCANS:
            yield writer, digit, glyph.ink
        seen[digit] += 1


def main():
    folder = Path(sys.argv[1])
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).parent.parent / "bench" / "photos" / "ink"
    target.mkdir(parents=True, exist_ok=True)
    own_writers = digits.swiss_writers("test", int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    images, runs = pack_images(folder, own_writers)
    scans, places = pack_scans(folder, own_writers)
    Image.fromarray(images).save(target / "images.png", optimize=True)
    Image.fromarray(scans).save(target / "scans.png", optimize=True)
    index = {"imageSide": IMAGE, "imagesInARow": IN_A_ROW, "images": runs, "scans": sorted(places)}
    rows = ",\n".join(f' "{key}": {json.dumps(value)}' for key, value in index.items())
    (target / "index.json").write_text("{\n" + rows + "\n}\n")


if __name__ == "__main__":
    main()
