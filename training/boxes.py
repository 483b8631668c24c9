"""Write what people write into the boxes of a pad, and photograph it.

A picture shows one box with a margin, as the network wants it (`WINDOW`): the box is `BOX` pixels high, around it stands a
margin of an eighth of its height. Narrow boxes are padded with paper at both sides.
"""

from dataclasses import dataclass
from functools import partial

import numpy as np
from PIL import Image, ImageFilter

import camera
import forms
import strokes
from digits import SHARES, Glyph, cut_to_ink

KINDS = ["empty", "number", "struck", "corrected", "scribble"]
KIND_SHARES = [0.08, 0.68, 0.09, 0.10, 0.05]
WINDOW = (40, 96)  # height, width of the network's input, pixels
BOX = 32  # height of the box in it, pixels
SCALE = 1.5  # boxes are written this much larger than the network sees them
MARGIN = (WINDOW[0] - BOX) / 2 * SCALE
ASPECTS = (1.2, 2.75)  # width by height of a box
RIM = 3  # empty pixels around the ink of a digit


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


BY_RULE = 0.3  # share of numbers whose digits are all drawn by rule
# What is done to numbers, and what is on the paper besides: how often. "small" is a third of the box high, "outside" crosses its lines.
HABITS = {"plain": 0.8, "circled": 0.06, "underlined": 0.04, "ticked": 0.02, "small": 0.04, "outside": 0.04}
OVERWRITTEN = 0.25  # share of corrections that are written over the old number
BLEMISHES = {"clean": 0.8, "stained": 0.07, "creased": 0.05, "shining": 0.08}
PECULIARITIES = [*list(HABITS)[1:], "slashed", "overwritten", *list(BLEMISHES)[1:]]


@dataclass
class Style:
    """What stays the same while one person writes one number."""

    slant: float  # shear, to the right positive
    stretch: float  # width by height, 1 = as collected
    gap: float  # between the ink of digits, in digit heights; below 0 they touch
    nesting: float  # 1 = the gap is between the ink, 0 = between the frames of the digits
    weight: float  # where the edge of the stroke is taken: low is thick
    wander: float  # of the baseline, in digit heights
    standing: float  # 1 = digits stand on a line, 0 = their middles do
    drawn: bool  # 0, 1 and 7 are drawn by rule and not taken from the collections
    by_rule: int  # all digits are, in the forms that this seed settles; 0 = they are not
    one: str  # how a drawn 1 looks
    crossed: bool  # whether a drawn 7 has a crossbar
    slashed: bool  # whether a 0 has a slash through it

    @staticmethod
    def pick(rng):
        one = rng.choice(strokes.ONES)
        return Style(
            slant=rng.normal(0, 0.12) if rng.random() < 0.75 else rng.normal(0.05, 0.25),
            stretch=float(np.exp(rng.normal(0, 0.13))),
            gap=rng.normal(0.12, 0.09) if rng.random() < 0.85 else rng.uniform(-0.1, 0.02),
            nesting=rng.uniform(0.6, 1) if rng.random() < 0.8 else 0.0,
            weight=rng.uniform(0.3, 0.62),
            wander=abs(rng.normal(0, 0.05)),
            standing=rng.uniform(0, 1),
            drawn=rng.random() < 0.12,
            by_rule=int(rng.integers(1, 2**31)) if rng.random() < BY_RULE else 0,
            one=one,
            # whoever writes 1 with an upstroke crosses the 7, so that they can be told apart
            crossed=rng.random() < (0.15 if one == "plain" else 0.92),
            slashed=rng.random() < 0.1,
        )


LENGTHS = [0.22, 0.42, 0.28, 0.08]  # share of numbers with one to four digits
LEADING_ONE = 0.2  # share of first digits of numbers with several
LEADING_ZERO = 0.01  # the same; the digits 2 to 9 share what is left
MINUS = 0.03  # share of numbers with a minus
TEXT_SHARES = {"leadingOne": LEADING_ONE, "leadingZero": LEADING_ZERO, "minus": MINUS}


def pick_text(rng):
    """A number as it occurs on score sheets, as text. Digits are even, so that the network learns shapes and not scores; only a
    leading 1, which is easily lost, is more frequent."""
    length = rng.choice([1, 2, 3, 4], p=LENGTHS)
    digits = rng.integers(0, 10, length)
    if length > 1:
        digits[0] = rng.choice(10, p=[LEADING_ZERO, LEADING_ONE, *[(1 - LEADING_ZERO - LEADING_ONE) / 8] * 8])
    sign = "-" if length < 4 and digits[0] > 0 and rng.random() < MINUS else ""
    return sign + "".join(map(str, digits))


