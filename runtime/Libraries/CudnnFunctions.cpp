// Convolutions by cuDNN, as `relax-run-codegen` calls them.
//
// By its functions of one operator: they are deprecated in favour of graphs
// since version 9, and still those that every version from 8 on has. Objects
// are made for each call and ended with it, but for the handle: a convolution
// takes a hundred times as long.
#include "Cuda/CudaDevice.h"
#include "CudaLibraries.h"
#include "DType.h"
#include "LibraryFunctions.h"
#include "ProductCalls.h"

#include <array>
#include <cstring>

namespace relax::runtime {

namespace {

// Numbers of cuDNN's enumerations.
constexpr int kF32 = 0, kF64 = 1, kF16 = 2;
constexpr int kCrossCorrelation = 1, kPropagateNan = 1;
/// No TF32, which rounds operands of f32; products of f16 by tensor cores.
constexpr int kExactMath = 3, kTensorMath = 1;
constexpr int kPrecomputedGemm = 1;
/// cudnnActivationMode_t by `Activation`; gelu is not among them.
constexpr int kIdentity = 5, kNoMode = -1;
constexpr std::array<int, 6> kModes = {kIdentity, 1, kNoMode, 0, 2, kNoMode};

/// Sizes of a tensor in cuDNN's order, whatever its own is.
struct Sizes {
  int n, c, h, w;
};

/// The handle of a device, and how it is ended.
struct Handle {
  const CudnnLibrary &cudnn;
  void *handle = nullptr;
  ~Handle() {
    if (handle)
      cudnn.cudnnDestroy(handle);
  }
};

/// One call: makes the objects of cuDNN, runs them, ends them.
class CudnnRun {
public:
  CudnnRun(RelaxContext *context, const CudnnLibrary &cudnn, CudaDevice &device,
           const ProductOperands &operands)
      : context(context), cudnn(cudnn), device(device), operands(operands),
        numbers(operands.get<ConvolutionNumbers>()) {}

  int32_t conv2d();

private:
  int32_t failWith(int status, const char *step);
  int32_t getHandle();
  int32_t check();
  int32_t describeOperands();
  int32_t describeConvolution();
  int32_t choose(int &algorithm, size_t &workspace);
  int32_t run(int algorithm, void *workspace, size_t bytes);
  bool isFused() const {
    return operands.bias && numbers.activation <= int64_t(Activation::Relu);
  }

