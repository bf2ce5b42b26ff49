#!/usr/bin/env python3
"""What cannot be expressed is one error, with the place in the module."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import tvm  # noqa: E402
from tvm import relax  # noqa: E402
from tvm.script import ir as I, relax as R, tirx as T  # noqa: E402

from relax_mlir.tvm import ExportError, from_tvm  # noqa: E402

_CASES = []


def _case(message):
    def add(maker):
        _CASES.append((maker, message))
        return maker
    return add


@_case("function 'main' / block 0 / binding 'f' / block 0 / binding 'y': local function 'f' calls itself; lift it with relax.transform.LambdaLift")
def recursive_local_function():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            @R.function
            def f(z: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
                y = f(z)
                return y

            a = f(x)
            return a
    return Module


@_case("function 'main' / block 0 / binding 'a' / relax.call_pure_packed: the string 'word' has no counterpart as a value")
def string_as_an_argument():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4,), "float32")):
            a = R.call_pure_packed("my.function", x, R.str("word"), ty_args=(R.Tensor((4,), "float32"),))
            return a
    return Module


@_case("function 'main' / parameter 'p': a scalar parameter of type 'T.handle' has no counterpart")
def pointer_as_a_parameter():
    @T.prim_func(s_tir=True)
    def main(p: T.handle):
        T.evaluate(0)
    return tvm.IRModule({"main": main})


@_case("function 'main' / loop 'i' / tvm_warp_shuffle: the intrinsic 'tvm_warp_shuffle' has no counterpart")
def unknown_intrinsic():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32")):
        for i in range(4):
            A[i] = T.tvm_warp_shuffle(T.tvm_warp_activemask(), A[i], 0, 32, 32)
    return tvm.IRModule({"main": main})


@_case("function 'main' / parameter 'f': a scalar parameter of type 'bool' has no counterpart: a tensor program's scalars are sizes")
def truth_value_as_a_scalar_of_a_program():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), f: T.bool):
        if f:
            A[0] = T.float32(1)
    return tvm.IRModule({"main": main})


@_case("argument 'f' has no counterpart: a float for a tensor program is a constant")
def computed_float_for_a_program():
    @I.ir_module
    class Module:
        @T.prim_func(private=True, s_tir=True)
        def kernel(A: T.Buffer((4,), "float32"), f: T.float32, B: T.Buffer((4,), "float32")):
            B[0] = A[0] * f

        @R.function
        def main(x: R.Tensor((4,), "float32"), f: R.Prim("float32")):
            cls = Module
            y = R.call_tir(cls.kernel, (x, f), out_ty=R.Tensor((4,), "float32"))
            return y
    return Module


@_case("a placement on a tensor of unknown rank has no counterpart; give the tensor a rank")
def placement_without_a_rank():
    builder = relax.BlockBuilder()
    device = tvm.ir.VDevice("llvm", 0, "global") if hasattr(tvm.ir, "VDevice") else relax.VDevice("llvm", 0, "global")
    x = relax.Var("x", relax.TensorType(dtype="float32", ndim=-1, vdevice=device))
    with builder.function("main", [x]):
        builder.emit_func_output(x)
    return builder.get()


def _matches(maker, expected):
    try:
        from_tvm(maker(), verify=False)
    except ExportError as error:
        found = str(error)
    else:
        found = "no error"
    if expected not in found:
        print(f"{maker.__name__}: expected \"{expected}\", found \"{found}\"")
    return expected in found


def main():
    # Ill-formed: the variable is nowhere defined.
    x = relax.Var("x", R.Tensor((4,), "float32"))
    ill_formed = tvm.IRModule({"main": relax.Function([], relax.SeqExpr([], x), R.Tensor((4,), "float32")).with_attr(
        "global_symbol", "main")})
    try:
        from_tvm(ill_formed)
        fine = False
    except ExportError as error:
        fine = "TVM calls the module ill-formed; say verify=False" in str(error)
    if not fine:
        print("an ill-formed module is not refused")
    results = [_matches(maker, message) for maker, message in _CASES]
    print(f"{len(results) + 1} errors, {results.count(False) + (not fine)} faults")
    sys.exit(not (fine and all(results)))


if __name__ == "__main__":
    main()
