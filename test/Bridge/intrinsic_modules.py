"""Tensor programs with what threads do together, exits from loops, functions
of C's library."""
import tvm
from tvm.script import tirx as T

_MAKERS = []


def _case(maker):
    _MAKERS.append(maker)
    return maker


def _module(function):
    return tvm.IRModule({"main": function})


@_case
def sum_of_threads():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 64), "float32"), B: T.Buffer((8,), "float32")):
        for i in T.thread_binding(8, thread="blockIdx.x"):
            for k in T.thread_binding(64, thread="threadIdx.x"):
                with T.sblock("sum"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    with T.init():
                        B[vi] = T.float32(0)
                    B[vi] = B[vi] + A[vi, vk]
    return tvm.s_tir.transform.LowerCrossThreadReduction()(_module(main))


@_case
def maximum_of_some_threads():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8, 16), "float32"), B: T.Buffer((4, 8), "float32")):
        for i in T.thread_binding(4, thread="blockIdx.x"):
            for j in T.thread_binding(8, thread="threadIdx.y"):
                for k in T.thread_binding(16, thread="threadIdx.x"):
                    with T.sblock("max"):
                        vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                        with T.init():
                            B[vi, vj] = T.min_value("float32")
                        B[vi, vj] = T.max(B[vi, vj], A[vi, vj, vk])
    return tvm.s_tir.transform.LowerCrossThreadReduction()(_module(main))


@_case
def maximum_that_threads_join():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 16), "float32"), B: T.Buffer((4,), "float32")):
        for i in T.thread_binding(4, thread="blockIdx.x"):
            for k in T.thread_binding(16, thread="threadIdx.x"):
                with T.sblock("max"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    with T.init():
                        B[vi] = T.min_value("float32")
                    B[vi] = T.max(B[vi], A[vi, vk])
    return _module(main)


@_case
def virtual_threads_around_threads():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
        shared = T.sblock_alloc_buffer((4, 8), scope="shared")
        for i in T.thread_binding(2, thread="blockIdx.x"):
            for v in T.thread_binding(2, thread="vthread.x"):
                for j in T.thread_binding(8, thread="threadIdx.x"):
                    for k in range(2):
                        for jj in T.thread_binding(8, thread="threadIdx.x"):
                            with T.sblock("copy"):
                                vi, vj = T.axis.spatial(4, 2 * i + k), T.axis.spatial(8, jj)
                                shared[vi, vj] = A[vi, vj]
                    with T.sblock("turn"):
                        vi, vj = T.axis.spatial(4, 2 * i + v), T.axis.spatial(8, j)
                        B[vi, vj] = shared[vi, 7 - vj] + T.float32(1)
    return _module(main)


@_case
def sum_of_threads_without_blocks():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 64), "float32"), B: T.Buffer((8,), "float32")):
        i = T.launch_thread("blockIdx.x", 8)
        total = T.alloc_buffer((1,), "float32", scope="local")
        k = T.launch_thread("threadIdx.x", 64)
        with T.attr(T.comm_reducer(lambda x, y: x + y, [T.float32(0)]), "reduce_scope", T.int32(0)):
            T.evaluate(T.tvm_thread_allreduce(T.uint32(1), A[i, k], k < 32, total[0], k))
        if k == 0:
            B[i] = total[0]
    return _module(main)


@_case
def exchanges_in_a_warp():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((32,), "float32"), B: T.Buffer((4, 32), "float32")):
        for i in T.thread_binding(32, thread="threadIdx.x"):
            B[0, i] = T.tvm_warp_shuffle(T.tvm_warp_activemask(), A[i], 3, 32, 32)
            B[1, i] = T.tvm_warp_shuffle_up(T.tvm_warp_activemask(), A[i], 1, 32, 32)
            B[2, i] = T.tvm_warp_shuffle_down(T.tvm_warp_activemask(), A[i], 2, 16, 32)
            B[3, i] = T.tvm_warp_shuffle_xor(T.tvm_warp_activemask(), A[i], 4, 32, 32)
    return _module(main)


@_case
def loops_that_end_early():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "int32"), C: T.Buffer((1,), "int32")):
        for i in range(16):
            B[i] = 0
        for i in range(16):
            if A[i] == 2:
                if i > 4:
                    T.evaluate(T.break_loop())
                T.evaluate(T.continue_loop())
            B[i] = A[i] + 1
        C[0] = 0
        while C[0] < 100:
            C[0] = C[0] + 1
            if C[0] % 7 == 0:
                T.evaluate(T.break_loop())
            for j in range(4):
                if j == 2:
                    T.evaluate(T.break_loop())
                B[j] = B[j] + 1
    return _module(main)


@_case
def functions_of_the_library():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), C: T.Buffer((2, 4), "float32")):
        for i in range(4):
            C[0, i] = T.hypot(A[i], B[i])
            C[1, i] = T.nextafter(A[i], B[i])
    return _module(main)


@_case
def powers_of_two():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32"), C: T.Buffer((4,), "float32")):
        for i in range(4):
            C[i] = T.ldexp(A[i], B[i])
    return _module(main)


@_case
def casts_of_one_width():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float16"), B: T.Buffer((4,), "bfloat16"), C: T.Buffer((4,), "float16")):
        for i in range(4):
            B[i] = T.Cast("bfloat16", A[i])
            C[i] = T.Cast("float16", B[i])
    return _module(main)


@_case
def inits_beside_allocations():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((8, 4), "float32"), B: T.Buffer((8,), "float32")):
        for i, k in T.grid(8, 4):
            with T.sblock("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                C = T.sblock_alloc_buffer((1,), "float32")
                with T.init():
                    B[vi] = T.float32(0)
                C[0] = A[vi, vk] * T.float32(2)
                B[vi] = B[vi] + C[0]
    return _module(main)


@_case
def init_without_a_reduction():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1,), "float32"), B: T.Buffer((1,), "float32")):
        with T.sblock("root"):
            with T.init():
                B[0] = T.float32(0)
            B[0] = B[0] + A[0]
    return _module(main)


@_case
def hints_around_statements():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        with T.attr(0, "async_scope", 1):
            for i in range(4):
                B[i] = A[i]
        with T.attr(0, "hand_threaded", 0):
            B[0] = A[0]
    return _module(main)


@_case
def stores_of_nothing():
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i]
            B[i] = T.undef(dtype="float32")
    return _module(main)


def modules():
    """Name and maker of each module."""
    for maker in _MAKERS:
        yield f"tir {maker.__name__.replace('_', ' ')}", maker
