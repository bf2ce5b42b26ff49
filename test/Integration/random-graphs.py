#!/usr/bin/env python3
"""Compile random graphs, run them, and compare with numpy in 64 bits.

A graph is a function of several operators, with symbols, regions, calls and
kernels; many are one module. What differs, is rejected, or ends the process is
reported with its seed, and cut down to the operators that it takes.
"""
import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

import numpy as np

from random_graphs import OPERATORS, Module, Statement, Value, compare
from random_graphs_structure import make_graph, make_single

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

_SECONDS = 300
# How a process ends that cannot load what was compiled.
_NOT_LOADED = 77


class Machine:
    """Compiles modules and runs their functions."""

    def __init__(self, build, options, folder):
        self.build, self.options, self.folder, self.compiled = build, options, folder, 0

    def compile(self, text):
        """A library, or the error."""
        self.compiled += 1
        source, target = self.folder / "graphs.mlir", self.folder / f"graphs-{self.compiled}.so"
        source.write_text(text)
        try:
            done = subprocess.run([self.build / "bin/relax-compile", source, "-o", target, *self.options], capture_output=True, text=True, timeout=_SECONDS)
        except subprocess.TimeoutExpired:
            return None, "the compiler takes too long"
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if "error:" in line] or done.stderr.splitlines()[-3:]
            return None, f"compiler status {done.returncode}: {' | '.join(lines)[:600]}"
        return target, ""

    def run(self, library, graphs):
        """For each graph what is wrong; in a process of its own, which may die."""
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            os.close(reader)
            # No exception may go on in the child as if it were its parent.
            try:
                with os.fdopen(writer, "w") as pipe:
                    module = Runtime(self.build / "lib/librelax_runtime.so", threads=2).load(library)
                    for graph in graphs:
                        print(json.dumps(""), end="", file=pipe, flush=True)
                        signal.alarm(_SECONDS)
                        print(f"\t{json.dumps(self.check(module, graph))}", file=pipe, flush=True)
                os._exit(0)
            except RuntimeFailure as error:
                print(error, file=sys.stderr, flush=True)
                os._exit(_NOT_LOADED)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            found = [json.loads(line.split("\t")[1]) for line in pipe.read().splitlines() if "\t" in line]
        _, status = os.waitpid(child, 0)
        library.unlink(missing_ok=True)
        if os.waitstatus_to_exitcode(status) == _NOT_LOADED:
            if len(graphs) == 1:
                return ["the library cannot be loaded"]
            return self.halves(graphs)
        if len(found) < len(graphs):
            found.append(f"the process ends with status {status}")
            rest = graphs[len(found):]
            if rest:
                # The others go on in another process.
                again, error = self.compile(module_text(rest))
                found += self.run(again, rest) if again else [error] * len(rest)
        return found

    def check(self, module, graph):
        inputs = [parameter.stored() for parameter in graph.parameters]
        before = [array.tobytes() for array in inputs]
        try:
            results = module.call(graph.name, *inputs)
        except RuntimeFailure as error:
            return f"stops: {error}"
        for index, (value, found) in enumerate(zip(graph.results, results)):
            wrong = compare(value, found)
            if wrong:
                return f"result {index} ({value.name}): {wrong}"
        if [array.tobytes() for array in inputs] != before:
            return "an input is written"
        return ""

    def judge(self, graphs):
        """For each graph what is wrong, empty if nothing is."""
        library, error = self.compile(module_text(graphs))
        if library:
            return self.run(library, graphs)
        return [error] if len(graphs) == 1 else self.halves(graphs)

    def halves(self, graphs):
        """What is wrong with all of them, which is not known from the whole."""
        middle = len(graphs) // 2
        return self.judge(graphs[:middle]) + self.judge(graphs[middle:])


def module_text(graphs):
    """The graphs with what they call."""
    parts = []
    for graph in graphs:
        parts += [graph.module.helpers[name][0] for name in graph.helpers_of()]
        parts.append(graph.text())
    return "".join(parts)


