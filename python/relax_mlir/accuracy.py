"""relax-debug-accuracy: the first node of an ONNX model whose result differs from ONNX Runtime's.

    relax-run model.onnx --compare-with=onnxruntime

writes the model's inputs into a folder and starts this. Both sides then give the results of all nodes. Where that makes
the difference vanish, as what is an output is not fused away, it bisects: which result, as the only output, differs.
"""
import argparse
import copy
import ctypes
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np

from relax_mlir import CompileError, __version__, compile
from relax_mlir.runtime import RuntimeFailure

# Names of operators whose results no two programs share.
_DRAWN = {"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"}
# Those of integers, for which ONNX Runtime has products that saturate.
_SATURATING = {"ConvInteger", "DequantizeLinear", "DynamicQuantizeLSTM", "DynamicQuantizeMatMul", "MatMulInteger",
               "MatMulIntegerToFloat", "QLinearConv", "QLinearMatMul"}


class Failure(Exception):
    """What ends the command with an error."""


def describe_difference(found, expected, tolerance):
    """How an array differs from another one by more than `tolerance` times its largest value; empty if it does not.
    relax-run compares outputs so."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return (f"expected {expected.dtype}[{', '.join(map(str, expected.shape))}], found "
                f"{found.dtype}[{', '.join(map(str, found.shape))}]")
    if found.size == 0:
        return ""
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    found, expected = found.astype(wide).ravel(), expected.astype(wide).ravel()
    largest = np.abs(expected[np.isfinite(expected)]).max(initial=0)
    with np.errstate(invalid="ignore"):
        difference = np.abs(found - expected)
        difference[(found == expected) | (np.isnan(found) & np.isnan(expected))] = 0
    # A NaN on one side alone is the largest difference of all.
    difference[np.isnan(difference)] = np.inf
    worst = int(difference.argmax())
    if difference[worst] <= tolerance * largest:
        return ""
    number = int((difference > tolerance * largest).sum())
    return (f"{number} of {found.size} elements differ, element {worst} most: expected {expected[worst]:.9g}, found "
            f"{found[worst]:.9g}, a difference of {difference[worst]:.3g}; the tolerance is {tolerance:g} of {largest:.9g}")


class Model:
    """An ONNX model, of which others with other outputs are made."""

    def __init__(self, path, onnx):
        self.onnx = onnx
        self.path = path
        # Without weights from other files: these have their own folder.
        self.proto = onnx.load(path, load_external_data=False)
        self.has_files = any(each.data_location == onnx.TensorProto.EXTERNAL for each in self.proto.graph.initializer)
        if self.has_files:
            self.proto = onnx.load(path)
        constants = {each.name for each in self.proto.graph.initializer}
        self.inputs = [each.name for each in self.proto.graph.input if each.name not in constants]
        self.nodes = self._sort(constants.union(self.inputs))
        self.opsets = {each.domain or "ai.onnx": each.version for each in self.proto.opset_import}

    def _sort(self, known):
        """The nodes, values before uses; files of some tools have another order."""
        makers = {name: node for node in self.proto.graph.node for name in node.output if name}
        done, ordered = set(), []
        for first in self.proto.graph.node:
            pending = [first]
            while pending:
                node = pending[-1]
                wanted = [makers[name] for name in self.uses(node) if name in makers and id(makers[name]) not in done]
                if id(node) not in done and wanted and len(pending) <= len(self.proto.graph.node):
                    pending.append(wanted[0])
                    continue
                pending.pop()
                if id(node) not in done:
                    done.add(id(node))
                    ordered.append(node)
        return ordered

    def uses(self, node):
        """The values that a node reads, those that its subgraphs take from around them among them."""
        found = [name for name in node.input if name]
        for attribute in node.attribute:
            for graph in [attribute.g] if attribute.HasField("g") else attribute.graphs:
                own = {each.name for each in [*graph.input, *graph.initializer]}
                own.update(name for inner in graph.node for name in inner.output)
                inside = [name for inner in graph.node for name in self.uses(inner)]
                found += [name for name in inside + [each.name for each in graph.output] if name not in own]
        return list(dict.fromkeys(found))

    def describe(self, node):
        """A node as the importer's messages have it."""
        domain = node.domain or "ai.onnx"
        opset = f", opset {self.opsets[domain]}" if domain in self.opsets else ""
        return f'node "{node.name}" (operator "{node.op_type}", domain "{domain}"{opset})'

    def with_outputs(self, values):
        """The model that gives `values`, of onnx.ValueInfoProto, and has only the nodes that these need."""
        proto = self.onnx.ModelProto()
        proto.CopyFrom(self.proto)
        needed, nodes = {value.name for value in values}, []
        for node in reversed(self.nodes):
            if needed.intersection(node.output):
                needed.update(self.uses(node))
                nodes.append(node)
        nodes = [copy.deepcopy(node) for node in reversed(nodes)]
        kept = [copy.deepcopy(each) for each in proto.graph.initializer if each.name in needed]
        # Up to IR 3 initializers are inputs as well, also those that are left out here.
        weights = {each.name for each in proto.graph.initializer}
        inputs = [copy.deepcopy(each) for each in proto.graph.input if each.name in needed or each.name not in weights]
        for field, replacement in ("node", nodes), ("initializer", kept), ("input", inputs), ("output", values):
            proto.graph.ClearField(field)
            getattr(proto.graph, field).extend(replacement)
        return proto

    def split_uses(self, node, values):
        """The values of `values` by name that a node reads: those that are its inputs, and those that are constants of a
        model of this node alone, besides weights. Among these are small integers: shapes, axes and widths, without
        which no kernel is what it is in the whole model."""
        weights = {each.name for each in self.proto.graph.initializer}
        constants = {name for each in self.proto.graph.node if each.op_type == "Constant" for name in each.output}
        inputs, others = [], []
        for name in self.uses(node):
            if name in weights or name not in values:
                continue
            array = values[name]
            is_shape = array.dtype == np.int64 and array.ndim <= 1 and array.size <= 16 and name not in self.inputs
            (others if is_shape or name in constants else inputs).append(name)
        return inputs, others

    def take_out(self, node, values):
        """A model of one node, on the values that it has by name."""
        inputs, constants = self.split_uses(node, values)
        outputs = [name for name in node.output if name in values]
        proto = self.with_outputs([self.get_type(name, values[name].dtype, values[name].shape) for name in outputs])
        uses = set(self.uses(node))
        kept = [copy.deepcopy(each) for each in proto.graph.initializer if each.name in uses]
        kept += [self.onnx.numpy_helper.from_array(values[name], name) for name in constants]
        given = [self.get_type(name, values[name].dtype, values[name].shape) for name in inputs]
        for field, replacement in (("node", [node]), ("initializer", kept), ("input", given), ("value_info", [])):
            proto.graph.ClearField(field)
            getattr(proto.graph, field).extend(replacement)
        return proto

    def get_type(self, name, dtype, dims):
        """A value with its type; a dim of None is not known."""
        return self.onnx.helper.make_tensor_value_info(name, self.onnx.helper.np_dtype_to_tensor_dtype(dtype), dims)

    def save(self, proto, path):
        """Writes a model with its weights, in a file of their own where protobuf's limit of 2 GB asks for one."""
        self.onnx.save(proto, path, save_as_external_data=self.has_files, location=f"{path.name}.data")
        return path


