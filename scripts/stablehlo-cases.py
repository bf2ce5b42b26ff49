#!/usr/bin/env python3
"""Write programs of StableHLO with inputs and what JAX computes from them.

    python3 scripts/stablehlo-cases.py FOLDER [NAME ...]

Needs JAX and Flax, which the tests do without: they read what this wrote into test/Integration/stablehlo. Each case is
NAME.mlir, as `jax.jit(f).lower(...)` or `jax.export` writes it, and NAME.json with the inputs and the results; some are
also NAME.mlirbc, as `jax.export` serializes them, or as a release of StableHLO that could be read by 0.9.0 did.
"""
import json
import re
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from flax import linen
from jax import export, lax
from jax._src import xla_bridge
from jax._src.interpreters.mlir import make_ir_context, module_to_bytecode
from jax._src.lib import xla_client
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

RANDOM = np.random.default_rng(0)
CASES = {}


def case(*args, dynamic=None):
    def add(function):
        CASES[function.__name__.replace("_", "-")] = (function, args, dynamic)
        return function

    return add


def floats(*shape, dtype=np.float32, low=-2.0, high=2.0):
    return np.round(RANDOM.uniform(low, high, shape), 3).astype(dtype)


def ints(*shape, low=-9, high=9, dtype=np.int32):
    return RANDOM.integers(low, high, shape).astype(dtype)


X, Y = floats(3, 4), floats(3, 4)
I, J = ints(3, 4), ints(3, 4, low=1)


@case(X, floats(3, 4, low=0.1))
def unary_floats(x, p):
    return (jnp.abs(x), lax.cbrt(x), jnp.ceil(x), jnp.cos(x), jnp.exp(x), jnp.expm1(x), jnp.floor(x), jnp.isfinite(x / 0),
            jnp.log(p), jnp.log1p(p), lax.logistic(x), -x, lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO),
            lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN), lax.rsqrt(p), jnp.sign(x), jnp.sin(x), jnp.sqrt(p),
            lax.tan(x), jnp.tanh(x), lax.reduce_precision(x, 8, 7), lax.reduce_precision(x, 5, 10))


@case(floats(3, 4, low=-0.9, high=0.9), floats(3, 4, low=1.1))
def chlo_functions(x, p):
    return (lax.erf(x), lax.erfc(x), lax.erfc(4 * p), lax.asin(x), lax.acos(x), lax.atan(x), lax.sinh(x), lax.cosh(x),
            lax.asinh(x), lax.acosh(p), lax.atanh(x), lax.square(x), jnp.isinf(x / 0), *lax.top_k(x, 2))


@case(X, Y, floats(3, 4, low=0.1))
def binary_floats(x, y, p):
    return (x + y, x - y, x * y, x / y, jnp.maximum(x, y), jnp.minimum(x, y), lax.pow(p, y), lax.rem(x, y), lax.atan2(x, y),
            x == y, x != y, x < y, x <= y, x > y, x >= y, jnp.where(x < y, x, y), lax.clamp(np.float32(-1), x, np.float32(1)),
            lax.clamp(jnp.minimum(x, y), p, jnp.maximum(x, y)))


@case(I, J, ints(3, 4, low=0, high=40))
def integers(i, j, s):
    return (i + j, i - j, i * j, lax.div(i, j), lax.rem(i, j), jnp.maximum(i, j), jnp.minimum(i, j), i & j, i | j, i ^ j, ~i,
            lax.abs(i), -i, lax.sign(i), lax.shift_left(i, s), lax.shift_right_arithmetic(i, s),
            lax.shift_right_logical(i, s), lax.population_count(i), lax.clz(i), lax.integer_pow(i, 3), i == j, i < j, i >= j,
            jnp.where(i < j, i, j))


@case(ints(3, 4, low=0, high=200, dtype=np.uint32), ints(3, 4, low=1, high=40, dtype=np.uint32))
def unsigned(i, j):
    return (i + j, i - j, i * j, lax.div(i, j), lax.rem(i, j), jnp.maximum(i - j, j), jnp.minimum(i - j, j), i & j, ~i,
            lax.shift_left(i, j), lax.shift_right_logical(~i, j), lax.shift_right_arithmetic(~i, j), i - j < j, i - j >= j,
            (i - j).astype(np.float32), i.astype(np.uint8), lax.population_count(i), lax.bitcast_convert_type(~i, np.int32))


@case(ints(3, 4, low=0, high=2) != 0, ints(3, 4, low=0, high=2) != 0)
def booleans(a, b):
    return (a & b, a | b, a ^ b, ~a, a == b, a != b, a.astype(np.int32), a.astype(np.float32), jnp.where(a, b, ~b),
            a.all(1), a.any(0), lax.max(a, b), lax.min(a, b))


@case(X, I, floats(3, 4, low=-300, high=300))
def conversions(x, i, big):
    return (x.astype(np.int32), i.astype(np.float32), x.astype(jnp.bfloat16).astype(np.float32),
            x.astype(np.float16).astype(np.float32), big.astype(np.int8), (x > 0).astype(np.uint8), i.astype(np.int8),
            x.astype(bool), lax.bitcast_convert_type(x, np.int32))


