// The functions of TVM's run time that sort, which its lowering of `sort`,
// `argsort`, `topk` and of non-maximum suppression calls:
//
//   tvm.contrib.sort.sort         data, values, axis, ascending
//   tvm.contrib.sort.argsort      data, places, axis, ascending
//   tvm.contrib.sort.argsort_nms  data, numbers, places, axis, ascending
//   tvm.contrib.sort.topk         data, [values,] [places,] k, axis, what,
//                                 ascending
//
// Results stand among the arguments, as TVM passes them; `what` is the text
// "both", "values" or "indices". Equal elements stay in their order. A NaN is
// larger than all numbers: TVM's comparisons leave open where it goes.
#include "DType.h"
#include "LibraryFunctions.h"
#include "Tensor.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace relax::runtime {

namespace {

/// An axis that is sorted, and the others around it.
struct Axis {
  int64_t before, size, after;
};

/// What a function was asked for.
struct Request {
  const DLTensor *data, *numbers, *values, *places;
  int64_t k;
  bool isAscending;
};

template <typename T>
struct Element {
  int64_t place;
  T value;
};

/// Reads the arguments of one call.
class Arguments {
public:
  Arguments(RelaxContext *context, const char *name,
            std::vector<const DLTensor *> tensors)
      : context(context), name(name), tensors(std::move(tensors)) {}

  size_t size() const { return tensors.size(); }
  int32_t read(Request &request, Axis &axis);

private:
  int32_t failWith(const char *expected) const {
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "'%s': expected %s, found %zu arguments of another form", name,
                expected, tensors.size());
  }
  int32_t readTensors(Request &request);
  int32_t readAxis(const Request &request, int64_t number, Axis &axis);
  bool readInteger(const DLTensor *tensor, int64_t &number) const;
  bool hasSizes(const DLTensor *tensor, const DLTensor &like, int64_t along,
                int64_t size) const;

  RelaxContext *context;
  const char *name;
  std::vector<const DLTensor *> tensors;
};

} // namespace

static constexpr char kSort[] = "tvm.contrib.sort.sort";
static constexpr char kArgsort[] = "tvm.contrib.sort.argsort";
static constexpr char kArgsortNms[] = "tvm.contrib.sort.argsort_nms";
static constexpr char kTopk[] = "tvm.contrib.sort.topk";

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

// Numbers come as tensors of rank 0, of whatever integers the program has.
bool Arguments::readInteger(const DLTensor *tensor, int64_t &number) const {
  double value = 0;
  if (getNumElements(*tensor) != 1 ||
      !readNumber(getData(*tensor), tensor->dtype, 0, value))
    return false;
  number = int64_t(value);
  return true;
}

// Results stand where the kind of call has them.
int32_t Arguments::readTensors(Request &request) {
  bool isTopk = std::strcmp(name, kTopk) == 0;
  bool hasNumbers = std::strcmp(name, kArgsortNms) == 0;
  size_t count = tensors.size(), numTensors = hasNumbers ? 3 : 2;
  if (isTopk) {
    if (count < 6 || count > 7)
      return failWith("data, one or two results, k, an axis, \"both\", "
                      "\"values\" or \"indices\" as bytes, and whether it "
                      "ascends");
    const DLTensor &text = *tensors[count - 2];
    std::string what(static_cast<const char *>(getData(text)),
                     text.dtype.bits == 8 ? size_t(getNumElements(text)) : 0);
    bool hasBoth = what == "both";
    if ((!hasBoth && what != "values" && what != "indices") ||
        count != (hasBoth ? 7U : 6U))
      return failWith("\"both\", \"values\" or \"indices\" as bytes, and as "
                      "many results");
    if (what != "indices")
      request.values = tensors[1];
    if (what != "values")
      request.places = tensors[hasBoth ? 2 : 1];
    numTensors = count - 4;
    if (!readInteger(tensors[count - 4], request.k))
      return failWith("a number k");
  } else if (count != numTensors + 2) {
    return failWith(hasNumbers ? "data, numbers, a result, an axis and whether "
                                 "it ascends"
                               : "data, a result, an axis and whether it "
                                 "ascends");
  } else {
    request.numbers = hasNumbers ? tensors[1] : nullptr;
    (std::strcmp(name, kSort) == 0 ? request.values : request.places) =
        tensors[numTensors - 1];
  }
  request.data = tensors[0];
  for (size_t i = 0; i < numTensors; ++i)
    if (tensors[i]->device.device_type != kDLCPU || !isCompact(*tensors[i]))
      return failWith("compact tensors of the host");
  return RELAX_OK;
}

