// Draws the functions of the graph level, by Graphviz where it is an SVG.
#include "Relax/Transforms/Module/Passes.h"

#include "GraphDrawing.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Support/OutputFile.h"
#include "Relax/Support/TemporaryFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

namespace mlir::relax {
#define GEN_PASS_DEF_GRAPHSVGPASS
#include "Relax/Transforms/Module/Passes.h.inc"

// A layout of a graph is a program of its own (ranks, crossings, splines), and
// Graphviz's is the one that upstream's drawings are for, too. It stays
// outside: linked, it would bring its license and its faults into every tool,
// for a picture that few ask for.

/// Let `dot` make of `drawing` the SVG at `path`.
static LogicalResult drawSVG(Location loc, StringRef drawing, StringRef path) {
  llvm::ErrorOr<std::string> program = llvm::sys::findProgramByName("dot");
  if (!program)
    return emitError(loc, "expected Graphviz's program \"dot\" on the PATH, "
                          "found none; install Graphviz, or write what it "
                          "takes, to a name that ends in .dot");
  // Files and no pipes: llvm::sys::ExecuteAndWait redirects to nothing else.
  TemporaryFile source, log;
  if (failed(source.make(loc, "dot", {drawing.data(), drawing.size()})) ||
      failed(log.make(loc, "log")))
    return failure();
  StringRef arguments[] = {*program, "-Tsvg", "-o", path, source.getPath()};
  std::optional<StringRef> redirects[] = {StringRef(), log.getPath(),
                                          log.getPath()};
  std::string why;
  int status = llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt,
                                         redirects, 0, 0, &why);
  // Warnings of dot, such as one of a missing font, are not the user's.
  if (status == 0)
    return success();
  auto text = llvm::MemoryBuffer::getFile(log.getPath());
  InFlightDiagnostic error = emitError(loc, "expected \"")
                             << *program << "\" to draw, found status "
                             << status << "; try it on what a name that ends "
                             << "in .dot gives";
  if (!why.empty())
    error.attachNote(loc) << why;
  if (text && !(*text)->getBuffer().empty())
    error.attachNote(loc) << (*text)->getBuffer().split('\n').first;
  return error;
}

namespace {
struct GraphSVGPass : impl::GraphSVGPassBase<GraphSVGPass> {
  using GraphSVGPassBase::GraphSVGPassBase;

  void runOnOperation() override {
    // It looks, and changes nothing.
    markAllAnalysesPreserved();
    if (failed(draw(getOperation())))
      signalPassFailure();
  }

private:
  LogicalResult draw(ModuleOp module) {
    // No name by default: a pass that is tried must not leave a file behind.
    if (output.empty())
      return module.emitError(
          "expected the name of a drawing, found none; give one, as in "
          "--relax-graph-svg=output=graph.svg");
    // An empty drawing would look like a success.
    if (module.getOps<FuncOp>().empty()) {
      InFlightDiagnostic error =
          module.emitError("expected a 'relax.func' to draw, found none; draw "
                           "before the stage 'host'");
      if (!module.getBody()->empty())
        error.attachNote(module.getBody()->front().getLoc())
            << "the module begins with this";
      return error;
    }
    // Into memory first, since the file may be for another program.
    std::string drawing;
    llvm::raw_string_ostream os(drawing);
    writeGraphDrawing(module, os);
    Location loc = module.getLoc();
    if (StringRef(output).ends_with(".dot"))
      return writeOutputFile(loc, output, [&](llvm::raw_pwrite_stream &file) {
        file << drawing;
        return success();
      });
    return nameOutputFile(loc, output, [&](StringRef path) {
      return drawSVG(loc, drawing, path);
    });
  }
};
} // namespace

} // namespace mlir::relax
