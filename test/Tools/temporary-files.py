# Temporary files: for their owner alone, gone after signals and full disks; and
# what a new output, or one that replaces a file, may be read by.
# Processes that a signal ends do not come to a sanitizer's report, which is
# written at the end.
# UNSUPPORTED: sanitized
# RUN: rm -rf %t && mkdir -p %t/temporary %t/out
# RUN: env TMPDIR=%t/temporary %python %s %S/relax-run-source.mlir %t
import os
import resource
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

program, folder = sys.argv[1], Path(sys.argv[2])
temporary, out = folder / "temporary", folder / "out"
os.umask(0o022)


def names(path):
    return sorted(entry.name for entry in path.iterdir())


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def listen():
    """A shell may have its background commands ignore signals."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def make_linker(script):
    path = folder / "ld.spy"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return f"--linker={path}"


# While the linker runs there are objects and its log, as private as can be.
spy = make_linker(f'ls -l "$TMPDIR" >&2; ls -l {out} >&2; false')
run = subprocess.run(["relax-compile", program, "-o", out / "x.so", spy], capture_output=True, text=True)
assert run.returncode == 1, run
seen = [word for word in run.stderr.split() if word.startswith("-r")]
assert seen.count("-rw-------") == 2 and run.stderr.count(".log") == 1, run.stderr
assert names(temporary) == names(out) == [], (names(temporary), names(out))

# A signal leaves nothing.
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    sleeper = make_linker(f"touch {folder}/begun; exec sleep 30")
    child = subprocess.Popen(["relax-compile", program, "-o", out / "x.so", sleeper], start_new_session=True,
                             preexec_fn=listen, stderr=subprocess.DEVNULL)
    while not (folder / "begun").exists():
        time.sleep(0.01)
    os.kill(child.pid, number)
    child.wait(timeout=20)
    os.killpg(child.pid, signal.SIGKILL)
    (folder / "begun").unlink()
    assert names(temporary) == names(out) == [], (number, names(temporary), names(out))

    # relax-run, and the compiler that it starts: a pipe keeps that one reading.
    pipe = folder / "pipe.mlir"
    if not pipe.exists():
        os.mkfifo(pipe)
    child = subprocess.Popen(["relax-run", pipe], start_new_session=True, preexec_fn=listen, stderr=subprocess.DEVNULL)
    writer = os.open(pipe, os.O_WRONLY)  # it has begun to read
    assert len(names(temporary)) == 1 and mode(temporary / names(temporary)[0]) == 0o700
    os.kill(child.pid, number)
    assert child.wait(timeout=20) == -number, child.returncode
    os.close(writer)
    assert names(temporary) == [], (number, names(temporary))


# A full disk is one line, and what was there stays.
def fill_disk():
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


(out / "x.so").write_text("old")
run = subprocess.run(["relax-compile", program, "-o", out / "x.so"], preexec_fn=fill_disk, capture_output=True,
                     text=True)
assert run.returncode == 1 and run.stderr.count("\n") == 1, run
assert 'relax-compile: error: cannot write the temporary file "' in run.stderr, run.stderr
assert (out / "x.so").read_text() == "old"
assert names(temporary) == [] and names(out) == ["x.so"]

# New files are for whom the umask says, replaced ones for whom they were.
text = out / "x.mlir"
subprocess.run(["relax-opt", program, "-o", text], check=True)
assert mode(text) == 0o644, oct(mode(text))
text.chmod(0o640)
subprocess.run(["relax-opt", program, "-o", text], check=True)
assert mode(text) == 0o640, oct(mode(text))
(out / "x.so").chmod(0o750)
subprocess.run(["relax-compile", program, "-o", out / "x.so"], check=True)
assert mode(out / "x.so") == 0o750, oct(mode(out / "x.so"))
os.umask(0o077)
subprocess.run(["relax-opt", program, "-o", out / "y.mlir"], check=True)
assert mode(out / "y.mlir") == 0o600, oct(mode(out / "y.mlir"))
