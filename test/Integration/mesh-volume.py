#!/usr/bin/env python3
"""How many bytes the workers of a mesh exchange in a decoder layer and its loss, and in a step of training, by plan and
number of workers, compared with the published formulas.

mesh-volume.py --build build --workers 2 16 128 1024 --table     nothing runs: the compiler counts
mesh-volume.py ... --picture docs/mesh-volume.svg                the same as a picture
"""
import argparse
import math
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
from mesh_models import decoder, read_report  # noqa: E402

# Each plan splits 1,024 of something: rows of the batch, heads or places.
BATCH, PLACES, HEADS, DEPTH, INNER = 1024, 1024, 1024, 2, 8192
WIDTH, BYTES = HEADS * DEPTH, 4
ACTIVATION = BATCH * PLACES * WIDTH * BYTES
# Four square matrices, three of the MLP, two norms.
WEIGHTS = (4 * WIDTH * WIDTH + 3 * WIDTH * INNER + 2 * WIDTH) * BYTES


def make_loss():
    """The layer with a number for its result, as in training."""
    text = decoder(BATCH, PLACES, HEADS, DEPTH, INNER)
    x = f"tensor<{BATCH}x{PLACES}x{WIDTH}xf32>"
    text = text.replace(f") -> {x} attributes", ") -> tensor<f32> attributes")
    return text.replace(f"relax.return %y : {x}",
                        f"%l = relax.mean %y : ({x}) -> tensor<f32>\n  relax.return %l : tensor<f32>")


def count(build, folder, workers, plan, is_step):
    """Bytes that a worker sends, if exchanges go around a ring."""
    report = Path(folder, "report.md")
    # Of a layer inside of others: the derivative of its input goes on. The first layer exchanges less, as the sums of
    # weights' derivatives are joined late.
    step = ["--relax-gradient=require-grads=0,1,2,3,4,5,6,7,8,9"] if is_step else []
    function = "main_adjoint" if is_step else "main"
    subprocess.run([build / "bin/relax-opt", *step,
                    f"--relax-shard=mesh={workers} plan={plan} report={report} func-name={function}",
                    "-o", "/dev/null"], input=make_loss(), check=True, text=True)
    return float(read_report(report)["bytes in a ring"])


def expect(plan, workers, is_step):
    """What the papers say, and of `sequence` what its exchanges do."""
    ring = 2 * (workers - 1) / workers
    if plan == "data":
        # All-reduces of the loss, and of the derivatives of all weights (Patarasuk and Yuan, 2009).
        return ring * (BYTES + WEIGHTS * is_step)
    if plan == "tensor":
        # Two all-reduces of the activations on the way there, and two on the way back (Shoeybi et al., 2019).
        return ring * 2 * (1 + is_step) * ACTIVATION
    # Keys and values are gathered on the way there and again on the way back, where the derivative of each is added up
    # and scattered: half of an all-reduce each. Derivatives of weights are those of `data`.
    return ring * ((3 * ACTIVATION + WEIGHTS) * is_step or ACTIVATION)


def draw(rows, names):
    """A picture of columns of gigabytes over the number of workers, both logarithmic: SVG."""
    width, height, left, top = 640, 360, 70, 20
    workers = [row[0] for row in rows]
    values = [max(float(cell), 1e-3) for row in rows for cell in row[1:]]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))

    def place(count, gigabytes):
        along = math.log2(count / workers[0]) / math.log2(workers[-1] / workers[0])
        up = (math.log10(max(gigabytes, 10 ** low)) - low) / (high - low)
        return left + along * (width - left - 150), top + (1 - up) * (height - top - 50)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
             'font-size="12">', f'<rect width="{width}" height="{height}" fill="white"/>']
    for power in range(low, high + 1):
        _, y = place(workers[0], 10.0 ** power)
        parts.append(f'<path d="M{left} {y:.1f}H{width - 150}" stroke="#ddd"/><text x="{left - 6}" y="{y + 4:.1f}" '
                     f'text-anchor="end">{10.0 ** power:g} GB</text>')
    for count in workers:
        x, _ = place(count, 1)
        parts.append(f'<text x="{x:.1f}" y="{height - 30}" text-anchor="middle">{count}</text>')
    parts.append(f'<text x="{(width - 80) / 2}" y="{height - 10}" text-anchor="middle">workers</text>')
    for index, name in enumerate(names):
        color = ("#1b6ca8", "#c0392b", "#27855a", "#8e44ad", "#b9770e", "#555")[index % 6]
        points = [place(row[0], float(row[index + 1])) for row in rows]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>')
        parts.append(f'<text x="{points[-1][0] + 8:.1f}" y="{points[-1][1] + 4:.1f}" fill="{color}">{name}</text>')
    return "\n".join((*parts, "</svg>\n"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--workers", nargs="+", type=int, default=[2, 1024])
    parser.add_argument("--table", action="store_true", help="print the table of docs/Distributed.md")
    parser.add_argument("--picture", type=Path, help="an SVG of the table")
    arguments = parser.parse_args()
    # The loss alone, of the plan `data`, would be zeros.
    columns = [(plan, is_step) for is_step in (False, True) for plan in ("data", "tensor", "sequence")]
    names = [plan + (", training" if is_step else "") for plan, is_step in columns]
    rows, checked = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for workers in arguments.workers:
            found = [count(arguments.build.resolve(), folder, workers, *column) for column in columns]
            for name, column, one in zip(names, columns, found):
                expected = expect(column[0], workers, column[1])
                checked += 1
                if abs(one - expected) > 0.5 + 1e-6 * expected:
                    sys.exit(f"{name} on {workers} workers: expected {expected:.0f} bytes, found {one:.0f}")
            rows.append((workers, *(f"{one / 1e9:.3f}" for one in found[1:])))
    if arguments.table:
        print(f"| workers | {' | '.join(names[1:])} |\n| --- {'| --- ' * len(names[1:])}|")
        for row in rows:
            print(f"| {' | '.join(map(str, row))} |")
    if arguments.picture:
        arguments.picture.write_text(draw(rows, names[1:]), encoding="utf-8")
    print(f"{checked} volumes are those of the formulas")


if __name__ == "__main__":
    main()
