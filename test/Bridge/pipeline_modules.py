"""Loops that are to be software pipelines, as TVM's passes leave them in front of InjectSoftwarePipeline."""
import tvm
import tvm.s_tir  # noqa: F401
from tvm.script import ir as I
from tvm.script import tirx as T

_CASES = []


def _case(function):
    _CASES.append((f"pipeline {function.__name__}", function))
    return function


def modules():
    """Name and maker of each module."""
    return list(_CASES)


@_case
def two_stages():
    @I.ir_module
    class Module:
        @T.prim_func(s_tir=True)
        def f(A: T.Buffer((16, 16), "float32"), C: T.Buffer((16, 16), "float32")):
            for tx in T.thread_binding(0, 16, thread="threadIdx.x"):
                for i in T.serial(0, 16, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]}):
                    with T.sblock("compute"):
                        T.reads(A[tx, i])
                        T.writes(C[tx, i])
                        B = T.sblock_alloc_buffer((16, 1), dtype="float32", scope="shared")
                        with T.sblock("load"):
                            T.reads(A[tx, i])
                            T.writes(B[tx, 0])
                            B[tx, 0] = A[tx, i] * T.float32(2)
                        with T.sblock("store"):
                            T.reads(B[tx, 0])
                            T.writes(C[tx, i])
                            C[tx, i] = B[tx, 0] + T.float32(1)
    return Module


@_case
def three_stages():
    @I.ir_module
    class Module:
        @T.prim_func(s_tir=True)
        def f(A: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float32")):
            for i in T.serial(0, 16, annotations={"software_pipeline_stage": [0, 1, 2], "software_pipeline_order": [0, 1, 2]}):
                with T.sblock("compute"):
                    T.reads(A[i])
                    T.writes(D[i])
                    B = T.sblock_alloc_buffer((1,), dtype="float32")
                    C = T.sblock_alloc_buffer((1,), dtype="float32")
                    with T.sblock("first"):
                        T.reads(A[i])
                        T.writes(B[0])
                        B[0] = A[i] * T.float32(2)
                    with T.sblock("second"):
                        T.reads(B[0])
                        T.writes(C[0])
                        C[0] = B[0] + T.float32(2)
                    with T.sblock("third"):
                        T.reads(C[0])
                        T.writes(D[i])
                        D[i] = C[0] + T.float32(1)
    return Module


@_case
def reader_first():
    @I.ir_module
    class Module:
        @T.prim_func(s_tir=True)
        def f(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
            for i in T.serial(0, 16, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [1, 0]}):
                with T.sblock("compute"):
                    T.reads(A[i])
                    T.writes(C[i])
                    B = T.sblock_alloc_buffer((1,), dtype="float32")
                    with T.sblock("load"):
                        T.reads(A[i])
                        T.writes(B[0])
                        B[0] = A[i] * T.float32(2)
                    with T.sblock("store"):
                        T.reads(B[0])
                        T.writes(C[i])
                        C[i] = B[0] + T.float32(1)
    return Module


@_case
def same_stage():
    @I.ir_module
    class Module:
        @T.prim_func(s_tir=True)
        def f(A: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32"), D: T.Buffer((8,), "float32")):
            for i in T.serial(0, 8, annotations={"software_pipeline_stage": [0, 0, 1], "software_pipeline_order": [0, 1, 2]}):
                with T.sblock("compute"):
                    T.reads(A[i])
                    T.writes(C[i], D[i])
                    B = T.sblock_alloc_buffer((1,), dtype="float32")
                    with T.sblock("load"):
                        T.reads(A[i])
                        T.writes(B[0])
                        B[0] = A[i] * T.float32(2)
                    with T.sblock("near"):
                        T.reads(B[0])
                        T.writes(C[i])
                        C[i] = B[0] + T.float32(1)
                    with T.sblock("far"):
                        T.reads(B[0])
                        T.writes(D[i])
                        D[i] = B[0] + T.float32(3)
    return Module


@_case
def inner_loops():
    @I.ir_module
    class Module:
        @T.prim_func(s_tir=True)
        def f(A: T.Buffer((8, 32), "float32"), C: T.Buffer((8, 32), "float32")):
            for i in T.serial(0, 8, annotations={"software_pipeline_stage": [0, 2], "software_pipeline_order": [0, 1]}):
                with T.sblock("compute"):
                    T.reads(A[i, 0:32])
                    T.writes(C[i, 0:32])
                    B = T.sblock_alloc_buffer((32,), dtype="float32")
                    for j in range(32):
                        with T.sblock("load"):
                            T.reads(A[i, j])
                            T.writes(B[j])
                            B[j] = A[i, j] * T.float32(2)
                    for j in range(32):
                        with T.sblock("store"):
                            T.reads(B[31 - j])
                            T.writes(C[i, j])
                            C[i, j] = B[31 - j] + T.float32(1)
    return Module


@_case
def start():
    @I.ir_module
    class Module:
        @T.prim_func(s_tir=True)
        def f(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
            for i in T.serial(3, 13, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]}):
                with T.sblock("compute"):
                    T.reads(A[i])
                    T.writes(C[i])
                    B = T.sblock_alloc_buffer((1,), dtype="float32")
                    with T.sblock("load"):
                        T.reads(A[i])
                        T.writes(B[0])
                        B[0] = A[i] * T.float32(2)
                    with T.sblock("store"):
                        T.reads(B[0])
                        T.writes(C[i])
                        C[i] = B[0] + T.float32(1)
    return Module


@_case
def two_iterations():
    @I.ir_module
    class Module:
        @T.prim_func(s_tir=True)
        def f(A: T.Buffer((2,), "float32"), C: T.Buffer((2,), "float32")):
            for i in T.serial(0, 2, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]}):
                with T.sblock("compute"):
                    T.reads(A[i])
                    T.writes(C[i])
                    B = T.sblock_alloc_buffer((1,), dtype="float32")
                    with T.sblock("load"):
                        T.reads(A[i])
                        T.writes(B[0])
                        B[0] = A[i] * T.float32(2)
                    with T.sblock("store"):
                        T.reads(B[0])
                        T.writes(C[i])
                        C[i] = B[0] + T.float32(1)
    return Module


