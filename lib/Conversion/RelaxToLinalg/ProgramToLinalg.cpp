// A tensor program as ops of linalg: what is outside of blocks.
#include "ProgramToLinalg.h"

#include "Relax/Dialect/TIR/Analysis/BlockBindings.h"
#include "Relax/Dialect/TIR/IR/IntrinsicOps.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::relax {

// The first reason is kept, since conversion stops there.
LogicalResult ProgramToLinalg::reject(Operation *op, const Twine &why) {
  reason = why.str();
  obstacle = op;
  return failure();
}

OpFoldResult ProgramToLinalg::getIndex(Value index) {
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    // Numbers outside of blocks are SSA values here, too: loops' bounds, dims,
    // variables.
    return builder.getIndexAttr(*constant);
  return scalars.lookup(index);
}

// The class serves two callers: functions on tensors (values that are
// replaced) and bufferization (memory in place). Which it is shows in the type
// of the first buffer.
OpFoldResult ProgramToLinalg::getSize(Location loc, Value buffer,
                                      int64_t axis) {
  Value whole = lookup(buffer);
  return onTensors ? tensor::getMixedSize(builder, loc, whole, axis)
                   : memref::getMixedSize(builder, loc, whole, axis);
}

Value ProgramToLinalg::getDim(OpBuilder &inner, memref::DimOp dim, Value axis) {
  Value whole = lookup(dim.getSource());
  return onTensors
             ? inner.createOrFold<tensor::DimOp>(dim.getLoc(), whole, axis)
             : inner.createOrFold<memref::DimOp>(dim.getLoc(), whole, axis);
}

Value ProgramToLinalg::createEmpty(Location loc, ArrayRef<OpFoldResult> sizes,
                                   Type element) {
  if (onTensors)
    return tensor::EmptyOp::create(builder, loc, sizes, element);
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(sizes, dynamic, shape);
  return memref::AllocOp::create(builder, loc, MemRefType::get(shape, element),
                                 dynamic);
}

Value ProgramToLinalg::load(OpBuilder &inner, Location loc, Value whole,
                            ValueRange place) {
  if (onTensors)
    return tensor::ExtractOp::create(inner, loc, whole, place);
  return memref::LoadOp::create(inner, loc, whole, place);
}

/// What is between the outermost loop and the block only computes indices.
/// A nest holds one block in programs as our lowerings and TE make them;
/// several blocks under common loops were put there by compute_at.
static tir::BlockOp getOnlyBlock(Operation *op) {
  while (auto loop = dyn_cast<tir::ForOp>(op)) {
    Operation *inner = nullptr;
    for (Operation &nested : loop.getBody()->without_terminator()) {
      if (nested.getNumRegions() == 0 && isMemoryEffectFree(&nested))
        continue;
      if (inner)
        return {};
      inner = &nested;
    }
    if (!inner)
      return {};
    op = inner;
  }
  return dyn_cast<tir::BlockOp>(op);
}

bool ProgramToLinalg::isScalar(Operation *op) const {
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) { return scalars.contains(operand); });
}

/// Whether each iterator has a loop of its own over its extent, as in programs
/// that no scheduler has seen.
/// The easy case needs no proof. For split or fused loops `coversDomain` must
/// show that bindings reach each value once.
static bool isOwnLoop(tir::BlockOp block, ArrayRef<tir::ForOp> loops) {
  if (block.getPredicate() || loops.size() != block.getNumIters())
    return false;
  llvm::SmallPtrSet<Operation *, 8> used;
  for (auto [value, extent] :
       llvm::zip_equal(block.getBindings(), block.getExtents())) {
    auto binding = dyn_cast<BlockArgument>(value);
    auto loop =
        binding
            ? dyn_cast_or_null<tir::ForOp>(binding.getOwner()->getParentOp())
            : tir::ForOp();
    if (!loop || !isConstantIntValue(loop.getLowerBound(), 0) ||
        loop.getUpperBound() != extent || !used.insert(loop).second)
      return false;
  }
  return true;
}

