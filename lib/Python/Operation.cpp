// The objects of operations: who keeps whom, and when they are gone.
#include "IR.h"

namespace relax_python {

// MLIR checks such uses by assertions, which Debian's build lacks: without
// this, a use would be left that points to freed memory.
static bool isInside(MlirOperation op, MlirOperation ancestor) {
  for (; op.ptr; op = mlirOperationGetParentOperation(op))
    if (mlirOperationEqual(op, ancestor))
      return true;
  return false;
}

static bool isUsedOutside(MlirValue value, MlirOperation tree) {
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!isInside(mlirOpOperandGetOwner(use), tree))
      return true;
  return false;
}

// Calls `visit` with each block directly inside `op`.
template <typename Visit>
static void forEachBlock(MlirOperation op, Visit visit) {
  for (intptr_t i = 0, e = mlirOperationGetNumRegions(op); i < e; ++i)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i));
         block.ptr; block = mlirBlockGetNextInRegion(block))
      visit(block);
}

// Whether something outside of `tree` uses a value of it.
static bool isUsedOutside(MlirOperation tree) {
  std::pair<MlirOperation, bool> state{tree, false};
  mlirOperationWalk(
      tree,
      [](MlirOperation op, void *data) {
        auto &[tree, isUsed] =
            *static_cast<std::pair<MlirOperation, bool> *>(data);
        for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
          isUsed |= isUsedOutside(mlirOperationGetResult(op, i), tree);
        forEachBlock(op, [&, all = tree, used = &isUsed](MlirBlock block) {
          for (intptr_t i = 0, e = mlirBlockGetNumArguments(block); i < e; ++i)
            *used |= isUsedOutside(mlirBlockGetArgument(block, i), all);
        });
        return isUsed ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
      },
      &state, MlirWalkPreOrder);
  return state.second;
}

Operation::Operation(ContextRef owner, MlirOperation op,
                     std::shared_ptr<Operation> parent)
    : context(std::move(owner)), op(op), parent(std::move(parent)) {}

Operation::~Operation() {
  if (!isValid())
    return;
  context->operations.erase(op.ptr);
  if (parent)
    return;
  // No object of the tree is left, or it would have kept this one.
  if (isUsedOutside(op))
    context->used.push_back(op);
  else
    mlirOperationDestroy(op);
}

std::shared_ptr<Operation> Operation::of(const ContextRef &context,
                                         MlirOperation op) {
  if (!op.ptr)
    return nullptr;
  std::weak_ptr<Operation> &known = context->operations[op.ptr];
  if (std::shared_ptr<Operation> found = known.lock())
    return found;
  std::shared_ptr<Operation> parent =
      of(context, mlirOperationGetParentOperation(op));
  auto made = std::make_shared<Operation>(context, op, std::move(parent));
  // The look-up of the parent may have moved the entries.
  context->operations[op.ptr] = made;
  return made;
}

MlirOperation Operation::get() const {
  context->checkIdle();
  if (!isValid())
    throw std::runtime_error(
        "the operation has been invalidated: it was erased, or a pass manager "
        "ran on what is around it; take it from its parent again");
  return op;
}

bool Operation::isInside(const Operation *ancestor) const {
  for (const Operation *each = this; each; each = each->parent.get())
    if (each == ancestor)
      return true;
  return false;
}

void Operation::updateParent() {
  parent = of(context, mlirOperationGetParentOperation(op));
}

void Operation::detach() {
  if (!mlirOperationGetBlock(get()).ptr)
    throw std::invalid_argument(
        "expected an operation inside of a block, found one without a parent");
  if (mlirOperationGetNumSuccessors(op))
    throw std::invalid_argument("expected an operation without successors, "
                                "found one that names blocks of its region");
  mlirOperationRemoveFromParent(op);
  parent = nullptr;
}

void Operation::erase() {
  if (isUsedOutside(get()))
    throw std::invalid_argument(
        "expected an operation that nothing uses, found uses of its results; "
        "replace them first, as by replace_all_uses_with");
  MlirOperation erased = op;
  mlirOperationWalk(
      erased,
      [](MlirOperation each, void *data) {
        auto &context = *static_cast<Context *>(data);
        auto found = context.operations.find(each.ptr);
        if (found != context.operations.end())
          if (std::shared_ptr<Operation> object = found->second.lock())
            object->invalidate();
        forEachBlock(each, [&](MlirBlock block) {
          auto found = context.blocks.find(block.ptr);
          if (found != context.blocks.end())
            if (BlockRef object = found->second.lock())
              object->invalidate();
        });
        return MlirWalkResultAdvance;
      },
      context.get(), MlirWalkPostOrder);
  mlirOperationDestroy(erased);
}

