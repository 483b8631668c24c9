"""Write what people write into the boxes of a pad, and photograph it.

A picture shows one box with a margin, as the network wants it (`WINDOW`): the box is `BOX` pixels high, around it stands a
margin of an eighth of its height. Narrow boxes are padded with paper at both sides.
"""

from dataclasses import dataclass

import numpy as np
from PIL import Image

import camera
import strokes
from digits import SHARES

KINDS = ["empty", "number", "struck", "corrected", "scribble"]
KIND_SHARES = [0.08, 0.68, 0.09, 0.10, 0.05]
WINDOW = (40, 96)  # height, width of the network's input, pixels
BOX = 32  # height of the box in it, pixels
SCALE = 1.5  # boxes are written this much larger than the network sees them
MARGIN = (WINDOW[0] - BOX) / 2 * SCALE
ASPECTS = (1.2, 2.75)  # width by height of a box


@dataclass
class Pen:
    """`darkness` of full ink 0..1, `grain` how much it varies, `width` in box heights."""

    darkness: float
    grain: float
    width: float

    @staticmethod
    def pick(rng, densities):
        """A ballpoint as measured in the scans, a black pen or a pencil (both assumed)."""
        form = rng.choice(["ballpoint", "black", "pencil", "felt"], p=[0.5, 0.2, 0.2, 0.1])
        if form == "ballpoint":
            darkness, variation = densities
            return Pen(rng.choice(darkness) * rng.uniform(0.8, 1.1), rng.choice(variation), rng.uniform(0.045, 0.1))
        if form == "black":
            return Pen(rng.uniform(0.65, 0.98), rng.uniform(0.02, 0.15), rng.uniform(0.045, 0.1))
        if form == "pencil":
            return Pen(rng.uniform(0.3, 0.6), rng.uniform(0.15, 0.4), rng.uniform(0.045, 0.09))
        return Pen(rng.uniform(0.6, 1.0), rng.uniform(0.0, 0.08), rng.uniform(0.09, 0.15))


@dataclass
class Style:
    """What stays the same while one person writes one number."""

    slant: float  # shear, to the right positive
    stretch: float  # width by height, 1 = as collected
    gap: float  # between digits, in digit heights
    weight: float  # where the edge of the stroke is taken: low is thick
    wander: float  # of the baseline, in digit heights

    @staticmethod
    def pick(rng):
        return Style(
            slant=rng.normal(0, 0.12),
            stretch=float(np.exp(rng.normal(0, 0.13))),
            gap=rng.normal(0.12, 0.11),
            weight=rng.uniform(0.3, 0.62),
            wander=abs(rng.normal(0, 0.05)),
        )


def pick_text(rng):
    """A number as it occurs on score sheets, as text. Digits are even, so that the network learns shapes and not scores."""
    length = rng.choice([1, 2, 3, 4], p=[0.24, 0.45, 0.27, 0.04])
    digits = rng.integers(0, 10, length)
    if length > 1 and digits[0] == 0 and rng.random() < 0.9:
        digits[0] = rng.integers(1, 10)
    sign = "-" if length < 4 and digits[0] > 0 and rng.random() < 0.06 else ""
    return sign + "".join(map(str, digits))


def write_digit(rng, hand, digit, height, style):
    """The ink of one digit, float (rows, columns) 0..1, about `height` pixels high."""
    glyphs = hand.glyphs[digit]
    glyph = glyphs[rng.integers(len(glyphs))]
    ink = glyph.ink
    tall = max(4.0, height * glyph.size * float(np.exp(rng.normal(0, 0.05))))
    wide = max(2.0, tall * ink.shape[1] / ink.shape[0] * style.stretch)
    shear = style.slant + rng.normal(0, 0.03)
    turn = rng.normal(0, 0.04)
    rim = 3
    rows = int(np.ceil(tall + abs(turn) * wide)) + 2 * rim
    columns = int(np.ceil(wide + (abs(shear) + abs(turn)) * tall)) + 2 * rim
    # scaled, turned and sheared around the middle; PIL wants the way back
    scaled = np.diag([wide / ink.shape[1], tall / ink.shape[0]])
    forward = np.array([[1, -shear], [0, 1]]) @ np.array([[1, -turn], [turn, 1]]) @ scaled
    back = np.linalg.inv(forward)
    shift = np.array([ink.shape[1], ink.shape[0]]) / 2 - back @ (np.array([columns, rows]) / 2)
    matrix = np.array([*back[0], shift[0] + 2, *back[1], shift[1] + 2])
    picture = Image.fromarray(np.pad(ink, 2))
    if ink.shape[0] > 1.6 * tall:  # PIL does not smooth when it makes smaller
        picture, matrix = picture.reduce(2), matrix / 2
    grown = np.asarray(picture.transform((columns, rows), Image.AFFINE, tuple(matrix), Image.BICUBIC), np.float32) / 255
    if glyph.scan:
        return np.clip(grown * (1.5 - style.weight), 0, 1)
    return np.clip((grown - style.weight) * 3 + 0.5, 0, 1)


