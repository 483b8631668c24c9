"""Sets of written boxes: the same part, count and seed always give the same boxes."""

import multiprocessing
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import boxes
import digits

SEEDS = {"train": 1, "validation": 2, "test": 3}
_shared = {}  # what the writing processes need: hands and ink densities


@dataclass
class BoxSet:
    pictures: np.ndarray  # uint8 (n, height, width)
    kinds: np.ndarray  # int64 (n), index into boxes.KINDS
    texts: list  # n numbers as text, "" where there is none
    hands: list  # n names of hands


def _write(index):
    return boxes.write_box([_shared["seed"], index], _shared["hands"], _shared["densities"])


def write_set(folder, part, count, cache=None, collections=None, processes=2):
    """`count` boxes written by the hands of a part. With `cache`, a folder, they are kept there and found again."""
    name = f"{part}-{count}" + ("-" + "-".join(collections) if collections else "")
    kept = Path(cache) / f"{name}.npz" if cache else None
    if kept and kept.exists():
        with np.load(kept) as file:
            return BoxSet(file["pictures"], file["kinds"], file["texts"].tolist(), file["hands"].tolist())
    hands = [hand for hand in digits.read_hands(folder, part) if not collections or hand.collection in collections]
    # which pen a person takes has nothing to do with the person: pens come from the training writers always
    densities = digits.ink_densities(Path(folder), digits.SWISS_WRITERS["train"])
    _shared.update(seed=SEEDS[part], hands=hands, densities=densities)
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        pictures, kinds, texts, names = zip(*pool.imap(_write, range(count), chunksize=200))
    written = BoxSet(np.stack(pictures), np.array([boxes.KINDS.index(kind) for kind in kinds]), list(texts), list(names))
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.savez(kept, pictures=written.pictures, kinds=written.kinds, texts=texts, hands=names)
    return written
