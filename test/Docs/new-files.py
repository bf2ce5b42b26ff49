#!/usr/bin/env python3
"""Let new-op.py and new-pass.py write their stubs into a copy of the sources:
the TableGen files are valid and the checks of the counts are red."""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def run(copy, script, *arguments):
    """Exit code and output of a script of the copy."""
    done = subprocess.run([sys.executable, copy / "utils" / script, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def expect(condition, text):
    if not condition:
        sys.exit(text)


def main():
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("include", "lib", "test", "utils"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("*.pyc"))
        code, text = run(copy, "new-op.py", "tir", "Intrinsic", "made.up")
        expect(code == 0 and text.count("changed") == 4, text)
        room = sorted(path.parent.name for path in (copy / "include/Relax/Transforms").glob("*/Passes.td"))[0]
        code, text = run(copy, "new-pass.py", room, "MakeUp", "relax-make-up")
        expect(code == 0 and text.count("changed") == 2 and text.count("wrote") == 2, text)
        code, text = run(copy, "new-pass.py", room, "MakeUp", "relax-make-up")
        expect(code != 0 and "exists already" in text, text)
        code, text = run(copy, "new-op.py", "tir", "Missing", "made.up")
        expect(code != 0 and "does not exist" in text, text)
        code, text = run(copy, "check-messages.py")
        expect("has no rules yet" in text, text)
        code, text = run(copy, "check-pass-tests.py")
        expect("MakeUp" not in text, text)
        code, text = run(copy, "check-pass-execution.py")
        expect("MakeUp" not in text, text)


if __name__ == "__main__":
    main()
