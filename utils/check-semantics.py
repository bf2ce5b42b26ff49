#!/usr/bin/env python3
"""Check the table of docs/semantics.md: 30 rows, each with tests that exist.

A row names its tests as links; the words in code after a link occur in that
test.
"""
import re

from source_tree import ROOT, Check

_ROW = re.compile(r"^\| (\d+) \| (.*?) \| (\[.*) \|$", re.M)
_LINK = re.compile(r"\[[^]]*\]\(\.\./([^)]*)\)(?: `([^`]*)`)?")
_ROWS = 30


def main():
    check = Check("semantics", __doc__.splitlines()[0])
    rows = _ROW.findall((ROOT / "docs/semantics.md").read_text())
    if [int(number) for number, *_ in rows] != list(range(1, _ROWS + 1)):
        check.violation("rows", f"docs/semantics.md: expected rows 1 to {_ROWS}, found {len(rows)}")
    for number, _, tests in rows:
        for name, words in _LINK.findall(tests):
            check.count += 1
            path = ROOT / name
            if not path.exists():
                check.violation(f"{number} {name}", f"docs/semantics.md: row {number}: there is no {name}")
            elif words.replace("\\|", "|") not in path.read_text():
                check.violation(f"{number} {words}", f"docs/semantics.md: row {number}: {name} has no \"{words}\"")
    check.finish("tests of semantics")


if __name__ == "__main__":
    main()
