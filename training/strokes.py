"""Strokes that no collection of digits holds: strikes, minus signs, crossings-out and scribbles; and 0, 1 and 7 in the forms that are rare there.

A stroke is a list of points (x, y) in pixels of the canvas; `draw` lays its ink on the canvas.
"""

import numpy as np
from PIL import Image, ImageDraw

SMOOTH = 3  # strokes are drawn this much larger and scaled down, so that their edges are smooth


def smooth(points, steps=10):
    """A Catmull-Rom curve through the points: (n, 2) to (m, 2)."""
    points = np.asarray(points, float)
    padded = np.vstack([points[:1], points, points[-1:]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    pieces = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:]):
        pieces.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return np.vstack([*pieces, points[-1:]])


def draw(canvas, strokes, width):
    """Lay strokes of the given width (pixels) on the canvas, a float array (height, width) of ink 0..1."""
    height, length = canvas.shape
    picture = Image.new("L", (length * SMOOTH, height * SMOOTH))
    pen = ImageDraw.Draw(picture)
    thick = max(1, round(width * SMOOTH))
    for stroke in strokes:
        points = [tuple(point) for point in np.asarray(stroke) * SMOOTH]
        pen.line(points, fill=255, width=thick, joint="curve")
        for x, y in (points[0], points[-1]):
            pen.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=255)
    ink = np.asarray(picture.resize((length, height), Image.BOX), np.float32) / 255
    np.maximum(canvas, ink, out=canvas)


