// The text of an ONNX model, read from its begin to its end.
#ifndef RELAX_LIB_IMPORT_MODELTEXT_TEXTCURSOR_H
#define RELAX_LIB_IMPORT_MODELTEXT_TEXTCURSOR_H

#include "mlir/IR/Location.h"
#include "mlir/Support/LLVM.h"

namespace mlir::relax {

/// A number or a string as the text has it.
struct Literal {
  enum class Kind { kInteger, kFloat, kString };

  /// The nearest number of f32; none of a string, or of digits that are none.
  std::optional<float> getFloat() const;

  Kind kind = Kind::kInteger;
  std::string text;
};

/// A place in a text. What reads a token goes on behind it; what fails has said
/// why, with the line and the column.
class TextCursor {
public:
  TextCursor(StringRef text, Location loc) : text(text), rest(text), loc(loc) {}

  /// The next character that is no blank and in no comment; 0 at the end.
  char peek();

  /// The next word of letters, digits and underscores; empty if there is none.
  StringRef peekWord();

  /// Go on behind `next`, if the text goes on with it.
  bool take(StringRef next);

  /// Go on behind the next word, which may be empty.
  StringRef takeWord();

  /// Expect `next`, and go on behind it.
  LogicalResult expect(StringRef next);

  /// Read words that dots separate.
  LogicalResult readPath(std::string &path);

  /// Read a name: a word, or anything in quotes.
  LogicalResult readName(std::string &name);
  LogicalResult readString(std::string &value);
  LogicalResult readInteger(int64_t &value);
  LogicalResult readUnsigned(uint64_t &value);
  LogicalResult readFloat(float &value);
  LogicalResult readDouble(double &value);
  LogicalResult readLiteral(Literal &literal);

  /// Read `element` between `open` and `close`, any number of times with commas
  /// between them.
  LogicalResult readList(StringRef open, StringRef close,
                         function_ref<LogicalResult()> element);

  /// Say what was expected here, and what was found.
  LogicalResult expected(const Twine &what);

  /// Read something inside of something of its kind, which a hostile text nests
  /// without end.
  LogicalResult nest(function_ref<LogicalResult()> read);

private:
  LogicalResult readNumber(const Twine &what,
                           function_ref<bool(const Literal &)> convert);

  StringRef text, rest;
  Location loc;
  unsigned depth = 0;
};

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_MODELTEXT_TEXTCURSOR_H
