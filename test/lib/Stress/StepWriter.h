// One random step of a schedule, as lines of a transform script.
#ifndef RELAX_TEST_STRESS_STEPWRITER_H
#define RELAX_TEST_STRESS_STEPWRITER_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Stress/Decisions.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>

namespace mlir::relax {

/// Writes one step.
class StepWriter {
public:
  StepWriter(ModuleOp module, Decisions &decisions, unsigned number)
      : decisions(decisions), number(std::to_string(number)) {
    module.walk([&](tir::BlockOp block) { blocks.push_back(block); });
  }

  std::string write();

  /// A block, and a line that names it `%bN`, or `%cN` if it is the second.
  tir::BlockOp pickBlock(StringRef name = "b");
  tir::BlockOp take(tir::BlockOp picked, StringRef name);
  /// Lines that name the loops of `block` `%lN#0`, ...; how many there are.
  unsigned takeLoops(tir::BlockOp block, StringRef name = "l");
  std::string loop(unsigned i, StringRef name = "l") {
    return "%" + name.str() + number + "#" + std::to_string(i);
  }
  std::string block(StringRef name = "b") { return "%" + name.str() + number; }
  std::string result(StringRef name) { return "%" + name.str() + number; }
  uint64_t below(uint64_t bound) { return decisions.below(bound); }
  void line(const Twine &rest) { text += ("    " + rest + "\n").str(); }
  /// Numbers in brackets.
  std::string list(ArrayRef<int64_t> values);
  /// Several of the numbers below `count`, in any order.
  SmallVector<unsigned> pickSome(unsigned count);

  Decisions &decisions;
  std::string number;
  SmallVector<tir::BlockOp> blocks;
  std::string text;
};

/// Writes a step of one kind.
using WriteStep = void (*)(StepWriter &);

/// The kinds of steps that change loops, reductions and places of blocks; some
/// are there more than once, as likely as they are worth.
ArrayRef<WriteStep> getLoopSteps();
/// Those that change buffers, indices and layouts.
ArrayRef<WriteStep> getBufferSteps();

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_STEPWRITER_H
