#!/usr/bin/env python3
"""Call programs whose parameters and results are on a device, or on several,
with the CUDA driver for tests: what is copied when, and what a wrong tensor
leads to."""
import argparse
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

from device_runs import compile_for_device, load_driver

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import DeviceTensor, Runtime, RuntimeFailure  # noqa: E402

_ON = '#relax.dims<[n, 8], vdevice = #relax.vdevice<"cuda", {}>>'
_HOST = '#relax.dims<[n, 8], vdevice = #relax.vdevice<"llvm", 0>>'
_PROGRAM = f"""
// No type says a device.
relax.func @plain(%x: tensor<?x8xf32, #relax.dims<[n, 8]>>, %y: tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>> {{
  %0 = relax.add %x, %y : (tensor<?x8xf32, #relax.dims<[n, 8]>>, tensor<8xf32>) -> tensor<?x8xf32, #relax.dims<[n, 8]>>
  %1 = relax.nn.softmax %0 : tensor<?x8xf32, #relax.dims<[n, 8]>>
  relax.return %1 : tensor<?x8xf32, #relax.dims<[n, 8]>>
}}
// A parameter on a device, a result on the host, and one that is a parameter.
relax.func @mixed(%x: tensor<?x8xf32, {_ON.format(0)}>) -> (tensor<?x8xf32, {_HOST}>, tensor<?x8xf32, {_ON.format(0)}>) {{
  %0 = relax.exp %x : tensor<?x8xf32, {_ON.format(0)}>
  %1 = relax.to_vdevice %0 to <"llvm", 0> : tensor<?x8xf32, {_ON.format(0)}> -> tensor<?x8xf32, {_HOST}>
  relax.return %1, %x : tensor<?x8xf32, {_HOST}>, tensor<?x8xf32, {_ON.format(0)}>
}}
// Two devices and the host.
relax.func @several(%x: tensor<?x8xf32, {_ON.format(0)}>, %y: tensor<?x8xf32, {_ON.format(1)}>, %h: tensor<?x8xf32, {_HOST}>) -> (tensor<?x8xf32, {_ON.format(1)}>, tensor<?x8xf32, {_ON.format(0)}>) {{
  %0 = relax.exp %x : tensor<?x8xf32, {_ON.format(0)}>
  %1 = relax.to_vdevice %0 to <"cuda", 1> : tensor<?x8xf32, {_ON.format(0)}> -> tensor<?x8xf32, {_ON.format(1)}>
  %2 = relax.add %1, %y : tensor<?x8xf32, {_ON.format(1)}>
  %3 = relax.to_vdevice %h to <"cuda", 1> : tensor<?x8xf32, {_HOST}> -> tensor<?x8xf32, {_ON.format(1)}>
  %4 = relax.multiply %2, %3 : tensor<?x8xf32, {_ON.format(1)}>
  relax.return %4, %0 : tensor<?x8xf32, {_ON.format(1)}>, tensor<?x8xf32, {_ON.format(0)}>
}}
"""


def softmax(x):
    power = np.exp(x - x.max(-1, keepdims=True))
    return power / power.sum(-1, keepdims=True)


class Foreign:
    """A tensor of another framework, which says which stream waits for it."""

    def __init__(self, tensor):
        self.tensor, self.stream = tensor, None

    def __dlpack_device__(self):
        return self.tensor.__dlpack_device__()

    def __dlpack__(self, stream=None):
        self.stream = stream
        return self.tensor.__dlpack__()


class Counts:
    """How often the driver was asked for something since."""

    names = {"in": b"cuMemcpyHtoDAsync_v2", "out": b"cuMemcpyDtoHAsync_v2", "across": b"cuMemcpyPeerAsync",
             "launch": b"cuLaunchKernel", "wait": b"cuStreamSynchronize"}

    def __init__(self, driver):
        self.driver = driver
        self.before = self.read()

    def read(self):
        return {key: self.driver.fakeCudaCalls(name) for key, name in self.names.items()}

    def since(self):
        after = self.read()
        return {key: after[key] - self.before[key] for key in after}


def failure(call):
    """The text of the error that a call gives."""
    try:
        call()
    except RuntimeFailure as error:
        return str(error)
    return "no error"


def check_plain(runtime, module, driver, x, y):
    """All is on the device: nothing is copied, and the call waits once."""
    first, second = runtime.to_device(x), runtime.to_device(y)
    module.call("plain", first, second)
    counts, copied = Counts(driver), runtime.memory().num_copied_inputs
    (result,) = module.call("plain", first, second)
    since = counts.since()
    assert since["in"] == since["out"] == since["across"] == 0, since
    assert since["launch"] >= 1 and since["wait"] == 1, since
    assert runtime.memory().num_copied_inputs == copied
    assert isinstance(result, DeviceTensor) and result.device == 0 and result.shape == x.shape
    np.testing.assert_allclose(result.numpy(), softmax(x + y), rtol=1e-5)
    # A result goes into the next call, and the tensors of others, too.
    other = Foreign(result)
    (again,) = module.call("plain", other, second)
    assert other.stream, "the producer was not told our stream"
    np.testing.assert_allclose(again.numpy(), softmax(softmax(x + y) + y), rtol=1e-5)
    # Arrays are copied to the device.
    (result,) = module.call("plain", x, y)
    assert runtime.memory().num_copied_inputs == copied + 2
    np.testing.assert_allclose(result.numpy(), softmax(x + y), rtol=1e-5)


