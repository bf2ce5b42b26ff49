#!/usr/bin/env python3
"""Programs executed by TVM's virtual machine and here: as they are, and after TVM's default pipeline."""
import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import tvm  # noqa: E402
from tvm import relax, te, tirx, topi  # noqa: E402

from machine_modules import MODULES, NoSuchFunction, floats, whole  # noqa: E402
from relax_mlir.runtime import RuntimeFailure  # noqa: E402
from relax_mlir.tvm import compile  # noqa: E402

_N, _M = tirx.Var("n", "int64"), tirx.Var("m", "int64")
_OP, _T = relax.op, relax.transform
# What TVM itself cannot do.
_TVM_FAILS = {("in place", "default pipeline")}


def _built(inputs, body, shapes=()):
    """A module of one function; `body` makes its result, or several, of a builder and the parameters."""
    builder = relax.BlockBuilder()
    sizes = list(shapes) + [None] * (len(inputs) - len(shapes))
    params = [relax.Var(f"p{place}", relax.TensorType(array.shape if shape is None else shape, str(array.dtype)))
              for place, (array, shape) in enumerate(zip(inputs, sizes))]
    with builder.function("main", params):
        with builder.dataflow():
            result = body(builder, *params)
            if isinstance(result, list):
                result = relax.Tuple([builder.emit(part) for part in result])
            output = builder.emit_output(result)
        builder.emit_func_output(output)
    return builder.get()


def _te(compute):
    """A body that is one tensor program."""
    return lambda builder, *operands: builder.emit_te(compute, *operands)


def _place_of_largest(a):
    """A reduction of two values."""
    k = te.reduce_axis((0, a.shape[1]), "k")
    both = te.comm_reducer(
        lambda x, y: (tirx.Select(x[1] >= y[1], x[0], y[0]), tirx.Select(x[1] >= y[1], x[1], y[1])),
        lambda place, value: (tirx.const(-1, place), te.min_value(value)), name="place_of_largest")
    return te.compute((a.shape[0],), lambda i: both((k.var.astype("int32"), a[i, k]), axis=k))


def _rounded_down(a, c):
    return [te.compute((5,), lambda i: tirx.floordiv(a[i], c[i])), te.compute((5,), lambda i: tirx.truncmod(a[i], c[i]))]


