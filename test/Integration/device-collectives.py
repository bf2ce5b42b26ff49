#!/usr/bin/env python3
"""Programs for a GPU that exchange tensors among workers, with the CUDA driver
and the NCCL for tests: by NCCL nothing is copied to the host for an exchange, and
a product that does not need the sum of another one is computed meanwhile; by way
of the host the results are the same."""
import argparse
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

from device_runs import compile_for_device, load_driver

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir import collectives  # noqa: E402
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

_WORKERS = 4
# Rows of x, and columns of the inner size, are spread; so is the result's sum.
_PROGRAM = """
relax.device_mesh @mesh [2, 2]
relax.func @main(%x: tensor<8x16xf32>, %w: tensor<16x32xf32>, %v: tensor<32x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %xs = relax.dist.annotate_sharding %x on @mesh [S[0], R] : tensor<8x16xf32>
  %ws = relax.dist.annotate_sharding %w on @mesh [R, S[1]] : tensor<16x32xf32>
  %vs = relax.dist.annotate_sharding %v on @mesh [R, S[0]] : tensor<32x4xf32>
  %h = relax.matmul %xs, %ws : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  %a = relax.nn.relu %h : tensor<8x32xf32>
  %y = relax.matmul %a, %vs : (tensor<8x32xf32>, tensor<32x4xf32>) -> tensor<8x4xf32>
  %z = relax.matmul %h, %vs : (tensor<8x32xf32>, tensor<32x4xf32>) -> tensor<8x4xf32>
  %s = relax.nn.softmax %y : tensor<8x4xf32>
  relax.return %s, %z : tensor<8x4xf32>, tensor<8x4xf32>
}
"""
_COPIES = (b"cuMemcpyHtoDAsync_v2", b"cuMemcpyDtoHAsync_v2")
_EXCHANGES = (b"ncclAllReduce", b"ncclAllGather", b"ncclSend", b"cuEventQuery")


def expected(x, w, v):
    """The whole results, in f64."""
    h = x.astype(float) @ w
    y = np.maximum(h, 0) @ v
    power = np.exp(y - y.max(-1, keepdims=True))
    return power / power.sum(-1, keepdims=True), h @ v


def work(world, runtime, module, x, w, v):
    """One worker's results, of its parts of the inputs."""
    row, column = divmod(world.rank, 2)
    parts = (x[row * 4:row * 4 + 4], w[:, column * 16:column * 16 + 16], v[column * 16:column * 16 + 16])
    with world:
        results = module.call("main", *[np.ascontiguousarray(part) for part in parts])
    return [result if isinstance(result, np.ndarray) else result.numpy() for result in results]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the build folder")
    build = Path(parser.parse_args().build).resolve()
    driver = load_driver(build / "bin")
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)
    nccl = str(build / "test/FakeCuda/libnccl.so.2")
    random = np.random.default_rng(0)
    x, w, v = (random.standard_normal(shape).astype(np.float32) for shape in ((8, 16), (16, 32), (32, 4)))
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "program.mlir", Path(folder) / "program.so"
        source.write_text(_PROGRAM)
        os.environ.update(compile_for_device(source, target, "sm_90", Path(folder), build / "bin", program=["--device-tensors"]))
        module = runtime.load(target)
        copies = {}
        for way in ("nccl", "host"):
            before = [driver.fakeCudaCalls(name) for name in (*_COPIES, *_EXCHANGES)]

            def run(member):
                world = member.join_nccl(library=nccl) if way == "nccl" else member
                return work(world, runtime, module, x, w, v)

            for results in collectives.run_threads(_WORKERS, run, runtime=runtime):
                for result, wanted in zip(results, expected(x, w, v), strict=True):
                    np.testing.assert_allclose(result, wanted, rtol=1e-5, atol=1e-5)
            after = [driver.fakeCudaCalls(name) for name in (*_COPIES, *_EXCHANGES)]
            counts = [now - then for now, then in zip(after, before)]
            copies[way], exchanges = counts[:2], counts[2:]
            print(f"{way}: copies in and out {copies[way]}, exchanges {exchanges}")
            # A sum over a row of workers, then all rows, for either result. What is started ends with a question for its event.
            *exchanges, questions = exchanges
            assert exchanges == ([2 * _WORKERS, 2 * _WORKERS, 0] if way == "nccl" else [0, 0, 0]), exchanges
            assert (questions >= _WORKERS) if way == "nccl" else questions == 0, questions
        # Each of four exchanges copies out and in what NCCL leaves where it is.
        assert [more - less for more, less in zip(copies["host"], copies["nccl"])] == [4 * _WORKERS, 4 * _WORKERS], copies

    def join_nowhere(member):
        member.join_nccl(library="/nowhere/libnccl.so")

    try:
        collectives.run_threads(2, join_nowhere, runtime=runtime)
    except RuntimeFailure as error:
        assert "join_nccl: expected a library of NCCL, found none (" in str(error), error
    else:
        raise AssertionError("joined a library that is not there")
    print("passed")


if __name__ == "__main__":
    main()