@_case
def no_overlap():
    @I.ir_module
    class Module:
        @T.prim_func(s_tir=True)
        def f(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
            for i in T.serial(0, 16, annotations={"software_pipeline_stage": [0, 0], "software_pipeline_order": [0, 1]}):
                with T.sblock("compute"):
                    T.reads(A[i])
                    T.writes(C[i])
                    B = T.sblock_alloc_buffer((1,), dtype="float32")
                    with T.sblock("load"):
                        T.reads(A[i])
                        T.writes(B[0])
                        B[0] = A[i] * T.float32(2)
                    with T.sblock("store"):
                        T.reads(B[0])
                        T.writes(C[i])
                        C[i] = B[0] + T.float32(1)
    return Module


@_case
def unknown_size():
    @I.ir_module
    class Module:
        @T.prim_func(s_tir=True)
        def f(a: T.handle, c: T.handle):
            n = T.int64()
            A = T.match_buffer(a, (n,), "float32")
            C = T.match_buffer(c, (n,), "float32")
            for i in T.serial(T.int64(0), n, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]}):
                with T.sblock("compute"):
                    T.reads(A[i])
                    T.writes(C[i])
                    B = T.sblock_alloc_buffer((1,), dtype="float32")
                    with T.sblock("load"):
                        T.reads(A[i])
                        T.writes(B[0])
                        B[0] = A[i] * T.float32(2)
                    with T.sblock("store"):
                        T.reads(B[0])
                        T.writes(C[i])
                        C[i] = B[0] + T.float32(1)
    return Module


@_case
def nested():
    @I.ir_module
    class Module:
        @T.prim_func(s_tir=True)
        def f(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16, 8), "float32")):
            for i in T.serial(0, 16, annotations={"software_pipeline_stage": [0, 0, 0, 1], "software_pipeline_order": [0, 2, 3, 1]}):
                with T.sblock("outer"):
                    T.reads(A[i, 0:8])
                    T.writes(C[i, 0:8])
                    S = T.sblock_alloc_buffer((8,), dtype="float32")
                    for j in range(8):
                        with T.sblock("copy"):
                            T.reads(A[i, j])
                            T.writes(S[j])
                            S[j] = A[i, j]
                    for j in T.serial(0, 8, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]}):
                        with T.sblock("inner"):
                            T.reads(S[j])
                            T.writes(C[i, j])
                            B = T.sblock_alloc_buffer((1,), dtype="float32")
                            with T.sblock("load"):
                                T.reads(S[j])
                                T.writes(B[0])
                                B[0] = S[j] * T.float32(2)
                            with T.sblock("store"):
                                T.reads(B[0])
                                T.writes(C[i, j])
                                C[i, j] = B[0] + T.float32(1)
    return Module
