"""From ink on a canvas to the grey crop that a photo of the pad gives: paper, print, light, blur, noise, JPEG."""

import io

import numpy as np
from PIL import Image, ImageFilter


def grown_noise(rng, shape, cells):
    """Smooth noise of mean 0 and deviation about 1, with about `cells` bumps along the longer side."""
    rows, columns = max(2, round(cells * shape[0] / max(shape))), max(2, round(cells * shape[1] / max(shape)))
    small = Image.fromarray(rng.normal(0, 1, (rows, columns)).astype(np.float32))
    return np.asarray(small.resize((shape[1], shape[0]), Image.BICUBIC))


def ink_on_paper(rng, canvas, pen):
    """Grey 0..1 of the ink alone: full ink is 1 - darkness, uneven along the stroke as measured in real ink."""
    grain = 1 + pen.grain * (0.7 * grown_noise(rng, canvas.shape, 30) + 0.5 * rng.normal(0, 1, canvas.shape))
    return 1 - np.clip(canvas * pen.darkness * np.clip(grain, 0.3, 1.6), 0, 1)


def leave_print(rng, grey, box):
    """What stays when the print is taken away: pieces of the box's lines, ink lost where a line was, small specks."""
    left, top, right, bottom = (round(edge + rng.normal(0, 1)) for edge in box)
    clean, dark, lost = rng.random() < 0.25, rng.uniform(0.03, 0.45), rng.random() < 0.35
    if clean:
        return
    thick = int(rng.integers(1, 3))
    for rows, columns in (
        (slice(top, top + thick), slice(max(left, 0), right)),
        (slice(bottom, bottom + thick), slice(max(left, 0), right)),
        (slice(max(top, 0), bottom), slice(max(left, 0), max(left, 0) + thick)),
        (slice(max(top, 0), bottom), slice(right, right + thick)),
    ):
        part = grey[rows, columns]
        if part.size == 0:
            continue
        if lost:
            part += (1 - part) * rng.uniform(0.3, 0.9)
        if rng.random() < 0.6:
            length = part.shape[0] * part.shape[1]
            cover = np.clip(grown_noise(rng, (1, length), 8).reshape(-1) + rng.uniform(-0.5, 1.5), 0, 1)
            part *= 1 - dark * cover.reshape(part.shape if part.shape[1] > part.shape[0] else part.shape)
    for _ in range(rng.integers(0, 4) if rng.random() < 0.3 else 0):
        y, x = rng.integers(0, grey.shape[0] - 3), rng.integers(0, grey.shape[1] - 3)
        grey[y : y + rng.integers(1, 4), x : x + rng.integers(1, 4)] *= 1 - rng.uniform(0.1, 0.5)


def stain(rng, grey):
    """The edge of a stain, as a cup leaves it: wide and soft, a little darker inside, on through the whole window."""
    height = grey.shape[0]
    radius, turn = height * rng.uniform(1.5, 7), rng.uniform(0, 2 * np.pi)
    through = rng.uniform(0.1, 0.9, 2) * grey.shape[::-1]
    y, x = np.mgrid[: grey.shape[0], : grey.shape[1]]
    away = np.hypot(x - through[0] - radius * np.cos(turn), y - through[1] - radius * np.sin(turn)) - radius
    rim = np.exp(-((away / (height * rng.uniform(0.04, 0.2))) ** 2)) * rng.uniform(0.06, 0.3)
    inside = rng.uniform(0, 0.08) / (1 + np.exp(np.clip(away / (height * 0.04), -30, 30)))
    grey *= 1 - np.clip((rim + inside) * (1 + 0.3 * grown_noise(rng, grey.shape, 6)), 0, 0.5)


def crease(rng, grey):
    """A fold of the paper: a dark line with a bright one along it, straight on through the whole window."""
    height = grey.shape[0]
    turn = rng.choice([0, np.pi / 2]) + rng.normal(0, 0.06) if rng.random() < 0.8 else rng.uniform(0, np.pi)
    through = rng.uniform(0.1, 0.9, 2) * grey.shape[::-1]
    y, x = np.mgrid[: grey.shape[0], : grey.shape[1]]
    away = ((x - through[0]) * np.sin(turn) + (y - through[1]) * np.cos(turn)) / (height * rng.uniform(0.012, 0.045))
    cover = np.clip(1 + 0.4 * grown_noise(rng, grey.shape, 8), 0.2, 2)
    grey *= 1 - cover * (rng.uniform(0.06, 0.4) * np.exp(-(away**2)) - rng.uniform(0, 0.1) * np.exp(-((away - 3) ** 2)))