def check_places(runtime, module, driver, x, y):
    """Types say which device."""
    on_zero, on_one = runtime.to_device(x, 0), runtime.to_device(y, 1)
    exponent, same = module.call("mixed", on_zero)
    np.testing.assert_allclose(exponent, np.exp(x), rtol=1e-5)
    assert same.device == 0
    np.testing.assert_array_equal(same.numpy(), x)
    module.call("several", on_zero, on_one, y)
    counts = Counts(driver)
    far, near = module.call("several", on_zero, on_one, y)
    since = counts.since()
    assert since["across"] == 1 and since["in"] == 1 and since["out"] == 0, since
    assert (far.device, near.device) == (1, 0)
    np.testing.assert_allclose(far.numpy(), (np.exp(x) + y) * y, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(near.numpy(), np.exp(x), rtol=1e-5)
    for text, call in (
        ("parameter 'arg0' (index 0): expected a tensor on cuda:0, found one on cuda:1; copy it there first",
         lambda: module.call("several", on_one, on_one, y)),
        ("parameter 'arg2' (index 2): expected a tensor on the CPU, found one on cuda:0; copy it to the CPU first",
         lambda: module.call("several", on_zero, on_one, on_zero)),
        ("parameter 'arg1' (index 1): expected dim 0 to be n = ", lambda: module.call("several", on_zero, y[:1], y)),
        ("device cuda:2: expected a number below 2", lambda: runtime.to_device(x, 2)),
    ):
        message = failure(call)
        print(message)
        assert text in message, (text, message)


def check_streams(runtime, module, driver, x, y):
    """Calls that do not wait, from pinned memory, as graphs; who reads a result waits."""
    expected = softmax(x + y)
    pinned = runtime.pin(x)
    np.testing.assert_array_equal(pinned.numpy(), x)
    runtime.set_graphs()
    with runtime.stream() as own, runtime.stream(own.handle) as stream:
        assert stream.handle == own.handle
        counts, graphs = Counts(driver), driver.fakeCudaCalls(b"cuGraphLaunch")
        results = [stream.call(module, "plain", pinned, y)[0] for _ in range(6)]
        assert counts.since()["wait"] == 0, counts.since()
        assert driver.fakeCudaCalls(b"cuGraphLaunch") > graphs
        # Taken in the stream, or by who says that it waits for nothing; then read.
        (again,) = stream.call(module, "plain", results[-1], y)
        results[0].__dlpack__(stream=stream.handle), results[0].__dlpack__(stream=-1)
        assert counts.since()["wait"] == 0, counts.since()
        for result in results:
            np.testing.assert_allclose(result.numpy(), expected, rtol=1e-5)
        assert counts.since()["wait"] > 0
        np.testing.assert_allclose(again.numpy(), softmax(expected + y), rtol=1e-5)
        (result,) = stream.call(module, "plain", pinned, y)
        np.testing.assert_allclose(module.call("plain", result, y)[0].numpy(), softmax(expected + y), rtol=1e-5)
    runtime.set_graphs(False)
    # It lives as long as an array over it.
    array = runtime.create_pinned((2, 3), np.int64).numpy()
    array[...] = 7
    assert array.dtype == np.int64 and (array == 7).all()
    try:
        runtime.stream(1, device=9)
        raise AssertionError("there is no device 9")
    except RuntimeFailure:
        pass


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the build folder")
    build = Path(parser.parse_args().build).resolve()
    os.environ["FAKE_CUDA_DEVICES"] = "2"
    driver = load_driver(build / "bin")
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=2)
    random = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "program.mlir", Path(folder) / "program.so"
        source.write_text(_PROGRAM)
        environment = compile_for_device(source, target, "sm_90", Path(folder), build / "bin", program=["--device-tensors"])
        os.environ.update(environment)
        module = runtime.load(target)
        for rows in (5, 64, 1, 0):
            x = random.standard_normal((rows, 8)).astype(np.float32)
            if rows:
                check_plain(runtime, module, driver, x, random.standard_normal(8).astype(np.float32))
            if rows > 1:
                check_places(runtime, module, driver, x, random.standard_normal((rows, 8)).astype(np.float32))
                check_streams(runtime, module, driver, x, random.standard_normal(8).astype(np.float32))
        (empty,) = module.call("plain", runtime.to_device(np.zeros((0, 8), np.float32)), np.zeros(8, np.float32))
        assert empty.shape == (0, 8) and empty.numpy().shape == (0, 8)
        # Tensors live longer than what made them.
        (kept,) = module.call("plain", x := np.ones((2, 8), np.float32), np.zeros(8, np.float32))
        capsule = kept.__dlpack__()
        del kept, capsule
    print("passed")


if __name__ == "__main__":
    main()
