#!/usr/bin/env python3
"""Write the table of operators that the bridge from TVM goes by, from the
definitions of the ops; --check says if it is old."""
import argparse
import json
import subprocess
import sys
import tempfile

from source_tree import ROOT

_TABLE = ROOT / "python/relax_mlir/tvm/operators.json"
_FAMILIES = ROOT / "include/Relax/Dialect/Relax/IR"
# How an attribute is written, by its C++ class.
_KINDS = {
    "::mlir::DenseI64ArrayAttr": "integers", "::mlir::DenseF64ArrayAttr": "floats", "::mlir::BoolAttr": "bool",
    "::mlir::StringAttr": "string", "::mlir::TypeAttr": "type", "::mlir::AffineMapAttr": "map",
    "::mlir::DictionaryAttr": "dictionary", "::mlir::TypedAttr": "scalar", "::mlir::UnitAttr": "unit",
    "::mlir::FloatAttr": "f64", "::mlir::IntegerAttr": "i64", "::mlir::FlatSymbolRefAttr": "symbol",
}
_NAMED = {
    "Relax_NumberAttr": "number", "Relax_ExprOrFloatAttr": "expression or f64", "Relax_SymExprAttr": "expression",
    "Relax_SymExprArrayAttr": "expressions", "Relax_VDeviceAttr": "vdevice",
}


def _records():
    with tempfile.NamedTemporaryFile("w", suffix=".td") as source:
        for family in sorted(_FAMILIES.glob("*Ops.td")):
            source.write(f'include "{family.relative_to(ROOT / "include")}"\n')
        source.flush()
        return json.loads(subprocess.run(
            [_tool(), "--dump-json", source.name, "-I", ROOT / "include", "-I", "/usr/lib/llvm-22/include"],
            capture_output=True, text=True, check=True).stdout)


def _tool():
    return "/usr/lib/llvm-22/bin/llvm-tblgen"


def _attribute(records, name):
    """The kind of an attribute; what is optional or has a default ends in ?."""
    record, optional = records[name], ""
    while True:
        if record["!name"] in _NAMED:
            return _NAMED[record["!name"]] + optional
        if record.get("isOptional") or record.get("defaultValue"):
            optional = "?"
        if record.get("baseAttr") is None:
            return _KINDS[record["storageType"].strip()] + optional
        record = records[record["baseAttr"]["def"]]


def _operand(records, name):
    supers = records[name]["!superclasses"]
    return "operands" if "Variadic" in supers else "operand?" if "Optional" in supers else "operand"


def _argument(records, argument):
    definition, name = argument
    attribute = {"Attr", "DefaultValuedAttr", "OptionalAttr"} & set(records[definition["def"]]["!superclasses"])
    # An attribute's own definition is also a constraint on attributes.
    attribute = attribute or "AttrDef" in records[definition["def"]]["!superclasses"]
    return [name, (_attribute if attribute else _operand)(records, definition["def"])]


def table():
    """The text of the table: an operator a line."""
    records = _records()
    lines = []
    for name in records["!instanceof"]["Relax_TensorOp"]:
        op = records[name]
        results = op["results"]["args"]
        many = len(results) > 1 or any(_operand(records, result["def"]) != "operand" for result, _ in results)
        arguments = [_argument(records, argument) for argument in op["arguments"]["args"]]
        lines.append(f'"relax.{op["opName"]}": {json.dumps({"arguments": arguments, "tuple": many})}')
    return "{\n" + ",\n".join(sorted(lines)) + "\n}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    text = table()
    if not parser.parse_args().check:
        _TABLE.write_text(text)
    elif not _TABLE.exists() or _TABLE.read_text() != text:
        sys.exit(f"{_TABLE} is old; run utils/operator-table.py")


if __name__ == "__main__":
    main()