// Whether a tensor has the sizes of another one, but for one axis; without that
// axis where the size is -1.
bool Arguments::hasSizes(const DLTensor *tensor, const DLTensor &like,
                         int64_t along, int64_t size) const {
  if (!tensor)
    return true;
  int removed = size < 0 ? 1 : 0;
  if (tensor->ndim != like.ndim - removed)
    return false;
  for (int axis = 0, own = 0; axis < like.ndim; ++axis) {
    if (axis == along && removed)
      continue;
    if (tensor->shape[own++] != (axis == along ? size : like.shape[axis]))
      return false;
  }
  return true;
}

// All results have the sizes of the data, but along the axis: that is checked
// here once, and not at each element.
int32_t Arguments::readAxis(const Request &request, int64_t number,
                            Axis &axis) {
  const DLTensor &data = *request.data;
  int64_t along = number < 0 ? number + data.ndim : number;
  if (along < 0 || along >= data.ndim)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "'%s': expected an axis of %d, found %lld", name, data.ndim,
                static_cast<long long>(number));
  axis = {1, data.shape[along], 1};
  for (int i = 0; i < data.ndim; ++i)
    if (i != along)
      (i < along ? axis.before : axis.after) *= data.shape[i];
  int64_t kept = request.k > 0 ? request.k : axis.size;
  if (kept > axis.size || !hasSizes(request.values, data, along, kept) ||
      !hasSizes(request.places, data, along, kept) ||
      !hasSizes(request.numbers, data, along, -1))
    return failWith("results with the sizes of the data, but k along the axis");
  return RELAX_OK;
}

