#!/usr/bin/env python3
"""Write docs/StressReach.md: which operators the random modules of relax-stress have, and which passes change them.

    utils/reach-doc.py --build build --modules 2000 --runs 400

Seeds begin at 1, so that the page can be made again. Operators that no module
has are named: there the stress test sees nothing.
"""
import argparse
import re
import subprocess
from collections import Counter

from source_tree import ROOT

_PAGE = ROOT / "docs/StressReach.md"
_HEAD = """# What random modules reach

*For those who judge `relax-stress`: a pass or an operator that it does not reach is not tested by it.*

Written by `utils/reach-doc.py`. Of {modules} random modules (seeds from 1) so many have the operator; of {runs} of them,
which went through random sequences of passes, so many were changed by the pass.

"""


def _table(title, counts):
    rows = [f"| `{name}` | {count} |" for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
    return f"| {title} | modules |\n| --- | ---: |\n" + "\n".join(rows) + "\n\n"


def _operators():
    """The operators that the pages list."""
    text = (ROOT / "docs/OpSupport.md").read_text()
    return set(re.findall(r"^\| `(relax\.[\w.]+)` \|", text, re.M))


def _passes():
    """The passes that the pages list."""
    return set(re.findall(r"^\| \[`--([\w-]+)`\]", (ROOT / "docs/Passes.md").read_text(), re.M))


def _wrapped(names):
    lines, line = [], ""
    for name in sorted(names):
        word = f"`{name}`, "
        if len(line) + len(word) > 116:
            lines.append(line.rstrip())
            line = ""
        line += word
    return "\n".join([*lines, line.rstrip(", ") + "."])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--modules", type=int, default=2000)
    parser.add_argument("--runs", type=int, default=400)
    arguments = parser.parse_args()
    tool = f"{arguments.build}/bin/relax-stress"

    def stress(*options):
        return subprocess.run([tool, *options], capture_output=True, text=True, check=True).stdout

    reached = Counter()
    for seed in range(1, arguments.modules + 1):
        # An op of a name begins a statement, or follows its results.
        reached.update(set(re.findall(r"^ *(?:%[\w:, %#]+ = )?(relax\.[\w.]+)", stress(f"--seed={seed}", "--print"), re.M)))
    changed = {name: int(count) for count, name in re.findall(r"^(\d+) x (\S+)$", stress("--seed=1", "--changes", f"--modules={arguments.runs}"), re.M)}
    missing = _operators() - set(reached)
    text = _HEAD.format(modules=f"{arguments.modules:,}", runs=f"{arguments.runs:,}")
    text += f"## Operators\n\n{len(reached)} of {len(reached) + len(missing)} are reached.\n\n" + _table("operator", reached)
    text += "Not reached:\n" + _wrapped(missing) + "\n\n"
    text += "## Passes\n\n" + _table("pass", changed)
    text += "Not in random sequences: those that leave the levels of relax and tir, that need a target, or that only check.\n"
    text += _wrapped(_passes() - set(changed)) + "\n"
    _PAGE.write_text(text)


if __name__ == "__main__":
    main()