def pick_glyph(rng, hand, digit, style):
    """One of the ways in which this hand writes a digit."""
    if style.by_rule:
        return Glyph(cut_to_ink(forms.ink(rng, digit, style.by_rule)), 1.0, False)
    if style.drawn and digit in (0, 1, 7):
        ink = {0: strokes.zero, 1: partial(strokes.one, form=style.one), 7: partial(strokes.seven, crossed=style.crossed)}[digit](rng)
        return Glyph(cut_to_ink(ink), 1.0, False)
    glyphs = hand.glyphs[digit]
    return glyphs[rng.integers(len(glyphs))]


def write_digit(rng, hand, digit, height, style):
    """The ink of one digit, float (rows, columns) 0..1, about `height` pixels high."""
    glyph = pick_glyph(rng, hand, digit, style)
    ink = glyph.ink
    tall = max(4.0, height * glyph.size * float(np.exp(rng.normal(0, 0.05))))
    wide = max(2.0, tall * ink.shape[1] / ink.shape[0] * style.stretch)
    shear = style.slant + rng.normal(0, 0.03)
    turn = rng.normal(0, 0.04)
    rows = int(np.ceil(tall + abs(turn) * wide)) + 2 * RIM
    columns = int(np.ceil(wide + (abs(shear) + abs(turn)) * tall)) + 2 * RIM
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
    grown = np.clip(grown * (1.5 - style.weight) if glyph.scan else (grown - style.weight) * 3 + 0.5, 0, 1)
    if style.slashed and digit == 0:
        strokes.slash(rng, grown, tall * rng.uniform(0.06, 0.1))
    return grown


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
    # the middle of a digit that stands on the line lies lower the smaller it is
    drops = [style.standing * (height - (ink.shape[0] - 2 * RIM)) / 2 for ink in inks]
    gaps = [
        height * max(-0.12, style.gap + rng.normal(0, 0.05)) - nearness(*inks[at : at + 2], drops[at + 1] - drops[at], style.nesting)
        for at in range(len(inks) - 1)
    ]
    total = sum(ink.shape[1] for ink in inks) + sum(gaps)
    if total > widest and height > 8:
        return write_number(rng, canvas, hand, text, height * max(0.6, 0.97 * widest / total), place, style, pen, widest)
    x, tilt = place[0] - total / 2, rng.normal(0, 0.05)
    left, top, right, bottom = x, 1e9, x + total, -1e9
    for ink, gap, drop in zip(inks, [*gaps, 0], drops):
        y = place[1] + drop + (x + ink.shape[1] / 2 - place[0]) * tilt + rng.normal(0, style.wander) * height
        lay(canvas, ink, round(x), round(y - ink.shape[0] / 2))
        top, bottom = min(top, y - ink.shape[0] / 2 + RIM), max(bottom, y + ink.shape[0] / 2 - RIM)
        x += ink.shape[1] + gap
    return left + RIM, top, right - RIM, bottom


def nearness(before, after, lower, nesting):
    """How far two digits, frame beside frame, can be pushed together until their ink touches, pixels. `after` stands `lower`."""
    apart = before.shape[1] + after.shape[1]
    last = np.where((before > 0.3).any(1), (before > 0.3)[:, ::-1].argmax(1), apart)
    first = np.where((after > 0.3).any(1), (after > 0.3).argmax(1), apart)
    shift = round(before.shape[0] / 2 - after.shape[0] / 2 - lower)  # row r of `after` stands beside row r + shift
    free = min(last.min() + first.min(), apart)
    least = apart
    for near in (shift - 3, shift, shift + 3):
        rows = np.arange(max(0, -near), min(len(first), len(last) - near))
        if len(rows):
            least = min(least, (last[rows + near] + first[rows]).min())
    # nobody pushes digits below one another
    least = min(least, free + 0.3 * min(before.shape[1], after.shape[1]))
    return float(free + nesting * (least - free))


def lay(canvas, ink, x, y):
    """Lay ink on the canvas with its upper left corner at (x, y); what stands out is cut off."""
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + ink.shape[1], canvas.shape[1]), min(y + ink.shape[0], canvas.shape[0])
    if x0 < x1 and y0 < y1:
        part = canvas[y0:y1, x0:x1]
        np.maximum(part, ink[y0 - y : y1 - y, x0 - x : x1 - x], out=part)


