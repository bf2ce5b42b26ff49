// Products and convolutions by oneDNN, as `relax-run-codegen` calls them.
//
// Objects of oneDNN are made for each call and ended with it. Its own cache has
// what is costly, the code; to keep more would need a key of all sizes, and a
// place that threads share.
#include "DType.h"
#include "DnnlLibrary.h"
#include "LibraryFunctions.h"
#include "ProductCalls.h"

#include <array>
#include <cstring>
#include <memory>

namespace relax::runtime {

namespace {

// Numbers of oneDNN 2's enumerations.
constexpr int kF32 = 3, kAnyFormat = 1, kForwardInference = 96;
constexpr int kChooseAlgorithm = 3;
constexpr int kSourceQuery = 129, kWeightsQuery = 131, kResultQuery = 133;
constexpr int kSource = 1, kResult = 17, kWeights = 33, kBias = 41;
/// eltwise: none, relu, gelu by erf, logistic, tanh.
constexpr std::array<int, 5> kActivations = {0, 0x1f, 0x30, 0xaf, 0x2f};
/// DNNL_MAX_NDIMS.
constexpr int kMaxRank = 12;

/// A structure of oneDNN that the caller has; 2.6's largest has 6 KB.
struct alignas(64) Descriptor {
  char bytes[8192];
  const void *get() const { return bytes; }
};

/// dnnl_exec_arg_t.
struct Argument {
  int kind;
  void *memory;
};

/// Gives the number of threads back that the thread had.
class ThreadCount {
public:
  ThreadCount(const DnnlLibrary &dnnl, int number) : dnnl(dnnl) {
    if (!dnnl.setNumThreads || !dnnl.getMaxThreads)
      return;
    before = dnnl.getMaxThreads();
    dnnl.setNumThreads(number);
  }
  ~ThreadCount() {
    if (before)
      dnnl.setNumThreads(before);
  }
  ThreadCount(const ThreadCount &) = delete;
  ThreadCount &operator=(const ThreadCount &) = delete;

private:
  const DnnlLibrary &dnnl;
  int before = 0;
};

/// A tensor's elements, and how oneDNN is to see them.
struct View {
  const DLTensor *tensor;
  int rank;
  std::array<int64_t, kMaxRank> dims{};
  std::array<int64_t, kMaxRank> strides{};
};

/// One call: makes the objects of oneDNN, runs them, ends them.
class DnnlRun {
public:
  DnnlRun(RelaxContext *context, const DnnlLibrary &dnnl, const char *name)
      : context(context), dnnl(dnnl), name(name) {}

  int32_t matmul(const ProductOperands &operands);
  int32_t conv2d(const ProductOperands &operands);

private:
  struct Operand {
    int kind, query;
    const View *view;
  };

  int32_t failWith(int status, const char *step) {
    return failWithStatus(context, name, "oneDNN", step, status);
  }
  int32_t describe(const View &view, Descriptor &descriptor, bool anyFormat);
  int32_t setActivation(int64_t activation);
  int32_t run(const Descriptor &operation, const Operand *operands, int number);
  int32_t reorder(const void *from, void *source, const void *to, void *target);
  int32_t makeMemory(const void *descriptor, void *data, LibraryObject &memory);
  int32_t execute(void *primitiveDescriptor, const Argument *arguments,
                  int number);

