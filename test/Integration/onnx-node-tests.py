#!/usr/bin/env python3
"""Run the ONNX operator tests of the `onnx` wheel: import, default pipeline,
native code, compare.

Each test passes, or has a reason why not: it is unsupported (the importer or
the compiler says so), or fails when it runs. A wrong result and a crash are
errors, whatever the test. onnx-node-tests.txt lists the tests that pass; it may
only grow. By default only these are run. docs/OnnxTests.md has the others with
their reasons.

What an operator needs to know before it runs, like the axes of a sum, some
tests give as an input. Where the importer asks for it, the runner makes such
inputs constants of the model.
"""
import argparse
import concurrent.futures
import multiprocessing
import re
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path

import ml_dtypes
import numpy as np
import onnx
from onnx import numpy_helper

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime, hash_strings  # noqa: E402

_LIST = Path(__file__).with_suffix(".txt")
_BATCH = 100
# Inputs with at most that many integers may say how to compute.
_SMALL = 64
# Operators whose numbers are those of a generator: any others are as good.
_RANDOM = {"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"}
# Operators with floats among such inputs.
_FLOATS_TOO = {"Dropout", "MelWeightMatrix", "OneHot", "Pad", "Range", "Resize", "Upsample"}


def to_array(value):
    """A tensor, which some tests give as a message, as an array."""
    if isinstance(value, onnx.SequenceProto):
        return numpy_helper.to_list(value)
    if isinstance(value, onnx.OptionalProto):
        return numpy_helper.to_optional(value)
    return numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value


def flatten(values):
    """Tensors, and those in sequences; nothing for an optional value that is
    not there."""
    flat = []
    for value in values:
        if value is not None:
            flat += flatten(value) if isinstance(value, list) else [value]
    return flat


def type_of(array):
    """The type of a tensor as a message."""
    return onnx.helper.make_tensor_type_proto(onnx.helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)


def spread_inputs(model, values):
    """Let the tensors of sequences be inputs of their own: import has to know
    how many there are. The same with optional values, which are there or not."""
    graph = model.graph
    infos, nodes = list(graph.input), []
    del graph.input[:]
    for info, value in zip(infos, values):
        if info.type.HasField("tensor_type"):
            graph.input.append(info)
            continue
        if value is None:
            nodes.append(onnx.helper.make_node("Optional", [], [info.name], type=info.type.optional_type.elem_type))
            continue
        arrays = [np.asarray(item) for item in value] if isinstance(value, list) else [np.asarray(value)]
        names = [f"{info.name}_{index}" for index in range(len(arrays))] if isinstance(value, list) else [info.name]
        graph.input.extend(onnx.helper.make_value_info(name, type_of(array)) for name, array in zip(names, arrays))
        if isinstance(value, list):
            nodes.append(onnx.helper.make_node("SequenceConstruct" if names else "SequenceEmpty", names, [info.name]))
    nodes += graph.node
    del graph.node[:]
    graph.node.extend(nodes)


class Folder:
    """A test that lies in a folder of the wheel, in the form of a test case."""

    def __init__(self, case):
        self.name, self.rtol, self.atol = case.name, case.rtol, case.atol
        folder = Path(case.model_dir)
        self.model = onnx.load(folder / "model.onnx")
        infos = {"input": self.model.graph.input, "output": self.model.graph.output}
        self.data_sets = [[self.read(folder / "test_data_set_0", kind, infos[kind]) for kind in ("input", "output")]]

    @staticmethod
    def read(folder, kind, infos):
        values = []
        for index, info in enumerate(infos):
            path = folder / f"{kind}_{index}.pb"
            if path.exists():
                is_sequence = info.type.HasField("sequence_type")
                message = onnx.SequenceProto() if is_sequence else onnx.TensorProto()
                message.ParseFromString(path.read_bytes())
                values.append(message)
        return values


def find_folders():
    """The tests in folders of the wheel."""
    from onnx.backend.test.loader import load_model_tests
    return [Folder(case) for kind in ("simple", "pytorch-converted", "pytorch-operator")
            for case in load_model_tests(kind=kind)]


