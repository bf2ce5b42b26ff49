// Reads and writes the header of a .npy file: a prefix, then a Python dict of
// 'descr', 'fortran_order' and 'shape'. No byte outside the text is looked at.
#include "NpyHeader.h"

#include <cstring>

namespace relax::runtime {

// The dict is Python syntax. Evaluating it with anything like Python would run
// code from a file; this grammar knows strings, tuples of sizes, True and
// False.
static constexpr std::string_view magic("\x93NUMPY", 6);

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static constexpr char thisOrder = '<', otherOrder = '>';
#else
static constexpr char thisOrder = '>', otherOrder = '<';
#endif

namespace {

/// Reads the few forms of Python that a header has.
class DictReader {
public:
  explicit DictReader(std::string_view text) : rest(text) {}

  /// Skips blanks, then takes the character if it is next.
  bool take(char wanted) {
    skipBlanks();
    if (rest.empty() || rest[0] != wanted)
      return false;
    rest.remove_prefix(1);
    return true;
  }

  /// Takes a word if it is next.
  bool take(std::string_view word) {
    skipBlanks();
    if (rest.substr(0, word.size()) != word)
      return false;
    rest.remove_prefix(word.size());
    return true;
  }

  /// A string in single or double quotes, without escapes.
  /// Escapes do not occur in numpy's headers; without them the end of a string
  /// is the next quote.
  bool readString(std::string_view &value) {
    skipBlanks();
    if (rest.empty() || (rest[0] != '\'' && rest[0] != '"'))
      return false;
    size_t end = rest.find(rest[0], 1);
    if (end == std::string_view::npos)
      return false;
    value = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    return true;
  }

  /// A number that is not negative and fits; Python 2 wrote an L behind it.
  bool readSize(int64_t &value) {
    skipBlanks();
    if (rest.empty() || rest[0] < '0' || rest[0] > '9')
      return false;
    value = 0;
    while (!rest.empty() && rest[0] >= '0' && rest[0] <= '9') {
      // Overflow is detected at each digit.
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, rest[0] - '0', &value))
        return false;
      rest.remove_prefix(1);
    }
    if (!rest.empty() && rest[0] == 'L')
      rest.remove_prefix(1);
    return true;
  }

  /// True if only blanks are left.
  bool isAtEnd() {
    skipBlanks();
    return rest.empty();
  }

private:
  void skipBlanks() {
    while (!rest.empty() &&
           std::string_view(" \t\r\n").find(rest[0]) != std::string_view::npos)
      rest.remove_prefix(1);
  }

  std::string_view rest;
};

} // namespace

// Names in messages come from the file: unprintable bytes and length are
// limited.
static std::string quote(std::string_view text) {
  constexpr size_t longest = 40;
  std::string quoted = "'";
  for (char character : text.substr(0, longest))
    quoted += character >= ' ' && character <= '~' ? character : '?';
  return quoted + (text.size() > longest ? "...'" : "'");
}

// Reads NumPy's name of a dtype, such as "<f4".
static std::string parseDType(std::string_view text, NpyHeader &header) {
  static constexpr std::string_view kinds("biufc");
  static constexpr uint8_t codes[] = {RELAX_BOOL, RELAX_INT, RELAX_UINT,
                                      RELAX_FLOAT, RELAX_COMPLEX};
  // Sizes in bytes that each kind has.
  static constexpr const char *sizes[] = {"1", "1 2 4 8", "1 2 4 8", "2 4 8",
                                          "8 16"};
  std::string reason = "expected a dtype of booleans, integers, floats or "
                       "complex numbers, found " +
                       quote(text);
  if (text.size() < 3)
    return reason;
  size_t kind = kinds.find(text[1]);
  std::string_view size = text.substr(2);
  bool isKnown =
      kind != std::string_view::npos &&
      // "|" means that order does not apply, "=" native.
      size.find(' ') == std::string_view::npos &&
      std::string_view("<>|=").find(text[0]) != std::string_view::npos;
  if (!isKnown)
    return reason;
  std::string choices = " " + std::string(sizes[kind]) + " ";
  if (choices.find(" " + std::string(size) + " ") == std::string::npos)
    return reason;
  int bytes = std::stoi(std::string(size));
  header.dtype = {codes[kind], uint8_t(bytes * 8), 1};
  // One-byte elements have no order.
  header.isSwapped = text[0] == otherOrder && bytes > 1;
  return "";
}

