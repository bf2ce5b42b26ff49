"""Paddings whose widths exporters compute by matrices, and Ifs whose branches
give different ranks, both drawn, and sizes of which only the run time knows
what they are, for compare-domains.py."""
import numpy as np
from onnx import TensorProto, helper, numpy_helper

from onnx_case import Case, Draw, make_case

_MODES = ("constant", "constant", "reflect", "edge")


class PadGraph:
    """One Pad of `rank` axes whose widths are pairs of an axis, last axis first, as PyTorch's older exporter writes
    them: joined, filled up with zeros, and turned into ONNX's order by Reshape, Slice and Transpose."""

    def __init__(self, random, rank):
        self.random, self.rank, self.nodes, self.constants = random, rank, [], []
        self.symbols = [bool(random.integers(2)) for _ in range(rank)]
        # What is not symbolic, and so large that no mode and no negative width takes all elements away.
        self.sizes = [int(size) for size in random.integers(5, 9, rank)]
        # Known only at run time: an input beside the data.
        self.width = int(random.integers(0, 3)) if random.random() < 0.3 else None

    def add(self, operator, inputs, **attributes):
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [name], **attributes))
        return name

    def constant(self, *numbers):
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.array(numbers, np.int64), name))
        return name

    def make_width(self, mode):
        """A width that is known, follows from a size, or is computed from values."""
        kind = self.random.integers(4)
        if kind == 3 and self.width is not None:
            return "width"
        if kind == 2 and any(self.symbols) and mode == "constant":
            size = self.add("Gather", [self.add("Shape", ["x"]), self.constant(int(self.random.choice(np.nonzero(self.symbols)[0])))])
            if self.random.integers(2):
                return self.add("Sub", [self.constant(int(self.random.integers(14, 16))), size])
            return self.add("Div", [size, self.constant(int(self.random.integers(1, 4)))])
        # A reflection needs more elements than it adds.
        return self.constant(int(self.random.integers(-2, 4) if mode == "constant" else self.random.integers(-1, 3)))

    def turn(self, pairs):
        """ONNX's order of pairs of an axis, last axis first, on one of several ways."""
        least, back = self.constant(-9223372036854775807), self.constant(-1)
        table = self.add("Reshape", [pairs, self.constant(-1, 2) if self.random.integers(2) else self.constant(self.rank, -1)])
        if self.random.integers(2):
            table = self.add("Cast", [table], to=TensorProto.INT64)
        if self.random.integers(2):
            table = self.add("Slice", [table, back, least, self.constant(0), back])
            return self.add("Reshape", [self.add("Transpose", [table], perm=[1, 0]), back])
        table = self.add("Slice", [self.add("Transpose", [table]), back, least, self.constant(int(self.random.choice([-1, 1]))), back])
        return self.add("Reshape", [table, back])

    def make(self, name):
        mode = str(self.random.choice(_MODES))
        count = 2 * int(self.random.integers(1, self.rank + 1))
        parts = [self.make_width(mode) for _ in range(count)]
        zeros = 2 * self.rank - count
        if zeros:
            fill = numpy_helper.from_array(np.array([0], np.int64))
            parts.append(self.add("ConstantOfShape", [self.constant(zeros)], value=fill))
        widths = self.turn(self.add("Concat", parts, axis=0))
        self.nodes.append(helper.make_node("Pad", ["x", widths], ["y"], mode=mode))
        dims = [f"d{axis}" if symbol else size for axis, (symbol, size) in enumerate(zip(self.symbols, self.sizes))]
        inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, dims)]
        if self.width is not None:
            inputs.append(helper.make_tensor_value_info("width", TensorProto.INT64, [1]))
        output = helper.make_tensor_value_info("y", TensorProto.FLOAT, [f"o{axis}" for axis in range(self.rank)])
        graph = helper.make_graph(self.nodes, name, inputs, [output], self.constants)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=8)

    def make_run(self, draw):
        sizes = [int(self.random.integers(5, 9)) if symbol else size for symbol, size in zip(self.symbols, self.sizes)]
        return (draw.floats(*sizes),) + (() if self.width is None else (np.array([self.width]),))


