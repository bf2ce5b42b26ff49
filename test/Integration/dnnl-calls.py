#!/usr/bin/env python3
"""Compare products and convolutions that oneDNN computes with numpy and with our own code.

Where oneDNN is not there, the same programs have to run by our own code, and
without it to fail with what to install: both are tried with a library that does
not exist, in a process of its own."""
import argparse
import os
import subprocess
import sys
import tempfile
from math import erf
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

_MISSING = "/nonexistent/libdnnl.so.2"
_FUNCTIONS = {"": lambda x: x, "relax.nn.relu": lambda x: np.maximum(x, 0),
              "relax.nn.gelu": lambda x: x * (1 + np.vectorize(erf)(x / np.sqrt(2.0))) / 2}


def _tensor(sizes):
    """The type of a tensor; a text is a symbol."""
    known = "x".join(str(size) if isinstance(size, int) else "?" for size in sizes)
    dims = ", ".join(map(str, sizes))
    return f"tensor<{known}xf32" + ("" if all(isinstance(size, int) for size in sizes) else f", #relax.dims<[{dims}]>") + ">"


def _program(params, result, lines, bias, function):
    """A function of one region: `lines`, which end in %p, then a bias and a function of that."""
    types = [_tensor(sizes) for sizes in params]
    last, body = "%p", list(lines)
    if bias:
        body.append(f"%s = relax.add %p, %b : ({result}, {types[-1]}) -> {result}")
        last = "%s"
    if function:
        body.append(f"%r = {function} {last} : {result}")
        last = "%r"
    names = ["%x", "%w", "%b"]
    signature = ", ".join(f"{name}: {type}" for name, type in zip(names, types))
    return "\n".join([f"relax.func @main({signature}) -> {result} {{", f"  %0 = relax.dataflow -> {result} {{",
                      *(f"    {line}" for line in body), f"    relax.output {last} : {result}", "  }",
                      f"  relax.return %0 : {result}", "}", ""])


def _product(lhs, rhs, bias, function, transposed, shown=None):
    """Program, inputs and result of a product; `shown` has sizes that are symbols in the program."""
    rng = np.random.default_rng(len(lhs) + sum(lhs) + sum(rhs))
    x, w = rng.standard_normal(lhs).astype("float32"), rng.standard_normal(rhs).astype("float32")
    second = np.swapaxes(w, -1, -2) if transposed else w
    value = np.matmul(x.astype("float64"), second)
    inputs = [x, w]
    if bias:
        inputs.append(rng.standard_normal(value.shape[-1:]).astype("float32"))
        value = value + inputs[-1]
    sizes = shown or lhs
    result = _tensor([*(sizes[:-2] if len(lhs) >= len(rhs) else rhs[:-2]), sizes[-2], second.shape[-1]])
    lines, right = [], "%w"
    if transposed:
        axes = ", ".join(map(str, [*range(len(rhs) - 2), len(rhs) - 1, len(rhs) - 2]))
        lines.append(f"%t = relax.permute_dims %w {{axes = array<i64: {axes}>}} : ({_tensor(rhs)}) -> {_tensor(second.shape)}")
        right = "%t"
    lines.append(f"%p = relax.matmul %x, {right} : ({_tensor(sizes)}, {_tensor(second.shape)}) -> {result}")
    params = [sizes, rhs, *([value.shape[-1:]] if bias else [])]
    return _program(params, result, lines, bias, function), inputs, _FUNCTIONS[function](value)


def _windows(x, w, strides, padding, dilation, groups):
    """A convolution of NCHW by OIHW in float64."""
    top, left, bottom, right = padding
    x = np.pad(x.astype("float64"), ((0, 0), (0, 0), (top, bottom), (left, right)))
    rows = (x.shape[2] - dilation[0] * (w.shape[2] - 1) - 1) // strides[0] + 1
    columns = (x.shape[3] - dilation[1] * (w.shape[3] - 1) - 1) // strides[1] + 1
    outputs, inputs = w.shape[0] // groups, w.shape[1]
    result = np.zeros((x.shape[0], w.shape[0], rows, columns))
    for group in range(groups):
        taken = x[:, group * inputs:(group + 1) * inputs]
        for i in range(w.shape[2]):
            for j in range(w.shape[3]):
                part = taken[:, :, i * dilation[0]:, j * dilation[1]:][:, :, ::strides[0], ::strides[1]][:, :, :rows, :columns]
                chosen = w[group * outputs:(group + 1) * outputs, :, i, j]
                result[:, group * outputs:(group + 1) * outputs] += np.einsum("nchw,oc->nohw", part, chosen)
    return result


