// cuBLASLt for tests: computes on the host what its arguments say, column by
// column, and rejects what the real one would reject or read beyond memory.
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

// Numbers of cublasStatus_t.
enum Status {
  Done = 0,
  NotInitialized = 1,
  InvalidValue = 7,
  NotSupported = 15
};

struct Handle {
  void *context;
};

struct Operation {
  int compute, scale;
  int32_t transposeA = 0, transposeB = 0, epilogue = 1;
  const void *bias = nullptr;
};

struct Layout {
  int type;
  int64_t rows, columns, leading;
  int32_t batch = 1;
  int64_t stride = 0;

  /// Elements from the first to the last one.
  int64_t getExtent() const {
    return (batch - 1) * stride + (columns - 1) * leading + rows;
  }
};

struct Preference {
  uint64_t workspace = 0;
  uint32_t alignments[4] = {256, 256, 256, 256};
};

/// cublasLtMatmulHeuristicResult_t, with what the algorithm is for.
struct Proposal {
  uint64_t mark, workspace, alignments[4], unused[2];
  size_t workspaceBytes;
  int status;
  float waves;
  int reserved[4];
};

constexpr uint64_t kMark = 0x616C676F726974;
constexpr uint64_t kWorkspace = 4096;

} // namespace

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

FAKE_API int cublasLtCreate(Handle **handle) {
  Call call("cublasLtCreate");
  if (call.result || stack().empty())
    return NotInitialized;
  *handle = new Handle{stack().back()};
  driver().objects.insert(*handle);
  return Done;
}

// Gives an object up; the real one trusts that it is one.
template <typename Object>
static int destroy(const char *name, Object *object) {
  Call call(name);
  if (!driver().objects.erase(object))
    return InvalidValue;
  delete object;
  return Done;
}

FAKE_API int cublasLtDestroy(Handle *handle) {
  if (stack().empty() || stack().back() != handle->context)
    return NotInitialized;
  return destroy("cublasLtDestroy", handle);
}

template <typename Object>
static int create(const char *name, Object **into, Object object) {
  Call call(name);
  if (call.result)
    return call.result;
  *into = new Object(object);
  driver().objects.insert(*into);
  return Done;
}

FAKE_API int cublasLtMatmulDescCreate(Operation **operation, int compute,
                                      int scale) {
  // CUBLAS_COMPUTE_32F with scales of f32, CUBLAS_COMPUTE_64F with f64.
  if (!(compute == 68 && scale == fake_cuda::F32) &&
      !(compute == 70 && scale == fake_cuda::F64))
    return InvalidValue;
  return create("cublasLtMatmulDescCreate", operation,
                Operation{compute, scale});
}

FAKE_API int cublasLtMatmulDescDestroy(Operation *operation) {
  return destroy("cublasLtMatmulDescDestroy", operation);
}

// Copies an attribute of the right size.
template <typename T>
static int set(T &member, const void *value, size_t bytes) {
  if (bytes != sizeof(T))
    return InvalidValue;
  std::memcpy(&member, value, bytes);
  return Done;
}

FAKE_API int cublasLtMatmulDescSetAttribute(Operation *operation, int attribute,
                                            const void *value, size_t bytes) {
  Call call("cublasLtMatmulDescSetAttribute");
  if (call.result || !driver().objects.count(operation))
    return call.result ? call.result : int(InvalidValue);
  switch (attribute) {
  case 3:
    return set(operation->transposeA, value, bytes);
  case 4:
    return set(operation->transposeB, value, bytes);
  case 7:
    return set(operation->epilogue, value, bytes);
  case 8:
    return set(operation->bias, value, bytes);
  default:
    return InvalidValue;
  }
}

FAKE_API int cublasLtMatrixLayoutCreate(Layout **layout, int type,
                                        uint64_t rows, uint64_t columns,
                                        int64_t leading) {
  if (!getBytes(type) || rows == 0 || columns == 0 || leading < int64_t(rows))
    return InvalidValue;
  return create("cublasLtMatrixLayoutCreate", layout,
                Layout{type, int64_t(rows), int64_t(columns), leading});
}

FAKE_API int cublasLtMatrixLayoutDestroy(Layout *layout) {
  return destroy("cublasLtMatrixLayoutDestroy", layout);
}

FAKE_API int cublasLtMatrixLayoutSetAttribute(Layout *layout, int attribute,
                                              const void *value, size_t bytes) {
  Call call("cublasLtMatrixLayoutSetAttribute");
  if (call.result || !driver().objects.count(layout))
    return call.result ? call.result : int(InvalidValue);
  return attribute == 5   ? set(layout->batch, value, bytes)
         : attribute == 6 ? set(layout->stride, value, bytes)
                          : int(InvalidValue);
}

FAKE_API int cublasLtMatmulPreferenceCreate(Preference **preference) {
  return create("cublasLtMatmulPreferenceCreate", preference, Preference());
}

FAKE_API int cublasLtMatmulPreferenceDestroy(Preference *preference) {
  return destroy("cublasLtMatmulPreferenceDestroy", preference);
}

