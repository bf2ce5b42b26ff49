// Makes tensors of what the command line says, and compares tensors.
#include "Values.h"
#include "DType.h"
#include "DimExpression.h"
#include "relax_npy.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace relax::run {

void check(RelaxContext *context, int32_t status) {
  if (status == RELAX_ERROR_DEVICE_LOST)
    throw DeviceLost(relax_context_error(context));
  if (status)
    throw Failure(relax_context_error(context));
}

namespace {

/// What stands before "=" in a VALUE: sizes and an element type, joined by "x".
struct ValueType {
  DLDataType dtype = {};
  std::vector<int64_t> dims;
};

} // namespace

static ValueType parseType(const std::string &text) {
  ValueType type;
  size_t begin = 0;
  while (begin < text.size() && text[begin] >= '0' && text[begin] <= '9') {
    size_t end = text.find('x', begin);
    if (end == std::string::npos)
      break;
    type.dims.push_back(
        parseInteger("\"" + text + "\"", text.substr(begin, end - begin), 0));
    begin = end + 1;
  }
  if (relax_dtype_from_text(text.c_str() + begin, &type.dtype))
    throw Failure("expected a value such as @x.npy or 2x3xf32=1, found \"" +
                  text + "\"");
  return type;
}

static void parseElement(const std::string &word, void *data, DLDataType dtype,
                         int64_t index) {
  bool isWide =
      dtype.bits == 64 && (dtype.code == RELAX_INT || dtype.code == RELAX_UINT);
  char *end = nullptr;
  errno = 0;
  if (word == "true" || word == "false") {
    relax::runtime::writeNumber(data, dtype, index, word == "true");
    return;
  }
  // A double has not all integers of 64 bits.
  if (isWide) {
    uint64_t bits = dtype.code == RELAX_INT
                        ? uint64_t(std::strtoll(word.c_str(), &end, 10))
                        : std::strtoull(word.c_str(), &end, 10);
    std::memcpy(static_cast<char *>(data) + index * 8, &bits, 8);
  } else {
    double value = std::strtod(word.c_str(), &end);
    // An infinity that a number is too large for is wanted, so its ERANGE is
    // no error; f16 is rounded later anyway.
    errno = 0;
    if (!relax::runtime::writeNumber(data, dtype, index, value))
      throw Failure("values of this element type can only come from a file");
  }
  if (*end || errno)
    throw Failure("expected a number, found \"" + word + "\"");
}

