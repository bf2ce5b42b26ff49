#!/usr/bin/env python3
"""Compare exchanges among workers, and programs that make them, with numpy: threads, or processes of MPI.

collectives.py --build build                              threads, in this process
collectives.py --build build --launcher mpirun.mpich ...  processes that each launcher starts
"""
import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ml_dtypes  # noqa: F401, gives numpy the narrow floats
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir import collectives  # noqa: E402
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

PROGRAM = """
relax.device_mesh @mesh [WORKERS]
// What each worker has a part of: rows are gathered, and the whole is cut by columns.
relax.func @spread(%x: !relax.dtensor<tensor<24x24xf32>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<24x24xf32>, @mesh, [S[1]]> {
  %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<24x24xf32>, @mesh, [S[0]]> to !relax.dtensor<tensor<24x24xf32>, @mesh, [S[1]]>
  relax.return %0 : !relax.dtensor<tensor<24x24xf32>, @mesh, [S[1]]>
}
// What TVM has no operator for, among all workers and along an axis of a mesh.
relax.func @parts(%x: tensor<24x4xf32>) -> (tensor<PARTx4xf32>, tensor<24x4xf32>, tensor<24x4xf32>, tensor<ROWSx4xf32>) {
  %0 = relax.ccl.reduce_scatter %x {num_workers = WORKERS : i64} : (tensor<24x4xf32>) -> tensor<PARTx4xf32>
  %1 = relax.ccl.all_to_all %x {num_workers = WORKERS : i64} : (tensor<24x4xf32>) -> tensor<24x4xf32>
  %2 = relax.ccl.allreduce %x {op_type = "max", mesh = array<i64: WORKERS, 1>, mesh_axes = array<i64: 1>} : (tensor<24x4xf32>) -> tensor<24x4xf32>
  %3 = relax.ccl.gather_to_worker0 %x {num_workers = WORKERS : i64} : (tensor<24x4xf32>) -> tensor<ROWSx4xf32>
  relax.return %0, %1, %2, %3 : tensor<PARTx4xf32>, tensor<24x4xf32>, tensor<24x4xf32>, tensor<ROWSx4xf32>
}
// Products that are computed while sums go on.
relax.func @overlap(%x: tensor<24x24xf32>, %w: tensor<24x24xf32>) -> (tensor<24x24xf32>, tensor<24x24xf32>, tensor<24x24xf32>) {
  %0 = relax.matmul %x, %w : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
  %1 = relax.ccl.allreduce %0 {op_type = "sum", mesh = array<i64: WORKERS, 1>, mesh_axes = array<i64: 0>} : (tensor<24x24xf32>) -> tensor<24x24xf32>
  %2 = relax.matmul %w, %x : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
  %3 = relax.ccl.allreduce %2 {op_type = "max"} : (tensor<24x24xf32>) -> tensor<24x24xf32>
  %4 = relax.matmul %x, %x : (tensor<24x24xf32>, tensor<24x24xf32>) -> tensor<24x24xf32>
  relax.return %1, %3, %4 : tensor<24x24xf32>, tensor<24x24xf32>, tensor<24x24xf32>
}
relax.func @main(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>, %w: tensor<24x4xf32>) -> (
    tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>,
    tensor<?x4xf32, #relax.dims<[n * WORKERS, 4]>>, tensor<PARTx4xf32>, tensor<PARTx4xf32>) {
  %0 = relax.ccl.allreduce %x {op_type = "sum"} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %1 = relax.ccl.broadcast_from_worker0 %x : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>>
  %2 = relax.ccl.allgather %x {num_workers = WORKERS : i64} : (tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n * WORKERS, 4]>>
  %3 = relax.ccl.scatter_from_worker0 %w {num_workers = WORKERS : i64} : (tensor<24x4xf32>) -> tensor<PARTx4xf32>
  %4 = relax.dist.redistribute_replica_to_shard %w {num_workers = WORKERS : i64} : (tensor<24x4xf32>) -> tensor<PARTx4xf32>
  relax.return %0, %1, %2, %3, %4 : tensor<?x4xf32, #relax.dims<[n, 4]>>, tensor<?x4xf32, #relax.dims<[n, 4]>>,
    tensor<?x4xf32, #relax.dims<[n * WORKERS, 4]>>, tensor<PARTx4xf32>, tensor<PARTx4xf32>
}
"""
# Sizes whose parts a tensor of 24 rows has; the others exchange arrays alone.
PROGRAM_SIZES = (1, 2, 3, 4, 6, 8)
DTYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
          "bfloat16", "float8_e4m3fn", "float8_e5m2")
