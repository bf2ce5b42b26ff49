// What the schedule primitives, as transform ops, have in common.
#include "Relax/Dialect/TIR/TransformOps/ScheduleOpSupport.h"

#include "Relax/Dialect/TIR/Schedule/LoopTransforms.h"

namespace mlir::tir::schedule {

DiagnosedSilenceableFailure
runPrimitive(Operation *op, llvm::function_ref<LogicalResult()> primitive) {
  SmallVector<Diagnostic> errors;
  ScopedDiagnosticHandler handler(
      op->getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        errors.push_back(std::move(diagnostic));
        return success();
      });
  if (succeeded(primitive()))
    return DiagnosedSilenceableFailure::success();
  return DiagnosedSilenceableFailure::silenceableFailure(std::move(errors));
}

FailureOr<Operation *> getOneOp(Operation *op, transform::TransformState &state,
                                Value handle) {
  SmallVector<Operation *> payload(state.getPayloadOps(handle));
  if (payload.size() == 1)
    return payload.front();
  return op->emitOpError("expects a handle of one op, found one of ")
         << payload.size()
         << "; take the handle again, or split it with "
            "'transform.split_handle'";
}

FailureOr<Operation *>
getLoopOrBlock(Operation *op, transform::TransformState &state, Value handle) {
  FailureOr<Operation *> found = getOneOp(op, state, handle);
  if (failed(found) || isa<ForOp, BlockOp>(*found))
    return found;
  InFlightDiagnostic error =
      op->emitOpError("expects a handle of a 'tir.for' or a 'tir.block', found "
                      "one of '")
      << (*found)->getName() << "'";
  error.attachNote((*found)->getLoc()) << "the op is here";
  return error;
}

FailureOr<SmallVector<ForOp>>
getLoops(Operation *op, transform::TransformState &state, ValueRange handles) {
  SmallVector<ForOp> loops;
  for (Value handle : handles) {
    FailureOr<ForOp> loop = getOne<ForOp>(op, state, handle);
    if (failed(loop))
      return failure();
    loops.push_back(*loop);
  }
  if (loops.empty())
    return op->emitOpError("expects at least one loop");
  return loops;
}

void setLoops(transform::TransformResults &results, ResultRange handles,
              ArrayRef<ForOp> loops) {
  for (auto [handle, loop] : llvm::zip_equal(handles, loops))
    results.set(cast<OpResult>(handle), {ForOp(loop).getOperation()});
}

LogicalResult setBlock(transform::TransformResults &results, Value handle,
                       FailureOr<BlockOp> block) {
  if (succeeded(block))
    results.set(cast<OpResult>(handle), {block->getOperation()});
  return block;
}

ParseResult parseFactors(OpAsmParser &parser, DenseI64ArrayAttr &factors) {
  SmallVector<int64_t> values;
  auto parseOne = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      values.push_back(kOpenFactor);
      return success();
    }
    return parser.parseInteger(values.emplace_back());
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseOne))
    return failure();
  factors = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

void printFactors(OpAsmPrinter &printer, Operation *op,
                  DenseI64ArrayAttr factors) {
  printer << '[';
  llvm::interleaveComma(factors.asArrayRef(), printer, [&](int64_t factor) {
    if (factor == kOpenFactor)
      printer << '?';
    else
      printer << factor;
  });
  printer << ']';
}

ParseResult parseLoopResults(OpAsmParser &parser,
                             SmallVectorImpl<Type> &types) {
  // Each is a factor that is written down.
  constexpr size_t most = 10000;
  if (parser.getNumResults() > most)
    return parser.emitError(parser.getNameLoc(), "makes ")
           << parser.getNumResults() << " loops; expected at most " << most;
  types.assign(parser.getNumResults(),
               transform::OperationType::get(parser.getContext(), "tir.for"));
  return success();
}

void printLoopResults(OpAsmPrinter &printer, Operation *op, TypeRange types) {}

} // namespace mlir::tir::schedule