  RelaxContext *context;
  const DnnlLibrary &dnnl;
  const char *name;
  LibraryObject attributes{nullptr, {nullptr}};
  LibraryObject stream{nullptr, {nullptr}};
};

} // namespace

#define RELAX_DNNL(CALL, STEP)                                                 \
  if (int status = dnnl.CALL)                                                  \
    return failWith(status, STEP);

int32_t DnnlRun::describe(const View &view, Descriptor &descriptor,
                          bool anyFormat) {
  if (anyFormat) {
    RELAX_DNNL(dnnl_memory_desc_init_by_tag(descriptor.bytes, view.rank,
                                            view.dims.data(), kF32, kAnyFormat),
               "describe an operand")
  } else {
    RELAX_DNNL(dnnl_memory_desc_init_by_strides(descriptor.bytes, view.rank,
                                                view.dims.data(), kF32,
                                                view.strides.data()),
               "describe an operand")
  }
  return RELAX_OK;
}

int32_t DnnlRun::setActivation(int64_t activation) {
  if (activation < 0 || activation >= int64_t(kActivations.size()))
    return failWithActivation(context, name, activation, "from 0 to 4");
  if (!activation)
    return RELAX_OK;
  void *object = nullptr;
  RELAX_DNNL(dnnl_primitive_attr_create(&object), "make attributes")
  attributes = LibraryObject(object, {dnnl.dnnl_primitive_attr_destroy});
  RELAX_DNNL(dnnl_post_ops_create(&object), "make post-ops")
  LibraryObject post(object, {dnnl.dnnl_post_ops_destroy});
  RELAX_DNNL(dnnl_post_ops_append_eltwise(post.get(), 1.0F,
                                          kActivations[activation], 0.0F, 0.0F),
             "add an activation")
  RELAX_DNNL(dnnl_primitive_attr_set_post_ops(attributes.get(), post.get()),
             "set post-ops")
  return RELAX_OK;
}

int32_t DnnlRun::makeMemory(const void *descriptor, void *data,
                            LibraryObject &memory) {
  void *object = nullptr;
  RELAX_DNNL(dnnl_memory_create(&object, descriptor, dnnl.engine, data),
             "make an operand")
  memory = LibraryObject(object, {dnnl.dnnl_memory_destroy});
  return RELAX_OK;
}

int32_t DnnlRun::execute(void *primitiveDescriptor, const Argument *arguments,
                         int number) {
  void *object = nullptr;
  // Making it again is cheap: the library keeps the code of the last 1024.
  RELAX_DNNL(dnnl_primitive_create(&object, primitiveDescriptor),
             "make a primitive")
  LibraryObject primitive(object, {dnnl.dnnl_primitive_destroy});
  RELAX_DNNL(
      dnnl_primitive_execute(primitive.get(), stream.get(), number, arguments),
      "run")
  RELAX_DNNL(dnnl_stream_wait(stream.get()), "run to the end")
  return RELAX_OK;
}

int32_t DnnlRun::reorder(const void *from, void *source, const void *to,
                         void *target) {
  void *object = nullptr;
  RELAX_DNNL(dnnl_reorder_primitive_desc_create(&object, from, dnnl.engine, to,
                                                dnnl.engine, nullptr),
             "change the order of an operand")
  LibraryObject descriptor(object, {dnnl.dnnl_primitive_desc_destroy});
  Argument arguments[] = {{kSource, source}, {kResult, target}};
  return execute(descriptor.get(), arguments, 2);
}

// DNNL_MEMORY_ALLOCATE: the library makes the memory.
static void *const kAllocate = reinterpret_cast<void *>(size_t(-1));

/// Operands go into the order that the primitive wants, and its result out of
/// it: on a processor with vectors of 16 channels that order is 4 to 10 times
/// as fast as the program's.
int32_t DnnlRun::run(const Descriptor &operation, const Operand *operands,
                     int number) {
  void *object = nullptr;
  RELAX_DNNL(dnnl_stream_create(&object, dnnl.engine, 1), "make a stream")
  stream = LibraryObject(object, {dnnl.dnnl_stream_destroy});
  RELAX_DNNL(dnnl_primitive_desc_create(&object, operation.get(),
                                        attributes.get(), dnnl.engine, nullptr),
             "find a primitive")
  LibraryObject primitive(object, {dnnl.dnnl_primitive_desc_destroy});
  std::array<LibraryObject, 4> plain{}, ordered{};
  std::array<Descriptor, 4> descriptors;
  std::array<Argument, 4> arguments{};
  for (int i = 0; i < number; ++i) {
    const Operand &operand = operands[i];
    if (int32_t status = describe(*operand.view, descriptors[i], false))
      return status;
    if (int32_t status = makeMemory(descriptors[i].get(),
                                    getData(*operand.view->tensor), plain[i]))
      return status;
    arguments[i] = {operand.kind, plain[i].get()};
    const void *wanted = operand.query ? dnnl.dnnl_primitive_desc_query_md(
                                             primitive.get(), operand.query, 0)
                                       : nullptr;
    if (!wanted || dnnl.dnnl_memory_desc_equal(wanted, descriptors[i].get()))
      continue;
    if (int32_t status = makeMemory(wanted, kAllocate, ordered[i]))
      return status;
    arguments[i].memory = ordered[i].get();
    if (operand.kind != kResult)
      if (int32_t status = reorder(descriptors[i].get(), plain[i].get(), wanted,
                                   ordered[i].get()))
        return status;
  }
  if (int32_t status = execute(primitive.get(), arguments.data(), number))
    return status;
  for (int i = 0; i < number; ++i)
    if (operands[i].kind == kResult && ordered[i])
      return reorder(
          dnnl.dnnl_primitive_desc_query_md(primitive.get(), kResultQuery, 0),
          ordered[i].get(), descriptors[i].get(), plain[i].get());
  return RELAX_OK;
}

/// The tensor with sizes of 1 in front, up to `rank`, compact.
static View getView(const DLTensor &tensor, int rank) {
  View view{&tensor, rank, {}, {}};
  // Sizes of 1 in front are how oneDNN broadcasts, as numpy does, and a stride
  // of an axis of size 1 is never used.
  int64_t stride = 1;
  for (int i = rank - 1, axis = tensor.ndim - 1; i >= 0; --i, --axis) {
    view.dims[i] = axis >= 0 ? tensor.shape[axis] : 1;
    view.strides[i] = stride;
    stride *= view.dims[i];
  }
  return view;
}

static void swapAxes(View &view, int first, int second) {
  std::swap(view.dims[first], view.dims[second]);
  std::swap(view.strides[first], view.strides[second]);
}

/// The same elements with the axes in another order.
static View permute(const View &view, const std::array<int, 4> &axes) {
  View result = view;
  for (int i = 0; i < 4; ++i) {
    result.dims[i] = view.dims[axes[i]];
    result.strides[i] = view.strides[axes[i]];
  }
  return result;
}

int32_t DnnlRun::matmul(const ProductOperands &operands) {
  const auto *numbers = &operands.get<int64_t>();
  int rank = operands.result->ndim;
  View lhs = getView(*operands.lhs, rank), rhs = getView(*operands.rhs, rank);
  View result = getView(*operands.result, rank);
  if (numbers[2])
    swapAxes(rhs, rank - 2, rank - 1);
  int64_t depth = lhs.dims[rank - 1];
  if (rhs.dims[rank - 2] != depth ||
      lhs.dims[rank - 2] != result.dims[rank - 2] ||
      rhs.dims[rank - 1] != result.dims[rank - 1])
    return fail(
        context, RELAX_ERROR_INVALID_ARGUMENT,
        "'%s': expected operands of one reduction dimension, found %lld "
        "and %lld",
        name, static_cast<long long>(depth),
        static_cast<long long>(rhs.dims[rank - 2]));
  Descriptor views[4], operation;
  if (int32_t status = describe(lhs, views[0], false))
    return status;
  if (int32_t status = describe(rhs, views[1], false))
    return status;
  if (int32_t status = describe(result, views[2], false))
    return status;
  View bias{};
  if (operands.bias) {
    bias = getView(*operands.bias, rank);
    if (int32_t status = describe(bias, views[3], false))
      return status;
  }
  if (int32_t status = setActivation(numbers[1]))
    return status;
  RELAX_DNNL(dnnl_matmul_desc_init(
                 operation.bytes, views[0].get(), views[1].get(),
                 operands.bias ? views[3].get() : nullptr, views[2].get()),
             "describe a product")
  // Operands stay as they lie: products are fast in row-major order, and a copy
  // of a weight would be made at each call.
  Operand all[] = {{kSource, 0, &lhs},
                   {kWeights, 0, &rhs},
                   {kResult, 0, &result},
                   {kBias, 0, &bias}};
  return run(operation, all, operands.bias ? 4 : 3);
}

int32_t DnnlRun::conv2d(const ProductOperands &operands) {
  const auto &numbers = operands.get<ConvolutionNumbers>();
  constexpr std::array<int, 4> fromNhwc = {0, 3, 1, 2}, fromHwio = {3, 2, 0, 1};
  View data = getView(*operands.lhs, 4), result = getView(*operands.result, 4);
  View weight = getView(*operands.rhs, 4);
  if (numbers.dataLayout) {
    data = permute(data, fromNhwc);
    result = permute(result, fromNhwc);
  }
  if (numbers.kernelLayout)
    weight = permute(weight, numbers.kernelLayout == 1 ? fromNhwc : fromHwio);
  int64_t groups = numbers.groups;
  if (groups != 1) {
    // oneDNN has an axis of groups in front of the output channels of each.
    weight.rank = 5;
    for (int i = 4; i > 0; --i) {
      weight.dims[i] = weight.dims[i - 1];
      weight.strides[i] = weight.strides[i - 1];
    }
    weight.dims[0] = groups;
    weight.dims[1] /= groups;
    weight.strides[0] = weight.strides[1] * weight.dims[1];
  }
  Descriptor views[4], operation;
  if (int32_t status = describe(data, views[0], true))
    return status;
  if (int32_t status = describe(weight, views[1], true))
    return status;
  if (int32_t status = describe(result, views[2], true))
    return status;
  View bias{};
  // Whatever its rank, it has one number a channel; oneDNN wants just those.
  if (operands.bias) {
    bias = View{operands.bias, 1, {result.dims[1]}, {1}};
    if (int32_t status = describe(bias, views[3], false))
      return status;
  }
  if (int32_t status = setActivation(numbers.activation))
    return status;
  // What lies between two elements of the kernel.
  int64_t dilation[2] = {numbers.dilation[0] - 1, numbers.dilation[1] - 1};
  RELAX_DNNL(dnnl_dilated_convolution_forward_desc_init(
                 operation.bytes, kForwardInference, kChooseAlgorithm,
                 views[0].get(), views[1].get(),
                 operands.bias ? views[3].get() : nullptr, views[2].get(),
                 numbers.strides, dilation, numbers.padding,
                 numbers.padding + 2),
             "describe a convolution")
  Operand all[] = {{kSource, kSourceQuery, &data},
                   {kWeights, kWeightsQuery, &weight},
                   {kResult, kResultQuery, &result},
                   {kBias, 0, &bias}};
  return run(operation, all, operands.bias ? 4 : 3);
}
#undef RELAX_DNNL

static bool takesElements(DLDataType dtype) {
  return isSame(dtype, {RELAX_FLOAT, 32, 1});
}

namespace {
struct DnnlFunction {
  ProductForm form;
  int32_t (DnnlRun::*function)(const ProductOperands &);
};
} // namespace

static constexpr DnnlFunction kFunctions[] = {
    {{"relax.dnnl.matmul", 3, 2, kMaxRank, takesElements, "f32", false},
     &DnnlRun::matmul},
    {{"relax.dnnl.conv2d", 13, 4, 4, takesElements, "f32", false},
     &DnnlRun::conv2d},
};

static int32_t call(RelaxContext *context, const DnnlFunction &function,
                    const Given &given) {
  ProductOperands operands{};
  int32_t status = RELAX_OK;
  const DnnlLibrary *dnnl =
      beginProduct(context, {function.form, given}, loadDnnl, operands, status);
  if (!dnnl)
    return status;
  // OpenMP has a number of threads for each thread that starts loops, which may
  // be another context's next.
  ThreadCount threads(*dnnl, relax_context_num_threads(context));
  DnnlRun run(context, *dnnl, function.form.name);
  return (run.*function.function)(operands);
}

External findDnnl(const char *name) {
  for (const DnnlFunction &known : kFunctions)
    if (std::strcmp(known.form.name, name) == 0)
      return {[](RelaxContext *context, void *userData,
                 const DLTensor *const *inputs, int32_t numInputs,
                 const DLTensor *const *outputs, int32_t numOutputs) {
                return call(context, *static_cast<DnnlFunction *>(userData),
                            {inputs, numInputs, outputs, numOutputs});
              },
              const_cast<DnnlFunction *>(&known)};
  return {};
}

bool hasDnnl() {
  std::string failure;
  return loadDnnl(failure) != nullptr;
}

} // namespace relax::runtime
