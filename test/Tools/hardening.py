# What users run and load is hardened: libraries are never looked for in the
# current folder, tables of addresses are read-only, stacks not executable, the
# run-time library exports what its header declares.
# Sanitizers bring their own libraries, exports and settings of the linker.
# UNSUPPORTED: sanitized
# RUN: relax-compile %S/relax-run-source.mlir -o %t.so
# RUN: %python %s %runtime_lib_dir/../bin %runtime_lib_dir %t.so
import re
import subprocess
import sys
from pathlib import Path


def read(path, *options):
    return subprocess.run(["llvm-readelf", "-W", *options, path], check=True, capture_output=True, text=True).stdout


def is_elf(path):
    return path.is_file() and not path.is_symlink() and path.open("rb").read(4) == b"\x7fELF"


programs, libraries, module = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
tools = [path for path in sorted(programs.iterdir()) if is_elf(path)]
shared = [path for path in sorted(libraries.glob("*.so*")) if is_elf(path)]
assert any(path.name == "relax-run" for path in tools), tools
assert any("relax_runtime" in path.name for path in shared), shared

for path in tools + shared + [module]:
    dynamic, segments = read(path, "-d"), read(path, "-l")
    entries = [entry for paths in re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", dynamic) for entry in paths.split(":")]
    assert all(entry.startswith(("/", "$ORIGIN/")) for entry in entries), (path, entries)
    assert not re.search(r"GNU_STACK.*\bRWE\b", segments) and "GNU_STACK" in segments, path
    if path.name == "file-type":
        continue  # an example, built by its own rules
    assert "GNU_RELRO" in segments, path
    assert re.search(r"FLAGS_1.*\bNOW\b", dynamic), path

# The library alone: no LLVM in it hides that the flags are missing.
(runtime,) = [path for path in shared if "relax_runtime" in path.name]
symbols = [line.split() for line in read(runtime, "--dyn-syms").splitlines()]
names = {line[7].split("@")[0]: line[6] for line in symbols if len(line) >= 8 and line[0][:-1].isdigit()}
undefined = {name for name, section in names.items() if section == "UND"}
assert "__stack_chk_fail" in undefined and "__vsnprintf_chk" in undefined, undefined
exported = set(names) - undefined
assert "relax_version" in exported
assert all(name.startswith("relax_") for name in exported), exported
assert "__stack_chk_fail" in read(programs / "relax-run", "--dyn-syms")