def _convolution(data, weight, bias=False, function="", strides=(1, 1), padding=(0, 0, 0, 0), dilation=(1, 1), groups=1,
                 layouts=("NCHW", "OIHW")):
    rng = np.random.default_rng(sum(data) + sum(weight))
    x, w = rng.standard_normal(data).astype("float32"), rng.standard_normal(weight).astype("float32")
    value = _windows(x, w, strides, padding, dilation, groups)
    bias_shape = [1, weight[0], 1, 1] if layouts[0] == "NCHW" else [weight[0]]
    added = [rng.standard_normal(bias_shape).astype("float32")] if bias else []
    if bias:
        value = value + added[0].reshape(1, -1, 1, 1)
    value = _FUNCTIONS[function](value)
    if layouts[0] == "NHWC":
        x, value = np.ascontiguousarray(x.transpose(0, 2, 3, 1)), value.transpose(0, 2, 3, 1)
    order = {"OIHW": (0, 1, 2, 3), "OHWI": (0, 2, 3, 1), "HWIO": (2, 3, 1, 0)}[layouts[1]]
    w = np.ascontiguousarray(w.transpose(order))
    result = _tensor(value.shape)
    numbers = {"strides": strides, "padding": padding, "dilation": dilation}
    words = [f"{name} = array<i64: {', '.join(map(str, values))}>" for name, values in numbers.items()]
    words += [f"groups = {groups} : i64", f'data_layout = "{layouts[0]}"', f'kernel_layout = "{layouts[1]}"']
    lines = [f"%p = relax.nn.conv2d %x, %w {{{', '.join(words)}}} : ({_tensor(x.shape)}, {_tensor(w.shape)}) -> {result}"]
    return _program([x.shape, w.shape, *(array.shape for array in added)], result, lines, bias, function), [x, w, *added], value


def cases():
    yield "product", _product([4, 8], [8, 5], False, "", False)
    yield "bias and relu", _product([4, 8], [8, 5], True, "relax.nn.relu", False)
    yield "transposed, gelu", _product([3, 7], [5, 7], True, "relax.nn.gelu", True)
    yield "batches", _product([2, 3, 4, 8], [2, 3, 8, 5], False, "relax.nn.relu", False)
    yield "broadcast right side", _product([2, 3, 4, 8], [8, 5], True, "", False)
    yield "broadcast left side", _product([4, 8], [3, 8, 5], False, "", False)
    yield "sizes at run time", _product([9, 8], [8, 5], True, "relax.nn.relu", False, shown=["n", 8])
    yield "no rows", _product([0, 8], [8, 5], True, "relax.nn.relu", False, shown=["n", 8])
    yield "large", _product([128, 256], [256, 192], True, "relax.nn.relu", False)
    yield "convolution", _convolution([1, 3, 9, 8], [4, 3, 3, 3])
    yield "channel bias, relu", _convolution([2, 16, 9, 8], [32, 16, 3, 3], True, "relax.nn.relu", padding=(1, 1, 1, 1))
    yield "uneven padding", _convolution([1, 4, 9, 8], [8, 4, 3, 2], False, "relax.nn.relu", (2, 3), (1, 0, 2, 1))
    yield "dilation", _convolution([1, 4, 12, 11], [8, 4, 3, 3], dilation=(2, 3))
    yield "groups", _convolution([1, 8, 7, 7], [12, 2, 3, 3], True, "", groups=4)
    yield "depthwise", _convolution([1, 16, 7, 7], [16, 1, 3, 3], False, "relax.nn.relu", padding=(1, 1, 1, 1), groups=16)
    yield "NHWC", _convolution([2, 8, 7, 6], [16, 8, 3, 3], False, "", layouts=("NHWC", "OHWI"))
    yield "HWIO", _convolution([1, 8, 7, 6], [16, 4, 3, 3], False, "", groups=2, layouts=("NHWC", "HWIO"))


