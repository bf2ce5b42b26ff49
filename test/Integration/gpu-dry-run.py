#!/usr/bin/env python3
"""Pack what a machine with a GPU needs, and run it with the driver for tests: the
scripts work to their end before there is a GPU."""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--filter", default="^(nn.softmax|add|argmax|take|product i8 1032)$", help="which operators")
    parser.add_argument("--measure", default="sum of rows", help="which measurements")
    parser.add_argument("--chip", default="sm_90", help="the GPU to pack for")
    parser.add_argument("--models", action="store_true", help="the models, too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "pack"
        subprocess.run([sys.executable, ROOT / "scripts/gpu-pack.py", folder, "--build", arguments.build, "--chip", arguments.chip,
                        f"--filter={arguments.filter}", f"--measure={arguments.measure}", "--with-driver",
                        *([] if arguments.models else ["--no-models"])], check=True)
        done = subprocess.run([folder / "gpu-test.sh"], text=True, capture_output=True)
        print(done.stdout, done.stderr)
        calls = sum(path.read_text().count("\n") for path in folder.glob("calls.*"))
        assert done.returncode == 0 and f"{calls} calls passed, 0 failed" in done.stdout, "gpu-test.sh failed"
        results = json.loads((folder / "results/results.json").read_text())
        assert results["passed"] == calls and not results["failures"], results
        measured = sum(path.read_text().count("\n") for path in folder.glob("measured.*"))
        assert len(results["measured"]) == measured and all(row["ms"] > 0 for row in results["measured"]), results
        # No machine of the tests has them.
        assert any("compute-sanitizer" in reason for reason in results["left_out"]), results
        assert any("torch and Triton" in reason for reason in results["left_out"]), results


if __name__ == "__main__":
    main()
