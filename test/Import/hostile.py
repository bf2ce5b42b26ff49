# Broken and hostile files: one clear error each, no crash, no foreign file.
# REQUIRES: onnx, wheels
# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %s relax-import-onnx %t | FileCheck %s
import os
import subprocess
import sys

import onnx
from onnx import TensorProto, helper

tool, folder = sys.argv[1:3]
inside = os.path.join(folder, "model")
os.makedirs(inside, exist_ok=True)
secret = os.path.join(folder, "secret.bin")
with open(secret, "wb") as output:
    output.write(b"\1" * 64)
with open(os.path.join(inside, "weights.bin"), "wb") as output:
    output.write(b"\0" * 64)


def run(title, path):
    found = subprocess.run([tool, path, "-o", "-"], capture_output=True, text=True)
    lines = found.stderr.replace(folder, "DIR").splitlines()
    # Each line begins with the file's name.
    prefix = path.replace(folder, "DIR") + ": "
    lines = [line[len(prefix):] if line.startswith(prefix) else f"no file: {line}" for line in lines]
    print(f"{title}: {found.returncode} {lines[0] if lines else 'no error'}")
    for line in lines[1:]:
        print(f"  {line}")


def write(name, data):
    path = os.path.join(inside, name)
    with open(path, "wb") as output:
        output.write(data)
    return path


def graph(nodes, initializers=(), inputs=None, outputs=None):
    tensor = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, [4])
    return helper.make_graph(
        nodes, "g", inputs if inputs is not None else [tensor("x")],
        outputs if outputs is not None else [tensor("y")], initializers)


def model(*arguments, opset=13, **more):
    return helper.make_model(graph(*arguments, **more),
                             opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


def check(title, proto):
    run(title, write("case.onnx", proto.SerializeToString()))


relu = helper.make_node("Relu", ["x"], ["y"], name="r")
add = helper.make_node("Add", ["x", "w"], ["y"], name="a")
good = model([relu]).SerializeToString()


def tensor(**fields):
    return TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[4], **fields)


def external(**entries):
    result = tensor(data_location=TensorProto.EXTERNAL)
    for key, value in entries.items():
        result.external_data.add(key=key, value=str(value))
    return result


# CHECK: missing: 1 error: cannot read "DIR/model/none.onnx": No such file or directory; expected the path of an ONNX model
run("missing", os.path.join(inside, "none.onnx"))
# CHECK: folder: 1 error: "DIR/model" is not a regular file; expected the path of an ONNX model
run("folder", inside)
# CHECK: empty: 1 error: "DIR/model/empty.onnx" is empty, expected an ONNX model; export it again
run("empty", write("empty.onnx", b""))
# CHECK: too large: 1 error: "DIR/model/large.onnx" has 2147483648 bytes, expected at most 2147483647; store the weights as external data
large = write("large.onnx", b"")
os.truncate(large, 1 << 31)
run("too large", large)
os.remove(large)
# CHECK: noise: 1 error: "DIR/model/noise.onnx" of 11 bytes cannot be decoded, expected an ONNX model: it is truncated, damaged or of another format; export it again
run("noise", write("noise.onnx", b"hello world"))
# CHECK: graphless: 1 error: "DIR/model/graphless.onnx" has no graph, expected one of an ONNX model; export it again
run("graphless", write("graphless.onnx", b"\x08\x08"))
# CHECK: truncated: every prefix is rejected
bad = 0
for size in range(1, len(good) - 1, 3):
    path = write("truncated.onnx", good[:size])
    found = subprocess.run([tool, path], capture_output=True, text=True)
    bad += found.returncode != 1 or "error: " not in found.stderr
print("truncated:", f"{bad} are not" if bad else "every prefix is rejected")
# CHECK: nested: 1 error: "DIR/model/nested.onnx" of {{.*}} bytes cannot be decoded
inner = graph([relu])
for _ in range(26):
    inner = graph([helper.make_node("If", ["x"], ["y"], then_branch=inner)])
run("nested", write("nested.onnx", helper.make_model(inner).SerializeToString()))

