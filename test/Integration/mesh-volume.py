#!/usr/bin/env python3
"""How many bytes the workers of a mesh exchange in a decoder layer and its loss, by plan and number of workers,
compared with the published formulas. Of the way there only: on the way back some products are computed whole, for the
derivative of a mean is split after what reads it.

mesh-volume.py --build build --workers 2 16 128 1024 --table     nothing runs: the compiler counts
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
from mesh_models import decoder  # noqa: E402

# Each plan splits 1,024 of something: rows of the batch, heads or places.
BATCH, PLACES, HEADS, DEPTH, INNER = 1024, 1024, 1024, 2, 8192
WIDTH, BYTES = HEADS * DEPTH, 4
ACTIVATION = BATCH * PLACES * WIDTH * BYTES


def make_loss():
    """The layer with a number for its result, as in training."""
    text = decoder(BATCH, PLACES, HEADS, DEPTH, INNER)
    x = f"tensor<{BATCH}x{PLACES}x{WIDTH}xf32>"
    text = text.replace(f") -> {x} attributes", ") -> tensor<f32> attributes")
    return text.replace(f"relax.return %y : {x}",
                        f"%l = relax.mean %y : ({x}) -> tensor<f32>\n  relax.return %l : tensor<f32>")


def count(build, folder, workers, plan):
    """Bytes that a worker sends, if exchanges go around a ring."""
    report = Path(folder, "report.md")
    # Hints that are there stay, and the table is of these.
    subprocess.run([build / "bin/relax-opt", f"--relax-shard=mesh={workers} plan={plan}",
                    f"--relax-shard=mesh={workers} report={report}", "-o", "/dev/null"],
                   input=make_loss(), check=True, text=True)
    head, _, row = [[cell.strip() for cell in line.split("|")[1:-1]] for line in report.read_text().splitlines()]
    return float(row[head.index("bytes in a ring")])


def expect(plan, workers):
    """What the papers say; None where there is none for this layer."""
    ring = 2 * (workers - 1) / workers
    if plan == "data":
        # An all-reduce of the loss (Patarasuk and Yuan, 2009).
        return ring * BYTES
    if plan == "tensor":
        # Two all-reduces of the activations on the way there (Shoeybi et al., 2019).
        return ring * 2 * ACTIVATION
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--workers", nargs="+", type=int, default=[2, 1024])
    parser.add_argument("--table", action="store_true", help="print the table of docs/Distributed.md")
    arguments = parser.parse_args()
    plans = ("data", "tensor", "sequence")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for workers in arguments.workers:
            found = [count(arguments.build.resolve(), folder, workers, plan) for plan in plans]
            for plan, one in zip(plans, found):
                expected = expect(plan, workers)
                if expected is not None and abs(one - expected) > 0.5 + 1e-6 * expected:
                    sys.exit(f"{plan} on {workers} workers: expected {expected:.0f} bytes, found {one:.0f}")
            # The loss alone, of the plan `data`, would be zeros.
            rows.append((workers, *(f"{one / 1e9:.3f}" for one in found[1:])))
    if arguments.table:
        print(f"| workers | {' | '.join(plans[1:])} |\n| --- {'| --- ' * len(plans[1:])}|")
        for row in rows:
            print(f"| {' | '.join(map(str, row))} |")
    print(f"{len(rows) * 2} volumes are those of the formulas")


if __name__ == "__main__":
    main()
