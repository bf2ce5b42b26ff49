// Products of matrices by cuBLASLt, as `relax-run-codegen` calls them.
//
// cuBLASLt's matrices are column-major, ours are row-major. A row-major matrix
// is, element by element, the transpose of a column-major one, so that instead
// of result = lhs * rhs it is asked for
//
//   result^T (N x M)  =  rhs^T (N x K)  *  lhs^T (K x M)
//
// in which no element moves. Its bias has one number a row of what it computes,
// which is a column of ours.
#include "Cuda/CudaDevice.h"
#include "CudaLibraries.h"
#include "DType.h"
#include "LibraryFunctions.h"
#include "ProductCalls.h"

#include <array>
#include <cstring>
#include <map>
#include <vector>

namespace relax::runtime {

namespace {

// Numbers of cuBLASLt's enumerations, of cudaDataType and cublasComputeType_t.
constexpr int kF32 = 0, kF64 = 1, kF16 = 2, kBF16 = 14;
constexpr int kComputeF32 = 68, kComputeF64 = 70;
constexpr int kTransposeA = 3, kTransposeB = 4, kEpilogue = 7, kBiasPointer = 8;
constexpr int kBatchCount = 5, kBatchStride = 6;
constexpr int kMaxWorkspace = 1, kMinAlignmentA = 5;
/// By activation, without and with a bias. Its gelu is that of tanh.
constexpr int kReluEpilogue = 2, kBiasEpilogue = 4, kGeluEpilogue = 32;
/// What NVIDIA advises for its newest GPUs.
constexpr uint64_t kWorkspace = uint64_t(32) << 20;
/// How many choices are kept: a quarter of a megabyte.
constexpr size_t kMaxChoices = 1024;

/// Axes in front of matrices along which products repeat; strides in elements,
/// 0 where an operand has one matrix for all.
struct BatchAxis {
  int64_t size, lhsStride, rhsStride, resultStride;
};

/// One operand's matrices as cuBLASLt sees them.
struct Matrix {
  const DLTensor *tensor;
  int64_t rows, columns, batchStride;
};

/// A product: sizes, and how often.
struct Product {
  int64_t m, n, k;
  /// From the innermost; the first goes to the library, others are loops.
  std::vector<BatchAxis> batch;
};

/// What the choice of an algorithm depends on.
using ChoiceKey = std::array<uint64_t, 14>;

/// What is kept for a device.
struct CublasState {
  std::shared_ptr<void> handle;
  std::map<ChoiceKey, CublasProposal> choices;
};

/// One call: makes the objects of cuBLASLt, runs them, ends them.
class CublasRun {
public:
  CublasRun(RelaxContext *context, const CublasLibrary &cublas,
            CudaDevice &device, const char *name)
      : context(context), cublas(cublas), device(device), name(name) {}

  int32_t matmul(const ProductOperands &operands);

private:
  int32_t failWith(int status, const char *step) {
    return failWithStatus(context, name, "cuBLASLt", step, status);
  }
  int32_t start();
  int32_t plan(const ProductOperands &operands, Product &product);
  int32_t describe(const ProductOperands &operands);
  int32_t describe(const Matrix &matrix, int64_t count, LibraryObject &layout);
  int32_t ask(CublasProposal &proposal);
  int32_t choose(const ChoiceKey &key, CublasProposal &proposal);
  int32_t run(const ProductOperands &operands, const Product &product);