# CHECK: no opset: 1 error: model imports no version of operator set "ai.onnx", expected 1 to 28; the file is truncated or no ONNX model
proto = model([relu])
del proto.opset_import[:]
check("no opset", proto)
# CHECK: no such opset: 1 error: model imports version 29 of operator set "ai.onnx", expected 1 to 28; convert it with onnx.version_converter
check("no such opset", model([relu], opset=29))
# CHECK: cycle: 1 error: node "p" (operator "Relu", domain "ai.onnx"): input "a" depends on this node's own result; break the cycle
check("cycle", model([helper.make_node("Relu", ["b"], ["a"], name="q"),
                      helper.make_node("Relu", ["a"], ["b"], name="p"),
                      helper.make_node("Relu", ["a"], ["y"], name="s")]))
# CHECK: dangling: 1 error: node "r" (operator "Relu", domain "ai.onnx"): input "ghost" is no input of the graph, no initializer and no output of a node
check("dangling", model([helper.make_node("Relu", ["ghost"], ["y"], name="r")]))
# CHECK: twice: 1 error: node "r" (operator "Relu", domain "ai.onnx"): output "y" is the name of another value; give each value a name of its own
check("twice", model([relu, relu]))
# CHECK: same initializer: 1 error: initializer "w": expected a name of its own for each value, found one twice
zeros = helper.make_tensor("w", TensorProto.FLOAT, [4], [0.0] * 4)
check("same initializer", model([add], [zeros, zeros]))
# CHECK: no output: 1 error: expected output "z" to be a result of a node, an input or an initializer
check("no output", model([relu], outputs=[helper.make_tensor_value_info("z", TensorProto.FLOAT, [4])]))
# CHECK: no outputs: 1 error: graph has no output, expected at least one
check("no outputs", model([relu], outputs=[]))
# CHECK: wrong output: 1 error: output "y" is declared with element type 'double', expected what its node gives, 'f32'
check("wrong output", model([relu], outputs=[helper.make_tensor_value_info("y", TensorProto.DOUBLE, [4])]))
# CHECK: no shape: 1 error: expected a shape for input "x"; give one with --input-shape
check("no shape", model([relu], inputs=[helper.make_tensor_value_info("x", TensorProto.FLOAT, None)]))
# CHECK: strings: 1 warning: input "x" has strings
# CHECK-NEXT: error: node "r" (operator "Relu", domain "ai.onnx", opset 13): input 0 has strings, of which only hashes are known, expected numbers; prepare the text before the model
check("strings", model([relu], inputs=[helper.make_tensor_value_info("x", TensorProto.STRING, [4])]))
# CHECK: sequence: 1 error: expected a tensor as input "x"; only tensors are supported
check("sequence", model([relu], inputs=[helper.make_tensor_sequence_value_info("x", TensorProto.FLOAT, [4])]))
# CHECK: two faults: 1 error: initializer "w": tensor holds 3 elements, expected 4 for 'tensor<4xf32>'
# CHECK-NEXT: error: node "f" (operator "Foo", domain "ai.onnx", opset 13): operator is not supported
check("two faults", model([add, helper.make_node("Foo", ["x"], ["z"], name="f")], [tensor(float_data=[1, 2, 3])]))

# Bytes that are no text, in names that two messages give.
# CHECK: bytes: 1 error: node "r\377\200" (operator "Foo\377\200", domain "acme\377\200"): operator is not supported
# CHECK: error: model has 2 nodes of 2 operators that cannot be imported: acme\377\200.Bar\377\200 1, acme\377\200.Foo\377\200 1
odd = model([helper.make_node("FooZZ", ["x"], ["z"], name="rZZ", domain="acmeZZ"),
             helper.make_node("BarZZ", ["z"], ["y"], name="sZZ", domain="acmeZZ")])
run("bytes", write("case.onnx", odd.SerializeToString().replace(b"ZZ", b"\xff\x80")))

