"""Modules that the export writes in another form than TVM has them in: numbers
as operands, sizes of -1, names, what is not in normal form, state of optimizers,
pointers as parameters, statements without effect, schedules with their blocks."""
import numpy as np
import tvm
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

_MAKERS = []
_RUNS = []


def _case(maker):
    _MAKERS.append(maker)
    return maker


def _run(maker):
    _RUNS.append(maker)
    return _case(maker)


@_case
def number_as_operand():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((2, 3), "float32"), y: R.Prim("float32"), u: R.Prim("uint8")):
            a = R.add(x, y)
            b = R.multiply(y, R.prim_value(T.float32(2)))
            c = R.add(u, u)
            return (a, b, c)
    return Module


@_run
def number_as_index():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4, 3), "float32")):
            y = R.take(x, R.prim_value(1), axis=0)
            return y
    return Module


@_run
def derivative_of_a_shape():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((2, 3), "float32")):
            s = R.shape_of(x)
            d = R.grad.no_grad(s)
            y = R.zeros(d, "float32")
            return y
    return Module


# TVM's parser takes them; its own lowering does not.
@_case
def numbers_as_conditions():
    @I.ir_module
    class Module:
        @T.prim_func(s_tir=True)
        def choose(x: T.Buffer((T.int64(8),), "float32"), i: T.Buffer((T.int64(8),), "int32"), y: T.Buffer((T.int64(8),), "float32")):
            for k in range(T.int64(8)):
                y[k] = T.float32(-1)
                if i[k]:
                    y[k] = x[k]
                if x[k] - x[k]:
                    y[k] = T.float32(2)

        @R.function
        def main(x: R.Tensor((8,), "float32"), i: R.Tensor((8,), "int32")) -> R.Tensor((8,), "float32"):
            cls = Module
            y = R.call_tir(cls.choose, (x, i), out_ty=R.Tensor((8,), "float32"))
            return y
    return Module


@_run
def comparisons_of_two_dtypes():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4,), "float32"), h: R.Tensor((4,), "float16"), i: R.Tensor((2, 4), "int32"), s: R.Tensor((4,), "int8"),
                 c: R.Tensor((4,), "bool")):
            a = R.less(x, h)
            b = R.greater_equal(i, x)
            d = R.equal(s, i)
            e = R.not_equal(c, s)
            return (a, b, d, e)
    return Module


@_case
def sizes_of_minus_one():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((-1, 4), "float32"), s: R.Shape(ndim=-1)) -> R.Tensor((-1,), "int64"):
            y = R.shape_to_tensor(s)
            return y
    return Module


@_case
def other_name():
    @I.ir_module
    class Module:
        @T.prim_func(s_tir=True)
        def double(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
            T.func_attr({"global_symbol": "doubled"})
            for i in range(T.int64(4)):
                with T.sblock("y"):
                    v = T.axis.spatial(T.int64(4), i)
                    y[v] = x[v] + x[v]

        @R.function
        def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            cls = Module
            y = R.call_tir(cls.double, (x,), out_ty=R.Tensor((4,), "float32"))
            return y
    return Module


@_case
def nested_calls():
    x = relax.Var("x", relax.TensorType([4], "float32"))
    inner = relax.op.add(relax.op.exp(x), x)
    branch = relax.If(relax.const(True, "bool"), inner, relax.Tuple([x, inner])[0])
    return tvm.IRModule({"main": relax.Function([x], branch, relax.TensorType([4], "float32")).with_attr("global_symbol", "main")})


@_case
def state_of_an_optimizer():
    state = [tvm.runtime.tensor(np.zeros((), "int64")), tvm.runtime.tensor(np.ones(20, "float32"))]
    return number_as_index().with_attr("optim_state", state)


@_case
def allocated_value():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4,), "float32")):
            with R.dataflow():
                a = R.builtin.alloc_tensor(R.shape([4]), dtype="float32", runtime_device_index=0)
                b = R.add(x, a)
                c = R.multiply(b, R.const(0.0, "float32"))
                R.output(c)
            return c
    return Module


