// Ops that compute each element of the result by itself, ops that move elements
// and those of linear algebra: how they are written.
//
// Element types are not constrained, so that a model with one complex number
// can be read, and the conversion says where it is together with all other
// obstacles.
#include "OpSyntax.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Builders.h"

namespace mlir::relax::hlo {

// The condition's and the result's, where the operands have the result's.
// Two types where the rest follows from the result, and the full function type
// otherwise: dynamic sizes let operands differ from the result in what is
// known.
static ParseResult parseSelectTypes(OpAsmParser &parser, Type &condition,
                                    Type &yes, Type &no, Type &result) {
  llvm::SMLoc where = parser.getCurrentLocation();
  if (parser.parseType(condition))
    return failure();
  if (auto function = dyn_cast<FunctionType>(condition)) {
    if (function.getNumInputs() != 3 || function.getNumResults() != 1)
      return parser.emitError(where)
             << "expected a function type of 3 operands and 1 result, found "
             << condition;
    condition = function.getInput(0);
    yes = function.getInput(1);
    no = function.getInput(2);
    result = function.getResult(0);
    return success();
  }
  if (parser.parseComma() || parser.parseType(result))
    return failure();
  yes = no = result;
  return success();
}

static void printSelectTypes(OpAsmPrinter &printer, Operation *, Type condition,
                             Type yes, Type no, Type result) {
  if (yes == result && no == result)
    printer << condition << ", " << result;
  else
    printer.printFunctionalType(ArrayRef<Type>({condition, yes, no}),
                                ArrayRef<Type>(result));
}

// The type of the result, whose parts are the operands. Where a size is known
// on one side alone a function type says both.
static ParseResult parseComplexTypes(OpAsmParser &parser, Type &lhs, Type &rhs,
                                     Type &result) {
  llvm::SMLoc where = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result);
      function && function.getNumInputs() == 2 &&
      function.getNumResults() == 1) {
    lhs = function.getInput(0);
    rhs = function.getInput(1);
    result = function.getResult(0);
    return success();
  }
  auto tensor = dyn_cast<TensorType>(result);
  auto numbers =
      tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  if (!numbers)
    return parser.emitError(where)
           << "expected a tensor of complex numbers, found " << result;
  lhs = rhs = tensor.clone(numbers.getElementType());
  return success();
}

static void printComplexTypes(OpAsmPrinter &printer, Operation *, Type lhs,
                              Type rhs, Type result) {
  auto tensor = cast<TensorType>(result);
  auto numbers = dyn_cast<ComplexType>(tensor.getElementType());
  if (numbers && lhs == rhs && lhs == tensor.clone(numbers.getElementType()))
    printer << result;
  else
    printer.printFunctionalType(ArrayRef<Type>({lhs, rhs}),
                                ArrayRef<Type>(result));
}

// `e8m7`
// The format is one word for the lexer, since it begins with a letter; so it is
// split here.
static ParseResult parseFloatFormat(OpAsmParser &parser, IntegerAttr &exponent,
                                    IntegerAttr &mantissa) {
  StringRef word;
  llvm::SMLoc where = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  unsigned numExponent, numMantissa;
  StringRef rest = word;
  if (!rest.consume_front("e") || rest.consumeInteger(10, numExponent) ||
      !rest.consume_front("m") || rest.getAsInteger(10, numMantissa))
    return parser.emitError(where)
           << "expected a format such as e8m7, found \"" << word << "\"";
  exponent = parser.getBuilder().getI32IntegerAttr(numExponent);
  mantissa = parser.getBuilder().getI32IntegerAttr(numMantissa);
  return success();
}

static void printFloatFormat(OpAsmPrinter &printer, Operation *,
                             IntegerAttr exponent, IntegerAttr mantissa) {
  printer << "e" << exponent.getInt() << "m" << mantissa.getInt();
}

// `[0:4, 1:3:2]`
// The step is optional in the text but never in the attribute, so that users
// need not ask for both forms.
static ParseResult parseRanges(OpAsmParser &parser, DenseI64ArrayAttr &first,
                               DenseI64ArrayAttr &limit,
                               DenseI64ArrayAttr &stride) {
  SmallVector<int64_t> firsts, limits, strides;
  auto parseOne = [&]() -> ParseResult {
    if (parser.parseInteger(firsts.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limits.emplace_back()))
      return failure();
    strides.push_back(1);
    if (failed(parser.parseOptionalColon()))
      return success();
    return parser.parseInteger(strides.back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  Builder &builder = parser.getBuilder();
  first = builder.getDenseI64ArrayAttr(firsts);
  limit = builder.getDenseI64ArrayAttr(limits);
  stride = builder.getDenseI64ArrayAttr(strides);
  return success();
}

static void printRanges(OpAsmPrinter &printer, Operation *,
                        DenseI64ArrayAttr first, DenseI64ArrayAttr limit,
                        DenseI64ArrayAttr stride) {
  printer << "[";
  llvm::interleaveComma(
      llvm::zip(first.asArrayRef(), limit.asArrayRef(), stride.asArrayRef()),
      printer, [&](auto range) {
        auto [from, to, step] = range;
        printer << from << ":" << to;
        if (step != 1)
          printer << ":" << step;
      });
  printer << "]";
}

// Integers that are stored do not say how they are quantized, so that both
// types are written, in the form that StableHLO prints as well.
ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  Type type;
  if (succeeded(parser.parseOptionalLParen())) {
    bool fails = bool(parser.parseRParen());
    if (!fails && succeeded(parser.parseOptionalLess()))
      fails =
          parser.parseAttribute(result.propertiesAttr) || parser.parseGreater();
    fails = fails || parser.parseOptionalAttrDict(result.attributes) ||
            parser.parseColon() || parser.parseLParen() ||
            parser.parseRParen() || parser.parseArrow() ||
            parser.parseType(type);
    result.addTypes(type);
    return failure(fails);
  }
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseAttribute(value))
    return failure();
  result.getOrAddProperties<Properties>().value = value;
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  if (getValue().getType() != getType())
    return printer.printGenericOp(*this, /*printOpName=*/false);
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                StringRef(getValueAttrName()));
  printer << ' ' << getValue();
}

LogicalResult ConstantOp::verify() {
  auto type = cast<TensorType>(getType());
  auto quantized = dyn_cast<quant::QuantizedType>(type.getElementType());
  ShapedType found = getValue().getShapedType();
  auto integer = dyn_cast<IntegerType>(found.getElementType());
  bool fits =
      quantized && integer
          ? found.getShape() == type.getShape() &&
                integer.getWidth() == quantized.getStorageTypeIntegralWidth()
          : Type(found) == Type(type);
  if (fits)
    return success();
  return emitOpError("expected elements of ") << type << ", found " << found;
}

} // namespace mlir::relax::hlo

namespace mlir::relax::chlo {
using hlo::parseNumber;
using hlo::printNumber;
} // namespace mlir::relax::chlo

#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/ElementwiseOps.cpp.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/LinearAlgebraOps.cpp.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/MovementOps.cpp.inc"
#define GET_OP_CLASSES
#include "Relax/Dialect/StableHLO/IR/CHLOOps.cpp.inc"