  RelaxContext *context;
  const CudnnLibrary &cudnn;
  CudaDevice &device;
  const ProductOperands &operands;
  const ConvolutionNumbers &numbers;
  void *handle = nullptr;
  LibraryObject data{nullptr, {nullptr}}, weight{nullptr, {nullptr}};
  LibraryObject bias{nullptr, {nullptr}}, result{nullptr, {nullptr}};
  LibraryObject convolution{nullptr, {nullptr}}, activation{nullptr, {nullptr}};
};

} // namespace

static constexpr const char *kName = "relax.cudnn.conv2d";

int32_t CudnnRun::failWith(int status, const char *step) {
  return failWithStatus(context, kName, "cuDNN", step, status);
}

#define RELAX_CUDNN(CALL, STEP)                                                \
  if (int status = cudnn.CALL)                                                 \
    return failWith(status, STEP);

static int getType(DLDataType dtype) {
  return dtype.bits == 16 ? kF16 : dtype.bits == 32 ? kF32 : kF64;
}

static bool takesElements(DLDataType dtype) {
  return dtype.lanes == 1 && dtype.code == RELAX_FLOAT &&
         (dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64);
}

// A tensor's sizes; those of weights in OHWI lie as those of NHWC.
static Sizes getSizes(const DLTensor &tensor, int64_t layout) {
  const int64_t *shape = tensor.shape;
  return layout
             ? Sizes{int(shape[0]), int(shape[3]), int(shape[1]), int(shape[2])}
             : Sizes{int(shape[0]), int(shape[1]), int(shape[2]),
                     int(shape[3])};
}

// The device's handle is made once, and ended with it.
int32_t CudnnRun::getHandle() {
  std::shared_ptr<void> &kept = device.kept[&cudnn];
  if (!kept) {
    auto made = std::make_shared<Handle>(Handle{cudnn});
    RELAX_CUDNN(cudnnCreate(&made->handle), "start")
    kept = made;
  }
  handle = static_cast<Handle *>(kept.get())->handle;
  // Another one than before if the caller has set one. It also says that
  // something is under way, which a call waits for.
  RELAX_CUDNN(cudnnSetStream(handle, device.getStream(context)),
              "take a stream")
  return RELAX_OK;
}

// cuDNN pads both sides of an axis alike, and has one order for all tensors.
// The compiler leaves others to our own code; who writes a call by hand is
// told.
int32_t CudnnRun::check() {
  if (numbers.activation < 0 || numbers.activation >= int64_t(kModes.size()) ||
      kModes[size_t(numbers.activation)] == kNoMode)
    return failWithActivation(context, kName, numbers.activation,
                              "0, 1, 3 or 4 (none, relu, sigmoid, tanh)");
  bool fits = (numbers.dataLayout == 0 || numbers.dataLayout == 1) &&
              numbers.kernelLayout == numbers.dataLayout &&
              numbers.padding[0] == numbers.padding[2] &&
              numbers.padding[1] == numbers.padding[3] &&
              isSame(operands.lhs->dtype, operands.result->dtype);
  for (const DLTensor *tensor : {operands.lhs, operands.rhs, operands.result})
    for (int axis = 0; axis < 4; ++axis)
      fits = fits && tensor->shape[axis] <= INT32_MAX;
  if (!fits)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "'%s': expected one layout of images and weights, the same "
                "padding on both sides of an axis and sizes below 2^31, found "
                "layouts %lld and %lld; leave this to our own code",
                kName, static_cast<long long>(numbers.dataLayout),
                static_cast<long long>(numbers.kernelLayout));
  return RELAX_OK;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

// A layout is a number of the descriptor, with the sizes always as N, C, H, W.
int32_t CudnnRun::describeOperands() {
  auto layout = int(numbers.dataLayout);
  int type = getType(operands.result->dtype);
  auto describe = [&](LibraryObject &object, const Sizes &sizes) {
    void *made = nullptr;
    if (int status = cudnn.cudnnCreateTensorDescriptor(&made))
      return status;
    object = LibraryObject(made, {cudnn.cudnnDestroyTensorDescriptor});
    return cudnn.cudnnSetTensor4dDescriptor(made, layout, type, sizes.n,
                                            sizes.c, sizes.h, sizes.w);
  };
  Sizes of = getSizes(*operands.result, layout);
  int status = describe(data, getSizes(*operands.lhs, layout));
  if (!status)
    status = describe(result, of);
  // Whatever its rank, it has one number a channel.
  if (!status && operands.bias && getNumElements(*operands.bias) != of.c)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "'%s': expected a bias of %d channels, found %lld numbers",
                kName, of.c,
                static_cast<long long>(getNumElements(*operands.bias)));
  if (!status && operands.bias)
    status = describe(bias, {1, of.c, 1, 1});
  if (status)
    return failWith(status, "describe a tensor");
  void *made = nullptr;
  RELAX_CUDNN(cudnnCreateFilterDescriptor(&made), "describe weights")
  weight = LibraryObject(made, {cudnn.cudnnDestroyFilterDescriptor});
  Sizes sizes = getSizes(*operands.rhs, layout);
  RELAX_CUDNN(cudnnSetFilter4dDescriptor(made, type, layout, sizes.n, sizes.c,
                                         sizes.h, sizes.w),
              "describe weights")
  return RELAX_OK;
}

// Sums are of f32 also for f16, as ours are. An activation that cannot be fused
// is the identity here, since the function with a bias wants one.
int32_t CudnnRun::describeConvolution() {
  int type = getType(operands.result->dtype);
  void *made = nullptr;
  RELAX_CUDNN(cudnnCreateConvolutionDescriptor(&made), "describe a convolution")
  convolution = LibraryObject(made, {cudnn.cudnnDestroyConvolutionDescriptor});
  RELAX_CUDNN(cudnnSetConvolution2dDescriptor(
                  made, int(numbers.padding[0]), int(numbers.padding[1]),
                  int(numbers.strides[0]), int(numbers.strides[1]),
                  int(numbers.dilation[0]), int(numbers.dilation[1]),
                  kCrossCorrelation, type == kF64 ? kF64 : kF32),
              "describe a convolution")
  RELAX_CUDNN(cudnnSetConvolutionGroupCount(made, int(numbers.groups)),
              "take groups")
  RELAX_CUDNN(cudnnSetConvolutionMathType(made, type == kF16 ? kTensorMath
                                                             : kExactMath),
              "compute as exactly as we do")
  RELAX_CUDNN(cudnnCreateActivationDescriptor(&made), "describe an activation")
  activation = LibraryObject(made, {cudnn.cudnnDestroyActivationDescriptor});
  int mode = isFused() || !operands.bias ? kModes[size_t(numbers.activation)]
                                         : kIdentity;
  RELAX_CUDNN(cudnnSetActivationDescriptor(made, mode, kPropagateNan, 0.0),
              "describe an activation")
  return RELAX_OK;
}

