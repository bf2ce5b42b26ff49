"""Programs that compute on padded buffers, of which they assume what the padding has."""
import tvm
import tvm.s_tir  # noqa: F401
from tvm.script import ir as I
from tvm.script import tirx as T


def _binary(rows, columns, row, column, subtracts):
    """The last rows, from a column on, are padding of both operands."""
    @I.ir_module
    class Add:
        @T.prim_func(private=True, s_tir=True)
        def f(a: T.Buffer((rows, columns), "int32"), b: T.Buffer((rows, columns), "int32"), c: T.Buffer((rows, columns), "int32")):
            T.func_attr({"op_pattern": 0, "tirx.noalias": True})
            for i, j in T.grid(rows, columns):
                with T.sblock("a"):
                    v0, v1 = T.axis.remap("SS", [i, j])
                    T.reads(a[v0, v1])
                    T.writes()
                    T.assume(not (v0 == row and column <= v1) or a[v0, v1] == 0)
            for i, j in T.grid(rows, columns):
                with T.sblock("b"):
                    v0, v1 = T.axis.remap("SS", [i, j])
                    T.reads(b[v0, v1])
                    T.writes()
                    T.assume(not (v0 == row and column <= v1) or b[v0, v1] == 0)
            for i, j in T.grid(rows, columns):
                with T.sblock("c"):
                    v0, v1 = T.axis.remap("SS", [i, j])
                    T.reads(a[v0, v1], b[v0, v1])
                    T.writes(c[v0, v1])
                    c[v0, v1] = T.if_then_else(v0 == row and column <= v1, 0,
                                               a[v0, v1] - b[v0, v1] if subtracts else a[v0, v1] + b[v0, v1])
    return Add


def _unary(rows, column, value, pattern=0):
    """All rows are padded from a column on; a function of the value is what is written there."""
    expected = value * 3

    @I.ir_module
    class Scale:
        @T.prim_func(private=True, s_tir=True)
        def f(a: T.Buffer((rows, 8), "int32"), c: T.Buffer((rows, 8), "int32")):
            T.func_attr({"op_pattern": pattern, "tirx.noalias": True})
            for i, j in T.grid(rows, 8):
                with T.sblock("a"):
                    v0, v1 = T.axis.remap("SS", [i, j])
                    T.reads(a[v0, v1])
                    T.writes()
                    T.assume(not (column <= v1) or a[v0, v1] == value)
            for i, j in T.grid(rows, 8):
                with T.sblock("c"):
                    v0, v1 = T.axis.remap("SS", [i, j])
                    T.reads(a[v0, v1])
                    T.writes(c[v0, v1])
                    c[v0, v1] = T.if_then_else(column <= v1, expected, a[v0, v1] * 3)
    return Scale


def modules():
    """Name and maker of each module."""
    named = [(f"{'difference' if subtracts else 'sum'} of {rows}x{columns}, padded from {row}, {column}",
              lambda sizes=(rows, columns, row, column, subtracts): _binary(*sizes))
             for rows, columns, row, column in ((4, 8, 3, 4), (2, 16, 1, 10), (1, 4, 0, 3)) for subtracts in (False, True)]
    named += [(f"rows of {rows}, padded with {value} from {column}", lambda sizes=(rows, column, value): _unary(*sizes))
              for rows, column, value in ((3, 5, 0), (2, 7, 4), (1, 1, 1))]
    # TVM asks for a program that is elementwise, or broadcasts.
    return [*named, ("a reduction's pattern", lambda: _unary(2, 5, 0, pattern=3))]
