"""Modules of the graph level: each construct at least once."""
import numpy as np
import tvm
from tvm import relax
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T

_MAKERS = []


def _case(maker):
    _MAKERS.append(maker)
    return maker


@_case
def types_of_parameters():
    @I.ir_module
    class Module:
        @R.function
        def main(a: R.Tensor, b: R.Tensor(dtype="float32"), c: R.Tensor(ndim=2), d: R.Tensor(("n", "n * 2 + 1"), "float16"),
                 e: R.Shape, f: R.Shape(ndim=3), g: R.Shape(["m", 4]), h: R.Any, i: R.Prim("int64"), j: R.Prim("bool"),
                 k: R.Prim("float32"), l: R.Tuple(R.Tensor((4,), "int8"), R.Tuple(R.Any, R.Shape(ndim=1))), o: R.Tuple()):
            return l
    return Module


@_case
def types_of_elements():
    dtypes = ("int4 int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 bfloat16 bool float8_e4m3fn "
              "float8_e5m2 float8_e4m3 float8_e3m4 float8_e4m3fnuz float8_e5m2fnuz float8_e4m3b11fnuz float8_e8m0fnu "
              "float4_e2m1fn float6_e2m3fn float6_e3m2fn").split()
    builder = relax.BlockBuilder()
    parameters = [relax.Var(f"x{i}", R.Tensor((2, 3), dtype)) for i, dtype in enumerate(dtypes)]
    with builder.function("main", parameters):
        builder.emit_func_output(relax.Tuple(parameters))
    return builder.get()


@_case
def callables():
    @I.ir_module
    class Module:
        @R.function
        def main(f: R.Callable((R.Tensor((4,), "float32"),), R.Tensor((4,), "float32"), True),
                 g: R.Callable((R.Tensor(("n",), "float32"),), R.Tensor(("n",), "float32"), True),
                 x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            y = f(x)
            return y

        @R.function(pure=False)
        def effect(f: R.Callable((R.Tensor((4,), "float32"),), R.Any, False), x: R.Tensor((4,), "float32")):
            y = f(x)
            return y
    return Module


@_case
def dataflow_regions():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor(("n", 4), "float32")):
            with R.dataflow():
                a = R.add(x, x)
                b = R.multiply(a, x)
                c = a
                R.output(b, c)
            d = R.subtract(b, c)
            with R.dataflow():
                e = R.exp(d)
                R.output(e)
            return (d, e)
    return Module


