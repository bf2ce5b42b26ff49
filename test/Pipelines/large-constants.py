# Weights above every size limit are moved and converted when compiling, not in
# each call: no kernel is left that does so, and the results are numpy's.
# Python is not instrumented, and cannot load a library that is.
# UNSUPPORTED: sanitized
# REQUIRES: wheels, onnx
# RUN: %python %s %runtime_lib_dir %relax_src_root/python %t
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, sys.argv[2])
from relax_mlir.runtime import Runtime  # noqa: E402

runtime = Runtime(f"{sys.argv[1]}/librelax_runtime.so")

folder = Path(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
random = np.random.default_rng(0)


def run(name, nodes, weights, inputs, results):
    """The kernels of a model, and its results for the inputs."""
    graph = helper.make_graph(
        nodes, name,
        [helper.make_tensor_value_info(key, helper.np_dtype_to_tensor_dtype(value.dtype), ["n", *value.shape[1:]])
         for key, value in inputs.items()],
        [helper.make_tensor_value_info(key, TensorProto.FLOAT, shape) for key, shape in results.items()],
        [numpy_helper.from_array(value, key) for key, value in weights.items()])
    path = folder / f"{name}.onnx"
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)
    scheduled = subprocess.run(["relax-compile", path, "--stop-at=kernel", "-o", "-"], check=True,
                               capture_output=True, text=True).stdout
    kernels = [line.split("@")[1].split("(")[0] for line in scheduled.splitlines() if "tir.func" in line]
    subprocess.run(["relax-compile", path, "-o", folder / f"{name}.so"], check=True)
    module = runtime.load(folder / f"{name}.so")
    (found,) = module.call("main", *inputs.values())
    return kernels, found


def check(kernels, words, found, expected):
    assert not any(word in kernel for kernel in kernels for word in words), kernels
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-4, atol=1e-4)


# An embedding that a product uses transposed, as GPT-2's.
table = random.standard_normal((600, 48), dtype=np.float32)
rows = np.array([3, 599, 0, 17, 3], dtype=np.int64)
kernels, found = run(
    "tied", [helper.make_node("Gather", ["t", "i"], ["x"]), helper.make_node("Transpose", ["t"], ["u"], perm=[1, 0]),
             helper.make_node("MatMul", ["x", "u"], ["y"])], {"t": table}, {"i": rows}, {"y": ["n", 600]})
check(kernels, ["permute_dims"], found, table[rows] @ table.T)

# Weights on scales, one for each column, and a slice of some.
weight = random.integers(-128, 128, (192, 512), dtype=np.int8)
scale = (0.5 + random.random(512)).astype(np.float32) / 128
x = random.standard_normal((3, 192), dtype=np.float32)
kernels, found = run(
    "quantized", [helper.make_node("DequantizeLinear", ["w", "s"], ["d"], axis=1),
                  helper.make_node("Slice", ["d", "b", "e", "a"], ["p"]), helper.make_node("MatMul", ["x", "p"], ["y"])],
    {"w": weight, "s": scale, "b": np.array([256]), "e": np.array([511]), "a": np.array([1])}, {"x": x},
    {"y": ["n", 255]})
check(kernels, ["dequantize", "slice"], found, x @ (weight * scale)[:, 256:511])
