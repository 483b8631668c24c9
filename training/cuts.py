"""The other reader, for comparison: cut the number into digits, then name each digit.

Upright the ink, cut it where columns are empty and where they are thin, let a small network name every run of
neighbouring pieces as a digit, a minus or no digit at all, and take the most probable chain of runs.
"""

import numpy as np
import torch
from PIL import Image
from torch import nn

from network import ALPHABET, as_input, block

TILE = 24  # side of a segment's picture, pixels; its ink fills 20
NO_DIGIT = len(ALPHABET)
INK = 0.35  # darkness from which a pixel is ink
MOST = 4  # pieces in one digit, at most


class DigitReader(nn.Module):
    """(n, 1, 24, 24) to logits (n, 12): the signs of the alphabet, then "no digit"."""

    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            block(1, 24, 3, 2),  # 12 x 12
            block(24, 48),
            block(48, 64, 3, 2),  # 6 x 6
            block(64, 96, 3, 2),  # 3 x 3
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(96 * 9, NO_DIGIT + 1),
        )

    def forward(self, tiles):
        return self.layers(tiles)


def without_lines(darkness):
    """Blank rows and columns at the rim that look like a printed line: thin and long."""
    clean = darkness.copy()
    height, width = clean.shape
    for row in [*range(0, 7), *range(height - 7, height)]:
        if (clean[row] > INK * 0.6).mean() > 0.45:
            clean[row] = 0
    for column in range(width):
        if (clean[:, column] > INK * 0.6).mean() > 0.85:
            clean[:, column] = 0
    return clean


def upright(darkness):
    """Shear the ink so that it stands: the shear that leaves the most columns empty and the others full."""
    picture, (height, width) = Image.fromarray(darkness), darkness.shape
    sheared = [
        np.asarray(picture.transform((width, height), Image.AFFINE, (1, shear, -shear * height / 2, 0, 1, 0), Image.BILINEAR))
        for shear in (-0.45, -0.3, -0.15, 0.0, 0.15)
    ]
    return max(sheared, key=lambda ink: float((ink.sum(0) ** 2).sum()))


def runs(filled):
    """Start and end of each run of true values."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], filled.astype(np.int8), [0]])))
    return list(zip(edges[::2], edges[1::2]))


def pieces(ink):
    """For each run of inked columns its cuts [start, .., end]: wide runs are cut at their thinnest columns, too."""
    profile = (ink > INK).sum(0)
    height = max(8, np.ptp(np.where((ink > INK).any(1))[0])) if profile.any() else 8
    found = []
    for start, end in runs(profile > 0):
        if ink[:, start:end].sum() < 4:
            continue
        cuts, least = [start], max(3, height // 5)
        if end - start > 0.5 * height:
            for x in range(start + least, end - least):
                thin = profile[x] <= 0.35 * height and profile[x] == profile[x - 1 : x + 2].min()
                if thin and x - cuts[-1] >= least:
                    cuts.append(x)
        found.append([*cuts, end])
    return found


def tile(ink, start, end):
    """The segment between two columns as a picture: its ink 20 pixels on the longer side, in the middle."""
    part = ink[:, start:end]
    rows = np.where((part > INK).any(1))[0]
    part = part[rows[0] : rows[-1] + 1] if len(rows) else part[:2]
    scale = 20 / max(part.shape)
    size = max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))
    small = np.asarray(Image.fromarray(np.ascontiguousarray(part)).resize(size, Image.BILINEAR))
    picture = np.zeros((TILE, TILE), np.float32)
    y, x = (TILE - small.shape[0]) // 2, (TILE - small.shape[1]) // 2
    picture[y : y + small.shape[0], x : x + small.shape[1]] = small
    return picture


def prepared(pictures):
    for darkness in as_input(pictures)[:, 0]:
        yield upright(without_lines(darkness))


def lessons(pictures, is_number, texts):
    """Tiles and labels from number boxes whose gaps alone cut them into the right count of digits."""
    tiles, labels = [], []
    chosen = np.flatnonzero(is_number)
    for index, ink in zip(chosen, prepared(pictures[chosen])):
        text, groups = texts[index], pieces(ink)
        if len(groups) != len(text):
            continue
        for sign, cuts in zip(text, groups):
            tiles.append(tile(ink, cuts[0], cuts[-1]))
            labels.append(ALPHABET.index(sign))
            for cut in cuts[1:-1][:1]:
                tiles.extend([tile(ink, cuts[0], cut), tile(ink, cut, cuts[-1])])
                labels.extend([NO_DIGIT] * 2)
        for left, right in zip(groups, groups[1:]):
            tiles.append(tile(ink, left[0], right[-1]))
            labels.append(NO_DIGIT)
    return torch.from_numpy(np.stack(tiles)[:, None]), torch.tensor(labels)


def segments(ink):
    """All runs of pieces that may be one digit: the count of cuts, and [(first cut, last cut, tile)]."""
    spans = [(start, end) for cuts in pieces(ink) for start, end in zip(cuts, cuts[1:])]
    found = []
    for first in range(len(spans)):
        for last in range(first, min(first + MOST, len(spans))):
            start, end = spans[first][0], spans[last][1]
            if last == first or end - start <= 42:
                found.append((first, last + 1, tile(ink, start, end)))
    return len(spans), found


def read_numbers(reader, pictures):
    """[(text, probability)] of number boxes."""
    read = []
    for ink in prepared(pictures):
        count, found = segments(ink)
        if not found:
            read.append(("", 1.0))
            continue
        with torch.no_grad():
            named = reader(torch.from_numpy(np.stack([entry[2] for entry in found])[:, None])).log_softmax(1).numpy()
        best = {0: (0.0, "")}  # cut: log P of the best chain up to it, its text
        for (first, last, _), scores in sorted(zip(found, named), key=lambda pair: pair[0][0]):
            if first not in best:
                continue
            sign = int(scores[:NO_DIGIT].argmax())
            score = best[first][0] + scores[sign]
            if last not in best or score > best[last][0]:
                best[last] = (score, best[first][1] + ALPHABET[sign])
        score, text = best[count]
        read.append((text, float(np.exp(score))))
    return read
