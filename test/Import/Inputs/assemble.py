"""Writes the ONNX model whose text is in a test file.

usage: assemble.py TEXT MODEL.onnx

Lines that begin with // belong to the test. The rest is the text that
onnx.parser reads, see https://onnx.ai/onnx/repo-docs/Syntax.html.
"""
import sys

import onnx.parser

text = "".join(line for line in open(sys.argv[1]) if not line.startswith("//"))
with open(sys.argv[2], "wb") as output:
    output.write(onnx.parser.parse_model(text).SerializeToString())
