#!/usr/bin/env python3
"""Place random modules by hints on devices, and see that nothing breaks.

Calls, branches, lambdas, closures, tuples and dataflow regions, in which values
are hinted to be on one of several devices. relax-realize-vdevice makes a valid
module of each, twice the same, which computes the same in the interpreter; or
it says which value cannot be where it is asked to be.
"""
import argparse
import random
import re
import subprocess
import sys
from bisect import bisect
from collections import Counter
from pathlib import Path

_DEVICES = ['"cuda", 0', '"cuda", 0', '"cuda", 1', '"llvm", 0', '"metal", 0']
_PLAIN, _TUPLE = "tensor<4xf32>", "tuple<tensor<4xf32>, tensor<4xf32>>"
_CALLABLE = "!relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>"
# What the pass may say; everything else it has to do.
_REASONS = ("is asked to be on", "expected a type with a rank", "expects one device")
_PASS = "--relax-realize-vdevice"


class Generator:
    """One module, from a source of random numbers."""

    def __init__(self, source):
        self.random, self.count, self.pool, self.lines = source, 0, [], []
        self.signatures = [self._signature(index) for index in range(source.randrange(1, 5))]

    def module(self):
        return "".join(self._function(index) for index in range(len(self.signatures)))

    def _chance(self, share):
        return self.random.random() < share

    def _placed(self, share):
        device = self.random.choice(_DEVICES)
        return f"tensor<4xf32, #relax.dims<[4], vdevice = #relax.vdevice<{device}>>>" if self._chance(share) else _PLAIN

    def _signature(self, index):
        parameters = [self._placed(0.2) for _ in range(self.random.randrange(1, 4))]
        parameters += [_TUPLE] * self._chance(0.15) + [_CALLABLE] * self._chance(0.1)
        results = [self._placed(0.12) for _ in range(self.random.randrange(1, 3))] + [_TUPLE] * self._chance(0.1)
        return index > 0 and self._chance(0.7), parameters, results

    def _name(self):
        self.count += 1
        return f"%v{self.count}"

    def _add(self, text, kind, name=None):
        name = name or self._name()
        self.lines.append(f"{name} = {text}")
        self.pool.append((name, kind))
        return name

    def _nested(self, make):
        """The lines and the result of `make`, whose values end with it."""
        pool, lines, self.lines = list(self.pool), self.lines, []
        result = make()
        made, self.pool, self.lines = self.lines, pool, lines
        return ["  " + line for line in made], result

    def _get(self, kind):
        """A value of this type, made if there is none."""
        known = [name for name, other in self.pool if other == kind]
        if known and self._chance(0.9):
            return self.random.choice(known)
        if kind == _TUPLE:
            return self._add(f"relax.tuple {self._get(_PLAIN)}, {self._get(_PLAIN)} : ({_PLAIN}, {_PLAIN}) -> {kind}", kind)
        if kind == _CALLABLE:
            return self._lambda()
        if "vdevice" in kind:
            device = re.search(r"vdevice<(.*?)>", kind).group(1)
            return self._add(f"relax.to_vdevice {self._get(_PLAIN)} to <{device}> : {_PLAIN} -> {kind}", kind)
        return self._add(f"relax.constant dense<{self.random.choice(['1.0', '2.0', '0.5'])}> : {kind}", kind)

    def _any(self):
        known = [entry for entry in self.pool if entry[1].startswith("tensor<4xf32")]
        return self.random.choice(known) if known else (self._get(_PLAIN), _PLAIN)

    def _function(self, index):
        is_private, parameters, results = self.signatures[index]
        self.pool, self.lines = [("%c", "tensor<i1>")], []
        self.pool += [(self._name(), kind) for kind in parameters]
        head = ", ".join(f"{name}: {kind}" for name, kind in self.pool)
        self._steps(self.random.randrange(2, 9), 2)
        given = ", ".join([self._get(kind) for kind in results])
        kinds = ", ".join(results)
        body = "".join(f"  {line}\n" for line in [*self.lines, f"relax.return {given} : {kinds}"])
        return f"relax.func {'private ' if is_private else ''}@f{index}({head}) -> ({kinds}) {{\n{body}}}\n"

    def _steps(self, count, depth):
        steps = [self._unary, self._binary, self._hint, self._hint, self._hint, self._call, self._tuple_get, self._cast, self._scale]
        steps += [self._lambda] * (depth > 0) + [self._invoke] * (depth > 0) + [self._if] * (depth > 0) + [self._dataflow] * (depth == 2)
        for _ in range(count):
            step = self.random.choice(steps)
            step(depth) if step == self._if else step()

    def _unary(self):
        value, kind = self._any()
        self._add(f"relax.{self.random.choice(['exp', 'abs', 'negative'])} {value} : ({kind}) -> {kind}", kind)

    def _binary(self):
        value, kind = self._any()
        self._add(f"relax.add {value}, {self._get(kind)} : ({kind}, {kind}) -> {kind}", kind)

    def _hint(self):
        value, kind = self._any()
        self._add(f"relax.hint_on_device {value} on <{self.random.choice(_DEVICES)}> : {kind}", kind)

    def _call(self):
        index = self.random.randrange(len(self.signatures))
        _, parameters, results = self.signatures[index]
        operands = ", ".join(["%c", *(self._get(kind) for kind in parameters)])
        name, several = self._name(), len(results) > 1
        self.lines.append(f"{name}{f':{len(results)}' if several else ''} = relax.call @f{index}({operands}) : "
                          f"({', '.join(['tensor<i1>', *parameters])}) -> ({', '.join(results)})")
        self.pool += [(f"{name}#{place}" if several else name, kind) for place, kind in enumerate(results)]

    def _tuple_get(self):
        self._add(f"relax.tuple_get_item {self._get(_TUPLE)}[{self.random.randrange(2)}] : {_TUPLE} -> {_PLAIN}", _PLAIN)

    def _cast(self):
        value, kind = self._any()
        if self._chance(0.5):
            value = self._add(f"relax.match_cast {value} : {kind} to tensor<*xf32>", "tensor<*xf32>")
            if self._chance(0.3):
                value = self._add(f"relax.hint_on_device {value} on <{self.random.choice(_DEVICES)}> : tensor<*xf32>", "tensor<*xf32>")
            self._add(f"relax.match_cast {value} : tensor<*xf32> to {kind}", kind)
        else:
            self._add(f"relax.match_cast {value} : {kind} to {kind}", kind)

    def _scale(self):
        value = self._get(_PLAIN)
        total = self._add(f"relax.sum {value} : ({_PLAIN}) -> tensor<f32>", "tensor<f32>")
        self._add(f"relax.multiply {value}, {total} : ({_PLAIN}, tensor<f32>) -> {_PLAIN}", _PLAIN)

    def _lambda(self):
        argument = self._name()

        def make():
            self.pool = [*(self.pool if self._chance(0.7) else [("%c", "tensor<i1>")]), (argument, _PLAIN)]
            self._steps(self.random.randrange(0, 4), 0)
            return self._get(_PLAIN)

        lines, result = self._nested(make)
        name = self._name()
        self.lines += [f"{name} = relax.lambda : {_CALLABLE} {{", f"^bb0({argument}: {_PLAIN}):", *lines, f"  relax.yield {result} : {_PLAIN}", "}"]
        self.pool.append((name, _CALLABLE))
        return name

    def _invoke(self):
        self._add(f"relax.invoke_pure_closure {self._get(_CALLABLE)}({self._get(_PLAIN)}) : {_CALLABLE}, ({_PLAIN}) -> {_PLAIN}", _PLAIN)

    def _if(self, depth):
        kinds = [_TUPLE] if self._chance(0.2) else [_PLAIN] * self.random.randrange(1, 3)

        def make():
            self._steps(self.random.randrange(0, 4), depth - 1)
            return [self._get(kind) for kind in kinds]

        branches = []
        for _ in range(2):
            lines, results = self._nested(make)
            branches.append([*lines, f"  relax.yield {', '.join(results)} : {', '.join(kinds)}"])
        name, several = self._name(), len(kinds) > 1
        self.lines += [f"{name}{f':{len(kinds)}' if several else ''} = relax.if %c : tensor<i1> -> {', '.join(kinds)} {{",
                       *branches[0], "} else {", *branches[1], "}"]
        self.pool += [(f"{name}#{place}" if several else name, kind) for place, kind in enumerate(kinds)]

    def _dataflow(self):
        def make():
            self._steps(self.random.randrange(1, 4), -1)
            return self._get(_PLAIN)

        lines, result = self._nested(make)
        name = self._name()
        self.lines += [f"{name} = relax.dataflow -> {_PLAIN} {{", *lines, f"  relax.output {result} : {_PLAIN}", "}"]
        self.pool.append((name, _PLAIN))


