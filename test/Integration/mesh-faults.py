#!/usr/bin/env python3
"""Kill workers at random moments, and stall and cut their network: every job ends in time, gives no wrong result, and
has one message that names a worker.

mesh-faults.py --build build --jobs 30                                    threads of this process
mesh-faults.py --build build --launcher mpirun.mpich ... --jobs 200       processes that each launcher starts

Of threads, one fails or does not come. Of processes, one is killed at a moment between the launcher's start and the
last exchange; or, with a fault of the network, they reach each other by tcp_relay.py alone, in place of shared memory.
"""
import argparse
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir import collectives  # noqa: E402
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402
from tcp_relay import Relay  # noqa: E402

WORKERS, REPEAT, FASTER = 4, 60, "faster than the fault"
# Seconds within which a job has to end after its fault: the launcher's own work too.
LIMIT = 60
PROGRAM = """
relax.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = relax.matmul %x, %w : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = relax.ccl.allreduce %0 {op_type = "sum"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = relax.ccl.allgather %1 {num_workers = 4 : i64} : (tensor<64x64xf32>) -> tensor<256x64xf32>
  %3 = relax.ccl.reduce_scatter %2 {num_workers = 4 : i64} : (tensor<256x64xf32>) -> tensor<64x64xf32>
  relax.return %3 : tensor<64x64xf32>
}
"""
# 64 products of 1 and the worker's number, for four workers, twice.
EXPECTED = 64 * sum(range(WORKERS)) * WORKERS
RANKS = ("OMPI_COMM_WORLD_RANK", "PMI_RANK")
# Shared memory would go past the relay. Each library says so in its own way.
BY_NETWORK = {"mpich": ({"UCX_TLS": "tcp,self"}, []),
              "openmpi": ({}, ["--mca", "pml", "ob1", "--mca", "btl", "tcp,self"])}


def find_workers(job):
    """Processes that a launcher started, by the worker's number: those that no other worker started."""
    found = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            environment = dict(entry.split("=", 1) for entry in
                               (folder / "environ").read_bytes().decode(errors="replace").split("\0") if "=" in entry)
            command = (folder / "comm").read_text().strip()
        except OSError:
            continue
        rank = next((environment[name] for name in RANKS if name in environment), None)
        if environment.get("RELAX_TEST_JOB") == job and rank is not None and command == "relax-run":
            found.setdefault(int(rank), []).append(int(folder.name))
    # The worker is the child of the process that supervises it, and began later.
    return {rank: max(processes) for rank, processes in found.items()}


class Job:
    """A launcher with its workers."""

    def __init__(self, launcher, arguments, network=None):
        self.name, kind = str(time.monotonic_ns()), "mpich" if "mpich" in launcher else "openmpi"
        variables = {"RELAX_TEST_JOB": self.name, "RELAX_COLLECTIVE_TIMEOUT": str(arguments.timeout), "OMP_NUM_THREADS": "1"}
        options = []
        if network:
            (more, options), preload = BY_NETWORK[kind], arguments.build / "test/Relay/libredirect-connect.so"
            variables |= {**more, "LD_PRELOAD": str(preload), "RELAX_TEST_RELAY": str(network.port)}
        self.is_launcher_stuck = False
        self.begin = time.monotonic()
        self.process = subprocess.Popen(
            [*launcher.split(), *options, "-n", str(WORKERS), arguments.build / "bin/relax-run", arguments.library,
             f"--repeat={arguments.repeat}", "--input=64x64xf32=1", "--input=64x64xf32={rank}"],
            env={**os.environ, **variables}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True)

    def wait(self, moment):
        """Whether the job still runs at that many seconds from its begin."""
        try:
            self.process.wait(max(0, self.begin + moment - time.monotonic()))
            return False
        except subprocess.TimeoutExpired:
            return True

    def end(self):
        """What it printed; an error if it hangs."""
        try:
            return self.process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            workers = find_workers(self.name)
            os.killpg(self.process.pid, signal.SIGKILL)
            found = self.process.communicate()
            if workers:
                raise AssertionError(f"hangs for {LIMIT} seconds, with workers {workers}: {found}")
            # Open MPI 4.1's may, if a process is killed while it connects to it.
            self.is_launcher_stuck = True
            return found


def judge(job, hit, ended):
    """Checks how a job ended, and says it in a few words."""
    out, error = ended
    code = job.process.returncode
    (result,) = re.findall(r"output 0: f32\[64, 64\] = (\[\[.*?\]\])", out) or [None]
    if result and {float(number) for number in re.findall(r"[^\[\], .]+", result)} != {EXPECTED}:
        raise AssertionError(f"wrong result: {out}")
    if code == 0:
        if not result:
            raise AssertionError(f"no error and no result: {out} {error}")
        return FASTER
    messages = [line for line in error.splitlines() if re.match(r"relax-(run|runtime): error: ", line)]
    if len(messages) > 1:
        raise AssertionError(f"expected one message, found {len(messages)}: {error}")
    if not messages:
        # Killed before it was a worker of ours, or Open MPI has found the cut itself and ends the process.
        return "of which MPI alone tells"
    if "worker " not in messages[0] or (hit is not None and f"worker {hit} " not in messages[0]):
        raise AssertionError(f"expected a message of worker {hit}, found {messages[0]}")
    return "with our message, after which the launcher alone hangs" if job.is_launcher_stuck else "with our message"


