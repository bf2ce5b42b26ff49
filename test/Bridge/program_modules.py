"""Tensor programs: each construct at least once."""
import tvm
from tvm.script import ir as I
from tvm.script import tirx as T

_MAKERS = []


def _case(maker):
    _MAKERS.append(maker)
    return maker


def _module(function, name="main"):
    return tvm.IRModule({name: function})


@_case
def loops_of_all_kinds():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8, 8), "float32"), B: T.Buffer((4, 8, 8), "float32")):
        for i in T.parallel(4):
            for j in T.unroll(8):
                for k in T.vectorized(8):
                    with T.sblock("copy"):
                        vi, vj, vk = T.axis.remap("SSS", [i, j, k])
                        B[vi, vj, vk] = A[vi, vj, vk]
    return _module(main)


@_case
def loops_with_bounds_and_annotations():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32")):
        for i in range(2, 14):
            A[i] = T.float32(1)
        for i in T.serial(0, 4, annotations={"pragma_unroll": 1, "name": "x", "list": [1, 2]}):
            A[i] = T.float32(2)
        for i in T.serial(0, 16, step=4):
            A[i] = T.float32(3)
        for i in T.serial(1, 16, step=3):
            A[i] = T.float32(4)
    return _module(main)


@_case
def threads():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024,), "float32"), B: T.Buffer((1024,), "float32")):
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for v in T.thread_binding(2, thread="vthread.x"):
                for j in T.thread_binding(64, thread="threadIdx.x"):
                    with T.sblock("copy"):
                        vi = T.axis.spatial(1024, i * 128 + v * 64 + j)
                        B[vi] = A[vi] * T.float32(2)
    return _module(main)


@_case
def launched_threads():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        bx = T.launch_thread("blockIdx.x", 4)
        tx = T.launch_thread("threadIdx.x", 32)
        B[bx * 32 + tx] = A[bx * 32 + tx] + T.float32(1)
    return _module(main)


@_case
def shared_memory():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
        for bx in T.thread_binding(4, thread="blockIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                with T.sblock("kernel"):
                    vb, vt = T.axis.remap("SS", [bx, tx])
                    shared = T.sblock_alloc_buffer((32,), "float32", scope="shared")
                    local = T.sblock_alloc_buffer((1,), "float32", scope="local")
                    shared[vt] = A[vb * 32 + vt]
                    T.tvm_storage_sync("shared")
                    local[0] = shared[31 - vt]
                    B[vb * 32 + vt] = local[0]
    return _module(main)


@_case
def reductions():
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle, c: T.handle):
        n, m, k = T.int64(), T.int64(), T.int64()
        A = T.match_buffer(a, (n, k), "float32")
        B = T.match_buffer(b, (k, m), "float32")
        C = T.match_buffer(c, (n, m), "float32")
        for i, j, l in T.grid(n, m, k):
            with T.sblock("matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, l])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
    return _module(main)


@_case
def reduction_to_a_number():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32"), B: T.Buffer((), "float32")):
        for i in range(8):
            with T.sblock("sum"):
                vi = T.axis.reduce(8, i)
                with T.init():
                    B[()] = T.float32(0)
                B[()] = B[()] + A[vi]
    return _module(main)


@_case
def block_without_iterators():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((), "float32"), B: T.Buffer((), "float32")):
        with T.sblock("one"):
            B[()] = A[()] + T.float32(1)
    return _module(main)


@_case
def predicates_and_annotations():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((30,), "float32"), B: T.Buffer((30,), "float32")):
        for i, j in T.grid(4, 8):
            with T.sblock("copy"):
                vi = T.axis.spatial(30, i * 8 + j)
                T.where(i * 8 + j < 30)
                T.sblock_attr({"meta_schedule.tiling": "SS", "number": 4})
                B[vi] = A[vi]
    return _module(main)


@_case
def iterators_of_all_kinds():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 8), "float32")):
        for i, j in T.grid(7, 8):
            with T.sblock("scan"):
                vi = T.axis.scan(7, i)
                vj = T.axis.opaque(8, j)
                A[vi + 1, vj] = A[vi, vj] + A[vi + 1, vj]
    return _module(main)


@_case
def iterators_from_one():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8,), "float32")):
        for i in range(6):
            with T.sblock("middle"):
                vi = T.axis.spatial((1, 7), i + 1)
                A[vi] = T.float32(0)
    return _module(main)


