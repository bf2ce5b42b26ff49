// Joining and cutting tensors as tensor programs: one copy a part, so that no
// element asks which part it is in.
// A single block would compare each index with the parts' bounds. One block
// for each part is a plain copy, and parts may be produced in place by fusion.
#include "IndexMath.h"
#include "Legalization.h"

#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::relax {

/// The place of a buffer's dimension `axis`, counted from the front.
static int64_t countFromFront(int64_t axis, Value buffer) {
  return axis < 0 ? axis + cast<MemRefType>(buffer.getType()).getRank() : axis;
}

/// `place`, moved along an axis.
static SmallVector<Value> move(OpBuilder &b, Location loc, ValueRange place,
                               int64_t axis, OpFoldResult distance) {
  IndexMath math(b, loc);
  SmallVector<Value> moved(place);
  if (!isConstantIntValue(distance, 0))
    moved[axis] = math.add(moved[axis], math.value(distance));
  return moved;
}

static LogicalResult legalizeConcat(ConcatOp op, KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value out = kernel.output();
  int64_t axis = countFromFront(op.getAxis().value_or(0), out);
  OpFoldResult offset = builder.getIndexAttr(0);
  for (unsigned part = 0; part < kernel.getNumInputs(); ++part) {
    Value in = kernel.input(part);
    SmallVector<tir::Iter> iters;
    SmallVector<OpFoldResult> extents = tir::getExtents(builder, loc, in);
    for (OpFoldResult extent : extents)
      iters.push_back({extent, tir::IterKind::Spatial});
    tir::buildBlock(builder, loc, "concat", iters,
                    [&](OpBuilder &b, Location loc, ValueRange place) {
                      Value x = memref::LoadOp::create(b, loc, in, place);
                      memref::StoreOp::create(
                          b, loc, x, out, move(b, loc, place, axis, offset));
                    });
    // Offsets are constants while parts are static.
    offset = IndexMath(builder, loc).addExtents(offset, extents[axis]);
  }
  return success();
}

static LogicalResult legalizeStack(StackOp op, KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value out = kernel.output();
  int64_t axis = countFromFront(op.getAxis(), out);
  for (unsigned part = 0; part < kernel.getNumInputs(); ++part) {
    Value in = kernel.input(part);
    SmallVector<tir::Iter> iters;
    for (OpFoldResult extent : tir::getExtents(builder, loc, in))
      iters.push_back({extent, tir::IterKind::Spatial});
    tir::buildBlock(builder, loc, "stack", iters,
                    [&](OpBuilder &b, Location loc, ValueRange place) {
                      Value x = memref::LoadOp::create(b, loc, in, place);
                      SmallVector<Value> at(place);
                      at.insert(at.begin() + axis,
                                IndexMath(b, loc).constant(part));
                      memref::StoreOp::create(b, loc, x, out, at);
                    });
  }
  return success();
}

static LogicalResult legalizeSplit(SplitOp op, KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  Value in = kernel.input(0);
  int64_t axis = countFromFront(op.getAxis(), in);
  OpFoldResult offset = builder.getIndexAttr(0);
  for (unsigned part = 0; part < op.getNumResults(); ++part) {
    Value out = kernel.output(part);
    SmallVector<OpFoldResult> extents = tir::getExtents(builder, loc, out);
    tir::buildComputeBlock(
        builder, loc, "split", extents,
        [&](OpBuilder &b, Location loc, ValueRange place) -> Value {
          return memref::LoadOp::create(b, loc, in,
                                        move(b, loc, place, axis, offset));
        },
        out);
    offset = IndexMath(builder, loc).addExtents(offset, extents[axis]);
  }
  return success();
}

void populateJoinLegalizations(LegalizationTable &table) {
  table.add(legalizeConcat);
  table.add(legalizeStack);
  table.add(legalizeSplit);
}

} // namespace mlir::relax
