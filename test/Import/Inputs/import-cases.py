"""Imports the node tests of the onnx package and compares result shapes.

usage: import-cases.py RELAX_IMPORT_ONNX FOLDER [STEP]

Each model must either become a function whose result types fit the expected
tensors, or give an error: no crash. Models of newer operator sets are read as
opset 28. Prints what went wrong and how many were imported.
"""
import collections
import multiprocessing
import os
import re
import subprocess
import sys
import warnings

import numpy as np
import onnx
import onnx.numpy_helper

LAST_OPSET = 28

# Inputs that have to be known at import, by operator.
CONSTANT_INPUTS = {
    "Clip": (1, 2), "ConstantOfShape": (0,), "CumSum": (1,), "Dropout": (1, 2), "Expand": (1,),
    "OneHot": (1, 2), "Pad": (1, 2, 3), "Range": (0, 1, 2), "Reshape": (1,), "Resize": (1, 2, 3),
    "Slice": (1, 2, 3, 4), "Split": (1,), "Squeeze": (1,), "Tile": (1,), "Trilu": (1,),
    "Unsqueeze": (1,), "Upsample": (1,),
}


def supported_operators(tool):
    lines = subprocess.run([tool, "--list-operators"], capture_output=True, text=True, check=True)
    return {line.split()[0] for line in lines.stdout.splitlines()}


def type_text(element):
    names = {"float32": "f32", "float64": "f64", "float16": "f16", "bool": "i1", "bfloat16": "bf16"}
    name = str(element)
    return names.get(name, re.sub(r"^int", "i", re.sub(r"^uint", "ui", name)))


def fits(declared, array):
    """Whether a result type of the function may hold an array."""
    match = re.match(r"tensor<([^,>]*)", declared)
    *dims, element = match.group(1).split("x")
    if element != type_text(array.dtype) or len(dims) != array.ndim:
        return False
    return all(dim == "?" or int(dim) == size for dim, size in zip(dims, array.shape))


def result_types(text):
    """The result types in the line that begins the function."""
    header = next(line for line in text.splitlines() if "relax.func" in line)
    tail = header[header.index(") -> ") + len(") -> "):]
    return re.findall(r"tensor<[^{}]*?(?:#relax\.dims<\[.*?\]>)?>", tail)


def check(arguments):
    tool, path, name, expected = arguments
    run = subprocess.run([tool, path], capture_output=True, text=True)
    if run.returncode not in (0, 1) or (run.returncode == 1 and "error: " not in run.stderr):
        return "crash", f"{name}: exit status {run.returncode}\n{run.stderr[-2000:]}"
    if run.returncode == 1:
        return "rejected", f"{name}: {run.stderr.strip()}"
    types = result_types(run.stdout)
    for declared, array in zip(types, expected):
        if not fits(declared, array):
            return "wrong", f"{name}: result is {declared}, expected {array.shape} {array.dtype}"
    return "imported", name


def fix_inputs(case):
    """Make the inputs constant that have to be."""
    graph = case.model.graph
    if not case.data_sets:
        return
    arrays = {value.name: array for value, array in zip(graph.input, case.data_sets[0][0])}
    for node in graph.node:
        places = (1,) if node.op_type.startswith("Reduce") else CONSTANT_INPUTS.get(node.op_type, ())
        for place in places:
            name = node.input[place] if place < len(node.input) else ""
            if name in arrays:
                graph.initializer.append(onnx.numpy_helper.from_array(arrays.pop(name), name))


def cases(folder, operators, step):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases
        found = collect_testcases(None)
    for case in found[::step]:
        model = case.model
        if model is None or any(node.op_type not in operators for node in model.graph.node):
            continue
        for entry in model.opset_import:
            entry.version = min(entry.version, LAST_OPSET)
        fix_inputs(case)
        path = os.path.join(folder, case.name + ".onnx")
        with open(path, "wb") as output:
            output.write(model.SerializeToString())
        expected = case.data_sets[0][1] if case.data_sets else []
        yield path, case.name, [np.asarray(array) for array in expected if isinstance(array, (np.ndarray, np.generic))]


def main():
    tool, folder = sys.argv[1:3]
    step = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    os.makedirs(folder, exist_ok=True)
    work = [(tool, *case) for case in cases(folder, supported_operators(tool), step)]
    counts = collections.Counter()
    with multiprocessing.Pool(2) as pool:
        for outcome, text in pool.imap(check, work, chunksize=8):
            counts[outcome] += 1
            if outcome != "imported":
                print(f"{outcome}: {text}")
    print(" ".join(f"{outcome}={counts[outcome]}" for outcome in ("imported", "rejected", "wrong", "crash")))


if __name__ == "__main__":
    main()