# What two workers ask for otherwise, and what the first one of them to hear it says, but for the other's number.
_TERMS = "expected all workers to call {} with the same dtype, sizes, root and reduction, found others in worker "
MISMATCHES = {
    "rows": (lambda world: world.all_gather(np.ones((world.rank + 1, 2))), _TERMS.format("all_gather")),
    "many rows": (lambda world: world.all_reduce(np.ones(100000 * (world.rank + 1))), _TERMS.format("all_reduce")),
    "dtype": (lambda world: world.all_reduce(np.ones(2, ("f4", "i4")[world.rank])), _TERMS.format("all_reduce")),
    "reduction": (lambda world: world.all_reduce(np.ones(2), ("sum", "max")[world.rank]), _TERMS.format("all_reduce")),
    "root": (lambda world: world.broadcast(np.ones(2), world.rank), _TERMS.format("broadcast")),
    "exchange": (lambda world: (world.all_reduce, world.all_to_all)[world.rank](np.ones(2)),
                 "expected all workers to call all_"),
    "message": (lambda world: world.receive(np.ones(4), 0) if world.rank else world.send(np.ones(2), 1),
                "expected 32 bytes of worker 0, found 16"),
}
JOINS = {"sum": np.add, "prod": np.multiply, "min": np.minimum, "max": np.maximum}


def draw(rank, dtype, shape):
    """Small whole numbers, whose sums and products are exact: what each worker has, and all others know. Floats of 8
    bits have as few as 2 mantissa bits, so that theirs are 0 and 1."""
    least = 0 if dtype.startswith("float8") else 1
    return np.random.default_rng(rank).integers(least, least + 2, shape).astype(np.dtype(dtype))


def expect(condition, what):
    if not np.all(condition):
        raise AssertionError(what)