// By the library's heuristics, which run nothing. The first that can do it is
// the fastest; what it needs of memory is asked for with our own kind of math,
// as a proposal may be for another.
int32_t CudnnRun::choose(int &algorithm, size_t &workspace) {
  std::array<CudnnProposal, 8> proposals;
  int found = 0;
  RELAX_CUDNN(cudnnGetConvolutionForwardAlgorithm_v7(
                  handle, data.get(), weight.get(), convolution.get(),
                  result.get(), int(proposals.size()), &found,
                  proposals.data()),
              "find an algorithm")
  // Without a function behind a bias one alone is allowed.
  bool isPlain =
      operands.bias && numbers.activation != int64_t(Activation::Relu);
  int status = 0;
  for (int i = 0; i < found; ++i) {
    if (isPlain && proposals[size_t(i)].algorithm != kPrecomputedGemm)
      continue;
    if (!status)
      status = proposals[size_t(i)].status;
    if (proposals[size_t(i)].status)
      continue;
    algorithm = proposals[size_t(i)].algorithm;
    RELAX_CUDNN(cudnnGetConvolutionForwardWorkspaceSize(
                    handle, data.get(), weight.get(), convolution.get(),
                    result.get(), algorithm, &workspace),
                "say how much memory it needs")
    return RELAX_OK;
  }
  return failWith(status, "find an algorithm");
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

// Scales are of f32 for f16 and f32, of f64 for that: the type in which sums
// are, and not that of the elements.
int32_t CudnnRun::run(int algorithm, void *workspace, size_t bytes) {
  constexpr float one32 = 1, zero32 = 0;
  constexpr double one64 = 1, zero64 = 0;
  bool isF64 = operands.result->dtype.bits == 64;
  const void *one = isF64 ? static_cast<const void *>(&one64) : &one32;
  const void *zero = isF64 ? static_cast<const void *>(&zero64) : &zero32;
  const void *x = getData(*operands.lhs), *w = getData(*operands.rhs);
  void *y = getData(*operands.result);
  // Of its second operand nothing is read, as that is multiplied by 0; any
  // address with the result's sizes will do.
  if (operands.bias) {
    RELAX_CUDNN(cudnnConvolutionBiasActivationForward(
                    handle, one, data.get(), x, weight.get(), w,
                    convolution.get(), algorithm, workspace, bytes, zero,
                    result.get(), y, bias.get(), getData(*operands.bias),
                    activation.get(), result.get(), y),
                "run")
  } else {
    RELAX_CUDNN(cudnnConvolutionForward(handle, one, data.get(), x,
                                        weight.get(), w, convolution.get(),
                                        algorithm, workspace, bytes, zero,
                                        result.get(), y),
                "run")
  }
  // What is not fused runs over the result once more, in place.
  if (isFused() || numbers.activation == int64_t(Activation::None))
    return RELAX_OK;
  int mode = kModes[size_t(numbers.activation)];
  RELAX_CUDNN(
      cudnnSetActivationDescriptor(activation.get(), mode, kPropagateNan, 0.0),
      "describe an activation")
  RELAX_CUDNN(cudnnActivationForward(handle, activation.get(), one,
                                     result.get(), y, zero, result.get(), y),
              "run an activation")
  return RELAX_OK;
}

int32_t CudnnRun::conv2d() {
  int algorithm = 0;
  size_t bytes = 0;
  if (int32_t status = check())
    return status;
  if (int32_t status = getHandle())
    return status;
  if (int32_t status = describeOperands())
    return status;
  if (int32_t status = describeConvolution())
    return status;
  if (int32_t status = choose(algorithm, bytes))
    return status;
  RelaxStorage *block = nullptr;
  if (bytes) {
    block = device.getMemory().allocate(context, int64_t(bytes));
    if (!block)
      return RELAX_ERROR_OUT_OF_MEMORY;
  }
  int32_t status = run(algorithm, block ? block->data() : nullptr, bytes);
  // The stream's next work is behind this, so that the block can go back now.
  if (block)
    releaseBlock(block);
  return status;
}
#undef RELAX_CUDNN

static constexpr ProductForm kConv2d = {
    kName, 13, 4, 4, takesElements, "f16, f32 or f64", true};

static int32_t call(RelaxContext *context, const Given &given) {
  ProductOperands operands{};
  int32_t status = RELAX_OK;
  const CudnnLibrary *cudnn =
      beginProduct(context, {kConv2d, given}, loadCudnn, operands, status);
  if (!cudnn)
    return status;
  CudaDevice *device = getCudaDevice(context, getCudaNumber(*operands.result));
  if (!device)
    return RELAX_ERROR_FAILED;
  CudaDevice::Current current(*device);
  return CudnnRun(context, *cudnn, *device, operands).conv2d();
}

External findCudnn(const char *name) {
  if (std::strcmp(name, kName) != 0)
    return {};
  return {[](RelaxContext *context, void *, const DLTensor *const *inputs,
             int32_t numInputs, const DLTensor *const *outputs,
             int32_t numOutputs) {
            return call(context, {inputs, numInputs, outputs, numOutputs});
          },
          nullptr};
}

bool hasCudnn() {
  std::string failure;
  return loadCudnn(failure) != nullptr;
}

} // namespace relax::runtime
