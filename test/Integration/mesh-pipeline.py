#!/usr/bin/env python3
"""Run a decoder layer and four layers with a cache as pipelines of 2 and 4 stages, alone and with batch or columns spread beside: on
threads, or with --launcher on processes of MPI. Results are those of one worker, and some worker hands as many bytes to the exchanges
as the table of relax-shard says. Each worker reads the weights of its stage from a file."""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from mesh_models import decoder, parse_placement, read_report, take_part  # noqa: E402
from mesh_networks import decode_step  # noqa: E402
from relax_mlir import collectives, safetensors  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402

# The mesh, the plan of each axis, micro-batches.
PLANS = (([2], "pipeline", 1), ([2], "pipeline", 4), ([4], "pipeline", 2), ([2, 2], "pipeline,data", 2),
         ([2, 2], "data,pipeline", 2), ([2, 2], "pipeline,tensor", 4))


def make_layer():
    batch, places, width, inner = 4, 8, 16, 64
    return decoder(batch, places, inner=inner), 1, [(batch, places, width), (width,), *4 * [(width, width)], (width,),
                                                    *2 * [(width, inner)], (inner, width)]


def make_layers():
    layers = 4
    text, shapes = decode_step(1, layers=layers, batch=4, past=8, heads=2, depth=8, inner=32)
    return text, 1 + 2 * layers, shapes


MODELS = {"decoder layer": make_layer, "four layers with a cache": make_layers}


def draw(shapes):
    numbers = np.random.default_rng(3)
    return [(numbers.normal(size=shape) / 4).astype(np.float32) for shape in shapes]


def compile_text(build, folder, text, name):
    source = Path(folder, f"{name}.mlir")
    source.write_text(text, encoding="utf-8")
    subprocess.run([build / "bin/relax-compile", source, "-o", source.with_suffix(".so")], check=True)


def compile_plan(build, folder, text, mesh, plan, batches):
    """Writes program.mlir and program.so; gives the payload of the stage that takes longest."""
    report = Path(folder, "report.md")
    option = f"--relax-shard=mesh={'x'.join(map(str, mesh))} plan={plan} micro-batches={batches} gflops=0.01 report={report}"
    text = subprocess.run([build / "bin/relax-opt", option], input=text, check=True, capture_output=True, text=True).stdout
    compile_text(build, folder, text, "program")
    return int(read_report(report)["payload bytes"])


def find_parameters(folder, function):
    """Number in the whole program and placement of each parameter of a stage, how many are inputs, and the numbers of its results."""
    (line,) = re.findall(rf"relax.func impure @{function}\((.*)", Path(folder, "program.mlir").read_text(encoding="utf-8"))
    found = []
    for number, _, places in re.findall(r'relax.name = "arg(\d+)"(, relax.sharding = "\[.*?\] \[(.*?)\]"\})?', line):
        found.append((int(number), parse_placement(places) if places else None))
    return found, int(re.search(r"num_input = (\d+)", line).group(1)), [int(number) for number in re.findall(r"relax.result = (\d+)", line)]


def run_stage(world, runtime, folder, name, mesh, axis):
    """Calls the stage of a worker, and compares its results; gives the bytes that it has sent."""
    stage = int(np.unravel_index(world.rank, mesh)[axis])
    function = f"main_stage{stage}"
    inputs = draw(MODELS[name]()[2])
    parameters, count, numbers = find_parameters(folder, function)
    values = [take_part(inputs[number], placement or [None] * len(mesh), mesh, world.rank) for number, placement in parameters]
    module = runtime.load(Path(folder, "program.so"))
    read = module.read_weights(Path(folder, "weights.safetensors"), name=function, first=count, worker=world.rank)
    for one, other in zip(read, values[count:], strict=True):
        np.testing.assert_array_equal(one, other)
    with world:
        for _ in range(2):
            before = world.sent_bytes
            results = module.call(function, *values[:count], *read)
    with np.load(Path(folder, "expected.npz")) as expected:
        whole = list(expected.values())
    for number, found in zip(numbers, results, strict=True):
        if found.shape != whole[number].shape or np.abs(found - whole[number]).max() > 2e-6 * np.abs(whole[number]).max():
            raise AssertionError(f"{name}, worker {world.rank}: expected result {number} of one worker, found another one")
    return world.sent_bytes - before


def check(build, runtime, name, launchers):
    text, first, shapes = MODELS[name]()
    inputs = draw(shapes)
    with tempfile.TemporaryDirectory() as folder:
        safetensors.write(Path(folder, "weights.safetensors"),
                          {f"arg{index}": array for index, array in enumerate(inputs) if index >= first})
        compile_text(build, folder, text, "whole")
        np.savez(Path(folder, "expected.npz"), *runtime.load(Path(folder, "whole.so")).call("main", *inputs))
        for mesh, plan, batches in PLANS:
            payload = compile_plan(build, folder, text, mesh, plan, batches)
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
                print(f"{name}, {plan} on {mesh}, {batches} micro-batches, {launcher or 'threads'}: results as on one worker, "
                      f"{payload} bytes", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--launcher", nargs="*", default=[""])
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
    for name in MODELS:
        check(build, runtime, name, arguments.launcher)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
