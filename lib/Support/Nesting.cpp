// Rejects text that upstream's parser cannot follow.
//
// A scan of characters, linear, before the parser runs. It need not be exact:
// it counts at least the levels that the parser would recurse into, and a valid
// program of that depth does not exist in practice.
#include "Relax/Support/Nesting.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SourceMgr.h"

namespace mlir::relax {

// The end of the string or comment that begins at `start`, or `start` itself.
// Brackets in strings and comments are none. A string ends at the end of its
// line even without a quote, as in the parser.
static size_t skipOpaque(llvm::StringRef text, size_t start) {
  if (text[start] == '/' && text.substr(start).starts_with("//"))
    return std::min(text.find('\n', start), text.size());
  if (text[start] != '"')
    return start;
  size_t end = start + 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end, text.size());
}

static char getOpening(char closing) {
  switch (closing) {
  case ')':
    return '(';
  case ']':
    return '[';
  case '}':
    return '{';
  default:
    return '<';
  }
}

// `<` may also be an operator of some dialect, so the other brackets close
// whatever of it is open inside them.
static void close(llvm::SmallVectorImpl<char> &open, char closing) {
  char opening = getOpening(closing);
  if (opening != '<')
    while (!open.empty() && open.back() == '<')
      open.pop_back();
  if (!open.empty() && open.back() == opening)
    open.pop_back();
}

namespace {

/// Levels inside the aliases that were defined so far. `#a = [#b]`, `#b =
/// [#c]`, ...: each line is flat, and expanding the last one recurses through
/// all.
class Aliases {
public:
  /// Read the alias whose `#` or `!` is at `at`, where `level` brackets are
  /// open; the level of what it stands for, 0 if that is unknown. `end` becomes
  /// its last character.
  size_t read(llvm::StringRef text, size_t at, size_t level, size_t &end) {
    size_t after = std::min(text.find_if_not(
                                [](char c) {
                                  return llvm::isAlnum(c) || c == '_' ||
                                         c == '.' || c == '$';
                                },
                                at + 1),
                            text.size());
    end = after - 1;
    llvm::StringRef name = text.slice(at, after);
    // A number after `#` is a result of an op, not an alias.
    if (name.size() < 2 || llvm::isDigit(name[1]))
      return 0;
    llvm::StringRef rest = text.substr(after).ltrim();
    if (level == 0 && rest.starts_with("=")) {
      current = &levels[name];
      *current = 0;
      return 0;
    }
    auto known = levels.find(name);
    size_t inside = known == levels.end() ? 0 : known->second + 1;
    // What follows the last definition counts for it, too, its uses excepted.
    // The definition's own nesting is noted by its brackets already.
    if (known == levels.end() || &known->second != current)
      note(level + inside);
    return level + inside;
  }

  /// The definition that is being read, if any, reaches `level`.
  void note(size_t level) {
    if (current)
      *current = std::max(*current, level);
  }

private:
  llvm::StringMap<size_t> levels;
  /// Entries stay where they are while the map grows.
  size_t *current = nullptr;
};

} // namespace

size_t findDeepBracket(llvm::StringRef text, size_t limit) {
  constexpr llvm::StringLiteral interesting("\"/([{<)]}>#!");
  llvm::SmallVector<char> open;
  Aliases aliases;
  for (size_t i = text.find_first_of(interesting); i < text.size();
       i = text.find_first_of(interesting, i + 1)) {
    size_t start = i;
    switch (text[i]) {
    case '"':
    case '/':
      i = skipOpaque(text, i);
      break;
    case '#':
    case '!':
      if (aliases.read(text, start, open.size(), i) > limit)
        return start;
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      open.push_back(text[i]);
      aliases.note(open.size());
      if (open.size() > limit)
        return i;
      break;
    case '>':
      // The arrow `->` closes nothing.
      if (i > 0 && text[i - 1] == '-')
        break;
      close(open, text[i]);
      break;
    default:
      close(open, text[i]);
    }
  }
  return llvm::StringRef::npos;
}

