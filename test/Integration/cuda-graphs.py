#!/usr/bin/env python3
"""Call programs whose kernels are graphs (relax-compile --cuda-graphs), with the CUDA driver for tests: results,
and how often the driver is asked for graphs and for kernels."""
import argparse
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

from device_runs import compile_for_device, load_driver

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402

_DIMS = "#relax.dims<[n, 8]>"
_PROGRAM = f"""
// A constant, whose first copy stands between the kernels, and memory between kernels of one tensor program: a long row
// is summed in parts.
relax.func @known(%x: tensor<4x65536xf32>) -> (tensor<4x65536xf32>, tensor<4xf32>) {{
  %c = relax.constant dense<3.0> : tensor<4x1xf32>
  %0 = relax.nn.softmax %x : tensor<4x65536xf32>
  %1 = relax.add %0, %c : (tensor<4x65536xf32>, tensor<4x1xf32>) -> tensor<4x65536xf32>
  %2 = relax.cumsum %1 {{axis = 1 : i64}} : (tensor<4x65536xf32>) -> tensor<4x65536xf32>
  %3 = relax.sum %2 {{axis = array<i64: 1>}} : (tensor<4x65536xf32>) -> tensor<4xf32>
  relax.return %2, %3 : tensor<4x65536xf32>, tensor<4xf32>
}}
// Rows of different lengths are summed side by side, in memory that is planned one after the other; the driver for tests
// takes another order of what does not wait for each other.
relax.func @branches(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {{
  %0 = relax.cumsum %x {{axis = 0 : i64}} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = relax.cumsum %x {{axis = 1 : i64}} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = relax.matmul %0, %x : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = relax.matmul %1, %x : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %4 = relax.matmul %x, %x : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = relax.cumsum %2 {{axis = 0 : i64}} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %6 = relax.matmul %3, %4 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %7 = relax.cumsum %6 {{axis = 1 : i64}} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %8 = relax.matmul %5, %7 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  relax.return %8 : tensor<64x64xf32>
}}
// No size is known: no graph.
relax.func @unknown(%x: tensor<?x8xf32, {_DIMS}>) -> tensor<?x8xf32, {_DIMS}> {{
  %0 = relax.nn.softmax %x : tensor<?x8xf32, {_DIMS}>
  %1 = relax.cumsum %0 {{axis = 1 : i64}} : (tensor<?x8xf32, {_DIMS}>) -> tensor<?x8xf32, {_DIMS}>
  relax.return %1 : tensor<?x8xf32, {_DIMS}>
}}
// The same, but the caller promises that it is the same one; what is called with another all the same is right.
relax.func @named(%x: tensor<?x8xf32, {_DIMS}>) -> tensor<?x8xf32, {_DIMS}> attributes {{relax.rewrite_cuda_graph.capture_symbolic_vars = ["n"]}} {{
  %0 = relax.nn.softmax %x : tensor<?x8xf32, {_DIMS}>
  %1 = relax.cumsum %0 {{axis = 1 : i64}} : (tensor<?x8xf32, {_DIMS}>) -> tensor<?x8xf32, {_DIMS}>
  relax.return %1 : tensor<?x8xf32, {_DIMS}>
}}
"""


def softmax(x):
    power = np.exp(x - x.max(-1, keepdims=True))
    return power / power.sum(-1, keepdims=True)


def known(x):
    sums = np.cumsum(softmax(x.astype(np.float64)) + 3, axis=1)
    return sums, sums.sum(1)


def branches(x):
    x = x.astype(np.float64)
    left = np.cumsum(np.cumsum(x, 0) @ x, 0)
    return (left @ np.cumsum((np.cumsum(x, 1) @ x) @ (x @ x), 1),)


def rows(x):
    return (np.cumsum(softmax(x), axis=1),)


class Caller:
    """Calls functions of a module, and counts what the driver is asked for."""

    def __init__(self, runtime, module, driver, on_device):
        self.runtime, self.module, self.driver, self.on_device = runtime, module, driver, on_device

    def call(self, name, x, expected):
        """Launches of kernels and of graphs of a call, whose results are as expected."""
        names = (b"cuLaunchKernel", b"cuGraphLaunch")
        given = self.runtime.to_device(x) if self.on_device else x
        before = [self.driver.fakeCudaCalls(count) for count in names]
        results = self.module.call(name, given)
        counts = [self.driver.fakeCudaCalls(count) - start for count, start in zip(names, before)]
        for found, right in zip(results, expected(x)):
            found = found.numpy() if self.on_device else found
            np.testing.assert_allclose(found, right, rtol=1e-4, atol=1e-5)
        return tuple(counts)


def check(caller, random):
    def make(*shape):
        return random.standard_normal(shape).astype(np.float32)

    launches = caller.call("known", make(4, 65536), known)
    assert launches[0] > 4 and launches[1] == 0, launches
    # The second call may be the first without the copy of a constant; tensors of callers take turns.
    for _ in range(5):
        launches = caller.call("known", make(4, 65536), known)
    assert launches == (0, 1), launches
    for _ in range(4):
        launches = caller.call("branches", make(64, 64) / 64, branches)
    assert launches == (0, 1), launches
    for count in (3, 3, 3, 5, 3):
        launches = caller.call("unknown", make(count, 8), rows)
        assert launches[0] > 1 and launches[1] == 0, launches
    for count in (3, 3, 3, 3, 5, 5, 5, 5, 3):
        launches = caller.call("named", make(count, 8), rows)
    assert launches[1] == 1, launches


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the build folder")
    build = Path(parser.parse_args().build).resolve()
    driver = load_driver(build / "bin")
    random = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "program.mlir"
        source.write_text(_PROGRAM)
        for on_device in (False, True):
            target = Path(folder) / f"program{int(on_device)}.so"
            options = ["--cuda-graphs"] + ["--device-tensors"] * on_device
            os.environ.update(compile_for_device(source, target, "sm_90", Path(folder), build / "bin", program=options))
            driver.fakeCudaReset()
            runtime = Runtime(build / "lib/librelax_runtime.so", threads=2)
            check(Caller(runtime, runtime.load(target), driver, on_device), random)
    print("passed")


if __name__ == "__main__":
    main()
