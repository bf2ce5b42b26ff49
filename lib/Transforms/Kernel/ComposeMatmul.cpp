// What composing a product of matrices by primitives takes on every machine.
#include "ComposeMatmul.h"

#include "Relax/Dialect/TIR/Analysis/NestAccesses.h"

namespace mlir::tir {

// The buffer that an operand is an element of.
static Value getBuffer(LoopNest nest, Value operand) {
  auto load = operand.getDefiningOp<memref::LoadOp>();
  return load && getIterList(nest, load.getIndices()) ? load.getMemRef()
                                                      : Value();
}

std::optional<MatmulBuffers> getMatmulBuffers(const Contraction &product) {
  if (!product.hasFloatOperands())
    return std::nullopt;
  LoopNest nest = product.reduction.nest;
  MatmulBuffers buffers{getBuffer(nest, product.lhs.value),
                        getBuffer(nest, product.rhs.value)};
  // A block reads a buffer once, and `cache_read` would copy both operands'
  // parts of it as one box.
  if (!buffers.lhs || !buffers.rhs || buffers.lhs == buffers.rhs)
    return std::nullopt;
  return buffers;
}

unsigned getReadNumber(BlockOp block, Value buffer) {
  return llvm::find(block.getReads(), buffer) - block.getReads().begin();
}

} // namespace mlir::tir