def kill_one(launcher, arguments, draw):
    moment, victim = draw.uniform(0, 1.1 * arguments.usual), draw.randrange(WORKERS)
    job, hit = Job(launcher, arguments), None
    # Its launcher may not have started it yet.
    while hit is None and job.wait(moment):
        moment += 0.01
        process = find_workers(job.name).get(victim)
        try:
            if process:
                os.kill(process, signal.SIGKILL)
                hit = victim
        except ProcessLookupError:
            pass
    return judge(job, hit, job.end())


def break_network(fault, launcher, arguments, draw):
    moment = draw.uniform(0, 1.1 * arguments.usual)
    with Relay() as relay:
        job = Job(launcher, arguments, relay)
        if job.wait(moment):
            getattr(relay, fault)()
        return judge(job, None, job.end())


def run_launcher(launcher, arguments):
    for fault in arguments.faults:
        draw, outcomes, longest = random.Random(f"{arguments.seed}-{fault}"), {}, 0
        with Relay() as relay:
            # The relay moves what Python moves, so that a job takes longer.
            arguments.repeat = REPEAT if fault == "kill" else REPEAT // 2
            job = Job(launcher, arguments, relay if fault != "kill" else None)
            ended = job.end()
            if judge(job, None, ended) != FASTER or (fault != "kill" and relay.connections == 0):
                sys.exit(f"{launcher}: expected a job without a fault to run, by {relay.connections} connections: {ended}")
            arguments.usual = time.monotonic() - job.begin
        number = 0
        while sum(outcomes.values()) - outcomes.get(FASTER, 0) < arguments.jobs:
            number += 1
            begin = time.monotonic()
            try:
                outcome = kill_one(launcher, arguments, draw) if fault == "kill" else \
                    break_network(fault, launcher, arguments, draw)
            except AssertionError as error:
                sys.exit(f"{launcher}, {fault}, seed {arguments.seed}, job {number}: {error}")
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
            longest = max(longest, time.monotonic() - begin)
        counts = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
        print(f"{launcher.split()[0]}, {fault}: {number} jobs, {counts}; none hangs, the longest took "
              f"{longest:.1f} s (usually {arguments.usual:.1f} s)", flush=True)


def run_threads(runtime, arguments):
    """Of threads one fails or stays away at a random exchange: all end, by the error of that one or the time limit."""
    draw = random.Random(arguments.seed)
    for number in range(arguments.jobs):
        victim, place, fault = draw.randrange(WORKERS), draw.randrange(20), draw.choice(("fails", "stays away"))

        def work(world):
            world.set_timeout(0.3)
            for step in range(20):
                if (world.rank, step) == (victim, place):
                    if fault == "fails":
                        raise ZeroDivisionError(f"worker {victim}")
                    time.sleep(0.5)
                if world.all_reduce(np.float64(world.rank)) != sum(range(WORKERS)):
                    raise AssertionError("wrong result")

        begin = time.monotonic()
        try:
            collectives.run_threads(WORKERS, work, runtime)
        except ZeroDivisionError as error:
            text = str(error)
        except RuntimeFailure as error:
            text = str(error) if fault == "stays away" else f"expected the cause, found {error}"
        else:
            text = "expected an error"
        if not text.startswith("worker ") or time.monotonic() - begin > 5:
            sys.exit(f"seed {arguments.seed}, job {number}: worker {victim} {fault}: {text}")
    print(f"threads: {arguments.jobs} jobs ended with one error")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--launcher", nargs="+", default=[])
    parser.add_argument("--faults", nargs="+", default=["kill", "stall", "cut"], choices=["kill", "stall", "cut"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=4, help="seconds that an exchange may take")
    parser.add_argument("--jobs", type=int, default=30)
    arguments = parser.parse_args()
    arguments.build = arguments.build.resolve()
    if not arguments.launcher:
        return run_threads(Runtime(arguments.build / "lib/librelax_runtime.so", threads=1), arguments)
    with tempfile.TemporaryDirectory() as folder:
        arguments.library = Path(folder, "faults.so")
        source = arguments.library.with_suffix(".mlir")
        source.write_text(PROGRAM, encoding="utf-8")
        subprocess.run([arguments.build / "bin/relax-compile", source, "-o", arguments.library], check=True)
        for launcher in arguments.launcher:
            run_launcher(launcher, arguments)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
