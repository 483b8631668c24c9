"""Draw a sheet of written boxes, to see what the readers learn from.

    python3 look.py DIGITS OUT.png [--part train]
"""

import argparse
from pathlib import Path

from PIL import Image, ImageDraw

import sets
from boxes import KINDS, WINDOW

ACROSS, DOWN, CAPTION, ENLARGED = 10, 14, 14, 2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("digits", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--part", default="train", choices=list(sets.SEEDS))
    wanted = parser.parse_args()

    written = sets.write_set(wanted.digits, wanted.part, ACROSS * DOWN)
    wide, high = WINDOW[1] * ENLARGED + 8, WINDOW[0] * ENLARGED + CAPTION
    sheet = Image.new("L", (ACROSS * wide, DOWN * high), 220)
    pen = ImageDraw.Draw(sheet)
    for index, picture in enumerate(written.pictures):
        x, y = index % ACROSS * wide, index // ACROSS * high
        sheet.paste(Image.fromarray(picture).resize((WINDOW[1] * ENLARGED, WINDOW[0] * ENLARGED)), (x, y))
        pen.text((x, y + WINDOW[0] * ENLARGED + 1), f"{KINDS[written.kinds[index]]} {written.texts[index]} {written.hands[index]}", fill=0)
    sheet.save(wanted.out)


if __name__ == "__main__":
    main()
