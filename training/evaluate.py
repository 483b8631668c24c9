"""Measure the reader on held-out writers; print the figures and write them into the model card.

    python3 evaluate.py DIGITS FOLD [--fold 1] [--shipped MODELS] [--work FOLDER]

FOLD is the folder with the network of a fold. The shipped one knows all Swiss writers: it is measured on those of the other collections,
who are held out of it, too. Only with both is the model card written.
"""

import argparse
from collections import Counter
from pathlib import Path

import numpy as np
import torch

import digits
import network
import readings
import sets
from boxes import KINDS, PECULIARITIES
from train import NUMBER

HERE = Path(__file__).parent
TEST_BOXES = 10000
OTHER_BOXES = 2000
PECULIAR_BOXES = 200  # of each peculiarity
CANDIDATES = 30  # scores that the rules leave for a box
SCORES = [str(score) for score in range(100)]
PAIRS = [("1", "7"), ("4", "9"), ("0", "6"), ("5", "9"), ("5", "6"), ("2", "7"), ("3", "8"), ("8", "9"), ("7", "9")]


def percent(share):
    return f"{100 * share:.2f} %"


def table(head, rows):
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def by_kind(written, read):
    right = read.right(written)
    rows = []
    for kind, name in enumerate(KINDS):
        chosen = written.kinds == kind
        rows.append([name, chosen.sum(), percent((read.read_kinds[chosen] == kind).mean()), percent(right[chosen].mean())])
    rows.append(["all", len(right), percent((read.read_kinds == written.kinds).mean()), percent(right.mean())])
    return table(["what stands in the box", "boxes", "kind right", "kind and number right"], rows)


def kind_confusion(written, read):
    counts = np.zeros((len(KINDS), len(KINDS)), int)
    np.add.at(counts, (written.kinds, read.read_kinds), 1)
    return table(["written \\ read", *KINDS], [[name, *row] for name, row in zip(KINDS, counts)])


def by_length(written, read):
    """Number boxes, if the reader is told that it sees a number, per count of signs: how sure it is, and how often right."""
    groups = {}
    for index in np.flatnonzero(written.kinds == NUMBER):
        text = written.texts[index]
        group = f"minus and {len(text) - 1}" if text[0] == "-" else f"{len(text)}"
        groups.setdefault(group, []).append((read.text_probabilities[index], text == read.texts[index]))
    groups = dict(sorted(groups.items())) | {"all": sum(groups.values(), [])}
    rows = [[group, len(pairs), *(percent(share) for share in np.mean(pairs, 0))] for group, pairs in groups.items()]
    return table(["digits", "boxes", "mean confidence", "right"], rows)


def reliability(read, right):
    """Ten bins of confidence: what the reader promised, what it kept."""
    bins = np.minimum((read.confidences * 10).astype(int), 9)
    rows = []
    for one in range(10):
        chosen = bins == one
        if chosen.any():
            promised, kept = read.confidences[chosen].mean(), right[chosen].mean()
            rows.append([f"{one / 10:.1f}-{(one + 1) / 10:.1f}", chosen.sum(), percent(promised), percent(kept)])
    return table(["confidence", "boxes", "mean confidence", "right"], rows)


def calibration_error(confidences, right, bins=10):
    """Expected calibration error: the mean distance between promised and kept over equally wide bins."""
    place = np.minimum((confidences * bins).astype(int), bins - 1)
    return sum(abs(confidences[place == one].sum() - right[place == one].sum()) for one in range(bins)) / len(right)


def asking(confidences, right):
    """What happens when boxes below a confidence are asked about."""
    rows = []
    for least in (0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995):
        asked = confidences < least
        rows.append([least, percent(asked.mean()), percent((~asked & ~right).mean())])
    return table(["asked below", "asked", "silently wrong"], rows)


def with_rules(written, logits, temperature):
    """Boxes with numbers up to 99, when the rules leave `CANDIDATES` scores: the right one and others drawn from 0 to 99."""
    chosen = [index for index in np.flatnonzero(written.kinds == NUMBER) if written.texts[index] in SCORES][:2000]
    rng = np.random.default_rng(4)
    text, kind = network.split(logits[chosen])
    candidates = []
    for index in chosen:
        others = [score for score in rng.permutation(SCORES).tolist() if score != written.texts[index]]
        candidates.append([written.texts[index], *others[: CANDIDATES - 1]])
    losses = [network.text_losses(text / temperature["text"], [row[place] for row in candidates]) for place in range(CANDIDATES)]
    kinds = (kind / temperature["kind"]).softmax(1)
    scores = torch.exp(-torch.stack(losses, 1)) * kinds[:, [NUMBER]]
    whole = torch.cat([scores, kinds[:, [place for place in range(len(KINDS)) if place != NUMBER]]], 1)
    confidences, places = (whole / whole.sum(1, keepdim=True)).max(1)
    right = (places == 0).numpy()
    return f"Right: {percent(right.mean())} of {len(chosen)} boxes.\n\n" + asking(confidences.numpy(), right)


def by_hand(written, read):
    """Per hand: its name, its boxes, and how many are right."""
    right, hands = read.right(written), np.array(written.hands)
    return [[hand, (hands == hand).sum(), percent(right[hands == hand].mean())] for hand in sorted(set(written.hands))]


