#!/usr/bin/env python3
"""Spread the operands of each operator's cases over workers at random, and compare with what one worker has to give.

spread-operators.py --seed 2 --every 1              all cases of known sizes, on threads of this process
spread-operators.py --seed 2 --every 1 --symbolic   those whose sizes have names, which the workers divide
"""
import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import operator_cases
from mesh_models import take_part

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir import collectives  # noqa: E402
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

MESHES = ([2], [3], [2, 2])
BATCH = 40
# Sums of parts are rounded in another order; those of 8 bits after each worker's.
TOLERANCE = {"float16": 1e-2, "bfloat16": 4e-2, "float32": 1e-4, "float64": 1e-9, "float8_e4m3fn": 0.3,
             "float8_e5m2": 0.5}


class Spread:
    """A case with hints on some of its operands."""

    def __init__(self, draw, case, number, is_symbolic):
        self.case, self.name, self.mesh = case, f"f{number}", draw.choice(MESHES)
        self.draw, self.is_symbolic = draw, is_symbolic
        head, body = case.text().split("\n", 1)
        self.placements, hints = {}, []
        for place, type_ in re.findall(r"%p(\d+): (tensor<[^%]*>)(?=, %|\) ->)", head):
            placement = self.choose(case.inputs[int(place)].shape)
            if placement is None:
                continue
            self.placements[int(place)] = placement
            body = re.sub(rf"%p{place}\b", f"%h{place}", body)
            words = ", ".join("R" if dim is None else f"S[{dim}]" for dim in placement)
            hints.append(f"  %h{place} = relax.dist.annotate_sharding %p{place} on {self.mesh_name()} [{words}] : "
                         f"{type_}")
        self.text = "\n".join((head.replace(f"@{case.name}(", f"@{self.name}("), *hints, body))

    def mesh_name(self):
        return f"@mesh{'x'.join(map(str, self.mesh))}"

    def choose(self, shape):
        """A placement that splits something, or none."""
        left, placement = list(shape), []
        for size in self.mesh:
            dims = [dim for dim, rest in enumerate(left)
                    if rest > 1 and (rest % size == 0 or (not self.is_symbolic and self.draw.random() < 0.6))]
            dim = self.draw.choice(dims) if dims and self.draw.random() < 0.7 else None
            if dim is not None:
                left[dim] = -(-left[dim] // size)
            placement.append(dim)
        return placement if any(dim is not None for dim in placement) else None

    def call(self, module, world):
        """What one worker gives. Whatever pads a part, nothing may come of it."""
        parts = []
        for number, array in enumerate(self.case.inputs):
            if number in self.placements:
                fill = np.nan if array.dtype.kind not in "iub" else 1 if array.dtype == bool else 113
                array = np.ascontiguousarray(take_part(array, self.placements[number], self.mesh, world.rank, fill))
            parts.append(array)
        with world:
            return module.call(self.name, *parts)


def differs(found, expected):
    if found.shape != expected.shape or found.dtype != expected.dtype:
        return True
    tolerance = TOLERANCE.get(expected.dtype.name)
    if tolerance is None:
        return not np.array_equal(found, expected)
    found, expected = found.astype(np.float64), expected.astype(np.float64)
    greatest = np.abs(expected[np.isfinite(expected)]).max(initial=1)
    return not np.allclose(found, expected, rtol=tolerance, atol=tolerance * greatest, equal_nan=True)


def check(spread, module, runtime):
    """What is wrong with the results of all workers; empty if nothing is."""
    try:
        results = collectives.run_threads(int(np.prod(spread.mesh)), lambda world: spread.call(module, world), runtime)
    except RuntimeFailure as error:
        return str(error)
    for rank, found in enumerate(results):
        if any(differs(one, whole) for one, whole in zip(found, spread.case.expected)):
            return f"worker {rank} differs"
    return ""


def compile_all(build, spreads, folder):
    """The libraries of as many of the cases as compile together; errors of others."""
    source, library = folder / "cases.mlir", folder / f"{spreads[0].name}.so"
    meshes = "".join(f"relax.device_mesh @mesh{'x'.join(map(str, mesh))} {mesh}\n" for mesh in MESHES)
    source.write_text(meshes + "".join(spread.text for spread in spreads), encoding="utf-8")
    compiled = subprocess.run([build / "bin/relax-compile", source, "-o", library, "-O0"],
                              capture_output=True, text=True)
    if compiled.returncode == 0:
        return [(spreads, library, "")]
    if len(spreads) == 1:
        return [(spreads, library, compiled.stderr)]
    half = len(spreads) // 2
    return compile_all(build, spreads[:half], folder) + compile_all(build, spreads[half:], folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=40, help="take one of so many cases")
    parser.add_argument("--symbolic", action="store_true", help="take cases whose sizes have names")
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    cases = [case for case in operator_cases.all_cases() if case.inputs and bool(case.dims) == arguments.symbolic and
             not isinstance(case.expected, operator_cases.Stops)]
    draw.shuffle(cases)
    spreads = [Spread(draw, case, number, arguments.symbolic) for number, case in enumerate(cases[::arguments.every])]
    spreads = [spread for spread in spreads if spread.placements]
    runtime, failures = Runtime(arguments.build / "lib/librelax_runtime.so", threads=1), 0
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(spreads), BATCH):
            for group, library, error in compile_all(arguments.build, spreads[first:first + BATCH], Path(folder)):
                module = None if error else runtime.load(library)
                for spread in group:
                    if wrong := error or check(spread, module, runtime):
                        failures += 1
                        print(f"{spread.case.op} on {spread.mesh}: {wrong}\n{spread.text}", file=sys.stderr)
    print(f"{len(spreads)} cases with hints, {failures} failed")
    sys.exit(failures != 0)


if __name__ == "__main__":
    main()
