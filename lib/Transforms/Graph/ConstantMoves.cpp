// What ops that only move or convert elements make of constants.
//
// The interpreter takes steps for each element, too many for weights of
// gigabytes. These ops are copies, one loop each, and no function of this file
// computes anything but where elements are.
#include "ConstantMoves.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/DatatypeOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Support/ConstantTensor.h"
#include "Relax/Support/ConvertConstant.h"
#include "Relax/Support/PermuteConstant.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>
#include <numeric>

namespace mlir::relax {

static ElementsAttr getConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  // A placed constant belongs to a device, and its copy would not.
  return constant && type && !type.getEncoding()
             ? cast<ElementsAttr>(constant.getValue())
             : ElementsAttr();
}

static ElementsAttr move(PermuteDimsOp op, ElementsAttr x) {
  int64_t rank = x.getShapedType().getRank();
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, rank)));
  if (std::optional<ArrayRef<int64_t>> axes = op.getAxes())
    for (auto [place, axis] : llvm::enumerate(*axes))
      order[place] = TensorBuilder::fromFront(axis, rank);
  return permuteConstant(x, order);
}

// The range is that of shape inference, so that the elements are those that the
// kernel would take.
static ElementsAttr move(StridedSliceOp op, ElementsAttr x) {
  auto type = cast<RankedTensorType>(x.getShapedType());
  auto result = cast<RankedTensorType>(op.getType());
  int64_t rank = type.getRank();
  SmallVector<int64_t> start(rank, 0), stride(rank, 1);
  Dims dims = getDims(type);
  for (auto [entry, at] : llvm::enumerate(op.getAxes())) {
    int64_t axis = TensorBuilder::fromFront(at, rank);
    stride[axis] = op.getStrides() ? (*op.getStrides())[entry] : 1;
    SliceRange range =
        resolveSlice(dims[axis], cast<SymExprAttr>(op.getBegin()[entry]),
                     cast<SymExprAttr>(op.getEnd()[entry]), stride[axis],
                     op.getAssumeInbound());
    std::optional<int64_t> first =
        range.start ? range.start.getConstant() : std::nullopt;
    // A promise that bounds are inside may be wrong, and is not relied on.
    int64_t last =
        first.value_or(-1) + (result.getDimSize(axis) - 1) * stride[axis];
    if (!first || *first < 0 || *first >= type.getDimSize(axis) || last < 0 ||
        last >= type.getDimSize(axis))
      return {};
    start[axis] = *first;
  }
  return sliceConstant(x, start, stride, result.getShape());
}

// Only places inside the axis: what others give depends on the mode, and is
// rare in weights.
static ElementsAttr move(TakeOp op, ElementsAttr x) {
  auto type = cast<RankedTensorType>(x.getShapedType());
  ElementsAttr indices = getConstant(op.getIndices());
  auto result = cast<RankedTensorType>(op.getType());
  if (!indices || op.getMode() == "nan" || type.getRank() == 0)
    return {};
  int64_t axis =
      TensorBuilder::fromFront(op.getAxis().value_or(0), type.getRank());
  auto integers = dyn_cast<DenseIntElementsAttr>(indices);
  ElementsAttr wide =
      integers
          ? ElementsAttr()
          : convertConstant(indices, IntegerType::get(op.getContext(), 64));
  ArrayRef<char> bytes = getElementBytes(wide ? wide : indices);
  SmallVector<int64_t> places;
  if (integers)
    for (const APInt &value : integers.getValues<APInt>())
      places.push_back(value.getSExtValue());
  else if (wide || indices.getElementType().isInteger(64)) {
    places.resize(bytes.size() / sizeof(int64_t));
    // Bytes of a file need not be aligned.
    std::memcpy(places.data(), bytes.data(), bytes.size());
  }
  // What an index outside gives is up to the mode; the kernel knows.
  if (places.empty() || llvm::any_of(places, [&](int64_t place) {
        return place < 0 || place >= type.getDimSize(axis);
      }))
    return {};
  return takeFromConstant(x, axis, places, result);
}

