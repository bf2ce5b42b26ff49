// Products, convolutions and reductions: how they are written.
//
// Attributes that are missing in the text stay missing, instead of being filled
// with usual values: what is printed is then what was read, and the users fill
// them in where they know the rank.
#include "DimensionNumbers.h"
#include "OpSyntax.h"

#include "mlir/IR/Builders.h"

namespace mlir::relax::hlo {

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// `[0] x [1]`
static ParseResult parsePairs(OpAsmParser &parser,
                              SmallVectorImpl<int64_t> &lhs,
                              SmallVectorImpl<int64_t> &rhs) {
  return failure(parser.parseEqual() || parseAxes(parser, lhs) ||
                 parser.parseKeyword("x") || parseAxes(parser, rhs));
}

/// Kept in the IR although nothing reads it: without it a program would not be
/// printed as it was read.
static ParseResult parsePrecisions(OpAsmParser &parser, ArrayAttr &config) {
  SmallVector<Attribute> all;
  auto parseOne = [&]() -> ParseResult {
    StringRef word;
    llvm::SMLoc where = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<Precision> precision = symbolizePrecision(word);
    if (!precision)
      return parser.emitError(where)
             << "expected DEFAULT, HIGH or HIGHEST, found \"" << word << "\"";
    all.push_back(PrecisionAttr::get(parser.getContext(), *precision));
    return success();
  };
  if (parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  config = parser.getBuilder().getArrayAttr(all);
  return success();
}

/// Each list may be missing, but the specification fixes their order only as
/// they are printed; so any order is read.
static ParseResult parseDotDims(OpAsmParser &parser, DotDimsAttr &dims,
                                ArrayAttr &precision) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsSummed, rhsSummed;
  do {
    StringRef word;
    llvm::SMLoc where = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    ParseResult parsed = success();
    if (word == "batching_dims")
      parsed = parsePairs(parser, lhsBatch, rhsBatch);
    else if (word == "contracting_dims")
      parsed = parsePairs(parser, lhsSummed, rhsSummed);
    else if (word == "precision")
      parsed = parsePrecisions(parser, precision);
    else
      return parser.emitError(where)
             << "expected batching_dims, contracting_dims or precision, found "
                "\""
             << word << "\"";
    if (parsed)
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  dims = DotDimsAttr::get(parser.getContext(), lhsBatch, rhsBatch, lhsSummed,
                          rhsSummed);
  return success();
}

static void printDotDims(OpAsmPrinter &printer, Operation *, DotDimsAttr dims,
                         ArrayAttr precision) {
  auto printPairs = [&](StringRef name, ArrayRef<int64_t> lhs,
                        ArrayRef<int64_t> rhs) {
    printer << name << " = [";
    llvm::interleaveComma(lhs, printer);
    printer << "] x [";
    llvm::interleaveComma(rhs, printer);
    printer << "]";
  };
  if (!dims.getLhsBatchingDimensions().empty()) {
    printPairs("batching_dims", dims.getLhsBatchingDimensions(),
               dims.getRhsBatchingDimensions());
    printer << ", ";
  }
  printPairs("contracting_dims", dims.getLhsContractingDimensions(),
             dims.getRhsContractingDimensions());
  if (!precision)
    return;
  printer << ", precision = [";
  llvm::interleaveComma(precision.getAsRange<PrecisionAttr>(), printer,
                        [&](PrecisionAttr one) {
                          printer << stringifyPrecision(one.getValue());
                        });
  printer << "]";
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// The generated code looks for a parser by name with an `OpAsmParser`, while
/// the attribute has an `AsmParser` only; hence two of one name.
static ParseResult parseConvDims(OpAsmParser &parser, ConvDimsAttr &dims) {
  return parseConvDims(static_cast<AsmParser &>(parser), dims);
}

static void printConvDims(OpAsmPrinter &printer, Operation *,
                          ConvDimsAttr dims) {
  printConvDims(static_cast<AsmPrinter &>(printer), dims);
}

static ParseResult parseWidths(OpAsmParser &parser, ElementsAttr &padding) {
  SmallVector<int64_t> widths;
  auto parseOne = [&]() -> ParseResult {
    return failure(
        parser.parseLSquare() || parser.parseInteger(widths.emplace_back()) ||
        parser.parseComma() || parser.parseInteger(widths.emplace_back()) ||
        parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  auto type =
      RankedTensorType::get({static_cast<int64_t>(widths.size() / 2), 2},
                            parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, widths);
  return success();
}

/// Other words fail, because a list that is read half would give the window
/// another meaning.
static ParseResult parseBools(OpAsmParser &parser, DenseBoolArrayAttr &bools) {
  SmallVector<bool> all;
  auto parseOne = [&]() -> ParseResult {
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    all.push_back(word == "true");
    return success(word == "true" || word == "false");
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  bools = DenseBoolArrayAttr::get(parser.getContext(), all);
  return success();
}

/// `stride = [2, 2], pad = [[0, 1], [0, 1]]`; what is not written is usual.
static ParseResult parseWindow(OpAsmParser &parser, DenseI64ArrayAttr &strides,
                               ElementsAttr &padding, DenseI64ArrayAttr &lhs,
                               DenseI64ArrayAttr &rhs,
                               DenseBoolArrayAttr &reversal) {
  StringRef word;
  while (succeeded(parser.parseOptionalKeyword(
      &word, {"stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"}))) {
    if (parser.parseEqual())
      return failure();
    ParseResult parsed = success();
    if (word == "pad") {
      parsed = parseWidths(parser, padding);
    } else if (word == "reverse") {
      parsed = parseBools(parser, reversal);
    } else {
      SmallVector<int64_t> numbers;
      parsed = parseAxes(parser, numbers);
      (word == "stride"       ? strides
       : word == "lhs_dilate" ? lhs
                              : rhs) =
          parser.getBuilder().getDenseI64ArrayAttr(numbers);
    }
    if (parsed)
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
  }
  return success();
}

static void printWindow(OpAsmPrinter &printer, Operation *,
                        DenseI64ArrayAttr strides, ElementsAttr padding,
                        DenseI64ArrayAttr lhs, DenseI64ArrayAttr rhs,
                        DenseBoolArrayAttr reversal) {
  StringRef separator = "";
  auto print = [&](StringRef name, auto list) {
    printer << separator << name << " = [";
    llvm::interleaveComma(list, printer);
    printer << "]";
    separator = ", ";
  };
  if (strides)
    print("stride", strides.asArrayRef());
  if (padding) {
    auto widths = llvm::to_vector(padding.getValues<int64_t>());
    printer << separator << "pad = [";
    for (size_t i = 0; i + 1 < widths.size(); i += 2)
      printer << (i ? ", [" : "[") << widths[i] << ", " << widths[i + 1] << "]";
    printer << "]";
    separator = ", ";
  }
  if (lhs)
    print("lhs_dilate", lhs.asArrayRef());
  if (rhs)
    print("rhs_dilate", rhs.asArrayRef());
  if (reversal)
    print("reverse", llvm::map_range(reversal.asArrayRef(), [](bool reverses) {
            return reverses ? StringRef("true") : StringRef("false");
          }));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {
/// A reduction as it is written.
struct ReduceText {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, starts;
  FunctionType type;
  StringRef combiner;
  llvm::SMLoc where;
};
} // namespace

/// The region that applies one op to its arguments.
/// The short form names an op and leaves its region out. The conversion sees
/// regions only, so that it needs no case for this form.
static ParseResult makeBody(OpAsmParser &parser, const ReduceText &text,
                            Region &region) {
  Location loc = parser.getEncodedSourceLoc(text.where);
  auto start = dyn_cast<TensorType>(text.type.getInputs().back());
  if (!start)
    return parser.emitError(text.where)
           << "expected tensors to reduce, found " << text.type;
  Type element = RankedTensorType::get({}, start.getElementType());
  Block &block = region.emplaceBlock();
  block.addArguments({element, element}, {loc, loc});
  // The region has no op yet that a builder could ask for its context.
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  OperationState state(loc, text.combiner, block.getArguments(), {element});
  ReturnOp::create(builder, loc, builder.create(state)->getResults());
  return success();
}

/// `reducer(%a: T, %c: T) (%b: U, %d: U) {`: the arguments in pairs, of which
/// the region has all first ones in front.
/// Order in the text differs from that in the region: XLA passes all
/// accumulators in front of all elements.
static ParseResult parseBody(OpAsmParser &parser, Region &region) {
  SmallVector<OpAsmParser::Argument> lhs, rhs;
  while (succeeded(parser.parseOptionalLParen()))
    if (parser.parseArgument(lhs.emplace_back(), /*allowType=*/true) ||
        parser.parseComma() ||
        parser.parseArgument(rhs.emplace_back(), /*allowType=*/true) ||
        parser.parseRParen())
      return failure();
  llvm::append_range(lhs, rhs);
  return parser.parseRegion(region, lhs);
}

static ParseResult parseInputs(OpAsmParser &parser, ReduceText &text) {
  do
    if (parser.parseLParen() ||
        parser.parseOperand(text.inputs.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(text.starts.emplace_back()) || parser.parseRParen())
      return failure();
  while (succeeded(parser.parseOptionalComma()));
  return success();
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  ReduceText text;
  SmallVector<int64_t> axes;
  text.where = parser.getCurrentLocation();
  if (parseInputs(parser, text))
    return failure();
  std::string combiner;
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name))
      return failure();
    combiner = name->getStringRef().str();
    text.combiner = combiner;
  }
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual() || parseAxes(parser, axes) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(text.type))
    return failure();
  result.addAttribute(getDimensionsAttrName(result.name),
                      parser.getBuilder().getDenseI64ArrayAttr(axes));
  SmallVector<OpAsmParser::UnresolvedOperand> operands(text.inputs);
  llvm::append_range(operands, text.starts);
  if (parser.resolveOperands(operands, text.type.getInputs(), text.where,
                             result.operands))
    return failure();
  result.addTypes(text.type.getResults());
  Region &region = *result.addRegion();
  if (!combiner.empty())
    return makeBody(parser, text, region);
  return failure(parser.parseKeyword("reducer") || parseBody(parser, region));
}

/// The op that is the whole region, if it is one of stablehlo on the arguments.
/// What the short form cannot say must not be lost in printing: other operands,
/// attributes or types need the long one.
static Operation *getOnlyOp(ReduceOp op) {
  Block &block = op.getBody().front();
  if (op.getInputs().size() != 1 || block.getNumArguments() != 2 ||
      !llvm::hasNItems(block, 2))
    return nullptr;
  Operation &first = block.front(), &last = block.back();
  Type element = block.getArgument(0).getType();
  bool isOnly = isa<AddOp, AndOp, MaxOp, MinOp, MulOp, OrOp, XorOp>(first) &&
                isa<ReturnOp>(last) &&
                last.getOperands() == first.getResults() &&
                first.getOperands() == ValueRange(block.getArguments()) &&
                first.getDiscardableAttrs().empty() &&
                llvm::all_of(block.getArgumentTypes(),
                             [&](Type type) { return type == element; }) &&
                first.getResult(0).getType() == element;
  return isOnly ? &first : nullptr;
}

void ReduceOp::print(OpAsmPrinter &printer) {
  llvm::interleaveComma(llvm::zip(getInputs(), getInitValues()), printer,
                        [&](auto pair) {
                          printer << "(" << std::get<0>(pair)
                                  << " init: " << std::get<1>(pair) << ")";
                        });
  Operation *only = getOnlyOp(*this);
  if (only)
    printer << " applies " << only->getName();
  printer << " across dimensions = [";
  llvm::interleaveComma(getDimensions(), printer);
  printer << "]";
  printer.printOptionalAttrDict((*this)->getAttrs(), {getDimensionsAttrName()});
  printer << " : ";
  printer.printFunctionalType(getOperation());
  if (only)
    return;
  printer.printNewline();
  printer << " reducer";
  Block &block = getBody().front();
  unsigned half = block.getNumArguments() / 2;
  for (unsigned i = 0; i < half; ++i) {
    printer << "(";
    printer.printRegionArgument(block.getArgument(i));
    printer << ", ";
    printer.printRegionArgument(block.getArgument(half + i));
    printer << ") ";
  }
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

} // namespace mlir::relax::hlo

#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/ReductionOps.cpp.inc"
