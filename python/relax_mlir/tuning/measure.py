"""Times libraries in a process of its own, which a fault of one of them ends: a job comes as JSON, answers are JSON."""
import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from ..accuracy import describe_difference
from ..compiler import load

# Results may be added up in another order.
_TOLERANCE = 1e-3
_MAX_COPIES = 256


def draw_inputs(signature, sizes, seed=0):
    """Arrays for the parameters: floats at random, and zeros of all else, which are places, lengths, or choices.
    `sizes` has numbers for symbolic sizes; others are 64."""
    random = np.random.default_rng(seed)

    def draw(parameter):
        shape = [dim if isinstance(dim, int) else sizes.get(dim, 64) for dim in parameter.dims or ()]
        dtype = np.dtype(parameter.dtype or "float32")
        if dtype.kind == "f":
            return random.normal(0, 1, shape).astype(dtype)
        return np.zeros(shape, dtype)

    return [draw(parameter) for parameter in signature.parameters]


def copy_inputs(inputs, footprint):
    """The inputs, as many times as they take to fill `footprint` bytes, with copies of all but the first one. A call of
    the whole model comes back to a kernel's weights when those of all others were read; what the kernel before it has
    made is near."""
    size = sum(array.nbytes for array in inputs[1:])
    count = min(max(footprint // size, 1), _MAX_COPIES) if size else 1
    return [inputs] + [[inputs[0], *(array.copy() for array in inputs[1:])] for _ in range(count - 1)]


def _least(call, seconds):
    least, end = float("inf"), time.perf_counter() + seconds
    while True:
        start = time.perf_counter()
        call()
        now = time.perf_counter()
        least = min(least, now - start)
        if now >= end:
            return least


def work(job):
    """The least seconds of a call of each library, in turns; null for one whose results differ from the first one's."""
    modules = [load(path, job["threads"]) for path in job["libraries"]]
    inputs = draw_inputs(modules[0].signature, job["sizes"])
    sets = itertools.cycle(copy_inputs(inputs, job["footprint"]))
    expected, calls = None, []
    for module in modules:
        results = module(*inputs)
        expected = results if expected is None else expected
        same = not any(describe_difference(one, other, _TOLERANCE) for one, other in zip(results, expected, strict=True))
        calls.append((lambda module=module: module._loaded.call("main", *next(sets))) if same else None)
    least = [float("inf")] * len(calls)
    for number in range(job["rounds"]):
        for index in range(len(calls)):
            index = (index + number) % len(calls)
            if calls[index]:
                least[index] = min(least[index], _least(calls[index], job["seconds"]))
    return [time if call else None for time, call in zip(least, calls)]


def measure(libraries, threads, sizes, footprint=0, rounds=3, seconds=0.02):
    """`work` in a process; None where it ended with an error. `footprint` bytes of inputs are read in turn."""
    job = {"libraries": [str(path) for path in libraries], "threads": threads, "sizes": sizes, "footprint": footprint,
           "rounds": rounds, "seconds": seconds}
    paths = [str(Path(__file__).resolve().parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run([sys.executable, "-m", __name__], input=json.dumps(job), capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)})
    return json.loads(done.stdout) if done.returncode == 0 else None


if __name__ == "__main__":
    print(json.dumps(work(json.load(sys.stdin))))
