"""Image models of the onnx wheel, which has them without their weights: these are
drawn here, the same in each run, so that numbers neither vanish nor grow. The
batch becomes a symbol, and a last softmax goes away."""
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

_FOLDER = Path(onnx.__file__).parent / "backend/test/data/light"
NAMES = sorted(path.stem.removeprefix("light_") for path in _FOLDER.glob("*.onnx"))
# The images that each model gets: how many, and of which size.
_SIZES = {"densenet121": ((1, 224, 224), (2, 160, 192)), "squeezenet": ((1, 224, 224), (3, 160, 192))}


def role_of(name, users):
    """What a tensor is for: a positive scale, or something else."""
    for node, index in users.get(name, ()):
        if node.op_type == "BatchNormalization" and index in (1, 4) or node.op_type == "Mul":
            return "scale"
        if node.op_type == "Unsqueeze":
            return role_of(node.output[0], users)
    return "other"


def draw(shape, role, generator):
    if role == "scale":
        return generator.uniform(0.5, 1.5, shape)
    if len(shape) < 2:
        return generator.normal(0, 0.1, shape)
    return generator.normal(0, np.sqrt(2 / np.prod(shape[1:])), shape)


def build(name):
    """The model with weights and a batch of any size, and its weights' bytes."""
    model = onnx.load(_FOLDER / f"light_{name}.onnx")
    graph, generator = model.graph, np.random.default_rng(5)
    stored = {tensor.name: tensor for tensor in graph.initializer}
    users = {}
    for node in graph.node:
        for index, value in enumerate(node.input):
            users.setdefault(value, []).append((node, index))
    kept = []
    for node in graph.node:
        if node.op_type != "ConstantOfShape":
            kept.append(node)
            continue
        shape = numpy_helper.to_array(stored[node.input[0]])
        value = draw(tuple(shape), role_of(node.output[0], users), generator)
        graph.initializer.append(numpy_helper.from_array(value.astype(np.float32), node.output[0]))
    del graph.node[:]
    graph.node.extend(kept)
    # Drawn weights make one class certain, which hides all errors: compare what
    # the last softmax gets.
    if graph.node[-1].op_type == "Softmax":
        graph.output[0].name = graph.node[-1].input[0]
        graph.node.pop()
    weights = {tensor.name for tensor in graph.initializer}
    for node in graph.node:
        # A shape begins with the batch, which 0 leaves as it is.
        if node.op_type == "Reshape" and node.input[0] not in weights:
            shape = numpy_helper.to_array(stored[node.input[1]]).copy()
            shape[0] = 0
            stored[node.input[1]].CopyFrom(numpy_helper.from_array(shape, node.input[1]))
    # Since version 4 of the format stored tensors are no inputs.
    model.ir_version = 8
    inputs = [info for info in graph.input if info.name not in stored]
    del graph.input[:]
    graph.input.extend(inputs)
    for info in [*graph.input, *graph.output]:
        info.type.tensor_type.shape.dim[0].dim_param = "n"
    if name in _SIZES:
        for axis, symbol in ((2, "h"), (3, "w")):
            graph.input[0].type.tensor_type.shape.dim[axis].dim_param = symbol
    return model, sum(len(tensor.raw_data) for tensor in graph.initializer)


def sizes(name):
    """How many images a model gets at once, and of which size."""
    return _SIZES.get(name, ((1, 224, 224), (3, 224, 224)))
