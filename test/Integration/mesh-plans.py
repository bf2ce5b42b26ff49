#!/usr/bin/env python3
"""Run a decoder layer, and one of experts, by each plan of relax-shard on threads: results as on one worker, and as many bytes handed to
the exchanges as the cost model says. Each worker reads its part of the weights from a file."""
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
          ("experts", [2, 2], "expert,tensor"), ("experts", [4], "auto"))
BATCH, PLACES, WIDTH, INNER = 2, 8, 16, 64
# Text, number of inputs, shapes of parameters.
MODELS = {"decoder": (decoder(BATCH, PLACES, inner=INNER, dtype="f64"), 1,
                      ((BATCH, PLACES, WIDTH), (WIDTH,), *4 * ((WIDTH, WIDTH),), (WIDTH,), *2 * ((WIDTH, INNER),),
                       (INNER, WIDTH))),
          "experts": (experts(dtype="f64"), 2, ((4, 8, 16), (4, 16, 8), (8, 16, 32), (8, 32, 16)))}


def compile_plan(build, folder, text, mesh=None, plan=None):
    """A library, the placements of its parameters, and the bytes that the table says of the plan."""
    source, report = Path(folder, "program.mlir"), Path(folder, "report.md")
    library = Path(folder, f"{plan}-{mesh}.so")
    payload = 0
    if plan:
        option = f"--relax-shard=mesh={'x'.join(map(str, mesh))} plan={plan} report={report}"
        text = subprocess.run([build / "bin/relax-opt", option], input=text, check=True, capture_output=True,
                              text=True).stdout
        payload = int(read_report(report)["payload bytes"])
    source.write_text(text, encoding="utf-8")
    subprocess.run([build / "bin/relax-compile", source, "-o", library], check=True)
    return library, find_placements(text), payload


def check_model(build, runtime, name):
    """Compares all plans of a model with one worker."""
    text, first, shapes = MODELS[name]
    numbers = np.random.default_rng(1)
    inputs = [numbers.normal(size=shape) / 4 for shape in shapes]
    with tempfile.TemporaryDirectory() as folder:
        weights = Path(folder, "weights.safetensors")
        safetensors.write(weights, {f"arg{index}": array for index, array in enumerate(inputs) if index >= first})
        (expected,) = runtime.load(compile_plan(build, folder, text)[0]).call("main", *inputs)
        for mesh, plan in [row[1:] for row in PLANS if row[0] == name]:
            library, placements, payload = compile_plan(build, folder, text, mesh, plan)
            module = runtime.load(library)

            def work(world):
                parts = [take_part(array, placements.get(index, [None] * len(mesh)), mesh, world.rank)
                         for index, array in enumerate(inputs)]
                read = module.read_weights(weights, first=first, worker=world.rank)
                if not all(np.array_equal(one, other) for one, other in zip(read, parts[first:], strict=True)):
                    sys.exit(f"{plan} on {mesh}: expected the part of worker {world.rank} of each weight")
                with world:
                    (found,) = module.call("main", *parts[:first], *read)
                return found, world.sent_bytes

            for found, sent in collectives.run_threads(int(np.prod(mesh)), work, runtime):
                worst = np.abs(found - expected).max() / np.abs(expected).max()
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
