#!/usr/bin/env python3
"""Small ONNX models against ONNX Runtime: operators of com.microsoft and
ai.onnx.ml one by one, sequences whose length only the run time knows, drawn
paddings, Fourier transforms. All are imported by one process and compiled as one library."""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir.runtime import Runtime  # noqa: E402

import feature_cases  # noqa: E402
import microsoft_cases  # noqa: E402
import sequence_cases  # noqa: E402
import shape_cases  # noqa: E402
import signal_cases  # noqa: E402


def flatten(values):
    """Results as arrays; a list of maps, as ZipMap gives it, as rows."""
    for value in values:
        if isinstance(value, list):
            value = np.array([[row[key] for key in sorted(row)] for row in value], np.float32)
        yield np.asarray(value)


def import_models(cases, build, folder):
    """The texts of all models that can be imported, each with its cases; and
    what is wrong with the others. Texts with large constants or aliases stay
    alone."""
    lines, joined, alone, faults = [], {}, [], {}
    for index, case in enumerate(cases):
        onnx.save(case.model, folder / f"{index}.onnx")
        lines.append(f"{folder / f'{index}.onnx'}\tcase_{index}\t{folder / f'{index}.mlir'}\n")
    answer = subprocess.run([build / "bin/relax-import-onnx", "--each"], input="".join(lines), capture_output=True,
                            text=True, check=True).stdout
    messages = re.split(r"^= [01]\n", answer, flags=re.MULTILINE)
    for index, case in enumerate(cases):
        module = folder / f"{index}.mlir"
        if not module.exists():
            faults[case.name] = messages[index].strip()
            continue
        text = module.read_text()
        body = "\n".join(line for line in text.splitlines() if not line.startswith("#loc")).strip()
        if "dialect_resources" in text or body.startswith("#"):
            alone.append({index: text})
            continue
        joined[index] = body[len("module {"):-1] if body.startswith("module {") else body
    return alone + [joined], faults


def compile_texts(texts, build, folder, cases, faults):
    """Libraries, each with the cases that it holds. Texts that do not compile
    together are halved until the culprit is alone."""
    if not texts:
        return []
    stem = f"{min(texts)}_{len(texts)}"
    source, library = folder / f"{stem}.mlir", folder / f"{stem}.so"
    source.write_text("\n".join(texts.values()))
    result = subprocess.run([build / "bin/relax-compile", source, "-o", library, "-O0"], capture_output=True, text=True)
    if result.returncode == 0:
        return [(library, list(texts))]
    items = list(texts.items())
    if len(items) == 1:
        faults[cases[items[0][0]].name] = result.stderr
        return []
    half = len(items) // 2
    return sum((compile_texts(dict(part), build, folder, cases, faults) for part in (items[:half], items[half:])), [])


def compare(case, found, expected):
    """What is wrong with results; empty if nothing is."""
    if [(value.shape, value.dtype) for value in found] != [(value.shape, value.dtype) for value in expected]:
        return f"found {[value.shape for value in found]}, expected {[value.shape for value in expected]}"
    for value, wanted in zip(found, expected):
        if value.size == 0:
            continue
        value, wanted = value.astype(np.float64), wanted.astype(np.float64)
        error = np.abs(value - wanted).max() / max(np.abs(wanted).max(), 1e-30)
        if not error <= case.tolerance:
            return f"relative error {error:.0e}"
    return ""


def run(case, module, index):
    options = onnxruntime.SessionOptions()
    # Each thread of a quantised LSTM would take the range of its own rows.
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    if not case.expected:
        session = onnxruntime.InferenceSession(case.model.SerializeToString(), options, ["CPUExecutionProvider"])
        names = [info.name for info in session.get_inputs()]
    for number, inputs in enumerate(case.runs):
        expected = case.expected[number] if case.expected else list(flatten(session.run(None, dict(zip(names, inputs)))))
        try:
            found = [np.array(value) for value in module.call(f"case_{index}", *inputs)]
        except Exception as error:  # Whatever it is, the case says so.
            return str(error)
        if fault := compare(case, found, expected):
            return fault
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--filter", default="", help="only cases whose names have a match of this")
    parser.add_argument("--verbose", action="store_true", help="name each case")
    arguments = parser.parse_args()
    build = Path(arguments.build).resolve()
    cases = [case for module in (microsoft_cases, feature_cases, sequence_cases, shape_cases, signal_cases)
             for case in module.make_cases()]
    cases = [case for case in cases if re.search(arguments.filter, case.name)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts, faults = import_models(cases, build, folder)
        for library, indices in sum((compile_texts(part, build, folder, cases, faults) for part in texts), []):
            module = Runtime(build / "lib/librelax_runtime.so", threads=1).load(library)
            for index in indices:
                faults[cases[index].name] = run(cases[index], module, index)
        for case in cases:
            if faults[case.name] or arguments.verbose:
                print(f"{case.name}: {faults[case.name] or 'ok'}", flush=True)
    wrong = sum(bool(fault) for fault in faults.values())
    print(f"{len(cases) - wrong} of {len(cases)} models agree with ONNX Runtime")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
