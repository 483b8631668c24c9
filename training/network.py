"""The whole-number reader: one convolutional network that says what kind of box it sees and what number stands in it."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from boxes import KINDS, WINDOW

ALPHABET = "0123456789-"
BLANK = len(ALPHABET)  # the CTC blank is the last class
STEPS = WINDOW[1] // 4  # of the text, from left to right
CLASSES = len(ALPHABET) + 1


def as_input(pictures):
    """Grey pictures uint8 (n, height, width) to the network's input, float32 (n, 1, height, width): 0 = paper, about 1 = ink.

    Paper is the 90th percentile of the picture; darkness is 1 - grey / paper; it is stretched so that its 99.5th
    percentile becomes 0.8, but never more than fourfold, so that an empty box stays empty.
    """
    flat = pictures.reshape(len(pictures), -1).astype(np.float32)
    paper = np.maximum(np.percentile(flat, 90, axis=1, keepdims=True), 1)
    darkness = np.clip(1 - flat / paper, 0, 1)
    full = np.percentile(darkness, 99.5, axis=1, keepdims=True)
    darkness *= 0.8 / np.maximum(full, 0.2)
    return np.minimum(darkness, 1).astype(np.float32).reshape(len(pictures), 1, *pictures.shape[1:])


def block(before, after, kernel=3, stride=1, padding=1):
    return nn.Sequential(
        nn.Conv2d(before, after, kernel, stride, padding, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


class BoxReader(nn.Module):
    """(n, 1, 40, 96) to (n, STEPS * CLASSES + 5): first the text's logits, class by class (index = class * STEPS + step),
    then the logits of the kinds."""

    def __init__(self):
        super().__init__()
        self.strokes = nn.Sequential(
            block(1, 16, 5, 2, 2),  # 20 x 48
            block(16, 24),
            block(24, 48, 3, 2),  # 10 x 24
            block(48, 64),
            block(64, 96, 3, (2, 1)),  # 5 x 24
        )
        self.columns = nn.Sequential(block(96, 144, (5, 3), 1, (0, 1)), nn.Dropout(0.15), block(144, 128, (1, 3), 1, (0, 1)))
        self.text = nn.Conv2d(128, CLASSES, 1)
        self.kind_columns = nn.Sequential(block(96, 40, 3, 2), block(40, 64, 3, 1, 0))  # 3 x 12, then 1 x 10
        self.kind = nn.Sequential(nn.Dropout(0.1), nn.Conv2d(64, len(KINDS), (1, 10)))

    def forward(self, pictures):
        seen = self.strokes(pictures)
        text = self.text(self.columns(seen))
        kind = self.kind(self.kind_columns(seen))
        return torch.cat([text.flatten(1), kind.flatten(1)], 1)


def split(output):
    """The network's output to text logits (STEPS, n, CLASSES) and kind logits (n, 5)."""
    text = output[:, : STEPS * CLASSES].reshape(len(output), CLASSES, STEPS)
    return text.permute(2, 0, 1), output[:, STEPS * CLASSES :]


def to_classes(text):
    return [ALPHABET.index(sign) for sign in text]


def text_losses(logits, texts):
    """-log P(text) of each box, by the CTC forward algorithm. `logits` (STEPS, n, CLASSES)."""
    lengths = torch.tensor([len(text) for text in texts])
    targets = torch.tensor([sign for text in texts for sign in to_classes(text)], dtype=torch.long)
    steps = torch.full((len(texts),), logits.shape[0], dtype=torch.long)
    return functional.ctc_loss(logits.log_softmax(2), targets.to(logits.device), steps, lengths, blank=BLANK, reduction="none")


def most_probable(log_probabilities, width=12):
    """The most probable text of one box by prefix beam search: (text, log P). `log_probabilities` (STEPS, CLASSES)."""
    beams = {(): (0.0, -np.inf)}  # prefix: log P ending in blank, log P ending in its last sign
    for step in log_probabilities:
        likely = [sign for sign in range(BLANK) if step[sign] > -12]
        grown = {}
        for prefix, (blank, sign) in beams.items():
            both = np.logaddexp(blank, sign)
            stay = grown.get(prefix, (-np.inf, -np.inf))
            again = sign + step[prefix[-1]] if prefix else -np.inf
            grown[prefix] = (np.logaddexp(stay[0], both + step[BLANK]), np.logaddexp(stay[1], again))
            for other in likely:
                before = blank if prefix and prefix[-1] == other else both
                longer = (*prefix, other)
                stay = grown.get(longer, (-np.inf, -np.inf))
                grown[longer] = (stay[0], np.logaddexp(stay[1], before + step[other]))
        beams = dict(sorted(grown.items(), key=lambda beam: -np.logaddexp(*beam[1]))[:width])
    prefix, parts = max(beams.items(), key=lambda beam: np.logaddexp(*beam[1]))
    return "".join(ALPHABET[sign] for sign in prefix), float(np.logaddexp(*parts))


def best_path(log_probabilities):
    """The text of the most probable path, fast: (text, P of the path). `log_probabilities` (STEPS, CLASSES)."""
    path = log_probabilities.argmax(1)
    kept = [sign for sign, before in zip(path, [BLANK, *path]) if sign != before and sign != BLANK]
    return "".join(ALPHABET[sign] for sign in kept), float(np.exp(log_probabilities.max(1).sum()))
