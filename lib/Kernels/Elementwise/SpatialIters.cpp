// Along which iterators the vectors of a block without reduction go.
#include "Relax/Kernels/Elementwise/SpatialIters.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tir {

VaryingValues::VaryingValues(LoopNest &nest, unsigned iter)
    : nest(nest), iter(iter) {
  values.insert(nest.block.getBody()->getArgument(iter));
  llvm::DenseSet<Value> written;
  for (ElementAccess &access : getAccesses(nest.block))
    if (access.isStore)
      written.insert(getViewedBuffer(access.buffer));
  // Loops carry no values, so each value comes after those it is made of.
  nest.block.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (llvm::any_of(op->getOperands(), [&](Value v) { return has(v); }) ||
        (load && written.contains(getViewedBuffer(load.getMemRef()))))
      values.insert_range(op->getResults());
  });
}

bool VaryingValues::isContiguous(const ElementAccess &access) const {
  if (access.indices.empty() ||
      llvm::any_of(access.indices.drop_back(), [&](Value v) { return has(v); }))
    return false;
  Value last = access.indices.back();
  if (!has(last))
    return !access.isStore;
  return getCoefficient(getIndexExpr(nest.block, last), iter) == 1;
}

// True if every op works on vectors as on scalars, and every access moves
// along `iter` by a known distance: stores contiguously.
static bool canVectorizeElement(LoopNest &nest, unsigned iter) {
  for (Operation &op : nest.block.getBody()->without_terminator())
    if (!isa<memref::LoadOp, memref::StoreOp>(op) &&
        (op.getNumRegions() != 0 || !isMemoryEffectFree(&op)))
      return false;
  for (ElementAccess &access : getAccesses(nest.block)) {
    std::optional<int64_t> stride = getStride(nest.block, access, iter);
    if (access.isStore && stride != 1)
      return false;
    // An unknown distance is fine, an unknown direction is not.
    if (!stride && llvm::any_of(access.indices, [&](Value index) {
          return !getCoefficient(getIndexExpr(nest.block, index), iter);
        }))
      return false;
  }
  return true;
}

// As `canVectorizeElement`, of a block with loops and branches: running sums
// along columns, updates of rows. Lanes go through them together, with masks
// where conditions differ.
static bool canVectorizeLoops(LoopNest &nest, unsigned iter) {
  VaryingValues varying(nest, iter);
  auto isVector = [&](Operation *op) {
    if (auto loop = dyn_cast<ForOp>(op))
      return loop.getKind() == ForKind::Serial &&
             !varying.has(loop.getLowerBound()) &&
             !varying.has(loop.getUpperBound());
    return isa<IfOp, memref::LoadOp, memref::StoreOp>(op) ||
           op->hasTrait<OpTrait::IsTerminator>() ||
           (op->getNumRegions() == 0 && isMemoryEffectFree(op));
  };
  bool areVectors = true;
  nest.block.getBody()->walk(
      [&](Operation *op) { areVectors = areVectors && isVector(op); });
  return areVectors &&
         llvm::all_of(getAccesses(nest.block), [&](ElementAccess &access) {
           return varying.isContiguous(access);
         });
}

// As `canVectorizeElement`, with loads from anywhere, which are done lane by
// lane. It pays where something is computed of what is loaded, or of indices
// that are: two ops are enough (AVX-512: 0.63 of the time for a gather of rows'
// elements, 0.36 for a linear resize). Indices that are computed of iterators
// alone are as cheap one by one, and are taken out of their vectors at a cost.
static bool canVectorizeGathers(LoopNest &nest, unsigned iter) {
  constexpr int64_t kOpsPerGather = 2;
  VaryingValues varying(nest, iter);
  int64_t numGathers = 0, numOps = 0;
  for (ElementAccess &access : getAccesses(nest.block)) {
    if (varying.isContiguous(access))
      continue;
    if (access.isStore)
      return false;
    ++numGathers;
  }
  llvm::DenseSet<Value> loaded;
  for (Operation &op : nest.block.getBody()->without_terminator()) {
    bool isAccess = isa<memref::LoadOp, memref::StoreOp>(op);
    if (!isAccess && (op.getNumRegions() != 0 || !isMemoryEffectFree(&op)))
      return false;
    bool isLoaded = llvm::any_of(
        op.getOperands(), [&](Value value) { return loaded.contains(value); });
    if (isAccess || isLoaded)
      loaded.insert_range(op.getResults());
    if (!isAccess && isLoaded &&
        llvm::any_of(op.getResults(), [&](Value v) { return varying.has(v); }))
      ++numOps;
  }
  return numOps >= kOpsPerGather * numGathers;
}

