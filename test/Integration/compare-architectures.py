#!/usr/bin/env python3
"""Compile image models of the onnx wheel and compare them with ONNX Runtime.

The wheel has well-known models without their weights: these are drawn here, the
same in each run, so that numbers neither vanish nor grow. The batch becomes a
symbol, and a last softmax goes away. The largest error relative to a row's largest value is at most 1e-4, or
1e-3 where a model has more than 100 convolutions.

  compare-architectures.py resnet50               some models
  compare-architectures.py --all --table FILE     all, and a table of them
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from device_runs import compile_for_device, load_driver  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402

_FOLDER = Path(onnx.__file__).parent / "backend/test/data/light"
NAMES = sorted(path.stem.removeprefix("light_") for path in _FOLDER.glob("*.onnx"))
# The images that each model gets: how many, and of which size.
_SIZES = {"densenet121": ((1, 224, 224), (2, 160, 192)), "squeezenet": ((1, 224, 224), (3, 160, 192))}
_HEAD = """# Models that are compared with ONNX Runtime

Written by `test/Integration/compare-architectures.py --all --table docs/Models.md`.
The models lie in the `onnx` wheel without their weights, which the script draws.
Errors are relative to the largest value of a row; to compile takes so many seconds
of a processor. Models with their own weights,
`magika` and three of PP-OCR, are compared by `test/Integration/compare-model.py`.

| model | nodes | convolutions | weights, MB | images | largest error | compiled in, s |
| --- | --- | --- | --- | --- | --- | --- |
"""


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


def relative_error(found, expected):
    rows = len(expected)
    difference = np.abs(found.astype(np.float64) - expected).reshape(rows, -1).max(axis=1)
    scale = np.abs(expected).reshape(rows, -1).max(axis=1)
    return float((difference / np.maximum(scale, 1e-30)).max())


def seconds_of_children():
    """The processor's time in processes that have ended: steadier than what a
    clock on the wall says beside other work."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compare(name, tools, folder, chip=None):
    """Whether a model is right, and its line of the table."""
    model, size = build(name)
    path, module = folder / "model.onnx", folder / "model.so"
    onnx.save(model, path)
    start = seconds_of_children()
    if chip:
        load_driver(tools / "bin")
        os.environ.update(compile_for_device(path, module, chip, folder, tools / "bin"))
    else:
        subprocess.run([tools / "bin/relax-compile", path, "-o", module], check=True)
    seconds = seconds_of_children() - start
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    compiled = Runtime(tools / "lib/librelax_runtime.so").load(module)
    count = sum(node.op_type == "Conv" for node in model.graph.node)
    generator, worst, images = np.random.default_rng(7), 0.0, []
    for batch, height, width in _SIZES.get(name, ((1, 224, 224), (3, 224, 224))):
        image = generator.normal(0, 1, (batch, 3, height, width)).astype(np.float32)
        expected = session.run(None, {model.graph.input[0].name: image})[0]
        found = compiled.call("main", image)[0]
        if found.shape != expected.shape:
            print(f"{name}: found {found.shape}, expected {expected.shape}")
            return False, ""
        worst = max(worst, relative_error(found, expected))
        images.append(f"{batch}x{height}x{width}")
    right = worst <= (1e-3 if count > 100 else 1e-4)
    line = (f"| {name} | {len(model.graph.node)} | {count} | {size / 1e6:.0f} | {', '.join(images)} | {worst:.0e} |"
            f" {seconds:.0f} |")
    print(line + ("" if right else "  TOO LARGE"), flush=True)
    return right, line


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", help=", ".join(NAMES))
    parser.add_argument("--all", action="store_true", help="all models")
    parser.add_argument("--table", help="the file to write a table to")
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--device", metavar="CHIP", help="compile for this GPU, and run with the driver for tests")
    arguments = parser.parse_args()
    results = []
    for name in NAMES if arguments.all else arguments.models:
        with tempfile.TemporaryDirectory() as folder:
            results.append(compare(name, Path(arguments.build).resolve(), Path(folder), arguments.device))
    if arguments.table:
        Path(arguments.table).write_text(_HEAD + "".join(f"{line}\n" for _, line in results))
    sys.exit(0 if all(right for right, _ in results) else 1)


if __name__ == "__main__":
    main()
