#!/usr/bin/env python3
"""Architectures of many packages with drawn weights: exported, compiled, compared.

    zoo.py export --models DIR [--filter REGEX] [--doors ts,dyn,aten]     needs zoo-requirements.txt
    zoo.py run --models DIR --build build [--filter REGEX]                needs numpy
    zoo.py all --models DIR --build build [--discard]                     both, model by model
    zoo.py report [--write docs/Models.md]

Doors: `tsN` is the older exporter of PyTorch with opset N, `dynN` the newer one, `aten` is `relax_mlir.torch`,
`onnx` what is a model of ONNX from the start. Each model is made, compiled and called in a child with limits of time
and memory. What became of it is a line of the file of results, which is kept with the sources: what that file has is
neither exported nor run again (`--again` and `--failed` do). The models lie in DIR; `--discard` deletes those that
were run. Processes may share DIR and the results, as `--share 0/2` and `--share 1/2`.
"""
import argparse
import collections
import datetime
import fcntl
import json
import os
import re
import resource
import select
import signal
import statistics
import subprocess
import sys
import tempfile
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
            # An exporter says in the cause what an error of steps and advice does not.
            while error.__cause__:
                error = error.__cause__
            words = str(error).strip().splitlines() or [""]
            where = traceback.extract_tb(error.__traceback__)[-1]
            result = {"kind": "fault", "words": f"{type(error).__name__}: {' '.join(words)[:300]}",
                      "where": f"{where.filename}:{where.lineno}"}
        os.write(writer, json.dumps(result).encode())
        os._exit(0)


class Results:
    """Lines of JSON, one a model, in the order of their names; several processes may write."""

    def __init__(self, path):
        self.path = path
        self.rows = self._read()

    def _read(self):
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        return {row["name"]: row for row in map(json.loads, lines)}

    def add(self, row, without=()):
        """Keeps a row, and drops those of the names `without`."""
        lock = Path(tempfile.gettempdir()) / f"zoo-{zlib.crc32(str(self.path.resolve()).encode()):08x}.lock"
        with lock.open("w") as stream:
            fcntl.flock(stream, fcntl.LOCK_EX)
            rows = self._read() | {row["name"]: row}
            self.rows = {name: rows[name] for name in sorted(rows) if name not in without}
            # The file is whole at any time.
            fresh = self.path.with_name(self.path.name + ".new")
            fresh.write_text("".join(json.dumps(row) + "\n" for row in self.rows.values()))
            fresh.replace(self.path)


def stamp(words="", **row):
    """A row of results with its date; the words are those that say why."""
    kept = {key: value for key, value in row.items() if key != "stem"}
    return {**kept, **({"words": " ".join(words.split())[:300]} if words else {}),
            "date": datetime.date.today().isoformat()}


def commit_of(build):
    """The commit of the sources of a build."""
    return subprocess.run(["git", "-C", build, "rev-parse", "--short=8", "HEAD"], stdout=subprocess.PIPE,
                          text=True).stdout.strip()


def choose_doors(architecture, wanted):
    """The doors of an architecture, each with its opset and the newest one, for operators that the former lacks."""
    number = zlib.crc32(architecture.name.encode())
    for door in architecture.doors:
        if door in wanted:
            opsets = _OPSETS.get(door)
            yield (f"{door}{opsets[number % len(opsets)]}", f"{door}{opsets[-1]}") if opsets else (door,)


def is_wanted(name, done, arguments):
    """Whether a model is to be made or run: it is not done, or it is asked for again."""
    number, count = arguments.share
    mine = zlib.crc32(name.split("@")[0].encode()) % count == number
    again = arguments.again or (arguments.failed and done and done["kind"] not in ("made", "right"))
    return mine and bool(arguments.filter.search(name)) and (not done or again)


def export(arguments):
    """Exports what is missing, and keeps each model with its inputs and expected results."""
    import zoo_models

    exports, kept = Results(arguments.models / "exports.jsonl"), Results(arguments.results)
    zoo_models.preload(arguments.packages, _OPSETS["dyn"])
    for architecture in zoo_models.load():
        for doors in choose_doors(architecture, arguments.doors):
            names = [f"{architecture.family}/{architecture.name}@{door}" for door in doors]
            # Another opset was run where the door's own one lacks an operator.
            if not arguments.again and any(kept.rows.get(name, {}).get("kind") in _KINDS for name in names):
                continue
            for door, name in zip(doors, names):
                row = exports.rows.get(name) or kept.rows.get(name)
                if is_wanted(name, row, arguments):
                    row = export_one(architecture, door, name, arguments)
                    exports.add(row)
                    if row["kind"] == "made" and arguments.command == "all":
                        run_apart(name, arguments)
                    if row["kind"] != "made":
                        kept.add(stamp(**{**row, "kind": "unexported"}), without=set(names) - {name})
                if not row or row["kind"] == "made" or "opset version" not in row.get("words", ""):
                    break


