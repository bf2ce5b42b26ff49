// Symbolic expressions as text: printed as one writes them, parsed iteratively.
#include "SymbolicExprStorage.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::relax {

using detail::ExprKey;
using detail::ExprKind;

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {
/// How tightly an operator binds what stands next to it.
enum class Binding { Sum, Product, Primary };
} // namespace

static bool isReserved(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases({"floordiv", "floormod", "ceildiv", "min", "max"}, true)
      .Default(false);
}

static bool isIdentifier(StringRef name) {
  auto isRest = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
  return !name.empty() && (llvm::isAlpha(name[0]) || name[0] == '_') &&
         llvm::all_of(name, isRest) && !isReserved(name);
}

static void printSymbol(raw_ostream &os, StringRef name) {
  if (isIdentifier(name)) {
    os << name;
    return;
  }
  os << '"';
  llvm::printEscapedString(name, os);
  os << '"';
}

static Binding getBinding(SymExprAttr expr) {
  const ExprKey &key = detail::storageOf(expr).key;
  switch (key.kind) {
  case ExprKind::FloorDiv:
  case ExprKind::FloorMod:
  case ExprKind::CeilDiv:
  case ExprKind::Product:
  case ExprKind::OpenProduct:
    return Binding::Product;
  case ExprKind::Sum:
    return key.value == 0 && key.operands.size() == 1 ? Binding::Product
                                                      : Binding::Sum;
  case ExprKind::OpenSum:
    return Binding::Sum;
  default:
    return Binding::Primary;
  }
}

static void printBare(raw_ostream &os, SymExprAttr expr);

static void printOperand(raw_ostream &os, SymExprAttr expr, Binding context) {
  bool bare = getBinding(expr) >= context;
  os << (bare ? "" : "(");
  printBare(os, expr);
  os << (bare ? "" : ")");
}

// The first factor may be a quotient, as operators of one strength group left.
// A product that stayed open must not join the factors around it.
static void printFactors(raw_ostream &os, SymExprAttr monomial, bool alone) {
  Binding context = Binding::Product;
  llvm::interleave(
      detail::factorsOf(monomial), os,
      [&](SymExprAttr factor) {
        bool open = detail::kindOf(factor) == ExprKind::OpenProduct && !alone;
        printOperand(os, factor, open ? Binding::Primary : context);
        context = Binding::Primary;
      },
      " * ");
}

// `coefficient * monomial` where a null monomial is 1. Subtraction negates the
// coefficient, which the least integer does not survive.
static void printTerm(raw_ostream &os, SymExprAttr monomial,
                      int64_t coefficient, bool first) {
  bool subtract = !first && coefficient < 0 &&
                  coefficient != std::numeric_limits<int64_t>::min();
  if (!first)
    os << (subtract ? " - " : " + ");
  if (subtract)
    coefficient = -coefficient;
  if (!monomial) {
    os << coefficient;
    return;
  }
  // `-x * y` means (-x) * y, which is the same, unlike `-x floordiv y`.
  bool negate = coefficient == -1 && getBinding(monomial) == Binding::Primary;
  if (negate)
    os << '-';
  bool alone = coefficient == 1 && detail::factorsOf(monomial).size() == 1;
  printFactors(os, monomial, alone);
  if (coefficient != 1 && !negate)
    os << " * " << coefficient;
}

static void printSum(raw_ostream &os, const ExprKey &key) {
  bool first = true;
  // What is added goes before what is subtracted: `4 - n`, not `-n + 4`.
  for (bool negative : {false, true}) {
    for (auto [monomial, coefficient] :
         llvm::zip(key.operands, key.coefficients)) {
      if ((coefficient < 0) != negative)
        continue;
      printTerm(os, monomial, coefficient, first);
      first = false;
    }
    if (key.value != 0 && (key.value < 0) == negative) {
      printTerm(os, {}, key.value, first);
      first = false;
    }
  }
}

static StringRef getSpelling(ExprKind kind) {
  switch (kind) {
  case ExprKind::FloorDiv:
    return " floordiv ";
  case ExprKind::FloorMod:
    return " floormod ";
  case ExprKind::CeilDiv:
    return " ceildiv ";
  case ExprKind::Min:
    return "min(";
  case ExprKind::Max:
    return "max(";
  case ExprKind::OpenSum:
    return " + ";
  default:
    return " * ";
  }
}