LogicalResult ProgramToLinalg::convertNest(Operation *op) {
  tir::BlockOp block = getOnlyBlock(op);
  if (!block)
    return reject(op, "a loop nest of its tensor program holds other than one "
                      "block; expected a nest for each block");
  SmallVector<tir::ForOp> loops;
  for (Operation *loop = block->getParentOp(); isa<tir::ForOp>(loop);
       loop = loop->getParentOp())
    loops.push_back(cast<tir::ForOp>(loop));
  // What a scheduler did to the loops is undone: the ops of linalg say nothing
  // about order.
  // linalg does not say in which order iterations run, so tiles and reordering
  // are dropped; the result differs at most by rounding of sums.
  if (!isOwnLoop(block, loops) &&
      (!tir::coversDomain(block) ||
       tir::findRepeatingLoop(block, loops, block.getIters())))
    return reject(block,
                  "expected loops around a block of its tensor program that "
                  "provably run it once for each value of its iterators");
  return convertBlock(*this, block);
}

LogicalResult ProgramToLinalg::convertCopy(Value from, Value to, Location loc) {
  auto copy = linalg::CopyOp::create(builder, loc, lookup(from), lookup(to));
  if (onTensors)
    setBuffer(to, copy->getResult(0));
  return success();
}

LogicalResult ProgramToLinalg::convertOp(Operation *op) {
  Location loc = op->getLoc();
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    scalars.map(dim.getResult(),
                getDim(builder, dim, scalars.lookup(dim.getIndex())));
    return success();
  }
  if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
    SmallVector<OpFoldResult> sizes = llvm::map_to_vector(
        alloc.getMixedSizes(), [&](OpFoldResult size) -> OpFoldResult {
          auto value = dyn_cast<Value>(size);
          return value ? getIndex(value) : size;
        });
    setBuffer(alloc, createEmpty(loc, sizes, alloc.getType().getElementType()));
    return success();
  }
  if (auto check = dyn_cast<tir::AssertOp>(op)) {
    cf::AssertOp::create(builder, loc, scalars.lookup(check.getCondition()),
                         check.getMessage());
    return success();
  }
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return convertCopy(copy.getSource(), copy.getTarget(), loc);
  if (isa<tir::ForOp, tir::BlockOp>(op))
    return convertNest(op);
  // A buffer that ends has no counterpart on tensors. With memrefs, buffer
  // deallocation passes of upstream add their own.
  if (isa<tir::ReturnOp, memref::DeallocOp>(op))
    return success();
  if (op->getNumRegions() != 0 || !isMemoryEffectFree(op) || !isScalar(op))
    return reject(op, "its tensor program has '" +
                          op->getName().getStringRef() +
                          "' outside of blocks, expected arithmetic only");
  builder.clone(*op, scalars);
  return success();
}

FailureOr<SmallVector<Value>> ProgramToLinalg::convert(ValueRange values,
                                                       ValueRange vars) {
  if (program.isExternal()) {
    (void)reject(program, "its tensor program has no body, expected one");
    return failure();
  }
  Block &body = program.getBody().front();
  unsigned numBuffers = program.getNumBuffers();
  for (auto [parameter, value] :
       llvm::zip(body.getArguments().take_front(numBuffers), values)) {
    // Asked for each buffer, but all of a call are of one kind.
    onTensors = isa<TensorType>(value.getType());
    setBuffer(parameter, value);
  }
  for (auto [parameter, value] :
       llvm::zip_equal(body.getArguments().drop_front(numBuffers), vars))
    scalars.map(parameter, value);
  for (Operation &op : body)
    if (failed(convertOp(&op)))
      return failure();
  return llvm::map_to_vector(program.getOutputs(),
                             [&](Value output) { return lookup(output); });
}

} // namespace mlir::relax