def write_minus(rng, height, pen_width):
    """A minus sign, with the empty space around that brings it to half the height of the digits."""
    wide, tall = height * rng.uniform(0.25, 0.6), height
    canvas = np.zeros((int(tall) + 1, int(wide) + 4), np.float32)
    y = tall * rng.uniform(0.4, 0.65)
    strokes.draw(canvas, [strokes.line(rng, (2, y), (2 + wide, y + rng.normal(0, 0.06) * wide), height * 0.02)], pen_width)
    return canvas


def write_number(rng, canvas, hand, text, height, place, style, pen, widest):
    """Write `text` on the canvas (max), its digits `height` high and its middle at `place`; at most `widest` wide.
    Returns the rectangle (left, top, right, bottom) of its ink."""
    inks = [
        write_minus(rng, height, pen.width * BOX * SCALE) if sign == "-" else write_digit(rng, hand, int(sign), height, style)
        for sign in text
    ]
    gaps = [height * max(-0.1, style.gap + rng.normal(0, 0.05)) - 6 for _ in inks[1:]]  # 6: the empty rims
    total = sum(ink.shape[1] for ink in inks) + sum(gaps)
    if total > widest and height > 8:
        return write_number(rng, canvas, hand, text, height * max(0.6, 0.97 * widest / total), place, style, pen, widest)
    x, tilt = place[0] - total / 2, rng.normal(0, 0.05)
    left, top, right, bottom = x, 1e9, x + total, -1e9
    for ink, gap in zip(inks, [*gaps, 0]):
        y = place[1] + (x + ink.shape[1] / 2 - place[0]) * tilt + rng.normal(0, style.wander) * height
        lay(canvas, ink, round(x), round(y - ink.shape[0] / 2))
        top, bottom = min(top, y - ink.shape[0] / 2 + 3), max(bottom, y + ink.shape[0] / 2 - 3)
        x += ink.shape[1] + gap
    return left + 3, top, right - 3, bottom


def lay(canvas, ink, x, y):
    """Lay ink on the canvas with its upper left corner at (x, y); what stands out is cut off."""
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + ink.shape[1], canvas.shape[1]), min(y + ink.shape[0], canvas.shape[0])
    if x0 < x1 and y0 < y1:
        part = canvas[y0:y1, x0:x1]
        np.maximum(part, ink[y0 - y : y1 - y, x0 - x : x1 - x], out=part)


