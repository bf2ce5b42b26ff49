#!/usr/bin/env python3
"""Compare file-type's labels with those of the magika package on files of many
kinds, and check that the program needs nothing of LLVM."""
import argparse
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from magika import Magika

import model_inputs

# Of files that are mostly padding ONNX Runtime is off by up to 1.4e-2 from the
# same model in 64 bits, where a variance is a difference of sums; we by 5e-3.
_SCORE = 2e-2
_LEAST = 100


def made_files(folder):
    """Files at the borders of the rules, and some that a machine may lack."""
    from PIL import Image

    contents = {
        "empty": b"",
        "short-text": b"abc",
        "short-binary": b"\xff\xfe",
        "blank": b" " * 5000,
        "overlong": b"\xc0\x80  ",
        "surrogate": b" \xed\xa0\x80",
        "seven": "  añ€😀".encode(),
        "cut": b" " * 4095 + "€".encode(),
        "block": bytes(range(256)) * 16,
        "block-and-one": bytes(range(256)) * 16 + b"\n",
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    with zipfile.ZipFile(folder / "archive.zip", "w") as archive:
        archive.writestr("hello.txt", "hello " * 100)
    for kind in ("png", "jpeg", "bmp", "gif"):
        Image.effect_noise((64, 64), 40).convert("RGB").save(folder / f"noise.{kind}")
    return sorted(folder.iterdir()) + [folder]


def system_files():
    """Headers, programs, libraries and other files of the machine."""
    patterns = ("usr/include/*.h", "usr/bin/*", "usr/lib/python3*/*.py", "usr/share/doc/*/*",
                "usr/share/perl5/*", "usr/share/cmake*/Modules/*.cmake", "etc/*.conf")
    found = []
    for pattern in patterns:
        found += sorted(path for path in Path("/").glob(pattern) if path.is_file())[:25]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build", help="the build folder")
    tools = Path(parser.parse_args().build).resolve() / "bin"

    needed = subprocess.run(["ldd", tools / "file-type"], check=True, capture_output=True, text=True).stdout
    if "MLIR" in needed or "LLVM" in needed:
        sys.exit(f"file-type needs MLIR or LLVM:\n{needed}")

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        module, labels = folder / "magika.so", folder / "labels.txt"
        subprocess.run([tools / "relax-compile", model_inputs.models.model_path("magika"), "-o", module], check=True)
        writer = model_inputs.ROOT / "examples/file-type/write-labels.py"
        labels.write_bytes(subprocess.run([sys.executable, writer], check=True, capture_output=True).stdout)
        made = folder / "made"
        made.mkdir()
        paths = model_inputs.repository_files()[:100] + made_files(made) + system_files()
        found = subprocess.run([tools / "file-type", module, labels, *paths], check=True, capture_output=True,
                               text=True, errors="surrogateescape").stdout.splitlines()
        # One at a time: in a batch ONNX Runtime rounds otherwise, which the variance
        # of a file that is mostly padding magnifies to a hundredth.
        magika = Magika()
        expected = [magika.identify_path(path) for path in paths]

    different = 0
    for path, line, result in zip(paths, found, expected):
        label, probability = line[len(str(path)):].split()
        if label != result.output.label or abs(float(probability) - result.score) > _SCORE:
            print(f"{path}: found {label} {probability}, expected {result.output.label} {result.score:.4f}")
            different += 1
    print(f"{len(paths)} files of {len({result.output.label for result in expected})} types, {different} different")
    sys.exit(1 if different or len(found) != len(paths) or len(paths) < _LEAST else 0)


if __name__ == "__main__":
    main()
