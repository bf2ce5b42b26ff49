#!/usr/bin/env python3
"""Check that each pass has its source file and its lit file, of one stem.

Of `KillAfterLastUsePass` with the flag `relax-kill-after-last-use` these are
KillAfterLastUse.cpp and kill-after-last-use.mlir; the flag's first word names
the dialect and may be left out. A file kill-after-last-use-*.mlir also counts.
A conversion has files of families instead, in folders of its name. An analysis,
in lib/Analysis or lib/Dialect/TIR/Analysis, has its unit test, <Noun>Test.cpp.
"""
import re

from source_tree import Check, files, records, short


def stems(name, flag):
    """The stems that the lit file of a pass may have."""
    kebab = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name.removesuffix("Pass"))
    return {kebab.lower(), flag, flag.split("-", 1)[-1]}


def _check_analyses(check):
    units = {path.stem for path in files(("test/Unit",), (".cpp",))}
    for path in files(("lib/Analysis", "lib/Dialect/TIR/Analysis"), (".cpp",)):
        check.count += 1
        if path.stem + "Test" not in units:
            check.violation(path.stem, f"{short(path)}: no unit test test/Unit/{path.stem}Test.cpp")


def main():
    check = Check("pass-tests", __doc__.splitlines()[0])
    _check_analyses(check)
    tests = {path.stem for path in files(("test",), (".mlir",))}
    sources = {path.stem for path in files(("lib",), (".cpp",))}
    for path in files(("include",), (".td",)):
        if not path.name.endswith("Passes.td"):
            continue
        for name, fields, classes in records(path):
            if "PassBase" not in classes:
                continue
            check.count += 1
            where, flag = f"{short(path)}: {name}", fields["argument"]
            if "Conversion" in path.parts:
                for root, suffix in (("lib", ".cpp"), ("test", ".mlir")):
                    folder = f"{root}/Conversion/{path.parent.name}"
                    if not files((folder,), (suffix,)):
                        check.violation(f"{name} {root}", f"{where}: no {suffix} file in {folder}")
                continue
            wanted = stems(name, flag)
            if not any(test == stem or test.startswith(stem + "-") for stem in wanted for test in tests):
                check.violation(f"{name} test", f"{where}: no lit file {flag.split('-', 1)[-1]}.mlir under test/")
            if name.removesuffix("Pass") not in sources:
                check.violation(f"{name} source", f"{where}: no source file {name.removesuffix('Pass')}.cpp under lib/")
    check.finish("passes and analyses")


if __name__ == "__main__":
    main()