def line(rng, start, end, wobble):
    """A line drawn by hand: bent and shaky by about `wobble` pixels."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    t = np.linspace(0, 1, 5)[:, None]
    bend = np.sin(np.pi * t) * rng.normal(0, wobble, 2)
    return smooth(start + (end - start) * t + bend + rng.normal(0, wobble / 4, (5, 2)))


def zigzag(rng, left, top, right, bottom, turns):
    """A pen going up and down from left to right."""
    x = np.linspace(left, right, turns) + rng.normal(0, (right - left) / turns / 3, turns)
    y = np.where(np.arange(turns) % 2, top, bottom) + rng.normal(0, (bottom - top) * 0.12, turns)
    return smooth(np.stack([x, y], 1))


ONES = ["plain", "hooked", "footed"]  # a plain stroke; with an upstroke, as long as in Swiss and German hand; with a foot as well
GLYPH = 80  # height of a drawn digit, pixels


def drawn(rng, lines):
    """The ink of a digit from its lines, each a list of points in digit heights: uint8, 255 = full ink."""
    shaken = [np.asarray(points) + rng.normal(0, 0.012, (len(points), 2)) for points in lines]
    return inked(rng, [np.vstack([line(rng, a, b, 0.02) for a, b in zip(points, points[1:])]) for points in shaken])


def inked(rng, curves):
    """Curves, each a list of points in digit heights, drawn with a pen of some width: uint8, 255 = full ink."""
    points = np.vstack(curves)
    rim = 0.15
    first = points.min(0) - rim
    columns, rows = np.round((points.max(0) + rim - first) * GLYPH).astype(int)
    canvas = np.zeros((rows, columns), np.float32)
    draw(canvas, [(curve - first) * GLYPH for curve in curves], GLYPH * rng.uniform(0.07, 0.12))
    return (canvas * 255).astype(np.uint8)


def zero(rng):
    """The ink of a 0: closed, with ends that overlap, or open at one or two places."""
    half, lean = rng.uniform(0.22, 0.42), rng.uniform(-0.15, 0.1)
    start, whole = rng.uniform(-0.3, 0.3) * np.pi, rng.uniform(0.86, 1.1)
    form = rng.choice(["one", "two"], p=[0.7, 0.3])
    spans = [(0, whole)] if form == "one" else [(0.02, rng.uniform(0.4, 0.48)), (rng.uniform(0.5, 0.56), rng.uniform(0.92, 1))]
    lines = []
    for first, last in spans:
        turn = start - 2 * np.pi * np.linspace(first, last, 14)  # from the top to the left, as most write it
        y = 0.5 - 0.5 * np.cos(turn)
        lines.append(np.stack([half * np.sin(turn) * np.linspace(1, rng.uniform(0.85, 1.1), 14) + lean * y, y], 1))
    return drawn(rng, lines)


def one(rng, form):
    """The ink of a 1."""
    return drawn(rng, one_lines(rng, form))


def one_lines(rng, form):
    """The lines of a 1."""
    lean = rng.uniform(-0.12, 0.08)
    stem = [(0, 0), (lean, 1)]
    if form == "plain":
        return [stem]
    reach = rng.uniform(0.12, 0.5)
    # some begin it on the line, so that it is as long as the stem
    start = rng.uniform(0.15, 0.45) + 0.5 * reach if rng.random() < 0.75 else rng.uniform(0.6, 1)
    hooked = [(-reach, start), *stem]
    if form == "hooked":
        return [hooked]
    half = rng.uniform(0.1, 0.25)
    return [hooked, [(lean - half, 1), (lean + half, 1)]]


def seven(rng, crossed):
    """The ink of a 7."""
    return drawn(rng, seven_lines(rng, crossed))


def seven_lines(rng, crossed):
    """The lines of a 7."""
    wide, foot = rng.uniform(0.4, 0.7), rng.uniform(0.05, 0.35)
    bar = [(0, rng.uniform(0, 0.12)), (wide, 0), (foot, 1)]
    if rng.random() < 0.3:  # begins with a short downstroke
        bar = [(rng.uniform(-0.03, 0.05), rng.uniform(0.15, 0.28)), *bar]
    if not crossed:
        return [bar]
    y = rng.uniform(0.4, 0.6)
    middle, half = wide + (foot - wide) * y, rng.uniform(0.12, 0.28)
    return [bar, [(middle - half, y + rng.uniform(-0.05, 0.08)), (middle + half, y - rng.uniform(-0.05, 0.08))]]


def strike(rng, box):
    """Struck out: a slash, a cross, a dash, a wave. `box` is (left, top, right, bottom)."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    tall = height * rng.uniform(0.6, 1.1)
    wide = min(tall * rng.uniform(0.5, 1.8), width)
    x = (left + right) / 2 + rng.normal(0, 0.1) * width
    y = (top + bottom) / 2 + rng.normal(0, 0.05) * height
    rising = ((x - wide / 2, y + tall / 2), (x + wide / 2, y - tall / 2))
    falling = ((x - wide / 2, y - tall / 2), (x + wide / 2, y + tall / 2))
    wobble = height * 0.04
    form = rng.choice(["/", "\\", "X", "-", "--", "=", "~", "//"], p=[0.27, 0.04, 0.28, 0.14, 0.15, 0.03, 0.05, 0.04])
    if form == "/":
        return [line(rng, *rising, wobble)]
    if form == "\\":
        return [line(rng, *falling, wobble)]
    if form == "X":
        shake = lambda points: np.asarray(points) + rng.normal(0, height * 0.06, (2, 2))
        return [line(rng, *shake(rising), wobble), line(rng, *shake(falling), wobble)]
    if form == "//":
        step = np.array([height * rng.uniform(0.15, 0.4), 0])
        return [line(rng, *(np.asarray(rising) + side), wobble) for side in (-step / 2, step / 2)]
    wide = height * rng.uniform(0.3, 0.9) if form == "-" else width * rng.uniform(0.5, 1.05)
    tilt = rng.normal(0, 0.06) * wide
    ends = (x - wide / 2, y + tilt), (x + wide / 2, y - tilt)
    if form == "=":
        step = np.array([0, height * rng.uniform(0.1, 0.25)])
        return [line(rng, *(np.asarray(ends) + side), wobble / 2) for side in (-step / 2, step / 2)]
    if form == "~":
        return [zigzag(rng, x - wide / 2, y - height * 0.08, x + wide / 2, y + height * 0.08, int(rng.integers(4, 8)))]
    return [line(rng, *ends, wobble / 2)]