static std::vector<std::string> splitElements(const std::string &text) {
  static const char *const blanks = " \t\r\n,[]";
  std::vector<std::string> words;
  for (size_t begin = text.find_first_not_of(blanks);
       begin != std::string::npos;
       begin = text.find_first_not_of(blanks, begin)) {
    size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

static int64_t countElements(const DLTensor &tensor) {
  int64_t number = 1;
  for (int32_t i = 0; i < tensor.ndim; ++i)
    number *= tensor.shape[i];
  return number;
}

static Tensor makeTensor(RelaxContext *context, DLDataType dtype,
                         const std::vector<int64_t> &dims) {
  RelaxTensor *tensor = nullptr;
  check(context, relax_tensor_create(context, dtype, int32_t(dims.size()),
                                     dims.data(), &tensor));
  return Tensor(tensor);
}

Tensor parseValue(RelaxContext *context, const std::string &text) {
  bool isFile = !text.empty() &&
                (text[0] == '@' ||
                 (text.size() > 4 && text.rfind(".npy") == text.size() - 4));
  if (isFile) {
    RelaxTensor *tensor = nullptr;
    const char *path = text.c_str() + (text[0] == '@');
    check(context, relax_npy_read(context, path, &tensor));
    return Tensor(tensor);
  }
  size_t equals = text.find('=');
  ValueType type = parseType(text.substr(0, equals));
  Tensor tensor = makeTensor(context, type.dtype, type.dims);
  const DLTensor &dl = *relax_tensor_dl(tensor.get());
  int64_t bytes = relax_compact_bytes(dl.dtype, dl.ndim, dl.shape);
  std::memset(dl.data, 0, size_t(bytes));
  if (equals == std::string::npos)
    return tensor;
  std::vector<std::string> words = splitElements(text.substr(equals + 1));
  auto given = int64_t(words.size());
  int64_t number = countElements(dl);
  if (given != 1 && given != number)
    throw Failure("\"" + text.substr(0, equals) + "\": expected 1 or " +
                  std::to_string(number) + " elements, found " +
                  std::to_string(given));
  for (int64_t i = 0; i < number; ++i)
    parseElement(words[given == 1 ? 0 : size_t(i)], dl.data, dl.dtype, i);
  return tensor;
}

Tensor makeRandom(RelaxContext *context, const RelaxTypeDescriptor &type,
                  const DimSizes &dims, std::mt19937_64 &generator) {
  std::string parameter = type.name ? type.name : "?";
  if (type.rank < 0 || type.dtype.code == RELAX_ANY_TYPE)
    throw Failure("parameter '" + parameter +
                  "' has no fixed rank and dtype; give it with --input");
  std::vector<int64_t> sizes;
  for (int32_t i = 0; i < type.rank; ++i) {
    const char *name = type.dim_names ? type.dim_names[i] : nullptr;
    if (type.dims[i] < 0 && (!name || !*name || *name == '?'))
      throw Failure("dim " + std::to_string(i) + " of parameter '" + parameter +
                    "' is unknown; give the value with --input");
    sizes.push_back(type.dims[i] >= 0 ? type.dims[i] : evaluateDim(name, dims));
  }
  Tensor tensor = makeTensor(context, type.dtype, sizes);
  const DLTensor &dl = *relax_tensor_dl(tensor.get());
  bool isInteger =
      type.dtype.code == RELAX_INT || type.dtype.code == RELAX_UINT;
  // Small integers, as they may be indices; booleans are 0 or 1.
  uint64_t choices = isInteger ? 10 : 2;
  for (int64_t i = 0, number = countElements(dl); i < number; ++i) {
    uint64_t bits = generator();
    double value = isInteger || type.dtype.code == RELAX_BOOL
                       ? double(bits % choices)
                       // The upper 53 bits as a fraction: uniform in [0, 1),
                       // and the same on each machine, which
                       // std::uniform_real_distribution does not promise.
                       : double(bits >> 11) * 0x1p-53;
    if (!relax::runtime::writeNumber(dl.data, dl.dtype, i, value))
      throw Failure("parameter '" + parameter +
                    "' has a dtype without random values; give it with "
                    "--input");
  }
  return tensor;
}

static std::string describe(const DLTensor &tensor) {
  std::string text = relax::runtime::DTypeText(tensor.dtype).text;
  text += '[';
  for (int32_t i = 0; i < tensor.ndim; ++i)
    text += (i ? ", " : "") + std::to_string(tensor.shape[i]);
  return text + ']';
}

std::string compare(const DLTensor &found, const DLTensor &expected,
                    double tolerance) {
  bool isSameType =
      relax::runtime::isSame(found.dtype, expected.dtype) &&
      found.ndim == expected.ndim &&
      std::equal(found.shape, found.shape + found.ndim, expected.shape);
  if (!isSameType)
    return "expected " + describe(expected) + ", found " + describe(found);
  int64_t number = countElements(found), worst = -1;
  // Of the largest number of the tensor, as the interpreter's comparison has
  // it.
  double largest = 0, worstDifference = 0, a = 0, b = 0;
  for (int64_t i = 0; i < number; ++i) {
    if (!relax::runtime::readNumber(expected.data, expected.dtype, i, b))
      return "values of this element type cannot be compared";
    if (std::isfinite(b))
      largest = std::max(largest, std::fabs(b));
  }
  for (int64_t i = 0; i < number; ++i) {
    relax::runtime::readNumber(found.data, found.dtype, i, a);
    relax::runtime::readNumber(expected.data, expected.dtype, i, b);
    if (a == b || (std::isnan(a) && std::isnan(b)))
      continue;
    double difference = std::fabs(a - b);
    // Written so that a difference of NaN is far.
    bool isFar = !(difference <= tolerance * largest);
    if (isFar && (worst < 0 || !(difference <= worstDifference))) {
      worst = i;
      worstDifference = difference;
    }
  }
  if (worst < 0)
    return "";
  relax::runtime::readNumber(found.data, found.dtype, worst, a);
  relax::runtime::readNumber(expected.data, expected.dtype, worst, b);
  char text[160];
  std::snprintf(text, sizeof(text),
                "element %lld: expected %.9g, found %.9g; the tolerance is %g "
                "of %.9g",
                static_cast<long long>(worst), b, a, tolerance, largest);
  return text;
}

} // namespace relax::run
