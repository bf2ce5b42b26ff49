#!/usr/bin/env python3
"""Write the functions of the C API for the types and attributes of our dialects.

    generate-capi.py RECORDS.json Dialects.h.inc Dialects.cpp.inc

RECORDS.json is what `llvm-tblgen --dump-json` says of include/relax-mlir-c/Dialects.td. Each type and attribute gets a
test of its class, its TypeID, a constructor and a getter of each parameter. A constructor that can fail takes a
location, and is called `GetChecked`. One that is written by hand in C++ is written by hand in relax-mlir-c/Dialects.h.
"""
import json
import re
import sys
from pathlib import Path

_SCALARS = {name: name for name in ("bool", "int64_t", "uint64_t", "unsigned")} | {"::llvm::StringRef": "MlirStringRef"}
_ARRAY = re.compile(r"::llvm::ArrayRef<(.*)>")


def camel(name):
    """A parameter's name as part of a function's name."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def c_name(record):
    """The name of a definition in C: `RelaxShapeType`."""
    return record["!name"].replace("Runtime_", "RelaxRuntime").replace("_", "")


def sentence(text):
    """A summary as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


class Parameter:
    """A parameter: how C passes it, how C++ takes it, and how it is read."""

    def __init__(self, records, enums, kind, name):
        record = {} if isinstance(kind, str) else records[kind["def"]]
        cpp = kind if isinstance(kind, str) else record["cppType"]
        self.name, self.camel = name, camel(name)
        self.is_optional = "OptionalParameter" in record.get("!superclasses", [])
        array = _ARRAY.fullmatch(cpp)
        self.element = array[1] if array else cpp
        self.is_array, self.is_enum = bool(array), self.element in enums
        self.is_wrapped = self.element not in _SCALARS and not self.is_enum
        if self.is_wrapped:
            self.c = "MlirAttribute" if self.element.endswith("Attr") else "MlirType"
        else:
            self.c = f"Mlir{c_name(enums[self.element])}" if self.is_enum else _SCALARS[self.element]

    @property
    def can_fail(self):
        return self.is_wrapped or self.is_enum

    def arguments(self):
        """Of the constructor."""
        if self.is_array:
            return [f"intptr_t num{self.camel}", f"{self.c} const *{self.name}"]
        return [f"{self.c} {self.name}"]

    def check(self):
        """What makes `NAMEValue` of the arguments, or returns null."""
        value, fail = f"{self.name}Value", "    return {nullptr};\n"
        if self.is_array and self.is_wrapped:
            return (
                f"  llvm::SmallVector<{self.element}> {value};\n"
                f'  if (!takeAll(at, "{self.name}", num{self.camel}, {self.name}, {value}))\n{fail}'
            )
        if self.is_wrapped:
            optional = "true" if self.is_optional else "false"
            return f'  {self.element} {value};\n  if (!take(at, "{self.name}", {self.name}, {optional}, {value}))\n{fail}'
        if self.is_enum:
            space, kind = self.element.rsplit("::", 1)
            return (
                f"  std::optional<{self.element}> {value} = {space}::symbolize{kind}(static_cast<uint32_t>({self.name}));\n"
                f'  if (!{value}) {{\n    emitError(at) << "expected a value of {kind} as \'{self.name}\', found "\n'
                f"                  << static_cast<uint32_t>({self.name});\n{fail}  }}\n"
            )
        return ""

    def value(self):
        """What the constructor of C++ gets."""
        if self.is_enum:
            return f"*{self.name}Value"
        if self.is_wrapped:
            return f"llvm::ArrayRef({self.name}Value)" if self.is_array else f"{self.name}Value"
        if self.is_array:
            return f"llvm::ArrayRef({self.name}, num{self.camel})"
        return f"unwrap({self.name})" if self.c == "MlirStringRef" else self.name

    def getters(self, owner, cpp_class, self_type):
        """Pairs of a declaration and its body."""
        name = f"mlir{owner}Get"
        read = f"llvm::cast<{cpp_class}>(unwrap(self)).get{self.camel}()"
        if self.is_array:
            yield f"intptr_t {name}Num{self.camel}({self_type} self)", f"return {read}.size();"
            result, arguments, read = f"{name}{self.camel}At", f"{self_type} self, intptr_t index", f"{read}[index]"
        else:
            result, arguments = f"{name}{self.camel}", f"{self_type} self"
        if self.is_enum:
            read = f"static_cast<{self.c}>({read})"
        elif self.is_wrapped:
            read = f"wrap({'mlir::Attribute' if self.c == 'MlirAttribute' else 'mlir::Type'}({read}))"
        elif self.c == "MlirStringRef":
            read = f"wrap({read})"
        yield f"{self.c} {result}({arguments})", f"return {read};"


