#!/usr/bin/env python3
"""Products by cuBLASLt and convolutions by cuDNN, with the CUDA driver and the
libraries for tests, which compute what their arguments say and check them: with
the libraries, and with our own code where they are not there, the results are
numpy's."""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from device_runs import compile_for_device, load_driver

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

_MISSING = "/nonexistent/library.so"
_TYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
_TOLERANCE = {"f16": 4e-3, "f32": 1e-5, "f64": 1e-9}
_FUNCTIONS = {
    "": lambda x: x,
    "relax.nn.relu": lambda x: np.maximum(x, 0),
    "relax.sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "relax.tanh": np.tanh,
    "relax.nn.gelu_tanh": lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
}


def _tensor(shape, dtype):
    return f"tensor<{'x'.join(map(str, shape))}x{dtype}>"


def _program(types, result, lines, bias, function):
    """A function of parameters %0 to %n whose product is %p; the last one is the bias."""
    value = "%p"
    if bias:
        lines = [*lines, f"%s = relax.add {value}, %x{len(types) - 1} : ({result}, {types[-1]}) -> {result}"]
        value = "%s"
    if function:
        lines = [*lines, f"%f = {function} {value} : {result}"]
        value = "%f"
    parameters = ", ".join(f"%x{number}: {type}" for number, type in enumerate(types))
    body = "\n    ".join(lines)
    return f"""relax.func @main({parameters}) -> {result} {{
  %y = relax.dataflow -> {result} {{
    {body}
    relax.output {value} : {result}
  }}
  relax.return %y : {result}
}}
"""


def _values(random, shapes, dtype):
    return [random.uniform(-1, 1, shape).astype(_TYPES[dtype]) for shape in shapes]


def _product(m, k, n, lhs=(), rhs=(), turned=(False, False), bias=False, function="", dtype="f32"):
    """A matmul, its operands with these batches, transposed or not."""
    random = np.random.default_rng(m + 10 * k + 100 * n)
    shapes = [[*lhs, k, m] if turned[0] else [*lhs, m, k], [*rhs, n, k] if turned[1] else [*rhs, k, n]] + [[n]] * bias
    values = _values(random, shapes, dtype)
    wide = [value.astype(np.float64) for value in values]
    operands = [value.swapaxes(-1, -2) if flag else value for value, flag in zip(wide, turned)]
    expected = operands[0] @ operands[1]
    expected = _FUNCTIONS[function](expected + wide[2] if bias else expected)
    types = [_tensor(shape, dtype) for shape in shapes]
    result = _tensor(expected.shape, dtype)
    lines, names = [], ["%x0", "%x1"]
    for place in (0, 1):
        if turned[place]:
            rank = values[place].ndim
            axes = [*range(rank - 2), rank - 1, rank - 2]
            to = _tensor(operands[place].shape, dtype)
            lines.append(f"%t{place} = relax.permute_dims %x{place} {{axes = array<i64: {', '.join(map(str, axes))}>}} : ({types[place]}) -> {to}")
            names[place] = f"%t{place}"
    shown = ", ".join(_tensor(operand.shape, dtype) for operand in operands)
    lines.append(f"%p = relax.matmul {', '.join(names)} : ({shown}) -> {result}")
    return _program(types, result, lines, bias, function), values, expected


