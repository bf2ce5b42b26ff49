// Text and verification of relax's types.
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/PlacementSyntax.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Support/RuleError.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#define GET_TYPEDEF_CLASSES
#include "Relax/Dialect/Relax/IR/RelaxTypes.cpp.inc"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// ShapeType
//===----------------------------------------------------------------------===//

ShapeType ShapeType::get(MLIRContext *context, ArrayRef<SymExprAttr> dims) {
  bool known = llvm::any_of(dims, [](SymExprAttr dim) { return !!dim; });
  return Base::get(context, known ? dims : ArrayRef<SymExprAttr>(),
                   static_cast<int64_t>(dims.size()));
}

ShapeType ShapeType::get(MLIRContext *context, int64_t rank) {
  return Base::get(context, ArrayRef<SymExprAttr>(), rank);
}

ShapeType ShapeType::get(MLIRContext *context) {
  return get(context, kUnknownRank);
}

SmallVector<SymExprAttr> ShapeType::getDimsOrUnknown() const {
  if (!hasRank())
    return {};
  if (hasDims())
    return SmallVector<SymExprAttr>(getDims());
  return SmallVector<SymExprAttr>(getRank());
}

static LogicalResult verifyRank(function_ref<InFlightDiagnostic()> emitError,
                                int64_t rank) {
  if (rank >= 0 && rank <= ShapeType::kMaxRank)
    return success();
  return emitRuleError(emitError, "!relax.shape", 2)
         << "expected a shape of rank 0 to " << ShapeType::kMaxRank
         << ", found " << rank << "; write '?' for an unknown rank";
}

Type ShapeType::parse(AsmParser &parser) {
  MLIRContext *context = parser.getContext();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  SmallVector<SymExprAttr> dims;
  int64_t rank = kUnknownRank;
  if (succeeded(parser.parseOptionalQuestion())) {
    // Nothing is known.
  } else if (succeeded(parser.parseOptionalKeyword("rank"))) {
    // The number that stands for an unknown rank is not for text.
    auto emitError = [&] { return parser.emitError(loc); };
    if (parser.parseInteger(rank) || failed(verifyRank(emitError, rank)))
      return {};
  } else {
    if (parseDimList(parser, dims))
      return {};
    rank = static_cast<int64_t>(dims.size());
  }
  if (parser.parseGreater())
    return {};
  if (llvm::all_of(dims, [](SymExprAttr dim) { return !dim; }))
    dims.clear();
  return parser.getChecked<ShapeType>(loc, context, ArrayRef(dims), rank);
}

void ShapeType::print(AsmPrinter &printer) const {
  printer << '<';
  if (!hasRank())
    printer << '?';
  else if (hasDims())
    printDimList(printer.getStream(), getDims());
  else
    printer << "rank " << getRank();
  printer << '>';
}

LogicalResult ShapeType::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<SymExprAttr> dims, int64_t rank) {
  // R2: a rank that exists.
  if (rank != kUnknownRank && failed(verifyRank(emitError, rank)))
    return failure();
  // R1: a size is never negative.
  return verifyDimList(emitError, dims, "!relax.shape", 1);
}

//===----------------------------------------------------------------------===//
// CallableType
//===----------------------------------------------------------------------===//

Type CallableType::parse(AsmParser &parser) {
  StringRef purity;
  FunctionType signature;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&purity, {"pure", "impure"}))) {
    if (parser.parseType(signature) || parser.parseComma())
      return {};
    loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeyword(&purity, {"pure", "impure"}))) {
      parser.emitError(loc) << "expected 'pure' or 'impure'";
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), signature, purity == "pure");
}

void CallableType::print(AsmPrinter &printer) const {
  printer << '<';
  if (FunctionType signature = getSignature()) {
    printer.printType(signature);
    printer << ", ";
  }
  printer << (getPure() ? "pure>" : "impure>");
}

//===----------------------------------------------------------------------===//
// DTensorType
//===----------------------------------------------------------------------===//

ParseResult parsePlacement(AsmParser &parser,
                           SmallVectorImpl<int64_t> &placement) {
  auto parseAxis = [&]() -> ParseResult {
    StringRef kind;
    SMLoc loc = parser.getCurrentLocation();
    if (failed(parser.parseOptionalKeyword(&kind, {"S", "R", "P"})))
      return parser.emitError(loc) << "expected 'S[i]' for a mesh axis that "
                                      "splits dimension i, 'R' for one that "
                                      "keeps copies, or 'P' for one along "
                                      "which workers have partial sums";
    placement.push_back(kind == "P" ? kPartialSum : DTensorType::kReplicated);
    if (kind != "S")
      return success();
    if (parser.parseLSquare())
      return failure();
    loc = parser.getCurrentLocation();
    if (parser.parseInteger(placement.back()))
      return failure();
    if (placement.back() < 0)
      return parser.emitError(loc) << "expected a dimension of 0 or more, "
                                      "found "
                                   << placement.back();
    return parser.parseRSquare();
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        parseAxis);
}

Type DTensorType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  TensorType tensor;
  FlatSymbolRefAttr mesh;
  SmallVector<int64_t> placement;
  if (parser.parseLess() || parser.parseType(tensor) || parser.parseComma() ||
      parser.parseAttribute(mesh) || parser.parseComma() ||
      parsePlacement(parser, placement) || parser.parseGreater())
    return {};
  return parser.getChecked<DTensorType>(loc, parser.getContext(), tensor, mesh,
                                        ArrayRef<int64_t>(placement));
}

std::string getPlaceText(int64_t place) {
  if (place == DTensorType::kReplicated)
    return "R";
  return place == kPartialSum ? "P" : "S[" + std::to_string(place) + "]";
}

void printPlacement(AsmPrinter &printer, ArrayRef<int64_t> placement) {
  printer << '[';
  llvm::interleaveComma(llvm::map_range(placement, getPlaceText), printer);
  printer << ']';
}

void DTensorType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printType(getTensor());
  printer << ", ";
  printer.printAttribute(getMesh());
  printer << ", ";
  printPlacement(printer, getPlacement());
  printer << '>';
}

LogicalResult DTensorType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  TensorType tensor, FlatSymbolRefAttr mesh,
                                  ArrayRef<int64_t> placement) {
  // R1: addends are numbers.
  if (llvm::is_contained(placement, kPartialSum) &&
      tensor.getElementType().isInteger(1))
    return emitRuleError(emitError, "!relax.dtensor", 1)
           << "expected numbers in a partial sum, found " << tensor
           << "; give it the type of numbers first";
  // R1: a split dimension exists.
  if (!tensor.hasRank())
    return success();
  for (auto [axis, dim] : llvm::enumerate(placement))
    if (dim < kPartialSum || dim >= tensor.getRank())
      return emitRuleError(emitError, "!relax.dtensor", 1)
             << "expected mesh axis " << axis << " to split one of the "
             << tensor.getRank()
             << " dimensions of the tensor, found dimension " << dim;
  return success();
}

//===----------------------------------------------------------------------===//
// RelaxDialect
//===----------------------------------------------------------------------===//

void RelaxDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "Relax/Dialect/Relax/IR/RelaxTypes.cpp.inc"
      >();
}

} // namespace mlir::relax
