// cuDNN for tests: computes convolutions on the host as its arguments say, and
// rejects what the real one would reject or read beyond memory.
#include "FakeDriver.h"
#include "FakeElements.h"

#include <cmath>

using fake_cuda::Access;
using fake_cuda::Call;
using fake_cuda::driver;
using fake_cuda::getBytes;
using fake_cuda::isMemory;
using fake_cuda::readElement;
using fake_cuda::stack;
using fake_cuda::writeElement;

namespace {

// Numbers of cudnnStatus_t in version 9.
enum Status {
  Done = 0,
  NotInitialized = 1001,
  BadParam = 2000,
  NotSupported = 3000
};

struct Handle {
  void *context;
  void *stream = nullptr;
};

/// A tensor, or weights, whose n and c are output and input channels.
struct Tensor {
  int type = -1, format = -1, n = 0, c = 0, h = 0, w = 0;

  int64_t at(int64_t in, int64_t ic, int64_t ih, int64_t iw) const {
    return format ? ((in * h + ih) * w + iw) * c + ic
                  : ((in * c + ic) * h + ih) * w + iw;
  }
  size_t size() const {
    return size_t(n) * size_t(c) * size_t(h) * size_t(w) * getBytes(type);
  }
};

struct Convolution {
  int padH = 0, padW = 0, strideH = 0, strideW = 0, dilateH = 0, dilateW = 0;
  int compute = -1, groups = 1, math = 0;
};

struct Activation {
  int mode = -1;
};

/// cudnnConvolutionFwdAlgoPerf_t.
struct Proposal {
  int algorithm, status;
  float time;
  size_t memory;
  int determinism, math, reserved[3];
};

constexpr size_t kWorkspace = 2048;
/// With and without precomputed indices.
constexpr int kGemm = 0, kPrecomputedGemm = 1;
constexpr int kIdentity = 5, kRelu = 1;

} // namespace

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

template <typename Object>
static int create(const char *name, Object **into, const Object &object = {}) {
  Call call(name);
  if (call.result)
    return call.result;
  *into = new Object(object);
  driver().objects.insert(*into);
  return Done;
}

template <typename Object>
static int destroy(const char *name, Object *object) {
  Call call(name);
  if (!driver().objects.erase(object))
    return BadParam;
  delete object;
  return Done;
}

// Counts a call on an object that has to be there.
static int enter(const Call &call, const void *object) {
  return call.result                      ? call.result
         : driver().objects.count(object) ? int(Done)
                                          : int(BadParam);
}

FAKE_API int cudnnCreate(Handle **handle) {
  if (stack().empty())
    return NotInitialized;
  return create("cudnnCreate", handle, Handle{stack().back()});
}

FAKE_API int cudnnDestroy(Handle *handle) {
  if (stack().empty() || stack().back() != handle->context)
    return NotInitialized;
  return destroy("cudnnDestroy", handle);
}

FAKE_API int cudnnSetStream(Handle *handle, void *stream) {
  Call call("cudnnSetStream");
  if (int status = enter(call, handle))
    return status;
  if (!driver().streams.count(stream))
    return BadParam;
  handle->stream = stream;
  return Done;
}

FAKE_API int cudnnCreateTensorDescriptor(Tensor **tensor) {
  return create("cudnnCreateTensorDescriptor", tensor);
}

FAKE_API int cudnnDestroyTensorDescriptor(Tensor *tensor) {
  return destroy("cudnnDestroyTensorDescriptor", tensor);
}

FAKE_API int cudnnCreateFilterDescriptor(Tensor **weights) {
  return create("cudnnCreateFilterDescriptor", weights);
}

FAKE_API int cudnnDestroyFilterDescriptor(Tensor *weights) {
  return destroy("cudnnDestroyFilterDescriptor", weights);
}

