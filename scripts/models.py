#!/usr/bin/env python3
"""Name the ONNX models that the Python packages of the tests bring along.

models.py NAME            prints the path of a model
models.py --link-into DIR makes DIR/NAME.onnx for each of them
"""
import argparse
import importlib.util
import os
import sys

_MODELS = {
    "magika": ("magika", "models/standard_v3_3/model.onnx"),
    "ppocr-cls": ("rapidocr_onnxruntime", "models/ch_ppocr_mobile_v2.0_cls_infer.onnx"),
    "ppocr-det": ("rapidocr_onnxruntime", "models/ch_PP-OCRv4_det_infer.onnx"),
    "ppocr-rec": ("rapidocr_onnxruntime", "models/ch_PP-OCRv4_rec_infer.onnx"),
}
NAMES = tuple(_MODELS)


def package_file(package, path):
    """The path of a file inside an installed package, which is not imported."""
    spec = importlib.util.find_spec(package)
    if spec is None:
        sys.exit(f"package '{package}' is missing; run scripts/setup.sh")
    return os.path.join(os.path.dirname(spec.origin), path)


def model_path(name):
    """The path of one of NAMES."""
    return package_file(*_MODELS[name])


def _link_into(folder):
    os.makedirs(folder, exist_ok=True)
    for name in NAMES:
        link = os.path.join(folder, name + ".onnx")
        target = model_path(name)
        if not (os.path.islink(link) and os.readlink(link) == target):
            if os.path.lexists(link):
                os.remove(link)
            os.symlink(target, link)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", nargs="?", choices=NAMES)
    parser.add_argument("--link-into", metavar="DIR")
    arguments = parser.parse_args()
    if arguments.link_into:
        _link_into(arguments.link_into)
    if arguments.name:
        print(model_path(arguments.name))


if __name__ == "__main__":
    main()
