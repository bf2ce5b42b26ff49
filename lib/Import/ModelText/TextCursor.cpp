// Reads the tokens of the text of an ONNX model: words, strings, numbers.
//
// Nothing is copied but what a message of protobuf keeps: the rest of the text
// is a view, which each token shortens, so that reading takes linear time, also
// of weights. The first fault ends it, because what follows a fault in a syntax
// without line ends would only be guessed.
#include "TextCursor.h"
#include "Relax/Support/Quote.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

namespace mlir::relax {

// That of messages in a file of protobuf.
static constexpr unsigned kMaxNesting = 64;

char TextCursor::peek() {
  rest = rest.ltrim();
  // A comment ends with its line.
  while (rest.starts_with("#"))
    rest = rest.drop_until([](char c) { return c == '\n'; }).ltrim();
  return rest.empty() ? 0 : rest.front();
}

StringRef TextCursor::peekWord() {
  // A digit begins a number.
  if (llvm::isDigit(peek()))
    return {};
  return rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
}

bool TextCursor::take(StringRef next) {
  (void)peek();
  return rest.consume_front(next);
}

StringRef TextCursor::takeWord() {
  StringRef word = peekWord();
  rest = rest.drop_front(word.size());
  return word;
}

LogicalResult TextCursor::expect(StringRef next) {
  return take(next) ? success() : expected(quote(next));
}

// Domains have dots, names of operators do not: the last part is the operator.
LogicalResult TextCursor::readPath(std::string &path) {
  do {
    StringRef word = takeWord();
    if (word.empty())
      return expected("a name");
    path += (path.empty() ? "" : ".") + word.str();
  } while (take("."));
  return success();
}

LogicalResult TextCursor::readName(std::string &name) {
  if (peek() == '"')
    return readString(name);
  name = takeWord().str();
  return name.empty() ? expected("a name") : success();
}

LogicalResult TextCursor::readString(std::string &value) {
  if (peek() != '"')
    return expected("a string in quotes");
  value.clear();
  for (size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == '"') {
      rest = rest.drop_front(i + 1);
      return success();
    }
    // What stands behind a backslash is itself: a quote, or a backslash.
    if (rest[i] == '\\' && i + 1 < rest.size())
      ++i;
    value += rest[i];
  }
  return expected("the end of this string, a quote");
}

LogicalResult TextCursor::readLiteral(Literal &literal) {
  if (peek() == '"') {
    literal.kind = Literal::Kind::kString;
    return readString(literal.text);
  }
  std::string sign = take("-") ? "-" : "";
  // Infinities and NaN are words.
  if (StringRef word = peekWord(); !word.empty()) {
    std::string name = word.lower();
    if (name != "inf" && name != "infinity" && name != "nan")
      return expected("a number or a string");
    literal.kind = Literal::Kind::kFloat;
    literal.text = sign + (name == "nan" ? "nan" : "inf");
    (void)takeWord();
    return success();
  }
  // What has too many points fails when it is converted.
  StringRef start = rest;
  rest = rest.ltrim("0123456789.");
  bool isFloat = start.drop_back(rest.size()).contains('.');
  StringRef power = rest;
  if (start.size() != rest.size() && power.consume_front_insensitive("e")) {
    if (!power.consume_front("-"))
      (void)power.consume_front("+");
    rest = power.ltrim("0123456789");
    isFloat = true;
  }
  literal.kind = isFloat ? Literal::Kind::kFloat : Literal::Kind::kInteger;
  literal.text = sign + start.drop_back(rest.size()).str();
  return start.size() == rest.size() ? expected("a number or a string")
                                     : success();
}

LogicalResult
TextCursor::readNumber(const Twine &what,
                       function_ref<bool(const Literal &)> convert) {
  (void)peek();
  StringRef before = rest;
  Literal literal;
  if (failed(readLiteral(literal)))
    return failure();
  if (convert(literal))
    return success();
  // The place of the fault is where the number begins.
  rest = before;
  return expected(what);
}

LogicalResult TextCursor::readInteger(int64_t &value) {
  return readNumber("an integer of 64 bits", [&](const Literal &literal) {
    return literal.kind == Literal::Kind::kInteger &&
           !StringRef(literal.text).getAsInteger(10, value);
  });
}

LogicalResult TextCursor::readUnsigned(uint64_t &value) {
  return readNumber("an integer of 64 bits without a sign",
                    [&](const Literal &literal) {
                      return literal.kind == Literal::Kind::kInteger &&
                             !StringRef(literal.text).getAsInteger(10, value);
                    });
}

// Digits become the nearest number of the format at once: by way of a wider one
// they would be rounded twice.
static std::optional<llvm::APFloat>
convert(const Literal &literal, const llvm::fltSemantics &semantics) {
  if (literal.kind == Literal::Kind::kString)
    return std::nullopt;
  llvm::APFloat number(semantics);
  llvm::Expected<llvm::APFloat::opStatus> status = number.convertFromString(
      literal.text, llvm::APFloat::rmNearestTiesToEven);
  if (status)
    return number;
  llvm::consumeError(status.takeError());
  return std::nullopt;
}

std::optional<float> Literal::getFloat() const {
  std::optional<llvm::APFloat> number =
      convert(*this, llvm::APFloat::IEEEsingle());
  if (!number)
    return std::nullopt;
  return number->convertToFloat();
}

LogicalResult TextCursor::readFloat(float &value) {
  return readNumber("a number", [&](const Literal &literal) {
    std::optional<float> number = literal.getFloat();
    value = number.value_or(0);
    return number.has_value();
  });
}

LogicalResult TextCursor::readDouble(double &value) {
  return readNumber("a number", [&](const Literal &literal) {
    std::optional<llvm::APFloat> number =
        convert(literal, llvm::APFloat::IEEEdouble());
    value = number ? number->convertToDouble() : 0;
    return number.has_value();
  });
}

LogicalResult TextCursor::readList(StringRef open, StringRef close,
                                   function_ref<LogicalResult()> element) {
  if (failed(expect(open)))
    return failure();
  if (take(close))
    return success();
  do {
    if (failed(element()))
      return failure();
  } while (take(","));
  return expect(close);
}

// Lines and columns are counted here alone, since a text has one fault at most.
LogicalResult TextCursor::expected(const Twine &what) {
  (void)peek();
  StringRef before = text.drop_back(rest.size());
  size_t line = before.count('\n') + 1;
  size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  StringRef found = rest.take_until([](char c) { return c == '\n'; });
  auto error = emitError(loc) << "line " << line << ", column " << column
                              << ": expected " << what << ", found ";
  error << (found.empty() ? "the end of the file"
                          : quote(found.take_front(40)));
  return error;
}

LogicalResult TextCursor::nest(function_ref<LogicalResult()> read) {
  if (depth == kMaxNesting)
    return expected("at most " + Twine(kMaxNesting) +
                    " types and graphs inside of each other");
  ++depth;
  LogicalResult result = read();
  --depth;
  return result;
}

} // namespace mlir::relax