@_case
def nested_blocks():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        for io, jo in T.grid(4, 4):
            with T.sblock("outer"):
                vio, vjo = T.axis.remap("SS", [io, jo])
                for ii, ji in T.grid(4, 4):
                    with T.sblock("inner"):
                        vi = T.axis.spatial(16, vio * 4 + ii)
                        vj = T.axis.spatial(16, vjo * 4 + ji)
                        B[vi, vj] = A[vi, vj] * T.float32(2)
    return _module(main)


@_case
def matched_buffers():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        for io, jo in T.grid(4, 4):
            with T.sblock("tile"):
                vi, vj = T.axis.remap("SS", [io, jo])
                T.reads(A[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4])
                T.writes(B[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4])
                s0, s1, offset = T.int32(), T.int32(), T.int32()
                a = T.match_buffer(A[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4], (4, 4), "float32", strides=[s0, s1],
                                   elem_offset=offset, offset_factor=1)
                b = T.match_buffer(B[vi * 4:vi * 4 + 4, vj * 4:vj * 4 + 4], (4, 4), "float32", offset_factor=1)
                for i, j in T.grid(4, 4):
                    b[i, j] = a[i, j] + T.Cast("float32", s0)
    return _module(main)


@_case
def allocations():
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n,), "float32")
        B = T.match_buffer(b, (n,), "float32")
        with T.sblock("root"):
            C = T.sblock_alloc_buffer((n,), "float32")
            D = T.sblock_alloc_buffer((4, 4), "float32", scope="local")
            for i in range(n):
                with T.sblock("first"):
                    vi = T.axis.spatial(n, i)
                    C[vi] = A[vi] * A[vi]
            for i in range(n):
                with T.sblock("second"):
                    vi = T.axis.spatial(n, i)
                    B[vi] = C[vi]
    return _module(main)


@_case
def annotated_root():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32")):
        with T.sblock("root"):
            T.sblock_attr({"meta_schedule.parallel": 16})
            for i in range(4):
                with T.sblock("set"):
                    vi = T.axis.spatial(4, i)
                    A[vi] = T.float32(1)
    return _module(main)


@_case
def branches_and_loops():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), B: T.Buffer((1,), "int32")):
        for i in range(16):
            if i < 8:
                A[i] = i
            elif A[i] > 3 and i != 9:
                A[i] = A[i] - 1
            else:
                A[i] = 0
        B[0] = 0
        while B[0] < 10:
            B[0] = B[0] + 3
    return _module(main)


@_case
def names_for_values():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        for i in range(16):
            x = T.let(A[i] + T.float32(1)) if False else A[i] + T.float32(1)
            j: T.let = (i + 3) % 16
            y: T.let = A[j] * T.float32(2)
            B[i] = x + y
    return _module(main)


@_case
def assertions():
    @T.prim_func(s_tir=True)
    def main(a: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n,), "float32")
        assert n > 4, "too few elements"
        A[0] = T.float32(1)
    return _module(main)


@_case
def integers():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32"), C: T.Buffer((12, 4), "int32")):
        for i in range(4):
            C[0, i] = A[i] + B[i] - A[i] * B[i]
            C[1, i] = T.truncdiv(A[i], B[i])
            C[2, i] = T.truncmod(A[i], B[i])
            C[3, i] = T.floordiv(A[i], B[i])
            C[4, i] = T.floormod(A[i], B[i])
            C[5, i] = T.min(A[i], B[i])
            C[6, i] = T.max(A[i], B[i])
            C[7, i] = T.bitwise_and(A[i], B[i])
            C[8, i] = T.bitwise_or(A[i], T.bitwise_xor(B[i], T.bitwise_not(A[i])))
            C[9, i] = T.shift_left(A[i], T.shift_right(B[i], 2))
            C[10, i] = T.abs(A[i]) + T.popcount(A[i])
            C[11, i] = T.Select(A[i] > B[i], A[i], B[i])
    return _module(main)


@_case
def unsigned_integers():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "uint8"), B: T.Buffer((4,), "uint8"), C: T.Buffer((8, 4), "uint8"), D: T.Buffer((4,), "bool")):
        for i in range(4):
            C[0, i] = A[i] + B[i]
            C[1, i] = T.truncdiv(A[i], B[i])
            C[2, i] = T.truncmod(A[i], B[i])
            C[3, i] = T.floordiv(A[i], B[i])
            C[4, i] = T.floormod(A[i], B[i])
            C[5, i] = T.min(A[i], B[i])
            C[6, i] = T.max(A[i], B[i])
            C[7, i] = T.shift_right(A[i], B[i])
            D[i] = A[i] < B[i]
    return _module(main)