static void printBare(raw_ostream &os, SymExprAttr expr) {
  const ExprKey &key = detail::storageOf(expr).key;
  switch (key.kind) {
  case ExprKind::Constant:
    os << key.value;
    return;
  case ExprKind::Symbol:
    printSymbol(os, key.name);
    return;
  case ExprKind::Product:
    printFactors(os, expr, /*alone=*/false);
    return;
  case ExprKind::Sum:
    printSum(os, key);
    return;
  case ExprKind::Min:
  case ExprKind::Max:
    os << getSpelling(key.kind);
    llvm::interleaveComma(key.operands, os,
                          [&](SymExprAttr operand) { printBare(os, operand); });
    os << ')';
    return;
  default:
    break;
  }
  // Parsing must not multiply out or join what stayed open.
  bool open =
      key.kind == ExprKind::OpenSum || key.kind == ExprKind::OpenProduct;
  printOperand(os, key.operands[0], open ? Binding::Primary : Binding::Product);
  os << getSpelling(key.kind);
  printOperand(os, key.operands[1], Binding::Primary);
}

void SymExprAttr::printExpr(raw_ostream &os) const { printBare(os, *this); }

void SymExprAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printExpr(printer.getStream());
  printer << '>';
}

void printDimList(raw_ostream &os, ArrayRef<SymExprAttr> dims) {
  os << '[';
  llvm::interleaveComma(dims, os, [&](SymExprAttr dim) {
    if (dim)
      dim.printExpr(os);
    else
      os << '?';
  });
  os << ']';
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
/// A parser of one expression; only parentheses and calls recurse.
class ExprParser {
public:
  explicit ExprParser(AsmParser &parser)
      : parser(parser), context(parser.getContext()) {}

  /// sum ::= product ((`+` | `-`) product)*
  FailureOr<SymExprAttr> parseSum();

private:
  /// product ::= factor ((`*` | `floordiv` | `floormod` | `ceildiv`) factor)*
  FailureOr<SymExprAttr> parseProduct();
  /// factor ::= `-`* (integer | symbol | `(` sum `)` | (`min` | `max`) list)
  FailureOr<SymExprAttr> parseFactor();
  FailureOr<SymExprAttr> parsePrimary();
  FailureOr<SymExprAttr> parseInteger(APInt value, bool negative, SMLoc loc);
  FailureOr<SymExprAttr> parseParenthesis(SMLoc loc);
  FailureOr<SymExprAttr> parseExtremum(bool least, SMLoc loc);
  FailureOr<SymExprAttr> divide(StringRef op, SymExprAttr lhs, SymExprAttr rhs,
                                SMLoc loc);
  /// Report what the builders reject.
  FailureOr<SymExprAttr> check(SymExprAttr expr, SMLoc loc);
  LogicalResult enter(SMLoc loc);

  AsmParser &parser;
  MLIRContext *context;
  int64_t depth = 0;
};
} // namespace

FailureOr<SymExprAttr> ExprParser::check(SymExprAttr expr, SMLoc loc) {
  if (expr)
    return expr;
  return parser.emitError(loc)
         << "expected an expression of at most " << SymExprAttr::kMaxDepth
         << " levels and " << SymExprAttr::kMaxSize
         << " terms; give a part of it a symbol of its own";
}

LogicalResult ExprParser::enter(SMLoc loc) {
  if (++depth <= SymExprAttr::kMaxDepth)
    return success();
  return parser.emitError(loc)
         << "expected at most " << SymExprAttr::kMaxDepth
         << " nested parentheses; give a part of the expression a symbol of "
            "its own";
}

FailureOr<SymExprAttr> ExprParser::parseSum() {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<SymExprAttr> terms;
  bool subtract = false;
  do {
    FailureOr<SymExprAttr> term = parseProduct();
    if (failed(term))
      return failure();
    terms.push_back(subtract ? -*term : *term);
    subtract = succeeded(parser.parseOptionalMinus());
  } while (subtract || succeeded(parser.parseOptionalPlus()));
  return check(SymExprAttr::sum(context, terms), loc);
}

FailureOr<SymExprAttr> ExprParser::divide(StringRef op, SymExprAttr lhs,
                                          SymExprAttr rhs, SMLoc loc) {
  if (rhs.getConstant() == 0)
    return parser.emitError(loc)
           << "expected a divisor of '" << op << "' that is not the constant 0";
  if (op == "floordiv")
    return check(floorDiv(lhs, rhs), loc);
  return check(op == "floormod" ? floorMod(lhs, rhs) : ceilDiv(lhs, rhs), loc);
}

