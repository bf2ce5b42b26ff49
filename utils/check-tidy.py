#!/usr/bin/env python3
"""Check that clang-tidy 22 has nothing to say.

A file that was clean is not looked at again until it, a file of the project
that it includes, or the configuration changes: a mark per clean state is kept
in ~/.cache/relax-mlir-tidy.
"""
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
from pathlib import Path

from source_tree import ROOT, Check, llvm_tool, short

_MARKS = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "relax-mlir-tidy"
_WARNING = re.compile(r"^(/[^:]*):(\d+):\d+: (?:error|warning): (.*?) \[([^,\]]*)", re.M)


def dependencies(build):
    """The project's files (generated ones too) that each source includes."""
    run = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True)
    found = {}
    for record in run.stdout.split("\n\n"):
        names = [line.strip() for line in record.splitlines()[1:]]
        if names:
            paths = [os.path.normpath(os.path.join(build, name)) for name in names]
            found[paths[0]] = sorted(path for path in paths if path.startswith(str(ROOT)))
    return found


def state(command, paths, contents):
    """A hash of all that the result for one source depends on."""
    digest = hashlib.sha256()
    for settings in (ROOT / ".clang-tidy", ROOT / "runtime/.clang-tidy"):
        digest.update(settings.read_bytes())
    digest.update(re.sub(r"\s-o \S+", "", command).replace(str(ROOT), "").encode())
    for path in paths:
        if path not in contents:
            contents[path] = hashlib.sha256(Path(path).read_bytes()).digest()
        digest.update(contents[path])
    return digest.hexdigest()


def tidy(source, build):
    """(file, line, message, name of the check) of each warning."""
    run = subprocess.run([llvm_tool("clang-tidy"), "-p", build, "--quiet", source], capture_output=True, text=True)
    found = _WARNING.findall(run.stdout)
    return found or ([] if run.returncode == 0 else [(source, "1", run.stdout + run.stderr, "failed")])


def main():
    check = Check("tidy", __doc__.splitlines()[0], needs_build=True)
    build = str(Path(check.arguments.build).resolve())
    commands = json.loads((Path(build) / "compile_commands.json").read_text())
    included, contents, dirty = dependencies(build), {}, {}
    _MARKS.mkdir(parents=True, exist_ok=True)
    for command in commands:
        source = command["file"]
        if source not in included:
            continue
        check.count += 1
        mark = _MARKS / state(command["command"], included[source], contents)
        if not mark.exists():
            dirty[source] = mark
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for mark, warnings in zip(dirty.values(), pool.map(lambda source: tidy(source, build), dirty)):
            for path, line, message, name in warnings:
                check.violation(f"{short(path)}: {name}: {message}", f"{short(path)}:{line}: {message} [{name}]")
            if not warnings:
                mark.touch()
    check.finish("files")


if __name__ == "__main__":
    main()
