// Builds the vector form of a loop's body.
#ifndef RELAX_LIB_CONVERSION_TIRTOSCF_BODYVECTORIZER_H
#define RELAX_LIB_CONVERSION_TIRTOSCF_BODYVECTORIZER_H

#include "LaneValues.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tir {

/// Builds the vector form of a loop's body for `numLanes` iterations.
class BodyVectorizer {
public:
  BodyVectorizer(OpBuilder &builder, int64_t numLanes)
      : builder(builder), lanes(builder, numLanes) {}

  /// Build the iterations from `first` on.
  LogicalResult run(ForOp loop, Value first) {
    lanes.map(loop.getInductionVar(), Lanes::linear(first, 1));
    return visitBlock(loop.getBody());
  }

  /// Why it did not succeed.
  std::string reason;

private:
  LogicalResult visitBlock(Block *block);
  LogicalResult visit(Operation *op);
  LogicalResult visitUniform(Operation *op);
  LogicalResult visitElementwise(Operation *op);
  LogicalResult visitLoad(memref::LoadOp load);
  LogicalResult visitStore(memref::StoreOp store);
  LogicalResult visitReduction(memref::StoreOp store);
  LogicalResult visitLoop(ForOp loop);
  LogicalResult visitBranch(IfOp branch);
  LogicalResult visitChoice(scf::IfOp choice);

  SmallVector<Value> getIndices(Location location, ValueRange indices,
                                int64_t lane);
  Value loadOnce(memref::LoadOp load);
  Value loadIf(Location location, Value condition, Value buffer,
               ValueRange indices);
  Value loadPairs(memref::LoadOp load);
  Value loadLanes(memref::LoadOp load);
  void storeLanes(memref::StoreOp store);
  LogicalResult visitMasked(Block *block, Value mask);

  LogicalResult notifyMatchFailure(Operation *op, StringRef why) {
    reason = (op->getName().getStringRef() + " " + why).str();
    return failure();
  }

  OpBuilder &builder;
  LaneValues lanes;
  // Lanes that run; null if all do.
  Value mask;
};

} // namespace mlir::tir

#endif // RELAX_LIB_CONVERSION_TIRTOSCF_BODYVECTORIZER_H