@_case
def empty_function():
    @I.ir_module
    class Module:
        @R.function
        def main():
            return R.tuple()

        @R.function(private=True)
        def hidden(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            return x
    return Module


@_case
def branches():
    @I.ir_module
    class Module:
        @R.function
        def main(c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            if c:
                a = R.add(x, x)
                y = R.exp(a)
            else:
                y = R.negative(x)
            return y

        @R.function
        def scalar(c: R.Prim("bool"), x: R.Tensor((4,), "float32"), z: R.Tensor((8,), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
            if c:
                y: R.Tensor(ndim=1, dtype="float32") = x
            else:
                y: R.Tensor(ndim=1, dtype="float32") = z
            return y

        @R.function
        def nested(c: R.Tensor((), "bool"), d: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            if c:
                if d:
                    z = R.exp(x)
                else:
                    z = R.log(x)
                y = R.add(z, x)
            else:
                y = x
            return y
    return Module


@_case
def calls_of_functions():
    @I.ir_module
    class Module:
        @R.function
        def double(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
            y = R.add(x, x)
            return y

        @R.function(private=True)
        def pair(x: R.Tensor(("n",), "float32")) -> R.Tuple(R.Tensor(("n",), "float32"), R.Tensor(("n",), "float32")):
            return (x, x)

        @R.function(pure=False)
        def noisy(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            _ = R.print(x, format="x = {}")
            return x

        @R.function
        def main(x: R.Tensor(("k", ), "float32")):
            cls = Module
            a = cls.double(x)
            b = cls.pair(a)
            c = b[0]
            d = b[1]
            return (c, d)

        @R.function(pure=False)
        def loud(x: R.Tensor((4,), "float32")):
            cls = Module
            y = cls.noisy(x)
            return y
    return Module


@_case
def recursion_of_functions():
    @I.ir_module
    class Module:
        @R.function
        def main(c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            cls = Module
            if c:
                y = x
            else:
                y = cls.main(c, x)
            return y
    return Module


@_case
def local_functions():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            @R.function
            def inner(z: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
                w = R.add(z, y)
                return w

            a = inner(x)
            b = inner(a)
            return b

        @R.function
        def symbolic(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
            @R.function
            def inner(z: R.Tensor(("m",), "float32")) -> R.Tensor(("m",), "float32"):
                w = R.add(z, z)
                return w

            a = inner(x)
            return a
    return Module


@_case
def local_function_with_effects():
    @I.ir_module
    class Module:
        @R.function(pure=False)
        def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            @R.function(pure=False)
            def inner(z: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
                _ = R.print(z, format="{}")
                return z

            a = inner(x)
            return a
    return Module


@_case
def closures():
    @I.ir_module
    class Module:
        @R.function(private=True)
        def add(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            z = R.add(x, y)
            return z

        @R.function
        def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            cls = Module
            f = R.make_closure(cls.add, (x,))
            y = R.invoke_pure_closure(f, (x,), ty_args=(R.Tensor((4,), "float32"),))
            return y

        @R.function(pure=False)
        def effect(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            cls = Module
            f = R.make_closure(cls.add, (x,))
            y = R.invoke_closure(f, (x,), ty_args=(R.Tensor((4,), "float32"),))
            return y
    return Module


@_case
def tuples():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4, 6), "float32"), t: R.Tuple(R.Tensor((4,), "float32"), R.Tensor((2,), "int32"))):
            a = R.split(x, 2, 1)
            b = a[0]
            c = (b, x, (t, a))
            d = c[2]
            e = d[1]
            f = e[1]
            g = t[1]
            return (c, f, g)

        @R.function
        def whole(x: R.Tensor((4, 6), "float32")):
            with R.dataflow():
                a = R.split(x, 2, 1)
                R.output(a)
            return a
    return Module


@_case
def shapes():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor(("n", "m"), "float32")):
            n = T.int64()
            m = T.int64()
            a = R.shape([n * 2, m + 1, 4])
            b = R.shape_of(x)
            c = R.reshape(x, R.shape([n * m]))
            d = R.shape([])
            return (a, b, c, d)
    return Module


@_case
def symbolic_expressions():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor(("n", "m"), "float32")):
            n = T.int64()
            m = T.int64()
            a = R.shape([n + m, n - m + 100, n * m, n // 4, n % 4, T.min(n, m), T.max(n, 512), (n + 3) // 4 * 4])
            b = R.shape([T.truncdiv(n, T.int64(2)), T.truncmod(n + 1, T.int64(3)), T.shift_left(n, T.int64(2)),
                         T.shift_right(n, T.int64(3))])
            return (a, b)
    return Module


@_case
def symbols_of_one_name():
    n, other = tvm.tirx.Var("n", "int64"), tvm.tirx.Var("n", "int64")
    strange = tvm.tirx.Var("batch size", "int64")
    word = tvm.tirx.Var("min", "int64")
    builder = relax.BlockBuilder()
    x = relax.Var("x", R.Tensor([n, other], "float32"))
    y = relax.Var("x", R.Tensor([strange, word], "float32"))
    with builder.function("main", [x, y]):
        a = builder.emit(relax.op.add(x, x))
        b = builder.emit(relax.op.add(y, y))
        builder.emit_func_output(relax.Tuple([a, b]))
    return builder.get()


@_case
def match_casts():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor(ndim=2, dtype="float32"), y: R.Any, s: R.Shape(ndim=2)):
            n = T.int64()
            m = T.int64()
            k = T.int64()
            a = R.match_cast(x, R.Tensor((n, m), "float32"))
            b = R.match_cast(y, R.Tuple(R.Tensor((n,), "float32"), R.Tensor((k,), "float32")))
            c = R.match_cast(s, R.Shape([n, k * 2]))
            d = R.add(a, a)
            return (b, c, d)

        @R.function
        def inside(x: R.Tensor("float32")):
            n = T.int64()
            with R.dataflow():
                a = R.match_cast(x, R.Tensor((n, 4), "float32"))
                b = R.exp(a)
                R.output(b)
            c = R.reshape(b, R.shape([n * 4]))
            return c

        @R.function
        def hidden(x: R.Tensor("float32"), y: R.Tensor("float32")):
            n = T.int64()
            with R.dataflow():
                a = R.match_cast(x, R.Tensor((n, 4), "float32"))
                b = R.sum(a)
                R.output(b)
            c = R.match_cast(y, R.Tensor((n, 3), "float32"))
            return (b, c)
    return Module


@_case
def shapes_that_are_values():
    @I.ir_module
    class Module:
        @R.function
        def main(s: R.Shape(ndim=2), x: R.Tensor(dtype="float32")):
            a: R.Tensor(s, "float32") = R.match_cast(x, R.Tensor(s, "float32"))
            b = R.exp(a)
            return b
    return Module


@_case
def scalars():
    @I.ir_module
    class Module:
        @R.function
        def main(n: R.Prim("int64"), f: R.Prim("float32"), c: R.Prim("bool"), x: R.Tensor(("k",), "float32")):
            k = T.int64()
            a = R.prim_value(k + 1)
            b = R.prim_value(T.float32(2.5))
            d = R.prim_value(True)
            return (n, f, c, a, b, d)

        @R.function
        def size(n: R.Prim("int64")):
            a = R.zeros(R.shape([n, n * 2]), "float32")
            return (a, n)

        @R.function
        def caller(x: R.Tensor(("k",), "float32")):
            k = T.int64()
            cls = Module
            a = cls.size(k + 1)
            return a
    return Module


@_case
def constants():
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal((4, 5)).astype("float32"), np.float32(2.5), np.array([1, 2, 3], "int64"),
              np.array([True, False]), np.zeros((0, 3), "float32"), np.array([np.nan, np.inf, -np.inf, 0.1], "float32"),
              rng.integers(-9, 9, (30,)).astype("int8"), np.array([[1, 2], [3, 4]], "uint8"), np.full((100,), True),
              np.arange(20, dtype="float64"), np.array([np.nan, 1e-8, 65504], "float16"), np.arange(40) % 3 == 0]
    builder = relax.BlockBuilder()
    with builder.function("main", []):
        values = [builder.emit(relax.const(array)) for array in arrays]
        builder.emit_func_output(relax.Tuple(values))
    return builder.get()


@_case
def narrow_constants():
    import ml_dtypes
    arrays = [np.arange(20).astype(dtype) for dtype in (ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2)]
    arrays += [np.array([1, 2], ml_dtypes.bfloat16)]
    builder = relax.BlockBuilder()
    with builder.function("main", []):
        values = [builder.emit(relax.const(tvm.runtime.tensor(array), str(array.dtype))) for array in arrays]
        builder.emit_func_output(relax.Tuple(values))
    return builder.get()


@_case
def functions_outside():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4,), "float32"), s: R.Shape([4])):
            with R.dataflow():
                a = R.call_dps_packed("my.gelu", (x,), out_ty=R.Tensor((4,), "float32"))
                b = R.call_dps_packed("my.pair", (x, a), out_ty=[R.Tensor((4,), "float32"), R.Tensor((2,), "int32")])
                c = R.call_pure_packed("my.pure", x, s, ty_args=(R.Tensor((4,), "float32"),))
                R.output(a, b, c)
            return (a, b, c)

        @R.function(pure=False)
        def effect(x: R.Tensor((4,), "float32")):
            a = R.call_packed("my.log", x, ty_args=(R.Tensor((4,), "float32"),))
            _ = R.call_packed("my.void", x, ty_args=(R.Tuple(),))
            b = R.call_inplace_packed("my.relu_", x, inplace_indices=[0], ty_args=(R.Tensor((4,), "float32"),))
            c = R.call_builtin_with_ctx("vm.builtin.copy", (x,), ty_args=(R.Tensor((4,), "float32"),))
            return (a, b, c)
    return Module


@_case
def effects():
    @I.ir_module
    class Module:
        @R.function(pure=False)
        def main(c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")):
            _ = R.print(x, x, format="{} and {}")
            _1 = R.print(format="nothing \"quoted\"\n")
            _2 = R.assert_op(c, x, format="x is {}")
            _3 = R.assert_op(c, format="simply")
            return x
    return Module


@_case
def kernels():
    @I.ir_module
    class Module:
        @T.prim_func(private=True, s_tir=True)
        def scale(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
            for i in range(4):
                with T.sblock("scale"):
                    vi = T.axis.spatial(4, i)
                    B[vi] = A[vi] * T.float32(2)

        @T.prim_func(private=True, s_tir=True)
        def two(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
            for i in range(4):
                with T.sblock("two"):
                    vi = T.axis.spatial(4, i)
                    B[vi] = A[vi]
                    C[vi] = A[vi] + T.float32(1)

        @T.prim_func(private=True, s_tir=True)
        def bump(A: T.Buffer((4,), "float32")):
            for i in range(4):
                with T.sblock("bump"):
                    vi = T.axis.spatial(4, i)
                    A[vi] = A[vi] + T.float32(1)

        @R.function
        def main(x: R.Tensor((4,), "float32")):
            cls = Module
            with R.dataflow():
                a = R.call_tir(cls.scale, (x,), out_ty=R.Tensor((4,), "float32"))
                b = R.call_tir(cls.two, (a,), out_ty=[R.Tensor((4,), "float32"), R.Tensor((4,), "float32")])
                c = b[0]
                d = R.add(c, b[1])
                R.output(d)
            return d

        @R.function
        def overwrite(x: R.Tensor((4,), "float32")):
            cls = Module
            a = R.call_tir(cls.scale, (x,), out_ty=R.Tensor((4,), "float32"))
            b = R.call_tir_inplace(cls.bump, (a,), inplace_indices=[0], out_ty=R.Tensor((4,), "float32"))
            return b

        @R.function
        def derivable(x: R.Tensor((4,), "float32")):
            cls = Module
            a = R.call_tir_with_grad(cls.scale, (x,), out_ty=R.Tensor((4,), "float32"), te_grad_name="scale_grad",
                                     te_grad_kwargs={"k": 1.5, "i": 3})
            return a
    return Module


@_case
def overwriting_in_a_region():
    @I.ir_module
    class Module:
        @T.prim_func(private=True, s_tir=True)
        def bump(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
            for i in range(4):
                with T.sblock("bump"):
                    vi = T.axis.spatial(4, i)
                    A[vi] = A[vi] + B[vi]

        @R.function
        def main(x: R.Tensor((4,), "float32")):
            cls = Module
            with R.dataflow():
                a = R.exp(x)
                b = R.call_tir_inplace(cls.bump, (a, x), inplace_indices=[0], out_ty=R.Tensor((4,), "float32"))
                R.output(b)
            return b
    return Module


@_case
def kernels_with_sizes():
    @I.ir_module
    class Module:
        @T.prim_func(private=True, s_tir=True)
        def pad(a: T.handle, n: T.int64, b: T.handle):
            k = T.int64()
            A = T.match_buffer(a, (k,), "float32")
            B = T.match_buffer(b, (k + n,), "float32")
            for i in range(k + n):
                with T.sblock("pad"):
                    vi = T.axis.spatial(k + n, i)
                    B[vi] = T.if_then_else(vi < k, A[vi], T.float32(0))

        @R.function
        def main(x: R.Tensor(("k",), "float32")):
            k = T.int64()
            cls = Module
            a = R.call_tir(cls.pad, (x, k * 2), out_ty=R.Tensor((k * 3,), "float32"))
            return a
    return Module


@_case
def kernels_with_floats():
    @I.ir_module
    class Module:
        @T.prim_func(private=True, s_tir=True)
        def scale(A: T.Buffer((4,), "float32"), f: T.float32, B: T.Buffer((4,), "float32")):
            for i in range(4):
                with T.sblock("scale"):
                    vi = T.axis.spatial(4, i)
                    B[vi] = A[vi] * f

        @R.function
        def main(x: R.Tensor((4,), "float32")):
            cls = Module
            y = R.call_tir(cls.scale, (x, R.prim_value(T.float32(2.5))), out_ty=R.Tensor((4,), "float32"))
            return y
    return Module


@_case
def explicit_memory():
    @I.ir_module
    class Module:
        @T.prim_func(private=True, s_tir=True)
        def scale(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
            for i in range(4):
                with T.sblock("scale"):
                    vi = T.axis.spatial(4, i)
                    B[vi] = A[vi] * T.float32(2)

        @R.function(pure=False)
        def main(x: R.Tensor((4,), "float32")):
            cls = Module
            storage = R.memory.alloc_storage(R.shape([16]), R.prim_value(0), R.str("global"), R.dtype("float32"))
            a = R.memory.alloc_tensor(storage, R.prim_value(0), R.shape([4]), R.dtype("float32"))
            _ = cls.scale(x, a)
            b = R.builtin.alloc_tensor(R.shape([4]), R.dtype("float32"), R.prim_value(0), R.str("global"))
            _1 = cls.scale(a, b)
            _2 = R.memory.kill_tensor(a)
            _3 = R.memory.kill_storage(storage)
            return b

        @R.function(pure=False)
        def machine(x: R.Tensor((4,), "float32")):
            cls = Module
            storage = R.vm.alloc_storage(R.shape([16]), R.prim_value(0), R.dtype("uint8"), R.str("global"))
            a = R.vm.alloc_tensor(storage, R.prim_value(0), R.shape([4]), R.dtype("float32"))
            _ = R.vm.call_tir_dyn(cls.scale, (x, a))
            _1 = R.vm.kill_object(storage)
            return a
    return Module


@_case
def devices():
    @I.ir_module
    class Module:
        I.module_global_infos({"vdevice": [I.vdevice("llvm"), I.vdevice("cuda", 0), I.vdevice({"kind": "cuda"}, 1, "shared")]})

        @R.function
        def main(x: R.Tensor((4,), "float32", "llvm"), y: R.Tensor(("n",), "float32", "cuda:0")):
            a = R.to_vdevice(x, "cuda:0")
            b = R.add(a, a)
            return (b, y)

        @R.function
        def hint(x: R.Tensor((4,), "float32")):
            a = R.hint_on_device(x, tvm.cuda(0))
            return a
    return Module


@_case
def meshes():
    mesh = relax.distributed.DeviceMesh((2, 2), tvm.ir.Range(0, 4))
    odd = relax.distributed.DeviceMesh((2,), [4, 5])
    placement = relax.distributed.Placement.from_text("S[0], R")
    type = relax.distributed.DTensorType(R.Tensor((8, 4), "float32"), mesh, placement)
    other = relax.distributed.DTensorType(R.Tensor((8, 4), "float32"), odd, relax.distributed.Placement.from_text("R"))
    builder = relax.BlockBuilder()
    x, y = relax.Var("x", type), relax.Var("y", other)
    with builder.function("main", [x, y]):
        builder.emit_func_output(relax.Tuple([x, y]))
    return builder.get()


@_case
def sharding():
    mesh = relax.distributed.DeviceMesh((2,), tvm.ir.Range(0, 2))
    builder = relax.BlockBuilder()
    x = relax.Var("x", R.Tensor((8, 4), "float32"))
    with builder.function("main", [x]):
        a = builder.emit(relax.op.distributed.annotate_sharding(x, mesh, relax.distributed.Placement.from_text("S[0]")))
        b = builder.emit(relax.op.distributed.redistribute_replica_to_shard(x, 2, 0))
        builder.emit_func_output(relax.Tuple([a, b]))
    return builder.get()


@_case
def attributes():
    @I.ir_module
    class Module:
        I.module_attrs({"system_lib_prefix": "hello_", "mod_name": "m", "numbers": [1, 2.5, "three"]})

        @R.function
        def main(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, 4), "float32")):
            R.func_attr({"num_input": 1, "tir_var_upper_bound": {"n": 1024}, "tir_non_negative_var": ["n"],
                         "relax.rewrite_cuda_graph.capture_symbolic_vars": ["n"]})
            y = R.matmul(x, w)
            return y

        @R.function(private=True)
        def fused(x: R.Tensor((4,), "float32")):
            R.func_attr({"Primitive": True, "Composite": "lib.exp", "Codegen": "lib", "WorkspaceSize": 12})
            y = R.exp(x)
            return y

        @R.function
        def forced(x: R.Tensor((4,), "float32")):
            R.func_attr({"relax.force_pure": True})
            _ = R.print(x, format="{}")
            return x
    return Module


@_case
def annotations_that_say_less():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor((4, 4), "float32")) -> R.Tensor(ndim=2, dtype="float32"):
            a: R.Tensor(ndim=2, dtype="float32") = R.add(x, x)
            b: R.Tensor(dtype="float32") = a
            c: R.Any = b
            d = R.match_cast(c, R.Tensor((4, 4), "float32"))
            return d
    return Module


@_case
def functions_as_values():
    @I.ir_module
    class Module:
        @R.function(private=True)
        def double(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            y = R.add(x, x)
            return y

        @R.function
        def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            cls = Module
            f = cls.double
            y = f(x)
            return y
    return Module


@_case
def conditions_of_sizes():
    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Tensor(("n",), "float32")):
            n = T.int64()
            if n < 16:
                y = R.exp(x)
            else:
                y = R.log(x)
            return y
    return Module


@_case
def conditions_that_are_numbers():
    @I.ir_module
    class Module:
        @R.function
        def main(c: R.Tensor((), "int32"), d: R.Tensor((), "uint8"), x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
            n = R.subtract(c, R.const(1, "int32"))
            if n:
                y = R.exp(x)
            else:
                y = R.negative(x)
            if d:
                z = R.add(y, y)
            else:
                z = R.log(y)
            return z
    return Module


@_case
def python_functions():
    builder = relax.BlockBuilder()
    x = relax.Var("x", R.Tensor((4,), "float32"))
    with builder.function("main", [x]):
        y = builder.emit(relax.op.call_py_func(R.str("my_softplus"), (x,), out_ty=R.Tensor((4,), "float32")))
        builder.emit_func_output(y)
    return builder.get()


@_case
def shape_that_no_parameter_is():
    x = relax.Var("x", relax.TensorType(relax.Var("s", relax.ShapeType(ndim=2)), "float32"))
    builder = relax.BlockBuilder()
    with builder.function("main", [x]):
        builder.emit_func_output(builder.emit(relax.op.exp(x)))
    return builder.get()


def modules():
    """Name and maker of each module."""
    for maker in _MAKERS:
        yield maker.__name__.replace("_", " "), maker


_RUNS = ("branches", "dataflow regions", "calls of functions", "local functions", "closures", "kernels", "overwriting in a region",
         "kernels with sizes", "kernels with floats", "annotations that say less", "functions as values", "conditions of sizes",
         "conditions that are numbers", "constants")


def runs():
    """Name and maker of each module whose `main` can be called with tensors."""
    for name, maker in modules():
        if name in _RUNS:
            yield name, maker
