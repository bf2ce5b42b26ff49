#!/usr/bin/env python3
"""Let new-op.py and new-pass.py write an op and a pass into a copy of the sources: the files are those expected, the
TableGen files are valid, the checks of the sources and the generated pages stay green, and misuse is an error."""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_FOLDERS = ("include", "lib", "test", "utils", "docs", "tools", "python")
_TABLEGEN = "/usr/lib/llvm-22/bin/mlir-tblgen"

_OP = {"docs/OpSupport.md", "include/Relax/Dialect/Relax/IR/BinaryOps.td", "lib/Conversion/RelaxToTIR/BinaryToTIR.cpp",
       "test/Conversion/RelaxToTIR/binary-forms.mlir", "test/Dialect/Relax/binary-ops.mlir", "test/Rules/binary.mlir",
       "docs/Rules.md", "docs/Dialects/Relax.md", "docs/Dialects/Relax/Binary.md"}
_PASS = {"include/Relax/Transforms/Graph/PrecisionPasses.td", "lib/Transforms/Graph/CMakeLists.txt",
         "lib/Transforms/Graph/MakeUp.cpp", "test/Transforms/Graph/make-up.mlir", "docs/Passes.md", "docs/Passes/Graph.md"}


def run(copy, script, *arguments):
    """Exit code and output of a script of the copy."""
    done = subprocess.run([sys.executable, copy / "utils" / script, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def expect(condition, text):
    if not condition:
        sys.exit(text)


def texts(copy):
    """The text of each file of the copy, but for the scripts."""
    return {str(path.relative_to(copy)): path.read_bytes() for path in copy.rglob("*")
            if path.is_file() and "utils" not in path.parts and "__pycache__" not in path.parts}


def expect_changes(before, after, wanted):
    """The files that differ are those wanted, and a file only grows."""
    changed = {name for name, text in after.items() if before.get(name) != text} | (set(before) - set(after))
    expect(changed == wanted, f"expected changes in {sorted(wanted)}, found {sorted(changed)}")
    for name in changed & set(before):
        expect(len(after[name]) > len(before[name]), f"{name} shrank")
    for name in changed:
        expect(b"TODO" not in after[name], f"{name} has a TODO")


def expect_checks(copy):
    """Checks that a file in the wrong place, or one that is missing, would break; what is red without the new files stays out."""
    for check in ("check-operator-tests.py", "check-pass-tests.py", "check-pass-execution.py", "check-rules.py", "check-inventory.py",
                  "check-messages.py"):
        code, text = run(copy, check)
        expect(code == 0 or run(ROOT, check)[0] != 0, f"{check} after new files:\n{text}")
    for page in ("rules-doc.py", "reference-doc.py"):
        code, text = run(copy, page, "--check")
        expect(code == 0, text)


def main():
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in _FOLDERS:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("*.pyc"))
        for page in ("rules-doc.py", "reference-doc.py"):
            run(copy, page)
        before = texts(copy)
        code, text = run(copy, "new-op.py", "relax", "Binary", "made_up", "--like=subtract")
        expect(code == 0 and "by hand" not in text, text)
        middle = texts(copy)
        expect_changes(before, middle, _OP)
        code, text = run(copy, "new-pass.py", "Graph", "MakeUp", "relax-make-up", "--file=PrecisionPasses")
        expect(code == 0, text)
        expect_changes(middle, texts(copy), _PASS)
        for generator, path in (("-gen-op-defs", "Dialect/Relax/IR/BinaryOps.td"), ("-gen-pass-decls", "Transforms/Graph/Passes.td")):
            subprocess.run([_TABLEGEN, generator, "-I", copy / "include", "-I", "/usr/lib/llvm-22/include",
                            copy / "include/Relax" / path], check=True, stdout=subprocess.DEVNULL)
        expect_checks(copy)
        for arguments, words in (
                (("new-op.py", "relax", "Binary", "made_up"), "exists already"),
                (("new-op.py", "relax", "Missing", "other"), "does not exist"),
                (("new-op.py", "relax", "Binary", "other", "--like=abs"), "name an op of BinaryOps.td"),
                (("new-op.py", "relax", "Gradient", "other"), "expected grad.other"),
                (("new-pass.py", "Graph", "MakeUp", "relax-make-up"), "exists already"),
                (("new-pass.py", "Graph", "Other", "relax-other", "--file=Missing"), "DataflowPasses")):
            code, text = run(copy, *arguments)
            expect(code != 0 and words in text, f"{' '.join(arguments)}: expected '{words}', found:\n{text}")


if __name__ == "__main__":
    main()