@case(floats(2, 3, 4), floats(2, 3))
def movement(x, y):
    return (x.transpose(2, 0, 1), x.reshape(6, 4), jnp.broadcast_to(y[:, :, None], x.shape), x[:, 1:3, ::2], jnp.flip(x, (0, 2)),
            jnp.concatenate([x, x[:1]], 0), lax.pad(x, np.float32(7), ((1, 0, 1), (-1, 2, 0), (0, -1, 2))),
            lax.pad(x, np.float32(0), ((0, 0, 0), (1, 1, 0), (2, 2, 0))), lax.broadcasted_iota(np.int32, (2, 3, 4), 1),
            jnp.arange(5, dtype=np.float32), y.T,
            jnp.full((2, 2), 3.5), jnp.eye(3), jnp.tril(x), jnp.stack([y, y], 1), jnp.tile(y, (2, 1)), x.squeeze())


@case(floats(4, 5), np.int32(2), np.int32(9))
def dynamic_slices(x, i, far):
    return (lax.dynamic_slice(x, (i, far), (2, 3)), lax.dynamic_slice(x, (1, 1), (2, 3)),
            lax.dynamic_update_slice(x, x[:2, :2] * 10, (far, i)), lax.dynamic_index_in_dim(x, i),
            lax.dynamic_update_index_in_dim(x, x[0] + 100, -i, 0))


@case(floats(2, 3, 4), floats(2, 4, 5), floats(4, 6), floats(4))
def products(x, y, w, v):
    return (x @ y, x @ w, x @ v, v @ v, jnp.einsum("bij,bjk->bki", x, y), jnp.einsum("abc,adc->bd", x, x),
            jnp.einsum("abc,cd->dab", x, w), jnp.outer(v, v), jnp.einsum("abc,abc->b", x, x),
            (10 * x).astype(np.int32) @ (10 * w).astype(np.int32),
            lax.dot_general(x.astype(jnp.bfloat16), w.astype(jnp.bfloat16), (((2,), (0,)), ((), ())),
                            preferred_element_type=np.float32))


@case(floats(1, 6, 5, 2), floats(3, 3, 2, 3), floats(3, 3, 1, 4), floats(2, 3, 9), floats(4, 3, 3), floats(1, 3, 4, 3, 2),
      floats(2, 2, 2, 2, 2))
def convolutions(x, w, depthwise, signal, taps, volume, cube):
    nhwc = ("NHWC", "HWIO", "NHWC")
    return (lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=nhwc),
            lax.conv_general_dilated(x, w, (2, 3), "VALID", dimension_numbers=nhwc),
            lax.conv_general_dilated(x, w, (1, 1), ((2, 1), (-1, 0)), rhs_dilation=(2, 1), dimension_numbers=nhwc),
            lax.conv_general_dilated(x, depthwise, (1, 1), "SAME", dimension_numbers=nhwc, feature_group_count=2),
            lax.conv_general_dilated(x, w, (1, 1), ((2, 2), (2, 2)), lhs_dilation=(2, 2), dimension_numbers=nhwc),
            lax.conv_transpose(x, w, (2, 2), "SAME", dimension_numbers=nhwc), lax.conv(signal, taps, (2,), "SAME"),
            jax.grad(lambda w: lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=nhwc, feature_group_count=2).sum())(
                depthwise), lax.conv_general_dilated(jnp.concatenate([x, 2 * x]), w[..., :2], (1, 1), "SAME", dimension_numbers=nhwc,
                                                     batch_group_count=2),
            lax.conv_general_dilated(volume, cube, (1, 1, 1), "VALID", dimension_numbers=("NDHWC", "DHWIO", "NDHWC")))


@case(floats(3, 4, 5), ints(3, 4, low=-9, high=9))
def reductions(x, i):
    return (x.sum(1), x.sum(), x.max((0, 2)), x.min(2), x.prod(1), x.mean(2), jnp.argmax(x, 1), jnp.argmin(x, 2), i.sum(0),
            i.max(1), i.min(), x.var(1), jnp.linalg.norm(x[0]), jax.nn.softmax(x), jax.nn.logsumexp(x, 1), x.std(),
            lax.reduce(x, np.float32(2), lambda a, b: a + b * 1.0, (1,)), lax.reduce_xor(i, (0,)), lax.reduce_or(i, (1,)),
            *lax.reduce((x, x * 2), (np.float32(0), np.float32(1)), lambda a, b: (a[0] + b[0], a[1] * b[1]), (2,)))