def write_enum(record, records):
    """The enum of C that a definition becomes."""
    name = f"Mlir{c_name(record)}"
    cases = [records[case["def"]] for case in record["enumerants"]]
    body = "".join(f"  {name}{case['symbol']} = {case['value']},\n" for case in cases)
    return f"/// {sentence(record['summary'])}\ntypedef enum {name} {{\n{body.rstrip().rstrip(',')}\n}} {name};\n\n"


def functions(record, parameters, space):
    """Triples of comment, declaration and body, for a type or attribute."""
    is_type = "TypeDef" in record["!superclasses"]
    c_type, base = ("MlirType", "mlir::Type") if is_type else ("MlirAttribute", "mlir::Attribute")
    owner, cpp = c_name(record), f"{space}::{record['cppClassName']}"
    yield (
        sentence(record["summary"]),
        f"bool {c_type.replace('Mlir', 'mlir')}IsA{owner}({c_type} self)",
        f"return llvm::isa_and_present<{cpp}>(unwrap(self));",
    )
    yield "", f"MlirTypeID mlir{owner}GetTypeID(void)", f"return wrap({cpp}::getTypeID());"
    if not record["skipDefaultBuilders"]:
        is_checked = record["genVerifyDecl"] or any(each.can_fail for each in parameters)
        first = "MlirLocation location" if is_checked else "MlirContext context"
        arguments = ", ".join([first] + [text for each in parameters for text in each.arguments()])
        values = ", ".join(["context"] + [each.value() for each in parameters])
        setup = (
            "  mlir::Location at = unwrap(location);\n  mlir::MLIRContext *context = at.getContext();\n"
            if is_checked
            else ""
        )
        if not is_checked:
            values = values.replace("context", "unwrap(context)", 1)
        # Only a class with a verifier of its own has `getChecked` in its header.
        emit = "[&] { return emitError(at); }, "
        call = f"{cpp}::getChecked({emit}{values})" if record["genVerifyDecl"] else f"{cpp}::get({values})"
        body = setup + "".join(each.check() for each in parameters) + f"  return wrap({base}({call}));"
        comment = "Null after an error at `location`." if is_checked else ""
        yield comment, f"{c_type} mlir{owner}Get{'Checked' if is_checked else ''}({arguments})", body.strip()
    if record["genAccessors"]:
        for parameter in parameters:
            for declaration, body in parameter.getters(owner, cpp, c_type):
                yield "", declaration, body


def main():
    records_path, header_path, source_path = map(Path, sys.argv[1:])
    records = json.loads(records_path.read_text())
    ours = re.compile(r"(Relax|TIR|Runtime)_")
    enums = {
        record["cppType"]: record
        for name, record in ((name, records[name]) for name in records["!instanceof"]["EnumInfo"])
        if ours.match(name)
    }
    notice = "/* Written by utils/generate-capi.py. */\n\n"
    header = notice + "".join(write_enum(record, records) for record in enums.values())
    source = notice
    for name in records["!instanceof"]["TypeDef"] + records["!instanceof"]["AttrDef"]:
        if not ours.match(name):
            continue
        record = records[name]
        space = records[record["dialect"]["def"]]["cppNamespace"]
        parameters = [Parameter(records, enums, kind, name) for kind, name in record["parameters"]["args"]]
        for comment, declaration, body in functions(record, parameters, space):
            header += (f"/// {comment}\n" if comment else "") + f"MLIR_CAPI_EXPORTED {declaration};\n"
            source += f"{declaration} {{\n  {body}\n}}\n\n"
        header += "\n"
    header_path.write_text(header)
    source_path.write_text(source)


if __name__ == "__main__":
    main()
