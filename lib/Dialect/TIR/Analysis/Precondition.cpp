// How a schedule primitive turns down what it was asked for.
#include "Relax/Dialect/TIR/Analysis/Precondition.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"

namespace mlir::tir {

static std::string quote(BlockOp block) {
  return ("'tir.block' \"" + block.getLabel() + "\"").str();
}

std::string describe(Operation *op) {
  if (auto block = dyn_cast<BlockOp>(op))
    return quote(block);
  auto loop = dyn_cast<ForOp>(op);
  if (!loop)
    return ("'" + op->getName().getStringRef() + "'").str();
  SmallVector<BlockOp> blocks = getChildBlocks(loop);
  if (blocks.empty())
    return "a loop without blocks";
  SmallVector<ForOp> loops = getLoops(blocks.front());
  size_t number = llvm::find(loops, loop) - loops.begin();
  return "loop #" + std::to_string(number) + " around " + quote(blocks.front());
}

InFlightDiagnostic failPrecondition(Operation *op, const Twine &verb) {
  return op->emitError("cannot ") << verb << " " << describe(op) << ": ";
}

} // namespace mlir::tir
