// Writes down, as a transform script, what a default schedule does.
#include "ScheduleWriter.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/TransformOps/QueryOps.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"

namespace mlir::tir {

template <typename OpTy>
static Type getHandleType(OpBuilder &builder) {
  return transform::OperationType::get(builder.getContext(),
                                       OpTy::getOperationName());
}

/// The handle of the function is the first step; all others refer to what is in
/// it, so that equal block names in other functions do not matter.
ScheduleWriter::ScheduleWriter(OpBuilder &builder, FuncOp function, Value root)
    : builder(builder), function(function), loc(function.getLoc()),
      handle(write<schedule::GetFunctionOp>(getHandleType<FuncOp>(builder),
                                            function.getSymName(), root)) {}

// One of the ops that a handle names. Splitting is the transform dialect's way
// to index a list. Its checks are on, as a wrong number of ops is a script for
// another program.
Value ScheduleWriter::pick(Value handles, size_t count, size_t index) {
  if (count == 1)
    return handles;
  SmallVector<Type> types(count, handles.getType());
  return write<transform::SplitHandleOp>(types, handles,
                                         /*pass_through_empty_handle=*/true,
                                         /*fail_on_payload_too_small=*/true,
                                         /*overflow_result=*/IntegerAttr())
      ->getResult(index);
}

// By its name, where no other block has it. A name is best for whoever edits
// the script. Where several blocks have it, their number in order is what is
// left, which holds for this state of the program only.
Value ScheduleWriter::find(BlockOp block) {
  unsigned namesakes = 0;
  function.walk([&](BlockOp other) {
    namesakes += other.getLabel() == block.getLabel();
  });
  if (namesakes == 1)
    return write<schedule::GetBlockOp>(getHandleType<BlockOp>(builder),
                                       block.getLabelAttr(), handle);
  SmallVector<BlockOp> blocks = getChildBlocks(function);
  return pick(write<schedule::GetChildBlocksOp>(getHandleType<BlockOp>(builder),
                                                handle),
              blocks.size(), llvm::find(blocks, block) - blocks.begin());
}

std::pair<Value, Value> ScheduleWriter::find(const Reduction &reduction) {
  Value block = find(reduction.nest.block), end;
  if (reduction.epilogue)
    end = find(reduction.epilogue->block);
  return {block, end};
}

Value ScheduleWriter::findStatement(Operation *op) {
  SmallVector<Operation *> ops = getStatements(function);
  return pick(write<schedule::GetStatementsOp>(
                  builder.getType<transform::AnyOpType>(), handle),
              ops.size(), llvm::find(ops, op) - ops.begin());
}

Value ScheduleWriter::runPass(StringRef pass, Value function) {
  return write<transform::ApplyRegisteredPassOp>(
      function.getType(), function, pass,
      DictionaryAttr::get(builder.getContext()), ValueRange());
}

Type ScheduleWriter::getLoopType() { return getHandleType<ForOp>(builder); }

static Operation *getBefore(OpBuilder &builder) {
  Block::iterator point = builder.getInsertionPoint();
  return point == builder.getInsertionBlock()->begin() ? nullptr
                                                       : &*std::prev(point);
}

Operation *ScheduleWriter::getLast() { return getBefore(builder); }

void ScheduleWriter::eraseAfter(Operation *last) {
  while (Operation *op = getBefore(builder)) {
    if (op == last)
      return;
    op->erase();
  }
}

void remarkStep(StringRef step, BlockOp block, std::optional<LoopNest> end,
                int64_t lanes, StringRef rest) {
  std::string with;
  if (end)
    with = " with %" + end->block.getLabel().str();
  block.emitRemark("is scheduled as by 'transform.tir.")
      << step << " %" << block.getLabel() << with << " lanes = " << lanes
      << rest << "'";
}

} // namespace mlir::tir
