#!/usr/bin/env python3
"""Run workers in network namespaces of one machine, with a bridge between them and a limit of bandwidth for each: results
as on one worker, as many bytes on the wires as the cost model says, and the time that it predicts.

mesh-network.py --build build --launcher mpirun.mpich     needs root, `ip` and `tc`; MPICH's workers speak to their
                                                          launcher by a socket that they inherit, others' may not
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from mesh_models import decoder, find_placements, read_report, take_part  # noqa: E402
from mesh_networks import decode_step, resnet18  # noqa: E402
from relax_mlir import collectives  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402

SIZES = (1 << 18, 1 << 20, 1 << 22)
# Of a frame of 1,514 bytes and 24 on the wire, what TCP carries.
CARRIED = 1448 / 1514



def decoder_layer(workers):
    """A layer, whose weights `relax-shard` splits."""
    batch, places, heads, depth, inner = 4, 128, 8, 32, 1024
    width = heads * depth
    shapes = [(batch, places, width), (width,), *4 * [(width, width)], (width,), *2 * [(width, inner)], (inner, width)]
    return decoder(batch, places, heads, depth, inner), shapes


@dataclass
class Model:
    """Text and shapes of a number of workers, what relax-opt does with it, which function runs, and how often."""

    make: Callable
    options: str = ""
    function: str = "main"
    calls: int = 10
    # Of the greatest element; derivatives are sums of many.
    tolerance: float = 1e-5

    def get_steps(self, workers, count):
        """Options of relax-opt; the last one says what is exchanged."""
        steps = ["--relax-gradient=require-grads=" + ",".join(map(str, range(1, count)))] if self.function != "main" else []
        plan = [f"--relax-shard=mesh={workers} {self.options}func-name={self.function} report="] if workers > 1 else []
        return steps + plan


MODELS = {
    "decoder layer": Model(decoder_layer, "plan=tensor "),
    "step of four layers with a cache": Model(decode_step),
    "training step of ResNet-18": Model(resnet18, function="main_adjoint", calls=1, tolerance=1e-4),
}


def call(*words):
    subprocess.run(words, check=True)


OVERLAP = "overlap"


class Network:
    """Namespaces of workers, each with an interface to one bridge."""

    def __init__(self, workers, megabits):
        self.names = [f"relax-{os.getpid()}-{number}" for number in range(workers)]
        self.middle = f"relax-{os.getpid()}-bridge"
        self.megabits = megabits

    def __enter__(self):
        call("ip", "netns", "add", self.middle)
        call("ip", "-n", self.middle, "link", "add", "bridge", "type", "bridge")
        call("ip", "-n", self.middle, "link", "set", "bridge", "up")
        for number, name in enumerate(self.names):
            call("ip", "netns", "add", name)
            call("ip", "-n", self.middle, "link", "add", f"port{number}", "type", "veth", "peer", "name", "wire", "netns", name)
            call("ip", "-n", self.middle, "link", "set", f"port{number}", "master", "bridge", "up")
            call("ip", "-n", name, "addr", "add", f"10.99.0.{number + 1}/24", "dev", "wire")
            for device in ("lo", "wire"):
                call("ip", "-n", name, "link", "set", device, "up")
            call("tc", "-n", name, "qdisc", "add", "dev", "wire", "root", "tbf", "rate", f"{self.megabits}mbit", "burst",
                 "128kb", "latency", "200ms")
        return self

    def __exit__(self, *_):
        for name in (*self.names, self.middle):
            subprocess.run(("ip", "netns", "del", name), check=False)

    def count_sent(self):
        """Bytes that each worker has sent."""
        return [json.loads(subprocess.run(("ip", "-n", name, "-s", "-j", "link", "show", "wire"), check=True,
                                          capture_output=True, text=True).stdout)[0]["stats64"]["tx"]["bytes"]
                for name in self.names]


def compile_plan(build, folder, model, workers):
    """A library, the shapes of its whole parameters, and what the table says."""
    text, shapes = model.make(workers)
    source, report = Path(folder, f"{workers}.mlir"), Path(folder, "report.md")
    steps, row = model.get_steps(workers, len(shapes)), {}
    if steps:
        steps = [step + str(report) if step.endswith("report=") else step for step in steps]
        text = subprocess.run([build / "bin/relax-opt", *steps], input=text, check=True, capture_output=True, text=True).stdout
    if workers > 1:
        row = read_report(report)
    source.write_text(text, encoding="utf-8")
    subprocess.run([build / "bin/relax-compile", source, "-o", source.with_suffix(".so")], check=True)
    return shapes, row


def draw_inputs(shapes):
    numbers = np.random.default_rng(1)
    return [(numbers.normal(size=shape) / max(8, 2 * np.prod(shape[1:]) ** 0.5)).astype(np.float32) for shape in shapes]


def run_worker(runtime, folder, name):
    model = MODELS[name]
    world = collectives.join_mpi(runtime=runtime)
    placements = find_placements(Path(folder, f"{world.size}.mlir").read_text(encoding="utf-8"))
    inputs = draw_inputs(model.make(world.size)[1])
    parts = [take_part(array, placements.get(index, [None]), [world.size], world.rank)
             for index, array in enumerate(inputs)]
    module = runtime.load(Path(folder, f"{world.size}.so"))
    times = {}
    for size in SIZES:
        array, found = np.ones(size // 4, np.float32), []
        for _ in range(5):
            world.barrier()
            begin = time.monotonic()
            if not np.all(world.all_reduce(array) == world.size):
                raise AssertionError("wrong sum")
            found.append(time.monotonic() - begin)
        times[size] = statistics.median(found)
    before = world.sent_bytes
    with world:
        for _ in range(model.calls):
            results = module.call(model.function, *parts)
    np.savez(Path(folder, f"result-{world.rank}.npz"), *results)
    if world.rank == 0:
        print(json.dumps({"times": times, "sent": (world.sent_bytes - before) // model.calls}), flush=True)
    world.barrier()


def write_overlap(products=24, size=512, count=1 << 20):
    """An all-reduce of 4 MiB and products that do not need it, in both orders: what stands behind the exchange is computed meanwhile."""
    matrix, vector = f"tensor<{size}x{size}xf32>", f"tensor<{count}xf32>"
    exchange = [f"%sum = relax.ccl.allreduce %x {{op_type = \"sum\"}} : ({vector}) -> {vector}"]
    compute = [f"%{number + 1} = relax.matmul %{number}, %w : ({matrix}, {matrix}) -> {matrix}" for number in range(products)]
    for name, lines in (("first", exchange + compute), ("last", compute + exchange), ("without", compute), ("alone", exchange)):
        results = [("%sum", vector)] * (name != "without") + [(f"%{products}", matrix)] * (name != "alone")
        types = ", ".join(kind for _, kind in results)
        body = "\n  ".join([*lines, f"relax.return {', '.join(value for value, _ in results)} : {types}"])
        yield name, (f"relax.func @main(%x: {vector}, %0: {matrix}, %w: {matrix}) -> {f'({types})' if len(results) > 1 else types} {{\n"
                     f"  {body}\n}}\n"), [(count,), (size, size), (size, size)]


def run_overlap_worker(runtime, folder):
    """Prints the median seconds of each program; the first one's results are those of the second one."""
    world = collectives.join_mpi(runtime=runtime)
    modules = {name: (runtime.load(Path(folder, f"{name}.so")), draw_inputs(shapes)) for name, _, shapes in write_overlap()}
    times, results = {name: [] for name in modules}, {}
    for _ in range(7):
        for name, (module, inputs) in modules.items():
            world.barrier()
            begin = time.monotonic()
            with world:
                results[name] = module.call("main", *inputs)
            times[name].append(time.monotonic() - begin)
    for one, other in zip(results["first"], results["last"], strict=True):
        np.testing.assert_array_equal(one, other)
    if world.rank == 0:
        print(json.dumps({name: statistics.median(seconds) for name, seconds in times.items()}), flush=True)
    world.barrier()