int32_t Arguments::read(Request &request, Axis &axis) {
  if (int32_t status = readTensors(request))
    return status;
  size_t last = tensors.size() - 1;
  int64_t number = 0, ascends = 0;
  // Of topk the text stands between the two.
  if (!readInteger(tensors[last - (std::strcmp(name, kTopk) == 0 ? 2 : 1)],
                   number) ||
      !readInteger(tensors[last], ascends))
    return failWith("an axis, and whether it ascends");
  request.isAscending = ascends != 0;
  if (int32_t status = readAxis(request, number, axis))
    return status;
  DLDataType dtype = request.data->dtype;
  if (request.values && !isSame(request.values->dtype, dtype))
    return failWith("values of the type of the data");
  if (request.numbers && !isSame(request.numbers->dtype, {RELAX_INT, 32, 1}))
    return failWith("numbers of i32");
  return RELAX_OK;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

// NaN is the only value that is not itself.
template <typename T>
static bool isLess(T a, T b) {
  return a < b || (a == a && b != b);
}

// The first of the elements in their order, of which `kept` are wanted. A place
// decides between equal ones, so that the order is one.
template <typename T>
static void order(std::vector<Element<T>> &elements, int64_t kept,
                  bool isAscending) {
  std::partial_sort(elements.begin(), elements.begin() + kept, elements.end(),
                    [&](const Element<T> &a, const Element<T> &b) {
                      bool isBefore = isAscending ? isLess(a.value, b.value)
                                                  : isLess(b.value, a.value);
                      bool isBehind = isAscending ? isLess(b.value, a.value)
                                                  : isLess(a.value, b.value);
                      return isBefore || (!isBehind && a.place < b.place);
                    });
}

// How many elements of a row are sorted: those behind them keep their places.
static int64_t getNumber(const Request &request, const Axis &axis,
                         int64_t row) {
  if (!request.numbers)
    return axis.size;
  int64_t number = static_cast<const int32_t *>(getData(*request.numbers))[row];
  return std::min(std::max<int64_t>(number, 0), axis.size);
}

// Elements as `T`, which holds each of them.
template <typename T>
static void sortRows(const Request &request, const Axis &axis,
                     T (*read)(const void *data, int64_t index)) {
  // One row after the other in one vector: a row of each kind is short, and its
  // elements lie apart if the axis is not the last one.
  int64_t kept = request.k > 0 ? request.k : axis.size;
  std::vector<Element<T>> elements;
  for (int64_t row = 0; row < axis.before * axis.after; ++row) {
    int64_t outer = row / axis.after, inner = row % axis.after;
    int64_t first = outer * axis.size * axis.after + inner;
    int64_t number = getNumber(request, axis, row);
    elements.clear();
    for (int64_t i = 0; i < number; ++i)
      elements.push_back(
          {i, read(getData(*request.data), first + i * axis.after)});
    order(elements, std::min(kept, number), request.isAscending);
    int64_t to = outer * kept * axis.after + inner;
    for (int64_t i = 0; i < kept; ++i) {
      int64_t place = i < number ? elements[size_t(i)].place : i;
      if (request.places)
        writeNumber(getData(*request.places), request.places->dtype,
                    to + i * axis.after, double(place));
      if (!request.values)
        continue;
      // As bytes: a number of 64 bits would not come through a double.
      size_t bytes = request.data->dtype.bits / 8;
      std::memcpy(static_cast<char *>(getData(*request.values)) +
                      size_t(to + i * axis.after) * bytes,
                  static_cast<const char *>(getData(*request.data)) +
                      size_t(first + place * axis.after) * bytes,
                  bytes);
    }
  }
}

template <typename T>
static T readAs(const void *data, int64_t index) {
  return static_cast<const T *>(data)[index];
}

// f16 in f32, in which it is exact.
static float readHalf(const void *data, int64_t index) {
  double value = 0;
  readNumber(data, {RELAX_FLOAT, 16, 1}, index, value);
  return float(value);
}

// Types that TVM's functions have, and the same for each of them: there, each
// function has a list of its own.
static bool sortElements(const Request &request, const Axis &axis) {
  DLDataType dtype = request.data->dtype;
  if (isSame(dtype, {RELAX_FLOAT, 16, 1}))
    sortRows<float>(request, axis, readHalf);
  else if (isSame(dtype, {RELAX_FLOAT, 32, 1}))
    sortRows<float>(request, axis, readAs);
  else if (isSame(dtype, {RELAX_FLOAT, 64, 1}))
    sortRows<double>(request, axis, readAs);
  else if (isSame(dtype, {RELAX_INT, 8, 1}))
    sortRows<int8_t>(request, axis, readAs);
  else if (isSame(dtype, {RELAX_UINT, 8, 1}))
    sortRows<uint8_t>(request, axis, readAs);
  else if (isSame(dtype, {RELAX_INT, 32, 1}))
    sortRows<int32_t>(request, axis, readAs);
  else if (isSame(dtype, {RELAX_INT, 64, 1}))
    sortRows<int64_t>(request, axis, readAs);
  else
    return false;
  return true;
}

// The name goes along as the function's own data, as one function serves all.
External findSort(const char *name) {
  for (const char *known : {kSort, kArgsort, kArgsortNms, kTopk})
    if (std::strcmp(known, name) == 0)
      return {[](RelaxContext *context, void *userData,
                 const DLTensor *const *inputs, int32_t numInputs,
                 const DLTensor *const *outputs, int32_t numOutputs) {
                const auto *name = static_cast<const char *>(userData);
                std::vector<const DLTensor *> tensors(inputs,
                                                      inputs + numInputs);
                tensors.insert(tensors.end(), outputs, outputs + numOutputs);
                Request request = {};
                Axis axis = {};
                Arguments arguments(context, name, std::move(tensors));
                if (int32_t status = arguments.read(request, axis))
                  return status;
                if (sortElements(request, axis))
                  return int32_t(RELAX_OK);
                return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                            "'%s': expected data of f16, f32, f64, i8, ui8, "
                            "i32 or i64, found %s",
                            name, DTypeText(request.data->dtype).text);
              },
              const_cast<char *>(known)};
  return {};
}

} // namespace relax::runtime