/// `%x#N`: upstream's parser makes a list of N + 1 entries for a forward
/// reference, so a number of ten digits takes all memory.
size_t findHighResult(llvm::StringRef text, size_t limit) {
  constexpr llvm::StringLiteral interesting("\"/#");
  for (size_t i = text.find_first_of(interesting); i < text.size();
       i = text.find_first_of(interesting, i + 1)) {
    if (text[i] != '#') {
      i = skipOpaque(text, i);
      continue;
    }
    llvm::StringRef digits = text.substr(i + 1).take_while(llvm::isDigit);
    size_t number = 0;
    if (!digits.empty() && (digits.getAsInteger(10, number) || number > limit))
      return i;
  }
  return llvm::StringRef::npos;
}

// Whether more than `limit` hexadecimal digits follow each other; it looks at
// few places, because any run so long covers one of them.
static bool hasLongRun(llvm::StringRef text, size_t limit) {
  for (size_t i = limit; i < text.size(); i += limit) {
    if (!llvm::isHexDigit(text[i]))
      continue;
    size_t begin = i, end = i;
    while (begin > 0 && llvm::isHexDigit(text[begin - 1]))
      --begin;
    while (end < text.size() && llvm::isHexDigit(text[end]))
      ++end;
    if (end - begin > limit)
      return true;
    i = std::max(i, end - 1);
  }
  return false;
}

/// Arbitrary precision integers are read in time that is quadratic in their
/// digits.
size_t findLongNumber(llvm::StringRef text, size_t limit) {
  if (!hasLongRun(text, limit))
    return llvm::StringRef::npos;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!llvm::isDigit(text[i])) {
      i = skipOpaque(text, i);
      continue;
    }
    llvm::StringRef rest = text.substr(i);
    llvm::StringRef digits = rest.take_while(llvm::isDigit);
    if (rest.starts_with("0x"))
      digits = rest.drop_front(2).take_while(llvm::isHexDigit);
    if (digits.size() > limit)
      return i;
    i = digits.empty() ? i + 1 : size_t(digits.end() - text.begin()) - 1;
  }
  return llvm::StringRef::npos;
}

// Where `offset` is, without the line: that of generated text has thousands of
// brackets.
static llvm::raw_ostream &reportAt(llvm::MemoryBufferRef buffer, size_t offset,
                                   llvm::raw_ostream &errors) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(
                                 buffer, /*RequiresNullTerminator=*/false),
                             llvm::SMLoc());
  auto [line, column] = sources.getLineAndColumn(
      llvm::SMLoc::getFromPointer(buffer.getBufferStart() + offset));
  return errors << buffer.getBufferIdentifier() << ':' << line << ':' << column
                << ": error: ";
}

llvm::LogicalResult checkNesting(llvm::MemoryBufferRef buffer,
                                 llvm::raw_ostream &errors) {
  // Its reader checks its own structure and is run in isolation where that is
  // asked for.
  if (isBytecode(buffer))
    return llvm::success();
  size_t deep = findDeepBracket(buffer.getBuffer());
  if (deep != llvm::StringRef::npos) {
    reportAt(buffer, deep, errors)
        << "expected brackets and aliases to nest at most " << kMaxNesting
        << " deep, found more; split the program into functions\n";
    return llvm::failure();
  }
  size_t high = findHighResult(buffer.getBuffer());
  if (high != llvm::StringRef::npos) {
    reportAt(buffer, high, errors)
        << "expected a result below " << kMaxResult + 1
        << ", found more; no op has so many results\n";
    return llvm::failure();
  }
  size_t number = findLongNumber(buffer.getBuffer());
  if (number != llvm::StringRef::npos) {
    reportAt(buffer, number, errors)
        << "expected a number of at most " << kMaxDigits
        << " digits, found more; write large constants as \"0x...\" strings\n";
    return llvm::failure();
  }
  return llvm::success();
}

} // namespace mlir::relax
