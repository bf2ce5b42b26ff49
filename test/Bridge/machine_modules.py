"""Graphs and tensor programs of a user of TVM's virtual machine, with inputs: closures, recursion, tuples of numbers,
functions of its run time, C's functions, sizes that depend on data, statements and dtypes that are rare."""
import numpy as np
from tvm.script import ir as I, relax as R, tirx as T

_RANDOM = np.random.default_rng(5)


def floats(*shape):
    """Numbers around 0."""
    return _RANDOM.standard_normal(shape).astype("float32")


def whole(bound, shape, dtype):
    """Numbers from 0 to `bound`."""
    return _RANDOM.integers(0, bound, shape).astype(dtype)


@I.ir_module
class Captured:
    @R.function
    def main(x: R.Tensor((3,), "float32"), y: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        @R.function
        def inner(a: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
            z = R.add(a, y)
            return z

        p = inner(x)
        q = inner(p)
        return q


@I.ir_module
class CapturedWithSizes:
    @R.function
    def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        n = T.int64()

        @R.function
        def inner(a: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
            n = T.int64()
            z = R.add(a, a)
            return z

        p = inner(x)
        q = inner(p)
        w = R.add(q, y)
        return w


@I.ir_module
class RecursiveClosure:
    @R.function
    def main(x: R.Tensor((3,), "float32"), n: R.Tensor((), "int32")) -> R.Tensor((3,), "float32"):
        @R.function
        def rec(i: R.Tensor((), "int32"), a: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
            c = R.less(i, n)
            if c:
                r = rec(R.add(i, R.const(1, "int32")), R.add(a, x))
            else:
                r = a
            return r

        p = rec(R.const(0, "int32"), x)
        return p


@I.ir_module
class Mutual:
    @R.function
    def even(i: R.Tensor((), "int32"), a: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        cls = Mutual
        c = R.greater(i, R.const(0, "int32"))
        if c:
            r = cls.odd(R.subtract(i, R.const(1, "int32")), R.add(a, a))
        else:
            r = a
        return r

    @R.function
    def odd(i: R.Tensor((), "int32"), a: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        cls = Mutual
        c = R.greater(i, R.const(0, "int32"))
        if c:
            r = cls.even(R.subtract(i, R.const(1, "int32")), R.multiply(a, R.const(0.5, "float32")))
        else:
            r = R.negative(a)
        return r

    @R.function
    def main(x: R.Tensor((3,), "float32"), n: R.Tensor((), "int32")) -> R.Tensor((3,), "float32"):
        cls = Mutual
        q = cls.even(n, x)
        return q


@I.ir_module
class Growing:
    @R.function
    def grow(i: R.Tensor((), "int32"), a: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        cls = Growing
        c = R.greater(i, R.const(0, "int32"))
        if c:
            b = R.concat([a, a], axis=0)
            r: R.Tensor(ndim=1, dtype="float32") = cls.grow(R.subtract(i, R.const(1, "int32")), b)
        else:
            r: R.Tensor(ndim=1, dtype="float32") = a
        return r

    @R.function
    def main(x: R.Tensor((3,), "float32"), n: R.Tensor((), "int32")) -> R.Tensor(ndim=1, dtype="float32"):
        cls = Growing
        q = cls.grow(n, x)
        return q


@I.ir_module
class Counted:
    @R.function
    def main(x: R.Tensor((3, 4), "float32")):
        with R.dataflow():
            r = R.nonzero(x)
            k = T.int64()
            c = R.match_cast(r, R.Tensor((2, k), "int64"))
            d = R.add(c, c)
            R.output(d)
        return d


@I.ir_module
class Unique:
    @R.function
    def main(x: R.Tensor((3, 4), "float32")):
        with R.dataflow():
            r = R.unique(x, sorted=True, return_counts=True)
            R.output(r)
        return r


@I.ir_module
class ByHand:
    @R.function(pure=False)
    def main(x: R.Tensor((6, 2), "float32"), y: R.Tensor((6, 2), "float32")):
        c = R.call_packed("vm.builtin.copy", x, ty_args=R.Tensor((6, 2), "float32"))
        d = R.add(c, y)
        t = R.call_packed("vm.builtin.make_tuple", c, d, ty_args=R.Tuple(R.Tensor((6, 2), "float32"), R.Tensor((6, 2), "float32")))
        e = R.call_packed("vm.builtin.tuple_getitem", t, R.prim_value(1), ty_args=R.Tensor((6, 2), "float32"))
        return e


@I.ir_module
class Numbers:
    @R.function
    def main(n: R.Prim("int64"), x: R.Tensor((3,), "float32")) -> R.Tuple(R.Prim("int64"), R.Tuple(R.Tensor((3,), "float32"), R.Prim("int64"))):
        m: R.Prim("int64") = n * 2 + 1
        return (m, (x, n))


@I.ir_module
class Shapes:
    @R.function
    def main(x: R.Tensor(("n", "m"), "float32")):
        n, m = T.int64(), T.int64()
        s = R.shape_of(x)
        y = R.reshape(x, R.shape([m, n]))
        z = R.full(R.shape([n * m, 2]), R.const(3, "int32"), "int32")
        return (y, s, z, R.shape([n + m, n * m]))


@I.ir_module
class Nested:
    @R.function
    def main(t: R.Tuple(R.Tensor((3,), "float32"), R.Tuple(R.Tensor((3,), "float32"), R.Tensor((2,), "int32")))):
        a = t[0]
        b = t[1]
        c = R.add(a, b[0])
        return (b, c, ())


@I.ir_module
class UnknownRank:
    @R.function
    def main(x: R.Tensor(dtype="float32")):
        n, m = T.int64(), T.int64()
        y = R.match_cast(x, R.Tensor((n, m), "float32"))
        z = R.matmul(y, R.permute_dims(y))
        return z


@I.ir_module
class InPlace:
    @T.prim_func(s_tir=True)
    def accumulate(a: T.Buffer((4, 4), "float32"), b: T.Buffer((4, 4), "float32")):
        for i, j in T.grid(4, 4):
            with T.sblock("s"):
                vi, vj = T.axis.remap("SS", [i, j])
                a[vi, vj] = a[vi, vj] * T.float32(2) + b[vi, vj]

    @R.function
    def main(x: R.Tensor((4, 4), "float32"), y: R.Tensor((4, 4), "float32")) -> R.Tensor((4, 4), "float32"):
        cls = InPlace
        with R.dataflow():
            z = R.add(x, y)
            w = R.call_tir_inplace(cls.accumulate, (z, y), inplace_indices=[0], out_ty=R.Tensor((4, 4), "float32"))
            R.output(w)
        return w


@I.ir_module
class Repeated:
    @T.prim_func(s_tir=True)
    def repeat(va: T.handle, s: T.int64, vb: T.handle):
        n = T.int64()
        a = T.match_buffer(va, (n,), "float32")
        b = T.match_buffer(vb, (n * s,), "float32")
        for i in range(n * s):
            with T.sblock("s"):
                v = T.axis.spatial(n * s, i)
                b[v] = a[v // s] + T.cast(v % s, "float32")

    @R.function
    def main(x: R.Tensor(("n",), "float32"), sh: R.Shape(["s"])):
        n, s = T.int64(), T.int64()
        cls = Repeated
        w = R.call_tir(cls.repeat, (x, s), out_ty=R.Tensor((n * s,), "float32"))
        return w


@I.ir_module
class SeveralDtypes:
    @T.prim_func(s_tir=True)
    def halve(a: T.Buffer((5,), "int8"), b: T.Buffer((5,), "uint8"), c: T.Buffer((5,), "bool"), d: T.Buffer((), "float16")):
        for i in range(5):
            with T.sblock("s"):
                v = T.axis.spatial(5, i)
                b[v] = T.cast(a[v], "uint8") >> T.uint8(1)
                c[v] = a[v] < T.int8(0)
        with T.sblock("t"):
            d[()] = T.cast(a[2], "float16") / T.float16(3)

    @R.function
    def main(x: R.Tensor((5,), "int8")):
        cls = SeveralDtypes
        w = R.call_tir(cls.halve, (x,), out_ty=[R.Tensor((5,), "uint8"), R.Tensor((5,), "bool"), R.Tensor((), "float16")])
        return w


@I.ir_module
class LibraryOfC:
    @T.prim_func(s_tir=True)
    def wave(a: T.Buffer((6,), "float32"), b: T.Buffer((6,), "float32")):
        for i in range(6):
            with T.sblock("b"):
                v = T.axis.spatial(6, i)
                b[v] = T.call_pure_extern("float32", "sinf", a[v]) + T.call_extern("float32", "powf", a[v], T.float32(2))

    @T.prim_func(s_tir=True)
    def gamma(a: T.Buffer((6,), "float64"), b: T.Buffer((6,), "float64"), c: T.Buffer((6,), "int32")):
        for i in range(6):
            with T.sblock("b"):
                v = T.axis.spatial(6, i)
                b[v] = T.call_extern("float64", "atan2", a[v], T.call_pure_extern("float64", "tgamma", a[v]))
                c[v] = T.call_pure_extern("int32", "abs", T.cast(a[v] * 10.0, "int32"))

    @R.function
    def main(x: R.Tensor((6,), "float32"), y: R.Tensor((6,), "float64")):
        cls = LibraryOfC
        w = R.call_tir(cls.wave, (x,), out_ty=R.Tensor((6,), "float32"))
        g = R.call_tir(cls.gamma, (y,), out_ty=[R.Tensor((6,), "float64"), R.Tensor((6,), "int32")])
        return (w, g)


@I.ir_module
class NoSuchFunction:
    @T.prim_func(s_tir=True)
    def called(a: T.Buffer((6,), "float32"), b: T.Buffer((6,), "float32")):
        for i in range(6):
            with T.sblock("b"):
                v = T.axis.spatial(6, i)
                b[v] = T.call_pure_extern("float32", "no_such_function", a[v])

    @R.function
    def main(x: R.Tensor((6,), "float32")) -> R.Tensor((6,), "float32"):
        cls = NoSuchFunction
        return R.call_tir(cls.called, (x,), out_ty=R.Tensor((6,), "float32"))


MODULES = {
    "captured": (Captured, [floats(3), floats(3)]),
    "captured with sizes": (CapturedWithSizes, [floats(3), floats(3)]),
    "recursive closure": (RecursiveClosure, [floats(3), np.array(5, "int32")]),
    "mutual recursion": (Mutual, [floats(3), np.array(5, "int32")]),
    "growing recursion": (Growing, [floats(3), np.array(3, "int32")]),
    "nonzero": (Counted, [np.round(floats(3, 4))]),
    "unique": (Unique, [np.round(floats(3, 4))]),
    "run time by hand": (ByHand, [floats(6, 2), floats(6, 2)]),
    "numbers in tuples": (Numbers, [7, floats(3)]),
    "shapes": (Shapes, [floats(3, 5)]),
    "nested tuples": (Nested, [(floats(3), (floats(3), np.array([1, 2], "int32")))]),
    "unknown rank": (UnknownRank, [floats(3, 2)]),
    "in place": (InPlace, [floats(4, 4), floats(4, 4)]),
    "sizes of numbers": (Repeated, [floats(5), (3,)]),
    "several dtypes": (SeveralDtypes, [np.array([-128, -3, 77, 0, 127], "int8")]),
    "library of C": (LibraryOfC, [floats(6), floats(6).astype("float64")]),
}
