// How a schedule primitive turns down what it was asked for.
#include "Relax/Dialect/TIR/Analysis/Precondition.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"

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

std::string describe(Value value) {
  if (std::optional<int64_t> constant = getConstantIndex(value))
    return std::to_string(*constant);
  if (Operation *op = value.getDefiningOp())
    return describe(op);
  auto argument = cast<BlockArgument>(value);
  Operation *owner = argument.getOwner()->getParentOp();
  if (isa<ForOp>(owner))
    return "a loop";
  return (isa<BlockOp>(owner) ? "iterator #" : "parameter #") +
         std::to_string(argument.getArgNumber());
}

std::string describe(ValueRange values) {
  std::string text;
  for (Value value : values)
    text += (text.empty() ? "" : ", ") + describe(value);
  return text.empty() ? "none" : text;
}

std::string describeBindings(BlockOp block) {
  return describe(ValueRange(block.getBindings())) +
         (block.getPredicate() ? " under a predicate" : "");
}

std::string describeIndices(BlockOp block, Value buffer) {
  std::string text;
  for (const ElementAccess &access : getAccesses(block)) {
    if (access.buffer != buffer)
      continue;
    bool isAtIters = llvm::all_of(access.indices, [&](Value index) {
      auto argument = dyn_cast<BlockArgument>(index);
      return argument && argument.getOwner() == block.getBody();
    });
    if (text.empty() || !isAtIters)
      text = describe(ValueRange(access.indices));
    if (!isAtIters)
      break;
  }
  return text.empty() ? "none" : text;
}

InFlightDiagnostic failPrecondition(Operation *op, const Twine &verb) {
  return op->emitError("cannot ") << verb << " " << describe(op) << ": ";
}

} // namespace mlir::tir
