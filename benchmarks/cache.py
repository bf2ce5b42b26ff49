#!/usr/bin/env python3
"""Bytes that kernels read from a GPU's memory and write to it: a model of the chip's cache.

    benchmarks/cache.py scheduled.mlir --chip=sm_80 --blocks=2   # of a module; so many blocks a multiprocessor
    counted = cache.count(chip, launches)                        # launches: (blocks, resident, run), as of `traffic.Kernel`

* As many blocks as the chip has room for run at once, in the order of their
  numbers, and the next ones when all of these have ended. All are at the same
  step of their loop.
* The cache keeps the lines of 128 bytes that were used last, of half of its
  bytes: each half keeps what its own multiprocessors read. What is not there is
  read by sectors of 32 bytes. It is empty at first.
* What is written stays until its line has to go, and at the end all of it goes
  to memory: partial sums as well.
"""
import argparse
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import traffic
from traffic import SECTOR

# Sectors of a line; lines that are used together.
_LINE, _BATCH = 4, 1024
_BITS = np.array([number.bit_count() for number in range(1 << _LINE)])


@dataclass
class Chip:
    multiprocessors: int
    # Bytes of half of the cache.
    cache: int


CHIPS = {"sm_80": Chip(108, 20 << 20), "sm_90a": Chip(132, 25 << 20)}


class _Buffer:
    """Of each line of a tensor: when it was used last, which sectors were there then, and which of these were written."""

    def __init__(self):
        self.used, self.there, self.dirty = np.zeros(0, np.int64), np.zeros(0, np.uint8), np.zeros(0, np.uint8)

    def grow(self, count):
        more = max(0, count - len(self.used))
        self.used = np.append(self.used, np.full(more, -1))
        self.there, self.dirty = (np.append(array, np.zeros(more, np.uint8)) for array in (self.there, self.dirty))


class Cache:
    """The lines that were used last, of a number of bytes. Uses are in batches; those of one batch go together."""

    def __init__(self, size):
        self.capacity = size // (_LINE * SECTOR)
        self.buffers, self.moved = {}, Counter()
        # How many lines were last used in each batch; those from `oldest` on are in the cache.
        self.batches, self.oldest, self.held = [], 0, 0

    def use(self, buffer, lines, masks, is_store):
        buffer = self.buffers.setdefault(buffer, _Buffer())
        buffer.grow(int(lines[-1]) + 1)
        for first in range(0, len(lines), _BATCH):
            self._use_batch(buffer, lines[first:first + _BATCH], masks[first:first + _BATCH].astype(np.uint8), is_store)

    def _use_batch(self, buffer, lines, masks, is_store):
        used = buffer.used[lines]
        is_here = used >= self.oldest
        there, dirty = buffer.there[lines], buffer.dirty[lines]
        self.moved["store"] += int(_BITS[dirty[~is_here]].sum()) * SECTOR
        there, dirty = np.where(is_here, there, 0), np.where(is_here, dirty, 0)
        if is_store:
            dirty |= masks
        else:
            self.moved["load"] += int(_BITS[masks & ~there].sum()) * SECTOR
        buffer.there[lines], buffer.dirty[lines], buffer.used[lines] = there | masks, dirty, len(self.batches)
        for batch, count in zip(*np.unique(used[is_here], return_counts=True)):
            self.batches[batch] -= int(count)
        self.batches.append(len(lines))
        self.held += len(lines) - int(is_here.sum())
        while self.held > self.capacity:
            self.held -= self.batches[self.oldest]
            self.oldest += 1

    def flush(self):
        self.moved["store"] += sum(int(_BITS[buffer.dirty].sum()) for buffer in self.buffers.values()) * SECTOR


class Requests:
    """What blocks ask for in one step, each sector once: a visitor of `traffic.Kernel.run`."""

    def __init__(self, cache):
        self.cache, self.asked = cache, {}

    def unrolled(self, begins):
        pass

    def visit(self, kind, buffer, address, mask, is_whole=False):
        # Elements of a vector are in one sector, or in two.
        if address.shape[-1] > 2 and not is_whole and (mask is None or mask.shape[-1] == 1):
            address = address[..., ::address.shape[-1] - 1]
        sector = address // SECTOR
        if mask is not None:
            shape = np.broadcast_shapes(mask.shape, sector.shape)
            sector = np.broadcast_to(sector, shape)[np.broadcast_to(mask, shape)]
        self.add(kind, buffer, sector)

    def add(self, kind, buffer, sectors):
        """Sectors of a buffer, in any order."""
        if sectors.size == 0:
            return
        first, last = int(sectors.min()), int(sectors.max())
        entry = self.asked.get((kind, buffer))
        if entry is None:
            entry = self.asked[kind, buffer] = [np.zeros(last + 1, bool), first, last]
        if last >= len(entry[0]):
            entry[0] = np.concatenate([entry[0], np.zeros(max(last + 1 - len(entry[0]), len(entry[0])), bool)])
        entry[0][sectors.ravel()] = True
        entry[1], entry[2] = min(entry[1], first), max(entry[2], last)

    def step(self):
        for (kind, buffer), entry in self.asked.items():
            there, first, last = entry
            if last < first:
                continue
            first = first // _LINE * _LINE
            sectors = np.flatnonzero(there[first:last + 1]) + first
            there[first:last + 1] = False
            entry[1:] = len(there), -1
            lines, begins = np.unique(sectors // _LINE, return_index=True)
            masks = np.bitwise_or.reduceat(1 << sectors % _LINE, begins)
            self.cache.use(buffer, lines, masks, kind == "store")


def count(chip, launches):
    """Bytes by "load" and "store" of kernels in turn: how many blocks each has, how many run at once, what tells a
    visitor what some of them ask for."""
    cache = Cache(CHIPS[chip].cache)
    for total, resident, run in launches:
        for first in range(0, total, resident):
            requests = Requests(cache)
            run(np.arange(first, min(first + resident, total)), requests)
            requests.step()
    cache.flush()
    return cache.moved


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("module", type=Path, help="what relax-compile --stop-at=schedule writes, canonicalized")
    parser.add_argument("--chip", default="sm_90a", choices=CHIPS)
    parser.add_argument("--blocks", type=int, default=1, help="blocks that run at once on a multiprocessor")
    options = parser.parse_args()
    kernels = traffic.kernels(options.module.read_text())
    for kernel in kernels:
        print(f"{kernel.name}: warps ask for {kernel.asked['load']} bytes and give {kernel.asked['store']}")
    resident = options.blocks * CHIPS[options.chip].multiprocessors
    moved = count(options.chip, [(kernel.count("block"), resident, kernel.run) for kernel in kernels])
    print(f"memory: {moved['load']} bytes are read, {moved['store']} written")


if __name__ == "__main__":
    main()
