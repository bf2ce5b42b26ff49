"""Real inputs of the models: tokens of files, images of drawn text.

Each maker gives (title, array) for several sizes of the dynamic dimensions.
"""
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import models  # noqa: E402

_WORDS = ("relax-mlir", "native code", "hello world", "2026-11-21", "tensor", "From ONNX on")


def repository_files():
    """Files of the repository of all kinds."""
    folders = ("scripts", "runtime", "examples", "lib", "test", "utils", "cmake", "include")
    found = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in folders:
        found += (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return sorted(path for path in found if path.suffix != ".pyc")


def package_files():
    """Files of numpy of all kinds. Its version is pinned, so that a model's
    inputs are the same whatever changes in the repository."""
    return sorted(path for path in Path(np.__file__).parent.rglob("*") if path.is_file() and path.suffix != ".pyc")


def file_tokens(count):
    """The magika model's input for some files."""
    from magika import Magika

    reader = Magika()
    rows = []
    for path in package_files():
        _, features = reader._get_result_or_features_from_path(path)
        if features is not None:
            rows.append(features.beg + features.end)
    step = max(len(rows) // count, 1)
    picked = (rows * (count // len(rows) + 1))[::step][:count]
    return np.array(picked, np.int32)


def text_image(words, height, width, font_size):
    """A grey page with lines of text as 3 x height x width in [-1, 1]."""
    from PIL import Image, ImageDraw, ImageFont

    page = Image.new("RGB", (width, height), (235, 235, 228))
    pen = ImageDraw.Draw(page)
    font = ImageFont.load_default(font_size)
    for row, word in enumerate(words):
        top = row * int(font_size * 1.6) + 4
        if top + font_size > height:
            break
        pen.text((6 + 3 * row, top), word, fill=(20, 24, 40 + 30 * row), font=font)
    pixels = np.asarray(page, np.float32) / 255
    return ((pixels - 0.5) / 0.5).transpose(2, 0, 1)


def text_lines(count, width, turned=False):
    """A batch of single lines of text, each 3 x 48 x width, every second one
    upside down if `turned`."""
    rows = []
    for index in range(count):
        image = text_image([_WORDS[index % len(_WORDS)]], 48, width, 28)
        rows.append(image[:, ::-1, ::-1] if turned and index % 2 else image)
    return np.ascontiguousarray(np.stack(rows), np.float32)


def page(height, width):
    """One page of text, 1 x 3 x height x width."""
    return np.ascontiguousarray(text_image(_WORDS, height, width, 24)[None], np.float32)


def inputs(name):
    """(title, array) of each input that a model is tried with."""
    if name == "magika":
        return [(f"{n} files", file_tokens(n)) for n in (1, 5, 32)]
    if name == "ppocr-cls":
        return [(f"{n} lines", text_lines(n, 192, turned=True)) for n in (1, 4)]
    if name == "ppocr-rec":
        return [(f"{n} lines of width {w}", text_lines(n, w)) for n, w in ((1, 160), (2, 320), (3, 224))]
    if name == "ppocr-det":
        return [(f"page {h}x{w}", page(h, w)) for h, w in ((64, 160), (160, 96), (320, 320))]
    raise KeyError(name)


def reference(name, array, threads=2):
    """ONNX Runtime's first output."""
    return reference_session(name, threads).run(None, {_input_name(name): array})[0]


def reference_session(name, threads):
    """A session of ONNX Runtime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(models.model_path(name), options, ["CPUExecutionProvider"])


def _input_name(name):
    return "bytes" if name == "magika" else "x"
