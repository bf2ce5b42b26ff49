#!/usr/bin/env python3
"""Run pipelines of 2 and 4 stages, alone and with batch or columns spread beside: a decoder layer, four layers with a cache, and steps of
training, each stage with an optimizer of its weights. On threads, or with --launcher on processes of MPI. Results are those of one worker,
and some worker hands as many bytes to the exchanges as the table of relax-shard says. Each worker reads the weights of its stage from a
file."""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from mesh_models import decoder, parse_placement, read_report, take_part  # noqa: E402
from mesh_networks import decode_step  # noqa: E402
from relax_mlir import collectives, safetensors  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402

# The mesh, the plan of each axis, micro-batches and further options.
PLANS = (([2], "pipeline", 1, ""), ([2], "pipeline", 4, ""), ([4], "pipeline", 2, ""), ([2, 2], "pipeline,data", 2, ""),
         ([2, 2], "data,pipeline", 2, ""), ([2, 2], "pipeline,tensor", 4, ""))
TRAINING_PLANS = (*PLANS, ([4], "pipeline", 4, "recompute"))
STEPS = 3
OPTIMIZER = "optimizer=adam learning-rate=0.01"


@dataclass
class Model:
    """A program: its text, how many parameters are inputs, the shapes of all, and whether it gives derivatives."""
    text: str
    first: int
    shapes: list
    is_training: bool = False

    @property
    def function(self):
        return "main_adjoint" if self.is_training else "main"

    @property
    def most_difference(self):
        return 1e-12 if self.is_training else 2e-6

    def draw(self):
        numbers = np.random.default_rng(3)
        return [numbers.integers(0, 5, shape[1:]) if shape[0] == "i64" else
                (numbers.normal(size=shape) / 4).astype(np.float64 if self.is_training else np.float32) for shape in self.shapes]


def make_layer(batch=4, places=8, width=16, inner=64, dtype="f32"):
    return decoder(batch, places, inner=inner, dtype=dtype), [(batch, places, width), (width,), *4 * [(width, width)], (width,),
                                                              *2 * [(width, inner)], (inner, width)]


def make_layers():
    layers = 4
    text, shapes = decode_step(1, layers=layers, batch=4, past=8, heads=2, depth=8, inner=32)
    return Model(text, 1 + 2 * layers, shapes)


def make_layer_training():
    """The mean of squares of what the layer gives less a target."""
    text, shapes = make_layer(batch=8, dtype="f64")
    x = "tensor<8x8x16xf64>"
    text = text.replace(f"(%x: {x}, ", f"(%x: {x}, %t: {x}, ").replace(f") -> {x} attributes", ") -> tensor<f64> attributes")
    text = text.replace("num_input = 1", "num_input = 2").replace(f"relax.return %y : {x}", f"""%e = relax.subtract %y, %t : {x}
  %e2 = relax.multiply %e, %e : {x}
  %l = relax.mean %e2 : ({x}) -> tensor<f64>
  relax.return %l : tensor<f64>""")
    return Model(text, 2, [shapes[0], *shapes], is_training=True)


def make_classifier():
    """Rows of a table, two layers with a shortcut around each, and a sum over the batch."""
    wide, square = "tensor<8x16xf64>", "tensor<16x16xf64>"
    layers = "".join(f"""
  %p{i} = relax.matmul %x{i}, %w{i} : ({wide}, {square}) -> {wide}
  %q{i} = relax.add %p{i}, %b{i} : ({wide}, tensor<16xf64>) -> {wide}
  %r{i} = relax.nn.gelu %q{i} : {wide}
  %x{i + 1} = relax.add %x{i}, %r{i} : {wide}""" for i in range(2))
    text = f"""relax.func @main(%i: tensor<8x6xi64>, %t: tensor<8xi64>, %e: tensor<5x16xf64>, %w0: {square}, %b0: tensor<16xf64>, %w1: {square}, %b1: tensor<16xf64>, %c: tensor<16x5xf64>) -> tensor<f64> attributes {{num_input = 2 : i64}} {{
  %0 = relax.take %e, %i {{axis = 0 : i64}} : (tensor<5x16xf64>, tensor<8x6xi64>) -> tensor<8x6x16xf64>
  %x0 = relax.mean %0 {{axis = array<i64: 1>}} : (tensor<8x6x16xf64>) -> {wide}{layers}
  %1 = relax.matmul %x2, %c : ({wide}, tensor<16x5xf64>) -> tensor<8x5xf64>
  %2 = relax.nn.log_softmax %1 : tensor<8x5xf64>
  %3 = relax.nn.nll_loss %2, %t {{reduction = "sum"}} : (tensor<8x5xf64>, tensor<8xi64>) -> tensor<f64>
  relax.return %3 : tensor<f64>
}}
"""
    return Model(text, 2, [("i64", 8, 6), ("i64", 8), (5, 16), (16, 16), (16,), (16, 16), (16,), (16, 5)], is_training=True)