def write_corrected(rng, canvas, hand, box, style, pen):
    """A number crossed out, the new one beside, above or below it. Returns the new number's text."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    old, new = (pick_text(rng)[:3].strip("-") or "5" for _ in range(2))
    beside = rng.random() < 0.6
    if beside:
        digits = height * rng.uniform(0.5, 0.85)
        share = rng.uniform(0.42, 0.55)  # of the width, for the old one
        sizes, ys = (digits, digits * rng.uniform(0.8, 1.1)), ((top + bottom) / 2,) * 2
        spans = ((left, left + share * width), (left + (share + 0.04) * width, right + 0.05 * width))
        if rng.random() < 0.12:
            spans = spans[::-1]
    else:
        small = height * rng.uniform(0.36, 0.5)
        sizes = (height * rng.uniform(0.4, 0.55), small)
        ys = (bottom - sizes[0] * 0.5, top + small * rng.uniform(0.25, 0.45))
        if rng.random() < 0.3:
            ys = (top + sizes[0] * 0.5, bottom - small * rng.uniform(0.25, 0.45))
        middle = (left + right) / 2 + rng.normal(0, 0.08) * width
        spans = ((middle - 0.4 * width, middle + 0.4 * width), (middle - 0.35 * width, middle + 0.45 * width))
    places = [((a + b) / 2, y) for (a, b), y in zip(spans, ys)]
    widest = [b - a for a, b in spans]
    over = write_number(rng, canvas, hand, old, sizes[0], places[0], style, pen, widest[0])
    strokes.draw(canvas, strokes.crossing(rng, over), pen.width * BOX * SCALE)
    write_number(rng, canvas, hand, new, sizes[1], places[1], style, pen, widest[1])
    return new


def write_crossed_out(rng, canvas, hand, box, style, pen):
    """A number crossed out and nothing new: neither a number nor a strike."""
    left, top, right, bottom = box
    height = (bottom - top) * rng.uniform(0.5, 0.85)
    middle = (left + right) / 2, (top + bottom) / 2
    over = write_number(rng, canvas, hand, pick_text(rng)[:3], height, middle, style, pen, right - left)
    strokes.draw(canvas, strokes.crossing(rng, over), pen.width * BOX * SCALE)


def write_neighbours(rng, canvas, hand, box, style, pen):
    """Feet and heads of numbers in the boxes above and below that reach over the line."""
    left, top, right, bottom = box
    for edge in (top, bottom):
        if rng.random() < 0.5:
            height = (bottom - top) * rng.uniform(0.5, 0.9)
            reach = (bottom - top) * rng.uniform(-0.1, 0.1)  # how far it comes into this box
            y = edge + reach - height / 2 if edge == top else edge - reach + height / 2
            x = rng.uniform(left + 0.2 * (right - left), right - 0.2 * (right - left))
            write_number(rng, canvas, hand, pick_text(rng)[:3], height, (x, y), style, pen, right - left)


def write_box(seed, hands, densities):
    """One box: (picture uint8 (height, width), kind, text, name of the hand). The same seed gives the same box."""
    rng = np.random.default_rng(seed)
    shares = np.array([hand_share(hand, hands) for hand in hands])
    hand = hands[rng.choice(len(hands), p=shares / shares.sum())]
    kind = KINDS[rng.choice(len(KINDS), p=KIND_SHARES)]
    style, pen = Style.pick(rng), Pen.pick(rng, densities)

    canvas = np.zeros((round(WINDOW[0] * SCALE), round(WINDOW[1] * SCALE)), np.float32)
    tall = BOX * SCALE
    wide = min(tall * rng.uniform(*ASPECTS), canvas.shape[1] - 2 * MARGIN)
    left = (canvas.shape[1] - wide) / 2
    box = (left, MARGIN, left + wide, MARGIN + tall)

    text = ""
    if kind == "number":
        text = pick_text(rng)
        height = tall * float(np.clip(rng.normal(0.7, 0.15), 0.4, 1.02))
        free = max(0.0, wide - height * 0.65 * len(text)) / 2
        x = left + wide / 2 + rng.uniform(-1, 1) * free * 0.9
        y = MARGIN + tall * (0.5 + rng.normal(0, 0.06))
        if rng.random() < 0.2:  # stands on the line
            y = MARGIN + tall - height / 2 + rng.normal(0, 0.03) * tall
        half = min(height / 2 + 2, canvas.shape[0] / 2)
        y = float(np.clip(y, half - 2, canvas.shape[0] - half + 2))
        write_number(rng, canvas, hand, text, height, (x, y), style, pen, wide * 1.06)
    elif kind == "struck":
        strokes.draw(canvas, strokes.strike(rng, box), pen.width * BOX * SCALE)
    elif kind == "corrected":
        text = write_corrected(rng, canvas, hand, box, style, pen)
    elif kind == "scribble":
        if rng.random() < 0.35:
            write_crossed_out(rng, canvas, hand, box, style, pen)
        else:
            strokes.draw(canvas, strokes.scribble(rng, box), pen.width * BOX * SCALE)
    if rng.random() < 0.3:
        write_neighbours(rng, canvas, hand, box, style, pen)

    return camera.photograph(rng, canvas, box, pen, WINDOW), kind, text, hand.name


def hand_share(hand, hands):
    """Hands of one collection divide its share."""
    return SHARES[hand.collection] / sum(other.collection == hand.collection for other in hands)
