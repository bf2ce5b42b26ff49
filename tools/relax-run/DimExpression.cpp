// Computes symbolic dims: +, -, *, floordiv, ceildiv, floormod, min, max and
// parentheses, as the compiler prints them.
#include "DimExpression.h"

#include <algorithm>
#include <cctype>

namespace relax::run {

namespace {

/// A parser by descent that computes as it reads.
class Evaluator {
public:
  Evaluator(const std::string &text, const DimSizes &sizes)
      : text(text), sizes(sizes) {}

  int64_t evaluate() {
    int64_t value = readSum();
    skipBlanks();
    if (at != text.size())
      fail();
    return value;
  }

private:
  [[noreturn]] void fail() {
    throw Failure("cannot compute the dim \"" + text +
                  "\"; give the value with --input");
  }

  void skipBlanks() {
    while (at < text.size() && text[at] == ' ')
      ++at;
  }

  // Takes the word or sign if it is next.
  bool take(const std::string &word) {
    skipBlanks();
    if (text.compare(at, word.size(), word) != 0)
      return false;
    size_t end = at + word.size();
    // `minimum` is a symbol and not `min`.
    bool isWord = std::isalpha(static_cast<unsigned char>(word[0]));
    if (isWord && end < text.size() &&
        (std::isalnum(static_cast<unsigned char>(text[end])) ||
         text[end] == '_'))
      return false;
    at = end;
    return true;
  }

  int64_t check(bool isOverflow, int64_t value) {
    if (isOverflow)
      throw Failure("the dim \"" + text + "\" does not fit in 64 bits");
    return value;
  }

  // The least integer has no negative.
  int64_t negate(int64_t value) {
    int64_t result;
    bool isOverflow = __builtin_sub_overflow(int64_t(0), value, &result);
    return check(isOverflow, result);
  }

  // C++ rounds towards 0, floordiv down. Sizes are divided by positive numbers
  // only.
  int64_t divideDown(int64_t a, int64_t b) {
    if (b <= 0)
      fail();
    return a / b - (a % b < 0);
  }

  int64_t readSum() {
    int64_t value = readProduct(), result = value;
    for (;;) {
      bool isOverflow;
      if (take("+"))
        isOverflow = __builtin_add_overflow(value, readProduct(), &result);
      else if (take("-"))
        isOverflow = __builtin_sub_overflow(value, readProduct(), &result);
      else
        return value;
      value = check(isOverflow, result);
    }
  }

  int64_t readProduct() {
    int64_t value = readAtom(), result = value;
    for (;;) {
      if (take("*")) {
        bool isOverflow = __builtin_mul_overflow(value, readAtom(), &result);
        value = check(isOverflow, result);
      } else if (take("floordiv")) {
        value = divideDown(value, readAtom());
      } else if (take("ceildiv")) {
        // ceil(a / b) = -floor(-a / b).
        value = negate(divideDown(negate(value), readAtom()));
      } else if (take("floormod") || take("mod")) {
        int64_t divisor = readAtom();
        value -= divideDown(value, divisor) * divisor;
      } else {
        return value;
      }
    }
  }

  int64_t readPair(bool isMin) {
    int64_t first = readSum();
    if (!take(","))
      fail();
    int64_t second = readSum();
    if (!take(")"))
      fail();
    return isMin ? std::min(first, second) : std::max(first, second);
  }

  int64_t readAtom() {
    // A hostile module could nest without end.
    if (++depth > 200)
      fail();
    int64_t value = readInnerAtom();
    --depth;
    return value;
  }

  int64_t readInnerAtom() {
    if (take("-"))
      return negate(readAtom());
    if (take("(")) {
      int64_t value = readSum();
      if (!take(")"))
        fail();
      return value;
    }
    skipBlanks();
    size_t begin = at;
    while (at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) ||
            text[at] == '_' || text[at] == '.'))
      ++at;
    std::string word = text.substr(begin, at - begin);
    if (word.empty())
      fail();
    if (std::isdigit(static_cast<unsigned char>(word[0])))
      return parseInteger("dim \"" + text + "\"", word, 0);
    if ((word == "min" || word == "max") && take("("))
      return readPair(word == "min");
    auto found = sizes.find(word);
    if (found == sizes.end())
      throw Failure("the size of the dim \"" + word +
                    "\" is not known; add --dims=" + word + "=SIZE");
    return found->second;
  }

  const std::string &text;
  const DimSizes &sizes;
  size_t at = 0;
  int depth = 0;
};

} // namespace

int64_t evaluateDim(const std::string &expression, const DimSizes &sizes) {
  return Evaluator(expression, sizes).evaluate();
}

} // namespace relax::run