def check_arrays(world):
    """Each exchange of each dtype; the number of comparisons."""
    rank, size, count = world.rank, world.size, 0
    for dtype in DTYPES:
        for rows in (0, 1, 3):
            shape = (rows * size, 2)
            all_sent = [draw(other, dtype, shape) for other in range(size)]
            sent, part = all_sent[rank], slice(rank * rows, (rank + 1) * rows)
            for kind, join in JOINS.items():
                joined = all_sent[0]
                for other in all_sent[1:]:
                    joined = join(joined, other)
                expect(world.all_reduce(sent, kind) == joined, f"all_reduce {kind} {dtype}")
                expect(world.reduce_scatter(sent, kind) == joined[part], f"reduce_scatter {kind} {dtype}")
            expect(world.all_gather(sent) == np.concatenate(all_sent), f"all_gather {dtype}")
            expect(world.all_to_all(sent) == np.concatenate([other[part] for other in all_sent]), f"all_to_all {dtype}")
            for root in {0, size - 1}:
                expect(world.broadcast(sent, root) == all_sent[root], f"broadcast {dtype}")
                expect(world.scatter(sent, root) == all_sent[root][part], f"scatter {dtype}")
                whole = world.gather(sent, root)
                expect((whole is None) == (rank != root), f"gather {dtype}")
                expect(rank != root or np.array_equal(whole, np.concatenate(all_sent)), f"gather {dtype}")
            count += 2 * len(JOINS) + 8
    mean = world.all_reduce(np.full(3, rank, np.float64), "avg")
    expect(np.isclose(mean, (size - 1) / 2), "all_reduce avg")
    # What MPI joins in parts, and what the workers do not divide.
    for length in (size * 40000, size * 40000 + 1):
        found = world.all_reduce(np.arange(length, dtype=np.int32) * (rank + 1))
        expect(found == np.arange(length, dtype=np.int32) * (size * (size + 1) // 2), "a long all_reduce")
    if size > 1:
        if rank == 0:
            world.send(draw(0, "int32", (5,)), 1)
        elif rank == 1:
            expect(world.receive(np.empty(5, np.int32), 0) == draw(0, "int32", (5,)), "send")
    before = world.sent_bytes
    world.all_reduce(np.zeros(3, np.float64))
    expect(world.sent_bytes == before + 24, "bytes that were sent")
    half = world.split(rank % 2, -rank)
    expect(half.all_reduce(np.int64(rank)) == sum(range(rank % 2, size, 2)), "split")
    world.barrier()
    return count + 6


def check_program(world, module):
    """Operators of `relax.ccl` in a compiled program."""
    rank, size = world.rank, world.size
    rows = 24 // size
    inputs = [draw(other, "float32", (5, 4)) for other in range(size)]
    weights = [draw(100 + other, "float32", (24, 4)) for other in range(size)]
    with world:
        found = module.call("main", inputs[rank], weights[rank])
        square = draw(7, "float32", (24, 24))
        (columns,) = module.call("spread", square[rank * rows:(rank + 1) * rows])
        scattered, exchanged, alone, gathered = module.call("parts", weights[rank])
        matrices = [draw(200 + other, "float32", (24, 24)) for other in range(size)]
        sums, largest, own = module.call("overlap", matrices[rank], square)
    expect(columns == square[:, rank * rows:(rank + 1) * rows], f"redistribute on {size} workers")
    part = slice(rank * rows, (rank + 1) * rows)
    expect(scattered == sum(weight[part] for weight in weights), f"reduce_scatter on {size} workers")
    expect(exchanged == np.concatenate([weight[part] for weight in weights]), f"all_to_all on {size} workers")
    expect(sums == sum(matrix @ square for matrix in matrices), f"sums beside products on {size} workers")
    expect(largest == np.max([square @ matrix for matrix in matrices], 0), f"maxima beside products on {size} workers")
    expect(own == matrices[rank] @ matrices[rank], f"products beside sums on {size} workers")
    expect(gathered == (np.concatenate(weights) if rank == 0 else 0), f"gather_to_worker0 on {size} workers")
    expect(alone == weights[rank], f"a group of one of {size} workers")
    expected = [sum(inputs[1:], inputs[0]), inputs[0], np.concatenate(inputs), weights[0][part], weights[rank][part]]
    for one, other in zip(found, expected):
        expect(np.array_equal(one, other), f"program on {size} workers")
    return len(expected) + 8


def compile_programs(build, folder):
    """The program for each number of workers."""
    for size in PROGRAM_SIZES:
        source = Path(folder, f"workers-{size}.mlir")
        source.write_text(PROGRAM.replace("WORKERS", str(size)).replace("PART", str(24 // size)).replace("ROWS", str(24 * size)), encoding="utf-8")
        subprocess.run([build / "bin/relax-compile", source, "-o", source.with_suffix(".so")], check=True)


def work(world, runtime, folder):
    """All checks on one worker."""
    count = check_arrays(world)
    path = Path(folder, f"workers-{world.size}.so")
    if path.exists():
        count += check_program(world, runtime.load(path))
    return count


def run_threads(runtime, folder):
    for size in range(1, 9):
        counts = collectives.run_threads(size, lambda world: work(world, runtime, folder), runtime)
        print(f"threads, {size} workers: {sum(counts)} comparisons, 0 differ")
    for member in collectives.make_threads(1, runtime):
        # Elements of another machine's order are numbers all the same.
        found = member.all_reduce(np.arange(4, dtype=">f4"))
        expect(found == np.arange(4), f"found {found}")
        for wrong, text in ((lambda: member.set_timeout(0), "expected seconds above 0, found 0"),
                            (lambda: member.set_timeout(float("nan")), "expected seconds above 0, found nan"),
                            (lambda: member.all_reduce(np.zeros(1), "mean"), "expected one of sum"),
                            (lambda: member.all_gather(np.zeros(())), "expected an array of an axis")):
            try:
                wrong()
            except ValueError as error:
                expect(text in str(error), str(error))
            else:
                raise AssertionError("expected an error, found none")
        try:
            member.split("a")
        except TypeError as error:
            expect("'str' object cannot be interpreted as an integer" in str(error), str(error))
        else:
            raise AssertionError("expected an error, found none")
    for name, (ask, text) in MISMATCHES.items():
        try:
            collectives.run_threads(2, ask, runtime)
        except RuntimeFailure as error:
            expect(text in str(error), f"{name}: {error}")
        else:
            raise AssertionError(f"{name}: expected an error, found none")
    # The others' waits end with the error of the one that failed.
    try:
        collectives.run_threads(3, lambda world: world.barrier() if world.rank else [][0], runtime)
    except IndexError:
        return
    raise AssertionError("expected the error of the worker that failed")


def launch(launcher, arguments, size, *more):
    """Runs this script as workers; how it ended."""
    command = [*launcher.split(), "-n", str(size), sys.executable, __file__, "--build", str(arguments.build), *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


def run_launcher(launcher, arguments):
    for size in arguments.sizes:
        ended = launch(launcher, arguments, size, "--worker", arguments.folder)
        if ended.returncode:
            sys.exit(f"{launcher}, {size} workers: {ended.stderr}")
        print(f"{launcher.split()[0]}: {ended.stdout.strip()}", flush=True)
    # A worker that is stuck, and one that dies, end all in time, with a word of which exchange it was.
    # So do two that ask for something else.
    for fault, text in (("stall", "worker 1 of 2: all_reduce has not ended in time"), ("die", ""), ("raise", "ValueError: lost"),
                        *((name, text) for name, (_, text) in MISMATCHES.items())):
        begin = time.monotonic()
        ended = launch(launcher, arguments, 2, "--fault", fault)
        expect(ended.returncode != 0 and text in ended.stderr, f"{launcher}, {fault}: {ended}")
        expect(time.monotonic() - begin < 30, f"{launcher}, {fault}: the time limit")
    # One whose program is not there has not joined the other yet, which would wait for it for 300 s.
    run, begin = ["-n", "1", arguments.build / "bin/relax-run"], time.monotonic()
    ended = subprocess.run([*launcher.split(), *run, "missing.so", ":", *run, Path(arguments.folder, "workers-2.so"),
                            "--input=5x4xf32=1", "--input=24x4xf32=1", "--quiet"], capture_output=True, text=True, timeout=600)
    expect(ended.returncode != 0 and "worker 0: " in ended.stderr and "missing.so" in ended.stderr, f"{launcher}: {ended}")
    expect(time.monotonic() - begin < 60, f"{launcher}, a missing program: the time limit")


def run_worker(runtime, folder):
    world = collectives.join_mpi(runtime=runtime)
    total = world.all_reduce(np.int64(work(world, runtime, folder)))
    if world.rank == 0:
        print(f"{world.size} workers, {total} comparisons, 0 differ", flush=True)


def run_fault(runtime, fault):
    world = collectives.join_mpi(runtime=runtime)
    world.barrier()
    world.set_timeout(60 if fault == "raise" else 1)
    if world.rank == 0 and fault not in MISMATCHES:
        if fault == "raise":
            raise ValueError("lost")
        if fault == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)
    try:
        ask, _ = MISMATCHES.get(fault, (lambda world: world.all_reduce(np.zeros(4, np.float32)), ""))
        ask(world)
    except RuntimeFailure as error:
        # Half of the workers say so themselves, the others leave it to Python.
        if world.rank:
            raise
        world.abort(str(error))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--launcher", nargs="+", default=[])
    parser.add_argument("--sizes", nargs="+", type=int, default=range(1, 9))
    parser.add_argument("--worker", metavar="FOLDER", help="be one of the workers")
    parser.add_argument("--fault", choices=["stall", "die", "raise", *MISMATCHES], help="be one of the workers, of which the first fails")
    arguments = parser.parse_args()
    arguments.build = arguments.build.resolve()
    runtime = Runtime(arguments.build / "lib/librelax_runtime.so", threads=1)
    if arguments.worker:
        return run_worker(runtime, arguments.worker)
    if arguments.fault:
        return run_fault(runtime, arguments.fault)
    with tempfile.TemporaryDirectory() as arguments.folder:
        compile_programs(arguments.build, arguments.folder)
        for launcher in arguments.launcher:
            run_launcher(launcher, arguments)
        if not arguments.launcher:
            run_threads(runtime, arguments.folder)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