# What holds elements of fewer than 8 bits.
_HELD = {"int4": np.int8, "int2": np.int8, "uint4": np.uint8, "uint2": np.uint8,
         "float4_e2m1fn": ml_dtypes.float8_e4m3fn}


def as_held(value):
    """A tensor as the compiled module has it."""
    array = np.asarray(value)
    if array.dtype.kind in "OSTU":
        return hash_strings(array)
    if array.dtype.name == "float8_e8m0fnu":
        return array.view(np.uint8)
    held = _HELD.get(array.dtype.name)
    return array if held is None else array.astype(np.float32).astype(held)


def tolerance(dtype):
    """Two units in the last place of narrow floats."""
    return 2 * float(ml_dtypes.finfo(dtype).eps) if dtype.itemsize < 4 and dtype.kind in "fV" else 1e-4


class Test:
    """One test with its first set of inputs and outputs."""

    def __init__(self, case, number):
        self.name, self.symbol = case.name, f"case_{number}"
        self.model, self.rtol, self.atol = case.model, case.rtol, case.atol
        self.inputs, self.expected = ([to_array(value) for value in values]
                                      for values in (case.data_sets[0] if case.data_sets else ([], [])))
        self.text, self.verdict, self.reason = "", "", ""
        self.is_alone = False
        self.is_random = any(node.op_type in _RANDOM or (node.op_type == "Dropout" and len(node.input) > 2)
                             for node in self.model.graph.node)
        self.prepare()

    def prepare(self):
        """Only tensors go in and out of what is compiled."""
        if not all(info.type.HasField("tensor_type") for info in self.model.graph.input):
            model = onnx.ModelProto()
            model.CopyFrom(self.model)
            spread_inputs(model, self.inputs)
            self.model = model
        self.inputs, self.expected = flatten(self.inputs), flatten(self.expected)

    def end(self, verdict, reason=""):
        self.verdict, self.reason = verdict, reason


