// Makes result types as precise as the operands allow.
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Graph/Passes.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

namespace mlir::relax {
#define GEN_PASS_DEF_INFERTYPESPASS
#include "Relax/Transforms/Graph/Passes.h.inc"

namespace {

/// What an op's results are, as far as its operands, or the values that leave
/// its region, say; empty where the op has no such rules.
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

/// Whether all users take whatever type is not provably wrong.
static bool hasOnlyRelaxUsers(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    return isa_and_nonnull<RelaxDialect>(user->getDialect());
  });
}

struct InferTypesPass : impl::InferTypesPassBase<InferTypesPass> {
  void runOnOperation() override {
    // Regions come before the op around them, operands before their users.
    getOperation()->walk([](Operation *op) {
      for (auto [result, type] :
           llvm::zip(op->getResults(), getInferredTypes(op)))
        if (Type refined = meetTypes(result.getType(), type);
            refined && hasOnlyRelaxUsers(result))
          result.setType(refined);
    });
  }
};

} // namespace

} // namespace mlir::relax
