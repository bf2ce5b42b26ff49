#!/usr/bin/env python3
"""Run programs of JAX with shardings on four threads, each with the part of the parameters that JAX gives to that device: the parts of
results are those that JAX has on four devices, by Shardy (sdy) and by GSPMD (mhlo.sharding).

mesh-stablehlo.py --build build         compare
mesh-stablehlo.py --write               write the programs and results again, by JAX
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
CASES = Path(__file__).resolve().parent / "stablehlo-sharded"
sys.path.insert(0, str(ROOT / "python"))
from relax_mlir import collectives  # noqa: E402
from relax_mlir.runtime import Runtime  # noqa: E402

MESH = (2, 2)


def draw(shapes):
    numbers = np.random.default_rng(5)
    return [(numbers.normal(size=shape) / 2).astype(np.float32) for shape in shapes]


def write_cases():
    """Functions of JAX with the axes of each parameter's and result's dimensions."""
    os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
    import jax
    import jax.numpy as jnp
    from jax.sharding import Mesh, NamedSharding, PartitionSpec

    mesh = Mesh(np.array(jax.devices()).reshape(MESH), ("data", "model"))

    def spread(*axes):
        return NamedSharding(mesh, PartitionSpec(*axes))

    def mlp(x, w, v):
        return jax.lax.with_sharding_constraint(jax.nn.gelu(x @ w), spread("data", "model")) @ v

    def attention(x, q, k, v):
        def heads(w):
            return jax.lax.with_sharding_constraint(jnp.einsum("bpc,chd->bhpd", x, w), spread("data", "model"))
        scores = jax.nn.softmax(jnp.einsum("bhpd,bhqd->bhpq", heads(q), heads(k)) / 2)
        return jnp.einsum("bhpq,bhqd->bphd", scores, heads(v))

    def step(x, t, w):
        loss, derivative = jax.value_and_grad(lambda w: jnp.sum((x @ w - t) ** 2))(w)
        return loss, w - 0.1 * derivative

    def shard(function, inputs, outputs, **words):
        return jax.shard_map(function, mesh=mesh, in_specs=inputs, out_specs=outputs, **words)

    spec = PartitionSpec
    product = shard(lambda x, w: jax.lax.psum(x @ w, "model"), (spec("data", "model"), spec("model")), spec("data"))

    def number(x):
        worker = jax.lax.axis_index("data") * 2 + jax.lax.axis_index("model")
        return x * (worker + 1), jnp.sum(x)[None] * worker

    # Values that differ from worker to worker without being parts.
    numbers = shard(number, spec(), (spec(("data", "model")), spec(("data", "model"))), check_vma=False)
    free = shard(lambda x: jax.lax.psum(x, "data"), spec("data"), spec(), axis_names={"data"})

    def ring(x):
        moved = jax.lax.ppermute(x, "data", [(0, 1), (1, 0)])
        return jax.lax.all_gather(moved, "model", axis=1, tiled=True) + jax.lax.pmax(x.max(), ("data", "model"))

    rings = shard(ring, spec("data", "model"), spec("data"), check_vma=False)
    by_heads = spread(None, "model", None)
    both = spread(("data", "model"))

    def turned(x, w):
        # Axes in another order than the mesh's, and another spreading of what is computed.
        product = jax.lax.with_sharding_constraint(x @ w, spread("model", "data"))
        return jax.lax.with_sharding_constraint(jnp.tanh(product), both), product.sum(axis=0)

    cases = {
        "mlp": (mlp, [(8, 16), (16, 32), (32, 8)], (spread("data"), spread(None, "model"), spread("model")), spread("data")),
        "attention": (attention, [(4, 6, 8), *3 * [(8, 4, 4)]], (spread("data"), *3 * [by_heads]), spread("data", None, "model")),
        "step": (step, [(8, 4), (8, 2), (4, 2)], (spread(("data", "model")), spread(("data", "model")), spread()), (spread(), spread())),
        "turned": (turned, [(8, 4), (4, 6)], (both, spread(None, "data")), (both, spread("data"))),
    }
    maps = {
        "map-whole": (lambda x, w: product(jnp.sin(x), w) * 2, [(8, 4), (4, 6)], None, None),
        "map-parts": (product, [(8, 4), (4, 6)], (spread("data", "model"), spread("model")), spread("data")),
        "map-among-others": (lambda x, w: jnp.tanh(product(x * 2, w)), [(8, 4), (4, 6)], (spread("data", "model"), spread()),
                             spread("data")),
        "map-numbers": (numbers, [(8, 4)], (spread("data"),), (spread(("data", "model")), spread())),
        "map-free-axis": (free, [(8, 4)], None, None),
        "map-gradient": (jax.grad(lambda w, x: jnp.sum(product(x, w) ** 2)), [(4, 6), (8, 4)], None, None),
        "map-ring": (rings, [(8, 4)], (spread("data", "model"),), None),
    }
    for name, case in (cases | maps).items():
        write_case(jax, name, *case)
    jax.config.update("jax_use_shardy_partitioner", False)
    for name, case in cases.items():
        write_case(jax, f"hlo-{name}", *case)


def write_case(jax, name, function, shapes, inputs, outputs):
    """The program, and the parts of parameters and results that JAX has on each device; what has no sharding is whole on each."""
    devices = jax.devices()

    def take_parts(array, sharding):
        if sharding is None:
            return np.stack([np.asarray(array)] * len(devices))
        parts = {part.device: np.asarray(part.data) for part in jax.device_put(array, sharding).addressable_shards}
        return np.stack([parts[device] for device in devices])

    arrays = draw(shapes)
    words = {word: given for word, given in (("in_shardings", inputs), ("out_shardings", outputs)) if given}
    program = jax.jit(function, **words)
    # Places in the source are of no use here.
    text = re.sub(r" loc\((?:[^()]|\([^()]*\))*\)|^#loc.*\n", "", str(jax.export.export(program)(*arrays).mlir_module()), flags=re.M)
    Path(CASES, f"{name}.mlir").write_text(text, encoding="utf-8")
    results = jax.tree.leaves(program(*arrays))
    kept = {}
    for word, values, shardings in (("parameter", arrays, inputs), ("result", results, outputs)):
        shardings = jax.tree.leaves(shardings) or [None] * len(values)
        for number, (value, sharding) in enumerate(zip(values, shardings, strict=True)):
            kept[f"{word}{number}"] = take_parts(value, sharding)
    np.savez(Path(CASES, f"{name}.npz"), **kept)


def check(build, runtime, source):
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "program.so")
        subprocess.run([build / "bin/relax-compile", source, "-o", library], check=True)
        module = runtime.load(library)
    with np.load(source.with_suffix(".npz")) as kept:
        parameters, expected = ([kept[name] for name in kept if name.startswith(word)] for word in ("parameter", "result"))

    def work(world):
        with world:
            return module.call("main", *(parts[world.rank] for parts in parameters))

    for rank, found in enumerate(collectives.run_threads(len(parameters[0]), work, runtime)):
        for part, parts in zip(found, expected, strict=True):
            np.testing.assert_allclose(part, parts[rank], rtol=2e-5, atol=2e-5)
    print(f"{source.stem}: {len(expected)} results on {len(parameters[0])} workers as by JAX", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--write", action="store_true", help="by JAX, in place of comparing")
    arguments = parser.parse_args()
    if arguments.write:
        return write_cases()
    build = arguments.build.resolve()
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)
    for source in sorted(CASES.glob("*.mlir")):
        check(build, runtime, source)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
