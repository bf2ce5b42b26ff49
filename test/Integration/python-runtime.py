#!/usr/bin/env python3
"""Call a compiled model from Python through relax_mlir.runtime, and check what
a wrong input leads to."""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import model_inputs

sys.path.insert(0, str(model_inputs.ROOT / "python"))
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402


def failure(call):
    """The text of the error that a call gives."""
    try:
        call()
    except RuntimeFailure as error:
        return str(error)
    return "no error"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the build folder")
    build = Path(parser.parse_args().build).resolve()
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=2)
    tokens = model_inputs.file_tokens(3)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "magika.so"
        model = model_inputs.models.model_path("magika")
        subprocess.run([build / "bin/relax-compile", model, "-o", path], check=True)
        module = runtime.load(path)
        assert module.functions() == ["main"], module.functions()
        (found,) = module.call("main", tokens)
        np.testing.assert_allclose(found, model_inputs.reference("magika", tokens), atol=1e-4)
        del found
        # Once warm, calls leave nothing behind.
        live = runtime.memory().live_bytes
        for _ in range(10):
            module.call("main", tokens)
        assert runtime.memory().live_bytes == live, (live, runtime.memory().live_bytes)

        for text, call in (
            ("expected rank 2, found 1", lambda: module.call("main", tokens[0])),
            ("f32", lambda: module.call("main", tokens.astype(np.float32))),
            ("2048", lambda: module.call("main", tokens[:, :7])),
            ("no function 'other'", lambda: module.call("other", tokens)),
            ("", lambda: module.call("main")),
            ("missing.so", lambda: runtime.load("missing.so")),
        ):
            message = failure(call)
            print(message)
            assert text in message and message != "no error", (text, message)
        assert runtime.memory().live_bytes == live, "an error leaves memory behind"


if __name__ == "__main__":
    main()
