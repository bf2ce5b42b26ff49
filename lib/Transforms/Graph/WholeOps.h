// Operators that each worker computes whole, while others are split.
#ifndef RELAX_LIB_TRANSFORMS_GRAPH_WHOLEOPS_H
#define RELAX_LIB_TRANSFORMS_GRAPH_WHOLEOPS_H

#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::relax {

/// Operators with operands or results other than ranked tensors, such as a
/// call with a tuple, which upstream's passes reject, and those with regions.
/// While these run, each is replaced by a cast of its tensors, which every
/// worker has whole.
class WholeOps {
public:
  explicit WholeOps(FuncOp func);
  ~WholeOps();

  void takeOut();
  void putBack();

private:
  static constexpr StringLiteral kIndex = "relax.whole";

  struct TakenOp;
  void take(Operation *op);
  void takeCaptured(TakenOp &taken, SmallVectorImpl<Value> &tensors);
  void insert(size_t index, Operation *before);

  /// An operand that a cast stands for, or that is a parameter.
  struct Operand {
    unsigned index;
    /// Of the parameter; of the cast's operand if it is none.
    unsigned place;
    bool isParameter;
  };
  /// What regions read of the tensors around them, each by a stand-in while the
  /// op is away.
  struct Captured {
    UnrealizedConversionCastOp standIn;
    /// Of the cast's operand.
    unsigned place;
  };
  struct TakenOp {
    Operation *op;
    SmallVector<Operand> operands;
    SmallVector<Captured> captured;
    /// Other ops that regions read of, such as shapes.
    SmallVector<Operation *> makers;
  };

  FuncOp func;
  /// Makes what operands are while the values that they stand for change.
  Operation *nothing;
  SmallVector<TakenOp> ops;
  llvm::DenseMap<Operation *, size_t> indices;
};

} // namespace mlir::relax

#endif // RELAX_LIB_TRANSFORMS_GRAPH_WHOLEOPS_H
