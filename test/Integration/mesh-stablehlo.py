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
from mesh_models import find_placements, take_part  # noqa: E402
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

    by_heads = spread(None, "model", None)
    cases = {
        "mlp": (mlp, [(8, 16), (16, 32), (32, 8)], (spread("data"), spread(None, "model"), spread("model")), spread("data")),
        "attention": (attention, [(4, 6, 8), *3 * [(8, 4, 4)]], (spread("data"), *3 * [by_heads]), spread("data", None, "model")),
        "step": (step, [(8, 4), (8, 2), (4, 2)], (spread(("data", "model")), spread(("data", "model")), spread()), (spread(), spread())),
    }
    for name, (function, shapes, inputs, outputs) in cases.items():
        arrays = draw(shapes)
        exported = jax.export.export(jax.jit(function, in_shardings=inputs, out_shardings=outputs))(*arrays)
        Path(CASES, f"{name}.mlir").write_text(str(exported.mlir_module()), encoding="utf-8")
        results = jax.tree.leaves(jax.jit(function)(*arrays))
        np.savez(Path(CASES, f"{name}.npz"), *[np.asarray(result) for result in results])


def check(build, runtime, source):
    with tempfile.TemporaryDirectory() as folder:
        text = subprocess.run([build / "bin/relax-opt", source, "--convert-stablehlo-to-relax"], check=True, capture_output=True,
                              text=True).stdout
        library = Path(folder, "program.so")
        subprocess.run([build / "bin/relax-compile", source, "-o", library], check=True)
        module = runtime.load(library)
    placements = find_placements(text)
    with np.load(source.with_suffix(".npz")) as kept:
        expected = list(kept.values())
    shapes = [tuple(int(size) for size in type.split("x")[:-1]) for type in
              re.findall(r"%arg\d+: tensor<(.*?)>", text.split("relax.func @main(")[1].split(") ->")[0])]
    arrays = draw(shapes)

    def work(world):
        parts = [take_part(array, placements.get(index, [None] * len(MESH)), MESH, world.rank) for index, array in enumerate(arrays)]
        with world:
            return module.call("main", *parts)

    found = collectives.run_threads(4, work, runtime)
    for number, whole in enumerate(expected):
        parts = [results[number] for results in found]
        split = [axis for axis in range(whole.ndim) if parts[0].shape[axis] != whole.shape[axis]]
        for rank, part in enumerate(parts):
            # Along the first axis of the mesh the first dimension that is split, along the second one the other one.
            places = [None, None]
            for axis, dim in enumerate(split):
                places[axis] = dim
            np.testing.assert_allclose(part, take_part(whole, places, MESH, rank), rtol=2e-5, atol=2e-5)
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
