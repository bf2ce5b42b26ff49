"""A decoder of the kind of Llama, written with TVM's nn.Module: rotary embedding,
grouped heads, gated layers; keys and values of earlier tokens come in and go out
as tensors. As a program it writes the module, with its weights, to a file:

  decoder_modules.py FILE.mlir
"""
import os
import sys
from pathlib import Path

import numpy as np
import tvm
from tvm.relax.frontend import nn
from tvm.relax.frontend.nn import op

VOCABULARY, WIDTH, HEADS, GROUPS, INNER, LAYERS = 48, 32, 4, 2, 64, 2
SIZE = WIDTH // HEADS


class _Attention(nn.Module):
    def __init__(self):
        self.qkv = nn.Linear(WIDTH, (HEADS + 2 * GROUPS) * SIZE, bias=False)
        self.out = nn.Linear(WIDTH, WIDTH, bias=False)

    def forward(self, x, cosine, sine, mask, keys, values):
        _, length, _ = x.shape
        parts = op.reshape(self.qkv(x), (1, length, HEADS + 2 * GROUPS, SIZE))
        query, key, value = op.split(op.permute_dims(parts, [0, 2, 1, 3]), [HEADS, HEADS + GROUPS], axis=1)
        keys = op.concat([keys, _rotate(key, cosine, sine)], dim=2)
        values = op.concat([values, value], dim=2)
        seen = [op.repeat(every, HEADS // GROUPS, axis=1) for every in (keys, values)]
        scores = op.matmul(_rotate(query, cosine, sine), op.permute_dims(seen[0], [0, 1, 3, 2])) * (SIZE ** -0.5)
        mixed = op.matmul(op.softmax(scores + mask, axis=-1), seen[1])
        return self.out(op.reshape(op.permute_dims(mixed, [0, 2, 1, 3]), (1, length, WIDTH))), keys, values


def _rotate(x, cosine, sine):
    left, right = op.split(x, 2, axis=-1)
    return x * cosine + op.concat([op.negative(right), left], dim=-1) * sine


class _Layer(nn.Module):
    def __init__(self):
        self.before, self.after = nn.RMSNorm(WIDTH, -1, 1e-5, bias=False), nn.RMSNorm(WIDTH, -1, 1e-5, bias=False)
        self.attention = _Attention()
        self.gate_up, self.down = nn.Linear(WIDTH, 2 * INNER, bias=False), nn.Linear(INNER, WIDTH, bias=False)

    def forward(self, x, *rest):
        mixed, keys, values = self.attention(self.before(x), *rest)
        x = x + mixed
        gate, up = op.split(self.gate_up(self.after(x)), 2, axis=-1)
        return x + self.down(op.silu(gate) * up), keys, values


class _Decoder(nn.Module):
    def __init__(self):
        self.embedding = nn.Embedding(VOCABULARY, WIDTH)
        self.layers = nn.ModuleList([_Layer() for _ in range(LAYERS)])
        self.norm = nn.RMSNorm(WIDTH, -1, 1e-5, bias=False)
        self.head = nn.Linear(WIDTH, VOCABULARY, bias=False)

    def forward(self, tokens: nn.Tensor, cosine: nn.Tensor, sine: nn.Tensor, keys0: nn.Tensor, values0: nn.Tensor,
                keys1: nn.Tensor, values1: nn.Tensor):
        length, past = tokens.shape[1], keys0.shape[2]
        later = op.triu(op.full((length, length), -1e9, "float32"), 1)
        mask = op.concat([op.zeros((length, past), "float32"), later], dim=1)
        x, caches = self.embedding(tokens), []
        for layer, keys, values in zip(self.layers, (keys0, keys1), (values0, values1)):
            x, *cache = layer(x, cosine, sine, mask, keys, values)
            caches += cache
        return (self.head(self.norm(x)), *caches)


def decoder():
    """The module, for `n` tokens after `m` earlier ones; its weights are parameters."""
    cache = nn.spec.Tensor([1, GROUPS, "m", SIZE], "float32")
    angles = nn.spec.Tensor(["n", SIZE], "float32")
    module, _ = _Decoder().export_tvm(spec={"forward": {
        "tokens": nn.spec.Tensor([1, "n"], "int32"), "cosine": angles, "sine": angles,
        "keys0": cache, "values0": cache, "keys1": cache, "values1": cache}})
    return tvm.IRModule({"main": module["forward"].with_attr("global_symbol", "main")})


def weights(module):
    """Drawn weights, by the names of the parameters behind the inputs."""
    rng = np.random.default_rng(7)
    return {str(param.name): rng.normal(0, 0.2, [int(size) for size in param.ty.shape.values]).astype("float32")
            for param in module["main"].params[7:]}


def inputs(tokens, caches):
    """The inputs for tokens that follow those of the caches, which is None for none."""
    if caches is None:
        caches = [np.zeros((1, GROUPS, 0, SIZE), "float32")] * (2 * LAYERS)
    place = np.arange(len(tokens))[:, None] + caches[0].shape[2]
    angles = np.tile(place * 10000.0 ** (-2 * np.arange(SIZE // 2) / SIZE), 2).astype("float32")
    return [np.array([tokens], "int32"), np.cos(angles), np.sin(angles), *caches]


def main():
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
    from relax_mlir.tvm import from_tvm

    module = decoder()
    from_tvm(module, {"main": weights(module)}, path=sys.argv[1])
    sys.stdout.flush()
    # TVM's library is not fond of the end of a process.
    os._exit(0)


if __name__ == "__main__":
    main()