def crossing(rng, box):
    """How people cross out a number that stands in `box`: a line, two lines, a slash, a cross, a zigzag."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    over = height * 0.12
    y = (top + bottom) / 2 + rng.normal(0, 0.08) * height
    form = rng.choice(["line", "lines", "slash", "cross", "zigzag"], p=[0.3, 0.15, 0.2, 0.15, 0.2])
    rising = ((left - over, bottom + rng.normal(0, over)), (right + over, top + rng.normal(0, over)))
    falling = ((left - over, top + rng.normal(0, over)), (right + over, bottom + rng.normal(0, over)))
    flat = lambda y: line(rng, (left - over, y + rng.normal(0, over)), (right + over, y + rng.normal(0, over)), over / 3)
    if form == "line":
        return [flat(y)]
    if form == "lines":
        return [flat(y - height * 0.12), flat(y + height * 0.12)]
    if form == "slash":
        return [line(rng, *(rising if rng.random() < 0.8 else falling), over / 3)]
    if form == "cross":
        return [line(rng, *rising, over / 3), line(rng, *falling, over / 3)]
    turns = int(np.clip(width / height * rng.uniform(6, 12), 5, 24))
    return [zigzag(rng, left - over, top, right + over, bottom, turns)]


def ring(rng, box):
    """A circle around a number that stands in `box`: closed with ends that overlap, or a little open."""
    left, top, right, bottom = box
    height = bottom - top
    radii = np.array([(right - left) / 2 + height * rng.uniform(0.12, 0.5), height * rng.uniform(0.56, 0.9)])
    middle = np.array([(left + right) / 2, (top + bottom) / 2]) + rng.normal(0, 0.05, 2) * height
    start, whole = rng.uniform(0, 1), rng.choice([1, -1]) * rng.uniform(0.88, 1.2)
    turn = 2 * np.pi * (start + whole * np.linspace(0, 1, 14))
    shake = rng.normal(0, 0.03, (14, 2)) + np.linspace(0, rng.normal(0, 0.08), 14)[:, None]
    return [smooth(middle + radii * (1 + shake) * np.stack([np.cos(turn), np.sin(turn)], 1), 6)]


def underline(rng, box):
    """One line or two below a number that stands in `box`."""
    left, top, right, bottom = box
    height = bottom - top
    y, tilt = bottom + height * rng.uniform(0.03, 0.2), rng.normal(0, 0.05)
    count = 2 if rng.random() < 0.35 else 1
    lines = []
    for at in range(count):
        first, last = left + height * rng.uniform(-0.35, 0.15), right + height * rng.uniform(-0.15, 0.35)
        drop = y + at * height * rng.uniform(0.1, 0.2)
        lines.append(line(rng, (first, drop - tilt * (last - first) / 2), (last, drop + tilt * (last - first) / 2), height * 0.02))
    return lines


def tick(rng, low, high):
    """A tick between two corners: down a little, then far up to the right."""
    size, height = high - low, high[1] - low[1]
    corner = low + size * (rng.uniform(0.25, 0.45), 1)
    start = low + size * (0, rng.uniform(0.35, 0.65))
    return [np.vstack([line(rng, start, corner, height * 0.03), line(rng, corner, (high[0], low[1]), height * 0.04)])]


def tick_beside(rng, box):
    """A tick to the right of a number that stands in `box`, more rarely to the left."""
    left, top, right, bottom = box
    height = (bottom - top) * rng.uniform(0.6, 1.1)
    wide, gap = height * rng.uniform(0.4, 0.8), height * rng.uniform(0.12, 0.4)
    x = right + gap if rng.random() < 0.8 else left - gap - wide
    y = (top + bottom) / 2 + rng.normal(0, 0.1) * height
    return tick(rng, np.array([x, y - height / 2]), np.array([x + wide, y + height / 2]))


def slash(rng, zero, width):
    """Draw a slash through the ink of a 0."""
    rows, columns = zero.shape
    x, y = columns * rng.uniform(-0.05, 0.2), rows * rng.uniform(0.78, 1)
    draw(zero, [line(rng, (x, y), (columns - columns * rng.uniform(-0.05, 0.2), rows - y + rng.normal(0, 0.05) * rows), rows * 0.02)], width)


def scribble(rng, box):
    """Something that is no number and no strike: curls, a blackened patch, a tick, a few wild strokes."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    size = np.array([min(width, height * rng.uniform(0.8, 2.2)), height * rng.uniform(0.6, 1.0)])
    middle = np.array([(left + right) / 2, (top + bottom) / 2]) + rng.normal(0, 0.07, 2) * (width, height)
    low, high = middle - size / 2, middle + size / 2
    form = rng.choice(["curl", "patch", "tick", "wild", "loops"], p=[0.25, 0.25, 0.1, 0.2, 0.2])
    if form == "patch":
        return [zigzag(rng, low[0], low[1], high[0], high[1], int(rng.integers(12, 30))) for _ in range(rng.integers(1, 3))]
    if form == "tick":
        return tick(rng, low, high)
    if form == "wild":
        return [smooth(rng.uniform(low, high, (int(rng.integers(3, 6)), 2))) for _ in range(rng.integers(2, 5))]
    if form == "loops":
        turns = rng.integers(4, 9)
        t = np.linspace(0, 2 * np.pi * turns, 16 * turns)
        x = low[0] + size[0] * t / t[-1] + np.cos(t) * height * 0.18
        return [np.stack([x, middle[1] + np.sin(t) * size[1] * 0.4 * (1 + rng.normal(0, 0.1, t.size))], 1)]
    return [smooth(rng.uniform(low, high, (int(rng.integers(8, 16)), 2)))]
