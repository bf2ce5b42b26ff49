#!/usr/bin/env python3
"""Programs of torch.export and graphs of torch.compile, against PyTorch itself.

    torch-programs.py --build build [--filter REGEX]

Runs in a Python with torch, which scripts/torch-check.sh makes.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
from torch.export import Dim, export
from torch.nn import functional as F
from torch.utils._pytree import tree_leaves

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python"))


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.project, self.out = nn.LayerNorm(16), nn.Linear(16, 48), nn.Linear(16, 16)

    def forward(self, x):
        parts = self.project(self.norm(x)).chunk(3, -1)
        query, key, value = (part.view(x.shape[0], x.shape[1], 4, 4).transpose(1, 2) for part in parts)
        found = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        return x + self.out(found.transpose(1, 2).reshape(x.shape))


class Cache(nn.Module):
    """Buffers that each call changes, as caches of keys and values do."""

    def __init__(self):
        super().__init__()
        self.register_buffer("cache", torch.zeros(4, 8))
        self.register_buffer("count", torch.zeros((), dtype=torch.int64))

    def forward(self, x):
        self.cache.add_(x)
        self.count.add_(1)
        return self.cache.sum(0)


class Choice(nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: x.sin(), lambda x: x.cos() * 2, (x,))


class Loop(nn.Module):
    """As many turns as a value says."""

    def forward(self, x):
        def again(turn, x):
            return turn < x.sum().abs().long() % 7 + 5

        def step(turn, x):
            return turn + 1, x * 0.5 + 0.1

        return while_loop(again, step, (torch.zeros((), dtype=torch.int64), x))


class Turns(nn.Module):
    """A recurrence that keeps each state."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4, 4) / 2)

    def forward(self, x):
        def step(state, x):
            state = torch.tanh(state @ self.weight + x)
            return state, state * 2

        return scan(step, torch.zeros_like(x[0]), x)


class Fourier(nn.Module):
    """Mixing by transforms, there and back, and turns of pairs as in rotary embeddings."""

    def __init__(self):
        super().__init__()
        self.register_buffer("turns", torch.polar(torch.ones(20, 24), torch.randn(20, 24)))

    def forward(self, x):
        mixed = torch.fft.fft2(x, norm="ortho").real
        filtered = torch.fft.irfft(torch.fft.rfft(x, dim=1) * (1 + 2j), n=20, dim=1)
        pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], -1, 2)) * self.turns
        return mixed, filtered, torch.view_as_real(pairs).flatten(-2), torch.fft.fft(x.reshape(-1, 960)).abs()


class Resize(nn.Module):
    """Sizes by factors, which PyTorch computes with floats."""

    def forward(self, x):
        wide = F.interpolate(x, scale_factor=1.5, mode="bilinear", recompute_scale_factor=True)
        return wide, F.interpolate(x, scale_factor=2.0), F.interpolate(x, scale_factor=2.0, mode="bicubic")


class Bags(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleList(nn.EmbeddingBag(10, 4, mode=mode) for mode in ("sum", "mean", "max"))

    def forward(self, x):
        places, starts = (x * 10).long().clamp(0, 9).flatten(), torch.tensor([0, 3, 3, 7])
        return [part(places, starts) for part in self.parts]


class Positions(nn.Module):
    """A table that is sliced to a size known when it is called."""

    def __init__(self):
        super().__init__()
        self.table = nn.Parameter(torch.randn(64, 8))

    def forward(self, x):
        return x + self.table[:x.shape[1]], x * x.shape[1], torch.arange(x.shape[1])


class Chosen(nn.Module):
    """A result whose size comes from values."""

    def forward(self, x):
        return x[x > 0]


class Numbers(nn.Module):
    """A number of a tensor that is no size, as it may be negative; and a remainder of sizes."""

    def forward(self, x):
        number = (x[0, 0] * 9).round().long().item()
        return x * number + (number * 2 - 1), torch.full((2,), number), x.sum() * (x.shape[0] % x.shape[1])


class Rolled(nn.Module):
    """By more than an axis may have."""

    def forward(self, x):
        return x.roll((1, -3), (0, 1)), x.roll(5)


def cnn():
    return nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
                         nn.Conv2d(8, 8, 3, groups=4), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 5), nn.Softmax(-1))