def check_overlap(build, launcher, megabits):
    with tempfile.TemporaryDirectory() as folder:
        for name, text, _ in write_overlap():
            source = Path(folder, f"{name}.mlir")
            source.write_text(text, encoding="utf-8")
            subprocess.run([build / "bin/relax-compile", source, "-o", source.with_suffix(".so")], check=True)
        with Network(2, megabits) as network:
            times, _ = run_job(build, launcher, folder, OVERLAP, network)
    hidden = times["last"] - times["first"]
    share = hidden / min(times["without"], times["alone"])
    print("overlap on 2 workers: " + ", ".join(f"{name} {seconds * 1e3:.1f} ms" for name, seconds in times.items())
          + f"; {share:.2f} of the shorter of both is hidden", flush=True)
    # On cores that others use, too, it is less than all of it.
    if share < 0.25:
        sys.exit("overlap: expected to hide a quarter of the shorter of exchange and computation, or more")


def find_difference(folder, workers, expected):
    """The greatest difference of a result's parts, joined, from the whole, relative to the greatest element."""
    parts = [np.load(Path(folder, f"result-{rank}.npz")) for rank in range(workers)]
    worst = 0
    for name, whole in zip(parts[0].files, expected, strict=True):
        found = [part[name] for part in parts]
        # All of it on each worker, or along one axis.
        axes = [axis for axis, (one, all_) in enumerate(zip(found[0].shape, whole.shape)) if one != all_]
        for joined in [np.concatenate(found, axis=axes[0])] if axes else found:
            worst = max(worst, np.abs(joined - whole).max() / np.abs(whole).max())
    return worst