MODELS = {"decoder layer": lambda: Model(make_layer()[0], 1, make_layer()[1]), "four layers with a cache": make_layers,
          "training of a decoder layer": make_layer_training, "training of a classifier": make_classifier}


def optimize(build, text, *options):
    return subprocess.run([build / "bin/relax-opt", *options], input=text, check=True, capture_output=True, text=True).stdout


def compile_text(build, folder, text, name):
    source = Path(folder, f"{name}.mlir")
    source.write_text(text, encoding="utf-8")
    subprocess.run([build / "bin/relax-compile", source, "-o", source.with_suffix(".so")], check=True)


def compile_whole(build, folder, model):
    """Writes whole.so; gives the text to make stages of."""
    if not model.is_training:
        compile_text(build, folder, model.text, "whole")
        return model.text
    numbers = ",".join(map(str, range(model.first, len(model.shapes))))
    text = optimize(build, model.text, f"--relax-gradient=require-grads={numbers}")
    compile_text(build, folder, optimize(build, text, f"--relax-append-optimizer={OPTIMIZER}"), "whole")
    return text


def compile_plan(build, folder, model, text, mesh, plan, batches, words):
    """Writes program.mlir and program.so; gives the payload of the stage that takes longest."""
    report = Path(folder, "report.md")
    text = optimize(build, text, f"--relax-shard=mesh={'x'.join(map(str, mesh))} plan={plan} micro-batches={batches} gflops=0.01 "
                    f"report={report} func-name={model.function} {words}")
    Path(folder, "program.mlir").write_text(text, encoding="utf-8")
    if model.is_training:
        for stage in range(mesh[plan.split(",").index("pipeline")]):
            parameters, count, _ = find_parameters(folder, f"main_adjoint_stage{stage}")
            if len(parameters) > count:
                text = optimize(build, text, f"--relax-append-optimizer={OPTIMIZER} func-name=main_adjoint_stage{stage} "
                                f"new-name=optimizer_stage{stage}")
    compile_text(build, folder, text, "program")
    return int(read_report(report)["payload bytes"])


def find_parameters(folder, function):
    """Number in the whole program and placement of each parameter of a stage, how many are inputs, and the numbers of its results."""
    (line,) = re.findall(rf"relax.func impure @{function}\((.*)", Path(folder, "program.mlir").read_text(encoding="utf-8"))
    found = []
    for number, _, places in re.findall(r'relax.name = "arg(\d+)"(, relax.sharding = "\[.*?\] \[(.*?)\]"\})?', line):
        found.append((int(number), parse_placement(places) if places else None))
    return found, int(re.search(r"num_input = (\d+)", line).group(1)), [int(number) for number in re.findall(r"relax.result = (\d+)", line)]


def run_steps(module, model, inputs, weights, suffix=""):
    """What a worker gives in each step; of training the weights behind the last one, too. A stage has derivatives of its weights
    behind other results."""
    values, states = list(weights), module.call(f"optimizer{suffix}_init", *weights) if model.is_training and weights else []
    for _ in range(STEPS):
        results = module.call(model.function + suffix, *inputs, *values)
        yield results
        if states:
            new = module.call(f"optimizer{suffix}", *values, *results[len(results) - len(values):], *states)
            values, states = new[:len(values)], new[len(values):]
    if model.is_training:
        yield values


