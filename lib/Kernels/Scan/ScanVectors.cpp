// Vectors along the rows of a scan.
#include "Relax/Kernels/Scan/BindScan.h"

#include "Relax/Dialect/TIR/Analysis/BlockQueries.h"
#include "Relax/Dialect/TIR/Analysis/VectorAccesses.h"
#include "Relax/Dialect/TIR/IR/ThreadLoops.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tir {

/// Pairs of values, of which the first is what the second is for the first
/// value of a loop's index.
using FirstOnes = llvm::DenseSet<std::pair<Value, Value>>;

// True if `first` is what `step` is for the first value of the loop's index.
// What is used twice is asked about once.
static bool isFirstOf(Value first, Value step, ForOp loop, FirstOnes &known) {
  if (first == step || known.contains({first, step}))
    return true;
  if (step == loop.getInductionVar())
    return getConstantIndex(first) == 0;
  Operation *a = first.getDefiningOp(), *b = step.getDefiningOp();
  bool isFirst = a && b && a->getName() == b->getName() &&
                 a->getAttrDictionary() == b->getAttrDictionary() &&
                 a->getNumRegions() == 0 && first.getType() == step.getType() &&
                 a->getNumResults() == 1 &&
                 a->getNumOperands() == b->getNumOperands() &&
                 llvm::all_of(llvm::zip(a->getOperands(), b->getOperands()),
                              [&](auto pair) {
                                auto [lhs, rhs] = pair;
                                return isFirstOf(lhs, rhs, loop, known);
                              });
  if (isFirst)
    known.insert({first, step});
  return isFirst;
}

// True if the index of the loop is an access's place in the last dimension but
// for such of one element, of which the others have a multiple of elements.
static bool isInVectors(const ElementAccess &access, ForOp loop,
                        int64_t elements) {
  ArrayRef<int64_t> shape =
      cast<MemRefType>(access.buffer.getType()).getShape();
  int64_t last = int64_t(shape.size()) - 1;
  while (last > 0 && shape[last] == 1)
    --last;
  for (auto [dim, at] : llvm::enumerate(access.indices))
    if ((int64_t(dim) == last) != (at == loop.getInductionVar()) ||
        (int64_t(dim) != last && dependsOn(at, loop)))
      return false;
  // Every row begins with a vector.
  return !shape.empty() && (last == 0 || (!ShapedType::isDynamic(shape[last]) &&
                                          shape[last] % elements == 0));
}

// What an element of the row is computed from, and the result; nullopt if one
// op has no vector form.
static std::optional<SmallVector<ElementAccess>> collectMoving(Scan &scan) {
  SmallVector<ElementAccess> moving;
  for (Operation &op : scan.loop.getBody()->without_terminator()) {
    if (!isa<memref::LoadOp, memref::StoreOp>(op) &&
        !op.hasTrait<OpTrait::ConstantLike>() &&
        !OpTrait::hasElementwiseMappableTraits(&op))
      return std::nullopt;
  }
  for (ElementAccess &access : getAccesses(scan.nest.block))
    if (access.op->getBlock() == scan.loop.getBody() &&
        access.op != scan.total &&
        (access.isStore || llvm::any_of(access.indices, [&](Value at) {
           return dependsOn(at, scan.loop);
         })))
      moving.push_back(access);
  return moving;
}

bool hasVectors(Scan &scan, int64_t elements) {
  std::optional<int64_t> length = getConstantIndex(scan.getLength());
  FirstOnes known;
  if (!length || *length % elements != 0 || !hasWholeBytes(scan.nest.block) ||
      !isFirstOf(scan.first.getValue(), scan.getStep(), scan.loop, known))
    return false;
  std::optional<SmallVector<ElementAccess>> moving = collectMoving(scan);
  return moving && llvm::all_of(*moving, [&](ElementAccess &access) {
           return isInVectors(access, scan.loop, elements);
         });
}

int64_t countVectorElements(Scan &scan) {
  std::optional<int64_t> length = getConstantIndex(scan.getLength());
  std::optional<SmallVector<ElementAccess>> moving = collectMoving(scan);
  int64_t elements = moving ? countLanes(*moving).value_or(1) : 1;
  // Each thread of a warp has one.
  while (elements > 1 && (!length || kWarpThreads * elements > *length ||
                          !hasVectors(scan, elements)))
    elements /= 2;
  return elements;
}

} // namespace mlir::tir
