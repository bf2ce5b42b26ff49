#!/usr/bin/env python3
"""Check that clang-format 22 would change nothing."""
import os
import re
import subprocess

from source_tree import Check, files, llvm_tool, short

_FOLDERS = ("include", "lib", "tools", "runtime", "test", "examples", "benchmarks")
# Two runs at once, as many files each.
_WORKERS = os.cpu_count() or 1


def main():
    check = Check("format", __doc__)
    sources = [str(path) for path in files(_FOLDERS, (".cpp", ".h", ".c"))]
    check.count = len(sources)
    runs = [
        subprocess.Popen(
            [llvm_tool("clang-format"), "--dry-run", *share],
            stderr=subprocess.PIPE,
            text=True,
        )
        for share in (sources[i::_WORKERS] for i in range(_WORKERS))
        if share
    ]
    for run in runs:
        for line in run.communicate()[1].splitlines():
            match = re.match(r"(.*?):(\d+):\d+: (?:warning|error)", line)
            if match:
                name = short(match.group(1))
                check.violation(name, f"{name}:{match.group(2)}: run clang-format-22 -i {name}")
    check.finish("files")


if __name__ == "__main__":
    main()
