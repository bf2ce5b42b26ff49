#!/usr/bin/env python3
"""A transformer of PyTorch with a dynamic length of its texts runs here as there.

The folder torch-transformer has the module that came from torch.export through
TVM's front end, its weights, and what PyTorch computed for texts of several
lengths. --export writes them anew, which needs torch beside apache-tvm.
"""
import argparse
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

_TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(_TESTS.parent / "python"), str(_TESTS / "Integration")]

from device_runs import compile_for_device, emulation_options, load_driver  # noqa: E402
from mixed_precision import write_f16  # noqa: E402
from relax_mlir import safetensors  # noqa: E402
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

_FOLDER = Path(__file__).parent / "torch-transformer"
_VOCABULARY, _WIDTH, _HEADS, _INNER, _LAYERS, _LONGEST = 50, 32, 4, 64, 2, 64
_LENGTHS = (2, 7, 19, 33, 64)


def _transformer():
    """The model, with drawn weights."""
    import torch
    from torch import nn

    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.qkv, self.out = nn.Linear(_WIDTH, 3 * _WIDTH), nn.Linear(_WIDTH, _WIDTH)

        def forward(self, x, mask):
            batch, length, _ = x.shape
            parts = self.qkv(x).reshape(batch, length, 3, _HEADS, _WIDTH // _HEADS)
            query, key, value = parts.permute(2, 0, 3, 1, 4).unbind(0)
            scores = (query @ key.transpose(-1, -2) / math.sqrt(_WIDTH // _HEADS)).masked_fill(mask, float("-inf"))
            return self.out((scores.softmax(-1) @ value).transpose(1, 2).reshape(batch, length, _WIDTH))

    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.before, self.after, self.attention = nn.LayerNorm(_WIDTH), nn.LayerNorm(_WIDTH), Attention()
            self.up, self.down = nn.Linear(_WIDTH, _INNER), nn.Linear(_INNER, _WIDTH)

        def forward(self, x, mask):
            x = x + self.attention(self.before(x), mask)
            return x + self.down(nn.functional.gelu(self.up(self.after(x))))

    class Transformer(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens, self.places = nn.Embedding(_VOCABULARY, _WIDTH), nn.Embedding(_LONGEST, _WIDTH)
            self.layers = nn.ModuleList(Layer() for _ in range(_LAYERS))
            self.norm, self.head = nn.LayerNorm(_WIDTH), nn.Linear(_WIDTH, _VOCABULARY, bias=False)

        def forward(self, tokens):
            place = torch.arange(tokens.shape[1])
            mask = place[None, :] > place[:, None]
            x = self.tokens(tokens) + self.places(place)
            for layer in self.layers:
                x = layer(x, mask)
            return self.head(self.norm(x))

    torch.manual_seed(0)
    return Transformer().eval()


def _export():
    """Writes the folder."""
    import torch
    from tvm.relax.frontend.torch import from_exported_program

    from relax_mlir.tvm import from_tvm

    model, runs = _transformer(), {}
    texts = {length: torch.randint(0, _VOCABULARY, (1, length)) for length in _LENGTHS}
    exported = torch.export.export(model, (texts[7],),
                                   dynamic_shapes={"tokens": {1: torch.export.Dim("n", min=2, max=_LONGEST)}})
    _FOLDER.mkdir(exist_ok=True)
    from_tvm(from_exported_program(exported), path=_FOLDER / "model.mlir")
    for length, text in texts.items():
        with torch.no_grad():
            runs[f"tokens-{length}"], runs[f"scores-{length}"] = text.numpy(), model(text).numpy()
    safetensors.write(_FOLDER / "runs.safetensors", runs)


def _compare(build, arguments):
    """Compiles the model, and compares what it computes with PyTorch."""
    tolerance = 1e-4 if not arguments.f16 else 1e-2
    runs = safetensors.read(_FOLDER / "runs.safetensors")
    with tempfile.TemporaryDirectory() as folder:
        model, library = _FOLDER / "model.mlir", Path(folder) / "model.so"
        if arguments.f16:
            model = write_f16(model, Path(folder) / "model.mlirbc", build / "bin")
        if arguments.device:
            load_driver(build / "bin")
            os.environ.update(compile_for_device(model, library, arguments.device, Path(folder), build / "bin"))
        else:
            subprocess.run([build / "bin/relax-compile", model, "-o", library,
                            *emulation_options(arguments.emulate)], check=True)
        module = Runtime(build / "lib/librelax_runtime.so").load(library)
        for length in _LENGTHS:
            (scores,) = module.call("main", runs[f"tokens-{length}"])
            expected = runs[f"scores-{length}"]
            np.testing.assert_allclose(scores, expected, rtol=10 * tolerance, atol=tolerance)
            print(f"length {length}: largest difference {np.max(np.abs(scores - expected)):.1e}, "
                  f"largest value {np.max(np.abs(expected)):.1f}")
        try:
            module.call("main", np.zeros((2, 7), np.int64))
        except RuntimeFailure as error:
            assert "tokens" in str(error), error
        else:
            raise AssertionError("a batch of two texts is not what was exported")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=lambda path: Path(path).resolve(), help="the build folder")
    parser.add_argument("--device", metavar="CHIP", help="compile for this GPU, and run with the driver for tests")
    parser.add_argument("--emulate", metavar="CHIP",
                        help="compile for this GPU, and run its kernels as loops of the CPU")
    parser.add_argument("--f16", action="store_true", help="multiply f16, by --relax-to-mixed-precision")
    parser.add_argument("--export", action="store_true", help="write the folder anew")
    arguments = parser.parse_args()
    if arguments.export:
        _export()
    if arguments.build:
        _compare(arguments.build, arguments)


if __name__ == "__main__":
    main()
