// Where the greatest or least element is, as tensor programs. The result holds
// the best index so far, so a row needs no other memory; the row is a loop
// inside a block, for the first of equals wins.
#include "IndexMath.h"
#include "Legalization.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/SearchOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"

namespace mlir::relax {

/// Whether `x` is better than the best so far. A NaN is, unless there is one.
static Value isBetter(OpBuilder &b, Location loc, Value x, Value best,
                      bool isMax) {
  Value better = compareScalar(
      b, loc, isMax ? arith::CmpFPredicate::UGT : arith::CmpFPredicate::ULT,
      isMax ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::slt, x, best);
  if (!isa<FloatType>(x.getType()))
    return better;
  Value isNumber =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, best, best);
  return arith::AndIOp::create(b, loc, better, isNumber);
}

/// Write to `out` at `at` the index in [0, length) of the best element;
/// `toPlace` gives where the element with an index is.
static void
buildSearch(OpBuilder &b, Location loc, Value data, Value out, ValueRange at,
            Value length, bool isMax,
            llvm::function_ref<SmallVector<Value>(IndexMath, Value)> toPlace) {
  IndexMath math(b, loc);
  Type stored = cast<MemRefType>(out.getType()).getElementType();
  memref::StoreOp::create(b, loc, zeroOf(b, loc, stored), out, at);
  auto loop = tir::ForOp::create(b, loc, math.constant(1), length);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value index = loop.getInductionVar();
  Value best = memref::LoadOp::create(b, loc, out, at);
  Value bestIndex = castScalar(b, loc, best, b.getIndexType());
  Value bestElement =
      memref::LoadOp::create(b, loc, data, toPlace(math, bestIndex));
  Value x = memref::LoadOp::create(b, loc, data, toPlace(math, index));
  Value chosen =
      arith::SelectOp::create(b, loc, isBetter(b, loc, x, bestElement, isMax),
                              castScalar(b, loc, index, stored), best);
  memref::StoreOp::create(b, loc, chosen, out, at);
}

template <typename Op>
static LogicalResult legalizeArgReduce(Op op, KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  IndexMath math(builder, loc);
  Value data = kernel.input(0), out = kernel.output();
  bool isMax = std::is_same_v<Op, ArgmaxOp>;
  SmallVector<OpFoldResult> extents = tir::getExtents(builder, loc, data);
  std::optional<int64_t> axis = op.getAxis();
  if (axis && *axis < 0)
    *axis += extents.size();
  Value length = axis ? math.value(extents[*axis]) : math.product(extents);
  SmallVector<tir::Iter> iters;
  for (OpFoldResult extent : tir::getExtents(builder, loc, out))
    iters.push_back({extent, tir::IterKind::Spatial});
  tir::buildBlock(builder, loc, op->getName().stripDialect(), iters,
                  [&](OpBuilder &b, Location loc, ValueRange at) {
                    SmallVector<Value> row(at);
                    if (axis && op.getKeepdims())
                      row.erase(row.begin() + *axis);
                    buildSearch(b, loc, data, out, at, length, isMax,
                                [&](IndexMath math, Value index) {
                                  if (!axis)
                                    return math.delinearize(index, extents);
                                  SmallVector<Value> place(row);
                                  place.insert(place.begin() + *axis, index);
                                  return place;
                                });
                  });
  return success();
}

void populateArgReduceLegalizations(LegalizationTable &table) {
  table.add(legalizeArgReduce<ArgmaxOp>);
  table.add(legalizeArgReduce<ArgminOp>);
}

} // namespace mlir::relax
