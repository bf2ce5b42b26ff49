#!/usr/bin/env python3
"""Check that sources include what they use: g++ compiles each without the precompiled header.

    utils/check-includes.py --build build --part=3 --parts=16
    utils/check-includes.py --build build --only=LinalgToTIR --compiler=clang++-22

The sources of one part are spread over the tree, and are the same for the same numbers. About 10 s of a processor each
by g++ 12, which is why no test looks at all of them.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
# How the compile commands name the precompiled header, and the optimizer, which syntax does not need.
_LEFT_OUT = re.compile(r"-Winvalid-pch|-Xclang -include(?:-pch)? -Xclang \S+|-fpch-instantiate-templates|-D_FORTIFY_SOURCE=\d|-O[23]|-o \S+ -c ")


def commands(build, compiler):
    """(source, command) of each C++ source of the project, sorted."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = Path(entry["file"])
        if source.suffix == ".cpp" and source.is_relative_to(_ROOT) and not source.is_relative_to(build):
            command = re.sub(r"^\S+", compiler, _LEFT_OUT.sub(" ", entry["command"]))
            found[source.relative_to(_ROOT)] = (f"{command} -fsyntax-only", entry["directory"])
    return sorted(found.items())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--only", default="", help="sources whose path has this")
    options = parser.parse_args()
    chosen = [item for i, item in enumerate(commands(options.build.resolve(), options.compiler))
              if i % options.parts == options.part and options.only in str(item[0])]

    def compile_one(item):
        source, (command, folder) = item
        run = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, check=False)
        return source, "" if run.returncode == 0 else run.stderr

    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, errors in pool.map(compile_one, chosen):
            failures += bool(errors)
            if errors:
                print(f"{source}:\n{errors}", flush=True)
    print(f"{len(chosen)} sources, {failures} do not compile by themselves")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