# Name: how the model is made, its inputs, its dynamic sizes, further inputs of another size.
MODELS = {
    "mlp": (lambda: nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 4)), [(3, 8)], ({0: Dim("batch")},), [(7, 8)]),
    "cnn": (cnn, [(2, 3, 16, 16)], ({0: Dim("batch")},), [(5, 3, 16, 16)]),
    "attention": (Attention, [(2, 7, 16)], ({0: Dim("batch"), 1: Dim("length", max=64)},), [(3, 12, 16)]),
    "lstm": (lambda: nn.LSTM(8, 6, 2, bidirectional=True), [(5, 2, 8)], None, None),
    "gru": (lambda: nn.GRU(8, 6), [(5, 2, 8)], None, None),
    "encoder": (lambda: nn.TransformerEncoderLayer(16, 4, 32, batch_first=True), [(2, 5, 16)], None, None),
    "choice": (Choice, [(4, 8)], None, None),
    "loop": (Loop, [(3, 4)], ({0: Dim("batch")},), [(6, 4)]),
    "turns": (Turns, [(13, 3, 4)], ({1: Dim("batch")},), [(13, 5, 4)]),
    "fourier": (Fourier, [(3, 20, 48)], None, None),
    "resize": (Resize, [(1, 3, 8, 10)], ({2: Dim.DYNAMIC, 3: Dim.DYNAMIC},), [(1, 3, 7, 9)]),
    "bags": (Bags, [(3, 4)], None, None),
    "positions": (Positions, [(2, 7, 8)], ({1: Dim("length", max=64)},), [(2, 12, 8)]),
    "chosen": (Chosen, [(4, 8)], None, None),
    "numbers": (Numbers, [(3, 8)], ({0: Dim.DYNAMIC, 1: Dim.DYNAMIC},), [(7, 4)]),
    "rolled": (Rolled, [(3, 8)], ({0: Dim.DYNAMIC, 1: Dim.DYNAMIC},), [(4, 2)]),
    "half": (lambda: nn.Linear(8, 4).half(), [(3, 8)], None, None),
    "brain": (lambda: nn.Linear(8, 4).bfloat16(), [(3, 8)], None, None),
}


def as_array(tensor):
    from relax_mlir.torch.backend import _plain

    tensor = _plain(tensor)
    return tensor if isinstance(tensor, np.ndarray) else tensor.numpy()


def agree(found, expected, what):
    assert len(found) == len(expected), f"{what}: expected {len(expected)} results, found {len(found)}"
    for number, (one, other) in enumerate(zip(found, expected)):
        other = other.detach()
        one = torch.from_numpy(np.asarray(one, np.float64)).reshape(one.shape)
        most = 2e-2 if other.dtype in (torch.float16, torch.bfloat16) else 1e-5
        assert one.shape == other.shape, f"{what}: result {number}: expected {other.shape}, found {one.shape}"
        torch.testing.assert_close(one, other.double(), rtol=most, atol=most, equal_nan=True)


def draw(shapes, model):
    dtype = next((parameter.dtype for parameter in model.parameters()), torch.float32)
    return tuple(torch.randn(shape).to(dtype) for shape in shapes)


def check_models(chosen):
    import relax_mlir

    for name, (make, shapes, dynamic, others) in MODELS.items():
        if not chosen.search(name):
            continue
        torch.manual_seed(0)
        model = make().eval()
        inputs = draw(shapes, model)
        module = relax_mlir.compile(export(model, inputs, dynamic_shapes=dynamic))
        for values in [inputs] + ([draw(others, model)] if others else []):
            agree(module(*map(as_array, values)), tree_leaves(model(*values)), name)
        print("ok", name)


def check_mutation():
    """Changed buffers are parameters, and results behind the user's."""
    import relax_mlir
    from relax_mlir.torch import from_exported_program

    model = Cache()
    program = export(model, (torch.randn(4, 8),))
    module = relax_mlir.compile(program)
    names = [parameter.name for parameter in module.signature.parameters]
    assert names == ["x", "cache", "count"], names
    state = [model.cache.numpy().copy(), model.count.numpy().copy()]
    for _ in range(3):
        x = torch.randn(4, 8)
        found = module(x, *state)
        state = found[1:]
        agree(found[:1], [model(x)], "cache")
        agree(state, [model.cache, model.count], "cache")
    linear = export(nn.Linear(3, 2), (torch.randn(1, 3),))
    text = from_exported_program(linear, keep_params_as_input=True)
    assert "num_input = 1" in text and "relax.constant" not in text, text
    assert [parameter.name for parameter in relax_mlir.compile(text).signature.parameters][1:] == ["weight", "bias"]


def check_places():
    """Each op has the node that it is of, for messages and profiles."""
    import relax_mlir
    from relax_mlir.torch import from_exported_program

    program = export(nn.Sequential(nn.Linear(4, 8), nn.Sequential(nn.Softmax(-1))), (torch.randn(2, 4),))
    text = from_exported_program(program)
    assert 'loc("softmax"(fused<"operator \\22aten.softmax.int\\22, module \\221.0\\22">[unknown]))' in text, text
    module = relax_mlir.compile(program, profile=True)
    names = " ".join(run.node for run in module.profile(np.zeros((2, 4), np.float32), repeat=1).runs)
    assert "linear" in names and "softmax" in names, names


