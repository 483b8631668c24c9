"""Whole digits drawn by rule, each in the forms that people give it: a 0 with a tail, a 9 like an S, an open 4, a 5 in one stroke.

No collection has all of them, and somebody who writes one of them writes it always. A form is chosen once for a number, and every
digit of it shakes a little around that. Points are (x, y) in digit heights, y downwards, as in `strokes.py`.
"""

import numpy as np

import strokes


def ink(rng, digit, number):
    """The ink of a digit, uint8, 255 = full ink. `number` is the seed of the number that it stands in: it settles the form."""
    form = np.random.default_rng([number, digit])
    lines = [np.asarray(points, float) for points in FORMS[digit](form)]
    squeeze = form.uniform(0.85, 1.2)
    bend = form.normal(0, 0.06, 2)
    curves = []
    for points in lines:
        shaken = points * (squeeze, 1) + rng.normal(0, 0.018, points.shape)
        shaken += np.stack([bend[0] * np.sin(np.pi * shaken[:, 1]), bend[1] * np.sin(np.pi * shaken[:, 0])], 1)
        curves.append(strokes.smooth(shaken, 6) if len(points) > 2 else strokes.line(rng, *shaken, 0.02))
    return strokes.inked(rng, curves)


def arc(middle, radii, first, last, count=9):
    """Points on an ellipse from one angle to another, in turns: 0 is the right, 1/4 the bottom, clockwise."""
    angle = 2 * np.pi * np.linspace(first, last, count)
    return [(middle[0] + radii[0] * np.cos(one), middle[1] + radii[1] * np.sin(one)) for one in angle]


def zero(form):
    """Closed or open, begun with a hook from the right or ended with a tail inwards, outwards or across the top."""
    half, start = form.uniform(0.22, 0.42), -0.25 + form.uniform(-0.12, 0.16)
    whole = form.uniform(0.9, 1.18)
    loop = arc((half, 0.5), (half, 0.5), start, start - whole, 12)
    ending = form.choice(["plain", "inwards", "outwards", "hook"], p=[0.3, 0.25, 0.25, 0.2])
    x, y = loop[-1]
    if ending == "inwards":
        loop.append((x - form.uniform(0.05, 0.25), y + form.uniform(0.05, 0.3)))
    elif ending == "outwards":
        loop.append((x + form.uniform(-0.05, 0.3), y - form.uniform(0.05, 0.25)))
    elif ending == "hook":
        loop = [(loop[0][0] + form.uniform(0.05, 0.25), loop[0][1] + form.uniform(-0.12, 0.06)), *loop]
    return [loop]


def two(form):
    wide, foot = form.uniform(0.4, 0.65), form.uniform(0.85, 1)
    head = arc((wide / 2, 0.27), (wide / 2, 0.27), -0.5 - form.uniform(-0.06, 0.06), 0.08, 7)
    if form.random() < 0.4:  # a loop at the bottom
        turn = [(0.08, 0.92), (-0.02, 0.86), (0.08, 0.78), (0.25, 0.88), (wide + 0.05, foot)]
        return [[*head, (wide * 0.6, 0.66), *turn]]
    reach = form.uniform(0.35, 1.05) if form.random() < 0.4 else 1.05  # of the foot: the shorter, the more it looks like a 7
    return [[*head, (wide * 0.55, 0.68), (0.02, 0.96)], [(0.0, 0.97), (wide * reach / 2, form.uniform(0.9, 1)), (wide * reach, foot)]]


def three(form):
    wide, waist = form.uniform(0.35, 0.55), form.uniform(0.42, 0.52)
    low = arc((wide * 0.45, (1 + waist) / 2), (wide * 0.55, (1 - waist) / 2), -0.25, 0.45, 8)
    if form.random() < 0.25:  # with a flat top
        return [[(0, 0.03), (wide, 0)], [(wide, 0), (wide * 0.35, waist)], [(wide * 0.35, waist), *low[1:]]]
    high = arc((wide * 0.45, waist / 2), (wide * 0.5, waist / 2), -0.42, 0.2, 7)
    inner = [(wide * form.uniform(0.15, 0.5), waist)]
    return [[*high, *inner, *low[1:]]]


