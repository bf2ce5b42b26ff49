// Makes result types as precise as the operands allow.
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/OpFacts.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

namespace mlir::relax {
#define GEN_PASS_DEF_INFERTYPESPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {

/// What an op's results are, as far as its operands, or the values that leave
/// its region, say; empty where the op has no such rules. These three are where
/// types come in from regions and operands without the interface: a region and
/// a tuple have no inference rule since their types are exactly what they hold.
static SmallVector<Type> getInferredTypes(Operation *op) {
  SmallVector<Type> types;
  if (auto dataflow = dyn_cast<DataflowOp>(op))
    return llvm::to_vector(dataflow.getOutput()->getOperandTypes());
  if (auto tuple = dyn_cast<TupleOp>(op))
    return {TupleType::get(op->getContext(), tuple.getFields().getTypes())};
  auto rules = dyn_cast<InferTypeOpInterface>(op);
  if (!rules || failed(rules.inferReturnTypes(
                    op->getContext(), std::nullopt, op->getOperands(),
                    op->getDiscardableAttrDictionary(),
                    op->getPropertiesStorage(), op->getRegions(), types)))
    types.clear();
  return types;
}

/// Whether all users take whatever type is not provably wrong. An op of another
/// dialect may insist on the type it was verified with, such as
/// `tensor.extract` of a static shape. Ours accept each type that is not
/// provably different.
static bool hasOnlyRelaxUsers(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    return isa_and_nonnull<RelaxDialect>(user->getDialect());
  });
}

/// The type of the right operand of a broadcast where two sizes of which
/// neither is known to be 1 have to be equal for the result to have a size:
/// that of the left one. Null where no size is in doubt. For `n` against `m`
/// either may be 1, so the result's size is neither. The cast says "the right
/// one has the left one's size": that is the assumption under which the pass
/// may give the result a size, and it is checked when the program runs.
static RankedTensorType getCheckedOperandType(Operation *op) {
  auto pattern = dyn_cast<OpPatternInterface>(op);
  if (!pattern || pattern.getOpPattern() != OpPatternKind::Broadcast ||
      op->getNumOperands() != 2 || op->getNumResults() != 1)
    return {};
  auto lhs = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto rhs = dyn_cast<RankedTensorType>(op->getOperand(1).getType());
  SmallVector<Type> inferred = getInferredTypes(op);
  if (!lhs || !rhs || inferred.empty())
    return {};
  auto result = dyn_cast_or_null<RankedTensorType>(
      meetTypes(op->getResult(0).getType(), inferred.front()));
  if (!result)
    return {};
  SmallVector<SymExprAttr> left = getDims(lhs), right = getDims(rhs);
  SmallVector<SymExprAttr> known = getDims(result);
  bool isInDoubt = false;
  for (size_t axis = 1; axis <= std::min(left.size(), right.size()); ++axis) {
    SymExprAttr size = left[left.size() - axis];
    SymExprAttr &other = right[right.size() - axis];
    // Where the declared result or the rules already know the size, nothing has
    // to be assumed.
    if (known[known.size() - axis] || !size || !other)
      continue;
    other = size;
    isInDoubt = true;
  }
  return isInDoubt ? getTensorType(right, rhs.getElementType(), getVDevice(rhs))
                   : RankedTensorType();
}

struct InferTypesPass : impl::InferTypesPassBase<InferTypesPass> {
  void runOnOperation() override {
    // Regions come before the op around them, operands before their users.
    // Post-order, MLIR's default: a `dataflow` sees refined values of its body,
    // and users come after. One walk is therefore a fixpoint for everything but
    // loops, of which there are none.
    getOperation()->walk([](Operation *op) {
      if (RankedTensorType type = getCheckedOperandType(op)) {
        OpBuilder builder(op);
        op->setOperand(1, MatchCastOp::create(builder, op->getLoc(), type,
                                              op->getOperand(1)));
      }
      for (auto [result, type] :
           llvm::zip(op->getResults(), getInferredTypes(op)))
        // The meet, never the inferred type alone: the declared one may be more
        // precise, and what it says was promised.
        if (Type refined = meetTypes(result.getType(), type);
            refined && hasOnlyRelaxUsers(result))
          result.setType(refined);
    });
  }
};

} // namespace

} // namespace mlir::relax
