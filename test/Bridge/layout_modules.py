"""Programs that begin with what MetaSchedule marks: a weight is written in another layout."""
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tirx as T


def _tiled(rows, inner, columns, tile):
    @I.ir_module
    class Module:
        @T.prim_func(private=True, s_tir=True)
        def product(X: T.Buffer((rows, inner), "float32"), W: T.Buffer((inner, columns), "float32"), Y: T.Buffer((rows, columns), "float32")):
            tiles = T.sblock_alloc_buffer((columns // tile, inner, tile), "float32")
            for i, j in T.grid(inner, columns):
                with T.sblock("tiles"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.sblock_attr({"meta_schedule.layout_rewrite_preproc": True})
                    tiles[vj // tile, vi, vj % tile] = W[vi, vj]
            for i, j, k in T.grid(rows, columns, inner):
                with T.sblock("product"):
                    vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                    with T.init():
                        Y[vi, vj] = T.float32(0)
                    Y[vi, vj] = Y[vi, vj] + X[vi, vk] * tiles[vj // tile, vk, vj % tile]

        @R.function
        def main(x: R.Tensor((rows, inner), "float32"), w: R.Tensor((inner, columns), "float32")) -> R.Tensor((rows, columns), "float32"):
            cls = Module
            with R.dataflow():
                y = R.call_tir(cls.product, (x, w), out_ty=R.Tensor((rows, columns), "float32"))
                R.output(y)
            return y
    return Module


def _unmarked():
    @I.ir_module
    class Module:
        @T.prim_func(private=True, s_tir=True)
        def copy(X: T.Buffer((8,), "float32"), Y: T.Buffer((8,), "float32")):
            local = T.sblock_alloc_buffer((8,), "float32")
            for i in range(8):
                with T.sblock("local"):
                    vi = T.axis.spatial(8, i)
                    local[vi] = X[vi]
            for i in range(8):
                with T.sblock("copy"):
                    vi = T.axis.spatial(8, i)
                    Y[vi] = local[vi]

        @R.function
        def main(x: R.Tensor((8,), "float32")) -> R.Tensor((8,), "float32"):
            cls = Module
            y = R.call_tir(cls.copy, (x,), out_ty=R.Tensor((8,), "float32"))
            return y
    return Module


def rewritten():
    """Name and maker of each module."""
    sizes = [(8, 4, 8, 4), (8, 4, 8, 2), (1, 8, 16, 8), (3, 5, 6, 3), (2, 2, 2, 1), (4, 16, 8, 8), (16, 3, 12, 4)]
    named = [(f"product of {rows}x{inner}x{columns} in tiles of {tile}", lambda size=(rows, inner, columns, tile): _tiled(*size))
             for rows, inner, columns, tile in sizes]
    return [*named, ("no mark", _unmarked)]
