// What the schedule primitives, as transform ops, have in common.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_SCHEDULEOPSUPPORT_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_SCHEDULEOPSUPPORT_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::tir::schedule {

/// A primitive that reads its handles and changes the program; ops that stay
/// keep their handles.
template <typename OpTy>
class InPlaceOpTrait : public OpTrait::TraitBase<OpTy, InPlaceOpTrait> {
public:
  void getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
    Operation *op = this->getOperation();
    transform::onlyReadsHandle(op->getOpOperands(), effects);
    transform::producesHandle(op->getOpResults(), effects);
    transform::modifiesPayload(effects);
  }
};

/// Runs a primitive; the errors that it gives become a failure that a script
/// may silence.
DiagnosedSilenceableFailure
runPrimitive(Operation *op, llvm::function_ref<LogicalResult()> primitive);

/// The one op that a handle names; an error at `op` if there are others.
FailureOr<Operation *> getOneOp(Operation *op, transform::TransformState &state,
                                Value handle);

/// The one loop or block that a handle names.
template <typename PayloadOp>
FailureOr<PayloadOp> getOne(Operation *op, transform::TransformState &state,
                            Value handle) {
  FailureOr<Operation *> found = getOneOp(op, state, handle);
  if (failed(found))
    return failure();
  return cast<PayloadOp>(*found);
}

/// The loop or block that a handle of anything names.
FailureOr<Operation *>
getLoopOrBlock(Operation *op, transform::TransformState &state, Value handle);

/// The loops that handles name, one each.
FailureOr<SmallVector<ForOp>>
getLoops(Operation *op, transform::TransformState &state, ValueRange handles);

/// Lets results name loops, one each.
void setLoops(transform::TransformResults &results, ResultRange handles,
              ArrayRef<ForOp> loops);

/// Lets a result name a block, if there is one.
LogicalResult setBlock(transform::TransformResults &results, Value handle,
                       FailureOr<BlockOp> block);

/// `[1, ?]`.
ParseResult parseFactors(OpAsmParser &parser, DenseI64ArrayAttr &factors);
void printFactors(OpAsmPrinter &printer, Operation *op,
                  DenseI64ArrayAttr factors);

/// A factor that a parameter gives.
inline constexpr int64_t kParamFactor = ShapedType::kDynamic + 1;

/// `[%a, 4, ?]`; `kParamFactor` stands for each parameter.
ParseResult
parseMixedFactors(OpAsmParser &parser,
                  SmallVectorImpl<OpAsmParser::UnresolvedOperand> &params,
                  DenseI64ArrayAttr &factors);
void printMixedFactors(OpAsmPrinter &printer, Operation *op,
                       OperandRange params, DenseI64ArrayAttr factors);

/// The factors, with what the parameters are, one number each.
FailureOr<SmallVector<int64_t>> getFactors(Operation *op,
                                           transform::TransformState &state,
                                           OperandRange params,
                                           ArrayRef<int64_t> factors);

/// Lets handles of ops name nothing any more: `root` and what is in it are
/// about to go away.
void forget(transform::TransformRewriter &rewriter, Operation *root);

/// Nothing is written: there are as many numbers as names on the left.
ParseResult parseNumberResults(OpAsmParser &parser,
                               SmallVectorImpl<Type> &types);
void printNumberResults(OpAsmPrinter &printer, Operation *op, TypeRange types);

/// Nothing is written: there are as many results as names on the left.
ParseResult parseLoopResults(OpAsmParser &parser, SmallVectorImpl<Type> &types);
void printLoopResults(OpAsmPrinter &printer, Operation *op, TypeRange types);

} // namespace mlir::tir::schedule

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_SCHEDULEOPSUPPORT_H