def _direct(function, lhs, rhs, result, numbers):
    """A program that calls a function of the run time with numbers that no pass writes."""
    shape = f"!relax.shape<[{', '.join(map(str, numbers))}]>"
    types = [_tensor(lhs), _tensor(rhs), shape]
    return f"""relax.extern_func @{function}
relax.func @main(%x: {types[0]}, %w: {types[1]}) -> {_tensor(result)} {{
  %s = relax.shape [{", ".join(map(str, numbers))}] : {shape}
  %0 = relax.call_dps_packed @{function}(%x, %w, %s) : ({", ".join(types)}) -> {_tensor(result)}
  relax.return %0 : {_tensor(result)}
}}
""", [np.ones(lhs, "float32"), np.ones(rhs, "float32")]


def errors():
    """Calls that have no meaning, with what is said of each."""
    convolution = [0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1]
    yield "': expected an activation from 0 to 4, found 9", _direct("relax.dnnl.matmul", [4, 8], [8, 5], [4, 5], [0, 9, 0])
    yield "': expected operands of one reduction dimension, found 8 and 6", _direct("relax.dnnl.matmul", [4, 8], [6, 5], [4, 5], [0, 0, 0])
    yield "': expected two operands of f32 of rank 2 to 12", _direct("relax.dnnl.matmul", [4, 8], [8, 5], [4, 5], [1, 0, 0])
    yield "': expected oneDNN to describe a convolution, found its status", _direct("relax.dnnl.conv2d", [1, 2, 5, 5], [2, 2, 3, 3], [1, 2, 9, 9], convolution)
    yield "'relax.runtime.has_function': expected a name as bytes", _direct("relax.runtime.has_function", [4, 8], [8, 5], [4, 5], [1])


def _compile(build, folder, name, text, *passes):
    """The library of a program after passes."""
    source, target = folder / f"{name}.mlir", folder / f"{name}.so"
    result = subprocess.run([build / "bin/relax-opt", "-", *passes, "-o", source], input=text, capture_output=True, text=True)
    if result.returncode == 0:
        result = subprocess.run([build / "bin/relax-compile", source, "-o", target], capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{name}: {result.stderr}\n{text}")
    return target, source.read_text()


def _run(runtime, library, inputs):
    try:
        return runtime.load(library).call("main", *inputs)[0]
    except RuntimeFailure as error:
        return str(error)


def _difference(found, expected):
    """How far apart arrays are, of the largest number; infinity for an error."""
    if isinstance(found, str) or found.shape != expected.shape:
        return np.inf
    return float(np.max(np.abs(found - expected), initial=0) / max(1.0, np.max(np.abs(expected), initial=0)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve())
    parser.add_argument("--missing", action="store_true", help="expect that oneDNN is not there")
    arguments = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        runtime = Runtime(arguments.build / "lib/librelax_runtime.so", threads=2)
        for number, (name, (text, inputs, expected)) in enumerate(cases()):
            if arguments.missing and number % 5:
                continue
            find = "--relax-fuse-ops-by-pattern=library=dnnl annotate-codegen"
            alone, written = _compile(arguments.build, Path(folder), f"alone-{number}", text, find, "--relax-run-codegen=fallback=false")
            if "relax.matmul" in written or "relax.nn.conv2d" in written or "relax.dnnl." not in written:
                sys.exit(f"{name}: expected calls of oneDNN only, found\n{written}")
            both, _ = _compile(arguments.build, Path(folder), f"both-{number}", text, find, "--relax-run-codegen")
            found, chosen = _run(runtime, alone, inputs), _run(runtime, both, inputs)
            apart = [_difference(chosen, expected), *([] if arguments.missing else [_difference(found, expected)])]
            wrong = max(apart) > 1e-5 or (arguments.missing and "install Debian's libdnnl2" not in str(found))
            failed += wrong
            if wrong:
                print(f"{name}: apart by {apart}; {found if isinstance(found, str) else ''} {chosen if isinstance(chosen, str) else ''}")
        if not arguments.missing:
            for number, (words, (text, inputs)) in enumerate(errors()):
                library, _ = _compile(arguments.build, Path(folder), f"error-{number}", text)
                said = str(_run(runtime, library, inputs))
                if words not in said:
                    print(f"expected {words!r}, found {said}")
                    failed += 1
            # The choice is made when the program runs, once for a process.
            result = subprocess.run([sys.executable, __file__, "--build", arguments.build, "--missing"],
                                    env=os.environ | {"RELAX_DNNL_LIBRARY": _MISSING})
            failed += result.returncode
    print(f"{failed} failed" if failed else "all agree")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
