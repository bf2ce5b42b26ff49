// Writes down, as a transform script, what a default schedule does.
#ifndef RELAX_LIB_TRANSFORMS_KERNEL_SCHEDULEWRITER_H
#define RELAX_LIB_TRANSFORMS_KERNEL_SCHEDULEWRITER_H

#include "Relax/Dialect/TIR/Analysis/Reduction.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::tir {

/// Writes ops of the transform dialect, one for each step that is about to be
/// done in a function.
class ScheduleWriter {
public:
  /// `builder` is where steps go; `root` names an op around `function`.
  ScheduleWriter(OpBuilder &builder, FuncOp function, Value root);

  /// Handles of the function, of a block that is in it now, and of an op at its
  /// top.
  Value getFunction() const { return handle; }
  Value find(BlockOp block);
  Value findStatement(Operation *op);
  /// Handles of the blocks of a reduction and of its epilogue, null if it has
  /// none.
  std::pair<Value, Value> find(const Reduction &reduction);
  /// The type of a handle of a loop.
  Type getLoopType();

  /// Runs a pass on the function that `function` names, and gives its handle.
  Value runPass(StringRef pass, Value function);

  /// The step that has been written last; null before the first. What has been
  /// written after one goes away again by `eraseAfter`.
  Operation *getLast();
  void eraseAfter(Operation *last);

  /// Writes a `Step` of these operands and attributes.
  template <typename Step, typename... Args>
  Step write(Args &&...args) {
    return Step::create(builder, loc, std::forward<Args>(args)...);
  }

private:
  Value pick(Value handles, size_t count, size_t index);

  OpBuilder &builder;
  FuncOp function;
  Location loc;
  Value handle;
};

/// Says at a block which op of a transform script does what is done there;
/// blocks are named `%LABEL`.
void remarkStep(StringRef step, BlockOp block, std::optional<LoopNest> end,
                int64_t lanes, StringRef rest);

} // namespace mlir::tir

#endif // RELAX_LIB_TRANSFORMS_KERNEL_SCHEDULEWRITER_H
