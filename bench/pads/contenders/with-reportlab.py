"""Draws the recorded sheets with ReportLab: what they share once, as forms, and on each page only what differs.

Usage: with-reportlab.py FOLDER PAGES OUT
"""

import json
import sys

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen import canvas

PT = 72 / 25.4
folder, pages, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
with open(f"{folder}/sheet.json", encoding="utf-8") as file:
    sheet = json.load(file)
for weight, path in sheet["fonts"].items():
    pdfmetrics.registerFont(TTFont(weight, path))
width, height = sheet["page"]["widthMm"] * PT, sheet["page"]["heightMm"] * PT


def paint_of(on, mark):
    fill, line = mark["fill"], mark["line"]
    if fill is not None:
        on.setFillGray(1 - fill)
    if line is not None:
        on.setStrokeGray(1 - line["ink"])
        on.setLineWidth(line["weight"] * PT)
        on.setLineCap(1)
        on.setLineJoin(1)
    return {"fill": int(fill is not None), "stroke": int(line is not None)}


def draw(on, mark):
    kind = mark["kind"]
    if kind == "fill":
        on.setFillGray(1 - mark["ink"])
        bottom = height - (mark["y"] + mark["height"]) * PT
        on.rect(mark["x"] * PT, bottom, mark["width"] * PT, mark["height"] * PT, stroke=0, fill=1)
    elif kind == "line":
        on.setStrokeGray(1 - mark["ink"])
        on.setLineWidth(mark["weight"] * PT)
        on.setLineCap(0)
        (x1, y1), (x2, y2) = mark["from"], mark["to"]
        on.line(x1 * PT, height - y1 * PT, x2 * PT, height - y2 * PT)
    elif kind == "text":
        on.setFillGray(1 - mark["ink"])
        on.setFont(mark["weight"], mark["sizePt"])
        x, y = mark["x"] * PT, height - mark["baseline"] * PT
        if mark["upwards"]:
            on.saveState()
            on.translate(x, y)
            on.rotate(90)
            on.drawString(0, 0, mark["text"])
            on.restoreState()
        else:
            on.drawString(x, y, mark["text"])
    elif kind == "modules":
        on.setFillGray(0)
        path = on.beginPath()
        for left, top, wide, high in mark["rectangles"]:
            path.rect(left * PT, height - (top + high) * PT, wide * PT, high * PT)
        on.drawPath(path, stroke=0, fill=1)
    elif kind == "rounded":
        paint = paint_of(on, mark)
        bottom = height - (mark["y"] + mark["height"]) * PT
        on.roundRect(mark["x"] * PT, bottom, mark["width"] * PT, mark["height"] * PT, mark["radius"] * PT, **paint)
    elif kind == "circle":
        on.circle(mark["x"] * PT, height - mark["y"] * PT, mark["radius"] * PT, **paint_of(on, mark))
    elif kind == "path":
        paint = paint_of(on, mark)
        path = on.beginPath()
        (first_x, first_y), *rest = mark["points"]
        path.moveTo(first_x * PT, height - first_y * PT)
        for x, y in rest:
            path.lineTo(x * PT, height - y * PT)
        on.drawPath(path, **paint)


# Packing each page would take longer and save little: a page is a few hundred bytes.
on = canvas.Canvas(out, pagesize=(width, height), pageCompression=0)
for name, marks in sheet["stamps"].items():
    on.beginForm(name, 0, 0, width, height)
    for mark in marks:
        draw(on, mark)
    on.endForm()

symbol = sheet["symbol"]
rows, columns = symbol["rows"], symbol["columns"]
bytes_each = rows * ((columns + 7) // 8)
wide, high = symbol["widthMm"] * PT, symbol["heightMm"] * PT
pictures = [
    f"q 0 g {wide:.3f} 0 0 {high:.3f} {place['xMm'] * PT:.3f} {height - place['yMm'] * PT - high:.3f} cm "
    f"BI/W {columns}/H {rows}/IM true/F/AHx ID "
    for place in symbol["places"]
]
places = [
    (text["weight"], text["sizePt"], 1 - text["ink"], text["xMm"] * PT, height - text["baselineMm"] * PT)
    for text in sheet["texts"]
]
with open(f"{folder}/pages.tsv", encoding="utf-8") as lines, open(f"{folder}/symbols.bin", "rb") as symbols:
    for _, line in zip(range(pages), lines):
        stamps, *texts = line.rstrip("\n").split("\t")
        for name in stamps.split(" "):
            on.doForm(name)
        # A picture inside the page, as it is: the shortest way that there is, shorter than through the library's own pictures.
        modules = symbols.read(bytes_each).hex()
        for picture in pictures:
            on._code.append(f"{picture}{modules}> EI Q")
        for (weight, size, grey, x, y), text in zip(places, texts):
            on.setFillGray(grey)
            on.setFont(weight, size)
            on.drawString(x, y, text)
        on.showPage()
on.save()