// Sizes come from the results, since they are resolved there whether sections
// or indices are given.
static SmallVector<ElementsAttr> move(SplitOp op, ElementsAttr x) {
  auto type = cast<RankedTensorType>(x.getShapedType());
  int64_t axis = TensorBuilder::fromFront(op.getAxis(), type.getRank());
  SmallVector<int64_t> start(type.getRank(), 0), stride(type.getRank(), 1);
  auto sizes = llvm::map_range(op->getResultTypes(), [&](Type part) {
    return cast<RankedTensorType>(part).getDimSize(axis);
  });
  // Parts that are short of the axis, or beyond it, are no plain slices.
  SmallVector<ElementsAttr> parts;
  if (std::accumulate(sizes.begin(), sizes.end(), int64_t(0)) !=
      type.getDimSize(axis))
    return parts;
  for (Type part : op->getResultTypes()) {
    auto result = cast<RankedTensorType>(part);
    parts.push_back(sliceConstant(x, start, stride, result.getShape()));
    start[axis] += result.getDimSize(axis);
  }
  return parts;
}

// All or none: a part of the operands as one constant would be a second copy of
// them.
static ElementsAttr move(ConcatOp op) {
  SmallVector<ElementsAttr> constants;
  for (Value operand : op.getTensors()) {
    constants.push_back(getConstant(operand));
    if (!constants.back())
      return {};
  }
  auto type = cast<RankedTensorType>(op.getType());
  return concatConstants(
      constants,
      TensorBuilder::fromFront(op.getAxis().value_or(0), type.getRank()), type);
}

// f32 only, as kernels compute it in f32 as well; scales of other types would
// round elsewhere.
static ElementsAttr move(DequantizeOp op, ElementsAttr x) {
  ElementsAttr scale = getConstant(op.getScale());
  ElementsAttr zeroPoint = getConstant(op.getZeroPoint());
  // Other scales are computed in other types.
  if (!scale || !zeroPoint || !scale.getElementType().isF32() ||
      !op.getOutDtype().isF32())
    return {};
  std::optional<SmallVector<float>> factors = getAsFloats(scale);
  std::optional<SmallVector<float>> zeros = getAsFloats(zeroPoint);
  int64_t rank = x.getShapedType().getRank();
  int64_t axis = rank == 0 ? 0 : TensorBuilder::fromFront(op.getAxis(), rank);
  int64_t size = rank == 0 ? 1 : x.getShapedType().getDimSize(axis);
  auto fits = [&](std::optional<SmallVector<float>> &entries) {
    return entries &&
           (entries->size() == 1 || int64_t(entries->size()) == size);
  };
  if (!fits(factors) || !fits(zeros))
    return {};
  return dequantizeConstant(x, *factors, *zeros, axis);
}

// A list, since no trait says that an op computes nothing. Padding and
// repetition are missing on purpose: what they add would be kept in the file,
// and costs less to make than to read.
bool movesElements(Operation *op) {
  return isa<PermuteDimsOp, StridedSliceOp, TakeOp, DequantizeOp, SplitOp,
             ConcatOp, AsTypeOp, ReshapeOp, FlattenOp, ExpandDimsOp, SqueezeOp>(
      op);
}

SmallVector<ElementsAttr> moveConstants(Operation *op) {
  ElementsAttr x =
      op->getNumOperands() != 0 ? getConstant(op->getOperand(0)) : nullptr;
  if (!x || !llvm::all_of(op->getResultTypes(), [](Type type) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        return tensor && tensor.hasStaticShape() && !tensor.getEncoding();
      }))
    return {};
  if (auto split = dyn_cast<SplitOp>(op))
    return move(split, x);
  auto reshape = [&](auto op) {
    return reshapeConstant(x, cast<RankedTensorType>(op.getType()));
  };
  auto result =
      llvm::TypeSwitch<Operation *, ElementsAttr>(op)
          .Case<PermuteDimsOp, StridedSliceOp, TakeOp, DequantizeOp>(
              [&](auto op) { return move(op, x); })
          .Case<ReshapeOp, FlattenOp, ExpandDimsOp, SqueezeOp>(reshape)
          .Case([&](ConcatOp op) { return move(op); })
          .Case([&](AsTypeOp op) { return convertConstant(x, op.getDtype()); })
          .Default(ElementsAttr());
  return {result};
}

} // namespace mlir::relax
