"""Operators that have a derivative, with places to compare it at."""
import itertools
from dataclasses import dataclass

import numpy as np

from operator_cases import ints, static_type

_RANDOM = np.random.default_rng(7)
_CASES = []
_NUMBER = itertools.count()


@dataclass
class Case:
    """A function that makes one number of an operator's results. `dims` gives
    symbolic sizes of inputs; `shape` is an operand after `shape_at` others;
    `types` are what is said of the results, `results` which of them count.
    `module` goes before the function, `call` stands for the operator; where
    derivatives are stopped they are 0, whatever the function says."""

    name: str
    op: str
    attributes: str
    inputs: list
    dims: dict
    shape: tuple = None
    shape_at: int = 1
    types: tuple = ("tensor<*xf64>",)
    results: tuple = (0,)
    module: str = ""
    call: str = ""
    is_stopped: bool = False

    def parameter_types(self):
        """The types of the inputs."""
        types = []
        for index, array in enumerate(self.inputs):
            dims, known = self.dims.get(index), static_type(array)
            if dims is not None:
                sizes = "".join(f"{dim}x" if isinstance(dim, int) else "?x" for dim in dims)
                known = f"tensor<{sizes}{known.split('x')[-1].rstrip('>')}, #relax.dims<[{', '.join(map(str, dims))}]>>"
            types.append(known)
        return types

    def floats(self):
        """Which inputs derivatives are made of."""
        return [index for index, array in enumerate(self.inputs) if array.dtype.kind == "f"]

    def text(self):
        """The function: the operator, then the sum of `sin(1.3 * y + 0.5)` of its
        results, so that each element counts in its own way."""
        types = self.parameter_types()
        names = [f"%p{index}" for index in range(len(types))]
        lines = [f"relax.func @{self.name}({', '.join(f'{name}: {type}' for name, type in zip(names, types))}) -> tensor<f64> {{",
                 "  %k = relax.constant dense<1.3> : tensor<f64>", "  %h = relax.constant dense<0.5> : tensor<f64>"]
        if self.shape is not None:
            shape = f"[{', '.join(map(str, self.shape))}]"
            lines.append(f"  %s = relax.shape {shape} : !relax.shape<{shape}>")
            names.insert(self.shape_at, "%s")
            types.insert(self.shape_at, f"!relax.shape<{shape}>")
        count = len(self.types)
        attributes = f" {{{self.attributes}}}" if self.attributes else ""
        call = self.call or (f"relax.{self.op} {', '.join(names)}" if attributes else f'"relax.{self.op}"({", ".join(names)})') + attributes
        lines.append(f"  %r{f':{count}' if count > 1 else ''} = {call}" + ("" if self.call else f" : ({', '.join(types)}) -> ({', '.join(self.types)})"))
        total = ""
        for index in self.results:
            value, type = f"%r#{index}" if count > 1 else "%r", self.types[index]
            for step, (op, operands, operand_types) in enumerate((("multiply", f"{value}, %k", f"{type}, tensor<f64>"), ("add", "{}, %h", f"{type}, tensor<f64>"),
                                                                  ("sin", "{}", type), ("sum", "{}", type))):
                last = f"%t{index}_{step}"
                lines.append(f"  {last} = relax.{op} {operands.format(f'%t{index}_{step - 1}')} : ({operand_types}) -> {type if op != 'sum' else 'tensor<f64>'}")
            if total:
                lines.append(f"  %u{index} = relax.add {total}, {last} : tensor<f64>")
            total = f"%u{index}" if total else last
        return self.module + "\n".join([*lines, f"  relax.return {total} : tensor<f64>", "}"]) + "\n"


def add(op, *inputs, attributes="", dims=None, **options):
    """List a case."""
    _CASES.append(Case(f"{op.replace('.', '_')}_{next(_NUMBER)}", op, attributes, list(inputs), dims or {}, **options))


def some(*shape, low=-2.0, high=2.0):
    """Numbers in random order, all apart from each other and from 0."""
    count = int(np.prod(shape))
    numbers = low + (high - low) * (np.arange(count) + 0.37) / max(count, 1)
    return _RANDOM.permutation(numbers).reshape(shape)


