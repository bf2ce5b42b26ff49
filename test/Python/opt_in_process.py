"""relax_mlir.opt in process: the text of relax-opt, the place of what is wrong, many threads."""
import threading

import relax_mlir
from relax_mlir import compiler

TEXT = """relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = relax.add %x, %x : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
"""


def find_error(text, passes):
    try:
        relax_mlir.opt(text, passes)
    except relax_mlir.CompileError as error:
        return error
    raise AssertionError("expected a CompileError, found none")


def main():
    for passes in ("relax-legalize-ops,canonicalize", "builtin.module(relax.func(canonicalize))"):
        assert relax_mlir.opt(TEXT, passes).strip() == compiler._opt_by_tool(
            TEXT, passes if passes.startswith("builtin") else f"builtin.module({passes})").strip()
    error = find_error("relax.func @main() {\n  relax.bad\n}\n", "canonicalize")
    assert (error.diagnostics[0].severity, error.diagnostics[0].line, error.diagnostics[0].column) == ("error", 2, 3)
    assert "relax.bad" in str(error) and ":2:3: error: " in str(error)
    error = find_error(TEXT, "relax-verify-lowered")
    assert error.diagnostics[0].line == 1 or error.diagnostics[0].line == 2, error.diagnostics
    # Nodes of a model are named as the tools name them.
    kind = r"operator \22Add\22, domain \22ai.onnx\22, opset 18"
    named = TEXT.replace("tensor<4xf32>\n  relax.return", f'tensor<4xf32> loc("sum"(fused<"{kind}">[unknown]))\n  relax.return')
    assert named != TEXT
    words = 'error: node "sum" (operator "Add", domain "ai.onnx", opset 18): '
    error = find_error(named, "relax-verify-lowered")
    assert words in str(error), error
    assert error.diagnostics[0].line is None and error.diagnostics[0].message.startswith(words[7:])
    try:
        compiler._opt_by_tool(named, "builtin.module(relax-verify-lowered)")
    except relax_mlir.CompileError as other:
        assert words in str(other), other
    error = find_error(TEXT, "none")
    assert "does not refer to a registered pass" in str(error) and error.diagnostics[0].line is None

    results = []
    threads = [threading.Thread(target=lambda: results.append(relax_mlir.opt(TEXT, "relax-graph-stage")))
               for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8 and len(set(results)) == 1


if __name__ == "__main__":
    main()