def _errors(tool, texts, options):
    """The first error of each module, empty if there is none."""
    done = subprocess.run([tool, "-", "--split-input-file", *options], input="\n// -----\n".join(texts), capture_output=True, text=True)
    errors, starts, line = [""] * len(texts), [], 1
    for text in texts:
        starts.append(line)
        line += text.count("\n") + 2
    found = re.findall(r"^[^\n:]*:(\d+):\d+: error: (.*)", done.stderr, re.M) if done.returncode >= 0 else []
    if not found and done.returncode:
        if len(texts) == 1:
            return [f"status {done.returncode}: {done.stderr[:300]}"]
        middle = len(texts) // 2
        return _errors(tool, texts[:middle], options) + _errors(tool, texts[middle:], options)
    for at, error in found:
        index = bisect(starts, int(at)) - 1
        errors[index] = errors[index] or error
    return errors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build"), help="the build folder")
    parser.add_argument("--seed", type=int, default=1, help="the first module")
    parser.add_argument("--modules", type=int, default=60, help="how many modules")
    arguments = parser.parse_args()
    opt, interp = arguments.build / "bin/relax-opt", arguments.build / "bin/relax-interp"
    texts = [Generator(random.Random(arguments.seed + index)).module() for index in range(arguments.modules)]
    counts, placed = Counter(), []
    faults = [(error, text) for text, error in zip(texts, _errors(opt, texts, [])) if error]
    legal = [text for text in texts if all(text is not other for _, other in faults)]
    for text, error in zip(legal, _errors(opt, legal, [_PASS])):
        if not error:
            placed.append(text)
        elif any(reason in error for reason in _REASONS):
            counts["rejected with a reason"] += 1
        else:
            faults.append((error, text))
    counts["placed"] = len(placed)
    faults += [(error, text) for text, error in zip(placed, _errors(opt, placed, [_PASS, _PASS, "--canonicalize", "--cse"])) if error]
    for text in placed:
        run = subprocess.run([interp, "-", "--max-steps=200000", f"--before-after={_PASS[2:]}"], input=text, capture_output=True, text=True)
        # No inputs can be made of callables, and recursion may have no end.
        compared = "no function could be compared" not in run.stderr
        counts["compared"] += compared
        if run.returncode and compared:
            faults.append((run.stdout + run.stderr, text))
    for error, text in faults:
        print(f"{error}\n{text}")
    print(f"{len(texts)} modules, {', '.join(f'{count} {what}' for what, count in counts.items())}, {len(faults)} faults")
    sys.exit(bool(faults) or not placed)


if __name__ == "__main__":
    main()