class Reference:
    """ONNX Runtime, without fusion: each node as its definition says."""

    def __init__(self, model, onnxruntime, folder):
        self.model, self.onnxruntime, self.folder = model, onnxruntime, folder

    def open(self, proto):
        path = self.model.save(proto, self.folder / "reference.onnx")
        options = self.onnxruntime.SessionOptions()
        # Products of u8 and s8 saturate at 16 bits on processors without VNNI, unless it is told not to; among its
        # optimizations is what does so. Results that are outputs stay, whatever it fuses.
        levels = self.onnxruntime.GraphOptimizationLevel
        saturates = _SATURATING.intersection(node.op_type for node in self.model.nodes)
        options.graph_optimization_level = levels.ORT_ENABLE_EXTENDED if saturates else levels.ORT_DISABLE_ALL
        options.add_session_config_entry("session.x64quantprecision", "1")
        options.log_severity_level = 4
        try:
            return self.onnxruntime.InferenceSession(str(path), options, ["CPUExecutionProvider"])
        except Exception as error:  # Its errors have no common base class.
            raise Failure(f"ONNX Runtime rejects the model: {error}") from error

    def run(self, session, arrays):
        """The results of all outputs that are tensors, by name."""
        feeds = dict(zip(self.model.inputs, (self._feed(array) for array in arrays)))
        names = [each.name for each in session.get_outputs()]
        try:
            values = session.run_with_ort_values(names, feeds)
        except Exception as error:
            raise Failure(f"ONNX Runtime cannot run the model: {error}") from error
        return {name: self._to_array(value) for name, value in zip(names, values) if value.is_tensor() and value.has_value()}

    def _feed(self, array):
        code = self.model.onnx.helper.np_dtype_to_tensor_dtype(array.dtype)
        return self.onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(np.ascontiguousarray(array), code)

    def _to_array(self, value):
        # OrtValue.numpy() knows none of the types of ml_dtypes.
        dtype = np.dtype(self.model.onnx.helper.tensor_dtype_to_np_dtype(value.element_type()))
        if dtype.isbuiltin == 1 or dtype.kind == "U":
            return value.numpy()
        data = (ctypes.c_char * value.tensor_size_in_bytes()).from_address(value.data_ptr())
        return np.frombuffer(bytes(data), dtype).reshape(value.shape())