def _unary():
    for op in ("abs", "asinh", "atan", "cos", "cosh", "erf", "exp", "negative", "sigmoid", "sin", "sinh", "square", "tanh",
               "nn.relu", "nn.gelu", "nn.gelu_tanh", "nn.silu", "nn.selu", "nn.leakyrelu", "nn.softplus", "grad.start_checkpoint", "grad.end_checkpoint"):
        add(op, some(2, 3))
        add(op, some(3), dims={0: ["n"]})
    for op in ("acos", "asin", "atanh", "tan"):
        add(op, some(2, 3, low=-0.8, high=0.8))
    for op in ("log", "rsqrt", "sqrt"):
        add(op, some(2, 3, low=0.4))
    add("acosh", some(2, 3, low=1.3, high=3))
    # Flat but at their steps, of which none is near.
    for op in ("ceil", "floor", "round", "sign", "trunc"):
        add(op, some(2, 2, low=0.1, high=0.4))
    add("grad.no_grad", some(2, 2), is_stopped=True)
    add("clip", some(2, 4), attributes="min = -1.0, max = 0.5")
    add("nn.leakyrelu", some(2, 3), attributes="alpha = 0.3")
    add("nn.softplus", some(2, 3, low=-1, high=3), attributes="beta = 2.0, threshold = 3.0")
    add("astype", some(2, 3).astype(np.float32), attributes="dtype = f64")
    add("wrap_param", some(2, 3).astype(np.float32), attributes="dtype = f64")
    add("builtin.stop_lift_params", some(2, 3), call="relax.builtin.stop_lift_params %p0 : tensor<2x3xf64>", types=("tensor<2x3xf64>",))
    add("hint_on_device", some(2, 3), call='relax.hint_on_device %p0 on <"llvm", 0> : tensor<2x3xf64>', types=("tensor<2x3xf64>",))
    add("match_cast", some(2, 3), call="relax.match_cast %p0 : tensor<2x3xf64> to tensor<?x3xf64, #relax.dims<[m, 3]>>",
        types=("tensor<?x3xf64, #relax.dims<[m, 3]>>",))


def _binary():
    pairs = (((2, 3), (2, 3)), ((2, 3), (3,)), ((2, 1), (4, 1, 3)), ((), (2,)))
    for op in ("add", "subtract", "multiply", "divide", "maximum", "minimum", "atan2", "log_add_exp"):
        for left, right in pairs:
            add(op, some(*left), some(*right, low=0.5, high=2.3))
        add(op, some(2, 3), some(3), dims={0: ["n", 3]})
        add(op, some(2, 3), some(2, 1), dims={0: ["n", "m"], 1: ["n", 1]})
    for op in ("mod", "floor_mod"):
        add(op, some(2, 3, low=2.2, high=2.7), some(3, low=0.8, high=0.85))
    add("floor_divide", some(2, 3, low=2.2, high=2.4), some(3, low=0.85, high=0.95))
    add("power", some(2, 3, low=0.5), some(3))
    add("power", some(2, 1, low=0.5), some(2, 3), dims={0: ["n", 1], 1: ["n", "m"]})
    add("ewise_fma", some(2, 3), some(3), some(2, 1))
    add("where", some(2, 3) > 0, some(2, 3), some(3))
    add("where", some(2, 3) > 0, some(2, 3), some(1), dims={0: ["n", 3], 1: ["n", 3]})
    add("nn.prelu", some(2, 3, 2), some(3, low=0.1, high=0.5))
    add("nn.prelu", some(2, 3), some(2, low=0.1, high=0.5), attributes="axis = 0 : i64", dims={0: ["n", 3], 1: ["n"]})


def _reductions():
    for op in ("sum", "mean", "variance", "std", "max", "min", "prod"):
        add(op, some(2, 3, 2), attributes=f"axis = {ints(1)}")
        add(op, some(2, 3, 2), attributes=f"axis = {ints(-1, 0)}, keepdims = true")
        add(op, some(2, 3))
        add(op, some(2, 3), attributes=f"axis = {ints(0)}", dims={0: ["n", "m"]})
    add("prod", np.array([[0.0, 1.5, -0.5], [0.7, 0.0, 0.0]]), attributes=f"axis = {ints(1)}")
    add("max", some(3, 4), attributes=f"axis = {ints(1)}, keepdims = true", dims={0: ["n", "m"]})
    for attributes in ("axis = 1 : i64", "axis = 0 : i64, exclusive = true", ""):
        add("cumsum", some(2, 3), attributes=attributes)
    add("cumsum", some(2, 3), attributes="axis = 1 : i64", dims={0: ["n", "m"]})
    for attributes in ("", "axis = 0 : i64, descending = true"):
        add("sort", some(3, 4), attributes=attributes)
    for kind, types in (("both", ("tensor<*xf64>", "tensor<*xi32>")), ("values", ("tensor<*xf64>",))):
        add("topk", some(3, 4), attributes=f'k = 2 : i64, ret_type = "{kind}"', types=types)


