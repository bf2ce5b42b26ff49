// `BufferizableOpInterface` of operators whose loops are known: ops of linalg
// on memrefs, one for each block of the operator's tensor program.
#include "ProgramToLinalg.h"

#include "Relax/Conversion/RelaxToLinalg/BufferizableOpInterfaceImpl.h"
#include "Relax/Conversion/RelaxToTIR/TensorProgram.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/Interfaces/OperatorFamilies.h"
#include "Relax/Dialect/Relax/Interfaces/OperatorLoops.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::relax {

using bufferization::BufferizationOptions;
using bufferization::BufferizationState;

/// Results are in memory of their own, without gaps.
/// Fresh buffers with the identity layout: what follows may ask for strides,
/// and one-shot bufferization would otherwise choose a dynamic layout for the
/// boundary.
static MemRefType getResultType(Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return MemRefType::get(type.getShape(), type.getElementType());
}

static FailureOr<Value> allocateResult(Operation *op, RewriterBase &rewriter,
                                       const OperatorLoops &loops,
                                       ValueRange operands,
                                       const BufferizationOptions &options) {
  MemRefType type = getResultType(op);
  SmallVector<Value> sizes;
  for (auto [axis, size] :
       llvm::enumerate(getResultSizes(rewriter, op->getLoc(), loops, operands)))
    if (type.isDynamicDim(axis))
      sizes.push_back(
          getValueOrCreateConstantIndexOp(rewriter, op->getLoc(), size));
  return options.createAlloc(rewriter, op->getLoc(), type, sizes);
}

/// The type with the sizes that it leaves open named as `names` says; a name of
/// its own where that is empty.
/// Tensor programs want named sizes. Between foreign ops nobody has named any,
/// so loops of the operator say which axes have one size.
static Type nameSizes(RankedTensorType type, ArrayRef<SymExprAttr> names,
                      unsigned &count) {
  SmallVector<SymExprAttr> dims = getDims(type);
  for (auto [dim, name] : llvm::zip_equal(dims, names))
    if (!dim)
      dim = name ? name
                 : SymExprAttr::symbol(type.getContext(),
                                       "size" + std::to_string(count++));
  return getTensorType(dims, type.getElementType());
}

/// The tensor program of an operator between other dialects' ops, where nobody
/// names sizes: loops that are one have one size.
static std::optional<TensorProgram>
buildUnnamedProgram(Operation *op, const OperatorLoops &loops,
                    std::string &reason) {
  unsigned count = 0;
  // Each loop remembers the first name that one of its operands gives it.
  SmallVector<SymExprAttr> sizes(loops.kinds.size());
  auto name = [&](Value value, ArrayRef<AffineExpr> indices) {
    SmallVector<SymExprAttr> names;
    for (AffineExpr index : indices) {
      auto loop = dyn_cast_if_present<AffineDimExpr>(index);
      names.push_back(loop ? sizes[loop.getPosition()] : SymExprAttr());
    }
    auto type = cast<RankedTensorType>(value.getType());
    Type named = nameSizes(type, names, count);
    for (auto [index, dim] :
         llvm::zip_equal(indices, getDims(cast<RankedTensorType>(named))))
      if (auto loop = dyn_cast_if_present<AffineDimExpr>(index))
        sizes[loop.getPosition()] = dim;
    return named;
  };
  // The operator is cloned over the arguments of a detached block, because
  // only the types of its operands matter for the program; nothing of the
  // function is touched.
  Block operands;
  for (auto [operand, indices] :
       llvm::zip_equal(op->getOperands(), loops.operands))
    operands.addArgument(name(operand, indices), op->getLoc());
  Type result = name(op->getResult(0), loops.result);
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToEnd(&operands);
  return buildTensorProgram(clone(builder, op, result, operands.getArguments()),
                            reason);
}

