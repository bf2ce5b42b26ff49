#!/usr/bin/env python3
"""Compare random programs whose tensors are spread over a mesh of workers with the same programs of one worker.

random-shardings.py --seed 1 --programs 10000      threads of this process; --keep FOLDER has what differs
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir import collectives  # noqa: E402
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

MESHES = ([2], [3], [4], [8], [2, 2], [2, 3], [3, 2], [4, 2], [2, 4], [2, 2, 2], [1, 3, 2])
UNARY = ("relax.nn.relu", "relax.negative", "relax.abs", "relax.tanh")
BINARY = ("relax.add", "relax.subtract", "relax.multiply", "relax.maximum")


def text_of(shape):
    return f"tensor<{''.join(f'{size}x' for size in shape)}f32>"


class Program:
    """A function in two versions: with hints, and without."""

    def __init__(self, draw):
        self.draw = draw
        self.mesh = draw.choice(MESHES)
        self.parameters, self.lines, self.values = [], [], []
        self.placements, self.count = {}, 0
        self.parameter(self.shape(draw.randint(1, 3)))
        for _ in range(draw.randint(1, 8)):
            draw.choice((self.unary, self.binary, self.binary, self.matmul, self.matmul, self.rows, self.reduce,
                         self.permute, self.reshape, self.hint))()
        self.results = [self.values[-1], *draw.sample(self.values, min(len(self.values), draw.randint(0, 1)))]
        self.result_placements = [self.hinted(value) for value in self.results]
        self.drop_unused_hints()

    def shape(self, rank):
        return tuple(self.draw.choice((24, 24, 48, 5)) for _ in range(rank))

    def placement(self, shape):
        """How each axis of the mesh splits a tensor, so that the parts are of one size."""
        left, places = list(shape), []
        for size in self.mesh:
            dims = [dim for dim, rest in enumerate(left) if rest % size == 0]
            place = self.draw.choice(dims) if dims and self.draw.random() < 0.6 else None
            if place is not None:
                left[place] //= size
            places.append(place)
        return places

    def emit(self, text, shape):
        self.count += 1
        name = f"%{self.count}"
        self.lines.append(f"  {name} = {text}")
        self.values.append((name, shape))
        return self.values[-1]

    def parameter(self, shape):
        name = f"%p{len(self.parameters)}"
        self.parameters.append((name, shape))
        self.values.append((name, shape))
        if self.draw.random() < 0.6:
            self.placements[name] = self.placement(shape)
            self.hint_on(self.values[-1], self.placements[name])
        return self.values[-1]

    def hint_on(self, value, placement):
        name, shape = value
        places = ", ".join("R" if place is None else f"S[{place}]" for place in placement)
        return self.emit(f"relax.dist.annotate_sharding {name} on @mesh [{places}] : {text_of(shape)}", shape)

    def hint(self):
        name, shape = self.draw.choice(self.values)
        if not name.startswith("%p"):
            self.hint_on((name, shape), self.placement(shape))

    def hinted(self, value):
        """The placement of a result: that of the hint that makes it, else it is whole."""
        name, shape = value
        for line in self.lines:
            if line.startswith(f"  {name} = relax.dist"):
                places = line.split("[", 1)[1].split("] :")[0].split(", ")
                return [None if place == "R" else int(place[2:-1]) for place in places]
        return [None] * len(self.mesh)

    def drop_unused_hints(self):
        """What nothing needs goes before hints are followed, and a hint with it: its parameter is whole."""
        live = {name for name, _ in self.results}
        for line in reversed(self.lines):
            name, *operands = re.findall(r"%\w+", line)
            if name in live:
                live.update(operands)
            elif "annotate_sharding" in line:
                self.placements.pop(operands[0], None)

    def unary(self):
        name, shape = self.draw.choice(self.values)
        self.emit(f"{self.draw.choice(UNARY)} {name} : {text_of(shape)}", shape)

    def binary(self):
        name, shape = self.draw.choice(self.values)
        same = [value for value in self.values if value[1] == shape]
        other = self.draw.choice(same) if self.draw.random() < 0.6 else self.parameter(
            shape[self.draw.randint(0, len(shape) - 1):] if shape else ())
        self.emit(f"{self.draw.choice(BINARY)} {name}, {other[0]} : ({text_of(shape)}, {text_of(other[1])}) -> "
                  f"{text_of(shape)}", shape)

    def matmul(self):
        matrices = [value for value in self.values if len(value[1]) >= 2]
        if not matrices:
            return
        name, shape = self.draw.choice(matrices)
        columns = self.draw.choice((24, 48, 5))
        weight = self.parameter((shape[-1], columns))
        # The product of a sum of many terms grows; tanh keeps what follows in bounds.
        product, result = self.emit(f"relax.matmul {name}, {weight[0]} : ({text_of(shape)}, {text_of(weight[1])}) -> "
                                    f"{text_of((*shape[:-1], columns))}", (*shape[:-1], columns))
        self.emit(f"relax.tanh {product} : {text_of(result)}", result)

    def rows(self):
        name, shape = self.draw.choice(self.values)
        if not shape:
            return
        axis = self.draw.randint(-len(shape), len(shape) - 1)
        if self.draw.random() < 0.5:
            self.emit(f"relax.nn.softmax {name} {{axis = {axis} : i64}} : {text_of(shape)}", shape)
            return
        weight, _ = self.parameter((shape[axis],))
        self.emit(f"relax.nn.rms_norm {name}, {weight} {{axes = array<i64: {axis}>}} : ({text_of(shape)}, "
                  f"{text_of((shape[axis],))}) -> {text_of(shape)}", shape)

    def reduce(self):
        name, shape = self.draw.choice(self.values)
        if not shape:
            return
        axis = self.draw.randint(0, len(shape) - 1)
        left = (*shape[:axis], *shape[axis + 1:])
        kind = self.draw.choice(("sum", "mean", "max", "min", "std"))
        self.emit(f"relax.{kind} {name} {{axis = array<i64: {axis}>}} : ({text_of(shape)}) -> {text_of(left)}", left)

    def permute(self):
        name, shape = self.draw.choice(self.values)
        order = self.draw.sample(range(len(shape)), len(shape))
        made = tuple(shape[axis] for axis in order)
        if shape:
            self.emit(f"relax.permute_dims {name} {{axes = array<i64: {', '.join(map(str, order))}>}} : "
                      f"({text_of(shape)}) -> {text_of(made)}", made)

    def reshape(self):
        name, shape = self.draw.choice(self.values)
        if shape and shape[0] % 4 == 0:
            made = (4, shape[0] // 4, *shape[1:])
            sizes = f"!relax.shape<[{', '.join(map(str, made))}]>"
            self.lines.append(f"  %s{self.count} = relax.shape [{', '.join(map(str, made))}] : {sizes}")
            self.emit(f"relax.reshape {name}, %s{self.count} : ({text_of(shape)}, {sizes}) -> {text_of(made)}", made)

    def function(self, name, lines, results):
        parameters = ", ".join(f"{parameter}: {text_of(shape)}" for parameter, shape in self.parameters)
        types = ", ".join(text_of(shape) for _, shape in results)
        return "\n".join((f"relax.func @{name}({parameters}) -> ({types}) {{", *lines,
                          f"  relax.return {', '.join(value for value, _ in results)} : {types}", "}"))

    def text(self):
        """Both versions; without a hint its result is its operand."""
        same, whole = {}, []
        for line in self.lines:
            hint = re.match(r"  (%\w+) = relax.dist.annotate_sharding (%\w+)", line)
            if hint:
                same[hint[1]] = same.get(hint[2], hint[2])
            else:
                whole.append(re.sub(r"%\w+", lambda name: same.get(name[0], name[0]), line))
        results = [(same.get(name, name), shape) for name, shape in self.results]
        return "\n".join((f"relax.device_mesh @mesh [{', '.join(map(str, self.mesh))}]",
                          self.function("spread", self.lines, self.results), self.function("whole", whole, results)))


def take_part(array, placement, mesh, rank):
    """A worker's part of an array: axis after axis of the mesh, on which workers are counted row by row."""
    coordinates = np.unravel_index(rank, mesh)
    for place, size, coordinate in zip(placement, mesh, coordinates):
        if place is not None:
            array = np.split(array, size, axis=place)[coordinate]
    return array


