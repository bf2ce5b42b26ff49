// Keep what the iteration before has made:
//
//   for i: { T = alloc; for r < 3: T[i + r] = f(i + r); B[i] = T[i] + T[i + 2]
//   }
//
// becomes
//
//   T = alloc(3)
//   for i:
//     for r < 3: if i = 0 or r >= 2: T[(i + r) mod 3] = f(i + r)
//     B[i] = T[i mod 3] + T[(i + 2) mod 3]
//
// TVM's rolling_buffer, for cascades of convolutions: a window of rows moves
// down, and only the new rows are computed.
#include "Relax/Dialect/TIR/Schedule/RollingBuffer.h"

#include "Relax/Dialect/TIR/Analysis/AccessRegion.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "Relax/Dialect/TIR/Schedule/Annotations.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::tir {
namespace {

constexpr StringRef kRollBuffer = "roll a buffer of";

/// A buffer that is made in each iteration of a loop.
class BufferRolling {
public:
  BufferRolling(BlockOp block, unsigned number)
      : block(block), number(number), loc(block.getLoc()) {}

  LogicalResult check();
  void run();

private:
  InFlightDiagnostic failPrecondition() {
    return tir::failPrecondition(block, kRollBuffer);
  }
  LogicalResult findBuffer();
  LogicalResult checkUsers();
  LogicalResult checkBlock();
  LogicalResult findAxis();
  LogicalResult checkInputs();
  void addCondition();

  BlockOp block;
  unsigned number;
  Location loc;
  memref::AllocOp buffer;
  ForOp loop;
  std::optional<AccessRegion> region;
  /// The dimension that moves with the loop and the iterator at it.
  unsigned axis = 0, iter = 0;
  /// The first index that an iteration makes, how many, and by how many the
  /// next one's are higher.
  AffineExpr first;
  int64_t width = 0, step = 0;
};

} // namespace

/// Only a serial loop: an iteration relies on what the one before it has left.
LogicalResult BufferRolling::findBuffer() {
  FailureOr<memref::AllocOp> found = getLocalBuffer(block, number, kRollBuffer);
  if (failed(found))
    return failure();
  buffer = *found;
  loop = dyn_cast<ForOp>(buffer->getParentOp());
  if (!loop)
    return failPrecondition() << "expected its written buffer #" << number
                              << " to be made in a loop";
  if (loop.getKind() != ForKind::Serial)
    return failPrecondition()
           << describe(loop) << " is '" << stringifyForKind(loop.getKind())
           << "', expected iterations that run one by one";
  for (Value size : buffer.getDynamicSizes())
    if (!canCopyValue(size, loop, {}))
      return failPrecondition()
             << "expected a size of its written buffer #" << number
             << " that does not depend on " << describe(loop);
  region.emplace(loop);
  return success();
}

/// A view or a call sees absolute indices, which the ring changes.
LogicalResult BufferRolling::checkUsers() {
  for (Operation *user : buffer->getUsers()) {
    bool isOwn = block->isAncestor(user);
    if (isa<BlockOp, memref::DeallocOp, memref::DimOp>(user) ||
        (isa<memref::LoadOp>(user) && !isOwn) ||
        (isa<memref::StoreOp>(user) && isOwn))
      continue;
    InFlightDiagnostic error = failPrecondition()
                               << "expected the buffer to be only stored to in "
                                  "it, and loaded from elsewhere, found "
                               << describe(user);
    error.attachNote(user->getLoc()) << "this op uses it as well";
    return error;
  }
  return success();
}

// The block is alone in its loops inside `loop`, and runs for all that these
// make.
LogicalResult BufferRolling::checkBlock() {
  for (unsigned i = 0; i != block.getNumIters(); ++i)
    if (block.getIterKind(i) != IterKind::Spatial)
      return failPrecondition()
             << "expected its iterator #" << i << " to be spatial, found '"
             << stringifyIterKind(block.getIterKind(i)) << "'";
  if (!getResultIters(block, buffer))
    return failPrecondition() << "expected it to write the buffer at its "
                                 "iterators, each one index, found "
                              << describeIndices(block, buffer);
  for (const ElementAccess &access : getAccesses(block))
    if (access.isStore && access.op->getParentOp() != block)
      return failPrecondition()
             << "expected it to write under no condition, found "
             << describe(access.op->getParentOp());
  for (Operation *around = block->getParentOp(); around != loop;
       around = around->getParentOp()) {
    if (!isa<ForOp>(around))
      return failPrecondition()
             << "expected only loops around it in " << describe(loop);
    for (Value bound : around->getOperands())
      if (!canCopyValue(bound, loop, {}))
        return failPrecondition()
               << "expected a range of " << describe(around)
               << " that does not depend on " << describe(loop);
  }
  // An element that a condition keeps away in one iteration has to be away in
  // all. A row that was left out in one iteration is not there in the next one
  // either; were the condition about the loop and not about the element, it
  // might be wanted then.
  for (Value condition : getConditions(block)) {
    auto compare = condition.getDefiningOp<arith::CmpIOp>();
    bool isOfElement =
        compare && llvm::all_of(compare->getOperands(), [&](Value operand) {
          return llvm::is_contained(block.getBindings(), operand) ||
                 canCopyValue(operand, loop, {});
        });
    if (!isOfElement)
      return failPrecondition() << "expected each condition of its predicate "
                                   "to be one of its iterators, found "
                                << describe(condition);
  }
  return success();
}

