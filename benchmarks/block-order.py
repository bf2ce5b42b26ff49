#!/usr/bin/env python3
"""Bytes that a product reads from memory, by the order of its blocks: a model of the cache of a chip.

    benchmarks/block-order.py                        # a table
    benchmarks/block-order.py --group=8 --size=8192  # other groups, one size
    benchmarks/block-order.py --write                # its section of docs/GPUKernels.md

As many blocks as the chip has room for run at once, step by step, and the next
ones when all of these have ended. A step of a block loads a tile of each
factor. The cache keeps what was used last, of the bytes that it has.
"""
import argparse
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "GPUKernels.md"
_HEADING = "## Order of blocks\n"


@dataclass
class Chip:
    name: str
    # Blocks that run at once, and the bytes of half of the cache.
    blocks: int
    cache: int
    # Of a block, and elements of a step along K.
    rows: int
    columns: int
    terms: int
    # Bytes and multiply-adds of f16 in a second, dense.
    bandwidth: float
    rate: float


CHIPS = [Chip("sm_80", 2 * 108, 20 << 20, 128, 128, 64, 1.555e12, 156e12),
         Chip("sm_90a", 132, 25 << 20, 128, 256, 64, 3.35e12, 494e12)]
# What Triton's kernels of gpu-counters.py have: one block a multiprocessor, groups of 8 rows.
TRITON = {"sm_80": Chip("sm_80", 108, 20 << 20, 128, 256, 64, 1.555e12, 156e12),
          "sm_90a": Chip("sm_90a", 132, 25 << 20, 128, 256, 64, 3.35e12, 494e12)}
_TRITON_GROUP = 8
_BYTES = 2


def place(number, rows, columns, group):
    """The row and the column of the tile of a block, as `placeTile` of lib/Kernels/TileOrder/TileOrder.cpp."""
    if not group:
        return divmod(number, columns)
    first = number // (group * columns) * group
    column, row = divmod(number % (group * columns), min(group, rows - first))
    return first + row, column


def read_bytes(chip, size, group):
    """What a product of size^3 reads from memory; all tiles of one step are as large."""
    rows, columns, steps = -(-size // chip.rows), -(-size // chip.columns), -(-size // chip.terms)
    sizes = chip.rows * chip.terms * _BYTES, chip.columns * chip.terms * _BYTES
    kept, held, read = OrderedDict(), 0, 0
    for first in range(0, rows * columns, chip.blocks):
        tiles = [place(number, rows, columns, group) for number in range(first, min(first + chip.blocks, rows * columns))]
        used = sorted({(0, row) for row, _ in tiles} | {(1, column) for _, column in tiles})
        for step in range(steps):
            for operand, place_ in used:
                tile = operand, place_, step
                if tile in kept:
                    kept.move_to_end(tile)
                    continue
                kept[tile] = None
                read += sizes[operand]
                held += sizes[operand]
                while held > chip.cache:
                    (old, _, _), _ = kept.popitem(last=False)
                    held -= sizes[old]
    return read


def table(sizes, groups):
    yield "| chip | product | " + " | ".join("row by row, GB" if not group else f"groups of {group}" for group in groups) + \
        " | Triton, GB | time of our reads over that of the products |"
    yield "| --- | --- |" + " --: |" * (len(groups) + 2)
    for chip in CHIPS:
        for size in sizes:
            read = [read_bytes(chip, size, group) for group in groups]
            share = [bytes_ / chip.bandwidth / (size ** 3 / chip.rate) for bytes_ in read]
            peer = read_bytes(TRITON[chip.name], size, _TRITON_GROUP)
            yield (f"| {chip.name} | {size}^3 | " + " | ".join(f"{bytes_ / 1e9:.3f}" for bytes_ in [*read, peer]) + " | " +
                   ", ".join(f"{part:.2f}" for part in share) + " |")


_TEXT = f"""{_HEADING}
Bytes that products of f16 read from memory, by a model of the chip's cache: 216 blocks of 128 x 128 run at once on
sm_80, 132 of 128 x 256 on sm_90a, all at the same step. The cache keeps what was used last: 20 and 25 MB, half of the
chip's, as each half keeps what its own multiprocessors read. Groups of 16 rows of tiles read least, which is what
kernels do where tiles are more than 128. Triton's blocks of 128 x 256 are in groups of 8, one a multiprocessor. Written
by `benchmarks/block-order.py --write`.

"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, action="append", help="rows, columns and terms of a product")
    parser.add_argument("--group", type=int, action="append", help="rows of tiles in a group")
    parser.add_argument("--write", action="store_true", help="write the section of docs/GPUKernels.md")
    options = parser.parse_args()
    lines = []
    for line in table(options.size or [2048, 4096, 8192, 16384], [0, *(options.group or [4, 8, 16, 32])]):
        lines.append(line)
        print(line, flush=True)
    if options.write:
        text = PAGE.read_text()
        before, _, rest = text.partition(_HEADING)
        _, heading, after = rest.partition("\n## ")
        PAGE.write_text(before.rstrip("\n") + "\n\n" + _TEXT + "\n".join(lines) + "\n" + heading + after)


if __name__ == "__main__":
    main()