FailureOr<SymExprAttr> ExprParser::parseProduct() {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<SymExprAttr> factor = parseFactor();
  if (failed(factor))
    return failure();
  SmallVector<SymExprAttr> factors = {*factor};
  while (true) {
    StringRef op;
    if (failed(parser.parseOptionalStar()) &&
        failed(parser.parseOptionalKeyword(
            &op, {"floordiv", "floormod", "ceildiv"})))
      return check(SymExprAttr::product(context, factors), loc);
    SMLoc factorLoc = parser.getCurrentLocation();
    if (failed(factor = parseFactor()))
      return failure();
    if (op.empty()) {
      factors.push_back(*factor);
      continue;
    }
    FailureOr<SymExprAttr> lhs =
        check(SymExprAttr::product(context, factors), loc);
    if (failed(lhs) || failed(lhs = divide(op, *lhs, *factor, factorLoc)))
      return failure();
    factors.assign(1, *lhs);
  }
}

FailureOr<SymExprAttr> ExprParser::parseInteger(APInt value, bool negative,
                                                SMLoc loc) {
  // One more bit, so that the sign changes nothing but the sign.
  APInt wide = value.zext(value.getBitWidth() + 1);
  if (negative)
    wide.negate();
  if (!wide.isSignedIntN(64))
    return parser.emitError(loc)
           << "expected an integer that fits in 64 bits, found "
           << llvm::toString(wide, 10, true);
  return SymExprAttr::constant(context, wide.getSExtValue());
}

FailureOr<SymExprAttr> ExprParser::parseFactor() {
  SMLoc loc = parser.getCurrentLocation();
  bool negative = false;
  while (succeeded(parser.parseOptionalMinus()))
    negative = !negative;
  APInt value;
  OptionalParseResult integer = parser.parseOptionalInteger(value);
  if (integer.has_value()) {
    if (failed(*integer))
      return failure();
    return parseInteger(value, negative, loc);
  }
  FailureOr<SymExprAttr> primary = parsePrimary();
  if (failed(primary) || !negative)
    return primary;
  return check(-*primary, loc);
}

FailureOr<SymExprAttr> ExprParser::parseParenthesis(SMLoc loc) {
  if (failed(enter(loc)))
    return failure();
  FailureOr<SymExprAttr> inner = parseSum();
  --depth;
  if (failed(inner) || parser.parseRParen())
    return failure();
  return inner;
}

FailureOr<SymExprAttr> ExprParser::parseExtremum(bool least, SMLoc loc) {
  if (failed(enter(loc)))
    return failure();
  SmallVector<SymExprAttr> operands;
  auto parseOperand = [&]() -> ParseResult {
    FailureOr<SymExprAttr> operand = parseSum();
    if (failed(operand))
      return failure();
    operands.push_back(*operand);
    return success();
  };
  if (parser.parseLParen() || parser.parseCommaSeparatedList(parseOperand) ||
      parser.parseRParen())
    return failure();
  --depth;
  return check(least ? SymExprAttr::minimum(operands)
                     : SymExprAttr::maximum(operands),
               loc);
}

FailureOr<SymExprAttr> ExprParser::parsePrimary() {
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalLParen()))
    return parseParenthesis(loc);
  std::string quoted;
  if (succeeded(parser.parseOptionalString(&quoted))) {
    if (quoted.empty())
      return parser.emitError(loc)
             << "expected a symbol with a name, found \"\"";
    return SymExprAttr::symbol(context, quoted);
  }
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return parser.emitError(loc)
           << "expected a symbol, an integer, 'min', 'max' or '('";
  if (word == "min" || word == "max")
    return parseExtremum(word == "min", loc);
  if (isReserved(word))
    return parser.emitError(loc) << "expected an operand before '" << word
                                 << "'; put a symbol of that name in quotes";
  return SymExprAttr::symbol(context, word);
}

FailureOr<SymExprAttr> SymExprAttr::parseExpr(AsmParser &parser) {
  return ExprParser(parser).parseSum();
}

Attribute SymExprAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<SymExprAttr> expr = parseExpr(parser);
  if (failed(expr) || parser.parseGreater())
    return {};
  return *expr;
}

ParseResult parseDimList(AsmParser &parser,
                         SmallVectorImpl<SymExprAttr> &dims) {
  auto parseDim = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      dims.push_back({});
      return success();
    }
    FailureOr<SymExprAttr> dim = SymExprAttr::parseExpr(parser);
    if (failed(dim))
      return failure();
    dims.push_back(*dim);
    return success();
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim,
                                        " in list of dimensions");
}

} // namespace mlir::relax
