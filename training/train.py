"""Train both readers and write the better one's weights.

    python3 train.py DIGITS MODELS [--work FOLDER] [--boxes 120000] [--epochs 14]

DIGITS is the folder with the collections of digits, MODELS the folder for numbers.onnx and numbers.json.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from torch.nn import functional

import cuts
import digits
import network
import sets
from boxes import BOX, KINDS, WINDOW
from readings import OnnxReader, logits_of

VERSION = 2
NUMBER, CORRECTED = KINDS.index("number"), KINDS.index("corrected")
BATCH = 128
VALIDATION_BOXES = 5000


def varied(pictures):
    """Bend, shear, scale, shift, thicken or thin and darken a batch (n, 1, height, width) a little, anew in each epoch."""
    count = len(pictures)
    spread = lambda *size: 2 * torch.rand(count, *size) - 1
    matrix = torch.zeros(count, 2, 3)
    matrix[:, 0, 0], matrix[:, 1, 1] = 1 + 0.15 * spread(), 1 + 0.12 * spread()
    matrix[:, 0, 1] = 0.1 * spread()  # shear; 0.1 of half the width is a quarter of half the height
    matrix[:, :, 2] = torch.tensor([0.06, 0.05]) * spread(2)
    grid = functional.affine_grid(matrix, list(pictures.shape), align_corners=False)
    bend = functional.interpolate(torch.randn(count, 2, 5, 12), WINDOW, mode="bicubic", align_corners=False)
    pixel = torch.tensor([2 / WINDOW[1], 2 / WINDOW[0]])
    grid = grid + 1.15 * pixel * bend.permute(0, 2, 3, 1)
    bent = functional.grid_sample(pictures, grid, align_corners=False)
    thick = functional.max_pool2d(bent, 3, 1, 1)
    thin = -functional.max_pool2d(-bent, 3, 1, 1)
    share = 0.45 * spread(1, 1, 1)  # of the thicker or, where negative, the thinner stroke
    bent = torch.where(share > 0, bent + share * (thick - bent), bent - share * (thin - bent))
    return (bent * (1 + 0.25 * spread(1, 1, 1))).clamp(0, 1)


def reader_loss(output, kinds, texts):
    """How surprised the reader is: by the kind of each box, and by the number where there is one."""
    text, kind = network.split(output)
    chosen = [index for index, one in enumerate(kinds.tolist()) if one in (NUMBER, CORRECTED)]
    losses = network.text_losses(text[:, chosen], [texts[index] for index in chosen])
    return functional.cross_entropy(kind, kinds) + losses.mean()


def train_reader(written, epochs):
    torch.manual_seed(1)
    reader = network.BoxReader()
    kinds = torch.from_numpy(written.kinds)
    parts = np.array_split(written.pictures, len(kinds) // 1000 + 1)
    inputs = torch.cat([torch.from_numpy(network.as_input(part)).mul(255).byte() for part in parts])
    batches = len(kinds) // BATCH
    optimiser = torch.optim.AdamW(reader.parameters(), 1e-3, weight_decay=0.02)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, epochs * batches, pct_start=0.2)
    for epoch in range(epochs):
        reader.train()
        start, total = time.time(), 0.0
        order = torch.randperm(len(kinds))
        for batch in range(batches):
            chosen = order[batch * BATCH : (batch + 1) * BATCH]
            loss = reader_loss(reader(varied(inputs[chosen].float() / 255)), kinds[chosen], [written.texts[index] for index in chosen])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(reader.parameters(), 5)
            optimiser.step()
            plan.step()
            total += loss.item()
            if batch % 100 == 99:
                print(f"  {batch + 1} of {batches}, {time.time() - start:.0f} s", end="\r", flush=True)
        print(f"whole-number reader, epoch {epoch + 1}: loss {total / batches:.4f}, {time.time() - start:.0f} s", flush=True)
    return reader.eval()


def train_digit_reader(written, epochs=6, most=20000):
    """The other reader learns from the first `most` boxes."""
    torch.manual_seed(2)
    tiles, labels = cuts.lessons(written.pictures[:most], written.kinds[:most] == NUMBER, written.texts)
    reader = cuts.DigitReader()
    batches = len(labels) // BATCH
    optimiser = torch.optim.AdamW(reader.parameters(), 1e-3, weight_decay=0.02)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, epochs * batches)
    for epoch in range(epochs):
        total = 0.0
        for chosen in torch.randperm(len(labels))[: batches * BATCH].split(BATCH):
            loss = functional.cross_entropy(reader(tiles[chosen]), labels[chosen])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            plan.step()
            total += loss.item()
        print(f"digit reader, epoch {epoch + 1}: loss {total / batches:.4f} on {len(labels)} tiles", flush=True)
    return reader.eval()


def temperatures(reader, written):
    """The temperatures of text and kind under which the validation writers' boxes are most probable."""
    text, kind = network.split(logits_of(reader, written.pictures))
    chosen = np.flatnonzero(np.isin(written.kinds, (NUMBER, CORRECTED)))
    texts = [written.texts[index] for index in chosen]
    steps = np.exp(np.linspace(np.log(0.5), np.log(3), 37))
    kinds = torch.from_numpy(written.kinds)
    by_text = [network.text_losses(text[:, chosen] / step, texts).mean().item() for step in steps]
    by_kind = [functional.cross_entropy(kind / step, kinds).item() for step in steps]
    return {"text": round(float(steps[np.argmin(by_text)]), 3), "kind": round(float(steps[np.argmin(by_kind)]), 3)}