def _rearranging():
    add("reshape", some(2, 6), shape=(3, 4))
    add("reshape", some(2, 6), shape=("n * 2", 3), dims={0: ["n", 6]})
    for op in ("flatten", "nn.batch_flatten"):
        add(op, some(2, 3, 2))
        add(op, some(2, 3, 2), dims={0: ["n", 3, 2]})
    add("permute_dims", some(2, 3, 2), attributes=f"axes = {ints(2, 0, 1)}")
    add("permute_dims", some(2, 3), dims={0: ["n", "m"]})
    add("expand_dims", some(2, 3), attributes=f"axis = {ints(0, -1)}")
    add("squeeze", some(2, 1, 3), attributes=f"axis = {ints(1)}", dims={0: ["n", 1, "m"]})
    add("broadcast_to", some(3, 1), shape=(2, 3, 4))
    add("broadcast_to", some(3, 1), shape=(2, "n", 4), dims={0: ["n", 1]})
    add("collapse_sum_to", some(2, 3, 4), shape=(3, 1))
    add("collapse_sum_like", some(2, 3, 4), some(3, 1))
    add("flip", some(2, 3), attributes="axis = 1 : i64")
    add("repeat", some(2, 3), attributes="repeats = 2 : i64, axis = 1 : i64", dims={0: ["n", "m"]})
    add("repeat", some(2, 3), attributes="repeats = 3 : i64")
    for repeats in ((2, 1, 3), (2,)):
        add("tile", some(2, 3), attributes=f"repeats = {ints(*repeats)}")
    add("nn.pad", some(2, 3), attributes=f"pad_width = {ints(1, 0, 2, 1)}, pad_value = 0.5", dims={0: ["n", 3]})
    add("nn.pixel_shuffle", some(1, 8, 2, 3), attributes="upscale_factor = 2 : i64")
    add("reverse_sequence", some(3, 2), np.array([2, 3]), attributes="seq_axis = 0 : i64, batch_axis = 1 : i64")
    for op in ("tril", "triu"):
        add(op, some(2, 3, 3), attributes="k = 1 : i64")
    add("concat", some(2, 3), some(2, 1), some(2, 2), attributes="axis = -1 : i64")
    add("concat", some(2, 3), some(4, 3), attributes="axis = 0 : i64", dims={0: ["n", 3], 1: ["m", 3]})
    add("stack", some(2, 3), some(2, 3), attributes="axis = 1 : i64", dims={0: ["n", 3], 1: ["n", 3]})
    add("split", some(2, 5), attributes=f"indices = {ints(1, 3)}, axis = 1 : i64", types=("tensor<*xf64>",) * 3, results=(0, 2))
    add("split", some(6, 2), attributes="sections = 3 : i64", types=("tensor<*xf64>",) * 3, results=(0, 1, 2))
    for mode in ("ij", "xy"):
        add("meshgrid", some(3), some(2), attributes=f'indexing = "{mode}"', types=("tensor<*xf64>",) * 2, results=(0, 1))
    add("full", some(), shape=(2, 3), shape_at=0)
    add("full_like", some(2, 3), some())
    for op in ("ones_like", "zeros_like", "eye_like"):
        add(op, some(2, 3))


def _indexing():
    places = np.array([[2, 0], [2, 1]])
    add("take", some(3, 4), places, attributes="axis = 0 : i64")
    add("take", some(3, 4), places, attributes="axis = 1 : i64", dims={0: ["n", "m"], 1: ["k", 2]})
    add("take", some(5), np.array([-1, 7, 3]), attributes='mode = "clip"')
    slices = f"axes = {ints(0, 1)}, begin = [#relax.expr<-2>, #relax.expr<5>], end = [#relax.expr<99>, #relax.expr<-9>], strides = {ints(1, -2)}"
    add("strided_slice", some(3, 7), attributes=slices)
    add("strided_slice", some(4, 5), attributes=f"axes = {ints(1)}, begin = [#relax.expr<1>], end = [#relax.expr<m>], strides = {ints(2)}, assume_inbound = true", dims={0: ["n", "m"]})
    add("gather_elements", some(3, 4), np.array([[1, 0, 1, 2], [1, 1, 0, 0]]), attributes="axis = 0 : i64")
    add("gather_nd", some(3, 4), np.array([[0, 1], [2, 3], [0, 1]]))
    add("index_tensor", some(3, 4), np.array([1, 1, 2]), np.array([0, 3, 2]))
    for reduction in ("update", "add"):
        add("scatter_elements", some(3, 4), np.array([[1, 0, 1, 2]]), some(1, 4), attributes=f'reduction = "{reduction}"')
        add("scatter_nd", some(3, 4), np.array([[2], [0]]), some(2, 4), attributes=f'reduction = "{reduction}"')
    add("slice_scatter", some(5, 2), some(2, 2), attributes="start = #relax.expr<1>, end = #relax.expr<4>, step = 2 : i64")
    for accumulate in ("false", "true"):
        add("index_put", some(3, 4), np.array([2, 0]), some(2, 4), attributes=f"accumulate = {accumulate}")
    add("index_put", some(3, 4), np.array([2, 0]), np.array([1, 3]), some(1), attributes="accumulate = true")


