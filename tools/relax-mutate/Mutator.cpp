// Damages programs in ways that a parser meets in the wild, and in others.
#include "Mutator.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <random>

namespace mlir::relax {
namespace {

/// The library's engine is specified; its distributions are not.
/// So the same seed and number give the same mutant with each standard library:
/// a finding is named by both.
class Random {
public:
  Random(uint64_t seed, uint64_t number)
      // Neighbouring seeds of one number would share mutants without the
      // factor (2^64 divided by the golden ratio).
      : engine(seed * 0x9e3779b97f4a7c15u + number) {}
  /// A number below `end`, which is not zero.
  size_t below(size_t end) { return size_t(engine() % end); }
  template <typename T>
  const T &pick(llvm::ArrayRef<T> items) {
    return items[below(items.size())];
  }

private:
  std::mt19937_64 engine;
};

/// A range of the text.
struct Piece {
  size_t begin;
  size_t length;
};

} // namespace

static bool isWord(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
}

// Words, and each other character by itself; no blanks.
static llvm::SmallVector<Piece> findTokens(llvm::StringRef text) {
  llvm::SmallVector<Piece> tokens;
  for (size_t i = 0; i < text.size();) {
    if (llvm::isSpace(text[i])) {
      ++i;
      continue;
    }
    size_t end = i + 1;
    while (isWord(text[i]) && end < text.size() && isWord(text[end]))
      ++end;
    tokens.push_back({i, end - i});
    i = end;
  }
  return tokens;
}

static llvm::SmallVector<Piece> findLines(llvm::StringRef text) {
  llvm::SmallVector<Piece> lines;
  for (size_t i = 0; i < text.size();) {
    size_t end = std::min(text.find('\n', i), text.size() - 1) + 1;
    lines.push_back({i, end - i});
    i = end;
  }
  return lines;
}

// Numbers at limits, and what opens, closes or begins something.
// The limits of 32 and 64 bits, what is just above them, and a byte that is no
// UTF-8: where checks of sizes and lexers err.
static const llvm::StringRef kNasty[] = {"0",
                                         "-1",
                                         "1",
                                         "2147483648",
                                         "9223372036854775807",
                                         "1e999",
                                         "4294967296",
                                         "-9223372036854775808",
                                         "18446744073709551616",
                                         "0x",
                                         "0xFFFFFFFFFFFFFFFF",
                                         "i1",
                                         "i0",
                                         "i16777216",
                                         "index",
                                         "none",
                                         "?",
                                         "*",
                                         "(",
                                         ")",
                                         "[",
                                         "]",
                                         "{",
                                         "}",
                                         "<",
                                         ">",
                                         "->",
                                         "%",
                                         "@",
                                         "#",
                                         "!",
                                         "^bb0",
                                         "\"",
                                         ",",
                                         ":",
                                         "=",
                                         "dense",
                                         "tensor<",
                                         "memref<?x",
                                         "!relax.unknown",
                                         "#relax.expr<n>",
                                         "n floordiv 0",
                                         "loc(",
                                         "attributes",
                                         "private",
                                         "unit",
                                         "\xff"};

// What a token may be replaced by without making nonsense at once: a number by
// a number, `%x` by `%y`, a word by a word.
// Random text is rejected by the parser at its first token; what has the right
// kind comes as far as verifiers and passes.
static std::pair<char, char> getKind(llvm::StringRef text, Piece token) {
  char first = text[token.begin];
  char before = token.begin > 0 ? text[token.begin - 1] : ' ';
  char kind = llvm::isDigit(first) ? '0' : isWord(first) ? 'a' : first;
  return {kind, llvm::isAlnum(before) || llvm::isSpace(before) ? ' ' : before};
}

static void replaceByLimit(std::string &text, Piece token, Random &random) {
  static const llvm::StringRef numbers[] = {
      "0", "1", "2", "3", "7", "17", "64", "65537", "1000000", "2147483648",
      "4294967296",
      // Its square is just above 2^63.
      "3037000500", "4611686018427387904", "9223372036854775807"};
  text.replace(token.begin, token.length,
               random.pick<llvm::StringRef>(numbers).str());
}

static void changeNumber(std::string &text, Random &random) {
  llvm::SmallVector<Piece> numbers;
  for (Piece token : findTokens(text)) {
    std::pair<char, char> kind = getKind(text, token);
    // Not `%0`: that is a name. `4x8xf32` is a number and what follows it.
    if (kind.first == '0' && kind.second != '%' && kind.second != '#')
      numbers.push_back(
          {token.begin, std::min(llvm::StringRef(text).find_if_not(
                                     llvm::isDigit, token.begin),
                                 token.begin + token.length) -
                            token.begin});
    // The sizes behind an `x` are numbers of their own.
    llvm::StringRef word =
        llvm::StringRef(text).substr(token.begin, token.length);
    for (size_t at = word.find('x'); at != llvm::StringRef::npos;
         at = word.find('x', at + 1)) {
      size_t length = word.substr(at + 1).find_if_not(llvm::isDigit);
      if (length != 0 && length != llvm::StringRef::npos)
        numbers.push_back({token.begin + at + 1, length});
    }
  }
  if (!numbers.empty())
    replaceByLimit(text, random.pick<Piece>(numbers), random);
}

static void replaceByKind(std::string &text, Random &random) {
  llvm::SmallVector<Piece> tokens = findTokens(text);
  if (tokens.empty())
    return;
  Piece token = random.pick<Piece>(tokens);
  std::pair<char, char> kind = getKind(text, token);
  if (kind.first == '0' && random.below(2))
    return replaceByLimit(text, token, random);
  llvm::SmallVector<Piece> others;
  for (Piece other : tokens)
    if (getKind(text, other) == kind)
      others.push_back(other);
  Piece other = random.pick<Piece>(others);
  text.replace(token.begin, token.length,
               text.substr(other.begin, other.length));
}

static void changeText(std::string &text, Random &random) {
  if (random.below(2))
    return replaceByKind(text, random);
  bool byLine = random.below(4) == 0;
  llvm::SmallVector<Piece> pieces = byLine ? findLines(text) : findTokens(text);
  if (pieces.empty())
    return;
  Piece piece = random.pick<Piece>(pieces);
  Piece other = random.pick<Piece>(pieces);
  std::string words = text.substr(piece.begin, piece.length);
  std::string others = text.substr(other.begin, other.length);
  switch (random.below(byLine ? 4 : 7)) {
  case 0:
    text.erase(piece.begin, piece.length);
    break;
  case 1:
    text.insert(piece.begin, words + " ");
    break;
  case 2:
    text.replace(piece.begin, piece.length, others);
    break;
  case 3: {
    // The later one first: its replacement moves nothing before it.
    if (piece.begin > other.begin) {
      std::swap(piece, other);
      std::swap(words, others);
    }
    if (piece.begin != other.begin) {
      text.replace(other.begin, other.length, words);
      text.replace(piece.begin, piece.length, others);
    }
    break;
  }
  case 4:
    text.replace(piece.begin, piece.length,
                 random.pick<llvm::StringRef>(kNasty).str());
    break;
  case 5:
    text.insert(piece.begin, random.pick<llvm::StringRef>(kNasty).str() + " ");
    break;
  default:
    text[piece.begin + random.below(piece.length)] = char(random.below(256));
  }
}

static void changeBytes(std::string &bytes, Random &random) {
  if (bytes.empty())
    return;
  static const uint8_t nasty[] = {0, 1, 2, 3, 0x7f, 0x80, 0xfe, 0xff};
  size_t at = random.below(bytes.size());
  size_t length = 1 + random.below(std::min<size_t>(8, bytes.size() - at));
  switch (random.below(7)) {
  case 0:
    bytes[at] = char(random.below(256));
    break;
  case 1:
    bytes[at] = char(bytes[at] ^ (1 << random.below(8)));
    break;
  case 2:
    bytes[at] = char(random.pick<uint8_t>(nasty));
    break;
  case 3:
    bytes[at] = char(uint8_t(bytes[at]) + (random.below(2) ? 2 : 254));
    break;
  case 4:
    bytes.erase(at, length);
    break;
  case 5:
    bytes.insert(at, bytes.substr(at, length));
    break;
  default:
    bytes.resize(at);
  }
}

static void change(std::string &program, Damage damage, Random &random) {
  switch (damage) {
  case Damage::Text:
    return changeText(program, random);
  case Damage::Numbers:
    return changeNumber(program, random);
  case Damage::Bytes:
    return changeBytes(program, random);
  }
}

std::string mutate(llvm::StringRef original, Damage damage, uint64_t seed,
                   uint64_t number) {
  Random random(seed, number);
  std::string result = original.str();
  // Up to three changes, as some faults need two that belong together, and
  // more are rejected at once.
  for (size_t i = 0, end = 1 + random.below(3); i < end; ++i)
    change(result, damage, random);
  return result;
}

} // namespace mlir::relax
