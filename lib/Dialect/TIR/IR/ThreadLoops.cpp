// Loops over the blocks and threads of a GPU.
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {

std::optional<std::string> findExcess(int64_t bytes, int64_t maxBytes) {
  if (bytes <= maxBytes)
    return std::nullopt;
  return "its tiles take " + std::to_string(bytes) +
         " bytes of shared memory; expected at most " +
         std::to_string(maxBytes);
}

Value buildAxis(OpBuilder &builder, Location loc, Value extent,
                StringRef axis) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  ForOp loop =
      ForOp::create(builder, loc, zero, extent, ForKind::ThreadBinding, axis);
  builder.setInsertionPointToStart(loop.getBody());
  return loop.getInductionVar();
}

void setResidentBlocks(ForOp kernel, int64_t blocks) {
  NamedAttrList annotations(kernel.getAnnotationsAttr());
  annotations.set(kResidentBlocks,
                  Builder(kernel.getContext()).getI64IntegerAttr(blocks));
  kernel.setAnnotationsAttr(annotations.getDictionary(kernel.getContext()));
}

ForOp findBoundLoop(Operation *root) {
  ForOp found;
  root->walk([&](ForOp loop) {
    if (!loop.getThreadAxisAttr())
      return WalkResult::advance();
    found = loop;
    return WalkResult::interrupt();
  });
  return found;
}

} // namespace mlir::tir