def export_one(architecture, door, name, arguments):
    """What became of one export, in a child."""
    import zoo_models

    stem = arguments.models / f"{architecture.name}@{door}"
    child = Child(lambda: zoo_models.write(architecture, door, stem), arguments.seconds, arguments.gigabytes)
    row = child.result or {"kind": "fault", "words": child.end}
    print(f"{name}: {row['kind']} {row.get('words', '')} {child.seconds:.1f} s", flush=True)
    row = {key: value for key, value in row.items() if key != "where"}
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
    return {"kind": "right" if worst <= limit else "wrong", "words": why if worst > limit else "",
            "error": float(f"{worst:.1e}"), "calls": int(stored["count"])}


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
    results = Results(arguments.results)
    # Small ones first: a run that is ended has most architectures then.
    for name, row in sorted(exports.items(), key=lambda entry: entry[1].get("megabytes_file", 0)):
        feeds = arguments.models / (row["stem"] + ".npz")
        if row["kind"] != "made" or not is_wanted(name, results.rows.get(name), arguments) or not feeds.exists():
            continue
        run_one(row, results, arguments)


def run_apart(name, arguments):
    """Runs one model in a small process: what a child of this one takes counts at least the memory of this one."""
    command = [sys.executable, __file__, "run", "--filter", f"^{re.escape(name)}$", "--models", arguments.models,
               "--results", arguments.results, "--build", arguments.build, "--commit", arguments.commit,
               "--seconds", str(arguments.seconds), "--gigabytes", str(arguments.gigabytes)]
    subprocess.run(command + ["--discard"] * arguments.discard + [f"--option={option}" for option in arguments.option])


def run_one(row, results, arguments):
    """Compiles and calls an exported model, and keeps what became of it."""
    name = row["name"]
    outcome = try_model(row, arguments)
    outcome["words"] = cause_of(outcome["words"])
    # The same door with another opset.
    others = {other for other in results.rows
              if other != name and other.rstrip("0123456789") == name.rstrip("0123456789")}
    results.add(stamp(name=name, **outcome, commit=arguments.commit), without=others)
    print(f"{name}: {outcome['kind']} {outcome.get('error', 0):.1e} {outcome.get('seconds', 0)} s",
          outcome["words"], flush=True)
    if arguments.discard and outcome["kind"] == "right":
        for path in arguments.models.glob(row["stem"] + ".*"):
            path.unlink()


def cause_of(words):
    """The first words of a rejection, without the file and what else stands behind the reason."""
    line = re.sub(r"^.*?error: ", "", words.splitlines()[0] if words else "")
    line = re.sub(r'node "[^"]*" \(operator "([^"]*)"[^)]*\): ', r"\1: ", line)
    return re.sub(r", #relax\.dims<.*?>(?=>)", "", re.sub(r"\s+", " ", line))


def door_of(name):
    """The door of a model, without its opset."""
    return name.partition("@")[2].rstrip("0123456789")


def summarize(results):
    """Sentences about all models that were run: how many, by which doors, at how many sizes, what compiling takes."""
    doors, wrong, two = collections.defaultdict(set), set(), set()
    for name, row in results.items():
        architecture = name.split("@")[0]
        doors[architecture].add(door_of(name))
        wrong |= {architecture} if row["kind"] != "right" else set()
        two |= {architecture} if row.get("calls", 0) > 1 else set()
    both = {name for name, found in doors.items() if {"ts", "dyn"} <= found}
    own = {name for name, found in doors.items() if "aten" in found}
    single = {name for name, found in doors.items() if found == {"onnx"}}
    compiled = [row for row in results.values() if "megabytes" in row]
    seconds = [row["seconds"] for row in compiled] or [0]
    slow, over = sum(second > 5 for second in seconds), [
        row for row in compiled if row["megabytes"] > 2.2 * row["file"] + 200]
    dates = sorted(row["date"] for row in results.values()) or ["never"]

    def families(names):
        return len({name.split("/")[0] for name in names})
    return [
        f"{len(doors)} architectures of {families(doors)} families were run, {len(doors.keys() - wrong)} of them right "
        f"by each of their doors; {len(results)} models, {dates[0]} to {dates[-1]}.",
        f"{len(both)} architectures of {families(both)} families went through both of PyTorch's exporters, "
        f"{len(both - wrong)} are right by each door, {len(both & two)} of them at two sizes. {len(own)} went through "
        f"`relax_mlir.torch`, {len(own - wrong)} of these are right by each door.",
        f"{len(single)} have one door, since they are no modules of PyTorch.",
        f"Compiling takes {statistics.median(seconds):.1f} s of a processor at the median and {max(seconds):.1f} s at "
        f"most; {slow} of {len(compiled)} models take more than 5 s, {len(over)} more memory than 2.2 times the file "
        "and 200 MB."]


