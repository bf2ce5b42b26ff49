#!/usr/bin/env python3
"""Write docs/OpSupport.md from relax-opt; --check says if it is old."""
import argparse
import subprocess
import sys
from pathlib import Path

from source_tree import ROOT

_HEAD = """# Which pass handles each operator

*For users and pass authors: which pass lowers each operator.*

Written by `utils/op-support-doc.py` from `relax-opt --relax-op-support`. What a
tensor program needs beyond this (a known shape, a plain layout) is an error of
`relax-legalize-ops` at the op that lacks it, with the reason.

The facts are traits and interfaces of the operators (`OpFacts.h`): how elements
of the result come from those of the operands, and whether data decides its
sizes; whether the op has an effect; what to do with it in a lower precision;
what it needs if the axes of its operands stand in another order: nothing, its
attributes `axis`, `axes`, `channel_axis` to name them where they are, or the
name of the layout; whether it has a derivative (`GradientInterface`), which
`relax-gradient` makes.

"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    tool = Path(arguments.build).resolve() / "bin/relax-opt"
    table = subprocess.run([tool, "--relax-op-support"], capture_output=True, text=True, check=True).stdout
    page = ROOT / "docs/OpSupport.md"
    if not arguments.check:
        page.write_text(_HEAD + table)
    elif not page.exists() or page.read_text() != _HEAD + table:
        sys.exit("docs/OpSupport.md is old; run utils/op-support-doc.py")


if __name__ == "__main__":
    main()