@case(floats(1, 6, 7, 2), floats(3, 5))
def windows(x, y):
    pool = dict(window_dimensions=(1, 2, 3, 1), window_strides=(1, 2, 2, 1))
    return (lax.reduce_window(x, -jnp.inf, lax.max, padding="VALID", **pool),
            lax.reduce_window(x, -jnp.inf, lax.max, padding="SAME", **pool),
            lax.reduce_window(x, 0.0, lax.add, padding="SAME", **pool), lax.reduce_window(x, jnp.inf, lax.min, padding="VALID", **pool),
            lax.reduce_window(y, 0.0, lax.add, (2, 2), (1, 1), ((1, 0), (2, 1)), base_dilation=(2, 1), window_dilation=(1, 2)),
            lax.reduce_window(y, np.float32(1), lambda a, b: a * b * 0.5, (1, 2), (1, 1), "VALID"), jnp.cumsum(y, 1),
            jnp.cumsum(y, 0), jnp.cumprod(y, 1), lax.cummax(y, 1), jnp.cumsum(y[:, ::-1], 1),
            jax.grad(lambda x: lax.reduce_window(x, -jnp.inf, lax.max, padding="SAME", **pool).sum())(x))


@case(floats(5, 4), np.array([3, 0, 4], np.int32), np.array([[0, 1], [7, 2], [4, 3]], np.int32), ints(5, 2, low=0, high=4))
def gathers(x, rows, places, along):
    return (x[rows], x[:, rows], x[places[:, 0], places[:, 1]], jnp.take_along_axis(x, along, 1), jnp.take(x, rows, 0, mode="clip"),
            x[rows[:, None], along[:3]], jax.vmap(lambda r, i: r[i])(x, along[:, 0]),
            jax.vmap(lambda r, i: lax.dynamic_slice(r, (i,), (2,)))(x, along[:, 0]), x[-1], jnp.take(x, rows, 0, mode="fill"))


@case(floats(5, 4), np.array([3, 0, 3, 9], np.int32), floats(4, 4), ints(5, 4))
def scatters(x, rows, updates, i):
    return (x.at[rows].add(updates), x.at[rows].set(updates[0]), x.at[rows].max(updates), x.at[rows].min(updates),
            x.at[rows].multiply(updates), x.at[rows, rows].add(1.0), x.at[1:3, 2].set(0.0), i.at[rows].add(2),
            jax.vmap(lambda r, j, u: r.at[j].add(u))(x, rows[jnp.array([0, 1, 2, 1, 0])], updates[:, 0][jnp.array([0, 1, 2, 3, 0])]),
            jax.grad(lambda x: (x[rows] ** 2).sum())(x), jnp.zeros(12, np.int32).at[rows].add(1))