static std::string parseShape(DictReader &reader, NpyHeader &header) {
  if (!reader.take('('))
    return "expected the shape to be a tuple of sizes";
  while (!reader.take(')')) {
    if (header.rank == RELAX_MAX_RANK)
      return "expected at most " + std::to_string(RELAX_MAX_RANK) +
             " dimensions";
    if (!reader.readSize(header.dims[header.rank]))
      return "expected the shape to be a tuple of sizes of 63 bits";
    ++header.rank;
    if (reader.take(','))
      continue;
    if (!reader.take(')'))
      return "expected ',' or ')' in the shape";
    break;
  }
  return "";
}

std::string findNpyHeader(std::string_view bytes, size_t &offset,
                          size_t &length) {
  if (bytes.substr(0, magic.size()) != magic)
    return "expected a .npy file, which begins with \\x93NUMPY";
  if (bytes.size() < 10)
    return "the file is cut off in its header";
  auto byte = [&](size_t index) { return size_t(uint8_t(bytes[index])); };
  if (byte(6) < 1 || byte(6) > 3)
    return "expected version 1, 2 or 3 of the format, found " +
           std::to_string(byte(6));
  offset = byte(6) == 1 ? 10 : 12;
  if (bytes.size() < offset)
    return "the file is cut off in its header";
  // Little-endian by the format's definition.
  length = byte(8) | byte(9) << 8;
  if (byte(6) > 1)
    length |= byte(10) << 16 | byte(11) << 24;
  return "";
}

std::string parseNpyHeader(std::string_view text, NpyHeader &header) {
  DictReader reader(text);
  if (!reader.take('{'))
    return "expected the header to be a dict";
  bool hasDType = false, hasOrder = false, hasShape = false;
  while (!reader.take('}')) {
    std::string_view key, value;
    if (!reader.readString(key) || !reader.take(':'))
      return "expected a key and ':' in the header";
    bool *seen = key == "descr"           ? &hasDType
                 : key == "fortran_order" ? &hasOrder
                 : key == "shape"         ? &hasShape
                                          : nullptr;
    // A key that comes twice would let the second win silently.
    if (!seen || *seen)
      return "expected the keys 'descr', 'fortran_order' and 'shape' once "
             "each, "
             "found " +
             quote(key);
    *seen = true;
    std::string reason;
    if (seen == &hasDType)
      reason = reader.readString(value)
                   ? parseDType(value, header)
                   : "expected a plain dtype, found a structure";
    else if (seen == &hasShape)
      reason = parseShape(reader, header);
    else if (reader.take("True"))
      header.isFortranOrder = true;
    else if (!reader.take("False"))
      reason = "expected 'fortran_order' to be True or False";
    if (!reason.empty())
      return reason;
    if (!reader.take(',') && !reader.take('}'))
      return "expected ',' or '}' in the header";
    // A missing closing brace is found at the end; blanks pad the header.
    if (reader.isAtEnd())
      break;
  }
  if (!hasDType || !hasOrder || !hasShape)
    return "expected the keys 'descr', 'fortran_order' and 'shape' in the "
           "header";
  return reader.isAtEnd() ? "" : "expected the end of the header after '}'";
}

// Version 1 and little endian headers, which every numpy reads.
std::string makeNpyHeader(const DLTensor &tensor) {
  static constexpr const char *known[] = {"b1", "i1", "i2", "i4", "i8",
                                          "u1", "u2", "u4", "u8", "f2",
                                          "f4", "f8", "c8", "c16"};
  char kind = tensor.dtype.code == RELAX_BOOL      ? 'b'
              : tensor.dtype.code == RELAX_INT     ? 'i'
              : tensor.dtype.code == RELAX_UINT    ? 'u'
              : tensor.dtype.code == RELAX_FLOAT   ? 'f'
              : tensor.dtype.code == RELAX_COMPLEX ? 'c'
                                                   : '?';
  std::string name = kind + std::to_string(tensor.dtype.bits / 8);
  bool isKnown = false;
  for (const char *candidate : known)
    isKnown |= name == candidate;
  if (!isKnown || tensor.dtype.bits % 8 != 0 || tensor.dtype.lanes != 1)
    return "";
  std::string text = "{'descr': '";
  text += tensor.dtype.bits == 8 ? '|' : thisOrder;
  text += name + "', 'fortran_order': False, 'shape': (";
  for (int32_t i = 0; i < tensor.ndim; ++i)
    text += std::to_string(tensor.shape[i]) + (i + 1 < tensor.ndim ? ", " : "");
  text += tensor.ndim == 1 ? ",), }" : "), }";
  // Blanks and a newline bring the elements to a multiple of 64.
  // Alignment to 64 lets readers map the elements. The format asks for a
  // newline at the end.
  text.append(63 - (10 + text.size()) % 64, ' ');
  text += '\n';
  std::string header(magic);
  header += {1, 0, char(text.size() & 0xff), char(text.size() >> 8)};
  return header + text;
}

} // namespace relax::runtime
