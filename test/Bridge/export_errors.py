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


@_case("function 'main' / block 0 / binding 'f': 'fill' as a value has no counterpart: a parameter is a number that sizes depend on; "
       "pass a shape of it")
def function_of_a_size_as_a_value():
    @I.ir_module
    class Module:
        @R.function(private=True)
        def fill(n: R.Prim("int64")) -> R.Tensor(ndim=1, dtype="float32"):
            z = R.zeros(R.shape([n]), "float32")
            return z

        @R.function
        def main(n: R.Prim("int64")):
            cls = Module
            f = cls.fill
            y = f(n)
            return y
    return Module


@_case("function 'main' / loop 'i' / dp4a: the intrinsic 'dp4a' has no counterpart")
def unknown_intrinsic():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32")):
        for i in range(4):
            A[i] = T.dp4a(A[i], A[i], A[i])
    return tvm.IRModule({"main": main})


@_case("vm.builtin.match_shape: place 0 of the heap is read before something is stored there")
def size_that_nothing_stored():
    @R.function(pure=False)
    def main(x: R.Tensor(("n",), "float32")):
        heap = R.null_value()
        _ = R.call_packed("vm.builtin.match_shape", x, heap, R.prim_value(1), R.prim_value(3), R.prim_value(0), R.str(""), ty_args=(R.Tuple(),))
        return x
    return tvm.IRModule({"main": main})


@_case("vm.builtin.make_shape: has other arguments than TVM's VMShapeLower gives it")
def shape_of_a_tensor():
    @R.function(pure=False)
    def main(x: R.Tensor(("n",), "float32")):
        heap = R.null_value()
        s = R.call_packed("vm.builtin.make_shape", heap, x, ty_args=(R.Shape(ndim=1),))
        return s
    return tvm.IRModule({"main": main})


@_case("'hypot' of 'float16' has no counterpart: it is a function of C's library for float32 and float64")
def narrow_function_of_the_library():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float16")):
        A[0] = T.hypot(A[0], A[1])
    return tvm.IRModule({"main": main})


@_case("'thread_extent' of 'n' has no counterpart, as it says of no thread axis how many threads there are")
def extent_of_no_axis():
    @T.prim_func
    def main(A: T.Buffer((4,), "float32"), n: T.int32):
        with T.attr(n, "thread_extent", 4):
            A[n] = T.float32(1)
    return tvm.IRModule({"main": main})


@_case("parameter 'a': a parameter of type 'T.handle' has no counterpart: a tensor program takes buffers and numbers")
def pointer_to_nothing_known():
    @T.prim_func
    def main(a: T.handle):
        T.evaluate(T.call_extern("int32", "use", a))
    return tvm.IRModule({"main": main})


@_case("has no counterpart: a storage is an object")
def tensor_in_a_tensor():
    @R.function
    def main(storage: R.Tensor((16,), "uint8")):
        R.func_attr({"relax.force_pure": True})
        y = R.memory.alloc_tensor(storage, 0, R.shape([4]), R.dtype("float32"))
        return y
    return tvm.IRModule({"main": main})


@_case("'threadIdx.x' has 2 threads here, but 4 in the loop around it")
def other_number_of_threads():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32")):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            for s in T.thread_binding(2, thread="threadIdx.x"):
                A[t] = T.float32(1)
    return tvm.IRModule({"main": main})


@_case("attribute 'coproc_scope' of statements has no counterpart; there are async_commit_queue_scope, async_scope, ")
def unknown_attribute_of_statements():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32")):
        with T.attr(0, "coproc_scope", 1):
            A[0] = T.float32(1)
    return tvm.IRModule({"main": main})


@_case("tvm_thread_allreduce: no reducer is around it: the attribute 'reduce_scope' says which")
def sum_without_a_reducer():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((1,), "float32")):
        for k in T.thread_binding(32, thread="threadIdx.x"):
            T.evaluate(T.tvm_thread_allreduce(T.uint32(1), A[k], T.bool(True), B[0], k))
    return tvm.IRModule({"main": main})


@_case("tvm_thread_allreduce: a thread that it names is that of no loop around")
def sum_of_other_threads():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((1,), "float32")):
        for k in T.serial(32):
            with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0)]), "reduce_scope", T.int32(0)):
                T.evaluate(T.tvm_thread_allreduce(T.uint32(1), A[k], T.bool(True), B[0], k))
    return tvm.IRModule({"main": main})


