"""Models of one node for compare-domains.py."""
from dataclasses import dataclass

import numpy as np
import onnx
from onnx import helper, numpy_helper


@dataclass
class Case:
    """A model, its inputs for each call, and how far results may be off; what each call gives where ONNX Runtime is
    not to say so."""
    name: str
    model: onnx.ModelProto
    runs: list
    tolerance: float = 1e-4
    expected: list = None


class Draw:
    """Inputs, drawn from one seed."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)

    def floats(self, *shape):
        return self.random.normal(0, 1, shape).astype(np.float32)

    def numbers(self, *shape):
        """Floats as a list, for attributes."""
        return list(map(float, self.floats(*shape).reshape(-1)))

    def bytes(self, *shape):
        return self.random.integers(0, 256, shape).astype(np.uint8)


def make_case(name, operator, inputs, outputs, attributes=(), domain="com.microsoft", constants=(), sizes=(),
              opset=17, version=3, tolerance=1e-4):
    """A node of `inputs`, pairs of name and array, None for one left out; those
    among `constants` are initializers, `sizes` are the declared ones of inputs.
    `outputs` are element types, None for one left out."""
    declared, initializers, values, names = [], [], [], []
    for label, array in inputs:
        names.append("" if array is None else label)
        if array is None:
            continue
        if label in constants:
            initializers.append(numpy_helper.from_array(array, label))
            continue
        declared.append(helper.make_tensor_value_info(label, helper.np_dtype_to_tensor_dtype(array.dtype),
                                                      dict(sizes).get(label, array.shape)))
        values.append(array)
    results = [f"result{index}" if kind else "" for index, kind in enumerate(outputs)]
    node = helper.make_node(operator, names, results, name=name, domain=domain, **dict(attributes))
    infos = [helper.make_tensor_value_info(label, kind, None) for label, kind in zip(results, outputs) if kind]
    graph = helper.make_graph([node], "graph", declared, infos, initializers)
    sets = [helper.make_opsetid("", opset), helper.make_opsetid("com.microsoft", 1),
            helper.make_opsetid("ai.onnx.ml", version)]
    return Case(name, helper.make_model(graph, opset_imports=sets, ir_version=8), [tuple(values)], tolerance)