def four(form):
    wide, bar, stem = form.uniform(0.4, 0.65), form.uniform(0.5, 0.72), form.uniform(0.55, 0.85)
    lean = form.uniform(-0.1, 0.06)
    corner = (0, bar)
    across = (wide + form.uniform(0, 0.12), bar + form.uniform(-0.06, 0.06))
    if form.random() < 0.5:  # closed, the stem begins where the slope does
        top = (wide * stem, 0)
        return [[top, corner], [corner, across], [top, (wide * stem + lean, 1)]]
    top = (form.uniform(0.02, 0.35) * wide, form.uniform(0, 0.15))
    first = (wide * stem, form.uniform(0, 0.35))
    if form.random() < 0.5:  # round, like a u
        return [[top, (0.0, bar * 0.85), (0.12 * wide, bar), (wide * 0.6, bar), across], [first, (wide * stem + lean, 1)]]
    return [[top, corner], [corner, across], [first, (wide * stem + lean, 1)]]


def five(form):
    wide, neck = form.uniform(0.38, 0.6), form.uniform(0.32, 0.5)
    belly = arc((wide * 0.4, (1 + neck) / 2), (wide * 0.6, (1 - neck) / 2), -0.3, form.uniform(0.4, 0.5), 8)
    down = [(form.uniform(0, 0.12), 0.04), (0.02, neck + 0.02)]
    bar = [(down[0][0] + form.uniform(-0.05, 0.15), form.uniform(-0.03, 0.1)), (wide + form.uniform(0, 0.2), form.uniform(-0.06, 0.08))]
    if form.random() < 0.4:  # in one stroke, like an S
        return [[bar[1], (wide * 0.5, 0.02), *down, *belly]]
    return [[*down, *belly], bar]


def six(form):
    half, top = form.uniform(0.2, 0.32), form.uniform(0.38, 0.6)
    stem = [(half * form.uniform(0.9, 2), 0), (half * 0.55, 0.2), (0.02, 0.55)]
    loop = arc((half, (1 + top) / 2), (half, (1 - top) / 2), 0.5, -0.5 + form.uniform(-0.12, 0.1), 11)
    return [[*stem, *loop[1:]]]


def eight(form):
    wide, waist = form.uniform(0.35, 0.5), form.uniform(0.42, 0.52)
    middle = wide / 2
    high, low = waist / 2, (1 + waist) / 2
    start = form.uniform(0, 0.16)
    if form.random() < 0.3:  # two rings
        rings = arc((middle, high), (middle * 0.8, high), -0.25, 0.8, 11), arc((middle, low), (middle, (1 - waist) / 2), -0.25, 0.8, 11)
        return [list(ring) for ring in rings]
    left = arc((middle, high), (middle * 0.85, high), -0.12 - start, -0.7, 6)
    bottom = arc((middle, low), (middle, (1 - waist) / 2), -0.1, 0.62, 8)
    end = (middle + form.uniform(0, 0.3) * wide, form.uniform(-0.03, 0.15))
    return [[*left, (middle, waist), *bottom, (middle, waist), (wide * 0.85, high * 0.9), end]]


def nine(form):
    half, low = form.uniform(0.2, 0.32), form.uniform(0.42, 0.6)
    shape = form.choice(["closed", "round", "open", "hooked"], p=[0.3, 0.25, 0.25, 0.2])
    gap = form.uniform(0.0, 0.08) if shape != "open" else form.uniform(0.12, 0.3)
    loop = arc((half, low / 2), (half, low / 2), -gap, -1 + form.uniform(0, 0.04), 11)
    lean = form.uniform(-0.35, 0.05)
    tail = [(2 * half + lean * 0.4, 0.7), (2 * half + lean, 1)]
    if shape in ("round", "open"):
        tail = [(2 * half - 0.02, 0.68), (half * form.uniform(0.8, 1.3), 0.95), (form.uniform(-0.1, 0.2), form.uniform(0.92, 1))]
    elif shape == "hooked":  # like a g
        tail = [(2 * half, 0.72), (half * 1.5, 0.97), (half * 0.6, 1), (form.uniform(-0.1, 0.1), form.uniform(0.82, 0.95))]
    return [[*loop, *tail]]


def one(form):
    return strokes.one_lines(form, form.choice(strokes.ONES))


def seven(form):
    return strokes.seven_lines(form, form.random() < 0.75)


FORMS = [zero, one, two, three, four, five, six, seven, eight, nine]
