#!/usr/bin/env python3
"""Export each module of the corpus from TVM and let relax-opt check the text."""
import argparse
import re
import subprocess
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import tvm  # noqa: E402

from relax_mlir.tvm import ExportError, from_tvm  # noqa: E402

import corpus  # noqa: E402
import model_modules  # noqa: E402

_FAULT = re.compile(r"^[^\s:]*:(\d+):\d+: error: (.*)$", re.M)


def check(tool, texts):
    """The first fault of each module's text, by name."""
    lines, starts = [], []
    for name, text in texts.items():
        starts.append((len(lines) + 1, name))
        lines += text.splitlines() + ["// -----"]
    result = subprocess.run([tool, "--split-input-file", "-", "-o", "/dev/null"], input="\n".join(lines[:-1]) + "\n",
                            capture_output=True, text=True)
    faults = {}
    for line, message in _FAULT.findall(result.stderr):
        name = [name for start, name in starts if start <= int(line)][-1]
        faults.setdefault(name, f"{message}\n    {lines[int(line) - 1].strip()}")
    if result.returncode and not faults:
        faults["relax-opt"] = result.stderr
    return faults


def _time_of_long_chain():
    """Seconds that the export of 10,000 bindings takes."""
    module = model_modules.long_chain()
    start = time.process_time()
    from_tvm(module)
    return time.process_time() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("--only", default="", help="a part of the names of the modules to export")
    parser.add_argument("--print", action="store_true", help="print the text of each module")
    parser.add_argument("--version", default="", help="the version of TVM that this must be")
    arguments = parser.parse_args()
    if not tvm.__version__.startswith(arguments.version):
        sys.exit(f"apache-tvm {tvm.__version__} is loaded, {arguments.version} is expected; run scripts/setup.sh")
    texts, faults = {}, {}
    for name, make in corpus.modules():
        if arguments.only not in name:
            continue
        try:
            texts[name] = from_tvm(make())
        except ExportError as error:
            faults[name] = f"not exported: {error}"
        except Exception:
            faults[name] = traceback.format_exc(limit=-2)
        if arguments.print and name in texts:
            print(f"// {name}\n{texts[name]}")
    faults.update(check(Path(arguments.build) / "bin/relax-opt", texts))
    seconds = _time_of_long_chain()
    if seconds > 10:
        faults["10,000 bindings"] = f"their export takes {seconds} seconds"
    for name, fault in faults.items():
        print(f"{name}: {fault}")
    print(f"apache-tvm {tvm.__version__}: {len(texts)} modules exported, {len(faults)} faults")
    sys.exit(bool(faults or len(texts) == 0))


if __name__ == "__main__":
    main()