def _products():
    for left, right in (((2, 3), (3, 2)), ((2, 2, 3), (3, 2)), ((3,), (3, 2)), ((2, 3), (3,)), ((3,), (3,)), ((3, 1, 2, 2), (2, 2, 1)), ((3,), (2, 3, 2)), ((2, 2, 3), (3,))):
        add("matmul", some(*left), some(*right))
    add("matmul", some(2, 3), some(3, 2), dims={0: ["n", "k"], 1: ["k", 2]})
    add("matmul", some(2, 2, 3), some(3, 4), dims={0: ["b", "n", 3], 1: [3, "m"]})
    add("outer", some(2), some(3))
    for subscripts, shapes in (("ij,kj->ik", ((2, 3), (4, 3))), ("bij,j->b", ((2, 3, 2), (2,))), ("i,j,k->ki", ((2,), (3,), (2,)))):
        add("einsum", *[some(*shape) for shape in shapes], attributes=f'subscripts = "{subscripts}"')


def _windows():
    conv = f"strides = {ints(2, 1)}, padding = {ints(1, 0, 1, 1)}, dilation = {ints(1, 2)}"
    add("nn.conv2d", some(2, 2, 5, 5), some(3, 2, 3, 2))
    add("nn.conv2d", some(2, 2, 6, 4), some(3, 2, 3, 2), attributes=conv)
    add("nn.conv2d", some(2, 4, 4, 4), some(6, 2, 2, 2), attributes=f"groups = 2 : i64, strides = {ints(2, 2)}, padding = {ints(1, 1, 1, 1)}")
    add("nn.conv2d", some(2, 2, 5, 4), some(3, 2, 3, 2), attributes=conv, dims={0: ["n", 2, "h", "w"]})
    add("nn.conv1d", some(2, 2, 7), some(3, 2, 3), attributes=f"strides = {ints(3)}, padding = {ints(1, 0)}")
    add("nn.conv3d", some(1, 2, 3, 3, 2), some(2, 2, 2, 2, 1), attributes=f"strides = {ints(2, 1, 1)}")
    add("nn.conv2d_transpose", some(2, 4, 3, 2), some(4, 1, 3, 2), attributes=f"groups = 2 : i64, strides = {ints(2, 1)}, padding = {ints(1, 0, 1, 1)}, output_padding = {ints(1, 0)}")
    add("nn.conv2d_transpose", some(1, 2, 3, 3), some(2, 3, 2, 2), attributes=f"dilation = {ints(2, 1)}")
    add("nn.conv1d_transpose", some(2, 2, 4), some(2, 3, 3), attributes=f"strides = {ints(2)}")
    add("nn.conv3d_transpose", some(1, 2, 2, 2, 2), some(2, 1, 2, 1, 2), attributes=f"strides = {ints(1, 2, 1)}")
    for op, more in (("max_pool", ""), ("avg_pool", ""), ("avg_pool", ", count_include_pad = true")):
        add(f"nn.{op}2d", some(1, 2, 5, 4), attributes=f"pool_size = {ints(3, 2)}, strides = {ints(2, 1)}, padding = {ints(1, 0, 1, 1)}{more}")
        add(f"nn.{op}2d", some(2, 4, 4, 1), attributes=f'pool_size = {ints(2, 2)}, strides = {ints(2, 2)}, layout = "NHWC"{more}', dims={0: ["n", "h", "w", 1]})
        add(f"nn.{op}1d", some(2, 2, 7), attributes=f"pool_size = {ints(3)}, strides = {ints(2)}, padding = {ints(1, 1)}, ceil_mode = true{more}")


