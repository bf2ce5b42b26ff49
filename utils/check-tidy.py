#!/usr/bin/env python3
"""Check that clang-tidy 22 has nothing to say of sources.

    utils/check-tidy.py --build build --part=3 --parts=16

All of them take half an hour on two processors, which is why no test looks at all of them.
"""
import argparse
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from compile_commands import add_arguments, choose
from source_tree import llvm_tool, short

_WARNING = re.compile(r"^(/[^:]*):(\d+):\d+: (?:error|warning): (.*?) \[([^,\]]*)", re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(parser)
    chosen = choose(parser.parse_args())
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        (Path(folder) / "compile_commands.json").write_text(json.dumps(chosen))

        def tidy(entry):
            run = subprocess.run([llvm_tool("clang-tidy"), "-p", folder, "--quiet", entry["file"]], capture_output=True, text=True, check=False)
            found = [f"{short(path)}:{line}: {message} [{name}]" for path, line, message, name in _WARNING.findall(run.stdout)]
            return found or ([] if run.returncode == 0 else [f"{short(entry['file'])}: {run.stdout}{run.stderr}"])

        # A header's warning comes with each source that includes it.
        warnings = sorted({text for found in pool.map(tidy, chosen) for text in found})
    print("\n".join([*warnings, f"{len(chosen)} sources, {len(warnings)} warnings"]))
    return bool(warnings)


if __name__ == "__main__":
    sys.exit(main())