@_case
def pointers():
    @I.ir_module
    class Module:
        @T.prim_func(private=True)
        def declared(a: T.handle("float32"), b: T.handle("float32")):
            A = T.decl_buffer((4,), "float32", data=a)
            B = T.decl_buffer((4,), "float32", data=b)
            for i in range(4):
                B[i] = A[i] + A[i]

        @T.prim_func(private=True)
        def passed(a: T.handle, b: T.handle):
            T.evaluate(0)

        @R.function
        def main(x: R.Tensor((4,), "float32")):
            cls = Module
            y = R.call_tir(cls.passed, (x,), out_ty=R.Tensor((4,), "float32"))
            z = R.call_tir(cls.declared, (x,), out_ty=R.Tensor((4,), "float32"))
            return (y, z)
    return Module


@_case
def sizes_of_a_shape_that_only_its_type_says():
    builder, shape = relax.BlockBuilder(), relax.Var("s", relax.ShapeType([3, 3]))
    x, y = relax.Var("x", relax.TensorType([3, 3], "float32")), relax.Var("y", relax.TensorType(shape, "float32"))
    with builder.function("main", [x, y]):
        builder.emit_func_output(builder.emit(relax.op.add(x, y)))
    return builder.get()


@_case
def rows_of_unknown_length_with_padding():
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (2, n), "float32")
        B = T.match_buffer(b, (2, n), "float32")
        P = T.alloc_buffer((2, n), "float32", strides=(n + 3, 1))
        for i, j in T.grid(2, n):
            with T.sblock("in"):
                v, w = T.axis.remap("SS", [i, j])
                P[v, w] = A[v, w]
        for i, j in T.grid(2, n):
            with T.sblock("out"):
                v, w = T.axis.remap("SS", [i, j])
                B[v, w] = P[v, n - 1 - w]
    return tvm.IRModule({"main": main})


@_case
def pointers_with_computed_sizes():
    @T.prim_func(s_tir=True)
    def main(A: T.handle("float32"), B: T.handle("float32"), m: T.int32, n: T.int32):
        X = T.decl_buffer((m * n,), "float32", data=A)
        Y = T.decl_buffer((m * n,), "float32", data=B)
        for i, j in T.grid(m, n):
            Y[i * n + j] = X[i * n + j] + T.float32(1)
    return tvm.IRModule({"main": main})


@_case
def pointers_of_a_stub():
    @I.ir_module
    class Module:
        @T.prim_func(private=True)
        def stub(a: T.handle, b: T.handle):
            T.evaluate(0)

        @R.function
        def main(x: R.Tensor((4,), "float32")):
            return x
    return Module


@_case
def effects_of_a_local_function_that_promises_purity():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((), "int32")):
            R.func_attr({"relax.force_pure": True})

            @R.function
            def inner(y: R.Tensor((), "int32")) -> R.Tensor((), "int32"):
                R.func_attr({"relax.force_pure": True})
                z = R.call_packed("vm.builtin.copy", y, ty_args=R.Tensor((), "int32"))
                return z

            w = inner(x)
            return w
    return Module


@_case
def pointers_of_direct_calls():
    @I.ir_module
    class Module:
        @T.prim_func(private=True)
        def passed(a: T.handle, b: T.handle):
            T.evaluate(0)

        @R.function
        def main(x: R.Tensor((4, 8), "float32")):
            R.func_attr({"relax.force_pure": True})
            cls = Module
            y = R.builtin.alloc_tensor(R.shape([4, 8]), "float32", 0)
            cls.passed(x, y)
            return y

        @R.function
        def other(x: R.Tensor((4, "n"), "float32")):
            R.func_attr({"relax.force_pure": True})
            n = T.int64()
            cls = Module
            y = R.builtin.alloc_tensor(R.shape([4, n]), "float32", 0)
            cls.passed(x, y)
            return y

        @T.prim_func(private=True)
        def filled(a: T.handle, n: T.int64):
            T.evaluate(0)

        @R.function
        def sized(s: R.Shape(["n"])):
            R.func_attr({"relax.force_pure": True})
            n = T.int64()
            cls = Module
            y = R.builtin.alloc_tensor(R.shape([n]), "float32", 0)
            R.vm.call_tir_dyn(cls.filled, (y, R.shape([n])))
            return y
    return Module