class Search:
    """The search for the first node that differs."""

    def __init__(self, model, reference, arrays, arguments):
        self.model, self.reference, self.arrays = model, reference, arrays
        self.folder, self.tolerance = arguments.folder, arguments.tolerance
        self.expected, self.types = self._run_reference()
        # Nodes with results that both sides can give.
        self.nodes = [node for node in model.nodes
                      if node.op_type not in _DRAWN and any(name in self.expected for name in node.output)]

    def _run_reference(self):
        onnx = self.model.onnx
        names = dict.fromkeys(name for node in self.model.nodes for name in node.output if name)
        # Without types: ONNX Runtime finds them, for operators of other domains, too.
        session = self.reference.open(self.model.with_outputs([onnx.ValueInfoProto(name=name) for name in names]))
        results = self.reference.run(session, self.arrays)
        results.update(zip(self.model.inputs, self.arrays))
        types = {name: self.model.get_type(name, array.dtype, [None] * array.ndim) for name, array in results.items()}
        return results, types

    def run_ours(self, proto, arrays):
        """The results of our side by name."""
        with tempfile.TemporaryDirectory(prefix="relax-mlir-") as folder:
            path = self.model.save(proto, Path(folder) / "model.onnx")
            values = compile(path, cache=False)(*arrays)
        return dict(zip((each.name for each in proto.graph.output), values))

    def find_among_all(self):
        """The first node that differs where all results are outputs, and how; None if none does."""
        names = [name for node in self.nodes for name in node.output if name in self.types]
        found = self.run_ours(self.model.with_outputs([self.types[name] for name in names]), self.arrays)
        for node in self.nodes:
            if difference := self.compare(node, found):
                return node, difference
        return None

    def find_alone(self, outputs):
        """The same where each result is the only output, from nodes that make `outputs` back to one before which nothing
        differs."""
        found = self._find_first(node for node in self.nodes if outputs.intersection(node.output))
        while found:
            node, _ = found
            wanted = set(self.model.uses(node))
            makers = [each for each in self.nodes if wanted.intersection(each.output)]
            # Bisection is a short cut: it may take the wrong half where values go past each other.
            earlier = self._bisect(self._find_ancestors(node)) or self._find_first(makers)
            if earlier is None:
                return found
            found = earlier
        return None

    def _find_first(self, nodes):
        """The first of some nodes that differs when alone, and how."""
        for node in nodes:
            values = [self.types[name] for name in node.output if name in self.types]
            if difference := self.compare(node, self.run_ours(self.model.with_outputs(values), self.arrays)):
                return node, difference
        return None

    def _bisect(self, nodes):
        """A node that differs when alone, as early as possible if a difference stays in what is computed from it."""
        best = None
        while nodes:
            middle = len(nodes) // 2
            found = self._find_first(nodes[middle:middle + 1])
            best = found or best
            nodes = nodes[:middle] if found else nodes[middle + 1:]
        return best

    def _find_ancestors(self, node):
        """What a node is computed from, values before uses."""
        needed, found = set(self.model.uses(node)), set()
        position = next(i for i, each in enumerate(self.model.nodes) if each is node)
        for each in reversed(self.model.nodes[:position]):
            if needed.intersection(each.output):
                needed.update(self.model.uses(each))
                found.add(id(each))
        return [each for each in self.nodes if id(each) in found]

    def compare(self, node, found):
        """How results of a node differ; empty if they do not."""
        for name in node.output:
            if name not in found:
                continue
            expected = self.expected[name]
            if difference := describe_difference(np.asarray(found[name]), expected, self.tolerance):
                return f'result "{name}": {difference}'
        return ""

    def write_node(self, node):
        """Writes what ONNX Runtime gave a node, the node as a model, and its results; says what became of that model."""
        inputs, _ = self.model.split_uses(node, self.expected)
        outputs = [name for name in node.output if name in self.expected]
        folder = self.folder / "node"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        words, lines = [], []
        for kind, option, names in ("input", "input", inputs), ("expected", "expected_output", outputs):
            for number, name in enumerate(names):
                path = folder / f"{kind}-{number}.npy"
                np.save(path, self.expected[name])
                words.append(f"--{option}=@{path}")
                lines.append(f'  {kind} "{name}": {path}')
        proto = self.model.take_out(node, self.expected)
        judgement = self._judge(proto, node, [self.expected[name] for name in inputs])
        path = self.model.save(proto, folder / "model.onnx")
        command = " ".join(["relax-run", str(path), *words, f"--tolerance={self.tolerance:g}"])
        return "\n".join([*lines, f"{judgement}; again by:", f"  {command}"])

    def _judge(self, proto, node, arrays):
        """What a node does without the others, on ONNX Runtime's inputs."""
        try:
            difference = self.compare(node, self.run_ours(copy.deepcopy(proto), arrays))
        except (CompileError, RuntimeFailure) as error:
            return f"alone, on ONNX Runtime's inputs, the node does not run: {error}"
        if difference:
            return f"alone, on ONNX Runtime's inputs, the node differs as well: {difference}"
        return ("alone, on ONNX Runtime's inputs, the node agrees: the difference comes from smaller ones before it, or from "
                "what it is fused with")