def tabulate(results, missing):
    """The table by family: `missing` are those that an exporter did not write."""
    families = collections.defaultdict(dict)
    for name, row in {**results, **missing}.items():
        families[name.split("/")[0]][name] = row
    lines = ["Seconds of compiling at the median and at most, megabytes at most; `missing` was not exported.", "",
             "| family | architectures | both | models | " + " | ".join(_KINDS) + " | missing | s | MB |",
             "| --- |" + " --: |" * (len(_KINDS) + 6)]
    for family, rows in [*sorted(families.items()), ("all", {**results, **missing})]:
        ran = {name: row for name, row in rows.items() if name in results}
        old, new = ({name.split("@")[0] for name in ran if door_of(name) == door} for door in ("ts", "dyn"))
        counts = collections.Counter(row["kind"] for row in ran.values())
        seconds = [row["seconds"] for row in ran.values() if "megabytes" in row] or [0]
        cells = [family, len({name.split("@")[0] for name in ran}), len(old & new), len(ran),
                 *(counts[kind] or "" for kind in _KINDS), len(rows) - len(ran) or "",
                 f"{statistics.median(seconds):.1f}, {max(seconds):.1f}",
                 max((row.get("megabytes", 0) for row in ran.values()), default=0)]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return lines


def list_reasons(results, missing):
    """A line for each model that is not right, and the reasons why exporters did not write others."""
    lines = ["", "What is not right, and why:", ""]
    for name, row in sorted(results.items()):
        if row["kind"] != "right":
            lines += textwrap.wrap(f"* {name}, {row['kind']}: {row.get('words', '')}", 118, subsequent_indent="  ")
    reasons = collections.defaultdict(list)
    for name, row in sorted(missing.items()):
        words = textwrap.shorten(row.get("words", "").partition("[Caused by")[0], 110, placeholder=" ...")
        reasons[door_of(name), words].append(name.split("@")[0].split("/")[1])
    lines += ["", "What an exporter did not write, or a package did not build:", ""]
    for (door, words), names in sorted(reasons.items()):
        lines += textwrap.wrap(f"* `{door}`, {', '.join(names)}: {words}", 118, subsequent_indent="  ")
    return lines


def report(arguments):
    """Writes what the results have."""
    rows = Results(arguments.results).rows
    results = {name: row for name, row in rows.items() if row["kind"] in _KINDS}
    doors = {name.rstrip("0123456789") for name in results}
    missing = {name: row for name, row in rows.items() if name.rstrip("0123456789") not in doors}
    sentences = [line for text in summarize(results) for line in textwrap.wrap(text, 118)]
    text = "\n".join([*sentences, "", *tabulate(results, missing), *list_reasons(results, missing)]) + "\n"
    if arguments.write:
        page = arguments.write.read_text()
        head, _, rest = page.partition("<!-- zoo -->\n")
        _, _, tail = rest.partition("<!-- end of zoo -->\n")
        arguments.write.write_text(f"{head}<!-- zoo -->\n{text}<!-- end of zoo -->\n{tail}")
    else:
        print(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("export", "run", "all", "report"))
    parser.add_argument("--models", type=Path, default=ROOT / "build/zoo", help="the folder of models")
    parser.add_argument("--results", type=Path, default=Path(__file__).with_name("zoo-results.jsonl"),
                        help="the file of results")
    parser.add_argument("--share", type=lambda text: tuple(map(int, text.split("/"))), default=(0, 1), metavar="K/N",
                        help="the architectures of one of N processes")
    parser.add_argument("--discard", action="store_true", help="delete models that are right")
    parser.add_argument("--build", type=lambda path: Path(path).resolve(), default=ROOT / "build")
    parser.add_argument("--commit", help="that of the sources of the build; its own one without this")
    parser.add_argument("--filter", type=re.compile, default=re.compile(""), metavar="REGEX")
    parser.add_argument("--doors", type=lambda text: text.split(","), default=["ts", "dyn", "aten", "onnx"])
    parser.add_argument("--packages", type=lambda text: text.split(","), default=[],
                        help="imported once, before the children")
    parser.add_argument("--seconds", type=int, default=120, help="a model's time")
    parser.add_argument("--gigabytes", type=int, default=8, help="a model's memory")
    parser.add_argument("--again", action="store_true", help="also what is done")
    parser.add_argument("--failed", action="store_true", help="also what was not made, or not right")
    parser.add_argument("--option", action="append", default=[], help="an option of relax-compile")
    parser.add_argument("--write", type=Path, help="the page that gets the report")
    arguments = parser.parse_args()
    arguments.commit = arguments.commit or commit_of(arguments.build)
    warnings.simplefilter("ignore")
    arguments.models.mkdir(parents=True, exist_ok=True)
    {"export": export, "all": export, "run": run, "report": report}[arguments.command](arguments)


if __name__ == "__main__":
    main()
