# Faults in the text of a model: each is named with its place.
# REQUIRES: onnx
# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %s relax-import-onnx %t | FileCheck %s
import subprocess
import sys
from pathlib import Path

tool, folder = sys.argv[1:3]
path = Path(folder) / "case.onnxtxt"


def check(text):
    path.write_text(text)
    found = subprocess.run([tool, path, "-o", "-"], capture_output=True, text=True)
    print(found.returncode, found.stderr.replace(f"{path}: ", "").strip())


def node(text):
    check(f'<ir_version: 10, opset_import: ["" : 21]>\ng (float[2] x) => (float[2] y) {{\n  {text}\n}}')


def weight(text):
    check(f"<ir_version: 10>\ng () => (y) <\n{text}> {{}}")


# CHECK: 1 error: line 1, column 2: expected ":", found "12>"
check("<12>")
# CHECK: 1 error: line 1, column 9: expected the value of an entry that the syntax of ONNX has, such as "opset_import", found "3>"
check("<speed: 3>")
# CHECK: 1 error: line 1, column 14: expected an integer of 64 bits, found "1.5>"
check("<ir_version: 1.5>")
# CHECK: 1 error: line 2, column 1: expected a name, found the end of the file
check("<ir_version: 10> # nothing follows\n")
# CHECK: 1 error: line 1, column 17: expected a string in quotes, found "ai.onnx: 21]>"
check("<opset_import: [ai.onnx: 21]>")
# CHECK: 1 error: line 1, column 10: expected the end of this string, a quote, found "\"d>"
check('<domain: "d>')
# CHECK: 1 error: line 3, column 11: expected ")", found "4)"
node("y = F(x 4)")
# CHECK: 1 error: line 3, column 7: expected a name, found "4(x)"
node("y = 4(x)")
# CHECK: 1 error: line 3, column 15: expected a number or a string, found ">(x)"
node("y = F <a = ->(x)")
# CHECK: 1 error: line 3, column 13: expected the type of an attribute, such as "ints", found "speed = 1>(x)"
node("y = F <a: speed = 1>(x)")
# CHECK: 1 error: line 3, column 34: expected an integer of 64 bits before this, found ">(x)"
node("y = F <a = 99999999999999999999>(x)")
# CHECK: 1 error: line 3, column 19: expected a number before this, found ">(x)"
node("y = F <a = 1.2.3>(x)")
# CHECK: 1 error: line 3, column 22: expected a value of the attribute's type before this, found ">(x)"
node('y = F <a: int = "s">(x)')
# CHECK: 1 error: line 3, column 19: expected one value, as the attribute's type says, found "[1]>(x)"
node("y = F <a: int = [1]>(x)")
# CHECK: 1 error: line 3, column 16: expected the type of an empty list, as in "axes: ints = []", found ">(x)"
node("y = F <a = []>(x)")
# CHECK: 1 error: line 3, column 18: expected a type, such as "float[2, 3]", found "double2)>(x)"
node("y = F <a = seq(double2)>(x)")
# CHECK: 1 error: line 3, column 18: expected an element type, such as "float", found "seq(float), float)>(x)"
node("y = F <a = map(seq(float), float)>(x)")
# CHECK: 1 error: line 3, column 269: expected at most 64 types and graphs inside of each other, found "(seq(seq(seq(seq(seq(seq(float))))))))))"
node("y = F <a = " + "seq(" * 70 + "float" + ")" * 70 + ">(x)")
# CHECK: 1 error: line 3, column 1337: expected at most 64 types and graphs inside of each other, found "g() => () { = F <a = g() => () { = F <a "
node("y = F <a = " + "g() => () { = F <a = " * 70 + "1" + ">() }" * 70 + ">(x)")
# CHECK: 1 error: line 3, column 14: expected a type of known sizes before this, found "{1}> {}"
weight("float[n] w = {1}")
# CHECK: 1 error: line 3, column 13: expected a type of known sizes before this, found "{1}> {}"
weight("float[] w = {1}")
# CHECK: 1 error: line 3, column 25: expected an integer of 32 bits before this, found "}> {}"
weight("int8[1] w = {99999999999}")
# CHECK: 1 error: line 3, column 13: expected an integer of 64 bits without a sign, found "-1}> {}"
weight("uint64 w = {-1}")
# CHECK: 1 error: line 3, column 12: expected a number, found "\"s\"}> {}"
weight('float w = {"s"}')
# CHECK: 1 error: line 3, column 13: expected a number, found "\"s\"}> {}"
weight('double w = {"s"}')
# CHECK: 1 error: line 3, column 24: expected "]", found "\"c\"]> {}"
weight('float[1] w = ["a": "b" "c"]')
