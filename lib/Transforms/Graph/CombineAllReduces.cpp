// Joins small all-reduces into one, whose cost is that of its steps and not of
// its bytes.
//
// A group is open from its first all-reduce to the first op that reads one of
// them. There its operands are laid end to end, and exchanged.
#include "Relax/Transforms/Graph/Passes.h"

#include "Relax/Dialect/Relax/IR/CollectiveOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::relax {
#define GEN_PASS_DEF_COMBINEALLREDUCESPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {
/// All-reduces that may be one: all is the same but the sizes.
using Group = SmallVector<AllReduceOp>;

struct CombineAllReducesPass
    : impl::CombineAllReducesPassBase<CombineAllReducesPass> {
  using CombineAllReducesPassBase::CombineAllReducesPassBase;

  void runOnOperation() override;

private:
  bool visit(Block &block);
  int64_t countBytes(AllReduceOp op);
};
} // namespace

/// Bytes of an operand that is small and of known sizes, else 0. What is on a
/// device has another type, and is left alone: copies there are launches.
int64_t CombineAllReducesPass::countBytes(AllReduceOp op) {
  auto tensor = dyn_cast<RankedTensorType>(op.getX().getType());
  if (!tensor || tensor.getEncoding() || !tensor.hasStaticShape())
    return 0;
  SymExprAttr bytes = getByteSize(tensor);
  int64_t count = bytes ? bytes.getConstant().value_or(0) : 0;
  return count <= maxBytes ? count : 0;
}

/// Makes one all-reduce in front of `reader`.
static void combine(Group &group, Operation *reader) {
  OpBuilder builder(reader);
  AllReduceOp first = group.front();
  SmallVector<Location> locations;
  for (AllReduceOp member : group)
    locations.push_back(member.getLoc());
  Location location = FusedLoc::get(reader->getContext(), locations);
  TensorBuilder tensors(builder, location);
  SmallVector<Value> flat;
  SmallVector<int64_t> ends;
  int64_t end = 0;
  for (AllReduceOp member : group) {
    int64_t count =
        cast<RankedTensorType>(member.getX().getType()).getNumElements();
    flat.push_back(
        tensors.reshape(member.getX(), getDim(reader->getContext(), count)));
    end += count;
    ends.push_back(end);
  }
  Value all = tensors.concat(flat, 0);
  auto sum = AllReduceOp::create(builder, location, all.getType(), all,
                                 first->getAttrs());
  SplitOp::Properties parts;
  parts.axis = builder.getI64IntegerAttr(0);
  parts.indices = builder.getDenseI64ArrayAttr(ArrayRef(ends).drop_back());
  Operation *split = tensors.emitAll<SplitOp>(sum.getResult(), parts);
  for (auto [member, part] : llvm::zip(group, split->getResults())) {
    auto type = cast<RankedTensorType>(member.getType());
    Value whole = tensors.reshape(part, getDims(type));
    member.getResult().replaceAllUsesWith(whole);
    member->erase();
  }
}

/// Whether an op, or one inside of it, reads a member.
static bool reads(Operation *op, const Group &group) {
  return llvm::any_of(group, [&](AllReduceOp member) {
    return llvm::any_of(member->getUsers(),
                        [&](Operation *user) { return op->isAncestor(user); });
  });
}

bool CombineAllReducesPass::visit(Block &block) {
  // In the order in which they were opened: all workers have to exchange in the
  // same one.
  llvm::MapVector<std::pair<Attribute, Type>, Group> groups;
  bool isChanged = false;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    groups.remove_if([&](auto &entry) {
      Group &group = entry.second;
      if (!reads(&op, group))
        return false;
      if (group.size() > 1)
        combine(group, &op);
      isChanged |= group.size() > 1;
      return true;
    });
    auto member = dyn_cast<AllReduceOp>(op);
    if (member && countBytes(member) != 0)
      groups[{member->getAttrDictionary(),
              getElementTypeOrSelf(member.getType())}]
          .push_back(member);
  }
  return isChanged;
}

void CombineAllReducesPass::runOnOperation() {
  bool isChanged = false;
  int64_t count = 0;
  getOperation().walk([&](AllReduceOp) { ++count; });
  if (count < 2)
    return markAllAnalysesPreserved();
  // Two exchanges of one sum, as of the derivatives by two biases that are
  // added, would both be in the one that is made.
  OpPassManager simplification(FuncOp::getOperationName());
  simplification.addPass(createCSEPass());
  if (failed(runPipeline(simplification, getOperation())))
    return signalPassFailure();
  // Only now: what was dead is erased, with the blocks in it.
  SmallVector<Block *> blocks;
  getOperation().walk([&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks)
    isChanged |= visit(*block);
  if (!isChanged)
    markAllAnalysesPreserved();
}

} // namespace mlir::relax