static bool hasRegions(LoopNest &nest) {
  return llvm::any_of(nest.block.getBody()->without_terminator(),
                      [](Operation &op) { return op.getNumRegions() != 0; });
}

static bool canVectorize(LoopNest &nest, unsigned iter) {
  return hasRegions(nest) ? canVectorizeLoops(nest, iter)
                          : canVectorizeElement(nest, iter);
}

// The iterator to vectorize.
static std::optional<unsigned> findVectorIter(LoopNest &nest) {
  for (auto canBeVector : {canVectorize, canVectorizeGathers})
    for (unsigned iter = 0; iter != nest.size(); ++iter)
      if (canBeVector(nest, iter))
        return iter;
  return std::nullopt;
}

// Where nothing can be vectorized, the iterator along which stores are
// contiguous: what does not move with it is computed once a row.
static std::optional<unsigned> findRowIter(LoopNest &nest) {
  std::optional<unsigned> best;
  for (unsigned iter = 0; iter != nest.size(); ++iter)
    for (ElementAccess &access : getAccesses(nest.block))
      if (access.isStore && getStride(nest.block, access, iter) == 1)
        best = iter;
  return best;
}

// The iterator that a load moves along contiguously, where that is not the
// vectorized one: the load walks down a column, and several columns share
// their cache lines.
static std::optional<unsigned> findAcrossIter(LoopNest &nest, unsigned vector) {
  for (ElementAccess &access : getAccesses(nest.block)) {
    std::optional<int64_t> stride = getStride(nest.block, access, vector);
    if (access.isStore || stride == 0 || stride == 1)
      continue;
    for (unsigned iter = 0; iter != nest.size(); ++iter)
      if (iter != vector && getStride(nest.block, access, iter) == 1)
        return iter;
  }
  return std::nullopt;
}

SpatialIters findSpatialIters(LoopNest &nest) {
  SpatialIters found;
  found.vector = findVectorIter(nest);
  if (found.vector)
    found.across = findAcrossIter(nest, *found.vector);
  else
    found.row = findRowIter(nest);
  return found;
}

// What is done in loops counts as often as they do it, where that is known, or
// as if rows were of a usual length.
static int64_t countSteps(Block &block) {
  constexpr int64_t kUsualExtent = 256;
  int64_t steps = 0;
  for (Operation &op : block) {
    int64_t inside = 2;
    for (Region &region : op.getRegions())
      for (Block &body : region)
        inside += countSteps(body);
    auto loop = dyn_cast<ForOp>(op);
    int64_t extent = loop ? loop.getConstantExtent().value_or(kUsualExtent) : 1;
    steps = llvm::SaturatingAdd<uint64_t>(
        steps, llvm::SaturatingMultiply<uint64_t>(inside, extent));
  }
  return std::min<int64_t>(steps, int64_t(1) << 40);
}

int64_t getStepsOf(LoopNest &nest) { return countSteps(*nest.block.getBody()); }

// A loop inside of a block that goes from row to row uses a cache line of each
// with one vector of AVX-512, and the memory brings several in a row faster.
// With eight, running sums of 1024 x 1024 f32 along columns take 0.5 of the
// time (0.6 of that with four for AVX2), updates of rows 0.66 of that with
// four; with sixteen sums leave the registers and take three times as long. No
// more elements than before are left for the end.
int64_t getVectorWidth(LoopNest &nest, unsigned iter, int64_t lanes) {
  constexpr int64_t kVectors = 8;
  if (!hasRegions(nest))
    return lanes;
  std::optional<int64_t> extent = nest.getConstantExtent(iter);
  int64_t wide = lanes * kVectors;
  while (wide > lanes &&
         (!extent || *extent < wide || *extent % wide != *extent % lanes))
    wide /= 2;
  return wide;
}

} // namespace mlir::tir