FAKE_API int cublasLtMatmulPreferenceSetAttribute(Preference *preference,
                                                  int attribute,
                                                  const void *value,
                                                  size_t bytes) {
  Call call("cublasLtMatmulPreferenceSetAttribute");
  if (call.result || !driver().objects.count(preference))
    return call.result ? call.result : int(InvalidValue);
  if (attribute == 1)
    return set(preference->workspace, value, bytes);
  return attribute >= 5 && attribute <= 8
             ? set(preference->alignments[attribute - 5], value, bytes)
             : int(InvalidValue);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// Whether matrices fit one another, and are of types that go together.
// Rows and columns are those of the stored matrix, so that a transposed one has
// them the other way round.
static int check(const Operation &operation, const Layout &a, const Layout &b,
                 const Layout &c, const Layout &d) {
  int64_t m = operation.transposeA ? a.columns : a.rows;
  int64_t k = operation.transposeA ? a.rows : a.columns;
  int64_t n = operation.transposeB ? b.rows : b.columns;
  int64_t depth = operation.transposeB ? b.columns : b.rows;
  if (depth != k || d.rows != m || d.columns != n || c.rows != m ||
      c.columns != n || a.batch != d.batch || b.batch != d.batch ||
      c.batch != d.batch || d.batch < 1)
    return InvalidValue;
  // Results of a batch that share memory would be written at once.
  if (d.batch > 1 && d.stride < d.leading * d.columns)
    return InvalidValue;
  bool isF64 = operation.compute == 70;
  bool isWide = getBytes(a.type) == 2 && d.type == fake_cuda::F32;
  if (a.type != b.type || c.type != d.type || (a.type != d.type && !isWide) ||
      isF64 != (a.type == fake_cuda::F64))
    return NotSupported;
  int rest = operation.epilogue & ~(1 | 2 | 4 | 32);
  bool isBias = operation.epilogue & 4;
  bool isTwo = (operation.epilogue & 2) && (operation.epilogue & 32);
  if (rest || isTwo || isBias != (operation.bias != nullptr))
    return InvalidValue;
  if (isBias && !isMemory(reinterpret_cast<uintptr_t>(operation.bias),
                          size_t(m) * getBytes(d.type)))
    return InvalidValue;
  return Done;
}

FAKE_API int cublasLtMatmulAlgoGetHeuristic(Handle *handle,
                                            Operation *operation, Layout *a,
                                            Layout *b, Layout *c, Layout *d,
                                            Preference *preference, int wanted,
                                            Proposal *proposals, int *found) {
  Call call("cublasLtMatmulAlgoGetHeuristic");
  if (call.result)
    return call.result;
  if (!driver().objects.count(handle) || wanted < 1)
    return InvalidValue;
  if (int status = check(*operation, *a, *b, *c, *d))
    return status;
  *found = 1;
  proposals[0] = {};
  proposals[0].mark = kMark;
  for (int i = 0; i < 4; ++i)
    proposals[0].alignments[i] = preference->alignments[i];
  proposals[0].workspaceBytes = proposals[0].workspace =
      preference->workspace < kWorkspace ? preference->workspace : kWorkspace;
  return Done;
}

// What is behind the sum, in the order in which the real one computes it: the
// bias is of the row, as it is a column vector, then relu or gelu.
static double finish(const Operation &operation, double value, int64_t row,
                     int type) {
  if (operation.epilogue & 4)
    value += readElement(operation.bias, type, row);
  if (operation.epilogue & 2)
    return value > 0 ? value : 0;
  if (operation.epilogue & 32)
    return 0.5 * value *
           (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) *
                          (value + 0.044715 * value * value * value)));
  return value;
}

FAKE_API int cublasLtMatmul(Handle *handle, Operation *operation,
                            const void *alpha, const void *a, Layout *aLayout,
                            const void *b, Layout *bLayout, const void *beta,
                            const void *c, Layout *cLayout, void *d,
                            Layout *dLayout, const Proposal *algorithm,
                            void *workspace, size_t workspaceBytes,
                            void *stream) {
  Call call("cublasLtMatmul");
  if (call.result)
    return call.result;
  if (!driver().objects.count(handle) || !driver().streams.count(stream) ||
      stack().empty() || stack().back() != handle->context)
    return NotInitialized;
  if (int status = check(*operation, *aLayout, *bLayout, *cLayout, *dLayout))
    return status;
  const void *data[] = {a, b, c, d};
  const Layout *layouts[] = {aLayout, bLayout, cLayout, dLayout};
  for (int i = 0; i < 4; ++i) {
    auto address = reinterpret_cast<uintptr_t>(data[i]);
    if (!isMemory(address, size_t(layouts[i]->getExtent()) *
                               getBytes(layouts[i]->type)) ||
        address % algorithm->alignments[i])
      return InvalidValue;
  }
  if (algorithm->mark != kMark || workspaceBytes < algorithm->workspace ||
      !isMemory(reinterpret_cast<uintptr_t>(workspace), workspaceBytes))
    return InvalidValue;
  double one = readElement(alpha, operation->scale, 0);
  double other = readElement(beta, operation->scale, 0);
  int64_t depth = operation->transposeA ? aLayout->rows : aLayout->columns;
  Access access;
  for (int64_t batch = 0; batch < dLayout->batch; ++batch)
    for (int64_t column = 0; column < dLayout->columns; ++column)
      for (int64_t row = 0; row < dLayout->rows; ++row) {
        double sum = 0;
        for (int64_t i = 0; i < depth; ++i) {
          int64_t left = batch * aLayout->stride +
                         (operation->transposeA ? i + row * aLayout->leading
                                                : row + i * aLayout->leading);
          int64_t right =
              batch * bLayout->stride + (operation->transposeB
                                             ? column + i * bLayout->leading
                                             : i + column * bLayout->leading);
          sum += readElement(a, aLayout->type, left) *
                 readElement(b, bLayout->type, right);
        }
        int64_t place =
            batch * dLayout->stride + row + column * dLayout->leading;
        sum *= one;
        // What is multiplied by 0 is not read.
        if (other != 0)
          sum += other * readElement(c, cLayout->type, place);
        writeElement(d, dLayout->type, place,
                     finish(*operation, sum, row, dLayout->type));
      }
  return Done;
}