# CHECK: letters: 1 error: node "e" (operator "Einsum", domain "ai.onnx", opset 13): 'relax.einsum' op expects subscripts of letters, but found "i\377\200" [relax.einsum R3]
odd = model([helper.make_node("Einsum", ["x"], ["y"], name="e", equation="iZZ->i")])
run("letters", write("case.onnx", odd.SerializeToString().replace(b"ZZ", b"\xff\x80")))
# CHECK: mode: 1 error: node "m" (operator "Momentum", domain "ai.onnx.preview.training", opset 1): mode is "\377\200", expected "standard" or "nesterov"
odd = model([helper.make_node("Momentum", ["r", "t", "x", "x", "x"], ["y", "z"], name="m", mode="ZZ", alpha=0.9,
                              beta=1.0, norm_coefficient=0.0, domain="ai.onnx.preview.training")],
            inputs=[helper.make_tensor_value_info("r", TensorProto.FLOAT, []),
                    helper.make_tensor_value_info("t", TensorProto.INT64, []),
                    helper.make_tensor_value_info("x", TensorProto.FLOAT, [4])])
odd.opset_import.append(helper.make_opsetid("ai.onnx.preview.training", 1))
run("mode", write("case.onnx", odd.SerializeToString().replace(b"ZZ", b"\xff\x80")))

# CHECK: short: 1 error: initializer "w": tensor holds 3 bytes, expected 16 for 'tensor<4xf32>'
check("short", model([add], [tensor(raw_data=b"abc")]))
# CHECK: negative: 1 error: initializer "w": tensor has dimension -4, expected a size
check("negative", model([add], [TensorProto(name="w", data_type=1, dims=[-4], raw_data=b"")]))
# CHECK: huge: 1 error: initializer "w": expected tensors of at most 1099511627776 bytes
check("huge", model([add], [TensorProto(name="w", data_type=1, dims=[1 << 62, 1 << 62], raw_data=b"")]))
# CHECK: text: 1 error: node "a" (operator "Add", domain "ai.onnx", opset 13): input 1 has strings, of which only hashes are known, expected numbers; prepare the text before the model
check("text", model([add], [TensorProto(name="w", data_type=8, dims=[1], string_data=[b"a"])]))
# CHECK: segment: 1 error: initializer "w": expected a whole tensor, found segments; export the model with whole tensors
check("segment", model([add], [tensor(raw_data=b"\0" * 16, segment=TensorProto.Segment(begin=0, end=1))]))

# CHECK: external: 0 no error
check("external", model([add], [external(location="weights.bin", offset=16, length=16)]))
# CHECK: absolute: 1 error: initializer "w": external data lies in "DIR/secret.bin", which is no relative path; expected a file inside the model's folder
check("absolute", model([add], [external(location=secret)]))
# CHECK: parent: 1 error: initializer "w": external data lies in "../secret.bin", which leaves the folder; expected a file inside the model's folder
check("parent", model([add], [external(location="../secret.bin")]))
# CHECK: detour: 1 error: initializer "w": external data lies in "a/../../secret.bin", which leaves the folder
check("detour", model([add], [external(location="a/../../secret.bin")]))
# CHECK: link: 1 error: initializer "w": external data lies in "link.bin", which is a link out of the folder
os.symlink(secret, os.path.join(inside, "link.bin"))
check("link", model([add], [external(location="link.bin")]))
# CHECK: device: 1 error: initializer "w": external data lies in "dir", which is not a regular file
os.mkdir(os.path.join(inside, "dir"))
check("device", model([add], [external(location="dir")]))
# CHECK: no file: 1 error: initializer "w": external data lies in "none.bin", which cannot be read: No such file or directory
check("no file", model([add], [external(location="none.bin")]))
# CHECK: no place: 1 error: initializer "w": external data lies in "", which is no path
check("no place", model([add], [external(offset=0)]))
# CHECK: beyond: 1 error: initializer "w": external data needs 16 bytes at offset 60 of "weights.bin", but the file has 64 bytes
check("beyond", model([add], [external(location="weights.bin", offset=60)]))
# CHECK: far: 1 error: initializer "w": external data needs 16 bytes at offset 18446744073709551615 of "weights.bin"
check("far", model([add], [external(location="weights.bin", offset=(1 << 64) - 1)]))
# CHECK: length: 1 error: initializer "w": external data has length 8, but the tensor's type needs 16 bytes
check("length", model([add], [external(location="weights.bin", length=8)]))
# CHECK: no number: 1 error: initializer "w": external data has offset "-1", expected a number of bytes
check("no number", model([add], [external(location="weights.bin", offset=-1)]))
