#!/usr/bin/env python3
"""Run a decoder layer, a step of its training, and a layer of experts by plans of relax-shard on threads: results as on
one worker, and as many bytes handed to the exchanges as the cost model says. Each worker reads its part of the weights
from a file."""
import argparse
import os
import subprocess
import tempfile
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from mesh_models import decoder, experts, find_placements, read_report, take_part  # noqa: E402
from relax_mlir import collectives, safetensors  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402

PLANS = (("decoder", [2], "data"), ("decoder", [2], "tensor"), ("decoder", [2], "sequence"),
          ("decoder", [3], "data"), ("decoder", [3], "sequence"), ("decoder", [4], "tensor"), ("decoder", [4], "sequence"), ("decoder", [4], "auto"),
          ("decoder", [2, 2], "data,tensor"), ("decoder", [2, 2], "sequence,tensor"),
          ("decoder", [2, 2], "tensor,sequence"), ("experts", [2], "expert"), ("experts", [4], "expert"),
          ("experts", [2, 2], "expert,tensor"), ("experts", [4], "auto"),
          ("step", [2], "sequence"), ("step", [4], "sequence"), ("step", [3], "sequence"), ("step", [2, 2], "data,sequence"))
BATCH, PLACES, WIDTH, INNER = 2, 8, 16, 64
DECODER = decoder(BATCH, PLACES, inner=INNER, dtype="f64")
X = f"tensor<{BATCH}x{PLACES}x{WIDTH}xf64>"
SHAPES = ((BATCH, PLACES, WIDTH), (WIDTH,), *4 * ((WIDTH, WIDTH),), (WIDTH,), *2 * ((WIDTH, INNER),), (INNER, WIDTH))
# The sum of all squares, so that all that is added up counts.
STEP = DECODER.replace(f") -> {X} attributes", ") -> tensor<f64> attributes").replace(
    f"relax.return %y : {X}", f"%y2 = relax.multiply %y, %y : {X}\n  %l = relax.sum %y2 : ({X}) -> tensor<f64>\n"
    "  relax.return %l : tensor<f64>")
# Text, number of inputs, shapes of parameters. Of a step derivatives by all of these are results, too.
MODELS = {"decoder": (DECODER, 1, SHAPES), "step": (STEP, 1, SHAPES),
          "experts": (experts(dtype="f64"), 2, ((4, 8, 16), (4, 16, 8), (8, 16, 32), (8, 32, 16)))}


def compile_plan(build, folder, text, function, mesh=None, plan=None):
    """A library, the placements of its parameters, and the bytes that the table says of the plan."""
    source, report = Path(folder, "program.mlir"), Path(folder, "report.md")
    library = Path(folder, f"{plan}-{mesh}.so")
    options = ["--relax-gradient"] if function == "main_adjoint" else []
    if plan:
        options.append(f"--relax-shard=mesh={'x'.join(map(str, mesh))} plan={plan} func-name={function} report={report}")
    if options:
        text = subprocess.run([build / "bin/relax-opt", *options], input=text, check=True, capture_output=True,
                              text=True).stdout
    payload = int(read_report(report)["payload bytes"]) if plan else 0
    source.write_text(text, encoding="utf-8")
    subprocess.run([build / "bin/relax-compile", source, "-o", library], check=True)
    return library, find_placements(text), payload


def check_model(build, runtime, name):
    """Compares all plans of a model with one worker."""
    text, first, shapes = MODELS[name]
    function = "main_adjoint" if name == "step" else "main"
    numbers = np.random.default_rng(1)
    inputs = [numbers.normal(size=shape) / 4 for shape in shapes]
    with tempfile.TemporaryDirectory() as folder:
        weights = Path(folder, "weights.safetensors")
        safetensors.write(weights, {f"arg{index}": array for index, array in enumerate(inputs) if index >= first})
        expected = runtime.load(compile_plan(build, folder, text, function)[0]).call(function, *inputs)
        for mesh, plan in [row[1:] for row in PLANS if row[0] == name]:
            library, placements, payload = compile_plan(build, folder, text, function, mesh, plan)
            module = runtime.load(library)

            def work(world):
                parts = [take_part(array, placements.get(index, [None] * len(mesh)), mesh, world.rank)
                         for index, array in enumerate(inputs)]
                read = module.read_weights(weights, first=first, worker=world.rank)
                if not all(np.array_equal(one, other) for one, other in zip(read, parts[first:], strict=True)):
                    sys.exit(f"{plan} on {mesh}: expected the part of worker {world.rank} of each weight")
                with world:
                    found = module.call(function, *parts[:first], *read)
                return world.rank, found, world.sent_bytes

            for rank, found, sent in collectives.run_threads(int(np.prod(mesh)), work, runtime):
                worst = 0
                for index, (one, whole) in enumerate(zip(found, expected, strict=True), -1):
                    # A derivative is spread as its parameter is; what stands behind its last element does not count.
                    places = placements.get(index, [None] * len(mesh)) if name == "step" else [None] * len(mesh)
                    wanted, counts = take_part(whole, places, mesh, rank), take_part(np.ones_like(whole), places, mesh, rank)
                    worst = max(worst, np.abs(np.where(counts, one - wanted, 0)).max() / np.abs(whole).max())
                if worst > 1e-12 or sent != payload:
                    sys.exit(f"{plan} on {mesh}: expected {payload} bytes and results as on one worker, found {sent} "
                             f"bytes and a relative difference of {worst}")
            print(f"{name}, {plan} on {mesh}: {payload} bytes, relative difference {worst:.1e}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    build = parser.parse_args().build.resolve()
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)
    for name in MODELS:
        check_model(build, runtime, name)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
