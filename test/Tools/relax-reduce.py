# Random modules, reduced as long as they have some op: it is still there, the
# result verifies, a second run changes nothing, and nothing is said. The files
# of variants are the user's alone, and gone after a signal.
# RUN: rm -rf %t && mkdir -p %t/temporary
# RUN: env TMPDIR=%t/temporary %python %s %t %many
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

folder, count = Path(sys.argv[1]), max(2, int(sys.argv[2]) * 2 // 15)
temporary = folder / "temporary"
script = folder / "has.sh"
script.write_text('#!/bin/sh\necho noise; echo noise >&2\ngrep -q -e "$1" "$2" && exit 1\nexit 0\n')
script.chmod(0o755)


def reduce(path, word):
    """The reduced text, of which nothing else was said."""
    run = subprocess.run(["relax-reduce", path, f"--reduction-tree=test={script} test-arg={word}"],
                         capture_output=True, text=True)
    assert run.returncode == 0 and run.stderr == "", (path, word, run.returncode, run.stderr)
    return run.stdout


def num_lines(text):
    return len(re.findall(r"^ +\S", text, re.M))


before = after = 0
for seed in range(count):
    text = subprocess.run(["relax-stress", f"--seed={seed}", "--print"], capture_output=True, text=True,
                          check=True).stdout
    program = folder / f"seed-{seed}.mlir"
    program.write_text(text)
    names = sorted(set(re.findall(r"^ +(?:%\S+ = )?((?:relax|tir|arith|memref)\.[\w.]+) ", text, re.M)))
    # The dot is any character to grep; the space ends the name.
    word = names[seed % len(names)]
    small = reduce(program, word)
    assert word in small, (seed, word, small)
    again = folder / f"seed-{seed}-small.mlir"
    again.write_text(small)
    verified = subprocess.run(["relax-opt", again], capture_output=True, text=True)
    assert verified.returncode == 0, (seed, word, verified.stderr)
    second = reduce(again, word)
    assert second == small, (seed, word, small, second)
    before, after = before + num_lines(text), after + num_lines(small)

# A handful of lines each: the op, its function, what it needs.
assert after < 12 * count, (before, after, count)
assert list(temporary.iterdir()) == []

# The first variant waits for ever.
script.write_text(f"#!/bin/sh\ntouch {folder}/begun\nexec sleep 60\n")
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    child = subprocess.Popen(["relax-reduce", program, f"--reduction-tree=test={script}", "-o", folder / "out"],
                             start_new_session=True, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
                             stderr=subprocess.DEVNULL)
    while not (folder / "begun").exists():
        time.sleep(0.01)
    (folder / "begun").unlink()
    modes = [path.stat().st_mode & 0o777 for path in temporary.iterdir()]
    assert modes == [0o600], modes
    os.kill(child.pid, number)
    assert child.wait(timeout=20) == -number, child.returncode
    os.killpg(child.pid, signal.SIGKILL)
    assert list(temporary.iterdir()) == [] and not list(folder.glob("out*"))
