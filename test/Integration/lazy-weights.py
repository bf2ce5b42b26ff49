#!/usr/bin/env python3
"""Run a program whose weights are requested, and one whose results are set, where they are needed and computed: as
many, in which order, and with no more memory than one weight takes."""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
from relax_mlir.runtime import Runtime, RuntimeFailure  # noqa: E402

_LAYERS, _SIZE = 6, 256
_MATRIX = f"tensor<{_SIZE}x{_SIZE}xf32>"
_ROWS = f"tensor<?x{_SIZE}xf32, #relax.dims<[n, {_SIZE}]>>"


def _program():
    """Products with a weight each, permuted before."""
    params = ", ".join(f'%w{i}: {_MATRIX} {{relax.name = "layer.{i}"}}' for i in range(_LAYERS))
    lines = []
    for i in range(_LAYERS):
        lines += [f"%t{i} = relax.permute_dims %w{i} : ({_MATRIX}) -> {_MATRIX}",
                  f"%x{i + 1} = relax.matmul %x{i}, %t{i} : ({_ROWS}, {_MATRIX}) -> {_ROWS}"]
    body = "\n    ".join(lines)
    return f"""relax.func @main(%x0: {_ROWS}, {params}) -> {_ROWS} attributes {{num_input = 1 : i64}} {{
  %0 = relax.dataflow -> {_ROWS} {{
    {body}
    relax.output %x{_LAYERS} : {_ROWS}
  }}
  relax.return %0 : {_ROWS}
}}
"""


def _load(runtime, build, folder, name, *passes):
    source, target = folder / f"{name}.mlir", folder / f"{name}.so"
    subprocess.run([build / "bin/relax-opt", "-", *passes, "-o", source], input=_program(), text=True, check=True)
    subprocess.run([build / "bin/relax-compile", source, "-o", target], check=True)
    return runtime.load(target)


def _check(what, holds):
    if not holds:
        sys.exit(f"expected {what}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve())
    build = parser.parse_args().build
    random = np.random.default_rng(0)
    weights = [random.standard_normal((_SIZE, _SIZE), np.float32) / 16 for _ in range(_LAYERS)]
    x = random.standard_normal((3, _SIZE), np.float32)
    expected = x
    for weight in weights:
        expected = expected @ weight.T
    runtime = Runtime(build / "lib/librelax_runtime.so", threads=1)
    requested, given = [], {}

    def get_param(inputs, outputs):
        number, name = int(inputs[0][0]), bytes(inputs[1]).decode()
        _check(f"the name of weight {number}, found {name}", name == f"layer.{number}" or name == "model_params")
        requested.append(number)
        outputs[0][...] = weights[number]

    def set_output(inputs, _):
        given[int(inputs[0][0])] = inputs[1].copy()

    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        lazy = _load(runtime, build, folder, "lazy", "--relax-lazy-get-input")
        try:
            lazy.call("main", x)
        except RuntimeFailure as error:
            _check(f"an error that names the function, found {error}", "'get_param' to be registered" in str(error))
        else:
            sys.exit("expected a call without a registered function to fail")
        runtime.register("get_param", get_param)
        runtime.register("set_output", set_output)
        np.testing.assert_allclose(lazy.call("main", x)[0], expected, rtol=1e-3, atol=1e-3)
        _check(f"each weight once, in order, found {requested}", requested == list(range(_LAYERS)))
        # What weights decide is computed by a function that has one of them at a time.
        requested.clear()
        lifted = _load(runtime, build, folder, "lifted", "--relax-lift-transform-params", "--relax-to-non-dataflow", "--relax-lazy-get-input",
                       "--relax-lazy-set-output=functions=main_transform_params")
        _check("no results", len(lifted.call("main_transform_params")) == 0)
        _check(f"a result for each weight, found {sorted(given)}", sorted(given) == list(range(_LAYERS)) == requested)
        for number, weight in enumerate(weights):
            np.testing.assert_array_equal(given[number], weight.T)
        report = folder / "memory.txt"
        subprocess.run([build / "bin/relax-compile", folder / "lifted.mlir", "-o", folder / "m.so", f"--memory-report={report}"], check=True)
        together = int(re.search(r"@main_transform_params\n\s+storage at one time\s+(\d+)", report.read_text())[1])
        _check(f"room for a weight and what is made of it, found {together} bytes", together <= 2 * weights[0].nbytes)
    print("weights come and go one by one")


if __name__ == "__main__":
    main()
