#!/usr/bin/env python3
"""Check that each rule of a verifier is needed: with it off, a test fails.

Runs each test of diagnostics (a file test/**/*invalid*.mlir whose RUN line is
one relax-opt with --verify-diagnostics) once to see which rules' ids it
prints, then, for each rule, one such file with `--test-disable-rule=ID`, which
has to make the run fail. A rule that a trait or a constraint holds has MLIR's
own words and no id; it is counted apart.
"""
import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor

from rule_table import TYPE_RULES, rules
from source_tree import Check, files, short

_RUN = re.compile(r"^// RUN: relax-opt ([^|&>\n]*--verify-diagnostics[^|&>\n]*)$", re.M)
_ID = re.compile(r"\[((?:[#!]?[\w.-]+ R\d+)|TYPE-\d+)\]$", re.M)


def commands():
    """(path, arguments) of each run of relax-opt that checks diagnostics."""
    for path in files(("test",), (".mlir",)):
        if "invalid" not in path.stem:
            continue
        for match in _RUN.finditer(re.sub(r"\\\n// RUN:", "", path.read_text())):
            yield path, shlex.split(match.group(1).replace("%s", str(path)))


def run(tool, arguments):
    """The exit status of relax-opt and what it reports."""
    done = subprocess.run([tool] + arguments, capture_output=True, text=True, errors="replace", timeout=120)
    return done.returncode, done.stderr


def main():
    check = Check("rules-needed", __doc__.splitlines()[0], needs_build=True)
    tool = check.tool("relax-opt")
    printed = {}
    with ThreadPoolExecutor() as pool:
        jobs = [(path, arguments, pool.submit(run, tool, [a for a in arguments if "verify-diagnostics" not in a]))
                for path, arguments in commands()]
        for path, arguments, job in jobs:
            for found in set(_ID.findall(job.result()[1])):
                printed.setdefault(found, []).append((path, arguments))
        wanted = [(f"{rule.definition} R{rule.number}", rule.ids, f"{rule.path}: {rule.definition} R{rule.number}")
                  for rule in rules() if rule.has_id and rule.ids]
        wanted += [(name, [name], name) for name in TYPE_RULES]
        jobs = []
        for key, ids, where in wanted:
            check.count += 1
            tested = next((name for name in ids if name in printed), None)
            if not tested:
                check.violation(key, f"{where} has no test that prints its id: {', '.join(ids[:3])}")
                continue
            path, arguments = printed[tested][0]
            jobs.append((key, where, tested, path, pool.submit(run, tool, arguments + [f"--test-disable-rule={tested}"])))
        for key, where, tested, path, job in jobs:
            if job.result()[0] == 0:
                check.violation(key, f"{where} is not needed: {short(path)} passes with --test-disable-rule='{tested}'")
    check.finish("rules")


if __name__ == "__main__":
    main()
