#!/usr/bin/env python3
"""Run programs of JAX with shardings on four threads, each with its part of the parameters: results are those of JAX on one device.

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
from mesh_models import take_part  # noqa: E402
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
    cases = {
        "mlp": (mlp, [(8, 16), (16, 32), (32, 8)], (spread("data"), spread(None, "model"), spread("model")), spread("data")),
        "attention": (attention, [(4, 6, 8), *3 * [(8, 4, 4)]], (spread("data"), *3 * [by_heads]), spread("data", None, "model")),
        "map-whole": (lambda x, w: product(jnp.sin(x), w) * 2, [(8, 4), (4, 6)], None, None),
        "map-parts": (product, [(8, 4), (4, 6)], (spread("data", "model"), spread("model")), spread("data")),
        "map-among-others": (lambda x, w: jnp.tanh(product(x * 2, w)), [(8, 4), (4, 6)], (spread("data", "model"), spread()),
                             spread("data")),
        "map-numbers": (numbers, [(8, 4)], (spread("data"),), (spread(("data", "model")), spread())),
        "map-free-axis": (free, [(8, 4)], None, None),
        "map-gradient": (jax.grad(lambda w, x: jnp.sum(product(x, w) ** 2)), [(4, 6), (8, 4)], None, None),
        "map-ring": (rings, [(8, 4)], (spread("data", "model"),), None),
        "step": (step, [(8, 4), (8, 2), (4, 2)], (spread(("data", "model")), spread(("data", "model")), spread()), (spread(), spread())),
    }
    for name, (function, shapes, inputs, outputs) in cases.items():
        arrays = draw(shapes)
        words = {name: given for name, given in (("in_shardings", inputs), ("out_shardings", outputs)) if given}
        exported = jax.export.export(jax.jit(function, **words))(*arrays)
        # Places in the source are of no use here.
        text = re.sub(r" loc\((?:[^()]|\([^()]*\))*\)|^#loc.*\n", "", str(exported.mlir_module()), flags=re.M)
        Path(CASES, f"{name}.mlir").write_text(text, encoding="utf-8")
        results = jax.tree.leaves(jax.jit(function)(*arrays))
        np.savez(Path(CASES, f"{name}.npz"), *[np.asarray(result) for result in results])


def read_tensors(text):
    """The shape of each tensor of a signature, and the dimension that each axis of the mesh splits."""
    for tensor in re.split("tensor<", text)[1:]:
        shape = tuple(int(size) for size in tensor.split(">")[0].split("x")[:-1])
        sharding = re.search(r"sdy\.sharding<@mesh, \[(.*?)\]>", tensor)
        dims = re.findall(r"\{(.*?)\}", sharding[1] if sharding else "")
        yield shape, [next((dim for dim, axes in enumerate(dims) if f'"{axis}"' in axes), None) for axis in ("data", "model")]


def check(build, runtime, source):
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "program.so")
        subprocess.run([build / "bin/relax-compile", source, "-o", library], check=True)
        module = runtime.load(library)
    signature = re.search(r"@main\((.*?)\) -> (.*)", source.read_text(encoding="utf-8"))
    parameters, outputs = (list(read_tensors(text)) for text in signature.groups())
    with np.load(source.with_suffix(".npz")) as kept:
        expected = list(kept.values())
    arrays = draw([shape for shape, _ in parameters])

    def work(world):
        parts = [take_part(array, placement, MESH, world.rank) for array, (_, placement) in zip(arrays, parameters)]
        with world:
            return module.call("main", *parts)

    found = collectives.run_threads(4, work, runtime)
    for number, whole in enumerate(expected):
        parts = [results[number] for results in found]
        for rank, part in enumerate(parts):
            np.testing.assert_allclose(part, take_part(whole, outputs[number][1], MESH, rank), rtol=2e-5, atol=2e-5)
    print(f"{source.stem}: {len(expected)} results on 4 workers as by JAX", flush=True)


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
