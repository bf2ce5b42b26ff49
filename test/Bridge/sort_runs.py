#!/usr/bin/env python3
"""Run what TVM lowers sorts to, `tvm.contrib.sort.*`, by TVM's functions and by those of our run-time library."""
import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import tvm  # noqa: E402
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402
from relax_mlir.tvm import from_tvm  # noqa: E402
from tvm import relax, topi  # noqa: E402

_BOTH, _ONE = "both", ("values", "indices")


def _data(draw, shape, dtype):
    """Few different numbers, so that many are equal."""
    values = np.random.default_rng(draw.randrange(10000)).integers(0, 6, shape)
    return (values - (0 if dtype == "uint8" else 3)).astype(dtype)


def _case(draw):
    """Name, and what makes of a variable, with further inputs, the results."""
    form = draw.choice(("sort", "argsort", "argsort of some", "topk"))
    dtype = draw.choice(("float32", "float64", "int32", "int64", *(("uint8", "int8", "float16") if form == "topk" else ())))
    shape = [draw.choice((1, 2, 3, 7)) for _ in range(draw.randint(1, 3))]
    axis, ascends = draw.randrange(len(shape)), draw.random() < 0.5
    data = _data(draw, shape, dtype if form != "argsort of some" else "float32")
    places = draw.choice(("int32", "int64", "float32")) if dtype not in ("uint8", "int8") else "int32"
    if form == "sort":
        return form, [data], lambda x: topi.sort(x, axis=axis, is_ascend=ascends)
    if form == "argsort":
        return form, [data], lambda x: topi.argsort(x, axis=axis, is_ascend=ascends, dtype=places)
    if form == "argsort of some":
        data = data.reshape(1, -1) if data.ndim == 1 else data
        along = data.ndim - 1
        numbers = np.array([draw.randint(0, data.shape[along]) for _ in range(data.size // data.shape[along])], "int32").reshape(data.shape[:along])
        return form, [data, numbers], lambda x, n: topi.argsort(x, n, axis=along, is_ascend=ascends, dtype="int32")
    k, what = draw.randint(1, shape[axis]), draw.choice((_BOTH, *_ONE))
    return f"{form} of {what}", [data], lambda x: topi.topk(x, k=k, axis=axis, ret_type=what, is_ascend=ascends, dtype=places)


def module(inputs, make):
    """A module whose function calls one tensor program."""
    builder = relax.BlockBuilder()
    params = [relax.Var(f"x{number}", relax.TensorType(array.shape, str(array.dtype))) for number, array in enumerate(inputs)]
    with builder.function("main", params):
        builder.emit_func_output(builder.emit_te(make, *params))
    return builder.get()


def _in_tvm(made, inputs):
    machine = relax.VirtualMachine(tvm.compile(made, target="llvm"), tvm.cpu())
    result = machine["main"](*[tvm.runtime.tensor(array) for array in inputs])
    return [part.numpy() for part in (result if hasattr(result, "__len__") and not hasattr(result, "numpy") else [result])]


def _compiled(build, folder, text):
    source, target = folder / "module.mlir", folder / f"module-{len(list(folder.iterdir()))}.so"
    source.write_text(text)
    result = subprocess.run([build / "bin/relax-compile", source, "-o", target, "-O0"], capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{result.stderr}\n{text}")
    return target


def _direct(callee, types, arguments):
    """A program that calls a function with arguments that TVM does not write."""
    buffers = ", ".join(f"%b{number}: {type}" for number, type in enumerate(types))
    tensors = [type.replace("memref", "tensor") for type in types]
    lines = "\n".join(f"  %a{number} = arith.constant {value}" for number, value in enumerate(arguments))
    names = ", ".join([f"%b{number}" for number in range(len(types))] + [f"%a{number}" for number in range(len(arguments))])
    all_types = ", ".join([*types, *(value.split(" : ")[1] if " : " in value else "i1" for value in arguments)])
    return f"""tir.func private @f({buffers}) attributes {{num_inputs = {len(types) - 1} : i64}} {{
{lines}
  tir.call_extern @tvm.contrib.sort.{callee}({names}) {{packed}} : ({all_types}) -> ()
  tir.return
}}
relax.func @main({', '.join(f'%x{number}: {type}' for number, type in enumerate(tensors[:-1]))}) -> {tensors[-1]} {{
  %0 = relax.call_tir @f({', '.join(f'%x{number}' for number in range(len(tensors) - 1))}) : ({', '.join(tensors[:-1])}) -> {tensors[-1]}
  relax.return %0 : {tensors[-1]}
}}
"""


def _errors():
    """Calls without a meaning, with what is said of them."""
    f32, i32 = "memref<2x3xf32>", "memref<2x3xi32>"
    yield "expected an axis of 2, found 2", _direct("sort", [f32, f32], ["2 : i32", "true"]), [(2, 3)]
    yield "expected values of the type of the data", _direct("sort", [f32, i32], ["0 : i32", "true"]), [(2, 3)]
    yield "expected results with the sizes of the data", _direct("argsort", [f32, "memref<3x2xi32>"], ["0 : i32", "true"]), [(2, 3)]
    yield "expected data, a result, an axis and whether it ascends, found 3", _direct("argsort", [f32, i32], ["0 : i32"]), [(2, 3)]
    yield "expected numbers of i32", _direct("argsort_nms", [f32, "memref<2xf32>", i32], ["1 : i32", "true"]), [(2, 3), (2,)]
    yield "expected data, one or two results, k", _direct("topk", [f32, f32], ["1 : i32", "0 : i32", "true"]), [(2, 3)]
    yield "': expected data of f16, f32, f64, i8", _direct("sort", ["memref<2xi16>", "memref<2xi16>"], ["0 : i32", "true"]), [(2,)]
    yield "tvm.contrib.sort.other' to be registered", _direct("other", [f32, f32], ["0 : i32"]), [(2, 3)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve(), help="the build folder")
    parser.add_argument("--seed", type=int, default=1, help="of the cases")
    parser.add_argument("--cases", type=int, default=40, help="how many to draw")
    arguments = parser.parse_args()
    runtime, failed = Runtime(arguments.build / "lib/librelax_runtime.so", threads=1), 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(arguments.cases):
            name, inputs, make = _case(random.Random(f"{arguments.seed} {number}"))
            made = module(inputs, make)
            text = from_tvm(made)
            if "tvm.contrib.sort." not in text:
                sys.exit(f"{name}: calls no function that sorts:\n{text}")
            found = runtime.load(_compiled(arguments.build, Path(folder), text)).call("main", *inputs)
            expected = _in_tvm(made, inputs)
            if len(found) != len(expected) or not all(np.array_equal(*pair) for pair in zip(found, expected)):
                print(f"{name} of {inputs}: {found}, not {expected}")
                failed += 1
        for words, text, shapes in _errors():
            target = _compiled(arguments.build, Path(folder), text)
            dtype = "int16" if "xi16" in text else "float32"
            try:
                said = str(runtime.load(target).call("main", *[np.zeros(shape, dtype) for shape in shapes]))
            except RuntimeFailure as error:
                said = str(error)
            if words not in said:
                print(f"expected {words!r}, found {said}")
                failed += 1
    print(f"{failed} failed" if failed else f"{arguments.cases} sorts are TVM's")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