@_case
def floats():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), C: T.Buffer((30, 4), "float32")):
        for i in range(4):
            C[0, i] = A[i] + B[i] - A[i] * B[i] / A[i]
            C[1, i] = T.min(A[i], B[i])
            C[2, i] = T.max(A[i], B[i])
            C[3, i] = T.exp(A[i]) + T.log(A[i]) + T.log2(A[i]) + T.log10(A[i]) + T.log1p(A[i])
            C[4, i] = T.sqrt(A[i]) + T.rsqrt(A[i]) + T.sigmoid(A[i]) + T.erf(A[i])
            C[5, i] = T.sin(A[i]) + T.cos(A[i]) + T.tan(A[i]) + T.tanh(A[i])
            C[6, i] = T.asin(A[i]) + T.acos(A[i]) + T.atan(A[i]) + T.atan2(A[i], B[i])
            C[7, i] = T.sinh(A[i]) + T.cosh(A[i]) + T.asinh(A[i]) + T.acosh(A[i]) + T.atanh(A[i])
            C[8, i] = T.floor(A[i]) + T.ceil(A[i]) + T.trunc(A[i]) + T.round(A[i]) + T.nearbyint(A[i])
            C[9, i] = T.pow(A[i], B[i]) + T.fabs(A[i]) + T.exp2(A[i]) + T.exp10(A[i])
            C[10, i] = T.fmod(A[i], B[i]) + T.copysign(A[i], B[i])
            C[11, i] = T.if_then_else(T.isnan(A[i]), T.float32(0), A[i])
            C[12, i] = T.Select(A[i] >= B[i], T.float32("inf"), T.float32("-inf"))
            C[13, i] = T.Select(A[i] == B[i], T.float32("nan"), T.float32(1e-7))
    return _module(main)


@_case
def truth_values():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "bool"), B: T.Buffer((4,), "bool"), C: T.Buffer((5, 4), "bool"), D: T.Buffer((4,), "float32")):
        for i in range(4):
            C[0, i] = A[i] and B[i]
            C[1, i] = A[i] or not B[i]
            C[2, i] = T.bool(True)
            C[3, i] = D[i] != T.float32(0)
            C[4, i] = T.isnan(D[i])
    return _module(main)


@_case
def casts():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32"), C: T.Buffer((4,), "uint8"), D: T.Buffer((4,), "bool"),
             E: T.Buffer((4,), "float16"), F: T.Buffer((4,), "int64"), G: T.Buffer((4,), "bfloat16")):
        for i in range(4):
            B[i] = T.Cast("int32", A[i])
            C[i] = T.Cast("uint8", B[i])
            D[i] = T.Cast("bool", A[i])
            E[i] = T.Cast("float16", A[i])
            A[i] = T.Cast("float32", C[i]) + T.Cast("float32", D[i]) + T.Cast("float32", B[i]) + T.Cast("float32", E[i])
            F[i] = T.Cast("int64", B[i]) + T.Cast("int64", C[i]) + T.Cast("int64", i)
            G[i] = T.Cast("bfloat16", A[i])
            B[i] = T.reinterpret("int32", A[i])
    return _module(main)


@_case
def numbers_of_loops_as_values():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "int64")):
        for i, j in T.grid(4, 8):
            with T.sblock("iota"):
                vi, vj = T.axis.remap("SS", [i, j])
                A[vi, vj] = T.Cast("float32", vi * 8 + vj)
                B[vi, vj] = T.Cast("int64", vi) * T.int64(8) + T.Cast("int64", vj % 3)
    return _module(main)


@_case
def indices_from_data():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), I32: T.Buffer((8,), "int32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.sblock("gather"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[T.min(T.max(I32[vi], 0), 15)]
    return _module(main)


@_case
def strides_and_starts():
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle, c: T.handle):
        s, start = T.int64(), T.int64()
        A = T.match_buffer(a, (4, 4), "float32", strides=(8, 1))
        B = T.match_buffer(b, (4, 4), "float32", strides=(s, 1))
        C = T.match_buffer(c, (4, 4), "float32", elem_offset=start, offset_factor=4)
        for i, j in T.grid(4, 4):
            with T.sblock("copy"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]
                C[vi, vj] = A[vi, vj]
    return _module(main)


