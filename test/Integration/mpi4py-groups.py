#!/usr/bin/env python3
"""Communicators of mpi4py as groups of workers: all processes, a half of them in another order, and what is none.

mpirun -n 4 python3 mpi4py-groups.py --build build      with a Python that has mpi4py and numpy
"""
import argparse
import sys
from pathlib import Path

import numpy as np
from mpi4py import MPI

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir import collectives  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402


def expect(found, expected, what):
    if not np.array_equal(found, expected):
        raise AssertionError(f"worker {MPI.COMM_WORLD.rank}, {what}: expected {expected}, found {found}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    runtime = Runtime(parser.parse_args().build / "lib/librelax_runtime.so", threads=1)
    whole = MPI.COMM_WORLD
    # Without a group: the library that mpi4py has loaded, and all processes.
    world = collectives.join_mpi(runtime=runtime)
    expect([world.rank, world.size], [whole.rank, whole.size], "all processes")
    # Halves, the last worker first.
    half = whole.Split(whole.rank % 2, -whole.rank)
    group = collectives.join_mpi(runtime=runtime, group=half)
    expect([group.rank, group.size], [half.rank, half.size], "a half")
    expect(group.all_gather(np.array([whole.rank])), half.allgather(whole.rank), "gathered numbers")
    # Messages of the program and of the group do not meet.
    request = half.irecv(source=(half.rank + 1) % half.size, tag=0)
    half.send(whole.rank, (half.rank - 1) % half.size, tag=0)
    expect(group.all_reduce(np.array([1.0]), "sum"), [half.size], "a sum meanwhile")
    expect(request.wait(), half.allgather(whole.rank)[(half.rank + 1) % half.size], "a message of the program")
    for wrong in (3, MPI.BYTE):
        try:
            collectives.join_mpi(runtime=runtime, group=wrong)
        except TypeError as error:
            expect(str(error), f"expected a communicator of mpi4py, found a {type(wrong).__name__}", "an error")
        else:
            raise AssertionError(f"{wrong} is taken for a communicator")
    if whole.rank == 0:
        print(f"{whole.size} workers of mpi4py and {MPI.Get_library_version().split()[0]}")


if __name__ == "__main__":
    main()
