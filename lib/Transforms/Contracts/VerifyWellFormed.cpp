// Check what the ops of a tensor program cannot see one by one.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Contracts/Passes.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_VERIFYWELLFORMEDPASS
#include "Relax/Transforms/Contracts/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::tir {

// The op around `block` whose index `value` is computed from, if there is one.
static Operation *findIndexOwner(BlockOp block, Value value,
                                 llvm::SmallPtrSetImpl<Operation *> &seen) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *owner = argument.getOwner()->getParentOp();
    return isa<ForOp, BlockOp>(owner) && owner->isProperAncestor(block)
               ? owner
               : nullptr;
  }
  Operation *op = value.getDefiningOp();
  if (isa<BaseMemRefType>(value.getType()) || !seen.insert(op).second)
    return nullptr;
  for (Value operand : op->getOperands())
    if (Operation *owner = findIndexOwner(block, operand, seen))
      return owner;
  return nullptr;
}

// An index comes into a block through its iterators, not computed either.
static LogicalResult verifyScope(BlockOp block) {
  bool ok = true;
  llvm::SmallSetVector<Value, 8> outer;
  block.getBody()->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (operand.getDefiningOp() &&
          !block.getRegion().isAncestor(operand.getParentRegion()))
        outer.insert(operand);
  });
  for (Value value : outer) {
    llvm::SmallPtrSet<Operation *, 8> seen;
    Operation *owner = findIndexOwner(block, value, seen);
    if (!owner)
      continue;
    ok = false;
    InFlightDiagnostic diag =
        block.emitOpError("uses a value computed from an index of the '")
        << owner->getName() << "' around it; bind that to an iterator";
    diag.attachNote(value.getLoc()) << "the value is computed here";
    diag.attachNote(owner->getLoc()) << "the index belongs to this op";
  }
  return success(ok);
}

static std::optional<int64_t> getConstant(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.getSExtValue();
  return std::nullopt;
}

// An iterator stays below its extent, as far as constants say.
static LogicalResult verifyRange(BlockOp block) {
  if (block.getPredicate())
    return success();
  bool ok = true;
  for (auto [i, binding, extent] :
       llvm::enumerate(block.getBindings(), block.getExtents())) {
    auto argument = dyn_cast<BlockArgument>(binding);
    auto loop =
        argument ? dyn_cast_or_null<ForOp>(argument.getOwner()->getParentOp())
                 : ForOp();
    std::optional<int64_t> limit = getConstant(extent);
    std::optional<int64_t> upper =
        loop ? getConstant(loop.getUpperBound()) : std::nullopt;
    if (!limit || !upper || *upper <= *limit || loop.getConstantExtent() == 0)
      continue;
    ok = false;
    InFlightDiagnostic diag = block.emitOpError("has iterator #")
                              << i << " of extent " << *limit
                              << " bound to a loop that runs up to " << *upper
                              << "; make them agree or add a 'where'";
    diag.attachNote(loop.getLoc()) << "the loop is here";
  }
  return success(ok);
}

// True if both loops run equally often, as far as one can see.
static bool haveEqualExtents(ForOp a, ForOp b) {
  if (a.getConstantExtent() && b.getConstantExtent())
    return a.getConstantExtent() == b.getConstantExtent();
  return a.getLowerBound() == b.getLowerBound() &&
         a.getUpperBound() == b.getUpperBound();
}

// A thread axis is bound once on the way to a statement, and to one extent in
// a kernel: what is inside one op at the top of the function.
static LogicalResult verifyAxis(ForOp loop, ForOp first) {
  for (auto outer = loop->getParentOfType<ForOp>(); outer;
       outer = outer->getParentOfType<ForOp>())
    if (outer.getThreadAxisAttr() == loop.getThreadAxisAttr())
      return loop.emitOpError("binds thread axis ")
                 .append(loop.getThreadAxisAttr(),
                         ", which a loop around it binds already")
                 .attachNote(outer.getLoc())
             << "that loop is here";
  if (haveEqualExtents(loop, first))
    return success();
  return loop.emitOpError("binds thread axis ")
             .append(loop.getThreadAxisAttr(),
                     " with another extent than the first loop of the kernel "
                     "that does; "
                     "make them equal")
             .attachNote(first.getLoc())
         << "the first loop is here";
}

namespace {
struct VerifyWellFormedPass
    : relax::impl::VerifyWellFormedPassBase<VerifyWellFormedPass> {
  using Base::Base;

  void runOnOperation() override {
    bool ok = true;
    llvm::DenseMap<std::pair<Operation *, Attribute>, ForOp> axes;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto block = dyn_cast<BlockOp>(op)) {
        ok &= succeeded(verifyScope(block));
        ok &= succeeded(verifyRange(block));
      }
      auto loop = dyn_cast<ForOp>(op);
      if (!loop || !loop.getThreadAxisAttr())
        return;
      Operation *kernel =
          getOperation().getBody().front().findAncestorOpInBlock(*loop);
      ForOp first = axes.try_emplace({kernel, loop.getThreadAxisAttr()}, loop)
                        .first->second;
      ok &= succeeded(verifyAxis(loop, first));
    });
    if (!ok)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace mlir::tir
