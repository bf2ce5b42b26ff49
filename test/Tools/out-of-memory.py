# Tools that get too little memory say so in one line, exit with 1 and leave the
# file that they were to replace: memory is no fault of the compiler.
# The address sanitizer reserves terabytes of addresses, which no limit lets it.
# UNSUPPORTED: sanitized
# RUN: mkdir -p %t
# RUN: %python %s %S/relax-run-source.mlir %t
import resource
import subprocess
import sys
from pathlib import Path

program, folder = sys.argv[1], Path(sys.argv[2])
output = folder / "output"
tools = {
    "relax-compile": ["relax-compile", program, "--emit=so", "-o", output],
    "relax-opt": ["relax-opt", program, "-o", output],
    "relax-interp": ["relax-interp", "--list", program],
    "relax-translate": ["relax-translate", "--help"],
}

for tool, command in tools.items():
    told = 0
    for limit in range(200, 1400, 50):
        output.write_text("old")

        def limit_memory():
            resource.setrlimit(resource.RLIMIT_AS, (limit << 20, limit << 20))

        run = subprocess.run(command, preexec_fn=limit_memory, capture_output=True, text=True)
        if run.returncode == 0:
            break
        assert output.read_text() == "old", (tool, limit)
        assert [path.name for path in folder.iterdir()] == ["output"], (tool, limit)
        # The loader's own words, before any of ours can be said.
        if run.returncode == 127 and "error while loading shared libraries" in run.stderr:
            continue
        assert run.returncode == 1, (tool, limit, run)
        assert run.stderr == f"{tool}: error: out of memory; give the process more (ulimit -v) or a smaller program\n", (
            tool, limit, run.stderr)
        told += 1
    assert run.returncode == 0, (tool, run)
    assert told, f"{tool}: no limit is too small for it and large enough to load it"
