#!/usr/bin/env python3
"""A decoder of nn.Module writes a text here, token by token, as in TVM and as in
one pass over the whole text."""
import argparse
import os
import sys
from pathlib import Path

import numpy as np

_ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(_ROOT / "python"), str(_ROOT / "test/Integration")]

import tvm  # noqa: E402
from tvm import relax  # noqa: E402

from relax_mlir.tvm import compile  # noqa: E402

import decoder_modules  # noqa: E402
from device_runs import emulation_options  # noqa: E402

_PROMPT, _WRITTEN = [3, 17, 29, 8, 41], 9


def _write(step):
    """Tokens chosen one after the other, and the scores they were chosen by."""
    tokens, scores, caches, new = list(_PROMPT), [], None, _PROMPT
    for _ in range(_WRITTEN):
        result, *caches = step(*decoder_modules.inputs(new, caches))
        scores.append(result[0, -1])
        new = [int(np.argmax(scores[-1]))]
        tokens += new
    return tokens, np.array(scores)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("--emulate", metavar="CHIP",
                        help="compile for this GPU, and run its kernels as loops of the CPU")
    arguments = parser.parse_args()
    module = decoder_modules.decoder()
    params = decoder_modules.weights(module)
    here = compile(module, "llvm", params={"main": params}, build=arguments.build,
                   options=emulation_options(arguments.emulate))["main"]
    bound = relax.transform.BindParams("main", {name: tvm.runtime.tensor(array) for name, array in params.items()})(module)
    machine = relax.VirtualMachine(tvm.compile(bound, target="llvm"), tvm.cpu())["main"]
    tokens, scores = _write(here)
    there, expected = _write(lambda *arrays: [part.numpy() for part in machine(*map(tvm.runtime.tensor, arrays))])
    assert tokens == there, f"{tokens} here, {there} in TVM"
    np.testing.assert_allclose(scores, expected, rtol=1e-3, atol=1e-4)
    # All of it at once, in which nothing comes from a cache.
    whole, *_ = here(*decoder_modules.inputs(tokens[:-1], None))
    np.testing.assert_allclose(whole[0, len(_PROMPT) - 1:], scores, rtol=1e-3, atol=1e-4)
    assert len(set(tokens[len(_PROMPT):])) > 1, f"a text of one token tests little: {tokens}"
    print(f"{_WRITTEN} tokens written: {tokens[len(_PROMPT):]}")
    sys.stdout.flush()
    # TVM's library is not fond of the end of a process.
    os._exit(0)


if __name__ == "__main__":
    main()
