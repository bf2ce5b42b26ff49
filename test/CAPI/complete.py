#!/usr/bin/env python3
"""Check that the C API has every type, attribute and pass of the dialects: complete.py BUILD

Which there are is asked of the files that CMake generates C++ classes of, not of the list that the C API is generated
of: each type and attribute has its functions, each pass too, and the library defines all functions of the headers.
"""
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "utils"))
from source_tree import ROOT  # noqa: E402
from tablegen_docs import instances  # noqa: E402

_GENERATED = re.compile(r"add_relax_tablegen\(\w+ (\w+\.td)([^)]*)\)")
_CLASSES = {"-gen-typedef-decls": "TypeDef", "-gen-attrdef-decls": "AttrDef"}


def expected():
    """Pairs of a definition's name and a pattern that a function of C has."""
    for lists in sorted((ROOT / "include/Relax").rglob("CMakeLists.txt")):
        # Programs of StableHLO are read; whoever makes them has its own C API.
        if "StableHLO" in lists.parts:
            continue
        for file, flags in _GENERATED.findall(lists.read_text()):
            path = lists.parent / file
            for flag, kind in _CLASSES.items():
                for name, record in instances(path, kind).items() if flag in flags else ():
                    yield from _of_definition(name, record, kind == "TypeDef")
            if "-gen-pass-decls" in flags:
                for name in instances(path, "PassBase"):
                    yield name, rf"mlirCreate\w*{name}"
                    yield name, rf"mlirRegister\w*{name}"


def _of_definition(name, record, is_type):
    dialect, _, stem = name.partition("_")
    stem = {"Runtime": "RelaxRuntime"}.get(dialect, dialect) + stem
    yield name, rf"mlir{'Type' if is_type else 'Attribute'}IsA{stem}"
    yield name, rf"mlir{stem}GetTypeID"
    yield name, rf"mlir{stem}\w*Get(Checked)?"
    for _, parameter in record["parameters"]["args"] if record["genAccessors"] else ():
        camel = "".join(word[0].upper() + word[1:] for word in parameter.split("_"))
        yield name, rf"mlir{stem}Get{camel}(At)?"


def declared(build):
    """The functions of all headers."""
    found = set()
    for folder in ROOT / "include/relax-mlir-c", build / "include/relax-mlir-c":
        for path in [*folder.glob("*.h"), *folder.glob("*.h.inc")]:
            found |= set(re.findall(r"MLIR_CAPI_EXPORTED[^;(]*?(\w+)\(", path.read_text()))
    return found


def main():
    build = Path(sys.argv[1])
    functions = declared(build)
    table = subprocess.run(
        ["nm", "-D", "--defined-only", build / "lib/libRelaxMLIRCAPI.so"], capture_output=True, text=True, check=True
    )
    defined = {line.split()[-1].split("@")[0] for line in table.stdout.splitlines()}
    errors = [f"{name}: declared, and not defined by the library" for name in sorted(functions - defined)]
    wanted = list(expected())
    for name, pattern in wanted:
        if not any(re.fullmatch(pattern, function) for function in functions):
            errors.append(f"{name}: expected a function {pattern} in include/relax-mlir-c")
    print("\n".join(errors) or f"{len(functions)} functions, {len({name for name, _ in wanted})} definitions")
    sys.exit(1 if errors or len(wanted) < 100 else 0)


if __name__ == "__main__":
    main()