  RelaxContext *context;
  const CublasLibrary &cublas;
  CudaDevice &device;
  const char *name;
  CublasState *state = nullptr;
  LibraryObject operation{nullptr, {nullptr}};
  /// Of rhs, lhs and the result, which are its A, B, and both C and D.
  LibraryObject layouts[3] = {
      {nullptr, {nullptr}}, {nullptr, {nullptr}}, {nullptr, {nullptr}}};
  /// What every address of theirs is a multiple of.
  uint32_t alignments[3] = {};
};

} // namespace

#define RELAX_CUBLAS(CALL, STEP)                                               \
  if (int status = cublas.CALL)                                                \
    return failWith(status, STEP);

static int getType(DLDataType dtype) {
  return dtype.code == RELAX_BFLOAT ? kBF16
         : dtype.bits == 16         ? kF16
         : dtype.bits == 32         ? kF32
                                    : kF64;
}

static bool takesElements(DLDataType dtype) {
  if (dtype.lanes != 1)
    return false;
  return dtype.code == RELAX_FLOAT
             ? dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64
             : dtype.code == RELAX_BFLOAT && dtype.bits == 16;
}

// The device's handle is made once and ended with the device.
// Making one takes milliseconds, more than most products. One thread at a time
// uses a device, so that it needs no lock.
int32_t CublasRun::start() {
  std::shared_ptr<void> &kept = device.kept[&cublas];
  if (!kept) {
    void *made = nullptr;
    RELAX_CUBLAS(cublasLtCreate(&made), "start")
    auto state = std::make_shared<CublasState>();
    state->handle = std::shared_ptr<void>(
        made, [end = cublas.cublasLtDestroy](void *handle) { end(handle); });
    kept = std::move(state);
  }
  state = static_cast<CublasState *>(kept.get());
  return RELAX_OK;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

// The size of an axis counted from the end; 1 where there is none.
static int64_t getSize(const DLTensor &tensor, int fromEnd) {
  return fromEnd <= tensor.ndim ? tensor.shape[tensor.ndim - fromEnd] : 1;
}

// Appends an axis outside of those before, or makes it a part of the last one.
// If one step along it is all of the last axis for both operands, the two are
// one axis. The library knows one axis of batches, and each further one costs a
// call for each of its elements.
static void addAxis(std::vector<BatchAxis> &axes, const BatchAxis &axis) {
  if (axis.size == 1)
    return;
  if (!axes.empty()) {
    BatchAxis &inner = axes.back();
    auto continues = [&](int64_t stride, int64_t outer) {
      return outer == stride * inner.size;
    };
    if (continues(inner.lhsStride, axis.lhsStride) &&
        continues(inner.rhsStride, axis.rhsStride)) {
      inner.size *= axis.size;
      return;
    }
  }
  axes.push_back(axis);
}

// Sizes come from the tensors, not from the compiler: a dimension may be one
// that the run decides. Axes in front are compared from the last one on, as
// numpy does.
int32_t CublasRun::plan(const ProductOperands &operands, Product &product) {
  const auto &numbers = operands.get<MatmulNumbers>();
  const DLTensor &lhs = *operands.lhs, &rhs = *operands.rhs;
  const DLTensor &result = *operands.result;
  int lhsRow = numbers.isLhsTransposed ? 1 : 2;
  int rhsRow = numbers.isRhsTransposed ? 1 : 2;
  product.m = getSize(lhs, lhsRow);
  product.k = getSize(lhs, 3 - lhsRow);
  product.n = getSize(rhs, 3 - rhsRow);
  // A product of 16 bits is summed in f32, which the result may keep.
  bool isWide =
      lhs.dtype.bits == 16 && isSame(result.dtype, {RELAX_FLOAT, 32, 1});
  bool fits = (isWide || isSame(lhs.dtype, result.dtype)) &&
              getSize(rhs, rhsRow) == product.k && product.k > 0 &&
              getSize(result, 2) == product.m &&
              getSize(result, 1) == product.n;
  BatchAxis next = {1, product.m * product.k, product.n * product.k,
                    product.m * product.n};
  for (int axis = 3; axis <= result.ndim; ++axis) {
    int64_t size = getSize(result, axis);
    bool hasLhs = getSize(lhs, axis) == size,
         hasRhs = getSize(rhs, axis) == size;
    fits = fits && (hasLhs || getSize(lhs, axis) == 1) &&
           (hasRhs || getSize(rhs, axis) == 1);
    addAxis(product.batch, {size, hasLhs ? next.lhsStride : 0,
                            hasRhs ? next.rhsStride : 0, next.resultStride});
    next.lhsStride *= getSize(lhs, axis);
    next.rhsStride *= getSize(rhs, axis);
    next.resultStride *= size;
  }
  fits =
      fits && (!operands.bias || getNumElements(*operands.bias) == product.n);
  if (!fits)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "'%s': expected operands of one reduction dimension that is "
                "not 0, a result of their sizes and type, and a bias of its "
                "columns, found %lld and %lld",
                name, static_cast<long long>(product.k),
                static_cast<long long>(getSize(rhs, rhsRow)));
  // One weight for all rows of a batch is one product of all rows.
  if (!numbers.isLhsTransposed && product.batch.size() == 1 &&
      product.batch[0].rhsStride == 0) {
    product.m *= product.batch[0].size;
    product.batch.clear();
  }
  if (product.batch.empty())
    product.batch.push_back({1, 0, 0, 0});
  return RELAX_OK;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

// The epilogue is one number of flags; an activation that has none is an error
// and not left out, since the result would be wrong.
int32_t CublasRun::describe(const ProductOperands &operands) {
  const auto &numbers = operands.get<MatmulNumbers>();
  bool isF64 = operands.result->dtype.bits == 64;
  // Not COMPUTE_32F_FAST_TF32: it keeps 10 of 23 bits of operands, and results
  // would depend on whether the library is there.
  void *object = nullptr;
  RELAX_CUBLAS(cublasLtMatmulDescCreate(&object,
                                        isF64 ? kComputeF64 : kComputeF32,
                                        isF64 ? kF64 : kF32),
               "describe a product")
  operation = LibraryObject(object, {cublas.cublasLtMatmulDescDestroy});
  auto set = [&](int attribute, const auto &value) {
    return cublas.cublasLtMatmulDescSetAttribute(operation.get(), attribute,
                                                 &value, sizeof(value));
  };
  // Operands change places, and keep what they are.
  int32_t isATransposed = numbers.isRhsTransposed ? 1 : 0;
  int32_t isBTransposed = numbers.isLhsTransposed ? 1 : 0;
  int status = set(kTransposeA, isATransposed);
  if (!status)
    status = set(kTransposeB, isBTransposed);
  int32_t epilogue = operands.bias ? kBiasEpilogue : 0;
  if (numbers.activation == int64_t(Activation::Relu))
    epilogue |= kReluEpilogue;
  else if (numbers.activation == int64_t(Activation::GeluTanh))
    epilogue |= kGeluEpilogue;
  else if (numbers.activation != int64_t(Activation::None))
    return failWithActivation(context, name, numbers.activation,
                              "0, 1 or 5 (none, relu, gelu by tanh)");
  if (!status && epilogue)
    status = set(kEpilogue, epilogue);
  if (!status && operands.bias) {
    const void *bias = getData(*operands.bias);
    status = set(kBiasPointer, bias);
  }
  return status ? failWith(status, "describe a product") : RELAX_OK;
}

int32_t CublasRun::describe(const Matrix &matrix, int64_t count,
                            LibraryObject &layout) {
  void *object = nullptr;
  // Its columns are our rows, so that one begins as many elements behind the
  // other as ours has columns.
  RELAX_CUBLAS(
      cublasLtMatrixLayoutCreate(&object, getType(matrix.tensor->dtype),
                                 uint64_t(matrix.columns),
                                 uint64_t(matrix.rows), matrix.columns),
      "describe an operand")
  layout = LibraryObject(object, {cublas.cublasLtMatrixLayoutDestroy});
  if (count == 1)
    return RELAX_OK;
  if (count > INT32_MAX)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "'%s': expected at most %d products, found %lld; leave this to "
                "our own code",
                name, INT32_MAX, static_cast<long long>(count));
  auto number = int32_t(count);
  RELAX_CUBLAS(cublasLtMatrixLayoutSetAttribute(object, kBatchCount, &number,
                                                sizeof(number)),
               "describe a batch")
  RELAX_CUBLAS(cublasLtMatrixLayoutSetAttribute(object, kBatchStride,
                                                &matrix.batchStride,
                                                sizeof(matrix.batchStride)),
               "describe a batch")
  return RELAX_OK;
}

// The largest power of two up to 256, which is what the library expects, that
// all of these numbers are multiples of.
static uint32_t getAlignment(uint64_t address, uint64_t step) {
  uint64_t all = address | step | 256;
  return uint32_t(all & ~(all - 1));
}

// Without a proposal the library would ask itself at each call, for operands
// that are aligned as it likes them: ours may be parts of larger storage.
int32_t CublasRun::ask(CublasProposal &proposal) {
  void *object = nullptr;
  RELAX_CUBLAS(cublasLtMatmulPreferenceCreate(&object), "take preferences")
  LibraryObject preference(object, {cublas.cublasLtMatmulPreferenceDestroy});
  RELAX_CUBLAS(cublasLtMatmulPreferenceSetAttribute(
                   object, kMaxWorkspace, &kWorkspace, sizeof(kWorkspace)),
               "take preferences")
  for (int i = 0; i < 4; ++i) {
    uint32_t alignment = alignments[i < 2 ? i : 2];
    RELAX_CUBLAS(cublasLtMatmulPreferenceSetAttribute(
                     object, kMinAlignmentA + i, &alignment, sizeof(alignment)),
                 "take preferences")
  }
  int found = 0;
  RELAX_CUBLAS(cublasLtMatmulAlgoGetHeuristic(
                   state->handle.get(), operation.get(), layouts[0].get(),
                   layouts[1].get(), layouts[2].get(), layouts[2].get(), object,
                   1, &proposal, &found),
               "find an algorithm")
  return found && !proposal.status
             ? RELAX_OK
             : failWith(proposal.status, "find an algorithm");
}

// The library's heuristics take tens of microseconds, longer than a small
// product, and always say the same of the same. Where sizes are others at each
// call, all are forgotten now and then.
int32_t CublasRun::choose(const ChoiceKey &key, CublasProposal &proposal) {
  auto known = state->choices.find(key);
  if (known != state->choices.end()) {
    proposal = known->second;
    return RELAX_OK;
  }
  if (int32_t status = ask(proposal))
    return status;
  if (state->choices.size() == kMaxChoices)
    state->choices.clear();
  state->choices[key] = proposal;
  return RELAX_OK;
}

// An epilogue's activation and bias are parts of what is asked for. Matrices
// are contiguous, so that their sizes say how they lie.
static ChoiceKey getKey(const ProductOperands &operands, const Product &product,
                        const uint32_t *alignments) {
  const auto &numbers = operands.get<MatmulNumbers>();
  const BatchAxis &batch = product.batch.front();
  uint64_t flags = uint64_t(numbers.activation) << 3 |
                   (numbers.isLhsTransposed ? 4 : 0) |
                   (numbers.isRhsTransposed ? 2 : 0) | (operands.bias ? 1 : 0);
  return {uint64_t(product.m),
          uint64_t(product.n),
          uint64_t(product.k),
          uint64_t(batch.size),
          uint64_t(batch.lhsStride),
          uint64_t(batch.rhsStride),
          uint64_t(batch.resultStride),
          alignments[0],
          alignments[1],
          alignments[2],
          uint64_t(getType(operands.lhs->dtype)),
          uint64_t(getType(operands.result->dtype)),
          uint64_t(operands.bias ? getType(operands.bias->dtype) : 0),
          flags};
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

int32_t CublasRun::run(const ProductOperands &operands,
                       const Product &product) {
  CublasProposal proposal = {};
  if (int32_t status = start())
    return status;
  if (int32_t status = choose(getKey(operands, product, alignments), proposal))
    return status;
  RelaxStorage *block = nullptr;
  if (proposal.workspace) {
    block = device.getMemory().allocate(context, int64_t(proposal.workspace));
    if (!block)
      return RELAX_ERROR_OUT_OF_MEMORY;
  }
  // The stream's next work is behind this, so that the block can go back now.
  std::unique_ptr<RelaxStorage, void (*)(RelaxStorage *)> workspace(
      block, releaseBlock);
  constexpr float one32 = 1, zero32 = 0;
  constexpr double one64 = 1, zero64 = 0;
  bool isF64 = operands.result->dtype.bits == 64;
  const void *one = isF64 ? static_cast<const void *>(&one64) : &one32;
  const void *zero = isF64 ? static_cast<const void *>(&zero64) : &zero32;
  // Strides that no single batch has: an index for each outer axis, as the
  // digits of one number.
  int64_t numLoops = 1;
  for (size_t axis = 1; axis < product.batch.size(); ++axis)
    numLoops *= product.batch[axis].size;
  for (int64_t loop = 0; loop < numLoops; ++loop) {
    int64_t lhs = 0, rhs = 0, result = 0, rest = loop;
    for (size_t i = 1; i < product.batch.size(); ++i) {
      const BatchAxis &axis = product.batch[i];
      int64_t index = rest % axis.size;
      rest /= axis.size;
      lhs += index * axis.lhsStride;
      rhs += index * axis.rhsStride;
      result += index * axis.resultStride;
    }
    auto at = [](const DLTensor &tensor, int64_t elements) {
      return static_cast<char *>(getData(tensor)) +
             elements * (tensor.dtype.bits / 8);
    };
    void *to = at(*operands.result, result);
    RELAX_CUBLAS(cublasLtMatmul(state->handle.get(), operation.get(), one,
                                at(*operands.rhs, rhs), layouts[0].get(),
                                at(*operands.lhs, lhs), layouts[1].get(), zero,
                                to, layouts[2].get(), to, layouts[2].get(),
                                proposal.algorithm,
                                block ? block->data() : nullptr,
                                proposal.workspace, device.getStream(context)),
                 "run")
  }
  return RELAX_OK;
}

int32_t CublasRun::matmul(const ProductOperands &operands) {
  Product product = {};
  if (int32_t status = plan(operands, product))
    return status;
  if (int32_t status = describe(operands))
    return status;
  const auto &numbers = operands.get<MatmulNumbers>();
  const BatchAxis &batch = product.batch.front();
  auto matrix = [](const DLTensor *tensor, int64_t rows, int64_t columns,
                   bool isTransposed, int64_t stride) {
    return isTransposed ? Matrix{tensor, columns, rows, stride}
                        : Matrix{tensor, rows, columns, stride};
  };
  Matrix matrices[] = {
      matrix(operands.rhs, product.k, product.n, numbers.isRhsTransposed,
             batch.rhsStride),
      matrix(operands.lhs, product.m, product.k, numbers.isLhsTransposed,
             batch.lhsStride),
      matrix(operands.result, product.m, product.n, false, batch.resultStride)};
  for (int i = 0; i < 3; ++i) {
    const DLTensor &tensor = *matrices[i].tensor;
    if (int32_t status = describe(matrices[i], batch.size, layouts[i]))
      return status;
    // Loops begin at any matrix.
    uint64_t step = uint64_t(matrices[i].rows * matrices[i].columns *
                             (tensor.dtype.bits / 8));
    alignments[i] = getAlignment(reinterpret_cast<uintptr_t>(getData(tensor)),
                                 product.batch.size() > 1 ? step : 0);
  }
  return run(operands, product);
}
#undef RELAX_CUBLAS

static constexpr ProductForm kMatmul = {
    "relax.cublas.matmul",   4,   2, INT32_MAX, takesElements,
    "f16, bf16, f32 or f64", true};

static int32_t call(RelaxContext *context, const Given &given) {
  ProductOperands operands{};
  int32_t status = RELAX_OK;
  const CublasLibrary *cublas =
      beginProduct(context, {kMatmul, given}, loadCublas, operands, status);
  if (!cublas)
    return status;
  CudaDevice *device = getCudaDevice(context, getCudaNumber(*operands.result));
  if (!device)
    return RELAX_ERROR_FAILED;
  CudaDevice::Current current(*device);
  return CublasRun(context, *cublas, *device, kMatmul.name).matmul(operands);
}

External findCublas(const char *name) {
  if (std::strcmp(name, kMatmul.name) != 0)
    return {};
  return {[](RelaxContext *context, void *, const DLTensor *const *inputs,
             int32_t numInputs, const DLTensor *const *outputs,
             int32_t numOutputs) {
            return call(context, {inputs, numInputs, outputs, numOutputs});
          },
          nullptr};
}

bool hasCublas() {
  std::string failure;
  return loadCublas(failure) != nullptr;
}

} // namespace relax::runtime