static int describe(const Call &call, Tensor *tensor, const Tensor &given) {
  if (int status = enter(call, tensor))
    return status;
  if (given.format < 0 || given.format > 1 || given.type < 0 ||
      given.type > 2 || given.n < 1 || given.c < 1 || given.h < 1 ||
      given.w < 1)
    return BadParam;
  *tensor = given;
  return Done;
}

FAKE_API int cudnnSetTensor4dDescriptor(Tensor *tensor, int format, int type,
                                        int n, int c, int h, int w) {
  return describe(Call("cudnnSetTensor4dDescriptor"), tensor,
                  {type, format, n, c, h, w});
}

// The type comes before the format here.
FAKE_API int cudnnSetFilter4dDescriptor(Tensor *weights, int type, int format,
                                        int k, int c, int h, int w) {
  return describe(Call("cudnnSetFilter4dDescriptor"), weights,
                  {type, format, k, c, h, w});
}

FAKE_API int cudnnCreateConvolutionDescriptor(Convolution **convolution) {
  return create("cudnnCreateConvolutionDescriptor", convolution);
}

FAKE_API int cudnnDestroyConvolutionDescriptor(Convolution *convolution) {
  return destroy("cudnnDestroyConvolutionDescriptor", convolution);
}

FAKE_API int cudnnSetConvolution2dDescriptor(Convolution *convolution, int padH,
                                             int padW, int strideH, int strideW,
                                             int dilateH, int dilateW, int mode,
                                             int compute) {
  Call call("cudnnSetConvolution2dDescriptor");
  if (int status = enter(call, convolution))
    return status;
  // The other mode, 0, turns the weights around.
  if (padH < 0 || padW < 0 || strideH < 1 || strideW < 1 || dilateH < 1 ||
      dilateW < 1 || mode != 1)
    return BadParam;
  *convolution = {padH, padW, strideH, strideW, dilateH, dilateW, compute};
  return Done;
}

FAKE_API int cudnnSetConvolutionGroupCount(Convolution *convolution,
                                           int groups) {
  Call call("cudnnSetConvolutionGroupCount");
  if (int status = enter(call, convolution))
    return status;
  convolution->groups = groups;
  return Done;
}

FAKE_API int cudnnSetConvolutionMathType(Convolution *convolution, int math) {
  Call call("cudnnSetConvolutionMathType");
  if (int status = enter(call, convolution))
    return status;
  convolution->math = math;
  return Done;
}

FAKE_API int cudnnCreateActivationDescriptor(Activation **activation) {
  return create("cudnnCreateActivationDescriptor", activation);
}

FAKE_API int cudnnDestroyActivationDescriptor(Activation *activation) {
  return destroy("cudnnDestroyActivationDescriptor", activation);
}

