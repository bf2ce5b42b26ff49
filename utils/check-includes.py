#!/usr/bin/env python3
"""Check that sources include what they use: g++ compiles each without the precompiled header.

    utils/check-includes.py --build build --part=3 --parts=16
    utils/check-includes.py --build build --only=LinalgToTIR --compiler=clang++-22

The sources of one part are spread over the tree, and are the same for the same numbers. About 10 s of a processor each
by g++ 12, which is why no test looks at all of them.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys

from compile_commands import add_arguments, choose
from source_tree import short

# How the compile commands name the precompiled header, and the optimizer, which syntax does not need.
_LEFT_OUT = re.compile(r"-Winvalid-pch|-Xclang -include(?:-pch)? -Xclang \S+|-fpch-instantiate-templates|-D_FORTIFY_SOURCE=\d|-O[23]|-o \S+ -c ")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    parser.add_argument("--compiler", default="g++")
    options = parser.parse_args()
    chosen = choose(options)

    def compile_one(entry):
        command = re.sub(r"^\S+", options.compiler, _LEFT_OUT.sub(" ", entry["command"])) + " -fsyntax-only"
        run = subprocess.run(command, shell=True, cwd=entry["directory"], capture_output=True, text=True, check=False)
        return entry["file"], "" if run.returncode == 0 else run.stderr

    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, errors in pool.map(compile_one, chosen):
            failures += bool(errors)
            if errors:
                print(f"{short(source)}:\n{errors}", flush=True)
    print(f"{len(chosen)} sources, {failures} do not compile by themselves")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