def _norms():
    p, q = some(3), some(3, low=0.5)
    for training in ("false", "true"):
        for results in ((0,), (0, 1, 2)):
            add("nn.batch_norm", some(2, 3, 2, 2), p, q, some(3), q, attributes=f"axis = 1 : i64, training = {training}", types=("tensor<*xf64>",) * 3, results=results)
    add("nn.batch_norm", some(4, 3), p, q, some(3), q, attributes="axis = -1 : i64, training = true, scale = false, center = false", types=("tensor<*xf64>",) * 3,
        dims={0: ["n", 3]})
    add("nn.layer_norm", some(2, 2, 3), some(2, 3), some(2, 3), attributes=f"axes = {ints(-2, -1)}")
    add("nn.layer_norm", some(4, 3), p, q, attributes=f"axes = {ints(-1)}, scale = false", dims={0: ["n", 3]})
    add("nn.rms_norm", some(4, 3), p, attributes=f"axes = {ints(-1)}", dims={0: ["n", 3]})
    add("nn.group_norm", some(2, 4, 3), some(4), some(4), attributes=f"num_groups = 2 : i64, channel_axis = 1 : i64, axes = {ints(2)}")
    add("nn.group_norm", some(2, 3, 4), some(4), some(4), attributes=f"num_groups = 2 : i64, channel_axis = 2 : i64, axes = {ints(1)}, center = false", dims={0: ["n", 3, 4]})
    add("nn.instance_norm", some(2, 3, 4), p, q, attributes=f"channel_axis = 1 : i64, axes = {ints(2)}")
    for op in ("nn.softmax", "nn.log_softmax"):
        add(op, some(2, 3))
        add(op, some(3, 2), attributes="axis = 0 : i64", dims={0: ["n", "m"]})
    add("nn.dropout", some(2, 3), attributes="rate = 0.5", types=("tensor<*xf64>",) * 2)


def _attention():
    for more, keys in (("", 2), ('scale = 0.3, causal_mask = "TopLeft"', 1), ('causal_mask = "BottomRight", window_size = 2 : i64', 2)):
        add("nn.attention", some(2, 3, 2, 2), some(2, 4, keys, 2), some(2, 4, keys, 3), attributes=more)
    add("nn.attention_bias", some(1, 3, 2, 2), some(1, 4, 1, 2), some(1, 4, 1, 2), some(1, 2, 1, 4))
    sizes = {0: ["b", "n", 2, 2], 1: ["b", "m", 2, 2], 2: ["b", "m", 2, 2]}
    add("nn.attention", some(1, 3, 2, 2), some(1, 3, 2, 2), some(1, 3, 2, 2), attributes='causal_mask = "BottomRight"', dims=sizes)


def _losses():
    add("nn.cross_entropy_with_logits", some(3), some(3))
    add("nn.cross_entropy_with_logits", some(2, 3), some(2, 3))
    add("nn.cross_entropy_with_logits", some(2, 3), some(2, 3), dims={0: ["n", 3], 1: ["n", 3]})
    targets = np.array([2, 0, 1])
    for reduction in ("mean", "sum", "none"):
        add("nn.nll_loss", some(3, 4), targets, attributes=f'reduction = "{reduction}"')
    add("nn.nll_loss", some(3, 4), targets, attributes="ignore_index = 1 : i64", dims={0: ["n", 4], 1: ["n"]})


_PROGRAMS = """tir.func private @squares(%x: memref<4xf64>, %y: memref<4xf64>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf64>
    %1 = arith.mulf %0, %0 : f64
    memref.store %1, %y[%i] : memref<4xf64>
  }
  tir.return
}
tir.func private @squares_grad(%d: memref<4xf64>, %x: memref<4xf64>, %y: memref<4xf64>) attributes {num_inputs = 2 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %d[%i] : memref<4xf64>
    %1 = memref.load %x[%i] : memref<4xf64>
    %2 = arith.mulf %0, %1 : f64
    %3 = arith.addf %2, %2 : f64
    memref.store %3, %y[%i] : memref<4xf64>
  }
  tir.return
}
"""


def _programs():
    add("call_tir_with_grad", some(4), module=_PROGRAMS, types=("tensor<4xf64>",),
        call='relax.call_tir_with_grad @squares(%p0) {te_grad_name = "squares_grad"} : (tensor<4xf64>) -> tensor<4xf64>')
    add("dist.annotate_sharding", some(4, 3), module="relax.device_mesh @mesh [1]\n", types=("tensor<4x3xf64>",),
        call="relax.dist.annotate_sharding %p0 on @mesh [S[0]] : tensor<4x3xf64>")


def all_cases():
    """All of them, made once."""
    if not _CASES:
        for family in (_unary, _binary, _reductions, _rearranging, _indexing, _products, _windows, _norms, _attention, _losses, _programs):
            family()
    return _CASES