FAKE_API int cudnnSetActivationDescriptor(Activation *activation, int mode,
                                          int nan, double) {
  Call call("cudnnSetActivationDescriptor");
  if (int status = enter(call, activation))
    return status;
  if (nan != 1)
    return BadParam;
  activation->mode = mode;
  return Done;
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

// The size of a result, as cudnnGetConvolution2dForwardOutputDim gives it.
static int getSize(int size, int kernel, int pad, int stride, int dilate) {
  return 1 + (size + 2 * pad - ((kernel - 1) * dilate + 1)) / stride;
}

// Whether operands fit one another, and are what the real one takes together.
static int check(const Tensor &x, const Tensor &w, const Convolution &of,
                 const Tensor &y) {
  if (of.groups < 1 || x.c != w.c * of.groups || w.n % of.groups ||
      y.n != x.n || y.c != w.n ||
      y.h != getSize(x.h, w.h, of.padH, of.strideH, of.dilateH) ||
      y.w != getSize(x.w, w.w, of.padW, of.strideW, of.dilateW))
    return BadParam;
  int compute = x.type == fake_cuda::F64 ? fake_cuda::F64 : fake_cuda::F32;
  // TF32, which the default takes for f32, is less exact than our own code.
  bool isExact = x.type != fake_cuda::F32 || of.math == 3;
  if (x.type != w.type || x.type != y.type || x.format != w.format ||
      x.format != y.format || of.compute != compute || !isExact)
    return NotSupported;
  return Done;
}

FAKE_API int cudnnGetConvolutionForwardAlgorithm_v7(
    Handle *handle, Tensor *x, Tensor *w, Convolution *convolution, Tensor *y,
    int wanted, int *found, Proposal *proposals) {
  Call call("cudnnGetConvolutionForwardAlgorithm_v7");
  if (int status = enter(call, handle))
    return status;
  if (int status = check(*x, *w, *convolution, *y))
    return status;
  if (wanted < 3)
    return BadParam;
  // The fastest one may be one that cannot do it.
  *found = 3;
  proposals[0] = {6, NotSupported, -1, 0, 1, convolution->math, {}};
  proposals[1] = {kGemm, Done, -1, 0, 1, convolution->math, {}};
  proposals[2] = {kPrecomputedGemm,  Done, -1, kWorkspace, 1,
                  convolution->math, {}};
  return Done;
}

FAKE_API int cudnnGetConvolutionForwardWorkspaceSize(Handle *handle, Tensor *,
                                                     Tensor *, Convolution *,
                                                     Tensor *, int algorithm,
                                                     size_t *bytes) {
  Call call("cudnnGetConvolutionForwardWorkspaceSize");
  if (int status = enter(call, handle))
    return status;
  *bytes = algorithm == kPrecomputedGemm ? kWorkspace : 0;
  return algorithm == kGemm || algorithm == kPrecomputedGemm ? Done
                                                             : NotSupported;
}

static double activate(int mode, double value) {
  switch (mode) {
  case 0:
    return 1 / (1 + std::exp(-value));
  case kRelu:
    return value > 0 ? value : 0;
  case 2:
    return std::tanh(value);
  default:
    return value;
  }
}

static bool isDeviceMemory(const void *data, size_t bytes) {
  return isMemory(reinterpret_cast<uintptr_t>(data), bytes);
}

namespace {
/// What both functions get.
struct Request {
  Handle *handle;
  const Tensor &x, &w, &y;
  const void *xData, *wData;
  void *yData;
  const Convolution &of;
  int algorithm;
  void *workspace;
  size_t workspaceBytes;
};
} // namespace

// Where operands lie: all in memory of the device, of which they read no more
// than there is, and in the context and stream of the handle.
static int check(const Request &request) {
  const Handle *handle = request.handle;
  if (!driver().streams.count(handle->stream) || stack().empty() ||
      stack().back() != handle->context)
    return NotInitialized;
  if (int status = check(request.x, request.w, request.of, request.y))
    return status;
  size_t needed = request.algorithm == kPrecomputedGemm ? kWorkspace : 0;
  if (!isDeviceMemory(request.xData, request.x.size()) ||
      !isDeviceMemory(request.wData, request.w.size()) ||
      !isDeviceMemory(request.yData, request.y.size()) ||
      request.workspaceBytes < needed ||
      (needed && !isDeviceMemory(request.workspace, needed)))
    return BadParam;
  return Done;
}

// One number of the result, before what is added.
// Weights of a group have its input channels only, which begin behind those of
// the groups before.
static double sum(const Request &request, int n, int k, int oh, int ow) {
  const Tensor &x = request.x, &w = request.w;
  const Convolution &of = request.of;
  int first = k / (w.n / of.groups) * w.c;
  double total = 0;
  for (int c = 0; c < w.c; ++c)
    for (int kh = 0; kh < w.h; ++kh)
      for (int kw = 0; kw < w.w; ++kw) {
        int h = oh * of.strideH - of.padH + kh * of.dilateH;
        int column = ow * of.strideW - of.padW + kw * of.dilateW;
        if (h < 0 || h >= x.h || column < 0 || column >= x.w)
          continue;
        total +=
            readElement(request.xData, x.type, x.at(n, first + c, h, column)) *
            readElement(request.wData, w.type, w.at(k, c, kh, kw));
      }
  return total;
}

template <typename Finish>
static void compute(const Request &request, Finish finish) {
  Access access;
  const Tensor &y = request.y;
  for (int n = 0; n < y.n; ++n)
    for (int k = 0; k < y.c; ++k)
      for (int h = 0; h < y.h; ++h)
        for (int w = 0; w < y.w; ++w)
          writeElement(request.yData, y.type, y.at(n, k, h, w),
                       finish(sum(request, n, k, h, w), k));
}

// Scales are of f32, of f64 for that alone; `value` is what one is to be.
static bool isScale(const void *scale, int type, double value) {
  return readElement(scale, type == fake_cuda::F64 ? type : fake_cuda::F32,
                     0) == value;
}

FAKE_API int cudnnConvolutionForward(Handle *handle, const void *alpha,
                                     Tensor *x, const void *xData, Tensor *w,
                                     const void *wData,
                                     Convolution *convolution, int algorithm,
                                     void *workspace, size_t workspaceBytes,
                                     const void *beta, Tensor *y, void *yData) {
  Call call("cudnnConvolutionForward");
  if (int status = enter(call, handle))
    return status;
  Request request = {handle,        *x,    *w,           *y,        xData,
                     wData,         yData, *convolution, algorithm, workspace,
                     workspaceBytes};
  if (int status = check(request))
    return status;
  if (!isScale(alpha, y->type, 1) || !isScale(beta, y->type, 0))
    return BadParam;
  compute(request, [](double value, int) { return value; });
  return Done;
}

FAKE_API int cudnnConvolutionBiasActivationForward(
    Handle *handle, const void *alpha1, Tensor *x, const void *xData, Tensor *w,
    const void *wData, Convolution *convolution, int algorithm, void *workspace,
    size_t workspaceBytes, const void *alpha2, Tensor *z, const void *zData,
    Tensor *bias, const void *biasData, Activation *activation, Tensor *y,
    void *yData) {
  Call call("cudnnConvolutionBiasActivationForward");
  if (int status = enter(call, handle))
    return status;
  Request request = {handle,        *x,    *w,           *y,        xData,
                     wData,         yData, *convolution, algorithm, workspace,
                     workspaceBytes};
  if (int status = check(request))
    return status;
  if (!isScale(alpha1, y->type, 1) || !isScale(alpha2, y->type, 0) ||
      z->size() != y->size() || !isDeviceMemory(zData, z->size()) ||
      bias->n != 1 || bias->c != y->c || bias->h != 1 || bias->w != 1 ||
      bias->type != y->type || !isDeviceMemory(biasData, bias->size()))
    return BadParam;
  if ((activation->mode != kRelu && activation->mode != kIdentity) ||
      (activation->mode == kIdentity && algorithm != kPrecomputedGemm))
    return NotSupported;
  compute(request, [&](double value, int k) {
    return activate(activation->mode,
                    value + readElement(biasData, bias->type, k));
  });
  return Done;
}

FAKE_API int cudnnActivationForward(Handle *handle, Activation *activation,
                                    const void *alpha, Tensor *x,
                                    const void *xData, const void *beta,
                                    Tensor *y, void *yData) {
  Call call("cudnnActivationForward");
  if (int status = enter(call, handle))
    return status;
  if (!isScale(alpha, y->type, 1) || !isScale(beta, y->type, 0) ||
      x->size() != y->size() || x->format != y->format ||
      !isDeviceMemory(xData, x->size()) || !isDeviceMemory(yData, y->size()))
    return BadParam;
  if (activation->mode < 0 || activation->mode > 2)
    return NotSupported;
  Access access;
  int64_t number = int64_t(y->size() / getBytes(y->type));
  for (int64_t i = 0; i < number; ++i)
    writeElement(yData, y->type, i,
                 activate(activation->mode, readElement(xData, x->type, i)));
  return Done;
}
