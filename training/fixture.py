"""Write the boxes by which the tests prove that the program reads as the training does.

    python3 fixture.py DIGITS MODELS OUT

DIGITS is the folder with the collections of digits, MODELS the folder with numbers.onnx and numbers.json; OUT gets
boxes.png and boxes.json.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from PIL import Image

import network
import readings
import sets
from boxes import KINDS, WINDOW

WANTED = {"empty": 1, "number": 7, "struck": 1, "corrected": 2, "scribble": 1}
LOOKED_AT = 80  # boxes, the first of the test writers
HEIGHTS = [40, 28, 61, 100, 120]  # crops come in these heights, one after the other
WIDER = 2.1  # how much wider than the window the last crop is made
TOLD = 3  # texts for each box


def chosen(written):
    """The first boxes of each kind, as many as wanted."""
    found = []
    for kind, count in WANTED.items():
        found += np.flatnonzero(written.kinds == KINDS.index(kind))[:count].tolist()
    return found


def as_cut(picture, height):
    """A window as a photo would give it: without the paper at its sides, at another size."""
    paper = np.bincount(picture.ravel()).argmax()
    columns = np.flatnonzero((np.abs(picture.astype(int) - int(paper)) > 2).any(0))
    left, right = (columns[0], columns[-1] + 1) if len(columns) > 20 else (20, WINDOW[1] - 20)
    crop = Image.fromarray(picture[:, left:right])
    return crop.resize((round(crop.width * height / crop.height), height), Image.BICUBIC)


def as_window(crop):
    """A crop of any size to the network's window, as README.md says."""
    if crop.height != WINDOW[0]:
        wide = max(1, int(crop.width * WINDOW[0] / crop.height + 0.5))
        crop = crop.resize((wide, WINDOW[0]), Image.BICUBIC if crop.height < WINDOW[0] else Image.BOX)
    picture = np.asarray(crop)
    paper = int(np.percentile(picture, 90))
    if crop.width > WINDOW[1]:
        left = most_ink(picture)
        return picture[:, left : left + WINDOW[1]]
    window = np.full(WINDOW, paper, np.uint8)
    left = (WINDOW[1] - crop.width) // 2
    window[:, left : left + crop.width] = picture
    return window


def most_ink(picture):
    """Of the windows that hold nearly as much ink as the best one and stand beside it, the middle one. What is pale in the mean of nine pixels is noise."""
    tall, wide = picture.shape
    rim = round(0.1 * tall)
    sums = sum(picture[1 + y : tall - 1 + y, 1 + x : wide - 1 + x].astype(int) for y in (-1, 0, 1) for x in (-1, 0, 1))
    greys = np.full(picture.shape, 255)
    greys[rim : tall - rim, 1:-1] = np.floor(sums / 9 + 0.5)[rim - 1 : tall - rim - 1]
    paper = np.percentile(greys, 50)
    palest = paper - 0.45 * (paper - np.percentile(greys, 0.1))
    ink = np.where(greys <= palest, paper - greys, 0).sum(0)
    places = np.convolve(ink, np.ones(WINDOW[1], int), "valid")
    first = last = int(places.argmax())
    while first > 0 and places[first - 1] >= 0.98 * places.max():
        first -= 1
    while last < len(places) - 1 and places[last + 1] >= 0.98 * places.max():
        last += 1
    return (first + last) // 2


def probabilities(logits, texts):
    """P of each text under one box's text logits (STEPS, CLASSES), already divided by the temperature."""
    repeated = logits.unsqueeze(1).expand(-1, len(texts), -1)
    return torch.exp(-network.text_losses(repeated, texts)).tolist()


def rounded(pairs):
    return {name: round(probability, 7) for name, probability in pairs}


def described(window, output, temperature, kind, text):
    """What the tests compare for one box."""
    logits, kinds = network.split(output.unsqueeze(0))
    logits = logits[:, 0] / temperature["text"]
    best, _ = network.most_probable(logits.log_softmax(1).numpy())
    texts = list(dict.fromkeys([best, text, "7", "17", "-1"]))
    texts = [one for one in texts if one][: TOLD + 1]
    return {
        "kind": kind,
        "text": text,
        "darkest": int(window.min()),
        "mean": round(float(window.mean()), 6),
        "ink": round(float(network.as_input(window[None]).mean()), 6),
        "kinds": rounded(zip(KINDS, (kinds / temperature["kind"]).softmax(1)[0].tolist())),
        "best": best,
        "texts": rounded(zip(texts, probabilities(logits, texts))),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("digits", type=Path)
    parser.add_argument("models", type=Path)
    parser.add_argument("out", type=Path)
    wanted = parser.parse_args()

    written = sets.write_set(wanted.digits, "test", LOOKED_AT)
    indices = chosen(written)
    crops = [as_cut(written.pictures[box], HEIGHTS[at % len(HEIGHTS)]) for at, box in enumerate(indices)]
    wide = Image.new("L", (int(WIDER * WINDOW[1] * crops[2].height / WINDOW[0]), crops[2].height), int(np.percentile(crops[2], 90)))
    wide.paste(crops[2], (wide.width // 8, 0))
    crops.append(wide)
    indices.append(indices[2])

    reader, description = readings.load(wanted.models)
    windows = np.stack([as_window(crop) for crop in crops])
    outputs = readings.logits_of(reader, windows)
    places, top = [], 0
    sheet = Image.new("L", (max(crop.width for crop in crops), sum(crop.height for crop in crops)), 255)
    for crop in crops:
        sheet.paste(crop, (0, top))
        places.append({"top": top, "width": crop.width, "height": crop.height})
        top += crop.height
    boxes = [
        {**place, **described(window, output, description["temperature"], KINDS[written.kinds[box]], written.texts[box])}
        for place, window, output, box in zip(places, windows, outputs, indices)
    ]
    wanted.out.mkdir(parents=True, exist_ok=True)
    sheet.save(wanted.out / "boxes.png", optimize=True)
    (wanted.out / "boxes.json").write_text("[\n" + ",\n".join(json.dumps(box) for box in boxes) + "\n]\n")
    for box in boxes:
        print(box["kind"], box["text"], "read as", max(box["kinds"], key=box["kinds"].get), box["best"])


if __name__ == "__main__":
    main()
