// What the schedule primitives, as transform ops, have in common.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_SCHEDULEOPSUPPORT_H
#define RELAX_DIALECT_TIR_TRANSFORMOPS_SCHEDULEOPSUPPORT_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/STLExtras.h"

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

/// One application of a primitive: what the handles of its op name, and where
/// its results go.
class Application {
public:
  Application(Operation *op, transform::TransformRewriter &rewriter,
              transform::TransformResults &results,
              transform::TransformState &state)
      : rewriter(rewriter), results(results), state(state), op(op) {}

  transform::TransformRewriter &rewriter;
  transform::TransformResults &results;
  transform::TransformState &state;

  /// The one op that a handle names, which the handle's type says the kind of;
  /// an error at the primitive if there are others.
  template <typename PayloadOp>
  FailureOr<PayloadOp> get(Value handle) {
    FailureOr<Operation *> found = getAny(handle);
    if (failed(found))
      return failure();
    return cast<PayloadOp>(*found);
  }
  FailureOr<Operation *> getAny(Value handle);
  /// The loop or block that a handle of anything names.
  FailureOr<Operation *> getLoopOrBlock(Value handle);
  /// The loops that handles name, one each, at least one.
  FailureOr<SmallVector<ForOp>> getLoops(ValueRange handles);

  /// Calls `primitive` with the ops that the handles name, one each, of the
  /// kinds of its parameters; the op's results name what it makes.
  template <typename Primitive, typename... Handles>
  LogicalResult run(Primitive primitive, Handles... handles) {
    return run(primitive, std::index_sequence_for<Handles...>(), handles...);
  }

  /// Let the op's results name what has been made: one op, or a loop each, or
  /// all blocks one result.
  LogicalResult name(LogicalResult done) { return done; }
  LogicalResult name(FailureOr<BlockOp> block) { return nameOne(block); }
  LogicalResult name(FailureOr<ForOp> loop) { return nameOne(loop); }
  LogicalResult name(const FailureOr<SmallVector<ForOp>> &loops);
  LogicalResult name(const FailureOr<SmallVector<BlockOp>> &blocks);

private:
  template <typename Primitive, size_t... argIndices, typename... Handles>
  LogicalResult run(Primitive primitive, std::index_sequence<argIndices...>,
                    Handles... handles) {
    using Traits = llvm::function_traits<Primitive>;
    std::tuple<FailureOr<typename Traits::template arg_t<argIndices>>...> ops{
        get<typename Traits::template arg_t<argIndices>>(handles)...};
    if ((failed(std::get<argIndices>(ops)) || ...))
      return failure();
    return name(primitive(*std::get<argIndices>(ops)...));
  }

  template <typename PayloadOp>
  LogicalResult nameOne(FailureOr<PayloadOp> made) {
    if (succeeded(made))
      results.set(op->getOpResult(0), {made->getOperation()});
    return made;
  }

  Operation *op;
};

/// Runs a primitive; the errors that it gives become a failure that a script
/// may silence.
DiagnosedSilenceableFailure
runPrimitive(Operation *op, llvm::function_ref<LogicalResult()> primitive);

/// A primitive, which says in `run` what it does to the ops of its handles.
template <typename OpTy>
class PrimitiveOpTrait : public OpTrait::TraitBase<OpTy, PrimitiveOpTrait> {
public:
  DiagnosedSilenceableFailure apply(transform::TransformRewriter &rewriter,
                                    transform::TransformResults &results,
                                    transform::TransformState &state) {
    auto op = cast<OpTy>(this->getOperation());
    return runPrimitive(op, [&]() -> LogicalResult {
      Application application(op, rewriter, results, state);
      return op.run(application);
    });
  }
};

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
