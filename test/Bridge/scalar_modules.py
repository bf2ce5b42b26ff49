"""Modules with values that are no tensors: texts, dtypes, scalars of all types,
numbers that only the run time knows, closures, functions that call themselves."""
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

_MAKERS = []


def _case(maker):
    _MAKERS.append(maker)
    return maker


@_case
def texts_and_dtypes():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4,), "float32")):
            s = R.str("word")
            d = R.dtype("float32")
            a = R.call_pure_packed("my.function", x, s, R.str("say \"é\"\n"), d, R.dtype("uint8"), R.dtype("float32x4"),
                                   ty_args=(R.Tensor((4,), "float32"),))
            t = (s, a, d)
            return (a, t)

        @R.function(pure=False)
        def effect(x: R.Tensor((4,), "float32")):
            a = R.call_builtin_with_ctx("my.builtin", (x, R.str("a"), R.dtype("bool")), ty_args=(R.Tensor((4,), "float32"),))
            _ = R.call_packed("my.log", R.str("done"), ty_args=(R.Tuple(),))
            return a
    return Module


@_case
def texts_as_results():
    @I.ir_module
    class Module:
        @R.function
        def main(c: R.Tensor((), "bool")) -> R.Any:
            if c:
                s = R.str("yes")
            else:
                s = R.str("no")
            return s

        @R.function
        def dtype() -> R.Any:
            with R.dataflow():
                d: R.Any = R.dtype("int8")
                R.output(d)
            return d

        @R.function
        def caller(c: R.Tensor((), "bool")) -> R.Any:
            cls = Module
            s = cls.main(c)
            return s
    return Module


@_case
def scalars_of_all_types():
    @I.ir_module
    class Module:
        @R.function
        def main(f: R.Prim("float32"), h: R.Prim("float16"), d: R.Prim("float64"), b: R.Prim("bool"), i: R.Prim("int8"),
                 u: R.Prim("uint8"), l: R.Prim("uint64"), w: R.Prim("bfloat16"), n: R.Prim("int64"), m: R.Prim("int32")):
            return (f, h, d, b, i, u, l, w, n, m)
    return Module


@_case
def arithmetic_on_scalars():
    @I.ir_module
    class Module:
        @R.function
        def main(f: R.Prim("float32"), b: R.Prim("bool"), i: R.Prim("int8"), n: R.Prim("int64")):
            g = R.prim_value(f * T.float32(2) + T.float32(1))
            h = R.prim_value(T.exp(f))
            k = R.prim_value(i + T.int8(1))
            m = R.prim_value(T.Cast("float32", n))
            o = R.prim_value(T.if_then_else(b, f, g))
            p = R.prim_value(T.Not(b))
            return (g, h, k, m, o, p)
    return Module


@_case
def scalars_in_calls():
    @I.ir_module
    class Module:
        @R.function
        def first(a: R.Prim("float32"), b: R.Prim("bool"), i: R.Prim("int8")) -> R.Prim("float32"):
            return a

        @R.function
        def main(x: R.Prim("float32")):
            cls = Module
            y = cls.first(x, R.prim_value(True), R.prim_value(T.int8(100)))
            z = cls.first(R.prim_value(y + T.float32(1)), R.prim_value(False), R.prim_value(T.int8(7)))
            w = R.call_pure_packed("my.g", z, R.prim_value(T.int16(3)), ty_args=(R.Prim("float64"),))
            return w

        @R.function
        def branch(c: R.Prim("bool"), a: R.Prim("float32"), b: R.Prim("float32")) -> R.Prim("float32"):
            if c:
                r = R.prim_value(a + b)
            else:
                r = R.prim_value(a)
            return r

        @R.function
        def closure(f: R.Callable((R.Prim("float32"),), R.Prim("float32"), True), a: R.Prim("float32")):
            b = f(a)
            c = f(R.prim_value(b + T.float32(1)))
            return c

        @R.function
        def local(a: R.Prim("float32"), n: R.Prim("int64")):
            @R.function
            def inner(z: R.Prim("float32"), k: R.Prim("int64")) -> R.Prim("float32"):
                w = R.prim_value(z + a)
                return w
            b = inner(a, n)
            return b

        @R.function
        def casts(a: R.Any):
            f = R.match_cast(a, R.Prim("float32"))
            n = R.match_cast(a, R.Prim("int64"))
            return (f, n)
    return Module


