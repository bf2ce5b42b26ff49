#!/usr/bin/env python3
"""Run exported programs of threads in the reference interpreter, which has
threads and barriers, and compare with numpy."""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

from relax_mlir.tvm import from_tvm  # noqa: E402

import intrinsic_modules  # noqa: E402

_ROWS = np.random.default_rng(0).standard_normal((8, 64)).astype("float32")
_CUBE = np.random.default_rng(1).standard_normal((4, 8, 16)).astype("float32")
_LANES = np.arange(32, dtype="float32")


def _exchanged():
    """What the lanes of a warp get."""
    down = _LANES.reshape(2, 16)
    return np.stack([np.full(32, 3.0), np.maximum(_LANES - 1, 0),
                     np.concatenate([down[:, 2:], down[:, 14:]], 1).reshape(-1), _LANES[np.arange(32) ^ 4]]).astype("float32")


_CASES = {
    "sum of threads": (_ROWS, _ROWS.sum(1)),
    "sum of threads without blocks": (_ROWS, _ROWS[:, :32].sum(1)),
    "maximum of some threads": (_CUBE, _CUBE.max(2)),
    "maximum that threads join": (_ROWS[:4, :16], _ROWS[:4, :16].max(1)),
    "virtual threads around threads": (_ROWS[:4, :8], _ROWS[:4, 7::-1] + 1),
    "exchanges in a warp": (_LANES, _exchanged()),
}


def _run(build, name, array):
    """The result of a module; the error if there is none."""
    maker = dict(intrinsic_modules.modules())[f"tir {name}"]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "module.mlir").write_text(from_tvm(maker()))
        np.save(folder / "input.npy", array)
        result = subprocess.run([build / "bin/relax-interp", folder / "module.mlir", "--quiet", f"--output-dir={folder}",
                                 "--function=main", f"--input=@{folder}/input.npy"], capture_output=True, text=True)
        return result.stderr if result.returncode else np.load(folder / "output-0.npy")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=lambda path: Path(path).resolve(), help="the build folder")
    build, faults = parser.parse_args().build, 0
    for name, (array, expected) in _CASES.items():
        found = _run(build, name, array)
        wrong = found if isinstance(found, str) else "" if np.allclose(found, expected, atol=1e-5) else f"{found}\nnot\n{expected}"
        if wrong:
            faults += 1
            print(f"{name}: {wrong}")
    print(f"{len(_CASES)} programs, {faults} faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