class Part:
    """A graph with some of its statements; values that others make are parameters."""

    def __init__(self, graph, statements, results, is_whole=False):
        self.module, self.name, self.results, self.is_impure = graph.module, graph.name, results, graph.is_impure
        self.graph, self.statements = graph, statements if is_whole else self._needed(statements, results)
        made = {id(v) for s in self.statements for v in s.defines}
        outside = {}
        for value in [*(v for s in self.statements for v in s.uses), *results]:
            if id(value) not in made and not any(value is p for p in graph.parameters):
                outside[id(value)] = value
        self.cut = list(outside.values())
        text = "\n".join(line for s in self.statements for line in s.lines)
        symbols = set(re.findall(r"\bs\d+\b", text + " ".join(v.type for v in self.cut)))
        used = {id(v) for s in self.statements for v in s.uses} | {id(v) for v in results}
        kept = [p for p in graph.parameters if id(p) in used or symbols & set(re.findall(r"\bs\d+\b", p.type))]
        self.raw = [Value(f"%c{k}", v.dtype, v.array, list(v.dims) if v.is_static else ["?"] * v.array.ndim, v.shadows) for k, v in enumerate(self.cut)]
        self.parameters = [*kept, *self.raw]

    @staticmethod
    def _needed(statements, results):
        wanted, kept = {id(v) for v in results}, []
        for statement in reversed(statements):
            if any(id(v) in wanted for v in statement.defines):
                kept.append(statement)
                wanted |= {id(v) for v in statement.uses}
        return kept[::-1]

    def text(self):
        casts = [Statement([f"{v.name} = relax.match_cast {raw.name} : {raw.type} to {v.type}"], [v], [raw], []) for raw, v in zip(self.raw, self.cut)]
        text = self.graph.text(self.results, self.parameters, [*casts, *self.statements])
        # A result of several that is now one of its own.
        for v in self.cut:
            if "#" in v.name:
                text = re.sub(rf"{re.escape(v.name)}\b", v.name.replace("#", "_"), text)
        return text

    def helpers_of(self):
        return self.graph.helpers_of(self.statements)


def kind_of(wrong):
    """What sort of fault it is, without what differs from graph to graph."""
    for mark in ("compiler status", "takes too long", "the process ends", "cannot be loaded", "stops", "an input is written"):
        if mark in wrong:
            error = re.search(r"error: '?([\w.]+)?", wrong)
            return f"{mark} {error.group(1) if error else ''}".strip()
    return "differs"