/// A type whose elements no op of linalg computes with; null if there is none.
/// memref and arith on signed or unsigned types do not exist upstream. The pass
/// convert-relax-to-linalg changes signatures as well, which an interface of
/// one op cannot.
static Type findUnsigned(Operation *op) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (cast<TensorType>(type).getElementType().isUnsignedInteger())
        return type;
  return {};
}

static LogicalResult bufferizeOperator(Operation *op, RewriterBase &rewriter,
                                       const BufferizationOptions &options,
                                       BufferizationState &state) {
  // Checked before any buffer is asked for: a failure after that would leave
  // ops behind.
  if (Type type = findUnsigned(op))
    return op->emitOpError("cannot be in memrefs: expected integers without a "
                           "sign, such as i8, found ")
           << type << "; convert the function with 'convert-relax-to-linalg'";
  rewriter.setInsertionPoint(op);
  SmallVector<Value> buffers;
  for (Value operand : op->getOperands()) {
    FailureOr<Value> buffer =
        bufferization::getBuffer(rewriter, operand, options, state);
    if (failed(buffer))
      return failure();
    buffers.push_back(*buffer);
  }
  // Asked again here although the model is only attached to operators with
  // loops: whether this one has any depends on its types.
  std::optional<OperatorLoops> loops = getOperatorLoops(op);
  if (!loops)
    return op->emitOpError(
        "cannot be in memrefs: expected it to show which axes are broadcast, "
        "and what a layout says; name the sizes with symbols, or convert the "
        "function with 'convert-relax-to-linalg'");
  std::string reason;
  std::optional<TensorProgram> program =
      buildUnnamedProgram(op, *loops, reason);
  if (!program)
    return op->emitOpError("cannot be in memrefs: ") << reason;
  FailureOr<Value> result =
      allocateResult(op, rewriter, *loops, buffers, options);
  if (failed(result))
    return failure();
  buffers.push_back(*result);
  ProgramToLinalg conversion(rewriter, *program->function);
  if (failed(conversion.convert(buffers, {})))
    return op->emitOpError("cannot be in memrefs: ") << conversion.getReason();
  bufferization::replaceOpWithBufferizedValues(rewriter, op, *result);
  return success();
}

namespace {
// Results are always new memory. An elementwise op could write over its
// operand, but relax decides reuse in its memory stage, with liveness.
template <typename Op>
struct BufferizableModel
    : public bufferization::BufferizableOpInterface::ExternalModel<
          BufferizableModel<Op>, Op> {
  bool bufferizesToAllocation(Operation *, Value) const { return true; }
  // Reads are true for all operands: saying no would let one-shot analysis
  // overwrite one in place.
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const bufferization::AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const bufferization::AnalysisState &) const {
    return false;
  }
  bufferization::AliasingValueList
  getAliasingValues(Operation *, OpOperand &,
                    const bufferization::AnalysisState &) const {
    return {};
  }
  FailureOr<bufferization::BufferLikeType>
  getBufferType(Operation *op, Value, const BufferizationOptions &,
                const BufferizationState &, SmallVector<Value> &) const {
    return cast<bufferization::BufferLikeType>(getResultType(op));
  }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    return bufferizeOperator(op, rewriter, options, state);
  }
};
} // namespace

void registerBufferization(DialectRegistry &registry) {
  // An extension that runs when the dialect is loaded: whoever registers it
  // needs no link to dialects that a program never uses.
  registry.addExtension(+[](MLIRContext *context, RelaxDialect *) {
    visitOperatorsWithLoops([&](auto *op) {
      using Op = std::remove_pointer_t<decltype(op)>;
      Op::template attachInterface<BufferizableModel<Op>>(*context);
    });
    // What tensor programs, and what becomes of them, are made of.
    // Dialects of the ops that `bufferize` makes must be loaded before the
    // pass runs; loading in a pass is an error in multi-threaded contexts.
    context->loadDialect<affine::AffineDialect, arith::ArithDialect,
                         cf::ControlFlowDialect, linalg::LinalgDialect,
                         math::MathDialect, memref::MemRefDialect,
                         tir::TIRDialect>();
  });
}

} // namespace mlir::relax