def _import_packages():
    missing = []
    found = []
    for name in ("onnx", "onnxruntime"):
        try:
            found.append(__import__(name))
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            missing.append(name)
    if missing:
        raise Failure(f"{sys.executable} has no package {' and no package '.join(repr(name) for name in missing)}; install "
                      f"what --compare-with=onnxruntime needs: {sys.executable} -m pip install onnx onnxruntime")
    return found


def _compare(arguments):
    onnx, onnxruntime = _import_packages()
    model = Model(arguments.model, onnx)
    arrays = []
    for number, name in enumerate(model.inputs):
        path = arguments.folder / f"input-{number}.npy"
        if not path.exists():
            raise Failure(f"expected {path} for the model's input '{name}', found no such file")
        arrays.append(_read(path))
    with tempfile.TemporaryDirectory(prefix="relax-mlir-") as folder:
        reference = Reference(model, onnxruntime, Path(folder))
        results = reference.run(reference.open(model.with_outputs(list(model.proto.graph.output))), arrays)
        differences, wrong = [], set()
        for number, output in enumerate(model.proto.graph.output):
            path = arguments.folder / f"output-{number}.npy"
            if output.name in results and path.exists():
                if difference := describe_difference(_read(path), results[output.name], arguments.tolerance):
                    differences.append(f'output "{output.name}": {difference}')
                    wrong.add(output.name)
        search = Search(model, reference, arrays, arguments)
        try:
            first = search.find_among_all()
        except CompileError:
            # A result inside may be of a kind that no function gives; fewer of them may do.
            if not wrong:
                raise
            first = None
        first = first or search.find_alone(wrong)
        if first is None and not differences:
            print(f"all results of {len(search.nodes)} nodes agree with ONNX Runtime")
            return 0
        print(f"{arguments.model}: {len(differences)} of {len(model.proto.graph.output)} outputs differ from ONNX Runtime")
        for difference in differences:
            print(f"  {difference}")
        if first is None:
            raise Failure("expected a node whose result differs as the only output, found none; the difference needs several")
        node, difference = first
        print(f"first node that differs: {model.describe(node)}\n  {difference}\n{search.write_node(node)}")
        return 1


def _read(path):
    return np.load(path, allow_pickle=False)


def main(words=None):
    """The command; `words` are its arguments, by default those of the process."""
    parser = argparse.ArgumentParser(prog="relax-debug-accuracy", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"relax-debug-accuracy (relax-mlir) {__version__}")
    parser.add_argument("model", type=Path, help="an ONNX model")
    parser.add_argument("folder", type=Path, help="input-N.npy and output-N.npy of the model; takes what is found out, too")
    parser.add_argument("--tolerance", type=float, default=1e-4,
                        help="largest difference, relative to the largest value (default: 1e-4)")
    arguments = parser.parse_args(words)
    try:
        sys.exit(_compare(arguments))
    except (CompileError, Failure, OSError, RuntimeFailure) as error:
        sys.exit(f"relax-debug-accuracy: error: {error}")


if __name__ == "__main__":
    main()
