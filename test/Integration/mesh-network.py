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
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from mesh_models import decoder, find_placements, take_part  # noqa: E402
from relax_mlir import collectives  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402

BATCH, PLACES, HEADS, DEPTH, INNER = 4, 128, 8, 32, 1024
WIDTH = HEADS * DEPTH
SHAPES = ((BATCH, PLACES, WIDTH), (WIDTH,), *4 * ((WIDTH, WIDTH),), (WIDTH,), *2 * ((WIDTH, INNER),), (INNER, WIDTH))
CALLS, SIZES = 10, (1 << 18, 1 << 20, 1 << 22)
# Of a frame of 1,514 bytes and 24 on the wire, what TCP carries.
CARRIED = 1448 / 1514


def call(*words):
    subprocess.run(words, check=True)


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


def compile_plan(build, folder, workers):
    """The decoder layer with the plan `tensor`: a library, and what the table says."""
    text = decoder(BATCH, PLACES, HEADS, DEPTH, INNER)
    source, report = Path(folder, f"{workers}.mlir"), Path(folder, "report.md")
    row = {}
    if workers > 1:
        text = subprocess.run([build / "bin/relax-opt", f"--relax-shard=mesh={workers} plan=tensor report={report}"],
                              input=text, check=True, capture_output=True, text=True).stdout
        head, _, cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in report.read_text().splitlines()]
        row = dict(zip(head, cells))
    source.write_text(text, encoding="utf-8")
    subprocess.run([build / "bin/relax-compile", source, "-o", source.with_suffix(".so")], check=True)
    return row


def draw_inputs():
    numbers = np.random.default_rng(1)
    return [(numbers.normal(size=shape) / 8).astype(np.float32) for shape in SHAPES]


def run_worker(runtime, folder):
    world = collectives.join_mpi(runtime=runtime)
    placements = find_placements(Path(folder, f"{world.size}.mlir").read_text(encoding="utf-8"))
    parts = [take_part(array, placements.get(index, [None]), [world.size], world.rank)
             for index, array in enumerate(draw_inputs())]
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
        for _ in range(CALLS):
            (result,) = module.call("main", *parts)
    if world.rank == 0:
        np.save(Path(folder, "result.npy"), result)
        print(json.dumps({"times": times, "sent": (world.sent_bytes - before) // CALLS, "before": before}), flush=True)
    world.barrier()


def check(build, launcher, folder, workers, megabits):
    """Runs the job; the lines of the table."""
    row = compile_plan(build, folder, workers)
    with Network(workers, megabits) as network:
        command = []
        for name in network.names:
            command += [":"] * bool(command) + ["-n", "1", "ip", "netns", "exec", name, sys.executable, __file__, "--build",
                                                str(build), "--worker", folder]
        before = network.count_sent()
        ended = subprocess.run([*launcher.split(), *command], capture_output=True, text=True, timeout=600,
                               env={**os.environ, "UCX_TLS": "tcp,self", "UCX_NET_DEVICES": "wire"})
        sent = [after - begin for after, begin in zip(network.count_sent(), before)]
    if ended.returncode:
        sys.exit(f"{launcher}, {workers} workers: {ended.stderr}")
    found = json.loads(ended.stdout)
    expected = np.load(Path(folder, "expected.npy"))
    worst = np.abs(np.load(Path(folder, "result.npy")) - expected).max() / np.abs(expected).max()
    payload = int(row.get("payload bytes", 0))
    if worst > 1e-5 or found["sent"] != payload:
        sys.exit(f"{workers} workers: expected {payload} bytes and results as on one, found {found['sent']} and {worst}")
    # What a ring sends, of all all-reduces of the job.
    share = 2 * (workers - 1) / workers
    wire = share * (5 * sum(SIZES) + CALLS * payload)
    ratio = statistics.mean(sent) * CARRIED / wire if wire else 1
    predicted = {size: share * size / (megabits * 1e6 / 8 * CARRIED) for size in SIZES}
    print(f"{workers} workers: relative difference {worst:.1e}, {payload} bytes a call, on each wire {ratio:.2f} of the "
          "model's", flush=True)
    for size in SIZES if workers > 1 else ():
        seconds = found["times"][str(size)]
        print(f"  all-reduce of {size >> 10} KiB: {seconds * 1e3:.1f} ms, predicted {predicted[size] * 1e3:.1f}, "
              f"{seconds / predicted[size]:.2f}", flush=True)
    return ratio, [found["times"][str(size)] / predicted[size] for size in SIZES] if workers > 1 else []


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--launcher", default="mpirun.mpich")
    parser.add_argument("--megabits", type=int, default=200, help="of each worker in a second")
    parser.add_argument("--worker", metavar="FOLDER", help="be one of the workers")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)
    if arguments.worker:
        return run_worker(runtime, arguments.worker)
    with tempfile.TemporaryDirectory() as folder:
        compile_plan(build, folder, 1)
        (expected,) = runtime.load(Path(folder, "1.so")).call("main", *draw_inputs())
        np.save(Path(folder, "expected.npy"), expected)
        for workers in (1, 2, 4):
            ratio, times = check(build, arguments.launcher, folder, workers, arguments.megabits)
            if not 0.9 <= ratio <= 1.1:
                sys.exit(f"{workers} workers: expected the model's bytes on the wires within 10 %, found {ratio:.2f}")
            # Four workers share the cores of a small machine.
            if workers == 2 and not 0.75 <= times[-1] <= 1.25:
                sys.exit(f"2 workers: expected the predicted time within 25 %, found {times[-1]:.2f}")


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
