#!/usr/bin/env python3
"""Execute modules before and after our passes, on several kinds of inputs.

These are the modules on which the passes are compared with TVM's, of the cases
that say how much results may differ; many of them are random."""
import argparse
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

from relax_mlir.tvm import from_tvm  # noqa: E402

import pass_cases  # noqa: E402


def wrong(build, case):
    """How many functions ran, and what is said of those that give something else."""
    texts = [from_tvm(maker(), verify=False) for _, maker in case.modules()]
    passes = ",".join(name.removeprefix("--") if "=" not in name else name.removeprefix("--").replace("=", "{", 1) + "}" for name in case.passes)
    result = subprocess.run([build / "bin/relax-interp", "-", "--split-input-file", f"--before-after={passes}", f"--tolerance={case.tolerance}"],
                            input="\n// -----\n".join(texts), capture_output=True, text=True)
    return result.stdout.count("same: "), result.stderr if result.returncode else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve(), help="the build folder")
    parser.add_argument("--only", default="", help="the pass to run")
    arguments = parser.parse_args()
    failed = 0
    for case in pass_cases.CASES:
        if case.tolerance is None or arguments.only not in ("", case.name):
            continue
        count, errors = wrong(arguments.build, case)
        print(f"{case.name}: {count} functions give the same" + (f"\n{errors}" if errors else ""))
        failed += bool(errors) or not count
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