class ChoiceGraph:
    """An If whose branches give different ranks, and a drawn chain of nodes behind it that ends in a known rank or in
    none."""

    _SAME = ("Relu", "Neg", "Abs", "Identity")

    def __init__(self, random):
        self.random, self.nodes, self.constants = random, [], []
        self.rank = int(random.integers(1, 4))

    def add(self, operator, inputs, **attributes):
        name = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [name], **attributes))
        return name

    def constant(self, array):
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def make_branch(self, value, rank):
        """A graph that gives `value` with another rank, or as it is; and the rank."""
        kind, name = self.random.integers(4), f"b{len(self.nodes)}_{self.random.integers(1 << 30)}"
        if kind == 0 and rank:
            made = helper.make_node("ReduceMean", [value], [name], axes=[int(self.random.integers(rank))], keepdims=0)
            rank -= 1
        elif kind == 1:
            made = helper.make_node("Unsqueeze", [value, self.constant(np.array([0]))], [name])
            rank += 1
        elif kind == 2:
            made = helper.make_node("Reshape", [value, self.constant(np.array([-1]))], [name])
            rank = 1
        else:
            made = helper.make_node("Exp", [value], [name])
        output = helper.make_tensor_value_info(name, TensorProto.FLOAT, None)
        return helper.make_graph([made], name, [], [output]), rank

    def choose(self, flag, value, ranks):
        """`ranks` are those that the value may have; the graphs inside fit the smallest."""
        yes, high = self.make_branch(value, min(ranks))
        no, low = self.make_branch(value, min(ranks))
        shift = max(ranks) - min(ranks)
        return self.add("If", [flag], then_branch=yes, else_branch=no), {high, low, high + shift, low + shift}

    def make(self, name):
        value, ranks = self.choose("flag", "x", {self.rank})
        if self.random.integers(2):
            value = self.add("Mul", [value, self.constant(np.array(1.5, np.float32))])
        if self.random.random() < 0.3:
            value, ranks = self.choose("other", value, ranks)
        # What needs a value that comes later, and what is read twice.
        for _ in range(self.random.integers(3)):
            value = self.add(str(self.random.choice(self._SAME)), [value])
        total = self.add("ReduceSum", [self.add("Exp", ["x"])], keepdims=0)
        last = self.add("Add", [value, total])
        outputs = [last, self.add("ReduceMax", [last], keepdims=0)]
        if self.random.integers(2):
            outputs[0] = self.add("Reshape", [self.add("Sub", [last, value]), self.constant(np.array([-1]))])
        if self.random.integers(2):
            outputs.append(self.add("Shape", [value]))
        dims = [f"d{axis}" if self.random.integers(2) else 3 for axis in range(self.rank)]
        inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, dims)]
        inputs += [helper.make_tensor_value_info(flag, TensorProto.BOOL, []) for flag in ("flag", "other")]
        kinds = [TensorProto.INT64 if index == 2 else TensorProto.FLOAT for index in range(3)]
        infos = [helper.make_tensor_value_info(output, kind, None) for output, kind in zip(outputs, kinds)]
        graph = helper.make_graph(self.nodes, name, inputs, infos, self.constants)
        self.sizes = [3 if dim == 3 else None for dim in dims]
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=8)

    def make_run(self, draw, flag, other):
        sizes = [size or int(self.random.integers(1, 5)) for size in self.sizes]
        return (draw.floats(*sizes), np.array(flag), np.array(other))


def make_choices(draw, count):
    for index in range(count):
        graph = ChoiceGraph(draw.random)
        model = graph.make(f"choice_ranks_{index}")
        yield Case(f"choice_ranks_{index}", model,
                   [graph.make_run(draw, *flags) for flags in ((True, True), (True, False), (False, True), (False, False))])


def make_paddings(draw, count):
    for index in range(count):
        graph = PadGraph(draw.random, int(draw.random.integers(1, 5)))
        model = graph.make(f"pad_pairs_{index}")
        yield Case(f"pad_pairs_{index}", model, [graph.make_run(draw) for _ in range(2)])


def make_products(draw):
    """Batches of two names, equal or one of them 1, in tiles and without."""
    for operator, fill, attributes in (("MatMul", draw.floats, ()), ("MatMulInteger", draw.bytes, ()),
                                       ("Einsum", draw.floats, {"equation": "...ij,...jk->...ik"}),
                                       ("Einsum", draw.floats, {"equation": "bhij,bhjk->bkhi"})):
        for rows, depth, columns in ((1, 3, 1), (64, 130, 40)):
            left, right = fill(2, 3, rows, depth), fill(2, 3, depth, columns)
            case = make_case(f"product_{operator}_{rows}", operator, [("x", left), ("y", right)],
                             [TensorProto.INT32 if operator == "MatMulInteger" else TensorProto.FLOAT], attributes,
                             domain="", sizes={"x": ["p", "r", "i", "k"], "y": ["q", 3, "k", "j"]}.items())
            case.runs = [(left, right), (left[:1], right), (left, right[1:]), (left[:1], right[:1]),
                         (left[:, :1], right), (left[1:, :1], right)]
            yield case


def make_middles(draw):
    """Sizes that operators need and only the run time knows."""
    x = draw.floats(4, 7, 3)
    for axis in range(3):
        case = make_case(f"hardmax_{axis}", "Hardmax", [("x", x)], [TensorProto.FLOAT], {"axis": axis}, domain="",
                         sizes={"x": ["n", "m", "k"]}.items())
        case.runs = [(x,), (draw.floats(1, 2, 9).round(),)]
        yield case
    case = make_case("crop_pad", "CenterCropPad", [("x", x), ("size", np.array([5, 4]))], [TensorProto.FLOAT],
                     {"axes": [0, -2]}, domain="", constants=("size",), sizes={"x": ["n", "m", "k"]}.items(), opset=18)
    case.runs = [(draw.floats(n, m, 2),) for n, m in ((4, 7), (5, 4), (1, 1), (8, 3), (9, 2))]
    yield case


def make_cases(seed=5, paddings=16, choices=12):
    draw = Draw(seed)
    return [*make_paddings(draw, paddings), *make_choices(draw, choices), *make_products(draw), *make_middles(draw)]