def collect(names):
    """The tests of the wheel, all or those named."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases
        cases = collect_testcases(None) + find_folders()
    return [Test(case, number) for number, case in enumerate(cases) if names is None or case.name in names]


def reason_of(text):
    """The first error, without the name of the node and numbers of its own."""
    line = next((line for line in text.splitlines() if "error:" in line), text.strip().split("\n")[0])
    line = re.sub(r"^.*?error: ", "", line)
    return re.sub(r'node "[^"]*" ', "", line)[:160]


def bind(test):
    """Make small integer inputs constants of the model; whether there are any."""
    model = onnx.ModelProto()
    model.CopyFrom(test.model)
    kept_inputs, kept_values = [], []
    operators = {node.op_type for node in model.graph.node}
    for info, value in zip(test.model.graph.input, test.inputs):
        array = np.asarray(value)
        is_wanted = array.dtype.kind in ("iubf" if operators & _FLOATS_TOO else "iub") and (array.dtype.itemsize > 3 or array.dtype.kind == "b")
        if is_wanted and array.size <= _SMALL and array.ndim < 2:
            model.graph.initializer.append(numpy_helper.from_array(array, info.name))
        else:
            kept_inputs.append(info)
            kept_values.append(value)
    if len(kept_inputs) == len(test.inputs):
        return False
    del model.graph.input[:]
    model.graph.input.extend(kept_inputs)
    test.model, test.inputs = model, kept_values
    return True


class Importer:
    """A process of the importer, which reads one model after the other."""

    def __init__(self, build, folder):
        self.tool, self.folder, self.process = build / "bin/relax-import-onnx", folder, None

    def run(self, test):
        """The exit status of an import, what it says, and the module."""
        if self.process is None:
            self.process = subprocess.Popen([self.tool, "--each"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            text=True)
        model, module = self.folder / f"{test.symbol}.onnx", self.folder / f"{test.symbol}.mlir"
        model.write_bytes(test.model.SerializeToString())
        self.process.stdin.write(f"{model}\t{test.symbol}\t{module}\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line in ("= 0\n", "= 1\n"):
                return int(line[2]), "".join(lines), module.read_text() if line == "= 0\n" else ""
            lines.append(line)
        status, self.process = self.process.wait(), None
        return status or 2, "".join(lines), ""

    def close(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


def import_test(test, importer):
    """Give the test the text of its function, or its verdict."""
    status, messages, text = importer.run(test)
    if status == 1 and bind(test):
        status, messages, text = importer.run(test)
    if status not in (0, 1):
        return test.end("crashed", f"importer: {status}")
    if status:
        return test.end("unsupported", reason_of(messages))
    # Large weights cannot be joined as text.
    if "dialect_resources" in text:
        test.is_alone, test.text = True, text
        return
    lines = [line for line in text.splitlines() if not line.startswith("#loc")]
    body = "\n".join(lines).strip()
    test.text = body[len("module {"):-1] if body.startswith("module {") else body


def import_tests(tests, build, folder):
    """Import tests in one process."""
    importer = Importer(build, folder)
    for test in tests:
        import_test(test, importer)
    importer.close()


def compile_batch(tests, build, folder):
    """The tests that one library holds; the others get their verdict. A batch
    that does not compile is halved until the culprit is alone."""
    if not tests:
        return []
    stem = f"{tests[0].symbol}_{len(tests)}"
    source, target = folder / f"{stem}.mlir", folder / f"{stem}.so"
    source.write_text("\n".join(test.text for test in tests))
    result = subprocess.run([build / "bin/relax-compile", source, "-o", target, "-O0"], capture_output=True, text=True)
    if result.returncode == 0:
        return [(target, tests)]
    if len(tests) == 1:
        verdict = "unsupported" if result.returncode == 1 else "crashed"
        tests[0].end(verdict, f"compiler: {reason_of(result.stderr)}")
        return []
    half = len(tests) // 2
    return compile_batch(tests[:half], build, folder) + compile_batch(tests[half:], build, folder)


def difference(found, expected, rtol, atol):
    """What is wrong with a result; empty if nothing is."""
    expected = as_held(expected)
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return f"found {found.dtype}{list(found.shape)}, expected {expected.dtype}{list(expected.shape)}"
    if expected.dtype.kind in "iub":
        return "" if np.array_equal(found, expected) else "elements differ"
    rtol = max(rtol, tolerance(expected.dtype))
    near = np.isclose(found.astype(np.float64), expected.astype(np.float64), rtol=rtol, atol=atol, equal_nan=True)
    return "" if near.all() else f"{(~near).sum()} of {near.size} elements differ"


def run_tests(library, tests, runtime, channel):
    """In a process of its own: send each test's verdict."""
    module = Runtime(runtime, threads=1).load(library)
    for index, test in enumerate(tests):
        channel.send((index, "crashed", "when it runs"))
        try:
            results = module.call(test.symbol, *[as_held(value) for value in test.inputs])
        except Exception as error:  # Whatever it is, the test says so.
            channel.send((index, "failed", reason_of(str(error))))
            continue
        with np.errstate(all="ignore"):
            wrong = [text for found, expected in zip(results, test.expected)
                     if (text := difference(found, found if test.is_random and found.shape == np.shape(expected)
                                            else expected, test.rtol, max(test.atol, 1e-6)))]
        channel.send((index, "wrong", wrong[0]) if wrong else (index, "passed", ""))
    channel.send(None)


def run_library(library, tests, runtime):
    """Run all tests of a library; after a crash the rest in a new process."""
    while tests:
        receiver, sender = multiprocessing.Pipe(False)
        process = multiprocessing.Process(target=run_tests, args=(library, tests, runtime, sender))
        process.start()
        sender.close()
        last = -1
        try:
            while (message := receiver.recv()) is not None:
                last, verdict, reason = message
                tests[last].end(verdict, reason)
            last = len(tests)
        except EOFError:
            last = last + 1 or len(tests)
        process.join()
        tests = tests[last:]


