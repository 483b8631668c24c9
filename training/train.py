"""Train the reader of numbers and write its weights.

    python3 train.py DIGITS MODELS [--work FOLDER] [--boxes 120000] [--epochs 14] [--seed 0] [--start MODELS ...] [--fold 1]

DIGITS is the folder with the collections of digits, MODELS the folder for numbers.onnx and numbers.json. Training that was
stopped goes on where it stopped.
"""

import argparse
import copy
import json
import math
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from torch.nn import functional

import digits
import network
import readings
import sets
from boxes import BOX, KIND_SHARES, KINDS, LENGTHS, TEXT_SHARES, WINDOW
from half import halved
from readings import OnnxReader, logits_of

VERSION = 8
NUMBER, CORRECTED = KINDS.index("number"), KINDS.index("corrected")
BATCH = 128
VALIDATION_BOXES = 5000
HIGHEST_RATE = 1.2e-3  # of learning, from nothing
WARM_UP = 0.05  # of the training, until the rate is highest
MEMORY = 0.999  # how much of the mean weights is left after a step
UNFOLDED_WITH = 2000  # boxes
KEPT_EVERY = 100  # batches, between notes of how far the training has come
# Processors that know short floats are half as quick again with them; the others only imitate them, forty times slower.
CPU_FLAGS = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
KNOWS_SHORT_FLOATS = "avx512_bf16" in CPU_FLAGS or "amx_bf16" in CPU_FLAGS


def varied(pictures):
    """Bend, shear, scale, shift, thicken or thin and darken a batch (n, 1, height, width) a little, anew in each epoch."""
    count, place = len(pictures), {"device": pictures.device}
    spread = lambda *size: 2 * torch.rand(count, *size, **place) - 1
    matrix = torch.zeros(count, 2, 3, **place)
    matrix[:, 0, 0], matrix[:, 1, 1] = 1 + 0.15 * spread(), 1 + 0.12 * spread()
    matrix[:, 0, 1] = 0.1 * spread()  # shear; 0.1 of half the width is a quarter of half the height
    matrix[:, :, 2] = torch.tensor([0.06, 0.05], **place) * spread(2)
    grid = functional.affine_grid(matrix, list(pictures.shape), align_corners=False)
    bend = functional.interpolate(torch.randn(count, 2, 5, 12, **place), WINDOW, mode="bicubic", align_corners=False)
    pixel = torch.tensor([2 / WINDOW[1], 2 / WINDOW[0]], **place)
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
    return functional.cross_entropy(kind, kinds.to(kind.device)) + losses.mean()


def rate(progress, highest):
    """The learning rate at a share of the training: quickly up to the highest, then slowly down to nothing."""
    rising = min(1, (progress + 0.002) / WARM_UP)
    return highest * rising * (0.5 + 0.5 * math.cos(math.pi * min(1, progress)))


