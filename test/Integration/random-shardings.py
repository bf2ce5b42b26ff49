#!/usr/bin/env python3
"""Compare random programs whose tensors are spread over a mesh of workers with the same programs of one worker.

random-shardings.py --seed 1 --programs 10000      threads of this process; --keep FOLDER has what differs
random-shardings.py --programs 10000 --batch 20 -O 0    as many programs a file: half of the time
random-shardings.py --programs 500 --launcher mpirun.mpich ...    processes that each launcher starts
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from mesh_models import parse_placement, take_part  # noqa: E402
from relax_mlir import collectives  # noqa: E402
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

MESHES = ([2], [3], [4], [8], [2, 2], [2, 3], [3, 2], [4, 2], [2, 4], [2, 2, 2], [1, 3, 2])
UNARY = ("relax.nn.relu", "relax.negative", "relax.abs", "relax.tanh")
BINARY = ("relax.add", "relax.subtract", "relax.multiply", "relax.maximum")


UNBOUND = "expects a parameter with a dimension of size 'n'"


class Named(int):
    """A size that programs call `n`."""


def text_of(shape):
    sizes = "".join("?x" if isinstance(size, Named) else f"{size}x" for size in shape)
    if not any(isinstance(size, Named) for size in shape):
        return f"tensor<{sizes}f32>"
    names = ", ".join("n" if isinstance(size, Named) else str(size) for size in shape)
    return f"tensor<{sizes}f32, #relax.dims<[{names}]>>"


class Moves:
    """A tensor that goes from one placement to another, at first partial sums along some axes."""

    def __init__(self, draw, mesh):
        self.mesh = mesh
        self.shape = tuple(draw.choice((24, 48)) for _ in range(draw.randint(1, 3)))
        self.places = []
        for step in range(draw.randint(2, 4)):
            left, places = list(self.shape), []
            for axis, size in enumerate(mesh):
                dims = [dim for dim, rest in enumerate(left) if rest % size == 0]
                place = draw.choice(dims) if dims and draw.random() < 0.6 else None
                if (step == 0 or self.places[-1][axis] == "P") and draw.random() < 0.5:
                    place = "P"
                elif place is not None:
                    left[place] //= size
                places.append(place)
            self.places.append(places)
        # What is left of sums is added up, so that all workers can compare.
        self.places[-1] = [None if place == "P" else place for place in self.places[-1]]

    def text(self):
        def spread(places):
            words = ", ".join({None: "R", "P": "P"}.get(place, f"S[{place}]") for place in places)
            return f"!relax.dtensor<{text_of(self.shape)}, @mesh, [{words}]>"
        types = [spread(places) for places in self.places]
        lines = [f"  %{step} = relax.dist.redistribute %{step - 1 if step else 'x'} : {one} to {other}"
                 for step, (one, other) in enumerate(zip(types, types[1:]))]
        return "\n".join((f"relax.func @moves(%x: {types[0]}) -> {types[-1]} {{", *lines,
                          f"  relax.return %{len(lines) - 1} : {types[-1]}", "}"))

    def check(self, module, function, world):
        """Compares what worker `world` has at the end. Small integers, whose sums are exact."""
        numbers = np.random.default_rng(len(self.places))
        coordinates = np.unravel_index(world.rank, self.mesh)
        sizes = [size if place == "P" else 1 for place, size in zip(self.places[0], self.mesh)]
        addends = numbers.integers(-9, 9, (*sizes, *self.shape)).astype(np.float32)
        own = addends[tuple(at if place == "P" else 0 for place, at in zip(self.places[0], coordinates))]
        begin = [None if place == "P" else place for place in self.places[0]]
        with world:
            (found,) = module.call(function, take_part(own, begin, self.mesh, world.rank))
        whole = addends.sum(axis=tuple(range(len(self.mesh))))
        if not np.array_equal(found, take_part(whole, self.places[-1], self.mesh, world.rank)):
            raise AssertionError(f"worker {world.rank} of mesh {self.mesh}: expected {self.places} to give its part")
        return 1


class Program:
    """A function in two versions: with hints, and without."""

    def __init__(self, seed, number):
        self.draw = draw = random.Random(f"{seed}-{number}")
        # Behind the names of its functions: a file has several programs.
        self.number = number
        self.mesh = draw.choice(MESHES)
        self.parameters, self.lines, self.values = [], [], []
        self.placements, self.count = {}, 0
        steps = (self.unary, self.binary, self.binary, self.matmul, self.matmul, self.rows, self.reduce, self.permute,
                 self.hint, self.products)
        # Whether a parameter tells `n`, which the workers then need not divide.
        self.told = draw.random() < 0.5
        self.moves = Moves(draw, self.mesh)
        if draw.random() < 0.25:
            self.sizes = (24, 24, Named(draw.choice((47, 48)) if self.told else 48), 5)
        else:
            # Those whose results have other sizes than their operands.
            self.told = False
            self.sizes = (24, 24, 48, 5)
            steps += (self.reshape, self.reshape, self.broadcast, self.expand, self.join, self.part, self.take,
                      self.attention, self.branch, self.along, self.along, self.pool, self.transposed)
        self.parameter(self.shape(draw.randint(1, 3)))
        for _ in range(draw.randint(1, 8)):
            draw.choice(steps)()
        self.results = [self.values[-1], *draw.sample(self.values, min(len(self.values), draw.randint(0, 1)))]
        self.result_placements = [self.hinted(value) for value in self.results]
        self.drop_unused_hints()

    def shape(self, rank):
        return tuple(self.draw.choice(self.sizes) for _ in range(rank))

    def placement(self, shape):
        """How each axis of the mesh splits a tensor; some parts are padded."""
        left, places = list(shape), []
        for size in self.mesh:
            dims = [dim for dim, rest in enumerate(left) if rest % size == 0 or (
                rest > 1 and self.draw.random() < 0.5 and (self.told or not isinstance(shape[dim], Named)))]
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
                return parse_placement(line.split("[", 1)[1].split("] :")[0])
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

    def along(self):
        """What an axis is needed whole for: sums so far, an order, places."""
        name, shape = self.draw.choice(self.values)
        operator = self.draw.choice(("cumsum", "cumsum", "flip", "flip", "sort", "tril"))
        if len(shape) < (2 if operator == "tril" else 1):
            return
        axis = self.draw.randrange(-len(shape), len(shape))
        words = "" if operator == "tril" else f" {{axis = {axis} : i64}}"
        self.emit(f"relax.{operator} {name}{words} : ({text_of(shape)}) -> {text_of(shape)}", shape)

    def image(self):
        """A value of rank 3, or nothing: an image of one axis."""
        found = [value for value in self.values if len(value[1]) == 3]
        return self.draw.choice(found) if found else None

    def pool(self):
        value = self.image()
        if value:
            kind = self.draw.choice(("max", "avg"))
            self.emit(f"relax.nn.{kind}_pool1d {value[0]} {{pool_size = array<i64: 3>, padding = array<i64: 1, 1>}} : "
                      f"({text_of(value[1])}) -> {text_of(value[1])}", value[1])

    def transposed(self):
        """A transposed convolution, whose kernel is a parameter of its own."""
        value = self.image()
        if value:
            name, (count, channels, size) = value
            kernel = self.parameter((channels, self.draw.choice((24, 5)), 3))
            shape = (count, kernel[1][1], size)
            self.emit(f"relax.nn.conv1d_transpose {name}, {kernel[0]} {{padding = array<i64: 1, 1>}} : "
                      f"({text_of((count, channels, size))}, {text_of(kernel[1])}) -> {text_of(shape)}", shape)

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
        columns = self.draw.choice(self.sizes)
        weight = self.parameter((shape[-1], columns))
        # The product of a sum of many terms grows; tanh keeps what follows in bounds.
        product, result = self.emit(f"relax.matmul {name}, {weight[0]} : ({text_of(shape)}, {text_of(weight[1])}) -> "
                                    f"{text_of((*shape[:-1], columns))}", (*shape[:-1], columns))
        self.emit(f"relax.tanh {product} : {text_of(result)}", result)

    def products(self):
        """The sum of two products, each perhaps of parts: workers add it up once."""
        matrices = [value for value in self.values if len(value[1]) >= 2]
        if not matrices:
            return
        columns, made = self.draw.choice(self.sizes), []
        name, shape = self.draw.choice(matrices)
        result = (*shape[:-1], columns)
        for _ in range(2):
            weight, _ = self.parameter((shape[-1], columns))
            made.append(self.emit(f"relax.matmul {name}, {weight} : ({text_of(shape)}, "
                                  f"{text_of((shape[-1], columns))}) -> {text_of(result)}", result)[0])
            self.values.pop()
        total, _ = self.emit(f"relax.{self.draw.choice(('add', 'subtract'))} {', '.join(made)} : {text_of(result)}", result)
        self.emit(f"relax.tanh {total} : {text_of(result)}", result)

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

    def with_shape(self, operator, value, made):
        name, shape = value
        sizes = f"!relax.shape<[{', '.join(map(str, made))}]>"
        self.lines.append(f"  %s{self.count} = relax.shape [{', '.join(map(str, made))}] : {sizes}")
        self.emit(f"relax.{operator} {name}, %s{self.count} : ({text_of(shape)}, {sizes}) -> {text_of(made)}", made)

    def reshape(self):
        """Dimensions cut in two, joined in pairs, or both."""
        name, shape = self.draw.choice(self.values)
        made = list(shape)
        for dim in range(len(made) - 1, -1, -1):
            factor = self.draw.choice((1, 1, 2, 3, 4))
            if made[dim] % factor == 0 and self.draw.random() < 0.5:
                made[dim:dim + 1] = [factor, made[dim] // factor] if self.draw.random() < 0.5 else \
                    [made[dim] // factor, factor]
        for dim in range(len(made) - 1, 0, -1):
            if self.draw.random() < 0.4:
                made[dim - 1:dim + 1] = [made[dim - 1] * made[dim]]
        self.with_shape("reshape", (name, shape), tuple(made))

    def broadcast(self):
        name, shape = self.draw.choice(self.values)
        made = (*self.draw.choice(((), (4,), (24, 1))), *(size if size != 1 else 24 for size in shape))
        if np.prod(made) <= 1 << 16:
            self.with_shape("broadcast_to", (name, shape), made)

    def expand(self):
        name, shape = self.draw.choice(self.values)
        axis = self.draw.randint(0, len(shape))
        made = (*shape[:axis], 1, *shape[axis:])
        self.emit(f"relax.expand_dims {name} {{axis = array<i64: {axis}>}} : ({text_of(shape)}) -> {text_of(made)}",
                  made)

    def join(self):
        name, shape = self.draw.choice(self.values)
        other = self.draw.choice([value for value in self.values if value[1] == shape])
        if shape:
            axis = self.draw.randint(0, len(shape) - 1)
            made = (*shape[:axis], 2 * shape[axis], *shape[axis + 1:])
            self.emit(f"relax.concat %{name[1:]}, {other[0]} {{axis = {axis} : i64}} : ({text_of(shape)}, "
                      f"{text_of(shape)}) -> {text_of(made)}", made)

    def part(self):
        """A slice or a split; of the split one of its results is used."""
        name, shape = self.draw.choice(self.values)
        axes = [axis for axis, size in enumerate(shape) if size % 2 == 0]
        if not axes:
            return
        axis = self.draw.choice(axes)
        made = (*shape[:axis], shape[axis] // 2, *shape[axis + 1:])
        if self.draw.random() < 0.5:
            self.emit(f"relax.strided_slice {name} {{axes = array<i64: {axis}>, begin = [#relax.expr<1>], end = "
                      f"[#relax.expr<{shape[axis] // 2 + 1}>]}} : ({text_of(shape)}) -> {text_of(made)}", made)
            return
        self.lines.append(f"  %c{self.count}:2 = relax.split {name} {{sections = 2 : i64, axis = {axis} : i64}} : "
                          f"({text_of(shape)}) -> ({text_of(made)}, {text_of(made)})")
        self.emit(f"relax.add %c{self.count}#0, %c{self.count}#1 : {text_of(made)}", made)

    def take(self):
        """Rows that a tensor names. It is a parameter, whose numbers no sum has rounded in another order."""
        name, shape = self.draw.choice(self.values)
        if not shape or len(shape) > 3 or np.prod(shape) > 1 << 12:
            return
        indices, places = self.parameter(self.shape(self.draw.randint(0, 2)))
        axis = self.draw.randint(0, len(shape) - 1)
        made = (*shape[:axis], *places, *shape[axis + 1:])
        wide, count = text_of(places).replace("f32", "i64"), len(self.lines)
        self.lines += [f"  %k{count} = relax.constant dense<7.0> : tensor<f32>",
                       f"  %m{count} = relax.multiply {indices}, %k{count} : ({text_of(places)}, tensor<f32>) -> "
                       f"{text_of(places)}",
                       f"  %a{count} = relax.abs %m{count} : {text_of(places)}",
                       f"  %b{count} = relax.astype %a{count} {{dtype = i64}} : ({text_of(places)}) -> {wide}"]
        if np.prod(made) <= 1 << 16:
            self.emit(f'relax.take {name}, %b{count} {{axis = {axis} : i64, mode = "clip"}} : ({text_of(shape)}, '
                      f"{wide}) -> {text_of(made)}", made)

    def attention(self):
        """Of few or of as many heads of keys, with a mask or none."""
        places, keys = self.draw.choice((24, 5)), self.draw.choice((24, 48))
        heads = self.draw.choice((4, 24))
        query, _ = self.parameter((2, places, heads, 4))
        key, few = self.parameter((2, keys, self.draw.choice((heads, heads // 2)), 4))
        mask = self.draw.choice(("", ' {causal_mask = "TopLeft"}', ' {causal_mask = "BottomRight"}'))
        shape = (2, places, heads, 4)
        self.emit(f"relax.nn.attention {query}, {key}, {key}{mask} : ({text_of(shape)}, {text_of(few)}, {text_of(few)})"
                  f" -> {text_of(shape)}", shape)

    def branch(self):
        """One of two values, by a number that all workers have."""
        name, shape = self.draw.choice(self.values)
        other, _ = self.draw.choice([value for value in self.values if value[1] == shape])
        number, _ = self.parameter(())
        count, result = self.count, text_of(shape)
        self.lines += [f"  %z{count} = relax.constant dense<0.0> : tensor<f32>",
                       f"  %c{count} = relax.greater {number}, %z{count} : (tensor<f32>, tensor<f32>) -> tensor<i1>"]
        self.emit(f"relax.if %c{count} : tensor<i1> -> {result} {{ %t{count} = relax.tanh {name} : {result} "
                  f"relax.yield %t{count} : {result} }} else {{ relax.yield {other} : {result} }}", shape)

    def function(self, name, lines, results):
        parameters = ", ".join([f"{parameter}: {text_of(shape)}" for parameter, shape in self.parameters] +
                               ["%told: !relax.shape<[n]>"] * self.told)
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
        text = "\n".join((f"relax.device_mesh @mesh [{', '.join(map(str, self.mesh))}]",
                          self.function("spread", self.lines, self.results), self.function("whole", whole, results),
                          self.moves.text()))
        return re.sub(r"@(mesh|spread|whole|moves)\b", rf"@\g<1>{self.number}", text) + "\n"

    def shapes(self):
        """What tells `n`, if something does."""
        return [np.array([self.sizes[2]], np.int64)] if self.told else []


def draw_inputs(program):
    numbers = np.random.default_rng(len(program.lines))
    return [numbers.uniform(-1, 1, shape).astype(np.float32) for _, shape in program.parameters]


def call_part(program, module, inputs, world):
    """What one worker gives."""
    unsplit = [None] * len(program.mesh)
    # Whatever pads a part, nothing may come of it.
    parts = [take_part(array, program.placements.get(name, unsplit), program.mesh, world.rank, np.nan)
             for (name, _), array in zip(program.parameters, inputs)]
    with world:
        return module.call(f"spread{program.number}", *parts, *program.shapes())


def compare_part(program, rank, found, expected):
    """Compares what worker `rank` gives; the number of comparisons."""
    mesh = program.mesh
    for one, whole, placement in zip(found, expected, program.result_placements):
        part = take_part(whole, placement, mesh, rank)
        if one.shape == part.shape:
            one = np.where(take_part(np.ones(whole.shape, bool), placement, mesh, rank), one, 0)
        # Sums of parts are rounded in another order.
        if one.shape != part.shape or not np.allclose(one, part, rtol=2e-4, atol=2e-5):
            raise AssertionError(f"worker {rank} of mesh {mesh}: found {one.shape}, expected {part.shape}; "
                                 f"largest difference {np.abs(one - part).max(initial=0)}"
                                 if one.shape == part.shape else
                                 f"worker {rank} of mesh {mesh}: found {one.shape}, expected {part.shape}")
    return len(expected)


def compare(program, library, runtime):
    """Runs a program on one worker and on those of its mesh; the number of comparisons."""
    module, inputs = runtime.load(library), draw_inputs(program)
    expected = module.call(f"whole{program.number}", *inputs, *program.shapes())

    def work(world):
        return call_part(program, module, inputs, world), program.moves.check(module, f"moves{program.number}", world)

    results = collectives.run_threads(int(np.prod(program.mesh)), work, runtime)
    return sum(compare_part(program, rank, found, expected) + moved for rank, (found, moved) in enumerate(results))


def run_worker(arguments, runtime):
    """Runs those of the compiled programs that are of as many workers as there are."""
    world = collectives.join_mpi(runtime=runtime)
    comparisons = failures = 0
    for index in range(arguments.programs):
        program, library = Program(arguments.seed, index), Path(arguments.worker, f"{index}.so")
        if int(np.prod(program.mesh)) != world.size or not library.exists():
            continue
        module, inputs = runtime.load(library), draw_inputs(program)
        # Whatever one of them finds, all make the same exchanges.
        found = call_part(program, module, inputs, world)
        try:
            comparisons += compare_part(program, world.rank, found, module.call(f"whole{program.number}", *inputs, *program.shapes()))
            comparisons += program.moves.check(module, f"moves{program.number}", world)
        except AssertionError as error:
            failures += 1
            print(f"seed {arguments.seed}, program {index}: {error}", file=sys.stderr)
    comparisons, failures = world.all_reduce(np.array([comparisons, failures]))
    if world.rank == 0:
        print(comparisons, failures, flush=True)


def run_launchers(arguments, folder):
    """Runs compiled programs by each launcher, all of one number of workers in one start."""
    for launcher in arguments.launcher:
        comparisons = failures = 0
        for size in sorted({int(np.prod(mesh)) for mesh in MESHES}):
            ended = subprocess.run([*launcher.split(), "-n", str(size), sys.executable, __file__, "--build",
                                    arguments.build, "--seed", str(arguments.seed), "--programs",
                                    str(arguments.programs), "--worker", folder], capture_output=True, text=True)
            if ended.returncode:
                sys.exit(f"{launcher}, {size} workers: {ended.stderr}")
            sys.stderr.write(ended.stderr)
            one, other = map(int, ended.stdout.split())
            comparisons, failures = comparisons + one, failures + other
        print(f"{launcher.split()[0]}: {comparisons} comparisons, {failures} failed", flush=True)
        if failures:
            sys.exit(1)


def compile_programs(programs, arguments, folder):
    """Compiles programs as one file, or in halves if that fails. Gives each with its library, or with the error."""
    source, library = Path(folder, "programs.mlir"), Path(folder, f"{programs[0].number}.so")
    source.write_text("".join(program.text() for program in programs), encoding="utf-8")
    compiled = subprocess.run([arguments.build / "bin/relax-compile", source, "-o", library, f"-O{arguments.level}"],
                              capture_output=True, text=True)
    if compiled.returncode and len(programs) > 1:
        half = len(programs) // 2
        return (compile_programs(programs[:half], arguments, folder) +
                compile_programs(programs[half:], arguments, folder))
    for program in programs[1:]:
        os.link(library, Path(folder, f"{program.number}.so"))
    return [(program, library, compiled.stderr if compiled.returncode else "") for program in programs]


def run_threads(arguments, runtime, folder):
    """Compiles all programs, and runs them unless launchers will; the numbers of comparisons, failures, rejected."""
    counts = Counter()
    for first in range(0, arguments.programs, arguments.batch):
        programs = [Program(arguments.seed, number)
                    for number in range(first, min(first + arguments.batch, arguments.programs))]
        for program, library, error in compile_programs(programs, arguments, folder):
            if UNBOUND in error:
                counts["rejected"] += 1
                continue
            try:
                if error:
                    raise AssertionError(error)
                if not arguments.launcher:
                    counts["comparisons"] += compare(program, library, runtime)
            except (AssertionError, RuntimeFailure) as error:
                counts["failed"] += 1
                print(f"seed {arguments.seed}, program {program.number}: {error}", file=sys.stderr)
                if arguments.keep:
                    arguments.keep.mkdir(exist_ok=True)
                    Path(arguments.keep, f"{arguments.seed}-{program.number}.mlir").write_text(program.text(),
                                                                                             encoding="utf-8")
        if not arguments.launcher:
            for library in Path(folder).glob("*.so"):
                library.unlink()
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--batch", type=int, default=10, help="how many programs are compiled as one file")
    parser.add_argument("--level", "-O", type=int, default=1, help="of optimization")
    parser.add_argument("--launcher", nargs="+", default=[])
    parser.add_argument("--worker", metavar="FOLDER", help="be one of the workers")
    parser.add_argument("--keep", type=Path, help="a folder for programs that differ or do not compile")
    arguments = parser.parse_args()
    runtime = Runtime(arguments.build / "lib/librelax_runtime.so", threads=1)
    if arguments.worker:
        return run_worker(arguments, runtime)
    with tempfile.TemporaryDirectory() as folder:
        counts = run_threads(arguments, runtime, folder)
        if arguments.launcher:
            print(f"{arguments.programs} programs, {counts['failed']} not compiled, {counts['rejected']} rejected",
                  flush=True)
            run_launchers(arguments, folder)
        else:
            print(f"{arguments.programs} programs, {counts['comparisons']} comparisons, {counts['failed']} failed, "
                  f"{counts['rejected']} rejected")
    sys.exit(counts["failed"] != 0)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