def write_overwritten(rng, canvas, hand, box, style, pen):
    """A number over another one, pressed harder: over all of it or over one digit. Returns the new number's text."""
    left, top, right, bottom = box
    height, middle = (bottom - top) * rng.uniform(0.45, 0.95), np.array([(left + right) / 2, (top + bottom) / 2])
    new = pick_text(rng)[:3].strip("-")
    old = "0" if rng.random() < 0.4 else pick_text(rng)[: len(new)].strip("-")
    bold = np.zeros_like(canvas)
    ink = write_number(rng, bold, hand, new, height, middle, style, pen, (right - left) * 0.95)
    if rng.random() < 0.8:
        thick = np.asarray(Image.fromarray((bold * 255).astype(np.uint8)).filter(ImageFilter.MaxFilter(3)), np.float32) / 255
        bold += rng.uniform(0.4, 1) * (thick - bold)
    # digits are equally wide, about
    place = middle[0] + (ink[2] - ink[0]) * ((rng.integers(len(new)) + 0.5) / len(new) - 0.5) if len(old) == 1 else middle[0]
    write_number(rng, canvas, hand, old, height, (place + rng.normal(0, 0.04) * height, middle[1]), style, pen, right - left)
    canvas *= rng.uniform(0.5, 1)
    np.maximum(canvas, bold, out=canvas)
    return new


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


def write_beside(rng, canvas, hand, box, style, pen):
    """What reaches over the lines at the sides: the last or first stroke of a number, or the end of a dash."""
    left, top, right, bottom = box
    height = bottom - top
    for edge, side in ((left, -1), (right, 1)):
        if rng.random() < 0.6:
            continue
        beyond = np.zeros((canvas.shape[0], 4 * canvas.shape[1]), np.float32)
        middle, y = beyond.shape[1] / 2, (top + bottom) / 2 + rng.normal(0, 0.1) * height
        if rng.random() < 0.5:
            half = height * rng.uniform(0.2, 0.6)
            dash = strokes.line(rng, (middle - half, y), (middle + half, y + rng.normal(0, 0.1) * height), 0.03 * height)
            strokes.draw(beyond, [dash], pen.width * BOX * SCALE)
        else:
            size = height * rng.uniform(0.5, 0.9)
            over = write_number(rng, beyond, hand, pick_text(rng)[:2], size, (middle, y), style, pen, canvas.shape[1])
            draw_ring_rarely(rng, beyond, over, pen)
        inked = np.flatnonzero((beyond > 0.3).any(0))
        reach = round(height * rng.uniform(-0.1, 0.12))  # how far it comes into this box
        if not len(inked):
            continue
        # columns of the canvas and of what is laid on it, counted from where the ink ends
        inner = round(edge) - side * reach
        first = (inked[-1] if side < 0 else inked[0]) - inner
        np.maximum(canvas, beyond[:, first : first + canvas.shape[1]], out=canvas)


def write_neighbours(rng, canvas, hand, box, style, pen):
    """Feet and heads of numbers in the boxes above and below that reach over the line."""
    left, top, right, bottom = box
    for edge in (top, bottom):
        if rng.random() < 0.5:
            height = (bottom - top) * rng.uniform(0.5, 0.9)
            reach = (bottom - top) * rng.uniform(-0.1, 0.1)  # how far it comes into this box
            y = edge + reach - height / 2 if edge == top else edge - reach + height / 2
            x = rng.uniform(left + 0.2 * (right - left), right - 0.2 * (right - left))
            over = write_number(rng, canvas, hand, pick_text(rng)[:3], height, (x, y), style, pen, right - left)
            draw_ring_rarely(rng, canvas, over, pen)


def draw_ring_rarely(rng, canvas, over, pen):
    """Circle some of the numbers in the boxes around."""
    if rng.random() < 0.15:
        strokes.draw(canvas, strokes.ring(rng, over), pen.width * BOX * SCALE)


def write_plain(rng, canvas, hand, text, box, style, pen, habit):
    """A number as most of the boxes hold it, with what the habit does to it."""
    left, top, right, bottom = box
    wide, tall = right - left, bottom - top
    usual = rng.random() < 0.7
    height = tall * float(np.clip(rng.normal(0.7, 0.15), 0.4, 1.02) if usual else rng.uniform(0.38, 1.02))
    if habit == "small":
        height = tall * rng.uniform(0.25, 0.4)
    elif habit in ("circled", "underlined"):
        height = min(height, tall * rng.uniform(0.4, 0.8))
    free = max(0.0, wide - height * 0.65 * len(text)) / 2
    x = left + wide / 2 + rng.uniform(-1, 1) * free * (0.9 if habit != "ticked" else 0.4)
    y = top + tall * (0.5 + rng.normal(0, 0.06))
    if habit == "small":
        y = top + tall * 0.5 + rng.uniform(-1, 1) * (tall - height) * 0.55
    elif rng.random() < 0.2:  # stands on the line
        y = bottom - height / 2 + rng.normal(0, 0.03) * tall
    if habit == "outside":
        x, y = push_outside(rng, (x, y), height, len(text), box)
    else:
        half = min(height / 2 + 2, canvas.shape[0] / 2)
        y = float(np.clip(y, half - 2, canvas.shape[0] - half + 2))
    over = write_number(rng, canvas, hand, text, height, (x, y), style, pen, wide * 1.06)
    draw_around = {"circled": strokes.ring, "underlined": strokes.underline, "ticked": strokes.tick_beside}.get(habit)
    if draw_around:
        strokes.draw(canvas, draw_around(rng, over), pen.width * BOX * SCALE)


