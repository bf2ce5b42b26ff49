"""Drawn paddings whose widths exporters compute by matrices, for
compare-domains.py."""
import numpy as np
from onnx import TensorProto, helper, numpy_helper

from onnx_case import Case, Draw

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


def make_paddings(draw, count):
    for index in range(count):
        graph = PadGraph(draw.random, int(draw.random.integers(1, 5)))
        model = graph.make(f"pad_pairs_{index}")
        yield Case(f"pad_pairs_{index}", model, [graph.make_run(draw) for _ in range(2)])


def make_cases(seed=5, paddings=16):
    draw = Draw(seed)
    return list(make_paddings(draw, paddings))
