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
  // The error is at the program; scripts are long, and often in another file.
  for (Diagnostic &error : errors)
    if (error.getLocation() != op->getLoc())
      error.attachNote(op->getLoc()) << "this step of the schedule asks for it";
  return DiagnosedSilenceableFailure::silenceableFailure(std::move(errors));
}

FailureOr<Operation *> Application::getAny(Value handle) {
  SmallVector<Operation *> payload(state.getPayloadOps(handle));
  if (payload.size() == 1)
    return payload.front();
  return op->emitOpError("expects a handle of one op, found one of ")
         << payload.size()
         << "; take the handle again, or split it with "
            "'transform.split_handle'";
}

FailureOr<Operation *> Application::getLoopOrBlock(Value handle) {
  FailureOr<Operation *> found = getAny(handle);
  if (failed(found) || isa<ForOp, BlockOp>(*found))
    return found;
  InFlightDiagnostic error =
      op->emitOpError("expects a handle of a 'tir.for' or a 'tir.block', found "
                      "one of '")
      << (*found)->getName() << "'";
  error.attachNote((*found)->getLoc()) << "the op is here";
  return error;
}

FailureOr<SmallVector<ForOp>> Application::getLoops(ValueRange handles) {
  SmallVector<ForOp> loops;
  for (Value handle : handles) {
    FailureOr<ForOp> loop = get<ForOp>(handle);
    if (failed(loop))
      return failure();
    loops.push_back(*loop);
  }
  if (loops.empty())
    return op->emitOpError("expects at least one loop, found none");
  return loops;
}

LogicalResult Application::name(const FailureOr<SmallVector<ForOp>> &loops) {
  if (failed(loops))
    return failure();
  for (auto [handle, loop] : llvm::zip_equal(op->getOpResults(), *loops))
    results.set(handle, {ForOp(loop).getOperation()});
  return success();
}

LogicalResult Application::name(const FailureOr<SmallVector<BlockOp>> &blocks) {
  if (failed(blocks))
    return failure();
  results.set(op->getOpResult(0),
              SmallVector<Operation *>(blocks->begin(), blocks->end()));
  return success();
}

void forget(transform::TransformRewriter &rewriter, Operation *root) {
  auto *listener = dyn_cast_if_present<RewriterBase::Listener>(
      static_cast<OpBuilder::Listener *>(rewriter.getListener()));
  if (listener)
    root->walk([&](Operation *op) { listener->notifyOperationErased(op); });
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<int64_t>> getFactors(Operation *op,
                                           transform::TransformState &state,
                                           OperandRange params,
                                           ArrayRef<int64_t> factors) {
  SmallVector<int64_t> all(factors);
  auto next = params.begin();
  for (int64_t &factor : all) {
    if (factor != kParamFactor)
      continue;
    ArrayRef<Attribute> values = state.getParams(*next++);
    auto number = values.size() == 1 ? dyn_cast<IntegerAttr>(values.front())
                                     : IntegerAttr();
    if (!number)
      return op->emitOpError("expects a parameter of one number, found one of ")
             << values.size();
    factor = number.getInt();
  }
  return all;
}

ParseResult
parseMixedFactors(OpAsmParser &parser,
                  SmallVectorImpl<OpAsmParser::UnresolvedOperand> &params,
                  DenseI64ArrayAttr &factors) {
  SmallVector<int64_t> values;
  auto parseOne = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand param;
    OptionalParseResult found = parser.parseOptionalOperand(param);
    if (found.has_value()) {
      params.push_back(param);
      values.push_back(kParamFactor);
      return *found;
    }
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

void printMixedFactors(OpAsmPrinter &printer, Operation *op,
                       OperandRange params, DenseI64ArrayAttr factors) {
  printer << '[';
  auto next = params.begin();
  llvm::interleaveComma(factors.asArrayRef(), printer, [&](int64_t factor) {
    if (factor == kOpenFactor)
      printer << '?';
    else if (factor == kParamFactor && next != params.end())
      printer << *next++;
    else
      printer << factor;
  });
  printer << ']';
}

ParseResult parseFactors(OpAsmParser &parser, DenseI64ArrayAttr &factors) {
  SmallVector<OpAsmParser::UnresolvedOperand> params;
  llvm::SMLoc start = parser.getCurrentLocation();
  if (parseMixedFactors(parser, params, factors))
    return failure();
  if (!params.empty())
    return parser.emitError(start, "expected numbers, found a parameter");
  return success();
}

void printFactors(OpAsmPrinter &printer, Operation *op,
                  DenseI64ArrayAttr factors) {
  printMixedFactors(
      printer, op, OperandRange(op->operand_end(), op->operand_end()), factors);
}

// Each result is a number that is written down, or has a name.
static ParseResult parseResults(OpAsmParser &parser, StringRef what, Type type,
                                SmallVectorImpl<Type> &types) {
  constexpr size_t maxResults = 10000;
  if (parser.getNumResults() > maxResults)
    return parser.emitError(parser.getNameLoc(), "makes ")
           << parser.getNumResults() << " " << what << "; expected at most "
           << maxResults;
  types.assign(parser.getNumResults(), type);
  return success();
}

ParseResult parseNumberResults(OpAsmParser &parser,
                               SmallVectorImpl<Type> &types) {
  MLIRContext *context = parser.getContext();
  return parseResults(
      parser, "numbers",
      transform::ParamType::get(context, IntegerType::get(context, 64)), types);
}

void printNumberResults(OpAsmPrinter &printer, Operation *op, TypeRange types) {
}

ParseResult parseLoopResults(OpAsmParser &parser,
                             SmallVectorImpl<Type> &types) {
  return parseResults(
      parser, "loops",
      transform::OperationType::get(parser.getContext(), "tir.for"), types);
}

void printLoopResults(OpAsmPrinter &printer, Operation *op, TypeRange types) {}

} // namespace mlir::tir::schedule
