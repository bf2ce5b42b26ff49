# compile(progress=...) shows the stages on a terminal, in a notebook or to a function, and nowhere else.
# Python is not instrumented, and cannot load a library that is.
# UNSUPPORTED: sanitized
# REQUIRES: wheels
# RUN: env RELAX_MLIR_BUILD=%runtime_lib_dir/.. %python %s %relax_src_root/python
import io
import sys
import types

sys.path.insert(0, sys.argv[1])
import relax_mlir

PROGRAM = """relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.add %x, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
"""


class Terminal(io.StringIO):
    def isatty(self):
        return True


def compiled_with(stream, **options):
    """What a compilation writes to the error stream of this process."""
    kept, sys.stderr = sys.stderr, stream
    try:
        relax_mlir.compile(PROGRAM, **options)
    finally:
        sys.stderr = kept
    return stream.getvalue()


# A function sees each stage once, in order, and how many there are.
seen = []
relax_mlir.compile(PROGRAM, progress=lambda *stage: seen.append(stage))
assert [done for done, _, _ in seen] == list(range(9)) and {total for _, total, _ in seen} == {9}, seen
assert seen[0][2] == "Read the model" and seen[-1][2] == "Write code", seen

# A terminal has one line, which is empty at the end; a file has none, unless asked for.
shown = compiled_with(Terminal())
assert shown.startswith("\r\033[K|" + " " * 24 + "| 0/9 Read the model") and shown.endswith("8/9 Write code\r\033[K"), shown
assert "\n" not in shown, shown
assert compiled_with(Terminal(), progress=False) == ""
assert compiled_with(io.StringIO()) == ""
assert "0/9 Read the model" in compiled_with(io.StringIO(), progress=True)

# Messages are those of a compilation that shows nothing.
errors = []
for progress in (False, seen.append, lambda *stage: None):
    try:
        relax_mlir.compile("relax.func @main() {\n  relax.bad\n}\n", progress=progress)
    except Exception as error:
        errors.append(error)
shown, hidden = (str(errors[i]).partition("module.mlir")[2] for i in (2, 0))
assert shown == hidden and isinstance(errors[2], relax_mlir.CompileError) and "2:3: error: custom op" in str(errors[0]), errors
# What the function raises ends the compilation.
assert isinstance(errors[1], TypeError), errors

# A notebook updates one bar. IPython itself is not in the environment of the tests: this is what it offers.
updates = []


class ZMQInteractiveShell:
    pass


class Handle:
    def update(self, value):
        updates.append(value)


notebook = types.ModuleType("IPython")
notebook.get_ipython = ZMQInteractiveShell
notebook.display = types.ModuleType("IPython.display")
notebook.display.HTML = lambda text: text
notebook.display.display = lambda value, display_id: Handle()
sys.modules.update({"IPython": notebook, "IPython.display": notebook.display})
assert compiled_with(io.StringIO()) == ""
assert updates[0] == '<progress value="0" max="9"></progress> Read the model' and updates[-1] == "", updates