def compare(program, library, runtime):
    """Runs a program on one worker and on those of its mesh; the number of comparisons."""
    module, mesh = runtime.load(library), program.mesh
    numbers = np.random.default_rng(len(program.lines))
    inputs = [numbers.uniform(-1, 1, shape).astype(np.float32) for _, shape in program.parameters]
    expected = module.call("whole", *inputs)
    unsplit = [None] * len(mesh)

    def work(world):
        parts = [take_part(array, program.placements.get(name, unsplit), mesh, world.rank)
                 for (name, _), array in zip(program.parameters, inputs)]
        with world:
            return module.call("spread", *parts)

    for rank, found in enumerate(collectives.run_threads(int(np.prod(mesh)), work, runtime)):
        for one, whole, placement in zip(found, expected, program.result_placements):
            part = take_part(whole, placement, mesh, rank)
            # Sums of parts are rounded in another order.
            if one.shape != part.shape or not np.allclose(one, part, rtol=2e-4, atol=2e-5):
                raise AssertionError(f"worker {rank} of mesh {mesh}: found {one.shape}, expected {part.shape}; "
                                     f"largest difference {np.abs(one - part).max(initial=0)}"
                                     if one.shape == part.shape else
                                     f"worker {rank} of mesh {mesh}: found {one.shape}, expected {part.shape}")
    return len(expected) * int(np.prod(mesh))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--keep", type=Path, help="a folder for programs that differ or do not compile")
    arguments = parser.parse_args()
    runtime = Runtime(arguments.build / "lib/librelax_runtime.so", threads=1)
    comparisons = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for index in range(arguments.programs):
            program = Program(random.Random(f"{arguments.seed}-{index}"))
            source, library = Path(folder, "program.mlir"), Path(folder, f"program-{index}.so")
            source.write_text(program.text(), encoding="utf-8")
            compiled = subprocess.run([arguments.build / "bin/relax-compile", source, "-o", library],
                                      capture_output=True, text=True)
            try:
                if compiled.returncode:
                    raise AssertionError(compiled.stderr)
                comparisons += compare(program, library, runtime)
                library.unlink()
            except (AssertionError, RuntimeFailure) as error:
                failures += 1
                print(f"seed {arguments.seed}, program {index}: {error}", file=sys.stderr)
                if arguments.keep:
                    arguments.keep.mkdir(exist_ok=True)
                    Path(arguments.keep, f"{arguments.seed}-{index}.mlir").write_text(program.text(), encoding="utf-8")
    print(f"{arguments.programs} programs, {comparisons} comparisons, {failures} failed")
    sys.exit(failures != 0)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