def export(reader, models, temperature):
    """Write numbers.onnx and numbers.json."""
    models.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        reader,
        torch.zeros(1, 1, *WINDOW),
        models / "numbers.onnx",
        opset_version=13,
        input_names=["pictures"],
        output_names=["logits"],
        dynamic_axes={"pictures": {0: "n"}, "logits": {0: "n"}},
    )
    onnx.checker.check_model(onnx.load(str(models / "numbers.onnx")))
    probe = torch.rand(3, 1, *WINDOW)
    with torch.no_grad():
        apart = (OnnxReader(models / "numbers.onnx")(probe) - reader(probe)).abs().max().item()
    assert apart < 1e-3, f"the exported network differs from the trained one by {apart}"
    described = {
        "version": VERSION,
        "input": {"name": "pictures", "height": WINDOW[0], "width": WINDOW[1], "boxHeight": BOX},
        "normalisation": {"paperPercentile": 90, "fullPercentile": 99.5, "fullBecomes": 0.8, "leastFull": 0.2},
        "output": {"name": "logits", "steps": network.STEPS, "order": "text[class][step], then kinds"},
        "alphabet": network.ALPHABET,
        "blank": network.BLANK,
        "kinds": KINDS,
        "temperature": temperature,
        "heldOutSwissWriters": {part: digits.SWISS_WRITERS[part] for part in ("validation", "test")},
    }
    (models / "numbers.json").write_text(json.dumps(described, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("digits", type=Path)
    parser.add_argument("models", type=Path)
    parser.add_argument("--work", type=Path, default=Path("output/training"), help="written boxes are kept here and used again")
    parser.add_argument("--boxes", type=int, default=120000, help="how many boxes to train with")
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--threads", type=int, default=2)
    wanted = parser.parse_args()
    torch.set_num_threads(wanted.threads)

    start = time.time()
    written = sets.write_set(wanted.digits, "train", wanted.boxes, wanted.work, processes=wanted.threads)
    validation = sets.write_set(wanted.digits, "validation", VALIDATION_BOXES, wanted.work, processes=wanted.threads)
    print(f"{wanted.boxes} boxes written in {time.time() - start:.0f} s", flush=True)

    reader = train_reader(written, wanted.epochs)
    temperature = temperatures(reader, validation)
    print(f"temperatures {temperature}")
    export(reader, wanted.models, temperature)
    digit_reader = train_digit_reader(written)
    torch.save(digit_reader.state_dict(), wanted.work / "digit-reader.pt")  # for evaluate.py; it is not shipped
    print(f"done after {time.time() - start:.0f} s")


if __name__ == "__main__":
    main()
