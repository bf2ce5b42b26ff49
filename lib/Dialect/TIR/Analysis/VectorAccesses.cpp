// What makes loads and stores of neighbouring elements one of a vector.
#include "Relax/Dialect/TIR/Analysis/VectorAccesses.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <numeric>

namespace mlir::tir {

Operation *findOtherThanStraight(BlockOp block) {
  for (Operation &op : block.getBody()->without_terminator())
    if (!isa<memref::LoadOp, memref::StoreOp, InitOp>(op) &&
        (op.getNumRegions() != 0 || !isMemoryEffectFree(&op)))
      return &op;
  return nullptr;
}

bool isStraight(BlockOp block) { return !findOtherThanStraight(block); }

// The bytes of an element; nullopt if they are no whole number.
static std::optional<int64_t> getBytes(const ElementAccess &access) {
  Type type = cast<MemRefType>(access.buffer.getType()).getElementType();
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() % 8 != 0)
    return std::nullopt;
  return type.getIntOrFloatBitWidth() / 8;
}

Type findPartialBytes(BlockOp block) {
  for (ElementAccess &access : getAccesses(block))
    if (!getBytes(access))
      return cast<MemRefType>(access.buffer.getType()).getElementType();
  return {};
}

bool hasWholeBytes(BlockOp block) { return !findPartialBytes(block); }

std::optional<int64_t> countLanes(ArrayRef<ElementAccess> accesses) {
  constexpr int64_t kVectorBytes = 16;
  int64_t widest = 1;
  for (const ElementAccess &access : accesses) {
    std::optional<int64_t> bytes = getBytes(access);
    if (!bytes)
      return std::nullopt;
    widest = std::max(widest, *bytes);
  }
  if (widest >= kVectorBytes)
    return std::nullopt;
  return kVectorBytes / widest;
}

int64_t countLanes(ArrayRef<BlockOp> blocks, unsigned vectorBits) {
  unsigned widest = 8;
  for (BlockOp block : blocks)
    for (ElementAccess &access : getAccesses(block)) {
      Type type = cast<MemRefType>(access.buffer.getType()).getElementType();
      widest = std::max(
          widest, type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64u);
    }
  return std::max(1u, vectorBits / widest);
}

bool isInVectors(BlockOp block, const ElementAccess &access, unsigned iter,
                 int64_t lanes) {
  if (getStride(block, access, iter) != 1)
    return false;
  // A multiple of more than the lanes says no more.
  ArrayRef<int64_t> shape =
      cast<MemRefType>(access.buffer.getType()).getShape();
  AffineExpr own = getAffineDimExpr(iter, block.getContext());
  int64_t stride = 1;
  for (int64_t d = shape.size() - 1; d >= 0; --d) {
    // Whatever the index is farther out, it is one of whole vectors.
    if (stride % lanes == 0)
      break;
    // There is one place in such a dimension.
    if (shape[d] == 1)
      continue;
    AffineExpr index = getIndexExpr(block, access.indices[d]);
    if (!index || index.replace(own, own * lanes).getLargestKnownDivisor() *
                          stride % lanes !=
                      0)
      return false;
    stride *= ShapedType::isDynamic(shape[d]) ? 1 : std::gcd(shape[d], lanes);
    stride = std::gcd(stride, lanes);
  }
  return true;
}

} // namespace mlir::tir
