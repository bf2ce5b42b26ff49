#!/usr/bin/env python3
"""Write docs/OnnxSupport.md from relax-import-onnx; --check says if it is old."""
import argparse
import subprocess
import sys
from pathlib import Path

import onnx.defs

from source_tree import ROOT

_HEAD = """# Which operators of ONNX are read

*For users of ONNX models: which operators are read, and with what limits.*

Written by `utils/onnx-support-doc.py` from `relax-import-onnx --list-operators`
and the operators of the `onnx` package. Everything else is an error that names
the node, the operator and the reason; so is a use that the last column leaves
out.

"""
_SEQUENCE = "place known, or items of one type"
_SEED = "by a hash of place and seed, the same on each machine and in each call; without `seed` by the name of the result"
_LABELS = "labels that are strings become their places, which a warning lists"
_NOTES = {
    "AffineGrid": "volumes of known size",
    "Attention": "known number of heads; depth known without `scale`",
    "Cast": "no strings; fewer than 8 bits, and `float8e8m0`, are held in other 8",
    "CenterCropPad": "sizes constant, or of shapes",
    "Col2Im": "shapes of image and block constant",
    "Bernoulli": _SEED,
    "DFT": "axis constant; a length that is given, if the signal's is known",
    "DeformConv": "images; known sizes",
    "Dropout": _SEED,
    "Expand": "a symbol of the data stays as it is, a literal 1 is repeated",
    "GRU": "weights of known size",
    "GridSample": "volumes without `mode` cubic",
    "If": "branches give one rank and element type of what leaves a graph inside, or a function",
    "Multinomial": _SEED,
    "RandomNormal": _SEED,
    "RandomNormalLike": _SEED,
    "RandomUniform": _SEED,
    "RandomUniformLike": _SEED,
    "LSTM": "weights of known size",
    "Loop": "carried values keep rank and element type; slices have sizes known before the loop; items "
            "that turns append differ in one axis at most; sequences of several types a known number of turns",
    "MaxPool": "indices of windows of at most 1,024 elements",
    "MaxUnpool": "the shape of the result known, or larger by constants",
    "MelWeightMatrix": "inputs constant",
    "Mod": "of floats with `fmod` = 1 before opset 28",
    "NonZero": "the number of places is counted at run time",
    "Optional": "there or not, as known at import",
    "OptionalGetElement": "there or not, as known at import",
    "OptionalHasElement": "there or not, as known at import",
    "Pad": "axes constant",
    "RNN": "weights of known size",
    "Resize": "computed scales with `mode` nearest or linear; sizes constant with antialiasing, scales that make no whole sizes or `keep_aspect_ratio_policy`",
    "RoiAlign": "`mode` max with a `sampling_ratio`",
    "Scan": "in opset 8 without lengths of sequences",
    "SequenceAt": _SEQUENCE,
    "SequenceErase": "place known, or items of one type",
    "SequenceInsert": "place known, or items of one type",
    "Slice": "axes known; computed bounds in lists of known length",
    "SplitToSequence": "sizes in a list of known length, or a known size of all, which divides an axis of unknown size where parts are joined elsewhere, or changed",
    "TfIdfVectorizer": "words are numbers; known number of words",
    "ai.onnx.ml.LabelEncoder": "values are numbers; strings as hashes",
    "ai.onnx.ml.LinearClassifier": _LABELS,
    "ai.onnx.ml.OneHotEncoder": "categories are integers, or strings as hashes",
    "ai.onnx.preview.training.Gradient": "of a number, a tensor of floats of rank 0",
    "ai.onnx.ml.SVMClassifier": _LABELS + "; support vectors; probabilities of at most 12 classes",
    "ai.onnx.ml.TreeEnsemble": "known number of features",
    "ai.onnx.ml.TreeEnsembleClassifier": _LABELS + "; known number of features",
    "ai.onnx.ml.TreeEnsembleRegressor": "known number of features",
    "ai.onnx.ml.ZipMap": "gives the scores, a column a label",
    "com.microsoft.Attention": "masks of keys, lengths or pairs; past and present without a shared buffer",
    "com.microsoft.DynamicQuantizeLSTM": "weights of known size",
    "com.microsoft.GroupQueryAttention": "without a sink in the softmax",
    "com.microsoft.GatherBlockQuantized": "rows of integers, blocks along the last axis",
    "com.microsoft.MatMulNBits": "2, 4 or 8 bits, without an order of groups",
    "com.microsoft.MultiHeadAttention": "keys and values apart; past and present without a shared buffer",
    "com.microsoft.RotaryEmbedding": "without packed batches",
}


def run(tool, option):
    return subprocess.run([tool, option], capture_output=True, text=True, check=True).stdout.splitlines()


def make_page(tool):
    standard = {schema.name for schema in onnx.defs.get_all_schemas()
                if schema.domain == "" and not schema.deprecated}
    read = {}
    for line in run(tool, "--list-operators"):
        name, versions, *rest = line.split(" ", 2)
        read.setdefault(name, []).append(versions + (f" ({rest[0]})" if rest else ""))
    missing = dict(line.split(": ", 1) for line in run(tool, "--list-missing"))
    stray = sorted(set(_NOTES) - set(read))
    if stray:
        sys.exit(f"notes about operators that are not read: {', '.join(stray)}")
    current = sorted(standard & set(read))
    older = [name for name in set(read) - standard if "." not in name]
    lines = [f"Opset {onnx.defs.onnx_opset_version()} of the standard has {len(standard)} operators, of which "
             f"{len(current)} are read; {len(older)} more are of older opsets, {len(read) - len(current) - len(older)} of other domains.", "",
             "| operator | opsets | restrictions |", "| --- | --- | --- |"]
    lines += [f"| {name} | {', '.join(read[name])} | {_NOTES.get(name, '')} |" for name in sorted(read)]
    lines += ["", "Not read:", "", "| operator | why |", "| --- | --- |"]
    lines += [f"| {name} | {missing.get(name, 'not yet')} |" for name in sorted(standard - set(read))]
    return _HEAD + "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    text = make_page(Path(arguments.build).resolve() / "bin/relax-import-onnx")
    page = ROOT / "docs/OnnxSupport.md"
    if not arguments.check:
        page.write_text(text)
    elif not page.exists() or page.read_text() != text:
        sys.exit("docs/OnnxSupport.md is old; run utils/onnx-support-doc.py")


if __name__ == "__main__":
    main()