@_case("the number of threads 'k' is not known, and the shared memory is as large")
def sum_of_unknown_threads():
    @T.prim_func(s_tir=True)
    def main(a: T.handle, B: T.Buffer((1,), "float32")):
        n = T.int32()
        A = T.match_buffer(a, (n,), "float32")
        for k in T.thread_binding(n, thread="threadIdx.x"):
            with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0)]), "reduce_scope", T.int32(0)):
                T.evaluate(T.tvm_thread_allreduce(T.uint32(1), A[k], T.bool(True), B[0], k))
    return tvm.IRModule({"main": main})


@_case("an init that uses what its block allocates has no counterpart: an init comes before all else")
def init_of_an_allocation():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.sblock("sum"):
                vi = T.axis.reduce(4, i)
                C = T.sblock_alloc_buffer((1,), "float32")
                with T.init():
                    C[0] = T.float32(0)
                C[0] = C[0] + A[vi]
    return tvm.IRModule({"main": main})


@_case("function 'main' / parameter 'p': a parameter of type 'T.handle' has no counterpart: a tensor program takes buffers and numbers")
def pointer_as_a_parameter():
    @T.prim_func(s_tir=True)
    def main(p: T.handle):
        T.evaluate(T.call_extern("int32", "use", p))
    return tvm.IRModule({"main": main})


@_case("a placement on a tensor of unknown rank has no counterpart; give the tensor a rank")
def placement_without_a_rank():
    builder = relax.BlockBuilder()
    device = tvm.ir.VDevice("llvm", 0, "global") if hasattr(tvm.ir, "VDevice") else relax.VDevice("llvm", 0, "global")
    x = relax.Var("x", relax.TensorType(dtype="float32", ndim=-1, vdevice=device))
    with builder.function("main", [x]):
        builder.emit_func_output(x)
    return builder.get()


@_case("popcount: the bits of 'float32' have no counterpart; reinterpret it as integers")
def bits_of_floats():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32")):
        A[1] = T.popcount(A[0])
    return tvm.IRModule({"main": main})


@_case("main' / clz: the bits of 'T.handle(")
def bits_of_an_address():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32")):
        if T.clz(A.data):
            A[1] = A[0]
    return tvm.IRModule({"main": main})


@_case("a function of 'int32' that gives 'float32' has no counterpart; only of floats of one dtype")
def functions_of_two_dtypes():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32")):
        A[0] = T.fmod(A[0], B[0])
    return tvm.IRModule({"main": main})


@_case("a function of 'int32' that gives 'int32' has no counterpart; only of floats of one dtype")
def functions_of_integers():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32")):
        B[0] = T.sigmoid(B[0])
    return tvm.IRModule({"main": main})


@_case("a condition of dtype 'float32x4' has no counterpart; only one number decides")
def condition_of_lanes():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32")):
        if T.broadcast(A[0], 4):
            A[1] = A[2]
    return tvm.IRModule({"main": main})


@_case("'call_extern' of what is no name of a function has no counterpart")
def call_of_no_name():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32")):
        T.evaluate(T.call_extern("int32", B[0]))
    return tvm.IRModule({"main": main})


@_case("a tuple has no counterpart where one tensor is expected; pass its fields")
def tuple_as_a_tensor():
    @I.ir_module
    class Module:
        @R.function
        def main(t: R.Tuple(R.Tensor((4,), "float32"), R.Tensor((4,), "float32"))):
            y = R.nn.relu6(t)
            return y
    return Module


@_case("has no counterpart; only of a tensor of known rank")
def view_of_unknown_rank():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor(dtype="float32")):
            y = R.memory.view(x)
            return y
    return Module


@_case("a comparison of 'int32' and 'uint8' has no counterpart; cast one of them")
def comparison_with_and_without_sign():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4,), "int32"), u: R.Tensor((4,), "uint8")):
            y = R.less(x, u)
            return y
    return Module


@_case("'relax.grad.start_checkpoint' of a tuple has no counterpart; mark its fields")
def checkpoint_of_a_tuple():
    @I.ir_module
    class Module:
        @R.function
        def main(t: R.Tuple(R.Tensor((4,), "float32"), R.Tensor((4,), "float32"))):
            y = R.grad.start_checkpoint(t)
            return y
    return Module


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
        print("an ill-formed module is not rejected")
    results = [_matches(maker, message) for maker, message in _CASES]
    print(f"{len(results) + 1} errors, {results.count(False) + (not fine)} faults")
    sys.exit(not (fine and all(results)))


if __name__ == "__main__":
    main()