@_case
def sizes_from_values():
    @I.ir_module
    class Module:
        @R.function(private=True)
        def fill(n: R.Prim("int64")) -> R.Tensor(ndim=1, dtype="float32"):
            z = R.zeros(R.shape([n]), "float32")
            return z

        @R.function
        def field(t: R.Tuple(R.Prim("float32"), R.Prim("int64"))):
            n = t[1]
            z = R.zeros(R.shape([n, n + 1]), "float32")
            return z

        @R.function
        def outside(x: R.Tensor((4,), "float32")):
            n = R.call_pure_packed("my.n", x, ty_args=(R.Prim("int64"),))
            z = R.zeros(R.shape([n]), "float32")
            return z

        @R.function
        def cast(f: R.Prim("float32"), a: R.Any):
            n = R.prim_value(T.Cast("int64", f))
            m = R.match_cast(a, R.Prim("int64"))
            z = R.zeros(R.shape([n, m]), "float32")
            return z

        @R.function
        def passed(f: R.Prim("float32")):
            cls = Module
            z = cls.fill(R.prim_value(T.Cast("int64", f)))
            return z

        @R.function
        def local(n: R.Prim("int64")):
            @R.function
            def inner(k: R.Prim("int64")) -> R.Tensor(ndim=1, dtype="float32"):
                w = R.zeros(R.shape([k]), "float32")
                return w
            b = inner(n)
            return b
    return Module


@_case
def scalars_for_programs():
    @I.ir_module
    class Module:
        @T.prim_func(private=True, s_tir=True)
        def scale(A: T.Buffer((4,), "float32"), f: T.float32, c: T.bool, i: T.int8, B: T.Buffer((4,), "float32")):
            for j in range(4):
                B[j] = A[j]
                if c:
                    B[j] = A[j] * f + T.Cast("float32", i)

        @T.prim_func(private=True, s_tir=True)
        def shift(A: T.Buffer((4,), "float32"), n: T.int64, B: T.Buffer((4,), "float32")):
            for j in range(4):
                B[j] = A[j] + T.Cast("float32", n)

        @R.function
        def main(x: R.Tensor((4,), "float32"), f: R.Prim("float32"), c: R.Prim("bool"), i: R.Prim("int8"), n: R.Prim("int64")):
            cls = Module
            y = R.call_tir(cls.scale, (x, f, c, i), out_ty=R.Tensor((4,), "float32"))
            z = R.call_tir(cls.scale, (y, R.prim_value(T.float32(3)), R.prim_value(True), R.prim_value(T.int8(-2))),
                           out_ty=R.Tensor((4,), "float32"))
            w = R.call_tir(cls.shift, (z, n), out_ty=R.Tensor((4,), "float32"))
            v = R.call_tir(cls.shift, (w, R.prim_value(T.Cast("int64", f))), out_ty=R.Tensor((4,), "float32"))
            return v
    return Module


@_case
def closures_of_last_parameters():
    @I.ir_module
    class Module:
        @R.function(private=True)
        def minus(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            z = R.subtract(x, y)
            return z

        @R.function
        def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            cls = Module
            f = R.make_closure(cls.minus, (x,))
            z = R.invoke_pure_closure(f, (y,), ty_args=(R.Tensor((4,), "float32"),))
            return z
    return Module


@_case
def local_functions_that_call_themselves():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((), "int64"), y: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
            @R.function
            def count(z: R.Tensor((), "int64"), n: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
                c = R.less(n, R.const(5, "int64"))
                if c:
                    a = R.add(z, y)
                    b = R.add(n, R.const(1, "int64"))
                    r = count(a, b)
                else:
                    r = z
                return r

            a = count(x, R.const(0, "int64"))
            return a

        @R.function
        def sized(x: R.Tensor(("n",), "float32"), d: R.Tensor((), "bool")) -> R.Tensor(("n",), "float32"):
            @R.function
            def f(z: R.Tensor(("m",), "float32"), c: R.Tensor((), "bool")) -> R.Tensor(("m",), "float32"):
                if c:
                    r = f(z, R.const(False, "bool"))
                else:
                    r = z
                return r

            a = f(x, d)
            return a
    return Module


def modules():
    """Name and maker of each module."""
    for maker in _MAKERS:
        yield maker.__name__.replace("_", " "), maker


_RUNS = ("closures of last parameters", "local functions that call themselves")


def runs():
    """Name and maker of each module whose `main` can be called with tensors."""
    for name, maker in modules():
        if name in _RUNS:
            yield name, maker