class Training:
    """The whole-number reader on its way, with the mean of its latest weights, which reads better than the weights themselves."""

    def __init__(self, reader, kept, highest, batch):
        self.batch = batch  # boxes in a step
        self.reader = reader.to(memory_format=torch.channels_last)
        self.mean = copy.deepcopy(reader).eval()
        self.optimiser = torch.optim.AdamW(reader.parameters(), highest, weight_decay=0.02)
        self.highest = highest  # learning rate
        self.seen = 0  # boxes
        self.kept = kept
        if kept.exists():
            state = torch.load(kept, map_location=inputs_device(reader))
            for name in ("reader", "mean", "optimiser"):
                getattr(self, name).load_state_dict(state[name])
            self.seen = state["seen"]

    def keep(self):
        """Write down how far the training has come; the file is never half written."""
        parts = {name: getattr(self, name).state_dict() for name in ("reader", "mean", "optimiser")}
        draft = self.kept.with_suffix(".draft")
        torch.save({**parts, "seen": self.seen}, draft)
        draft.replace(self.kept)

    def learn(self, inputs, kinds, texts, progress):
        """One step with one batch. Returns the loss."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate(progress, self.highest)
        with torch.autocast(inputs.device.type, torch.bfloat16, enabled=inputs.is_cuda or KNOWS_SHORT_FLOATS):
            output = self.reader(inputs.contiguous(memory_format=torch.channels_last))
        loss = reader_loss(output.float(), kinds, texts)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.reader.parameters(), 5)
        self.optimiser.step()
        self.seen += len(kinds)
        latest = self.reader.state_dict()
        for name, mean in self.mean.state_dict().items():
            if mean.is_floating_point():
                mean.lerp_(latest[name], max(1 - MEMORY, self.batch / self.seen))
        return loss.detach()


def inputs_device(reader):
    """Where the reader runs: on the processor or a graphics card."""
    return next(reader.parameters()).device


def train_reader(reader, written, epochs, kept, highest, seed, batch):
    """Train until every box was seen `epochs` times. What was done before, according to the file `kept`, counts."""
    training = Training(reader, kept, highest, batch)
    kinds = torch.from_numpy(written.kinds)
    parts = np.array_split(written.pictures, len(kinds) // 1000 + 1)
    inputs = torch.cat([torch.from_numpy(network.as_input(part)).mul(255).byte() for part in parts]).to(inputs_device(reader))
    goal, start, losses = epochs * len(kinds), time.time(), []
    training.reader.train()
    while training.seen < goal:
        torch.manual_seed(training.seen + seed)  # the same boxes and bends however often the training was stopped
        for chosen in torch.randperm(len(kinds))[: batch * KEPT_EVERY].split(batch):
            texts = [written.texts[index] for index in chosen.tolist()]
            losses.append(training.learn(varied(inputs[chosen].float() / 255), kinds[chosen], texts, training.seen / goal))
        training.keep()
        loss = torch.stack(losses[-KEPT_EVERY:]).mean()
        print(f"  {training.seen} of {goal} boxes, loss {loss:.4f}, {time.time() - start:.0f} s", flush=True)
    return training.mean.cpu()


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


def export(reader, models, temperature, fold):
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
    file = str(models / "numbers.onnx")
    onnx.save(halved(onnx.load(file)), file)
    probe = torch.rand(3, 1, *WINDOW)
    with torch.no_grad():
        apart = (OnnxReader(models / "numbers.onnx")(probe) - reader(probe)).abs().max().item()
    # of logits: half precision keeps three digits of each weight
    assert apart < 0.1, f"the exported network differs from the trained one by {apart}"
    described = {
        "version": VERSION,
        "input": {"name": "pictures", "height": WINDOW[0], "width": WINDOW[1], "boxHeight": BOX},
        "normalisation": {"paperPercentile": 90, "fullPercentile": 99.5, "fullBecomes": 0.8, "leastFull": 0.2},
        "output": {"name": "logits", "steps": network.STEPS, "order": "text[class][step], then kinds"},
        "alphabet": network.ALPHABET,
        "blank": network.BLANK,
        "kinds": KINDS,
        "temperature": temperature,
        "trained": {"kinds": dict(zip(KINDS, KIND_SHARES)), "lengths": LENGTHS, **TEXT_SHARES},
        "heldOutSwissWriters": {part: digits.swiss_writers(part, fold) for part in ("validation", "test")},
    }
    (models / "numbers.json").write_text(json.dumps(described, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("digits", type=Path)
    parser.add_argument("models", type=Path)
    parser.add_argument("--work", type=Path, default=Path("output/training"), help="written boxes are kept here and used again")
    parser.add_argument("--boxes", type=int, default=120000, help="how many boxes to train with")
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--rate", type=float, default=HIGHEST_RATE, help="the highest learning rate")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--device", default="cpu", help="what trains: cpu, or cuda for a graphics card")
    parser.add_argument("--batch", type=int, default=BATCH, help="how many boxes each step learns from; more on a graphics card")
    parser.add_argument("--seed", type=int, default=0, help="another one sees the boxes in another order, bent otherwise")
    parser.add_argument("--start", type=Path, nargs="+", help="go on from the mean of the networks in these folders instead of from nothing")
    parser.add_argument("--fold", type=int, choices=range(len(digits.FOLDS) + 1), default=1, help="which Swiss writers are held out; 0 for none")
    wanted = parser.parse_args()
    if wanted.fold == digits.NO_FOLD and not wanted.start:
        parser.error("--fold 0 leaves nobody to calibrate with: go on from a network that was calibrated, with --start")
    torch.set_num_threads(wanted.threads)

    start = time.time()
    kept = {"cache": wanted.work, "processes": wanted.threads, "fold": wanted.fold}
    written = sets.write_set(wanted.digits, "train", wanted.boxes, **kept)
    print(f"{wanted.boxes} boxes written in {time.time() - start:.0f} s", flush=True)

    torch.manual_seed(1)
    reader = network.BoxReader()
    if wanted.start:
        networks = [folder / "numbers.onnx" for folder in wanted.start]
        readings.unfold(networks, reader, written.pictures[:UNFOLDED_WITH])
    reader.eval()
    if wanted.epochs:  # otherwise the mean of the networks is all that is wanted, however far another training has come
        way = wanted.work / f"training-{wanted.fold}-{wanted.seed}.pt"
        reader = train_reader(reader.to(wanted.device), written, wanted.epochs, way, wanted.rate, wanted.seed, wanted.batch)
    if wanted.fold == digits.NO_FOLD:
        temperature = readings.load(wanted.start[0])[1]["temperature"]
    else:
        temperature = temperatures(reader, sets.write_set(wanted.digits, "validation", VALIDATION_BOXES, **kept))
    print(f"temperatures {temperature}")
    export(reader, wanted.models, temperature, wanted.fold)
    print(f"done after {time.time() - start:.0f} s")


if __name__ == "__main__":
    main()