def reduce(machine, graph, wrong, trials=120):
    """The least part of a graph that has the same fault, and what is wrong with it."""
    kind = kind_of(wrong)
    best, said = None, wrong
    budget = [trials]

    def fails(part):
        nonlocal best, said
        if not part.statements or budget[0] <= 0:
            return False
        budget[0] -= 1
        found = machine.judge([part])[0]
        if found and kind_of(found) == kind:
            best, said = part, found
            return True
        return False

    statements, results = graph.statements, graph.results
    for value in dict.fromkeys(results):
        if fails(Part(graph, statements, [value])):
            break
    # One operator by itself; then all from one on; then all but one.
    for statement in (best or Part(graph, statements, results)).statements[::-1]:
        for value in statement.defines:
            if fails(Part(graph, [statement], [value])):
                return best, said
    whole = best or Part(graph, statements, results)
    for first in range(len(whole.statements) - 1, 0, -1):
        if fails(Part(graph, whole.statements[first:], whole.results)):
            break
    # What is not used counts, too: groups of statements go, then each alone.
    whole = best or Part(graph, statements, results, is_whole=True)
    step = max(1, len(whole.statements) // 2)
    while budget[0] > 0:
        at, found = 0, False
        while at < len(whole.statements) and budget[0] > 0:
            fewer = whole.statements[:at] + whole.statements[at + step:]
            if fails(Part(graph, fewer, whole.results, is_whole=True)):
                whole, found = best, True
            else:
                at += step
        if step == 1 and not found:
            break
        step = max(1, step // 2)
    for value in whole.results[1:]:
        if fails(Part(graph, whole.statements, [v for v in whole.results if v is not value], is_whole=True)):
            whole = best
    return best or whole, said


def make_module(arguments, number):
    """The graphs of one module."""
    graphs = []
    for index in range(arguments.functions):
        module, name, rng = Module(f"g{index}_"), f"g{index}", np.random.default_rng([arguments.seed, number, index])
        if arguments.singles:
            graph = make_single(rng, module, name, OPERATORS[(number * arguments.functions + index) % len(OPERATORS)][2])
        else:
            graph = make_graph(rng, module, name)
        if graph:
            graphs.append(graph)
    return graphs


def reached(graph):
    return {op for statement in graph.statements for op in statement.ops}


class State:
    """Which modules of which seeds are done, in a file of one line each."""

    def __init__(self, path, options):
        self.path, self.options, self.done = path, " ".join(options), set()
        for line in Path(path).read_text().splitlines() if path and Path(path).exists() else ():
            entry = json.loads(line)
            if entry["options"] == self.options:
                self.done.add((entry["seed"], entry["module"]))

    def note(self, seed, module, graphs, failures, counts):
        if self.path:
            with open(self.path, "a") as file:
                print(json.dumps({"seed": seed, "module": module, "options": self.options, "graphs": graphs, "failures": failures,
                                  "operators": counts}), file=file)


def report(machine, arguments, seed, number, graph, wrong):
    """Print a fault with the least program that shows it."""
    print(f"seed {seed}, module {number}, @{graph.name}: {wrong}", flush=True)
    if arguments.no_reduce:
        part, said = graph, wrong
    else:
        part, said = reduce(machine, graph, wrong)
    text = module_text([part])
    shown = [np.array2string(p.stored().astype(np.float64) if p.dtype.kind not in "iub" else p.stored(), threshold=20) for p in part.parameters]
    notes = "".join(f"// {p.name} = {' '.join(values.split())[:300]}\n" for p, values in zip(part.parameters, shown))
    note = f"// seed {seed}, module {number}, @{graph.name}, {machine.options}: {said}\n{notes}{text}"
    if arguments.save:
        folder = Path(arguments.save)
        folder.mkdir(parents=True, exist_ok=True)
        stem = folder / f"seed{seed}-m{number}-{graph.name}"
        stem.with_suffix(".mlir").write_text(note)
        for index, parameter in enumerate(part.parameters):
            if parameter.array.size > 40:
                np.save(f"{stem}-{index}.npy", parameter.stored())
    print(note, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--seed", type=int, default=1, help="the number that all is drawn from")
    parser.add_argument("--first", type=int, default=0, help="the first module")
    parser.add_argument("--modules", type=int, default=3, help="how many modules")
    parser.add_argument("--functions", type=int, default=40, help="how many functions a module has")
    parser.add_argument("--singles", action="store_true", help="functions of one operator each, in turn, with ranks, sizes and element types at their limits")
    parser.add_argument("--target", help="compile for this GPU, for the processor without it")
    parser.add_argument("--emulate", action="store_true", help="run the kernels of a GPU as loops")
    parser.add_argument("-O", dest="level", default="1", help="the optimization level, 0 to 3")
    parser.add_argument("--state", metavar="FILE", help="note what is done, and do nothing twice")
    parser.add_argument("--save", metavar="FOLDER", help="where faults go")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no module after this time")
    parser.add_argument("--known", metavar="REGEX", help="faults with these words are counted only")
    parser.add_argument("--no-reduce", action="store_true", help="show failing functions whole")
    parser.add_argument("--reach", action="store_true", help="print how many graphs each operator is in")
    parser.add_argument("--print", action="store_true", help="print the modules and run nothing")
    arguments = parser.parse_args()
    options = [f"-O{arguments.level}", *([f"--target={arguments.target}"] if arguments.target else []), *(["--emulate"] if arguments.emulate else [])]
    kinds = ["--singles"] if arguments.singles else []
    state, counts, total, failed, known, begin = State(arguments.state, [*options, *kinds]), Counter(), 0, 0, 0, time.time()
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(arguments.build).resolve(), options, Path(folder))
        for number in range(arguments.first, arguments.first + arguments.modules):
            if (arguments.seed, number) in state.done or time.time() - begin > arguments.seconds:
                continue
            graphs = make_module(arguments, number)
            if arguments.print:
                print(module_text(graphs))
                continue
            here, wrongs = Counter(), machine.judge(graphs)
            for graph, wrong in zip(graphs, wrongs):
                if wrong and arguments.known and re.search(arguments.known, wrong):
                    known += 1
                elif wrong:
                    report(machine, arguments, arguments.seed, number, graph, wrong)
                else:
                    here.update(reached(graph))
            failed += sum(map(bool, wrongs))
            total += len(graphs)
            counts.update(here)
            state.note(arguments.seed, number, len(graphs), sum(map(bool, wrongs)), here)
    if arguments.reach:
        for op, count in sorted(counts.items()):
            print(f"relax.{op} {count}")
    print(f"{total} graphs, {len(counts)} operators reached, {failed} failed{f', {known} of them known' if known else ''}, {time.time() - begin:.0f} s")
    sys.exit(1 if failed > known else 0)


if __name__ == "__main__":
    main()