@_case
def program_called_in_place_and_not():
    @I.ir_module
    class Module:
        @T.prim_func(private=True, s_tir=True)
        def copy(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
            for i in range(T.int64(4)):
                with T.sblock("copy"):
                    v = T.axis.spatial(T.int64(4), i)
                    y[v] = x[v]

        @R.function
        def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
            cls = Module
            a = R.call_tir(cls.copy, (x,), out_ty=R.Tensor((4,), "float32"))
            b = R.call_tir_inplace(cls.copy, (x, y), inplace_indices=[1], out_ty=R.Tensor((4,), "float32"))
            return (a, b)
    return Module


@_run
def result_of_another_type():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((2, 3), "float32")) -> R.Tensor((3, 3), "float32"):
            y: R.Tensor((2, 3), "float32") = R.exp(x)
            return y
    return Module


@_case
def statements_without_effect():
    @T.prim_func
    def main(A: T.Buffer((4,), "float32"), n: T.int32):
        T.evaluate(n + 1)
        for i in range(4):
            T.evaluate(T.exp(A[i]) + T.Select(A[i] > T.float32(0), A[i], T.float32(0)))
            T.evaluate(T.call_extern("float32", "observe", A[i]) + T.float32(1))
    return tvm.IRModule({"main": main})


@_run
def scheduled_in_blocks():
    @I.ir_module
    class Module:
        @T.prim_func(private=True, s_tir=True)
        def total(x: T.Buffer((T.int64(4), T.int64(8)), "float32"), y: T.Buffer((T.int64(4),), "float32")):
            T.func_attr({"tirx.is_scheduled": True, "tirx.noalias": True})
            for i0, i1, j in T.grid(T.int64(2), T.int64(3), T.int64(8)):
                with T.sblock("y"):
                    v = T.axis.spatial(T.int64(4), i0 * T.int64(3) + i1)
                    k = T.axis.reduce(T.int64(8), j)
                    T.where(i0 * T.int64(3) + i1 < T.int64(4))
                    with T.init():
                        y[v] = T.float32(0)
                    y[v] = y[v] + x[v, k]

        @R.function
        def main(x: R.Tensor((4, 8), "float32")) -> R.Tensor((4,), "float32"):
            cls = Module
            y = R.call_tir(cls.total, (x,), out_ty=R.Tensor((4,), "float32"))
            return y
    return Module


@_case
def threads_twice():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
        for t in T.thread_binding(4, thread="threadIdx.x"):
            with T.sblock("outer"):
                v = T.axis.spatial(4, t)
                shared = T.sblock_alloc_buffer((4,), "float32", scope="shared")
                for s in T.thread_binding(4, thread="threadIdx.x"):
                    with T.sblock("copy"):
                        w = T.axis.spatial(4, s)
                        shared[w] = A[w, 0]
                for j in range(8):
                    with T.sblock("B"):
                        w = T.axis.spatial(8, j)
                        B[v, w] = A[v, w] + shared[v]
    return tvm.IRModule({"main": main})


def modules():
    """Name and maker of each module."""
    for maker in _MAKERS:
        yield maker.__name__.replace("_", " "), maker


def runs():
    """Those whose `main` can be called with tensors."""
    for maker in _RUNS:
        yield maker.__name__.replace("_", " "), maker