@case(np.array([[3, 1, np.nan, -0.0, 2], [0, 5, -2, 5, 1]], np.float32), ints(4, 6), floats(4, 6))
def sorts(x, i, y):
    return (jnp.sort(x), jnp.argsort(x), jnp.sort(i, 0), jnp.argsort(i, 0), jnp.sort(y)[:, ::-1], *lax.sort((i, y), num_keys=1),
            *lax.sort((i // 4, y), num_keys=2), *lax.top_k(y, 3), lax.sort(y, dimension=0))


@case(ints(4, 6), floats(4, 6))
def orders(i, y):
    return jnp.argsort(y, descending=True), jnp.median(y), jnp.unique(i, size=5)


@case(floats(3, 4), np.int32(1), np.int32(40), np.float32(0.5))
def control(x, which, many, value):
    def step(carry, row):
        return carry * 0.5 + row, carry.sum()

    return (lax.cond(x[0, 0] > 0, lambda x: x * 2, lambda x: x - 1, x), lax.switch(which, [jnp.sin, jnp.cos, jnp.tanh], x),
            lax.switch(many, [jnp.sin, jnp.cos, jnp.tanh], x), *lax.scan(step, x[0], x),
            *lax.scan(step, x[0], jnp.tile(x, (20, 1))), lax.fori_loop(0, many, lambda i, s: s * 0.9 + i, value),
            lax.while_loop(lambda s: s[0] < 100, lambda s: (s[0] * 2 + 1, s[1] + s[0]), (value, value))[1],
            lax.fori_loop(0, 3, lambda i, m: m @ m.T @ m * 0.1, x), lax.map(lambda row: row.sum(), x),
            lax.associative_scan(jnp.add, x[0]))


@case(np.array([7, 9], np.uint32))
def random_numbers(key):
    a, b = jax.random.split(key)
    return jax.random.uniform(a, (3, 4)), b


@case(np.array([7, 9], np.uint32))
def random_integers(key):
    return jax.random.randint(key, (4,), 0, 10)


def _layer(x, w):
    heads = 2
    q, k, v = jnp.split(x @ w["qkv"], 3, -1)
    q, k, v = (t.reshape(*t.shape[:-1], heads, -1) for t in (q, k, v))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
    scores = jnp.where(jnp.tril(jnp.ones(scores.shape[-2:], bool)), scores, -1e9)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v).reshape(x.shape)
    x = x + mixed @ w["out"]
    normal = (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)
    return x + jax.nn.gelu(normal @ w["up"]) @ w["down"]


@case(ints(2, 5, low=0, high=11), floats(11, 8), floats(8, 24), floats(8, 8), floats(8, 16), floats(16, 8))
def transformer(tokens, table, qkv, out, up, down):
    weights = {"qkv": qkv, "out": out, "up": up, "down": down}
    x = table[tokens]
    x, _ = lax.scan(lambda x, _: (_layer(x, weights), None), x, None, length=2)
    return x @ table.T


@case(floats(2, 8, 8, 3), floats(3, 3, 3, 4), floats(3, 3, 4, 4), floats(64, 5), floats(5))
def convnet(x, first, second, dense, bias):
    conv = lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    x = jax.nn.relu(conv(x, first))
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    x = jax.nn.silu(conv(x, second) + x)
    return jax.nn.log_softmax(x.reshape(2, -1) @ dense + bias)


@case(floats(4, 3), floats(3, 8), floats(8), floats(8, 2), floats(4, 2))
def gradients(x, w, b, v, target):
    loss = lambda w, b, v: ((jnp.tanh(x @ w + b) @ v - target) ** 2).mean()
    return (loss(w, b, v), *jax.grad(loss, (0, 1, 2))(w, b, v))


@case(floats(3, 4), floats(3, 4), dynamic=("b, 4", "b, 4"))
def dynamic_sizes(x, y):
    return (jnp.concatenate([x, y]).reshape(-1, 2), (x + y).sum(0), x / x.shape[0], jnp.arange(x.shape[0]), x @ y.T,
            jax.nn.softmax(x), jnp.broadcast_to(x.sum(1, keepdims=True), x.shape), x[::2] * 1.0, jnp.pad(x, ((1, 2), (0, 0))),
            x[jnp.array([0, 1])], x.reshape(-1), jnp.zeros_like(x), x.mean())


@case(floats(2, 6, 4), floats(4, 8), dynamic=("batch, length, 4", "4, 8"))
def dynamic_layer(x, w):
    scores = jnp.einsum("bqd,bkd->bqk", x, x)
    mask = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
    return jax.nn.gelu(jax.nn.softmax(jnp.where(mask, scores, -1e9)) @ x @ w)


@case(floats(4, 16, low=-0.999, high=0.999), floats(4, 16, low=-6.0, high=6.0), floats(4, 16, low=0.05, high=40.0))
def special_functions(y, x, p):
    ends = jnp.array([-1, 0, 1, 1.5, jnp.inf, -jnp.inf, jnp.nan, -2, 2, 1e-6], jnp.float32)
    return (lax.erf_inv(y), lax.lgamma(p), lax.lgamma(x), lax.digamma(p), lax.digamma(x), lax.erf_inv(ends), lax.lgamma(ends),
            lax.digamma(ends), lax.erf_inv(y.astype(jnp.bfloat16)), jax.random.normal(jax.random.key(3), (5, 7)))


class Encoder(linen.Module):
    @linen.compact
    def __call__(self, x):
        x = x + linen.MultiHeadDotProductAttention(num_heads=2)(linen.LayerNorm()(x))
        return x + linen.Dense(8)(linen.gelu(linen.Dense(16)(linen.RMSNorm()(x))))


class Convolutions(linen.Module):
    @linen.compact
    def __call__(self, x):
        x = linen.relu(linen.BatchNorm(use_running_average=True)(linen.Conv(4, (3, 3), strides=2)(x)))
        x = linen.max_pool(linen.GroupNorm(num_groups=2)(x), (2, 2), strides=(2, 2))
        return linen.softmax(linen.Dense(3)(x.reshape(x.shape[0], -1)))


class Recurrence(linen.Module):
    @linen.compact
    def __call__(self, x):
        return linen.RNN(linen.GRUCell(4))(linen.Embed(7, 5)(x)), linen.RNN(linen.OptimizedLSTMCell(3))(linen.Embed(7, 4)(x))


def model(name, module, x):
    """A case of a model of Flax, whose weights are inputs."""
    leaves, tree = jax.tree.flatten(module.init(jax.random.key(0), x))
    leaves = [np.round(leaf + np.float32(0.01), 4) for leaf in map(np.asarray, leaves)]
    CASES[name] = (lambda x, *leaves: module.apply(jax.tree.unflatten(tree, leaves), x), (x, *leaves), None)


model("flax-encoder", Encoder(), floats(2, 5, 8))
model("flax-convolutions", Convolutions(), floats(2, 8, 8, 3))
model("flax-recurrence", Recurrence(), ints(2, 5, low=0, high=7))


@case(floats(3, 4), ints(3, 4, low=0, high=255, dtype=np.uint8), ints(2, 2, dtype=np.int32))
def widths(x, bytes_, i):
    cast = lax.bitcast_convert_type
    return cast(x, np.uint8), cast(bytes_, np.int32), cast(x, jnp.int16), cast(cast(x, jnp.uint16)[::-1], np.float32), cast(i, np.int8)


def _spd(*shape):
    x = floats(*shape)
    return np.round(x @ x.swapaxes(-1, -2) + np.eye(shape[-1], dtype=np.float32), 3)


def factors(a, m, b, c):
    solve = lax.linalg.triangular_solve
    ways = [(lower, transpose, unit) for lower in (False, True) for transpose in (False, True) for unit in (False, True)]
    return (lax.linalg.cholesky(a), jnp.linalg.cholesky(a, upper=True), lax.linalg.cholesky(-a),
            *(solve(m, b, left_side=True, lower=lower, transpose_a=transpose, unit_diagonal=unit) for lower, transpose, unit in ways),
            *(solve(m, c, left_side=False, lower=lower, transpose_a=transpose, unit_diagonal=unit) for lower, transpose, unit in ways))


FACTORS = (_spd(2, 5, 5), floats(2, 5, 5) + 5 * np.eye(5, dtype=np.float32), floats(2, 5, 3), floats(2, 3, 5))
CASES["factors"] = (factors, FACTORS, None)
# As JAX writes it for processors: calls of LAPACK.
CASES["factors-by-lapack"] = (factors, FACTORS, None)


@case(floats(3, 12), floats(2, 5, 48), floats(1, 134))
def fourier_transforms(x, y, z):
    both = lambda c: (c.real, c.imag)
    return (*both(jnp.fft.fft(x)), *both(jnp.fft.ifft(lax.complex(x, -x))), *both(jnp.fft.rfft2(y)), jnp.fft.irfft(jnp.fft.rfft(x)),
            jnp.fft.irfft(jnp.fft.rfft(x[:, :11]), n=11), *both(jnp.fft.fftn(y)), *both(jnp.fft.fft(x, axis=0)),
            jnp.fft.irfftn(jnp.fft.rfftn(y) * 2), jnp.abs(jnp.fft.fft(z)), *both(jnp.fft.ifft2(lax.complex(y, y * 2))),
            jnp.fft.fftshift(x), jax.grad(lambda x: jnp.abs(jnp.fft.rfft(x)).sum())(x))


@case(floats(3, 4), floats(3, 4), np.array([0, 1e30, 1e-30, -0.0, 3], np.float32))
def complex_numbers(x, y, ends):
    z, w = lax.complex(x, y), lax.complex(y, x + 3)
    functions = (jnp.exp, jnp.expm1, jnp.log, jnp.log1p, jnp.sqrt, lax.rsqrt, jnp.sin, jnp.cos, jnp.tan, jnp.tanh, jnp.sign, lax.logistic,
                 jnp.conj, lax.neg)
    results = [f(z) for f in functions] + [z + w, z - w, z * w, z / w, z ** 3, z ** w, z @ w.T, jnp.where(x > 0, z, w), z.sum(1),
                                           jnp.cumsum(z, 1), z[::2, 1:], z.T.reshape(2, 6), jnp.concatenate([z, w]), jnp.pad(z, 1),
                                           z[jnp.array([2, 0])], z.at[1].add(w[0]), z.at[0, 1].set(1j), jnp.flip(z, 1),
                                           lax.dynamic_slice(z, (1, 1), (2, 2)), jnp.broadcast_to(z[:1], (3, 4)), z * 2j + 1,
                                           lax.complex(ends, -ends) / lax.complex(ends + 1e20, ends)]
    loop = lax.fori_loop(0, 30, lambda i, c: (c[0] * w * 0.2 + 1j, c[1] + c[0].real.sum()), (z, np.float32(0)))
    branch = lax.cond(x[0, 0] > 0, lambda z: z * 1j, lambda z: z + 1, z)
    results += [loop[0], branch, *lax.scan(lambda c, r: (c * 0.5 + r, c.sum()), z[0], w)]
    return (*(part for c in results for part in (c.real, c.imag)), loop[1], jnp.abs(z), jnp.abs(lax.complex(ends, ends * 0.5)),
            jnp.angle(z), z == z, z != w, z.astype(np.float32), jax.grad(lambda x: jnp.abs(lax.complex(x, y) ** 2).sum())(x))


@case(lax.complex(X, Y), lax.complex(Y, X)[0], X)
def complex_parameters(z, w, x):
    return z * w, z, lax.fori_loop(0, 40, lambda i, c: c * w * 0.1 + 1j, z), lax.cond(x[0, 0] > 0, lambda z: z, lambda z: -z, z), jnp.fft.fft(z), \
        jnp.abs(z)


@case(floats(2, 5, 5), floats(2, 5, 3))
def linear_equations(a, b):
    """As JAX writes it for processors, with calls of LAPACK."""
    return jnp.linalg.solve(a, b), jax.scipy.linalg.cho_solve((jnp.linalg.cholesky(a[0] @ a[0].T + 5 * jnp.eye(5)), True), b[0])


@case(floats(2, 5, 5), floats(6, 4), np.array([[1, 2], [2, 4]], np.float32))
def determinants(a, m, singular):
    return jnp.linalg.det(a), *lax.linalg.lu(m), *lax.linalg.lu(m.T), jnp.linalg.det(singular)


@case(np.array([1, 2**32 - 5, 7, 2**32 - 3], np.uint32))
def random_bits(key):
    shapes = [((3, 5), jnp.uint32), ((3, 4, 5), jnp.uint32), ((7,), jnp.uint8), ((2, 3), jnp.uint16), ((), jnp.uint32)]
    drawn = [lax.rng_bit_generator(key, shape, dtype, algorithm) for shape, dtype in shapes
             for algorithm in (lax.RandomAlgorithm.RNG_THREE_FRY, lax.RandomAlgorithm.RNG_PHILOX, lax.RandomAlgorithm.RNG_DEFAULT)]
    return [leaf for pair in drawn for leaf in pair], jax.random.uniform(jax.random.key(3, impl="rbg"), (4, 3))


# Ops that JAX does not write, with the results of XLA or NumPy.
WRITTEN = {}


def written(name, operands, args, *ops, functions="", instead=(), values=None):
    """A case of a text: each op and the type of its results, which are the program's, in this order. XLA gets the text
    with each pair of `instead` replaced, unless `values` computes the results."""
    lines, results = [], []
    for number, (op, types) in enumerate(ops):
        lines.append(f"  %{number}{f':{len(types)}' if len(types) > 1 else ''} = {op}")
        results += [(f"%{number}#{i}" if len(types) > 1 else f"%{number}", one) for i, one in enumerate(types)]
    used = [(value, one) for value, one in results if one]
    types = ", ".join(one for _, one in used)
    WRITTEN[name] = (f"{functions}func.func @main({operands}) -> ({types}) {{\n" + "\n".join(lines)
                     + f"\n  return {', '.join(value for value, _ in used)} : {types}\n}}\n", args, instead, values)


def _norm(kind, operands, results):
    return f'"stablehlo.batch_norm_{kind}"({operands}) <{{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}}> : {results}'


T, V = "tensor<2x3x4xf32>", "tensor<3xf32>"
written("batch-norms", f"%x: {T}, %g: {T}, %s: {V}, %o: {V}, %m: {V}, %v: {V}",
        (floats(2, 3, 4), floats(2, 3, 4), floats(3), floats(3), floats(3), floats(3, low=0.5)),
        (_norm("inference", "%x, %s, %o, %m, %v", f"({T}, {V}, {V}, {V}, {V}) -> {T}"), [T]),
        (_norm("training", "%x, %s, %o", f"({T}, {V}, {V}) -> ({T}, {V}, {V})"), [T, V, V]),
        (_norm("grad", "%x, %s, %m, %v, %g", f"({T}, {V}, {V}, {V}, {T}) -> ({T}, {V}, {V})"), [T, V, V]))
M, A, S, P = "tensor<3x4xf32>", "tensor<4xf32>", "tensor<2xi32>", "tensor<ui32>"
BRANCHES = f"""({{
    %7 = stablehlo.negate %x : {M}
    stablehlo.return %7 : {M}
  }}, {{
    %7 = stablehlo.add %x, %y : {M}
    stablehlo.return %7 : {M}
  }}) : (tensor<i1>) -> {M}"""
MAPPED = f"""({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %7 = stablehlo.multiply %a, %b : tensor<f32>
    %8 = stablehlo.subtract %7, %a : tensor<f32>
    stablehlo.return %8 : tensor<f32>
  }}) : ({M}, {M}) -> {M}"""
written("control-and-tuples", f"%x: {M}, %y: {M}, %c: tensor<i1>", (floats(3, 4), floats(3, 4), np.bool_(False)),
        (f'"stablehlo.if"(%c) {BRANCHES}', [M]), (f'"stablehlo.map"(%x, %y) <{{dimensions = array<i64: 0, 1>}}> {MAPPED}', [M]),
        (f"stablehlo.optimization_barrier %x, %y : {M}, {M}", [M, M]),
        (f'stablehlo.composite "test.twice" %x {{decomposition = @twice}} : ({M}) -> {M}', [M]),
        (f"stablehlo.tuple %x, %0 : tuple<{M}, {M}>", [None]), (f"stablehlo.get_tuple_element %4[1] : (tuple<{M}, {M}>) -> {M}", [M]),
        (f"stablehlo.replica_id : {P}", [P]), (f"stablehlo.partition_id : {P}", [P]), (f"stablehlo.logistic %x : {M}", [M]),
        functions=f"func.func private @twice(%x: {M}) -> {M} {{\n  %0 = stablehlo.add %x, %x : {M}\n  return %0 : {M}\n}}\n")
ONES = "stablehlo.constant dense<1> : tensor<2xi32>"
GATHERED = "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>"
written("computed-sizes", f"%x: {M}, %p: tensor<f32>, %i: tensor<2x1xi32>", (floats(3, 4), np.float32(7), np.array([[2], [0]], np.int32)),
        (ONES, [None]), ("stablehlo.constant dense<2> : tensor<2xi32>", [None]), ("stablehlo.constant dense<[1, 4]> : tensor<2xi32>", [None]),
        (f"stablehlo.dynamic_pad %x, %p, %0, %1, %0 : ({M}, tensor<f32>, {S}, {S}, {S}) -> tensor<8x10xf32>", ["tensor<8x10xf32>"]),
        ("stablehlo.constant dense<[3, 3]> : tensor<2xi32>", [None]),
        (f"stablehlo.real_dynamic_slice %x, %0, %4, %0 : ({M}, {S}, {S}, {S}) -> tensor<2x2xf32>", ["tensor<2x2xf32>"]),
        (f'"stablehlo.dynamic_gather"(%x, %i, %2) <{{dimension_numbers = {GATHERED}}}> : ({M}, tensor<2x1xi32>, {S}) -> tensor<2x4xf32>',
         ["tensor<2x4xf32>"]))

W2, W3 = "tensor<2xui64>", "tensor<3xui64>"
BITS = "stablehlo.rng_bit_generator"
written("random-words", f"%s: {W2}, %l: {W3}", (np.array([5, 2**64 - 2], np.uint64), np.array([7, 2**64 - 1, 9], np.uint64)),
        (f"{BITS} %s, algorithm = THREE_FRY : ({W2}) -> ({W2}, tensor<3x3xui64>)", [W2, "tensor<3x3xui64>"]),
        (f"{BITS} %s, algorithm = PHILOX : ({W2}) -> ({W2}, tensor<5xui64>)", [W2, "tensor<5xui64>"]),
        (f"{BITS} %l, algorithm = PHILOX : ({W3}) -> ({W3}, tensor<3x5xui32>)", [W3, "tensor<3x5xui32>"]))
AXES = "#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>"
KINDS = f"batch_group_count = 1 : i64, dimension_numbers = {AXES}, feature_group_count = 1 : i64"
written("computed-padding", "%x: tensor<2x7x3xf32>, %w: tensor<3x3x4xf32>", (floats(2, 7, 3), floats(3, 3, 4)),
        ("stablehlo.constant dense<[[2, -1]]> : tensor<1x2xi64>", [None]),
        (f'"stablehlo.dynamic_conv"(%x, %w, %0) <{{{KINDS}}}> : (tensor<2x7x3xf32>, tensor<3x3x4xf32>, tensor<1x2xi64>) -> '
         "tensor<2x6x4xf32>", ["tensor<2x6x4xf32>"]),
        (f'"stablehlo.dynamic_conv"(%x, %w, %0) <{{{KINDS}, lhs_dilation = array<i64: 2>, rhs_dilation = array<i64: 3>, '
         'window_strides = array<i64: 2>}> : (tensor<2x7x3xf32>, tensor<3x3x4xf32>, tensor<1x2xi64>) -> tensor<2x4x4xf32>',
         ["tensor<2x4x4xf32>"]),
        instead=(("dynamic_conv", "convolution"), (", %0)", ")"), (", tensor<1x2xi64>)", ")"),
                 ("<{", "<{padding = dense<[[2, -1]]> : tensor<1x2xi64>, ")))


def put_on(x, scale, zero, low=-128, high=127, dtype=np.int8):
    return np.clip(np.rint(np.float32(x) / np.float32(scale)) + zero, low, high).astype(dtype)


def off(q, scale, zero):
    return (q.astype(np.float32) - np.float32(zero)) * np.float32(scale)


def quantized(x, q):
    """What the ops of the case are by definition; XLA does not compile quantized types."""
    one = put_on(x, 0.05, 3)
    product = put_on(off(one, 0.05, 3) @ off(WEIGHTS, SCALES, 0), 0.2, -1, low=-127)
    total = put_on(off(one, 0.05, 3) + off(q, 0.05, 3), 0.05, 3)
    other = put_on(off(total, 0.05, 3), 0.03, 128, 0, 255, np.uint8)
    return one, off(one, 0.05, 3), product, total, other, off(other, 0.03, 128).T, put_on(x.astype(np.float16), 0.25, 0)


WEIGHTS, SCALES = ints(4, 5, low=-127, high=127, dtype=np.int8), np.array([0.02, 0.03, 0.01, 0.05, 0.04], np.float32)
QUANT, BYTES = "!quant.uniform<i8:f32, 5.000000e-02:3>", "!quant.uniform<u8:f32, 3.000000e-02:128>"
COLUMNS = "!quant.uniform<i8<-127:127>:f32:1, {2.000000e-02,3.000000e-02,1.000000e-02,5.000000e-02,4.000000e-02}>"
NARROW, HALF = "!quant.uniform<i8<-127:127>:f32, 2.000000e-01:-1>", "!quant.uniform<i8:f16, 2.500000e-01>"
QM = f"tensor<3x4x{QUANT}>"
written("quantized", f"%x: {M}, %q: {QM}", (floats(3, 4, low=-8, high=8), ints(3, 4, low=-128, high=127, dtype=np.int8)),
        (f"stablehlo.uniform_quantize %x : ({M}) -> {QM}", [QM]),
        (f"stablehlo.uniform_dequantize %0 : ({QM}) -> {M}", [M]),
        (f"stablehlo.constant() <{{value = dense<{WEIGHTS.tolist()}> : tensor<4x5xi8>}}> : () -> tensor<4x5x{COLUMNS}>", [None]),
        (f"stablehlo.dot_general %0, %2, contracting_dims = [1] x [0] : ({QM}, tensor<4x5x{COLUMNS}>) -> tensor<3x5x{NARROW}>",
         [f"tensor<3x5x{NARROW}>"]),
        (f"stablehlo.add %0, %q : {QM}", [QM]),
        (f"stablehlo.uniform_quantize %4 : ({QM}) -> tensor<3x4x{BYTES}>", [f"tensor<3x4x{BYTES}>"]),
        (f"stablehlo.transpose %5, dims = [1, 0] : (tensor<3x4x{BYTES}>) -> tensor<4x3x{BYTES}>", [None]),
        (f"stablehlo.uniform_dequantize %6 : (tensor<4x3x{BYTES}>) -> tensor<4x3xf32>", ["tensor<4x3xf32>"]),
        ("stablehlo.convert %x : (tensor<3x4xf32>) -> tensor<3x4xf16>", [None]),
        (f"stablehlo.uniform_quantize %8 : (tensor<3x4xf16>) -> tensor<3x4x{HALF}>", [f"tensor<3x4x{HALF}>"]), values=quantized)


def by_xla(text, args):
    """What XLA computes of a text."""
    backend = xla_bridge.get_backend("cpu")
    with make_ir_context():
        code = module_to_bytecode(ir.Module.parse(text))
    program = backend.compile_and_load(code, xla_client.DeviceList(tuple(backend.devices()[:1])), xla_client.CompileOptions())
    # Otherwise arguments of 64 bits would be cut to 32.
    with jax.enable_x64(True):
        return program.execute([jax.device_put(arg) for arg in args])


# Cases that are byte code, too; some of a release that is 0.9.0.
PORTABLE = {"random-bits": None, "linear-equations": None, "quantized": "1.0.0", "flax-encoder": None, "flax-convolutions": None, "flax-recurrence": None, "dynamic-layer": None, "gathers": None,
            "scatters": None, "transformer": None, "control": None, "fourier-transforms": None, "booleans": "0.9.0", "conversions": "0.9.0",
            "convolutions": "0.9.0", "products": "0.9.0", "windows": "0.9.0"}

# Cases as JAX writes them for other processors than this one, where it would call LAPACK.
PLAIN = {"factors", "widths"}


def specs_of(args, dynamic):
    if dynamic is None:
        return args
    scope = export.SymbolicScope()
    return [jax.ShapeDtypeStruct(export.symbolic_shape(shape, scope=scope), arg.dtype) for shape, arg in zip(dynamic, args)]


def serialize(function, args, dynamic, version):
    exported = export.export(jax.jit(function))(*specs_of(args, dynamic))
    if version is None:
        return exported.mlir_module_serialized
    with make_ir_context():
        return stablehlo.serialize_portable_artifact(ir.Module.parse(exported.mlir_module()), version, True)


def lower(name, function, args, dynamic):
    if name in PLAIN:
        return jax.jit(function).trace(*args).lower(lowering_platforms=("tpu",)).as_text()
    if dynamic is None:
        return jax.jit(function).lower(*args).as_text()
    return export.export(jax.jit(function))(*specs_of(args, dynamic)).mlir_module()


def as_json(array):
    array = np.asarray(array)
    # Complex numbers are pairs of floats.
    flat = array.reshape(-1).view(array.real.dtype)
    values = flat.tolist()
    if flat.dtype.kind == "f":
        values = [float(np.format_float_positional(v, unique=True)) if np.isfinite(v) else str(v) for v in flat]
    return {"dtype": str(array.dtype), "shape": list(array.shape), "values": values}


def describe(path, args, results):
    data = {"inputs": [as_json(arg) for arg in args], "results": [as_json(result) for result in results]}
    path.write_text(json.dumps(data) + "\n")


def main(folder, names):
    for name, (function, args, dynamic) in CASES.items():
        if names and name not in names:
            continue
        results = jax.tree.leaves(jax.jit(function)(*args))
        text = "\n".join(line.split(" loc(")[0] if line.startswith("#loc") else line
                         for line in lower(name, function, args, dynamic).splitlines() if not line.startswith("#loc"))
        text = re.sub(r" loc\((?:#loc\d*|unknown|\"[^\"]*\")\)", "", text)
        (folder / f"{name}.mlir").write_text(text.rstrip() + "\n")
        if name in PORTABLE:
            (folder / f"{name}.mlirbc").write_bytes(serialize(function, args, dynamic, PORTABLE[name]))
        describe(folder / f"{name}.json", args, results)
    for name, (text, args, instead, values) in WRITTEN.items():
        if not names or name in names:
            (folder / f"{name}.mlir").write_text(text)
            if name in PORTABLE:
                (folder / f"{name}.mlirbc").write_bytes(stablehlo.serialize_portable_artifact_str(text, PORTABLE[name]))
            for former, new in instead:
                text = text.replace(former, new)
            describe(folder / f"{name}.json", args, values(*args) if values else by_xla(text, args))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