def _convolution(x, w, bias=False, function="", strides=(1, 1), padding=(0, 0, 0, 0), dilation=(1, 1), groups=1,
                 nhwc=False, dtype="f32"):
    """A convolution; shapes are of NCHW and OIHW."""
    random = np.random.default_rng(sum(x) + sum(w))
    values = _values(random, [x, w], dtype)
    image, weight = (value.astype(np.float64) for value in values)
    image = np.pad(image, ((0, 0), (0, 0), (padding[0], padding[2]), (padding[1], padding[3])))
    sizes = [(image.shape[2 + axis] - (w[2 + axis] - 1) * dilation[axis] - 1) // strides[axis] + 1 for axis in (0, 1)]
    expected = np.zeros((x[0], w[0], *sizes))
    for channel in range(w[0]):
        first = channel // (w[0] // groups) * w[1]
        for i in range(w[2]):
            for j in range(w[3]):
                rows = slice(i * dilation[0], i * dilation[0] + (sizes[0] - 1) * strides[0] + 1, strides[0])
                columns = slice(j * dilation[1], j * dilation[1] + (sizes[1] - 1) * strides[1] + 1, strides[1])
                part = image[:, first:first + w[1], rows, columns]
                expected[:, channel] += np.einsum("nchw,c->nhw", part, weight[channel, :, i, j])
    if bias:
        values += _values(random, [[w[0]] if nhwc else [1, w[0], 1, 1]], dtype)
        expected = expected + values[2].astype(np.float64).reshape(1, -1, 1, 1)
    expected = _FUNCTIONS[function](expected)
    if nhwc:
        values[:2] = [np.ascontiguousarray(value.transpose(0, 2, 3, 1)) for value in values[:2]]
        expected = expected.transpose(0, 2, 3, 1)
    types = [_tensor(value.shape, dtype) for value in values]
    result = _tensor(expected.shape, dtype)
    numbers = {"strides": strides, "padding": padding, "dilation": dilation}
    words = [f"{name} = array<i64: {', '.join(map(str, values))}>" for name, values in numbers.items()] + [f"groups = {groups} : i64"]
    if nhwc:
        words += ['data_layout = "NHWC"', 'kernel_layout = "OHWI"']
    lines = [f"%p = relax.nn.conv2d %x0, %x1 {{{', '.join(words)}}} : ({types[0]}, {types[1]}) -> {result}"]
    return _program(types, result, lines, bias, function), values, expected


def cases():
    """Name, library, how often it is called, and the program with inputs and result."""
    relu, gelu = "relax.nn.relu", "relax.nn.gelu_tanh"
    yield "product", "cublas", 1, _product(4, 8, 5)
    yield "left transposed", "cublas", 1, _product(4, 8, 5, turned=(True, False))
    yield "right transposed, bias, relu", "cublas", 1, _product(4, 7, 6, turned=(False, True), bias=True, function=relu)
    yield "both transposed, bias, gelu", "cublas", 1, _product(3, 7, 5, turned=(True, True), bias=True, function=gelu)
    yield "f16", "cublas", 1, _product(4, 8, 6, bias=True, function=relu, dtype="f16")
    yield "f64", "cublas", 1, _product(4, 8, 6, bias=True, function=gelu, dtype="f64")
    yield "batches", "cublas", 1, _product(3, 4, 5, (2, 6), (2, 6), bias=True)
    yield "batches, transposed", "cublas", 1, _product(3, 4, 5, (6,), (6,), (True, True))
    # One weight for all rows is one product; a left side for all is a batch.
    yield "one right side", "cublas", 1, _product(3, 4, 5, (2, 3), (), bias=True, function=relu)
    yield "one left side", "cublas", 1, _product(3, 4, 5, (), (2, 3))
    # Each side has one matrix for what the other one has several of.
    yield "sides that broadcast", "cublas", 2, _product(3, 4, 5, (2, 1), (1, 3), bias=True)
    yield "convolution", "cudnn", 1, _convolution([1, 3, 9, 8], [4, 3, 3, 2])
    yield "bias", "cudnn", 1, _convolution([2, 4, 6, 5], [6, 4, 3, 3], True, padding=(1, 1, 1, 1))
    yield "bias and relu", "cudnn", 1, _convolution([2, 4, 6, 5], [6, 4, 3, 3], True, relu, padding=(1, 0, 1, 0))
    yield "relu alone", "cudnn", 1, _convolution([1, 4, 6, 5], [6, 4, 1, 1], False, relu, strides=(2, 1))
    yield "bias and sigmoid", "cudnn", 1, _convolution([1, 4, 6, 5], [6, 4, 1, 1], True, "relax.sigmoid")
    yield "groups and dilation", "cudnn", 1, _convolution([1, 8, 9, 9], [12, 2, 3, 3], True, "relax.tanh", dilation=(2, 1), groups=4)
    yield "NHWC", "cudnn", 1, _convolution([2, 4, 6, 5], [6, 4, 3, 3], False, "", (2, 1), (1, 1, 1, 1), nhwc=True)
    yield "NHWC, bias and relu, f16", "cudnn", 1, _convolution([1, 4, 6, 5], [6, 4, 3, 3], True, relu, nhwc=True, dtype="f16")
    yield "f64", "cudnn", 1, _convolution([1, 4, 6, 5], [6, 4, 3, 3], True, dtype="f64")
    # cuDNN pads alike on both sides only, cuBLASLt's gelu is another.
    yield "padding of one side", "cudnn", 0, _convolution([1, 2, 6, 5], [3, 2, 3, 3], padding=(1, 0, 0, 0))



def _calls(driver, library):
    if library == "cublas":
        return driver.fakeCudaCalls(b"cublasLtMatmul")
    return driver.fakeCudaCalls(b"cudnnConvolutionForward") + driver.fakeCudaCalls(b"cudnnConvolutionBiasActivationForward")


def run(driver, runtime, build, folder, missing):
    """How many cases are wrong."""
    failed = 0
    for number, (name, library, times, (text, inputs, expected)) in enumerate(cases()):
        if missing and number % 5:
            continue
        source, target = folder / f"case-{number}.mlir", folder / f"case-{number}.so"
        source.write_text(text)
        environment = compile_for_device(source, target, "sm_90", folder, build / "bin", program=["--library=cublas,cudnn"])
        os.environ.update(environment)
        driver.fakeCudaReset()
        try:
            module = runtime.load(target)
            (found,) = module.call("main", *inputs)
        except RuntimeFailure as error:
            print(f"{name}: {error}")
            failed += 1
            continue
        dtype = next(word for word, type in _TYPES.items() if type == found.dtype)
        apart = np.max(np.abs(found.astype(np.float64) - expected)) / max(1.0, np.max(np.abs(expected)))
        made = _calls(driver, library)
        # The second call knows which algorithm the first one was told.
        (again,) = module.call("main", *inputs)
        asked, is_same = driver.fakeCudaCalls(b"cublasLtMatmulAlgoGetHeuristic"), np.array_equal(again, found)
        if asked > 1 or not is_same:
            print(f"{name}: cuBLASLt chose {asked} times, the second call gives {'the same' if is_same else 'something else'}")
            failed += 1
        if apart > _TOLERANCE[dtype] or made != (0 if missing else times):
            print(f"{name}: apart by {apart}, {made} calls of {library}")
            failed += 1
    return failed


def _direct(function, shapes, result, numbers):
    """A program that calls a function of the run time with numbers that no pass writes."""
    shape = f"!relax.shape<[{', '.join(map(str, numbers))}]>"
    types = [_tensor(dims, "f32") for dims in shapes] + [shape]
    parameters = ", ".join(f"%x{number}: {type}" for number, type in enumerate(types[:-1]))
    names = ", ".join(f"%x{number}" for number in range(len(shapes)))
    return f"""relax.extern_func @{function} {{relax.needs_device}}
relax.func @main({parameters}) -> {_tensor(result, "f32")} {{
  %s = relax.shape [{", ".join(map(str, numbers))}] : {shape}
  %0 = relax.call_dps_packed @{function}({names}, %s) : ({", ".join(types)}) -> {_tensor(result, "f32")}
  relax.return %0 : {_tensor(result, "f32")}
}}
""", [np.ones(dims, "float32") for dims in shapes]


def errors(driver, runtime, build, folder):
    """How many calls without a meaning are not named; each program, what is said of it and which call fails."""
    plain = [0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1]
    matmul = [[4, 8], [8, 5]], [4, 5]
    images = [[1, 2, 5, 5], [3, 2, 3, 3]], [1, 3, 3, 3]
    wrong = [
        ("'relax.cublas.matmul': expected an activation 0, 1 or 5 (none, relu, gelu by tanh), found 2", ("cublas.matmul", *matmul, [0, 2, 0, 0]), ""),
        ("expected operands of one reduction dimension that is not 0", ("cublas.matmul", [[4, 8], [6, 5]], [4, 5], [0, 0, 0, 0]), ""),
        ("expected two operands of f16, bf16, f32 or f64 of rank 2", ("cublas.matmul", *matmul, [1, 0, 0, 0]), ""),
        ("expected cuBLASLt to run, found its status 13; leave this to our own code", ("cublas.matmul", *matmul, [0, 0, 0, 0]), "cublasLtMatmul:1:13"),
        ("expected cuBLASLt to find an algorithm, found its status 15", ("cublas.matmul", [[4, 8], [8, 6]], [4, 6], [0, 0, 0, 0]), "cublasLtMatmulAlgoGetHeuristic:1:15"),
        ("'relax.cudnn.conv2d': expected an activation 0, 1, 3 or 4 (none, relu, sigmoid, tanh), found 5", ("cudnn.conv2d", *images, [0, 5, *plain[2:]]), ""),
        ("expected one layout of images and weights", ("cudnn.conv2d", *images, [0, 0, 0, 1, *plain[4:]]), ""),
        ("expected a bias of 3 channels, found 2 numbers", ("cudnn.conv2d", [*images[0], [2]], images[1], [1, *plain[1:]]), ""),
        ("expected cuDNN to find an algorithm, found its status 2000", ("cudnn.conv2d", images[0], [1, 3, 9, 9], plain), ""),
    ]
    failed = 0
    for number, (words, (function, shapes, result, numbers), fault) in enumerate(wrong):
        source, target = folder / f"error-{number}.mlir", folder / f"error-{number}.so"
        text, inputs = _direct(f"relax.{function}", shapes, result, numbers)
        source.write_text(text)
        subprocess.run([build / "bin/relax-compile", source, "-o", target, "--target=sm_90"], check=True)
        driver.fakeCudaReset()
        if fault:
            name, call, status = fault.split(":")
            driver.fakeCudaFail(name.encode(), int(call), int(status))
        try:
            runtime.load(target).call("main", *inputs)
            said = "no error"
        except RuntimeFailure as error:
            said = str(error)
        if words not in said:
            print(f"expected {words!r}, found {said}")
            failed += 1
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve(), help="the build folder")
    parser.add_argument("--missing", action="store_true", help="expect that the libraries are not there")
    arguments = parser.parse_args()
    build = arguments.build
    fakes = build / "test/FakeCuda"
    for name, file in (("CUBLASLT", "libcublasLt.so.13"), ("CUDNN", "libcudnn.so.9")):
        os.environ[f"RELAX_{name}_LIBRARY"] = _MISSING if arguments.missing else str(fakes / file)
    driver = load_driver(build / "bin")
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)
    with tempfile.TemporaryDirectory() as folder:
        failed = run(driver, runtime, build, Path(folder), arguments.missing)
        if not arguments.missing:
            failed += errors(driver, runtime, build, Path(folder))
            # The choice is made when the program runs, once for a process.
            failed += subprocess.run([sys.executable, __file__, "--build", build, "--missing"]).returncode
    print(f"{failed} failed" if failed else "all agree")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