@_case
def symbolic_sizes():
    @T.prim_func(s_tir=True)
    def main(a: T.handle, b: T.handle, m: T.int64, c: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n, n * 2 + 1), "float32")
        B = T.match_buffer(b, (n // 4, m), "float32")
        C = T.match_buffer(c, (n + m,), "float32")
        for i in range(n + m):
            with T.sblock("set"):
                vi = T.axis.spatial(n + m, i)
                C[vi] = A[0, vi // 2] + B[0, 0]
    return _module(main)


@_case
def functions_outside():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = T.call_extern("float32", "erff", A[i])
            A[i] = T.call_pure_extern("float32", "erfcf", A[i])
        T.evaluate(T.call_extern("int32", "side_effect", T.int32(4)))
        T.evaluate(T.call_extern("void", "on_buffer", T.address_of(A[0]), A.data))
    return _module(main)


@_case
def packed_functions():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        T.evaluate(T.call_packed("my.packed", T.int32(4), T.float32(2)))
        B[0] = A[0]
    return _module(main)


@_case
def vectors():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), C: T.Buffer((64,), "int32")):
        for i in range(16):
            B[T.Ramp(i * 4, 1, 4)] = A[T.Ramp(i * 4, 1, 4)] * T.Broadcast(T.float32(2), 4)
        B[T.Ramp(0, 2, 8)] = A[T.Ramp(1, 3, 8)]
        C[T.Ramp(0, 1, 4)] = T.Ramp(10, 5, 4)
        B[T.Ramp(0, 1, 4)] = T.Cast("float32x4", C[T.Ramp(0, 1, 4)])
        B[T.Ramp(0, 1, 4)] = T.Select(A[T.Ramp(0, 1, 4)] > B[T.Ramp(0, 1, 4)], A[T.Ramp(0, 1, 4)], B[T.Ramp(0, 1, 4)])
        B[0] = T.Shuffle([A[T.Ramp(0, 1, 4)]], [2])
    return _module(main)


@_case
def buffers_of_vectors():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32x4"), B: T.Buffer((16,), "float32x4")):
        for i in range(16):
            B[i] = A[i] + A[i]
    return _module(main)


@_case
def opaque_form():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
        T.func_attr({"tirx.noalias": True, "tirx.is_scheduled": True, "op_pattern": 2})
        for i in range(16):
            for j in range(16):
                B[i, j] = A[j, i]
    return _module(main)


@_case
def attributes():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target("llvm"), "layout_free_buffers": [1, 2], "operator_name": "relax.add",
                     "dlight.do_not_tensorize": True})
        A[0] = T.float32(1)
    return _module(main)


@_case
def allocated_by_statements():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        C = T.alloc_buffer((16,), "float32")
        D = T.decl_buffer((4, 4), "float32", data=C.data)
        for i in range(16):
            C[i] = A[i]
        for i, j in T.grid(4, 4):
            B[i * 4 + j] = D[i, j]
    return _module(main)


@_case
def empty_program():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32")):
        T.evaluate(0)
    return _module(main)


@_case
def assumptions():
    @T.prim_func(s_tir=True)
    def main(a: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n,), "float32")
        T.evaluate(T.assume(n > 4))
        for i in range(n):
            if T.likely(i < 100):
                A[i] = T.float32(1)
            if T.ignore_loop_partition(i < 50):
                A[i] = T.float32(2)
    return _module(main)


@_case
def where_a_statement_runs():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32")):
        with T.attr("default", "device_id", 0):
            with T.attr("default", "device_type", 1):
                for i in range(4):
                    A[i] = T.float32(1)
    return _module(main)


@_case
def private_and_public():
    @I.ir_module
    class Module:
        @T.prim_func(private=True, s_tir=True)
        def hidden(A: T.Buffer((4,), "float32")):
            A[0] = T.float32(1)

        @T.prim_func(s_tir=True)
        def shown(A: T.Buffer((4,), "float32")):
            A[0] = T.float32(1)
    return Module


def modules():
    """Name and maker of each module."""
    for maker in _MAKERS:
        yield f"tir {maker.__name__.replace('_', ' ')}", maker
