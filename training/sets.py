"""Sets of written boxes: the same part, count and seed always give the same boxes."""

import multiprocessing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

import boxes
import digits

PIECE = 5000  # boxes in a file
SEEDS = {"train": 1, "validation": 2, "test": 3}
_shared = {}  # what the writing processes need: hands and ink densities


@dataclass
class BoxSet:
    pictures: np.ndarray  # uint8 (n, height, width)
    kinds: np.ndarray  # int64 (n), index into boxes.KINDS
    texts: list  # n numbers as text, "" where there is none
    hands: list  # n names of hands


def _write(index):
    return boxes.write_box([_shared["seed"], index], _shared["hands"], _shared["densities"], _shared["wanted"])


@lru_cache(maxsize=2)
def _read(folder, part, fold):
    """The hands of a part, and the densities of ink."""
    # which pen a person takes has nothing to do with the person: pens come from the training writers always
    return digits.read_hands(folder, part, fold), digits.ink_densities(Path(folder), digits.swiss_writers("train", fold))


def write_set(folder, part, count, cache=None, collections=None, processes=2, fold=1, wanted=None):
    """`count` boxes written by the hands of a part, all with the peculiarity `wanted` if one is given. With `cache`, a folder, they are kept there, `PIECE` at a time, and found again:
    writing that was stopped goes on where it stopped, and a larger set begins with the smaller one."""
    name = "-".join([part, *(collections or []), *([wanted] if wanted else []), *([f"fold{fold}"] if fold != 1 else [])])
    hands = []
    pieces = []
    for first in range(0, count, PIECE):
        kept = Path(cache) / f"{name}-{first:06}.npz" if cache else None
        if not (kept and kept.exists()):
            if not hands:
                all_hands, densities = _read(folder, part, fold)
                hands = [hand for hand in all_hands if not collections or hand.collection in collections]
                _shared.update(seed=SEEDS[part], hands=hands, densities=densities, wanted=wanted)
            pieces.append(_write_piece(range(first, first + PIECE) if kept else range(first, min(first + PIECE, count)), processes, kept))
        else:
            pieces.append(_kept_piece(kept))
    return _joined(pieces, count)


def _write_piece(indices, processes, kept):
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        pictures, kinds, texts, names = zip(*pool.imap(_write, indices, chunksize=50))
    written = BoxSet(np.stack(pictures), np.array([boxes.KINDS.index(kind) for kind in kinds]), list(texts), list(names))
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.savez(kept, pictures=written.pictures, kinds=written.kinds, texts=texts, hands=names)
    return written


def _kept_piece(kept):
    with np.load(kept) as file:
        return BoxSet(file["pictures"], file["kinds"], file["texts"].tolist(), file["hands"].tolist())


def _joined(pieces, count):
    return BoxSet(
        np.concatenate([piece.pictures for piece in pieces])[:count],
        np.concatenate([piece.kinds for piece in pieces])[:count],
        [text for piece in pieces for text in piece.texts][:count],
        [name for piece in pieces for name in piece.hands][:count],
    )