def check_messages():
    """All that is in the way is said at once; what is registered is not."""
    from relax_mlir.torch import ImportFailure, from_exported_program, register
    from relax_mlir.torch.registry import TABLE

    @torch.library.custom_op("testlib::triple", mutates_args=())
    def triple(x: torch.Tensor) -> torch.Tensor:
        return x * 3

    triple.register_fake(torch.empty_like)

    class Model(nn.Module):
        def forward(self, x):
            return torch.ops.testlib.triple(x) + torch.ops.testlib.triple(x + 1) + torch.rand(3)

    program = export(Model(), (torch.randn(3),))
    try:
        from_exported_program(program)
        raise AssertionError("expected an ImportFailure")
    except ImportFailure as error:
        text = str(error)
    assert text.startswith("program has 3 nodes of 2 operators that cannot be imported:"), text
    assert "testlib.triple.default 2: the operator has no writer; relax_mlir.torch.register gives it one (node triple, triple_1)" in text, text
    assert "random numbers have no counterpart; make them before, and pass them" in text, text

    @register("testlib::triple")
    def write(b, x):
        return b.mul(x, 3.0)

    try:
        from_exported_program(export(Model(), (torch.randn(3),)))
        raise AssertionError("expected an ImportFailure")
    except ImportFailure as error:
        assert "program has 1 node of 1 operator" in str(error), error
    del TABLE["testlib::triple"]

    class Complex(nn.Module):
        def forward(self, x):
            return x * x

    try:
        from_exported_program(export(Complex(), (torch.randn(3, dtype=torch.complex64),)))
        raise AssertionError("expected an ImportFailure")
    except ImportFailure as error:
        assert "elements of complex64 have no counterpart (node x)" in str(error), error


def check_tool(build):
    """The command writes text with its weights beside it, and says what is no program."""
    import relax_mlir

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        model = nn.Linear(32, 16)
        x = torch.randn(4, 32)
        torch.export.save(export(model, (x,)), path / "m.pt2")
        command = [sys.executable, "-m", "relax_mlir.torch"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
        subprocess.run([*command, path / "m.pt2", "-o", path / "m.mlir"], check=True, env=environment)
        assert 'relax.weights = "m.safetensors"' in (path / "m.mlir").read_text()
        assert (path / "m.safetensors").stat().st_size > 2048
        agree(relax_mlir.compile(path / "m.mlir")(x), [model(x)], "tool")
        agree(relax_mlir.compile(path / "m.pt2")(x), [model(x)], "compile")
        (path / "bad.pt2").write_text("nothing")
        for name, message in (("bad.pt2", "expected a file of torch.export.save: "), ("none.pt2", "there is no file ")):
            done = subprocess.run([*command, path / name], capture_output=True, text=True, env=environment)
            assert done.returncode == 1 and f"relax-import-torch: error: {message}" in done.stderr, done.stderr


class Language(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.head = nn.Embedding(20, 16), nn.Linear(16, 20)
        self.layer = nn.TransformerEncoderLayer(16, 4, 32, batch_first=True, dropout=0.0)

    def forward(self, x):
        return self.head(self.layer(self.embed(x)))


def check_backend():
    """torch.compile with gradients, of dynamic sizes and of models that change buffers."""
    import relax_mlir.torch  # noqa: F401: registers the backend.

    torch.manual_seed(0)
    mlp = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.LayerNorm(16), nn.Linear(16, 4))
    layers = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1, stride=2), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
                           nn.Conv2d(8, 8, 3, padding=1, groups=2), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(32, 5))
    words = torch.randint(0, 20, (2, 6))
    cases = [("mlp", mlp, [torch.randn(3, 8), torch.randn(5, 8)], True), ("cnn", layers, [torch.randn(2, 3, 16, 16)], False),
             ("language", Language(), [words], False)]
    for name, model, inputs, dynamic in cases:
        torch._dynamo.reset()
        compiled = torch.compile(model, backend="relax_mlir", dynamic=dynamic)
        start = {key: value.clone() for key, value in model.state_dict().items()}
        for x in inputs:
            found = []
            for function in (compiled, model):
                model.load_state_dict(start)
                model.zero_grad()
                function(x).square().mean().backward()
                found.append([*(parameter.grad.clone() for parameter in model.parameters()),
                              *(buffer.clone() for buffer in model.buffers())])
            agree([tensor.numpy() for tensor in found[0]], found[1], f"training {name}")
        print("ok training", name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--filter", type=re.compile, default=re.compile(""), metavar="REGEX")
    arguments = parser.parse_args()
    os.environ["RELAX_MLIR_BUILD"] = str(arguments.build.resolve())
    check_models(arguments.filter)
    check_mutation()
    check_places()
    check_messages()
    check_tool(arguments.build)
    check_backend()
    print("all agree")


if __name__ == "__main__":
    main()