// One dimension moves with the loop; one iteration makes a box.
LogicalResult BufferRolling::findAxis() {
  SmallVector<int64_t> iters = *getResultIters(block, buffer);
  SmallVector<Value> bindings;
  bool isFound = false;
  for (auto [dim, number] : llvm::enumerate(iters)) {
    if (number < 0)
      continue;
    Value binding = block.getBindings()[number];
    bindings.push_back(binding);
    if (!dependsOn(binding, loop))
      // Two moving dimensions would need a ring in two dimensions, whose fresh
      // part is no box.
      continue;
    if (isFound)
      return failPrecondition()
             << "expected one dimension of the buffer, found " << axis
             << " and " << dim << ", to move with " << describe(loop);
    isFound = true;
    axis = dim;
    iter = number;
  }
  if (!isFound)
    return failPrecondition()
           << "expected a dimension of the buffer that moves with "
           << describe(loop);
  Value moved = block.getBindings()[iter];
  IndexSpace space(block.getContext());
  AffineExpr expr = space.getExpr(moved);
  AffineExpr index = space.add(loop.getInductionVar());
  // The coefficient of the loop is how far the window moves; the range within
  // one iteration is its width.
  std::optional<int64_t> growth =
      getCoefficient(expr, cast<AffineDimExpr>(index).getPosition());
  IndexRange range = region->getRange(moved);
  auto size = range ? dyn_cast<AffineConstantExpr>(AccessRegion::getSize(range))
                    : AffineConstantExpr();
  if (!growth || !size || !region->isHyperRectangular(bindings))
    return failPrecondition()
           << "expected one iteration of " << describe(loop)
           << " to make, provably, a box that moves by a constant";
  first = range.first;
  width = size.getValue();
  step = *growth;
  // A step of the width or more shares nothing. A step below 1 does not move
  // forward.
  if (step < 1 || step >= width)
    return failPrecondition()
           << "one iteration of " << describe(loop) << " makes " << width
           << " indices of dimension " << axis << ", the next one those "
           << step << " on, expected some of them again";
  return success();
}

/// Recomputed elements have to come out equal: nothing may have changed the
/// inputs in between.
LogicalResult BufferRolling::checkInputs() {
  SmallVector<Value> inputs = getInputs(block);
  Operation *found = findConflictIn(loop, inputs, {}, block);
  if (found || !getTouchedBuffers(block).isKnown) {
    InFlightDiagnostic error = failPrecondition()
                               << "expected nothing in " << describe(loop)
                               << " to write what it reads";
    error.attachNote((found ? found : block.getOperation())->getLoc())
        << "this op does";
    return error;
  }
  WalkResult result = block.getBody()->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (operand != buffer.getResult() &&
          !block->isAncestor(operand.getParentRegion()->getParentOp()) &&
          !canCopyValue(operand, loop, {}))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failPrecondition()
           << "expected what it uses to be made in front of " << describe(loop);
  return success();
}

LogicalResult BufferRolling::check() {
  return failure(failed(findBuffer()) || failed(checkUsers()) ||
                 failed(checkBlock()) || failed(findAxis()) ||
                 failed(checkInputs()));
}

// Only in the first iteration is there nothing yet. Elements from `first +
// width - step` on are new in each iteration but the first.
void BufferRolling::addCondition() {
  OpBuilder builder(block);
  Value known = region->build(builder, loc, first);
  Value fresh =
      addIndex(builder, loc, known, indexConstant(builder, loc, width - step));
  SmallVector<Value> conditions = getConditions(block);
  Value isFresh = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                        block.getBindings()[iter], fresh);
  Value isFirst =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                            loop.getInductionVar(), loop.getLowerBound());
  conditions.push_back(arith::OrIOp::create(builder, loc, isFirst, isFresh));
  block.getPredicateMutable().assign(joinConditions(builder, loc, conditions));
}

// The elements of a ring are at their index modulo its size. Indices that live
// at the same time are less than `width` apart, so no two meet modulo `width`.
static void wrapIndex(Operation *op, unsigned axis, int64_t width) {
  auto load = dyn_cast<memref::LoadOp>(op);
  auto store = dyn_cast<memref::StoreOp>(op);
  if (!load && !store)
    return;
  MutableOperandRange indices =
      load ? load.getIndicesMutable() : store.getIndicesMutable();
  OpBuilder builder(op);
  Value size = indexConstant(builder, op->getLoc(), width);
  Value index = indices[axis].get();
  indices[axis].set(
      builder.createOrFold<arith::RemUIOp>(op->getLoc(), index, size));
}

void BufferRolling::run() {
  addCondition();
  replaceSizes(buffer);
  MemRefType type = buffer.getType();
  SmallVector<int64_t> shape(type.getShape());
  shape[axis] = width;
  OpBuilder builder(loop);
  IRMapping mapping;
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (ShapedType::isDynamic(size))
      sizes.push_back(copyValue(
          builder, buffer.getDynamicSizes()[type.getDynamicDimIndex(dim)], loop,
          mapping));
  auto ring = memref::AllocOp::create(
      builder, buffer.getLoc(),
      MemRefType(MemRefType::Builder(type).setShape(shape)), sizes,
      buffer.getAlignmentAttr());
  for (Operation *user : SmallVector<Operation *>(buffer->getUsers())) {
    wrapIndex(user, axis, width);
    // The ring outlives the iterations, and so does its end.
    if (isa<memref::DeallocOp>(user))
      user->moveAfter(loop);
  }
  buffer->replaceAllUsesWith(ring);
  buffer->erase();
}

LogicalResult rollBuffer(BlockOp block, unsigned buffer) {
  BufferRolling rolling(block, buffer);
  if (failed(rolling.check()))
    return failure();
  rolling.run();
  return success();
}

} // namespace mlir::tir