def _computed():
    """Modules of te and of operators, by name, with inputs."""
    matrix = [floats(4, 5)]
    indices, ragged = whole(4, (2, 3), "int64"), [np.array([3, -3, 7, -7, 5], "int16")]
    given = {
        "choice": ([floats(4, 5), floats(5)], _te(lambda a, c: te.compute(
            (4, 5), lambda i, j: tirx.if_then_else(i > j, a[i, j] * c[j], tirx.sin(a[i, j]))))),
        "place of largest": (matrix, _te(_place_of_largest)),
        "argsort": (matrix, _te(lambda a: topi.argsort(a, axis=1))),
        "topk": ([floats(4, 7)], _te(lambda a: topi.topk(a, 3, axis=1, ret_type="both"))),
        "scatter": ([floats(4, 3), indices, floats(2, 3)], _te(lambda x, i, u: topi.scatter_elements(x, i, u, 0, "add"))),
        "lrn": ([floats(1, 6, 4, 4)], _te(lambda a: topi.nn.lrn(a, 5))),
        "signed division": ([whole(99, 5, "int16") - np.int16(50), *ragged], _te(_rounded_down)),
        "bits": ([whole(99, 5, "int32") - np.int32(50)], _te(lambda a: te.compute((5,), lambda i: (a[i] >> 3) ^ (a[i] << 2) | (~a[i])))),
        "halves": ([floats(4, 5).astype("float16")], lambda b, x: _OP.exp(_OP.multiply(x, x))),
        "cut at a size": ([floats(6, 5)], lambda b, x: _OP.strided_slice(x, [0], [1], [_N - 1]), [(_N, 5)]),
        "cut backwards": ([floats(9, 5)], lambda b, x: _OP.strided_slice(x, [0], [_N - 2], [-7], [-1]), [(_N, 5)]),
        "cut at halves": ([floats(9, 8)], lambda b, x: _OP.strided_slice(x, [0, 1], [_M // 2, 1], [_M, _N], [1, 2]), [(_N, _M)]),
        "from the end": ([floats(9)], lambda b, x: _OP.add(x, b.emit_te(lambda a: te.compute((_N,), lambda i: a[_N - 1 - i]), x)), [(_N,)]),
        "attention": ([floats(1, 5, 2, 8), floats(1, 7, 2, 8), floats(1, 7, 2, 8)],
                      lambda b, q, k, v: _OP.nn.attention(q, k, v, causal_mask="BottomRight")),
        "statistics": (matrix, lambda b, x: [_OP.std(x, axis=1), _OP.variance(x, axis=0, keepdims=True), _OP.prod(x)]),
        "running products": (matrix, lambda b, x: [_OP.cumprod(x, axis=1, exclusive=True), _OP.cumsum(x, dtype="float64")]),
        "quantized": ([floats(3, 4), np.abs(floats(3)) + np.float32(0.1), np.array([1, 2, 3], "uint8")],
                      lambda b, x, s, z: _OP.dequantize(_OP.quantize(x, s, z, axis=0, out_dtype="uint8"), s, z, axis=0, out_dtype="float32")),
        "drawn": ([np.array([[0.1, 0.6, 0.3], [0.5, 0.2, 0.3]], "float32"), floats(4, 1) % np.float32(1), np.array([[0], [1], [1], [0]])],
                  lambda b, x, u, i: _OP.multinomial_from_uniform(x, u, i)),
    }
    return {name: (_built(inputs, body, *shapes), inputs) for name, (inputs, body, *shapes) in given.items()}



_WAYS = {
    "as it is": lambda module: module,
    "default pipeline": lambda module: relax.get_default_pipeline(tvm.target.Target("llvm"))(_T.LambdaLift()(module)),
}


def _passed(value):
    """An argument of TVM's virtual machine."""
    if isinstance(value, np.ndarray):
        return tvm.runtime.tensor(value)
    if isinstance(value, tuple):
        return tvm.runtime.ShapeTuple(value) if all(isinstance(part, int) for part in value) else tuple(map(_passed, value))
    return value


def _same(expected, found):
    if isinstance(found, (list, tuple)):
        return len(expected) == len(found) and all(map(_same, expected, found))
    expected, found = (np.asarray(value.numpy() if hasattr(value, "numpy") else value) for value in (expected, found))
    if expected.shape != found.shape or expected.dtype != found.dtype:
        return False
    rounded = 2e-3 if expected.dtype == np.float16 else 1e-4
    return np.allclose(expected, found, rtol=rounded, atol=rounded / 10, equal_nan=True)


def _differences(build, name, module, inputs):
    """What is wrong, a line each."""
    target = tvm.target.Target("llvm")
    machine = relax.VirtualMachine(tvm.compile(_T.LambdaLift()(module), target=target), tvm.cpu())
    expected = machine["main"](*map(_passed, inputs))
    for way, lower in _WAYS.items():
        if (name, way) in _TVM_FAILS:
            continue
        with target:
            lowered = lower(module)
        found = compile(lowered, "llvm", build=build)["main"](*inputs)
        if not _same(expected, found):
            yield f"{name}, {way}: {found}, not {expected}"


def _missing(build):
    """A function that no library has is an error when the module is loaded, before anything runs."""
    try:
        compile(NoSuchFunction, "llvm", build=build)
    except RuntimeFailure as error:
        if "undefined symbol: no_such_function" in str(error):
            return
        yield f"expected an undefined symbol, found {error}"
        return
    yield "a function that there is not is found"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    build = parser.parse_args().build
    modules = {**MODULES, **_computed()}
    wrong = [line for name, (module, inputs) in modules.items() for line in _differences(build, name, module, inputs)]
    wrong += _missing(build)
    print("\n".join(wrong) if wrong else f"{len(modules)} programs give what TVM's virtual machine gives")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
