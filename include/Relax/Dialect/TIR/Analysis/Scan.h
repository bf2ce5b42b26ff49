// Running sums, products and the like of rows.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_SCAN_H
#define RELAX_DIALECT_TIR_ANALYSIS_SCAN_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"

namespace mlir::tir {

/// A nest over rows whose block stores one element of a row and then, in a loop
/// from 1, each next one: the one before joined with a step, by an op that may
/// do the steps in any order.
struct Scan {
  LoopNest nest;
  memref::StoreOp first, store;
  ForOp loop;
  memref::LoadOp total;
  Operation *combiner = nullptr;
  /// The dimension of the result along which it goes.
  unsigned dim = 0;

  Value getLength() { return loop.getUpperBound(); }
  /// What is joined with the element before.
  Value getStep();
  /// The number of rows; nullopt if it is not known.
  std::optional<int64_t> countRows();
};

/// `nest` as a scan, or the reason why it is none.
FailureOr<Scan> matchScan(LoopNest nest, std::string *why);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_SCAN_H
