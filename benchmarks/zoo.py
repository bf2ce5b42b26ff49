#!/usr/bin/env python3
"""Architectures of many packages with drawn weights: exported, compiled, compared.

    zoo.py export --models DIR [--filter REGEX] [--doors ts,dyn,aten]     needs zoo-requirements.txt
    zoo.py run --models DIR --build build [--filter REGEX]                needs numpy
    zoo.py report --models DIR [--write docs/Models.md]

Doors: `tsN` is the older exporter of PyTorch with opset N, `dynN` the newer one, `aten` is `relax_mlir.torch`,
`onnx` what is a model of ONNX from the start. Each model is made, compiled and called in a child with limits of time
and memory; its files stay in DIR, and what is done is not done again (`--again` does).
"""
import argparse
import collections
import json
import os
import re
import resource
import select
import signal
import statistics
import subprocess
import sys
import textwrap
import traceback
import warnings
import zlib
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "python"), str(Path(__file__).parent)]

# Opsets of the exporters, of which each architecture has one by its name.
_OPSETS = {"ts": (13, 14, 16, 17, 18), "dyn": (18, 20, 21, 23)}
_KINDS = ("right", "wrong", "rejected", "crash", "timeout")


class Child:
    """What became of a function in a child: its result, or how the process ended."""

    def __init__(self, function, seconds, gigabytes):
        reader, writer = os.pipe()
        process = os.fork()
        if process == 0:
            os.close(reader)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            self._work(function, writer, gigabytes)
        os.close(writer)
        self.result, self.end = None, ""
        # The limit is time of the processor, since others may use the machine; a child that waits ends, too.
        ready, _, _ = select.select([reader], [], [], 10 * seconds)
        if not ready:
            os.kill(process, signal.SIGKILL)
            self.end = "timeout"
        with os.fdopen(reader) as stream:
            text = stream.read() if ready else ""
        _, status, usage = os.wait4(process, 0)
        self.seconds, self.megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024
        if text:
            self.result = json.loads(text)
        elif not self.end:
            self.end = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "no result"
        if self.end and self.seconds >= seconds - 1:
            self.end = "timeout"

    @staticmethod
    def _work(function, writer, gigabytes):
        resource.setrlimit(resource.RLIMIT_AS, (gigabytes << 30,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        try:
            result = function()
        except BaseException as error:
            words = str(error).strip().splitlines() or [""]
            where = traceback.extract_tb(error.__traceback__)[-1]
            result = {"kind": "fault", "words": f"{type(error).__name__}: {' '.join(words)[:300]}",
                      "where": f"{where.filename}:{where.lineno}"}
        os.write(writer, json.dumps(result).encode())
        os._exit(0)


class Results:
    """Lines of JSON, one a model; the last one of a name counts."""

    def __init__(self, path):
        self.path, self.rows = path, {}
        if path.exists():
            for line in path.read_text().splitlines():
                row = json.loads(line)
                self.rows[row["name"]] = row

    def add(self, row):
        self.rows[row["name"]] = row
        with self.path.open("a") as stream:
            stream.write(json.dumps(row) + "\n")


def choose_doors(architecture, wanted):
    """The doors of an architecture, each with its opset and the newest one, for operators that the former lacks."""
    number = zlib.crc32(architecture.name.encode())
    for door in architecture.doors:
        if door in wanted:
            opsets = _OPSETS.get(door)
            yield (f"{door}{opsets[number % len(opsets)]}", f"{door}{opsets[-1]}") if opsets else (door,)


def export(arguments):
    """Exports what is missing, and keeps each model with its inputs and expected results."""
    import zoo_models

    results = Results(arguments.models / "exports.jsonl")
    tasks = collections.defaultdict(list)
    for index, architecture in enumerate(zoo_models.load()):
        doors = list(choose_doors(architecture, arguments.doors))
        for turn in range(len(doors)):
            tasks[turn].append((architecture, doors[(index + turn) % len(doors)]))
    zoo_models.preload(arguments.packages)
    # Each architecture once, before any twice.
    for turn in sorted(tasks)[:arguments.turns]:
        for architecture, doors in tasks[turn]:
            for door in doors:
                name = f"{architecture.family}/{architecture.name}@{door}"
                row = results.rows.get(name)
                if arguments.filter.search(name) and (not row or arguments.again
                                                      or (arguments.failed and row["kind"] != "made")):
                    row = export_one(architecture, door, name, arguments)
                    results.add(row)
                if not row or row["kind"] == "made" or "opset version" not in row["words"]:
                    break


def export_one(architecture, door, name, arguments):
    """What became of one export, in a child."""
    import zoo_models

    stem = arguments.models / f"{architecture.name}@{door}"
    child = Child(lambda: zoo_models.write(architecture, door, stem), arguments.seconds, arguments.gigabytes)
    row = child.result or {"kind": "fault", "words": child.end}
    print(f"{name}: {row['kind']} {row.get('words', '')} {child.seconds:.1f} s", flush=True)
    return {"name": name, "stem": stem.name, **row, "seconds": round(child.seconds, 1)}


def error_of(found, expected):
    """The largest error relative to the output's scale; infinite where kinds or shapes differ."""
    found, expected = np.asarray(found), np.asarray(expected)
    if found.shape != expected.shape:
        return float("inf"), f"shape {list(found.shape)}, expected {list(expected.shape)}"
    if expected.dtype.kind in "biu" or found.dtype.kind in "biu":
        same = found.dtype.kind == expected.dtype.kind and np.array_equal(found, expected)
        return (0.0, "") if same else (float("inf"), f"integers differ ({found.dtype}, {expected.dtype})")
    one, other = found.astype(np.float64), expected.astype(np.float64)
    if not np.array_equal(np.isfinite(one), np.isfinite(other)):
        return float("inf"), "finite in other places"
    finite = np.isfinite(other)
    if not finite.any():
        return 0.0, ""
    return float(np.abs(one - other)[finite].max() / max(np.abs(other[finite]).max(), 1e-20)), ""


def call(library, module, feeds, limit):
    """Calls a compiled model with each set of inputs."""
    from relax_mlir.runtime import Runtime, RuntimeFailure

    compiled, worst, why = Runtime(library).load(module), 0.0, ""
    stored = np.load(feeds)
    for number in range(int(stored["count"])):
        inputs = [stored[key] for key in sorted(stored) if key.startswith(f"in{number}_")]
        expected, other = ([stored[key] for key in sorted(stored) if key.startswith(f"{kind}{number}_")]
                           for kind in ("out", "torch"))
        bfloats = set(stored["bfloats"].tolist()) if "bfloats" in stored else ()
        if bfloats:
            import ml_dtypes
            inputs = [x.view(ml_dtypes.bfloat16) if f"in{i}" in bfloats else x for i, x in enumerate(inputs)]
        try:
            found = compiled.call("main", *inputs)
        except RuntimeFailure as error:
            return {"kind": "rejected", "words": f"call: {' '.join(str(error).split())[:400]}"}
        found = list(found) if isinstance(found, (list, tuple)) else [found]
        if len(found) != len(expected):
            return {"kind": "wrong", "words": f"{len(found)} results, expected {len(expected)}"}
        for index, one in enumerate(found):
            # ONNX Runtime or PyTorch: each has faults of its own.
            error, words = min((error_of(one, every[index]) for every in (expected, other) if index < len(every)),
                               key=lambda pair: pair[0])
            if error > worst:
                worst, why = error, f"result {index} of call {number}: {words or f'{error:.1e}'}"
    return {"kind": "right" if worst <= limit else "wrong", "words": why if worst > limit else "", "error": worst}


def compile_model(source, module, arguments):
    """Runs relax-compile; None if it went well."""
    resource.setrlimit(resource.RLIMIT_AS, (arguments.gigabytes << 30,) * 2)
    done = subprocess.run([arguments.build / "bin/relax-compile", source, "-o", module, *arguments.option],
                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, errors="replace")
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    errors = [line for line in done.stderr.splitlines() if "error:" in line]
    return {"code": done.returncode, "errors": errors[:40] or done.stderr.splitlines()[:10],
            "seconds": round(usage.ru_utime + usage.ru_stime, 2), "megabytes": usage.ru_maxrss // 1024}


def try_model(row, arguments):
    """What becomes of an exported model."""
    source = arguments.models / (row["stem"] + (".mlir" if row["name"].endswith("@aten") else ".onnx"))
    module = arguments.models / f"work-{os.getpid()}.so"
    outcome = Child(lambda: compile_model(source, module, arguments), arguments.seconds, arguments.gigabytes)
    if outcome.result is None or "code" not in outcome.result:
        return {"kind": "timeout" if outcome.end == "timeout" else "crash", "words": f"compiler: {outcome.end}"}
    made = outcome.result
    if made["code"] < 0 and made["seconds"] >= arguments.seconds - 1:
        return {"kind": "timeout", "words": "compiler: timeout"}
    figures = {"seconds": made["seconds"], "megabytes": made["megabytes"],
               "file": round(row.get("megabytes_file", 0), 1)}
    if made["code"] != 0:
        kind = "rejected" if made["code"] == 1 else "crash"
        return {"kind": kind, "words": "\n".join(made["errors"]), **figures}
    feeds = arguments.models / (row["stem"] + ".npz")
    library = arguments.build / "lib/librelax_runtime.so"
    called = Child(lambda: call(library, module, feeds, row["limit"]), arguments.seconds, arguments.gigabytes)
    module.unlink(missing_ok=True)
    if called.result is None:
        return {"kind": "timeout" if called.end == "timeout" else "crash", "words": f"call: {called.end}", **figures}
    return {**called.result, **figures}


def run(arguments):
    """Compiles and calls what was exported."""
    exports = Results(arguments.models / "exports.jsonl").rows
    results = Results(arguments.models / "results.jsonl")
    # Small ones first: a run that is ended has most architectures then.
    for name, row in sorted(exports.items(), key=lambda entry: entry[1].get("megabytes_file", 0)):
        done = results.rows.get(name)
        if row["kind"] != "made" or not arguments.filter.search(name):
            continue
        if done and not (arguments.again or (arguments.failed and done["kind"] != "right")):
            continue
        outcome = try_model(row, arguments)
        results.add({"name": name, **outcome})
        words = outcome["words"].splitlines()[:1]
        print(f"{name}: {outcome['kind']} {outcome.get('error', 0):.1e} {outcome.get('seconds', 0)} s", *words,
              flush=True)


def cause_of(words):
    """The first words of a rejection, without the file and what else stands behind the reason."""
    line = re.sub(r"^.*?error: ", "", words.splitlines()[0] if words else "")
    line = re.sub(r'node "[^"]*" \(operator "([^"]*)"[^)]*\): ', r"\1: ", line)
    return re.sub(r", #relax\.dims<.*?>(?=>)", "", re.sub(r"\s+", " ", line))


def report(arguments):
    """The table by family, and a line for each model that is not right."""
    exports = Results(arguments.models / "exports.jsonl").rows
    results = {name: row for name, row in Results(arguments.models / "results.jsonl").rows.items() if name in exports}
    families = collections.defaultdict(list)
    for name, row in results.items():
        families[name.split("/")[0]].append(row)
    architectures = {name.split("@")[0] for name in results}
    others = {name.split("@")[0] for name, row in results.items() if row["kind"] != "right"}
    # Those of both exporters of PyTorch.
    old, new = ({name.split("@")[0] for name in results if f"@{door}" in name} for door in ("ts", "dyn"))
    twice = old & new
    lines = [f"{len(architectures)} architectures of {len(families)} families, {len(architectures - others)} of them "
             f"right; {len(results)} models.",
             f"{len(twice)} went through both exporters of PyTorch, {len(twice - others)} of these are right by both:",
             "",
             "| family | models | " + " | ".join(_KINDS) + " | compile, s, median, most | MB, most |",
             "| --- |" + " --: |" * (len(_KINDS) + 3)]
    for family, rows in [*sorted(families.items()), ("all", list(results.values()))]:
        counts = collections.Counter(row["kind"] for row in rows)
        seconds = [row["seconds"] for row in rows if "seconds" in row] or [0]
        memory = max((row.get("megabytes", 0) for row in rows), default=0)
        lines.append(f"| {family} | {len(rows)} | " + " | ".join(str(counts[kind] or "") for kind in _KINDS)
                     + f" | {statistics.median(seconds):.1f}, {max(seconds):.1f} | {memory} |")
    lines += ["", "What is not right, and why:", ""]
    for name, row in sorted(results.items()):
        if row["kind"] != "right":
            lines += textwrap.wrap(f"* {name}, {row['kind']}: {cause_of(row['words'])}", 118, subsequent_indent="  ")
    made = {name.split("@")[0] for name, row in exports.items() if row["kind"] == "made"}
    faults = {name.split("@")[0] for name in exports} - made
    lines += ["", f"Architectures that no exporter wrote, or a package did not build: {len(faults)}."]
    text = "\n".join(lines) + "\n"
    if arguments.write:
        page = arguments.write.read_text()
        head, _, rest = page.partition("<!-- zoo -->\n")
        _, _, tail = rest.partition("<!-- end of zoo -->\n")
        arguments.write.write_text(f"{head}<!-- zoo -->\n{text}<!-- end of zoo -->\n{tail}")
    else:
        print(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("export", "run", "report"))
    parser.add_argument("--models", type=Path, required=True, help="the folder of models and results")
    parser.add_argument("--build", type=lambda path: Path(path).resolve(), default=ROOT / "build")
    parser.add_argument("--filter", type=re.compile, default=re.compile(""), metavar="REGEX")
    parser.add_argument("--doors", type=lambda text: text.split(","), default=["ts", "dyn", "aten", "onnx"])
    parser.add_argument("--packages", type=lambda text: text.split(","), default=[],
                        help="imported once, before the children")
    parser.add_argument("--turns", type=int, default=4, help="doors an architecture goes through at most")
    parser.add_argument("--seconds", type=int, default=120, help="a model's time")
    parser.add_argument("--gigabytes", type=int, default=8, help="a model's memory")
    parser.add_argument("--again", action="store_true", help="also what is done")
    parser.add_argument("--failed", action="store_true", help="also what was not made, or not right")
    parser.add_argument("--option", action="append", default=[], help="an option of relax-compile")
    parser.add_argument("--write", type=Path, help="the page that gets the report")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    arguments.models.mkdir(parents=True, exist_ok=True)
    {"export": export, "run": run, "report": report}[arguments.command](arguments)


if __name__ == "__main__":
    main()