void Operation::forgetInside() {
  // The tree is not walked: what the objects stand for may be gone.
  std::vector<std::shared_ptr<Operation>> inside;
  for (auto &[pointer, weak] : context->operations)
    if (std::shared_ptr<Operation> each = weak.lock())
      if (each.get() != this && each->isInside(this))
        inside.push_back(std::move(each));
  std::vector<BlockRef> blocks;
  for (auto &[pointer, weak] : context->blocks)
    if (BlockRef each = weak.lock())
      if (each->getOwner()->isInside(this))
        blocks.push_back(std::move(each));
  for (const BlockRef &each : blocks)
    each->invalidate();
  for (const std::shared_ptr<Operation> &each : inside)
    each->invalidate();
}

void Operation::invalidate() {
  context->operations.erase(op.ptr);
  op = {nullptr};
}

MlirRegion Region::get() const {
  return mlirOperationGetRegion(owner->get(), index);
}

Block::~Block() {
  if (block.ptr)
    getContext()->blocks.erase(block.ptr);
}

std::shared_ptr<Block> Block::of(const ContextRef &context, MlirBlock block) {
  std::shared_ptr<Block> found = context->blocks[block.ptr].lock();
  if (found)
    return found;
  auto made = std::make_shared<Block>(
      Operation::of(context, mlirBlockGetParentOperation(block)), block);
  context->blocks[block.ptr] = made;
  return made;
}

MlirBlock Block::get() const {
  owner->getContext()->checkIdle();
  if (!block.ptr)
    throw std::runtime_error(
        "the block has been invalidated: its operation was erased, or a pass "
        "manager ran on what is around it; take it from its region again");
  return block;
}

void Block::invalidate() {
  getContext()->blocks.erase(block.ptr);
  block = {nullptr};
}

MlirValue Value::get() const {
  if (owner) {
    owner->get();
    return value;
  }
  // An argument may have been erased; its block knows.
  MlirBlock parent = block->get();
  for (intptr_t i = 0, e = mlirBlockGetNumArguments(parent); i < e; ++i)
    if (mlirValueEqual(mlirBlockGetArgument(parent, i), value))
      return value;
  throw std::runtime_error("the block argument has been invalidated: it was "
                           "erased from its block");
}

void insertAt(const InsertionPoint &point, const OperationRef &op) {
  checkSame(point.block->getContext(), op->getContext());
  MlirBlock block = point.block->get();
  if (point.before && point.before == op)
    return;
  if (point.block->getOwner()->isInside(op.get()))
    throw std::invalid_argument(
        "expected an insertion point outside of the operation, found one "
        "inside of it");
  MlirOperation before = point.before ? point.before->get() : MlirOperation{};
  // Asked of the block, as the one in front may be elsewhere by now.
  if (before.ptr && !mlirBlockEqual(mlirOperationGetBlock(before), block))
    throw std::invalid_argument("expected the operation of the insertion point "
                                "in its block, found it in another one");
  if (mlirOperationGetBlock(op->get()).ptr) {
    if (mlirOperationGetNumSuccessors(op->get()) &&
        !mlirRegionEqual(
            mlirBlockGetParentRegion(mlirOperationGetBlock(op->get())),
            mlirBlockGetParentRegion(block)))
      throw std::invalid_argument("expected a place in the same region, as the "
                                  "operation names blocks of it");
    mlirOperationRemoveFromParent(op->get());
  }
  mlirBlockInsertOwnedOperationBefore(block, before, op->get());
  op->updateParent();
}

intptr_t checkIndex(intptr_t index, intptr_t size) {
  intptr_t found = index < 0 ? index + size : index;
  if (found < 0 || found >= size)
    throw nb::index_error(("expected an index below " + std::to_string(size) +
                           ", found " + std::to_string(index))
                              .c_str());
  return found;
}

} // namespace relax_python
