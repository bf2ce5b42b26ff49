#!/usr/bin/env python3
"""Train small models with the batch spread over workers, and compare with one process: threads, or processes of MPI.

mesh-training.py --build build                              threads, in this process
mesh-training.py --build build --launcher mpirun.mpich ...  processes that each launcher starts

The derivatives are those of relax-gradient; the workers' sums are joined by all-reduce, and each worker does the same
step of an optimizer of relax-append-optimizer, in the same program. The one process has an optimizer of numpy.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir import collectives  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402

SIZES = (2, 4)
# Sums of parts are rounded in another order.
MOST_DIFFERENCE = 1e-12
# Parameters 0 and 1 are data. With PLACE "R" the tensors are whole.
MODELS = {"regression": """
relax.device_mesh @mesh [WORKERS]
relax.func @main(%x: tensor<8x16xf64>, %t: tensor<8x4xf64>, %w: tensor<16x32xf64>, %b: tensor<32xf64>, %v: tensor<32x4xf64>) -> tensor<f64> {
  %xs = relax.dist.annotate_sharding %x on @mesh [PLACE] : tensor<8x16xf64>
  %ts = relax.dist.annotate_sharding %t on @mesh [PLACE] : tensor<8x4xf64>
  %0 = relax.matmul %xs, %w : (tensor<8x16xf64>, tensor<16x32xf64>) -> tensor<8x32xf64>
  %1 = relax.add %0, %b : (tensor<8x32xf64>, tensor<32xf64>) -> tensor<8x32xf64>
  %2 = relax.nn.relu %1 : tensor<8x32xf64>
  %3 = relax.matmul %2, %v : (tensor<8x32xf64>, tensor<32x4xf64>) -> tensor<8x4xf64>
  %4 = relax.subtract %3, %ts : tensor<8x4xf64>
  %5 = relax.multiply %4, %4 : tensor<8x4xf64>
  %6 = relax.mean %5 : (tensor<8x4xf64>) -> tensor<f64>
  relax.return %6 : tensor<f64>
}
""", "classifier": """
relax.device_mesh @mesh [WORKERS]
relax.func @main(%i: tensor<8x6xi64>, %t: tensor<8xi64>, %e: tensor<11x16xf64>, %g: tensor<16xf64>, %b: tensor<16xf64>, %w: tensor<16x5xf64>) -> tensor<f64> {
  %is = relax.dist.annotate_sharding %i on @mesh [PLACE] : tensor<8x6xi64>
  %ts = relax.dist.annotate_sharding %t on @mesh [PLACE] : tensor<8xi64>
  %0 = relax.take %e, %is {axis = 0 : i64} : (tensor<11x16xf64>, tensor<8x6xi64>) -> tensor<8x6x16xf64>
  %1 = relax.nn.layer_norm %0, %g, %b {axes = array<i64: -1>} : (tensor<8x6x16xf64>, tensor<16xf64>, tensor<16xf64>) -> tensor<8x6x16xf64>
  %2 = relax.mean %1 {axis = array<i64: 1>} : (tensor<8x6x16xf64>) -> tensor<8x16xf64>
  %3 = relax.matmul %2, %w : (tensor<8x16xf64>, tensor<16x5xf64>) -> tensor<8x5xf64>
  %4 = relax.nn.log_softmax %3 : tensor<8x5xf64>
  %5 = relax.nn.nll_loss %4, %ts {reduction = "sum"} : (tensor<8x5xf64>, tensor<8xi64>) -> tensor<f64>
  relax.return %5 : tensor<f64>
}
"""}

TRAININGS = [(model, optimizer) for model in MODELS for optimizer in ("momentum-sgd", "adam")]
STEPS, RATE = 4, 0.01


def draw(model):
    """Data of the whole batch, and parameters."""
    numbers = np.random.default_rng(1)
    if model == "regression":
        return ([numbers.normal(size=(8, 16)), numbers.normal(size=(8, 4))],
                [numbers.normal(size=shape) for shape in ((16, 32), (32,), (32, 4))])
    return ([numbers.integers(0, 11, (8, 6)), numbers.integers(0, 5, 8)],
            [numbers.normal(size=shape) for shape in ((11, 16), (16,), (16,), (16, 5))])


def train(module, model, rank=0, size=1):
    """The losses and the trained parameters of a worker, which has its part of the batch."""
    data, parameters = draw(model)
    data = [np.split(array, size)[rank] for array in data]
    states, results = module.call("optimizer_init", *parameters), []
    for _ in range(STEPS):
        loss, *gradients = module.call("main_adjoint", *data, *parameters)
        results.append(loss)
        renewed = module.call("optimizer", *parameters, *gradients, *states)
        parameters, states = renewed[:len(parameters)], renewed[len(parameters):]
    return results + parameters


def train_by_numpy(module, model, optimizer):
    """The same of one process."""
    data, parameters = draw(model)
    first, second = ([np.zeros_like(array) for array in parameters] for _ in range(2))
    results = []
    for step in range(1, STEPS + 1):
        loss, *gradients = module.call("main_adjoint", *data, *parameters)
        results.append(loss)
        if optimizer == "momentum-sgd":
            changes = first = [0.9 * old + new for old, new in zip(first, gradients)]
        else:
            first = [0.9 * old + 0.1 * new for old, new in zip(first, gradients)]
            second = [0.999 * old + 0.001 * new ** 2 for old, new in zip(second, gradients)]
            changes = [mean / (1 - 0.9 ** step) / (np.sqrt(square / (1 - 0.999 ** step)) + 1e-8) for mean, square in zip(first, second)]
        parameters = [old - RATE * change for old, change in zip(parameters, changes)]
    return results + parameters


def compile_models(build, folder):
    """Each model with each optimizer for one process, and for each number of workers."""
    for model, optimizer in TRAININGS:
        text, numbers = MODELS[model], ",".join(map(str, range(2, 2 + len(draw(model)[1]))))
        for size in (1, *SIZES):
            program = text.replace("WORKERS", str(size)).replace("PLACE", "R" if size == 1 else "S[0]")
            step = subprocess.run([build / "bin/relax-opt", f"--relax-gradient=require-grads={numbers}",
                                   f"--relax-append-optimizer=params={numbers} optimizer={optimizer} learning-rate={RATE}"],
                                  input=program, check=True, capture_output=True, text=True).stdout
            source = Path(folder, f"{model}-{optimizer}-{size}.mlir")
            source.write_text(step, encoding="utf-8")
            subprocess.run([build / "bin/relax-compile", source, "-o", source.with_suffix(".so")], check=True)


def work(world, runtime, folder):
    """Trains each model as one of the workers; the arrays by model."""
    found = {}
    for model, optimizer in TRAININGS:
        module = runtime.load(Path(folder, f"{model}-{optimizer}-{world.size}.so"))
        with world:
            found[model, optimizer] = train(module, model, world.rank, world.size)
    return found


def compare(found, again, runtime, folder, name):
    """`found` and `again` are of two runs, an entry for each worker."""
    worst = 0
    for model, optimizer in TRAININGS:
        expected = train_by_numpy(runtime.load(Path(folder, f"{model}-{optimizer}-1.so")), model, optimizer)
        for worker in found + again:
            for one, first, whole in zip(worker[model, optimizer], found[0][model, optimizer], expected, strict=True):
                if one.tobytes() != first.tobytes():
                    raise AssertionError(f"{name}, {model}, {optimizer}: expected the same bits on each worker and in each run")
                worst = max(worst, np.abs(one - whole).max() / np.abs(whole).max())
    if worst > MOST_DIFFERENCE:
        raise AssertionError(f"{name}: expected a relative difference of {MOST_DIFFERENCE} at most, found {worst}")
    print(f"{name}: relative difference {worst:.1e}, the same bits twice", flush=True)


def run_worker(runtime, folder):
    world = collectives.join_mpi(runtime=runtime)
    runs = []
    for _ in range(2):
        found = work(world, runtime, folder)
        # The first worker compares: it gets all arrays.
        runs.append([{} for _ in range(world.size)])
        for model, arrays in found.items():
            gathered = [world.all_gather(array.reshape(1, -1)) for array in arrays]
            for rank, worker in enumerate(runs[-1]):
                worker[model] = [whole[rank].reshape(array.shape) for whole, array in zip(gathered, arrays)]
    if world.rank == 0:
        compare(*runs, runtime, folder, f"{world.size} workers")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--launcher", nargs="+", default=[])
    parser.add_argument("--worker", metavar="FOLDER", help="be one of the workers")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)
    if arguments.worker:
        return run_worker(runtime, arguments.worker)
    with tempfile.TemporaryDirectory() as folder:
        compile_models(build, folder)
        for launcher in arguments.launcher:
            for size in SIZES:
                print(launcher.split()[0], end=": ", flush=True)
                subprocess.run([*launcher.split(), "-n", str(size), sys.executable, __file__, "--build", build,
                                "--worker", folder], check=True, timeout=600)
        for size in () if arguments.launcher else SIZES:
            runs = [collectives.run_threads(size, lambda world: work(world, runtime, folder), runtime)
                    for _ in range(2)]
            compare(*runs, runtime, folder, f"{size} threads")


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