def show_through(rng, grey, canvas):
    """What is printed or written on the other side: pale, soft and mirrored. `canvas` holds its ink."""
    behind = Image.fromarray((canvas[:, ::-1] * 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(rng.uniform(0.8, 3)))
    grey *= 1 - rng.uniform(0.04, 0.2) * np.asarray(behind, np.float32) / 255


def tilt(rng, grey):
    """The remains of perspective and rotation: the corners of the window move a little."""
    height, width = grey.shape
    angle, shift = rng.normal(0, 0.025), rng.normal(0, 0.03, 2) * height
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    middle = corners.mean(0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = (corners - middle) @ turn.T * rng.uniform(0.95, 1.05, 2) + middle + shift + rng.normal(0, 0.015, (4, 2)) * height
    quad = moved[[0, 3, 2, 1]].reshape(-1)  # PIL: upper left, lower left, lower right, upper right
    padded = np.pad(grey, 12, constant_values=1.0)
    picture = Image.fromarray(padded.astype(np.float32))
    return np.array(picture.transform((width, height), Image.QUAD, tuple(quad + 12), Image.BILINEAR))


def photograph(rng, canvas, box, pen, window, blemish):
    """The crop of one box: uint8 (height, width) of `window`. `box` is (left, top, right, bottom) on the canvas. `blemish` darkens
    the grey sheet where something is that is no ink."""
    grey = ink_on_paper(rng, canvas, pen).astype(np.float32)
    blemish(grey)
    leave_print(rng, grey, box)
    grey = tilt(rng, grey)
    grey *= 1 + rng.uniform(0, 0.02) * grown_noise(rng, grey.shape, 20)  # paper

    # the photo: seen at its own resolution, unsharp, noisy, compressed; the straightened sheet is even in light already
    coarse = rng.uniform(0.25, 1)
    high = round(float(np.exp(rng.uniform(np.log(34), np.log(90)))))
    wide = round(high * grey.shape[1] / grey.shape[0])
    picture = Image.fromarray(np.clip(grey * 255, 0, 255).astype(np.uint8))
    picture = picture.resize((wide, high), Image.BILINEAR if high > 50 else Image.BOX)
    picture = picture.filter(ImageFilter.GaussianBlur(coarse * rng.uniform(0.0, 0.032) * high))
    seen = np.asarray(picture, np.float32) / 255
    if rng.random() < 0.15:  # the hand shook
        step = int(rng.integers(1, max(2, high // 16) + 1))
        seen = (seen + np.roll(seen, step, int(rng.integers(0, 2)))) / 2
    light = rng.uniform(0.45, 0.97) * (1 + coarse * rng.uniform(0, 0.07) * np.clip(grown_noise(rng, seen.shape, 3), -2, 2))
    haze = coarse * rng.uniform(0, 0.15)
    seen = (haze + (1 - haze) * seen) * light + rng.normal(0, coarse * rng.uniform(0.003, 0.03), seen.shape)
    stored = io.BytesIO()
    Image.fromarray(np.clip(seen * 255, 0, 255).astype(np.uint8)).save(stored, "JPEG", quality=int(rng.integers(45, 95)))
    crop = Image.open(stored).resize((window[1], window[0]), Image.BICUBIC if high < window[0] else Image.BOX)
    return outside_is_paper(np.array(crop), box, window, canvas.shape)


def outside_is_paper(crop, box, window, shape):
    """Blank what lies farther from the box than the margin, as the reader of photos does for narrow boxes."""
    scale = window[0] / shape[0]
    margin = box[1] * scale
    left, right = round(box[0] * scale - margin), round(box[2] * scale + margin)
    paper = np.percentile(crop, 90)
    crop[:, : max(left, 0)] = paper
    crop[:, min(right, window[1]) :] = paper
    return crop
