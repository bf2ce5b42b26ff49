#!/usr/bin/env python3
"""Check that each operator has its lit tests.

Of each operator of the dialect relax there is

  * a round trip: a file that is printed in pretty and in generic form and read
    again, with a check of the operator;
  * inferred types, if it derives them: a check of the operator after
    `--relax-infer-types`;
  * a violation of each of its rules, by the rule's id, in test/Rules;
  * what becomes of it: a file that runs the pass which docs/OpSupport.md names,
    uses the operator, and, where it becomes a tensor program, checks the call
    of that program.
"""
import re
from dataclasses import dataclass, field

from op_table import operators
from rule_table import rules
from source_tree import ROOT, Check, files

_SUPPORT = re.compile(r"^\| `relax\.([\w.]+)` \| (\S+) \| ([^|]*) \|", re.M)
_CHECK = re.compile(r"//\s*([\w-]+?)(?:-(?:NEXT|SAME|DAG|LABEL|COUNT-\d+))?:(.*)")


@dataclass
class LitFile:
    """A lit file: how it is run, what it checks, by prefix, and its IR."""
    path: object
    runs: list
    checks: dict = field(default_factory=dict)
    code: str = ""

    @classmethod
    def read(cls, path):
        text = path.read_text()
        joined = re.sub(r"\\\n// RUN:", "", text)
        found = cls(path, re.findall(r"^// RUN: (.*)$", joined, re.M))
        code = []
        for line in text.splitlines():
            match = _CHECK.match(line.strip())
            if match:
                found.checks.setdefault(match.group(1), []).append(match.group(2))
            elif not line.strip().startswith("//"):
                code.append(line)
        found.code = "\n".join(code)
        return found

    def checked(self, run):
        """The lines that FileCheck looks for after a run."""
        if "FileCheck" not in run:
            return []
        prefixes = re.findall(r"--check-prefix(?:es)?[= ](\S+)", run) or ["CHECK"]
        return [line for names in prefixes for prefix in names.split(",") for line in self.checks.get(prefix, [])]


def word(name):
    """A pattern for an operator's whole name."""
    return re.compile(r"(?<![\w.@])relax\.%s(?![\w.]|::)" % re.escape(name))


def round_trips(tests):
    """The text that round trips check."""
    lines = []
    for test in tests:
        trips = [run for run in test.runs if re.search(r"\|\s*relax-opt[^|]*\|\s*FileCheck", run)]
        generic = [run for run in trips if "--mlir-print-op-generic" in run]
        if generic and len(trips) > len(generic):
            lines += [line for run in trips for line in test.checked(run)]
    return "\n".join(lines)


def inferences(tests):
    """The text that is checked once types are inferred."""
    return "\n".join(line for test in tests for run in test.runs if "--relax-infer-types" in run
                     for line in test.checked(run))


def runs_pass(test, name):
    """The runs of a pass in a file, and of what executes it before and after."""
    return [run for run in test.runs if re.search(r"-%s(?![\w-])" % re.escape(name), run)]


def is_lowered(tests, operator, owner, becomes):
    """Whether a test shows what becomes of an operator."""
    kernel = re.compile(r"relax\.call_tir @%s(?![a-zA-Z])" % re.escape(operator.replace(".", "_")))
    for test in tests:
        runs = runs_pass(test, owner)
        if not runs or not word(operator).search(test.code):
            continue
        if becomes != "a tensor program" or any(kernel.search(line) for run in runs for line in test.checked(run)):
            return True
    return False


def broken_rules():
    """The ids of the rules that templates of test/Rules break."""
    for path in files(("test/Rules",), (".mlir",)):
        for template in re.split(r"^// -----", path.read_text(), flags=re.M):
            heads = dict(re.findall(r"^// ([\w-]+): (.*)$", template, re.M))
            ids = {heads.pop("rule", "")}
            for name, words in heads.items():
                ids = {known.replace("${%s}" % name, choice) for known in ids for choice in words.split()}
            yield from ids


def main():
    check = Check("operator-tests", __doc__.splitlines()[0])
    tests = [LitFile.read(path) for path in files(("test",), (".mlir",)) if "test/Rules/" not in str(path)]
    trips, inferred = round_trips(tests), inferences(tests)
    broken = set(broken_rules())
    ids = {}
    for rule in rules():
        for name in rule.ids if rule.has_id else ():
            ids.setdefault(name.rsplit(" ", 1)[0], []).append(name)
    support = {name: row for name, *row in _SUPPORT.findall((ROOT / "docs/OpSupport.md").read_text())}
    counts = dict.fromkeys(("round trip", "inferred type", "violation of a rule", "lowered form"), 0)

    def miss(name, what, hint):
        counts[what] += 1
        check.violation(f"{name} {what}", f"relax.{name}: no test of its {what}: {hint}")

    for name, operator in sorted(operators().items()):
        check.count += 1
        if not word(name).search(trips):
            miss(name, "round trip", "check it in test/Dialect/Relax")
        if "TypeRules" in operator.traits and not word(name).search(inferred):
            miss(name, "inferred type", "check it after --relax-infer-types")
        for rule in ids.get(f"relax.{name}", []):
            if rule not in broken:
                miss(name, "violation of a rule", f"break {rule} in test/Rules")
        owner, becomes = support[name]
        if owner != "none" and not is_lowered(tests, name, owner, becomes):
            miss(name, "lowered form", f"run {owner} on it")
    print(", ".join(f"{count} without {what}" for what, count in counts.items()))
    check.finish("operators")


if __name__ == "__main__":
    main()
