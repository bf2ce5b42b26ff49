// One operand of a contraction on its way to shared memory, in boxes that the
// device copies by itself.
//
// A box has 128 bytes of the axis along which the factor lies, and as many of
// the other one as a stage holds; its lines come to the places where copies of
// pieces put them.
#include "WarpgroupOperand.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "Relax/Dialect/TIR/IR/TensorMapOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include <algorithm>

namespace mlir::tir {

// Axes that a description of memory has at most.
static constexpr size_t kMaxAxes = 5;

// Whether an axis of the memory is an iterator.
bool WarpgroupOperand::isAxis(unsigned axis, unsigned iter) const {
  BlockOp block = contraction.reduction.nest.block;
  memref::LoadOp read = load;
  auto dim = dyn_cast_if_present<AffineDimExpr>(
      getIndexExpr(block, read.getIndices()[axis]));
  return dim && dim.getPosition() == iter;
}

bool WarpgroupOperand::canUseTMA() const {
  memref::LoadOp read = load;
  if (!read || iters.size() != 1 || contraction.kIters.size() != 1 ||
      contraction.numGroups != 1 || read.getIndices().size() > kMaxAxes)
    return false;
  unsigned own = iters.front(), k = contraction.kIters.front();
  unsigned numOwn = 0, numSteps = 0;
  for (auto [axis, index] : llvm::enumerate(read.getIndices())) {
    AffineExpr expr = getIndexExpr(contraction.reduction.nest.block, index);
    if (!expr)
      return false;
    if (isAxis(axis, own))
      ++numOwn;
    else if (isAxis(axis, k))
      ++numSteps;
    else if (expr.isFunctionOfDim(own) || expr.isFunctionOfDim(k))
      return false;
  }
  return numOwn == 1 && numSteps == 1;
}

SmallVector<int64_t> WarpgroupOperand::getBox() const {
  memref::LoadOp read = load;
  unsigned other = alongK ? iters.front() : contraction.kIters.front();
  SmallVector<int64_t> box(read.getIndices().size(), 1);
  for (unsigned axis = 0; axis != box.size(); ++axis)
    if (isAxis(axis, other))
      box[axis] = alongK ? size : line;
  box.back() = line;
  return box;
}

// OutOfRange the extents of the product are zeros, whatever is in memory there.
void WarpgroupOperand::buildMap(OpBuilder &b, Location loc, Value kExtent) {
  MemRefType type = load.getMemRefType();
  SmallVector<Value> sizes, strides;
  Value stride = indexConstant(b, loc, 1);
  for (int64_t axis = type.getRank(); axis-- > 0;) {
    Value whole =
        type.isDynamicDim(axis)
            ? Value(memref::DimOp::create(b, loc, load.getMemRef(), axis))
            : indexConstant(b, loc, type.getDimSize(axis));
    sizes.push_back(isAxis(axis, iters.front()) ? indexing.getExtent()
                    : isAxis(axis, contraction.kIters.front()) ? kExtent
                                                               : whole);
    if (axis + 1 != type.getRank())
      strides.push_back(stride);
    stride = mulIndex(b, loc, stride, whole);
  }
  std::reverse(sizes.begin(), sizes.end());
  std::reverse(strides.begin(), strides.end());
  map = TensorMapOp::create(b, loc, LLVM::LLVMPointerType::get(b.getContext()),
                            load.getMemRef(), sizes, strides, getBox(), kLine);
}

void WarpgroupOperand::buildPrefetch(OpBuilder &b, Location loc) const {
  NVVM::PrefetchOp::create(b, loc, /*cacheLevel=*/nullptr,
                           /*evictPriority=*/nullptr, map,
                           /*predicate=*/nullptr, b.getUnitAttr(),
                           /*uniform=*/nullptr, /*in_param_space=*/nullptr);
}

void WarpgroupOperand::buildTMALoads(OpBuilder &b, Location loc,
                                     const IRMapping &common, Value step,
                                     Value shared, Value start, Value barriers,
                                     Value barrier) {
  Value k = mulIndex(b, loc, step, indexConstant(b, loc, line));
  buildLoop(b, loc, ForKind::Serial, alongK ? 1 : size / line,
            [&](OpBuilder &b, ValueRange number) {
              Value first =
                  mulIndex(b, loc, number.front(), indexConstant(b, loc, line));
              Value own = addIndex(b, loc, indexing.getOrigin(), first);
              Value target = addIndex(
                  b, loc, start,
                  mulIndex(b, loc, first, indexConstant(b, loc, line)));
              SmallVector<Value> coordinates;
              IRMapping mapping = common;
              Block *body = contraction.reduction.nest.block.getBody();
              mapping.map(body->getArgument(iters.front()), own);
              mapping.map(body->getArgument(contraction.kIters.front()), k);
              for (Value index : load.getIndices())
                coordinates.push_back(
                    contraction.reduction.buildValue(b, index, mapping));
              BulkLoadOp::create(b, loc, map, coordinates, shared, target,
                                 barriers, barrier, getBox(), kLine);
            });
}

} // namespace mlir::tir
