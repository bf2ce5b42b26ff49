// Reading tensors at the places of one that they are broadcast to.
#include "Broadcast.h"

#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/IntrinsicOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::relax {

/// The dimensions of a parameter.
static SmallVector<SymExprAttr> getParameterDims(KernelBuilder &kernel,
                                                 Value buffer) {
  // Parameters of a kernel carry the caller's expressions, so two dynamic axes
  // of the same symbol need no comparison.
  unsigned index = cast<BlockArgument>(buffer).getArgNumber();
  if (auto dims =
          kernel.getFunction().getArgAttrOfType<DimsAttr>(index, "tir.dims"))
    return llvm::to_vector(dims.getDims());
  auto type = cast<MemRefType>(buffer.getType());
  return getDims(RankedTensorType::get(type.getShape(), type.getElementType()));
}

SmallVector<AxisSize> getAxisSizes(KernelBuilder &kernel, Value buffer) {
  SmallVector<AxisSize> sizes;
  for (auto [dim, extent] :
       llvm::zip_equal(getParameterDims(kernel, buffer),
                       tir::getExtents(kernel.builder(), kernel.loc(), buffer)))
    sizes.push_back({dim, extent});
  return sizes;
}

static Value getValue(KernelBuilder &kernel, AxisSize size) {
  return tir::getExtentValue(kernel.builder(), kernel.loc(), size.extent);
}

static Value isEqual(KernelBuilder &kernel, Value lhs, Value rhs) {
  return arith::CmpIOp::create(kernel.builder(), kernel.loc(),
                               arith::CmpIPredicate::eq, lhs, rhs);
}

static bool areSame(AxisSize lhs, AxisSize rhs) {
  return lhs.extent == rhs.extent ||
         compareDims(lhs.dim, rhs.dim) == Proof::Equal;
}

static AxisSize joinSizes(KernelBuilder &kernel, AxisSize lhs, AxisSize rhs) {
  if (lhs.isOne())
    // Known ones give way.
    return rhs;
  if (rhs.isOne() || areSame(lhs, rhs))
    return lhs;
  Value left = getValue(kernel, lhs), right = getValue(kernel, rhs);
  // Both are known only at run time: the larger of (1, n) is chosen by value.
  Value extent = arith::SelectOp::create(
      kernel.builder(), kernel.loc(),
      isEqual(kernel, left, kernel.constantIndex(1)), right, left);
  return {SymExprAttr(), extent};
}

SmallVector<AxisSize> joinAxisSizes(KernelBuilder &kernel,
                                    ArrayRef<AxisSize> lhs,
                                    ArrayRef<AxisSize> rhs) {
  if (lhs.size() < rhs.size())
    std::swap(lhs, rhs);
  SmallVector<AxisSize> joined(lhs);
  for (auto [size, other] :
       llvm::zip(MutableArrayRef(joined).take_back(rhs.size()), rhs))
    size = joinSizes(kernel, size, other);
  return joined;
}

void assertSameSize(KernelBuilder &kernel, AxisSize lhs, AxisSize rhs,
                    StringRef message) {
  if (areSame(lhs, rhs))
    return;
  Value isSame = isEqual(kernel, getValue(kernel, lhs), getValue(kernel, rhs));
  tir::AssertOp::create(kernel.builder(), kernel.loc(), isSame, message);
}

void assertSameSizes(KernelBuilder &kernel, Value lhs, Value rhs,
                     ArrayRef<std::pair<int64_t, int64_t>> axes,
                     StringRef message) {
  SmallVector<AxisSize> left = getAxisSizes(kernel, lhs);
  SmallVector<AxisSize> right = getAxisSizes(kernel, rhs);
  for (auto [leftAxis, rightAxis] : axes)
    assertSameSize(kernel, left[leftAxis], right[rightAxis], message);
}

// Proven cases make no code; kernels of static shapes have no assertions.
void assertAtMost(KernelBuilder &kernel, AxisSize small, AxisSize large,
                  StringRef message) {
  auto known = [](AxisSize size) {
    return size.dim ? size.dim.getConstant() : std::nullopt;
  };
  std::optional<int64_t> least = known(small), most = known(large);
  if (areSame(small, large) || (least && most && *least <= *most) ||
      (least && *least == 0))
    return;
  Value fits = arith::CmpIOp::create(
      kernel.builder(), kernel.loc(), arith::CmpIPredicate::sle,
      getValue(kernel, small), getValue(kernel, large));
  tir::AssertOp::create(kernel.builder(), kernel.loc(), fits, message);
}

BroadcastInput::BroadcastInput(KernelBuilder &kernel, Value buffer,
                               ArrayRef<AxisSize> space,
                               std::optional<int64_t> numAxes)
    : buffer(buffer) {
  SmallVector<AxisSize> sizes = getAxisSizes(kernel, buffer);
  // Operands may have fewer axes than the space, and some operators broadcast
  // only the leading ones.
  sizes.truncate(numAxes.value_or(sizes.size()));
  isOne.resize(sizes.size());
  for (auto [axis, size, wanted] :
       llvm::enumerate(sizes, space.take_back(sizes.size()))) {
    isAlwaysOne.push_back(size.isOne());
    if (!size.isOne() && !areSame(size, wanted))
      checkAxis(kernel, axis, size, wanted);
  }
}

void BroadcastInput::checkAxis(KernelBuilder &kernel, int64_t axis,
                               AxisSize size, AxisSize wanted) {
  Value extent = getValue(kernel, size);
  isOne[axis] = isEqual(kernel, extent, kernel.constantIndex(1));
  // Numpy's rule; other differences stop the program with a message instead of
  // reading out of bounds.
  Value isSame = isEqual(kernel, extent, getValue(kernel, wanted));
  Value fits =
      arith::OrIOp::create(kernel.builder(), kernel.loc(), isOne[axis], isSame);
  unsigned number = cast<BlockArgument>(buffer).getArgNumber();
  // The program knows sizes by their expressions only. Those of results that
  // several operands share have none.
  std::string message =
      "operand #" + std::to_string(number) + " of " +
      kernel.getFunction().getSymName().str() + " has size " +
      toString(size.dim) + " on axis " + std::to_string(axis) +
      ", expected 1 or " +
      (wanted.dim ? toString(wanted.dim) : "that of the other operands");
  tir::AssertOp::create(kernel.builder(), kernel.loc(), fits, message);
}

SmallVector<Value> BroadcastInput::getPlace(OpBuilder &builder, Location loc,
                                            ValueRange iters) const {
  SmallVector<Value> place(iters.take_back(isOne.size()));
  for (auto [axis, index] : llvm::enumerate(place)) {
    if (!isAlwaysOne[axis] && !isOne[axis])
      continue;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    // The select is loop-invariant, thus hoisted by LLVM.
    index = isOne[axis] ? Value(arith::SelectOp::create(
                              builder, loc, isOne[axis], zero, index))
                        : zero;
  }
  return place;
}

Value BroadcastInput::load(OpBuilder &builder, Location loc,
                           ValueRange iters) const {
  return memref::LoadOp::create(builder, loc, buffer,
                                getPlace(builder, loc, iters));
}

} // namespace mlir::relax
