// How many operations on floats a tensor program does.
#include "Relax/Dialect/TIR/Analysis/FloatOperations.h"
#include "Relax/Dialect/TIR/Analysis/LoopNest.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::tir {

static relax::SymExprAttr getNumber(Operation *op, int64_t value) {
  return relax::SymExprAttr::constant(op->getContext(), value);
}

// What an op without regions does. The traits say what works element by
// element, so that ops of other dialects count as well.
// Casts and selections move numbers and are not what vendors count. An `exp`
// counts as one, although it takes 10 to 20 instructions: the count has to be
// independent of how it is expanded, or the figures of two targets could not be
// compared.
static int64_t countOp(Operation *op) {
  if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumResults() != 1 ||
      isa<CastOpInterface, SelectLikeOpInterface>(op))
    return 0;
  Type type = op->getResult(0).getType();
  auto vector = dyn_cast<VectorType>(type);
  if (!isa<FloatType>(getElementTypeOrSelf(type)))
    return 0;
  return (isa<math::FmaOp>(op) ? 2 : 1) *
         (vector ? vector.getNumElements() : 1);
}

static relax::SymExprAttr countRegion(Region &region);

// Nothing done any number of times is nothing.
// Null stands for unknown and would make the whole count unknown; a loop that
// only copies must not do that.
static relax::SymExprAttr repeat(relax::SymExprAttr body,
                                 relax::SymExprAttr times) {
  return body && body.getConstant() == 0 ? body : body * times;
}

static relax::SymExprAttr countTree(Operation *op) {
  if (auto loop = dyn_cast<ForOp>(op))
    return repeat(countRegion(loop.getRegion()),
                  getSizeExpr(loop.getUpperBound()) -
                      getSizeExpr(loop.getLowerBound()));
  if (auto block = dyn_cast<BlockOp>(op))
    return countRegion(block.getRegion());
  // Of branches the larger count: a guard of an edge or a mask has all of its
  // work in one of them, and a sum would count what is never done together.
  bool isLoop = isa<LoopLikeOpInterface, WhileOp>(op);
  relax::SymExprAttr most = getNumber(op, countOp(op));
  for (Region &region : op->getRegions()) {
    relax::SymExprAttr count = countRegion(region);
    most = relax::SymExprAttr::maximum({most, count});
  }
  // Nobody knows how often other loops turn.
  return isLoop ? repeat(most, {}) : most;
}

static relax::SymExprAttr countRegion(Region &region) {
  relax::SymExprAttr total = getNumber(region.getParentOp(), 0);
  for (Block &block : region)
    for (Operation &op : block)
      // An op that starts a reduction runs once for all its steps.
      if (!isa<InitOp>(op))
        total = total + countTree(&op);
  return total;
}

relax::SymExprAttr countFloatOperations(FuncOp func) {
  // Schedules recompute, tile beyond the end and split reductions: they would
  // count work that the operator does not ask for, so that a bad schedule would
  // look busy.
  if (func.isExternal() || func.isScheduled())
    return {};
  return countRegion(func.getBody());
}

} // namespace mlir::tir