def run_stage(world, runtime, folder, name, mesh, axis):
    """Calls the stage of a worker, and compares its results; gives the bytes that it has sent in a step."""
    model, stage = MODELS[name](), int(np.unravel_index(world.rank, mesh)[axis])
    function, inputs = f"{model.function}_stage{stage}", model.draw()
    parameters, count, numbers = find_parameters(folder, function)
    placements = {number: placement or [None] * len(mesh) for number, placement in parameters}

    def take(array, number):
        return take_part(array, placements[number], mesh, world.rank)

    values = [take(inputs[number], number) for number in placements]
    module = runtime.load(Path(folder, "program.so"))
    read = module.read_weights(Path(folder, "weights.safetensors"), name=function, first=count, worker=world.rank)
    for one, other in zip(read, values[count:], strict=True):
        np.testing.assert_array_equal(one, other)
    with world:
        runs = []
        for _ in range(2):
            before = world.sent_bytes
            runs.append(list(run_steps(module, model, values[:count], read, f"_stage{stage}")))
    for one, other in zip(*(sum(run, []) for run in runs), strict=True):
        if one.tobytes() != other.tobytes():
            raise AssertionError(f"{name}, worker {world.rank}: expected the same bits in each run")
    expected = np.load(Path(folder, "expected.npz"))
    for step, results in enumerate(runs[0]):
        # The last ones are weights, under the numbers of parameters.
        is_last = step == STEPS
        for number, found in zip([number for number, _ in parameters[count:]] if is_last else numbers, results, strict=True):
            whole = expected[f"{step}-{number - model.first if is_last else number}"]
            # A derivative is spread as its parameter is.
            parameter = number if is_last else number + model.first - 1
            if model.is_training and (is_last or number > 0):
                whole = take(whole, parameter)
            if found.shape != whole.shape or np.abs(found - whole).max() > model.most_difference * np.abs(whole).max():
                raise AssertionError(f"{name}, worker {world.rank}, step {step}: expected result {number} of one worker, found another one")
    return (world.sent_bytes - before) // STEPS


def check(build, runtime, name, launchers):
    model = MODELS[name]()
    inputs = model.draw()
    with tempfile.TemporaryDirectory() as folder:
        safetensors.write(Path(folder, "weights.safetensors"),
                          {f"arg{index}": array for index, array in enumerate(inputs) if index >= model.first})
        text = compile_whole(build, folder, model)
        whole = run_steps(runtime.load(Path(folder, "whole.so")), model, inputs[:model.first], inputs[model.first:])
        np.savez(Path(folder, "expected.npz"),
                 **{f"{step}-{number}": result for step, results in enumerate(whole) for number, result in enumerate(results)})
        for mesh, plan, batches, words in TRAINING_PLANS if model.is_training else PLANS:
            payload = compile_plan(build, folder, model, text, mesh, plan, batches, words)
            axis = plan.split(",").index("pipeline")
            workers = int(np.prod(mesh))
            for launcher in launchers:
                if launcher:
                    sizes = "x".join(map(str, mesh))
                    subprocess.run([*launcher.split(), "-n", str(workers), sys.executable, __file__, "--build", build, "--worker", folder,
                                    name, sizes, str(axis)], check=True, timeout=300)
                    sent = [int(Path(folder, f"sent-{rank}").read_text()) for rank in range(workers)]
                else:
                    sent = collectives.run_threads(workers, lambda world: run_stage(world, runtime, folder, name, mesh, axis), runtime)
                if payload not in sent:
                    sys.exit(f"{name}, {plan} on {mesh}: expected a worker that sends {payload} bytes, found {sent}")
                print(f"{name}, {plan} on {mesh}, {batches} micro-batches {words}, {launcher or 'threads'}: results as on one worker, "
                      f"{payload} bytes", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--launcher", nargs="*", default=[""])
    parser.add_argument("--only", choices=MODELS, help="one of the models")
    parser.add_argument("--worker", nargs=4, metavar=("FOLDER", "MODEL", "MESH", "AXIS"), help="be one of the workers")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)
    if arguments.worker:
        folder, name, sizes, axis = arguments.worker
        world = collectives.join_mpi(runtime=runtime)
        sent = run_stage(world, runtime, folder, name, [int(size) for size in sizes.split("x")], int(axis))
        Path(folder, f"sent-{world.rank}").write_text(str(sent))
        return
    for name in [arguments.only] if arguments.only else MODELS:
        check(build, runtime, name, arguments.launcher)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