def digit_confusions(written, read):
    """Digits read as others, in number boxes where the count of signs was right."""
    confused, digits = Counter(), Counter()
    numbers = [(text, seen) for kind, text, seen in zip(written.kinds, written.texts, read.texts) if kind == NUMBER]
    for text, seen in numbers:
        digits.update(text)
        if len(text) == len(seen):
            confused.update((a, b) for a, b in zip(text, seen) if a != b)
    lengths = sum(len(text) != len(seen) for text, seen in numbers)
    rows = []
    for a, b in PAIRS:
        share = (confused[a, b] + confused[b, a]) / (digits[a] + digits[b])
        rows.append([f"{a} / {b}", confused[a, b], confused[b, a], percent(share)])
    often = ", ".join(f"{a} read as {b} ({count})" for (a, b), count in confused.most_common(12))
    return (
        table(["pair", "first read as second", "second as first", "of all these digits"], rows)
        + f"\nMost often: {often}. A wrong count of digits: {lengths} of {len(numbers)} numbers.\n"
    )


def others_by_hand(folders, wanted):
    """Per hand of the held-out parts of the other collections: its name, its boxes, and how many are right for the network in each folder."""
    rows = []
    for collection in ("semeion", "mnist", "optdigits"):
        boxes = sets.write_set(wanted.digits, "test", OTHER_BOXES, None, [collection], wanted.threads)
        columns = []
        for folder in folders:
            reader, described = readings.load(folder)
            columns.append(by_hand(boxes, readings.read(readings.logits_of(reader, boxes.pictures), described["temperature"])))
        rows += [[*first, *(other[-1] for other in more)] for first, *more in zip(*columns)]
    return rows


def by_peculiarity(wanted, reader, temperature):
    """Boxes that all have the same peculiarity, written by the Swiss writers who were held out."""
    rows = []
    for name in PECULIARITIES:
        boxes = sets.write_set(wanted.digits, "test", PECULIAR_BOXES, None, ["swiss"], wanted.threads, wanted.fold, name)
        read = readings.read(readings.logits_of(reader, boxes.pictures), temperature)
        right, surely = read.right(boxes), read.confidences >= 0.98
        rows.append([name, len(right), percent((read.read_kinds == boxes.kinds).mean()), percent(right.mean()), percent((~right & surely).mean())])
    return table(["peculiarity", "boxes", "kind right", "kind and number right", "wrong and sure (0.98)"], rows)


def version(folder):
    return f"version {readings.load(folder)[1]['version']}"


def size(folder):
    reader, _ = readings.load(folder)
    sizes = sum(weight.numel() for weight in reader.weights.values())
    return f"{sizes} parameters, {(folder / 'numbers.onnx').stat().st_size / 1e6:.2f} MB, {version(folder)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("digits", type=Path)
    parser.add_argument("network", type=Path, metavar="fold", help="a folder with its network")
    parser.add_argument("--shipped", type=Path, help="the folder with the network that is shipped")
    parser.add_argument("--work", type=Path, default=Path("output/training"), help="written boxes are kept here and used again")
    parser.add_argument("--fold", type=int, choices=range(1, len(digits.FOLDS) + 1), default=1, help="the fold that was held out of the training")
    parser.add_argument("--threads", type=int, default=2)
    wanted = parser.parse_args()
    torch.set_num_threads(wanted.threads)

    reader, described = readings.load(wanted.network)
    written = sets.write_set(wanted.digits, "test", TEST_BOXES, wanted.work, ["swiss"], wanted.threads, wanted.fold)
    logits = readings.logits_of(reader, written.pictures)
    read = readings.read(logits, described["temperature"])
    raw = readings.read(logits, {"text": 1, "kind": 1})
    right = read.right(written)

    folders = [wanted.network] if wanted.shipped is None else [wanted.network, wanted.shipped]
    figures = {
        "model": size(folders[-1]),
        "kinds": by_kind(written, read),
        "kind-confusion": kind_confusion(written, read),
        "lengths": by_length(written, read),
        "peculiarities": by_peculiarity(wanted, reader, described["temperature"]),
        "hands": table(["written by", "boxes", "kind and number right"], by_hand(written, read)),
        "others": table(["written by", "boxes", *map(version, folders)], others_by_hand(folders, wanted)),
        "temperature": f"{described['temperature']['text']} for the text, {described['temperature']['kind']} for the kind",
        "reliability": reliability(read, right),
        "calibration-error": f"{percent(calibration_error(read.confidences, right))}"
        f" (without the temperatures {percent(calibration_error(raw.confidences, raw.right(written)))})",
        "asking": asking(read.confidences, right),
        "rules": with_rules(written, logits, described["temperature"]),
        "digits": digit_confusions(written, read),
    }
    card = (HERE / "model-card.template.md").read_text()
    for name, figure in figures.items():
        print(f"{name}:\n{figure}")
        assert f"{{{{{name}}}}}" in card, f"the model card has no place for {name}"
        card = card.replace(f"{{{{{name}}}}}", figure.rstrip("\n"))
    if wanted.shipped is not None:
        (HERE / "MODEL-CARD.md").write_text(card)


if __name__ == "__main__":
    main()