def run_job(build, launcher, folder, name, network):
    """What the first worker prints, and the bytes that each worker has sent."""
    command = []
    for place in network.names:
        command += [":"] * bool(command) + ["-n", "1", "ip", "netns", "exec", place, sys.executable, __file__, "--build",
                                            str(build), "--worker", folder, "--model", name]
    before = network.count_sent()
    ended = subprocess.run([*launcher.split(), *command], capture_output=True, text=True, timeout=900,
                           env={**os.environ, "UCX_TLS": "tcp,self", "UCX_NET_DEVICES": "wire"})
    if ended.returncode:
        sys.exit(f"{launcher}, {name}, {len(network.names)} workers: {ended.stderr}")
    return json.loads(ended.stdout), [after - begin for after, begin in zip(network.count_sent(), before)]


def check(build, launcher, folder, name, workers, megabits):
    """Runs the job; prints the lines of the table."""
    model = MODELS[name]
    _, row = compile_plan(build, folder, model, workers)
    with Network(workers, megabits) as network:
        found, sent = run_job(build, launcher, folder, name, network)
    with np.load(Path(folder, "expected.npz")) as expected:
        worst = find_difference(folder, workers, list(expected.values()))
    payload = int(row.get("payload bytes", 0))
    if worst > model.tolerance or found["sent"] != payload:
        sys.exit(f"{name}, {workers} workers: expected {payload} bytes and results as on one, found {found['sent']} and {worst}")
    # What a ring sends, of all exchanges of the job.
    share = 2 * (workers - 1) / workers
    wire = share * 5 * sum(SIZES) + model.calls * int(row.get("bytes in a ring", 0))
    ratio = statistics.mean(sent) * CARRIED / wire if wire else 1
    predicted = {size: share * size / (megabits * 1e6 / 8 * CARRIED) for size in SIZES}
    print(f"{name}, {workers} workers: relative difference {worst:.1e}, {payload} bytes a call, on each wire {ratio:.2f} of "
          "the model's", flush=True)
    for size in SIZES if workers > 1 else ():
        seconds = found["times"][str(size)]
        print(f"  all-reduce of {size >> 10} KiB: {seconds * 1e3:.1f} ms, predicted {predicted[size] * 1e3:.1f}, "
              f"{seconds / predicted[size]:.2f}", flush=True)
    return ratio, [found["times"][str(size)] / predicted[size] for size in SIZES] if workers > 1 else []


def check_model(build, launcher, runtime, name, megabits, counts):
    with tempfile.TemporaryDirectory() as folder:
        shapes, _ = compile_plan(build, folder, MODELS[name], 1)
        expected = runtime.load(Path(folder, "1.so")).call(MODELS[name].function, *draw_inputs(shapes))
        np.savez(Path(folder, "expected.npz"), *expected)
        for workers in counts:
            ratio, times = check(build, launcher, folder, name, workers, megabits)
            if not 0.9 <= ratio <= 1.1:
                sys.exit(f"{name}, {workers} workers: expected the model's bytes on the wires within 10 %, found {ratio:.2f}")
            # Four workers share the cores of a small machine; once is enough.
            if workers == 2 and name == next(iter(MODELS)) and not 0.75 <= times[-1] <= 1.25:
                sys.exit(f"2 workers: expected the predicted time within 25 %, found {times[-1]:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--launcher", default="mpirun.mpich")
    parser.add_argument("--megabits", type=int, default=200, help="of each worker in a second")
    parser.add_argument("--model", choices=[*MODELS, OVERLAP], help="this one alone")
    parser.add_argument("--workers", type=int, nargs="+", default=(1, 2, 4), help="how many")
    parser.add_argument("--worker", metavar="FOLDER", help="be one of the workers")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)
    if arguments.worker:
        return (run_overlap_worker(runtime, arguments.worker) if arguments.model == OVERLAP
                else run_worker(runtime, arguments.worker, arguments.model))
    if arguments.model in (None, OVERLAP):
        check_overlap(build, arguments.launcher, arguments.megabits)
    if arguments.model == OVERLAP:
        return None
    for name in [arguments.model] if arguments.model else MODELS:
        check_model(build, arguments.launcher, runtime, name, arguments.megabits, arguments.workers)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