def print_table(tests, verbose):
    counts = Counter(test.verdict for test in tests)
    for verdict in ("wrong", "crashed", "failed", "unsupported"):
        reasons = Counter(test.reason for test in tests if test.verdict == verdict)
        for reason, count in reasons.most_common(None if verbose else 12):
            examples = [test.name for test in tests if test.verdict == verdict and test.reason == reason][:3]
            print(f"{verdict:12} {count:4}  {reason}  [{', '.join(examples)}]")
    print(", ".join(f"{counts[verdict]} {verdict}" for verdict in ("passed", "wrong", "crashed", "failed", "unsupported")),
          f"of {len(tests)} tests")


def make_page(tests):
    """The table of all tests as a page: each that does not pass has its reason."""
    counts = Counter(test.verdict for test in tests)
    lines = ["# Tests of ONNX", "",
             "*For those who judge the importer: which of ONNX's own tests pass, and why others do not.*", "",
             "Written by `test/Integration/onnx-node-tests.py --table docs/OnnxTests.md`: the operator tests of the",
             "`onnx` wheel, imported, compiled and run. Those that pass are run again with each change.", "",
             "| result | tests |", "| --- | ---: |"]
    lines += [f"| {verdict} | {counts[verdict]} |" for verdict in ("passed", "wrong", "crashed", "failed", "unsupported")]
    lines += ["", "Those that do not pass:", "", "| reason | tests |", "| --- | --- |"]
    reasons = {}
    for test in tests:
        if test.verdict != "passed":
            # The operator and its set say nothing that the reason does not.
            reason = re.sub(r'\(operator "(\w+)", domain "[^"]*", opset \d+\): ', r"\1: ", test.reason)
            reasons.setdefault(reason.replace("|", "\\|"), []).append(f"`{test.name}`")
    lines += [f"| {reason} | {', '.join(sorted(names))} |" for reason, names in sorted(reasons.items())]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--all", action="store_true", help="run all tests, not only those listed as passing")
    parser.add_argument("--update", action="store_true", help="add to the list what passes now; implies --all")
    parser.add_argument("--table", help="write the table of all tests to this file; implies --all")
    parser.add_argument("--filter", default="", help="only tests whose names have a match of this")
    parser.add_argument("--verbose", action="store_true", help="print all reasons")
    parser.add_argument("--seed", type=int, help="run a tenth of the listed tests, chosen by this number")
    arguments = parser.parse_args()
    build = Path(arguments.build).resolve()
    runtime = build / "lib/librelax_runtime.so"

    listed = set(_LIST.read_text().split()) if _LIST.exists() else set()
    wanted = listed
    if arguments.seed is not None:
        names = sorted(listed)
        wanted = set(np.random.default_rng(arguments.seed).choice(names, len(names) // 10, replace=False))
    start = time.monotonic()

    def tell(what):
        if arguments.verbose:
            print(f"{time.monotonic() - start:6.1f} s: {what}", flush=True)

    tests = collect(None if arguments.all or arguments.update or arguments.table else wanted)
    tests = [test for test in tests if re.search(arguments.filter, test.name)]
    tell("collected")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda part: import_tests(part, build, folder), [tests[::2], tests[1::2]]))
            tell("imported")
            ready = [test for test in tests if not test.verdict]
            joined = [test for test in ready if not test.is_alone]
            batches = [joined[start:start + _BATCH] for start in range(0, len(joined), _BATCH)]
            batches += [[test] for test in ready if test.is_alone]
            libraries = sum(pool.map(lambda batch: compile_batch(batch, build, folder), batches), [])
        tell("compiled")
        for library, members in libraries:
            run_library(library, members, runtime)
    tell("run")
    print_table(tests, arguments.verbose)
    if arguments.table:
        Path(arguments.table).write_text(make_page(tests))
    passed = {test.name for test in tests if test.verdict == "passed"}
    lost = [test for test in tests if test.name in listed and test.verdict != "passed"]
    for test in lost:
        print(f"{test.name} passed before, now it is {test.verdict}: {test.reason}")
    if arguments.update:
        _LIST.write_text("".join(f"{name}\n" for name in sorted(listed | passed)))
    elif passed - listed:
        print(f"{len(passed - listed)} tests pass that the list lacks; add them with --update")
    wrong = [test for test in tests if test.verdict in ("wrong", "crashed")]
    sys.exit(1 if lost or wrong else 0)


if __name__ == "__main__":
    main()
