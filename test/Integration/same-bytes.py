#!/usr/bin/env python3
"""Check that each model of the tests compiles to the same bytes in any folder and with any number of threads."""
import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import model_inputs

# Weights that are large, that versions share, and that lie beside the code.
_WAYS = {"library": ["-o", "model.so"], "object": ["-o", "model.o"],
         "versions": ["-o", "model.so", "--mcpu=x86-64-v2,v3"]}


def compile_in(tools, folder, model, words, cores):
    """What a compiler writes that sees `cores` of the machine's cores."""
    folder.mkdir()
    shutil.copy(model, folder / "model.onnx")
    done = subprocess.run([tools / "relax-compile", "model.onnx", *words], cwd=folder, capture_output=True, text=True,
                          preexec_fn=lambda: os.sched_setaffinity(0, cores))
    if done.returncode:
        sys.exit(f"relax-compile {' '.join(words)} ended with status {done.returncode}: {done.stderr}")
    return hashlib.sha256((folder / words[1]).read_bytes()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("models", nargs="*", default=["magika", "ppocr-cls", "ppocr-det", "ppocr-rec"])
    options = parser.parse_args()
    tools, cores = options.build.resolve() / "bin", sorted(os.sched_getaffinity(0))
    for name in options.models:
        model = model_inputs.models.model_path(name)
        for way, words in _WAYS.items():
            if way != "library" and name != options.models[0]:
                continue
            with tempfile.TemporaryDirectory() as folder:
                found = {compile_in(tools, Path(folder) / place, model, words, used)
                         for place, used in (("here", cores), ("a longer name elsewhere", cores[:1]))}
            if len(found) != 1:
                sys.exit(f"{name} as {way}: expected the same bytes in another folder with one thread, found others")
            print(f"{name} as {way}: {found.pop()[:16]}")


if __name__ == "__main__":
    main()
