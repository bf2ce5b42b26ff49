// Reads the header of a .safetensors file: a JSON object that has an object for
// each tensor.
//
// Only as much of JSON as that: no value is kept but those of tensors, and
// nothing recurses, however the brackets of a file nest.
#include "SafetensorsHeader.h"

#include <algorithm>
#include <cstdlib>

namespace relax::runtime {

namespace {
/// The rest of a header.
class HeaderScanner {
public:
  explicit HeaderScanner(std::string_view text) : text(text) {}

  /// Takes a sign if it comes next.
  bool take(char sign);
  bool takeText(std::string &value);
  bool takeSizes(std::vector<int64_t> &values);
  /// Passes a value of any kind.
  bool skipValue();
  /// What comes next, for messages.
  std::string describeNext();

private:
  void skipBlanks();
  bool takeEscape(std::string &value);

  std::string_view text;
  size_t at = 0;
};
} // namespace

void HeaderScanner::skipBlanks() {
  while (at < text.size() &&
         std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos)
    ++at;
}

bool HeaderScanner::take(char sign) {
  skipBlanks();
  if (at == text.size() || text[at] != sign)
    return false;
  ++at;
  return true;
}

std::string HeaderScanner::describeNext() {
  skipBlanks();
  return at == text.size() ? "its end"
                           : "'" + std::string(text.substr(at, 16)) + "'";
}

// Names of tensors are ASCII in practice; others may come as they are or as
// "\u00e9". Halves of pairs of UTF-16 are in no name that a file of ours has.
bool HeaderScanner::takeEscape(std::string &value) {
  if (at == text.size())
    return false;
  static constexpr std::string_view letters = "\"\\/bfnrt",
                                    meant = "\"\\/\b\f\n\r\t";
  char letter = text[at++];
  size_t known = letters.find(letter);
  if (known != std::string_view::npos) {
    value += meant[known];
    return true;
  }
  if (letter != 'u' || text.size() - at < 4)
    return false;
  std::string digits(text.substr(at, 4));
  char *end = nullptr;
  unsigned long code = std::strtoul(digits.c_str(), &end, 16);
  at += 4;
  if (*end || (code >= 0xD800 && code < 0xE000))
    return false;
  // UTF-8 of one to three bytes.
  if (code < 0x80) {
    value += char(code);
  } else if (code < 0x800) {
    value += char(0xC0 | (code >> 6));
    value += char(0x80 | (code & 0x3F));
  } else {
    value += char(0xE0 | (code >> 12));
    value += char(0x80 | ((code >> 6) & 0x3F));
    value += char(0x80 | (code & 0x3F));
  }
  return true;
}

bool HeaderScanner::takeText(std::string &value) {
  value.clear();
  if (!take('"'))
    return false;
  while (at < text.size() && text[at] != '"') {
    char letter = text[at++];
    if (letter != '\\')
      value += letter;
    else if (!takeEscape(value))
      return false;
  }
  return take('"');
}

// Numbers of more than 18 digits are of no file that fits a disk, and could
// overflow.
bool HeaderScanner::takeSizes(std::vector<int64_t> &values) {
  values.clear();
  if (!take('['))
    return false;
  if (take(']'))
    return true;
  do {
    skipBlanks();
    size_t begin = at;
    int64_t value = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9' &&
           at - begin < 18;
         ++at)
      value = value * 10 + (text[at] - '0');
    if (at == begin)
      return false;
    values.push_back(value);
  } while (take(','));
  return take(']');
}

bool HeaderScanner::skipValue() {
  std::string ignored;
  size_t depth = 0;
  do {
    skipBlanks();
    if (at == text.size())
      return false;
    char sign = text[at];
    if (sign == '"') {
      if (!takeText(ignored))
        return false;
      continue;
    }
    if (sign == '{' || sign == '[')
      ++depth;
    else if (sign == '}' || sign == ']')
      // One that closes what is around the value is no part of it.
      if (depth-- == 0)
        return false;
    ++at;
    // A number or a word goes on to the next sign.
    if (depth == 0 && sign != '}' && sign != ']')
      at = std::min(text.find_first_of(",}] \t\r\n", at), text.size());
  } while (depth > 0);
  return true;
}

static bool takeTensor(HeaderScanner &scanner, StoredTensor &tensor) {
  std::string field;
  if (!scanner.take('{'))
    return false;
  do {
    if (!scanner.takeText(field) || !scanner.take(':'))
      return false;
    bool isTaken = field == "dtype"          ? scanner.takeText(tensor.dtype)
                   : field == "shape"        ? scanner.takeSizes(tensor.shape)
                   : field == "data_offsets" ? scanner.takeSizes(tensor.offsets)
                                             : scanner.skipValue();
    if (!isTaken)
      return false;
  } while (scanner.take(','));
  return scanner.take('}') && !tensor.dtype.empty() &&
         tensor.offsets.size() == 2;
}

std::string readStoredTensors(std::string_view header, StoredTensors &tensors) {
  HeaderScanner scanner(header);
  std::string key;
  if (!scanner.take('{'))
    return "expected a JSON object as the header, found " +
           scanner.describeNext();
  if (scanner.take('}'))
    return "";
  do {
    if (!scanner.takeText(key) || !scanner.take(':'))
      return "expected the name of a tensor and a colon in the header, found " +
             scanner.describeNext();
    // Free text by the format's author.
    bool isText = key == "__metadata__";
    if (isText ? !scanner.skipValue() : !takeTensor(scanner, tensors[key]))
      return "expected a dtype, a shape and two data_offsets of tensor '" +
             key + "', found " + scanner.describeNext();
  } while (scanner.take(','));
  return scanner.take('}')
             ? ""
             : "expected a comma or the end of the header, found " +
                   scanner.describeNext();
}

bool parseStoredDType(std::string_view name, DLDataType &dtype) {
  struct Known {
    std::string_view name;
    DLDataType dtype;
  };
  static constexpr Known all[] = {{"BOOL", {RELAX_BOOL, 8, 1}},
                                  {"U8", {RELAX_UINT, 8, 1}},
                                  {"I8", {RELAX_INT, 8, 1}},
                                  {"U16", {RELAX_UINT, 16, 1}},
                                  {"I16", {RELAX_INT, 16, 1}},
                                  {"U32", {RELAX_UINT, 32, 1}},
                                  {"I32", {RELAX_INT, 32, 1}},
                                  {"U64", {RELAX_UINT, 64, 1}},
                                  {"I64", {RELAX_INT, 64, 1}},
                                  {"F16", {RELAX_FLOAT, 16, 1}},
                                  {"BF16", {RELAX_BFLOAT, 16, 1}},
                                  {"F32", {RELAX_FLOAT, 32, 1}},
                                  {"F64", {RELAX_FLOAT, 64, 1}},
                                  {"F8_E4M3", {RELAX_FLOAT8_E4M3FN, 8, 1}},
                                  {"F8_E5M2", {RELAX_FLOAT8_E5M2, 8, 1}}};
  for (const Known &known : all)
    if (known.name == name) {
      dtype = known.dtype;
      return true;
    }
  return false;
}

} // namespace relax::runtime