def push_outside(rng, place, height, digits, box):
    """The middle of a number that crosses a line of its box, by up to a fifth of its height."""
    left, top, right, bottom = box
    beyond, half = rng.uniform(0.05, 0.2) * height, 0.33 * height * digits
    side = rng.choice(["top", "bottom", "left", "right"], p=[0.25, 0.35, 0.15, 0.25])
    if side in ("top", "bottom"):
        return place[0], top - beyond + height / 2 if side == "top" else bottom + beyond - height / 2
    # a number that fills its box stays in the middle of it
    return (min(left - beyond + half, place[0]) if side == "left" else max(right + beyond - half, place[0])), place[1]


def put_blemish(rng, grey, hand, style, pen, blemish):
    """Darken the grey sheet where something is that is no ink."""
    if blemish == "stained":
        camera.stain(rng, grey)
    elif blemish == "creased":
        camera.crease(rng, grey)
    elif blemish == "shining":
        behind = np.zeros_like(grey)
        for _ in range(rng.integers(1, 3)):
            place = rng.uniform(0.1, 0.9, 2) * grey.shape[::-1]
            write_number(rng, behind, hand, pick_text(rng), grey.shape[0] * rng.uniform(0.25, 0.8), place, style, pen, behind.shape[1])
        for _ in range(rng.integers(0, 3)):  # lines of the print
            at = rng.uniform(0, 1, 2)
            ends = [(0, at[0] * grey.shape[0]), (grey.shape[1], at[0] * grey.shape[0])]
            if rng.random() < 0.4:
                ends = [(at[1] * grey.shape[1], 0), (at[1] * grey.shape[1], grey.shape[0])]
            strokes.draw(behind, [strokes.line(rng, *ends, 0.5)], rng.uniform(1, 4))
        camera.show_through(rng, grey, behind)


def write_box(seed, hands, densities, wanted=None):
    """One box: (picture uint8 (height, width), kind, text, name of the hand). The same seed gives the same box. `wanted` is one of
    `PECULIARITIES`, by which readers are measured; otherwise all of them occur as often as they are to."""
    rng = np.random.default_rng(seed)
    shares = np.array([hand_share(hand, hands) for hand in hands])
    hand = hands[rng.choice(len(hands), p=shares / shares.sum())]
    kind = KINDS[rng.choice(len(KINDS), p=KIND_SHARES)]
    style, pen = Style.pick(rng), Pen.pick(rng, densities)
    habit, blemish = (rng.choice(list(shares), p=list(shares.values())) for shares in (HABITS, BLEMISHES))
    overwritten = rng.random() < OVERWRITTEN
    if wanted:
        habit, blemish, overwritten = "plain", "clean", wanted == "overwritten"
        if wanted in HABITS or wanted == "slashed":
            kind, habit, style.slashed = "number", wanted, wanted == "slashed"
        elif wanted in BLEMISHES:
            blemish = wanted
        else:
            kind = "corrected"

    canvas = np.zeros((round(WINDOW[0] * SCALE), round(WINDOW[1] * SCALE)), np.float32)
    tall = BOX * SCALE
    wide = min(tall * rng.uniform(*ASPECTS), canvas.shape[1] - 2 * MARGIN)
    left = (canvas.shape[1] - wide) / 2
    box = (left, MARGIN, left + wide, MARGIN + tall)

    text = ""
    if kind == "number":
        text = pick_text(rng)
        while wanted == "slashed" and "0" not in text:
            text = pick_text(rng)
        write_plain(rng, canvas, hand, text, box, style, pen, habit)
    elif kind == "struck":
        strokes.draw(canvas, strokes.strike(rng, box), pen.width * BOX * SCALE)
    elif kind == "corrected":
        text = (write_overwritten if overwritten else write_corrected)(rng, canvas, hand, box, style, pen)
    elif kind == "scribble":
        if rng.random() < 0.35:
            write_crossed_out(rng, canvas, hand, box, style, pen)
        else:
            strokes.draw(canvas, strokes.scribble(rng, box), pen.width * BOX * SCALE)
    if rng.random() < 0.35:
        write_neighbours(rng, canvas, hand, box, style, pen)
    if rng.random() < 0.35:
        write_beside(rng, canvas, hand, box, style, pen)

    put = partial(put_blemish, rng, hand=hand, style=style, pen=pen, blemish=blemish)
    return camera.photograph(rng, canvas, box, pen, WINDOW, put), kind, text, hand.name


def hand_share(hand, hands):
    """Hands of one collection divide its share."""
    return SHARES[hand.collection] / sum(other.collection == hand.collection for other in hands)
