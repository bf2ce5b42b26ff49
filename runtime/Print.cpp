// Tensors and types as text: printing and assertions of compiled code.
#include "DType.h"
#include "Tensor.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

namespace relax::runtime {

// More elements than this are shortened to the first and last of each axis.
// numpy's rule as well: more than 1000 elements are summarised by 3 at each
// end.
static constexpr int64_t maxPrinted = 1000;
static constexpr int64_t edgePrinted = 3;

static void printElement(std::string &text, const DLTensor &tensor,
                         int64_t index) {
  char buffer[40];
  double value = 0;
  const void *data = getData(tensor);
  // 64-bit integers do not fit into the double that other elements are printed
  // by.
  bool isWide = tensor.dtype.bits == 64 && tensor.dtype.lanes == 1;
  if (tensor.dtype.code == RELAX_BOOL && tensor.dtype.lanes == 1) {
    bool isTrue = static_cast<const char *>(data)[index] != 0;
    text += isTrue ? "true" : "false";
    return;
  }
  if (isWide && tensor.dtype.code == RELAX_INT) {
    int64_t integer;
    std::memcpy(&integer, static_cast<const int64_t *>(data) + index, 8);
    std::snprintf(buffer, sizeof(buffer), "%lld",
                  static_cast<long long>(integer));
  } else if (isWide && tensor.dtype.code == RELAX_UINT) {
    uint64_t integer;
    std::memcpy(&integer, static_cast<const uint64_t *>(data) + index, 8);
    std::snprintf(buffer, sizeof(buffer), "%llu",
                  static_cast<unsigned long long>(integer));
  } else if (!readNumber(data, tensor.dtype, index, value)) {
    std::snprintf(buffer, sizeof(buffer), "?");
  } else {
    bool isInteger =
        tensor.dtype.code == RELAX_INT || tensor.dtype.code == RELAX_UINT;
    // %.6g is what std::ostream prints by default, hence what most readers
    // expect.
    std::snprintf(buffer, sizeof(buffer), isInteger ? "%.0f" : "%.6g", value);
  }
  text += buffer;
}

// Prints axis `axis` and below of a compact tensor; `index` is that of the
// first element.
static void printAxis(std::string &text, const DLTensor &tensor, int32_t axis,
                      int64_t index, bool isShortened) {
  if (axis == tensor.ndim) {
    printElement(text, tensor, index);
    return;
  }
  int64_t size = tensor.shape[axis], step = 1;
  for (int32_t i = axis + 1; i < tensor.ndim; ++i)
    step *= tensor.shape[i];
  text += '[';
  for (int64_t i = 0; i < size; ++i) {
    if (i)
      text += ", ";
    if (isShortened && i == edgePrinted && size > 2 * edgePrinted) {
      text += "..., ";
      i = size - edgePrinted;
    }
    printAxis(text, tensor, axis + 1, index + i * step, isShortened);
  }
  text += ']';
}

static std::string printTensor(const DLTensor *tensor) {
  Subject subject("printed tensor");
  if (checkUsable(nullptr, subject, tensor))
    return "<not a tensor>";
  if (!isCompact(*tensor))
    return "<tensor with strides>";
  std::string text;
  if (getNumElements(*tensor) == 0)
    return "[]";
  printAxis(text, *tensor, 0, 0, getNumElements(*tensor) > maxPrinted);
  return text;
}

// Puts the values into the places "{}" of the format, the others behind it.
// A "{}" without a value stays as it is; values without a place are appended,
// so that nothing is lost.
static std::string formatValues(const char *format,
                                const DLTensor *const *values, int32_t number) {
  std::string text;
  int32_t next = 0;
  for (const char *at = format ? format : ""; *at; ++at) {
    if (at[0] == '{' && at[1] == '}' && next < number) {
      text += printTensor(values[next++]);
      ++at;
    } else {
      text += *at;
    }
  }
  for (; next < number; ++next) {
    if (!text.empty())
      text += ' ';
    text += printTensor(values[next]);
  }
  return text;
}

static std::string printType(const RelaxTypeDescriptor &type) {
  if (type.kind == RELAX_VALUE_SHAPE && type.rank == 1 && type.dims[0] >= 0)
    return "shape[rank " + std::to_string(type.dims[0]) + "]";
  if (type.kind == RELAX_VALUE_SHAPE)
    return "shape[*]";
  std::string text = DTypeText(type.dtype).text;
  if (type.kind == RELAX_VALUE_SCALAR)
    return text;
  text += '[';
  if (type.rank < 0)
    text += '*';
  for (int32_t i = 0; i < type.rank; ++i) {
    const char *name = type.dim_names ? type.dim_names[i] : nullptr;
    if (i)
      text += ", ";
    if (type.dims[i] >= 0)
      text += std::to_string(type.dims[i]);
    else
      text += name && *name ? name : "?";
  }
  text += ']';
  if (type.device > 0)
    text += " on cuda:" + std::to_string(type.device - 1);
  return text;
}

// Copies into a caller's buffer as snprintf does.
// snprintf's contract: the needed length is returned, so the caller can ask
// for it with size 0.
static int32_t give(const std::string &from, char *text, size_t size) {
  if (text && size > 0) {
    size_t length = std::min(from.size(), size - 1);
    std::memcpy(text, from.data(), length);
    text[length] = '\0';
  }
  return int32_t(from.size());
}

} // namespace relax::runtime

using relax::runtime::fail;
using relax::runtime::formatValues;
using relax::runtime::give;
using relax::runtime::guarded;

int32_t relax_type_to_text(const RelaxTypeDescriptor *type, char *text,
                           size_t size) {
  int32_t length = give("", text, size);
  if (type)
    guarded(nullptr, [&] {
      length = give(relax::runtime::printType(*type), text, size);
      return RELAX_OK;
    });
  return length;
}

int32_t relax_tensor_to_text(const DLTensor *tensor, char *text, size_t size) {
  int32_t length = give("", text, size);
  guarded(nullptr, [&] {
    length = give(relax::runtime::printTensor(tensor), text, size);
    return RELAX_OK;
  });
  return length;
}

int32_t relax_rt_print(RelaxContext *context, const char *format,
                       const DLTensor *const *values, int32_t number) {
  return guarded(context, [&]() -> int32_t {
    std::string line = formatValues(format, values, number);
    line += '\n';
    // Flushed: programs that crash later have shown what they printed.
    if (std::fwrite(line.data(), 1, line.size(), stdout) != line.size() ||
        std::fflush(stdout) != 0)
      return fail(context, RELAX_ERROR_IO, "cannot print to standard output");
    return RELAX_OK;
  });
}

int32_t relax_rt_assert(RelaxContext *context, const char *function,
                        int32_t condition, const char *format,
                        const DLTensor *const *values, int32_t number) {
  if (condition)
    return RELAX_OK;
  // Text is built only on failure.
  return guarded(context, [&]() -> int32_t {
    std::string text = formatValues(format, values, number);
    return fail(
        context, RELAX_ERROR_FAILED, "function '%s': assertion failed%s%s",
        function ? function : "?", text.empty() ? "" : ": ", text.c_str());
  });
}
