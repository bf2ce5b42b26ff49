// Boxes of tensors that a device copies to shared memory at once: rules.
#include "Relax/Dialect/TIR/IR/TensorMapOps.h"

#include "Relax/Support/RuleError.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/TIR/IR/TensorMapOps.cpp.inc"

namespace mlir::tir {

// What the driver can describe: axes, elements of a box along one, and what a
// row of a box is a multiple of, in bytes.
static constexpr size_t kMaxAxes = 5;
static constexpr int64_t kMaxElements = 256, kChunkBytes = 16;

// Bytes of an element; 0 of one that has none.
static int64_t getBytes(Type element) {
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() / 8 : 0;
}

// Whether a box can be copied at once.
static bool isBox(ArrayRef<int64_t> box, int64_t swizzle, int64_t bytes) {
  auto isSize = [](int64_t size) { return size > 0 && size <= kMaxElements; };
  if (box.empty() || box.size() > kMaxAxes || !llvm::all_of(box, isSize))
    return false;
  int64_t row = box.back() * bytes;
  return row % kChunkBytes == 0 &&
         (swizzle == 0 || (swizzle == 128 && row == 128));
}

LogicalResult TensorMapOp::verify() {
  // R1: as many axes as a description can have.
  size_t rank = getSizes().size();
  if (rank < 1 || rank > kMaxAxes || getStrides().size() + 1 != rank ||
      getBox().size() != rank)
    return relax::emitRuleError(*this, 1, "has ")
           << rank << " sizes, " << getStrides().size() << " strides and a box "
           << "of " << getBox().size()
           << "; expected 1 to 5 sizes, a stride less, and as many of the box";
  // R2: elements that a device copies.
  Type element = getElementTypeOrSelf(getBase());
  int64_t bytes = getBytes(element);
  if (!llvm::is_contained({1, 2, 4, 8}, bytes) ||
      element.getIntOrFloatBitWidth() % 8 != 0)
    return relax::emitRuleError(*this, 2, "describes elements of ")
           << element << "; expected numbers of 1, 2, 4 or 8 bytes";
  // R3: what comes at once.
  if (!isBox(getBox(), getSwizzle(), bytes))
    return relax::emitRuleError(*this, 3, "copies boxes of ")
           << getBoxAttr() << " with a swizzle of " << getSwizzle()
           << "; expected 1 to 256 elements along each axis, along the last "
              "one "
              "a multiple of 16 bytes, and a swizzle of 0, or of 128 if these "
              "are 128 bytes";
  return success();
}

Type BulkLoadOp::getElementType() { return getElementTypeOrSelf(getTarget()); }

int64_t BulkLoadOp::getNumElements() {
  return ShapedType::getNumElements(getBox());
}

int64_t BulkLoadOp::getNumBytes() {
  return getNumElements() * getBytes(getElementType());
}

LogicalResult BulkLoadOp::verify() {
  auto target = cast<MemRefType>(getTarget().getType());
  auto space =
      dyn_cast_if_present<gpu::AddressSpaceAttr>(target.getMemorySpace());
  auto map = getMap().getDefiningOp<TensorMapOp>();
  // R1: where the box comes to.
  if (target.getRank() != 1 || !space ||
      space.getValue() != gpu::AddressSpace::Workgroup ||
      getBytes(target.getElementType()) == 0 ||
      (map && getElementTypeOrSelf(map.getBase()) != target.getElementType()))
    return relax::emitRuleError(*this, 1, "copies a box to ")
           << target
           << "; expected rank 1, in the memory of a workgroup, with the "
              "elements of the tensor";
  // R2: what comes.
  bool isEqual =
      !map || (map.getBox() == getBox() && map.getSwizzle() == getSwizzle());
  if (!isEqual ||
      !isBox(getBox(), getSwizzle(), getBytes(target.getElementType())) ||
      getCoordinates().size() != getBox().size())
    return relax::emitRuleError(*this, 2, "copies a box of ")
           << getBoxAttr() << " with a swizzle of " << getSwizzle() << " from "
           << getCoordinates().size()
           << " coordinates; expected what its map says, and a coordinate for "
              "each axis";
  return success();
}

} // namespace mlir::tir
