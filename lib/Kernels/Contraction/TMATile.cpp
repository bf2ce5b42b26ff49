// A tile of an operand that the device copies by itself (TMA).
#include "TMATile.h"

#include "Relax/Dialect/TIR/IR/TensorMapOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include <algorithm>

namespace mlir::tir {

// Axes that a description of memory has at most.
static constexpr size_t kMaxAxes = 5;

// Whether an axis of the memory is an iterator.
static bool isAxis(const OperandPlan &plan, unsigned axis, unsigned iter) {
  memref::LoadOp load = plan.copied.load;
  auto dim = dyn_cast_if_present<AffineDimExpr>(
      getIndexExpr(plan.contraction->reduction.nest, load.getIndices()[axis]));
  return dim && dim.getPosition() == iter;
}

bool canUseTMA(const OperandPlan &plan) {
  memref::LoadOp load = plan.copied.load;
  if (!load || plan.own.iters.size() != 1 || plan.k.iters.size() != 1 ||
      plan.contraction->groups.number != 1 ||
      load.getIndices().size() > kMaxAxes)
    return false;
  unsigned own = plan.own.iters.front(), k = plan.k.iters.front();
  unsigned numOwn = 0, numSteps = 0;
  for (auto [axis, index] : llvm::enumerate(load.getIndices())) {
    AffineExpr expr = getIndexExpr(plan.contraction->reduction.nest, index);
    if (!expr)
      return false;
    if (isAxis(plan, axis, own))
      ++numOwn;
    else if (isAxis(plan, axis, k))
      ++numSteps;
    else if (expr.isFunctionOfDim(own) || expr.isFunctionOfDim(k))
      return false;
  }
  return numOwn == 1 && numSteps == 1;
}

SmallVector<int64_t> TMATile::getBox() {
  const TileAxis &other = plan.line.alongK ? plan.own : plan.k;
  SmallVector<int64_t> box(plan.copied.load.getIndices().size(), 1);
  for (unsigned axis = 0; axis != box.size(); ++axis)
    if (isAxis(plan, axis, other.iters.front()))
      box[axis] = other.size;
  box.back() = plan.k.size;
  return box;
}

// Outside of the extents of the product are zeros, whatever is in memory there.
TMATile::TMATile(KernelBuilder &b, const OperandPlan &plan,
                 const OperandSource &source)
    : b(b), plan(plan) {
  memref::LoadOp load = this->plan.copied.load;
  MemRefType type = load.getMemRefType();
  SmallVector<Value> sizes, strides;
  Value stride = b.index(1);
  for (int64_t axis = type.getRank(); axis-- > 0;) {
    Value whole = type.isDynamicDim(axis)
                      ? Value(memref::DimOp::create(b, load.getMemRef(), axis))
                      : b.index(type.getDimSize(axis));
    sizes.push_back(isAxis(plan, axis, plan.own.iters.front())
                        ? source.ownExtent
                    : isAxis(plan, axis, plan.k.iters.front()) ? source.kExtent
                                                               : whole);
    if (axis + 1 != type.getRank())
      strides.push_back(stride);
    stride = b.mul(stride, whole);
  }
  std::reverse(sizes.begin(), sizes.end());
  std::reverse(strides.begin(), strides.end());
  map = TensorMapOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                            load.getMemRef(), sizes, strides, getBox(),
                            SharedLayout::kLineBytes);
}

void TMATile::buildPrefetch() {
  NVVM::PrefetchOp::create(b, /*cacheLevel=*/nullptr,
                           /*evictPriority=*/nullptr, map,
                           /*predicate=*/nullptr, b.getUnitAttr(),
                           /*uniform=*/nullptr, /*in_param_space=*/nullptr);
}

void TMATile::buildLoads(const IRMapping &common, Value own, Value k,
                         const TMATarget &to) {
  int64_t line = plan.k.size;
  Block *body = plan.contraction->reduction.nest.block.getBody();
  b.repeat(plan.line.alongK ? 1 : plan.own.size / line, [&](Value number) {
    Value first = b.mul(number, line);
    IRMapping mapping = common;
    mapping.map(body->getArgument(plan.own.iters.front()), b.add(own, first));
    mapping.map(body->getArgument(plan.k.iters.front()), k);
    Value target = b.add(to.start, b.mul(first, line));
    SmallVector<Value> coordinates;
    for (Value index : plan.copied.load.getIndices())
      coordinates.push_back(
          plan.contraction->reduction.buildValue(b, index, mapping));
    BulkLoadOp::create(b, map, coordinates, to.buffer, target, to.barriers,
                       to.stage, getBox(), SharedLayout::kLineBytes);
  });
}

} // namespace mlir::tir
