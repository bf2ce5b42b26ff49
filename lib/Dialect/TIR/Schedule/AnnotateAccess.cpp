// Say what part of a buffer a block reads where its indices do not: an index
// `x` becomes `min(max(x, first), last)`, which other primitives understand.
//
// TVM keeps such a region as an annotation that nothing verifies. Here it is in
// the code: should the person be wrong, the program reads the nearest element
// and stays within the buffer.
#include "Relax/Dialect/TIR/Schedule/AnnotateAccess.h"

#include "Relax/Dialect/TIR/Analysis/AccessRegion.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tir {

static constexpr StringRef kAnnotateReads = "annotate what is read by";

static FailureOr<SmallVector<memref::LoadOp>>
findLoads(BlockOp block, unsigned buffer, AffineMap map) {
  if (buffer >= block.getReads().size())
    return failPrecondition(block, kAnnotateReads)
           << "expected a number of its read buffers, found #" << buffer;
  Value read = getViewedBuffer(block.getReads()[buffer]);
  auto type = cast<MemRefType>(read.getType());
  if (map.getNumDims() != block.getNumIters() || map.getNumSymbols() != 0 ||
      map.getNumResults() != 2 * type.getRank())
    return failPrecondition(block, kAnnotateReads)
           << "expected a map from " << block.getNumIters()
           << " iterators to a first index and one behind the last for each of "
           << type.getRank() << " dimensions, found "
           << AffineMapAttr::get(map);
  SmallVector<memref::LoadOp> loads;
  for (Operation *user : getBufferUsers(read)) {
    if (!block->isProperAncestor(user))
      continue;
    // A view reads with indices of its own, which the map does not describe.
    auto load = dyn_cast<memref::LoadOp>(user);
    if (load && load.getMemRef() == read) {
      loads.push_back(load);
      continue;
    }
    InFlightDiagnostic error =
        failPrecondition(block, kAnnotateReads)
        << "expected only loads in it to use the buffer, found "
        << describe(user);
    error.attachNote(user->getLoc()) << "this op does otherwise";
    return error;
  }
  return loads;
}

LogicalResult annotateBufferAccess(BlockOp block, unsigned buffer,
                                   AffineMap map) {
  FailureOr<SmallVector<memref::LoadOp>> loads = findLoads(block, buffer, map);
  if (failed(loads))
    return failure();
  for (memref::LoadOp load : *loads) {
    OpBuilder builder(load);
    Location loc = load.getLoc();
    auto build = [&](AffineExpr expr) {
      return buildExpr(builder, loc, expr,
                       [&](unsigned dim) { return block.getIters()[dim]; });
    };
    for (auto [dim, index] : llvm::enumerate(load.getIndicesMutable())) {
      Value first = build(map.getResult(2 * dim));
      Value last = build(map.getResult(2 * dim + 1) - 1);
      Value lowerBounded =
          arith::MaxSIOp::create(builder, loc, index.get(), first);
      index.set(arith::MinSIOp::create(builder, loc, lowerBounded, last));
    }
  }
  return success();
}

} // namespace mlir::tir
