// Running sums and products as tensor programs. An element follows from the
// one before it, so the axis is a loop inside a block.
#include "Elementwise.h"
#include "IndexMath.h"
#include "Legalization.h"
#include "ScalarMath.h"

#include "Relax/Dialect/Relax/IR/ScanOps.h"
#include "Relax/Dialect/TIR/IR/BlockBuilder.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"

namespace mlir::relax {

namespace {
/// What the elements of one run along the axis are combined with.
struct Scan {
  Value start;
  ScalarFunction combine;
  bool exclusive;
  /// Where the totals go.
  Value out;
};

/// Where the elements of a run lie: gives the place in input and output of the
/// element at `along`.
/// The output may be of another shape than the input (flat scan), so places
/// come in pairs.
using PlaceOf =
    llvm::function_ref<std::pair<SmallVector<Value>, SmallVector<Value>>(
        IndexMath, Value along)>;
} // namespace

/// Write one run of `length` elements.
static void buildRun(OpBuilder &b, Location loc, KernelBuilder &kernel,
                     const Scan &scan, Value length, PlaceOf placeOf) {
  Value data = kernel.input(0), out = scan.out;
  Type element = cast<MemRefType>(out.getType()).getElementType();
  auto load = [&](Value along) {
    IndexMath math(b, loc);
    Value x = memref::LoadOp::create(b, loc, data, placeOf(math, along).first);
    return castScalar(b, loc, x, element);
  };
  IndexMath math(b, loc);
  Value zero = math.constant(0), one = math.constant(1);
  // An empty run writes nothing.
  Value isNotEmpty =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, length, zero);
  auto branch = tir::IfOp::create(b, loc, isNotEmpty);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&branch.getThen().front());
  Value first = scan.exclusive ? scan.start : load(zero);
  memref::StoreOp::create(b, loc, first, out, placeOf(math, zero).second);
  // The loop begins at 1 and reads the result before it: the accumulator is
  // the output itself, so its type decides the rounding.
  b.setInsertionPointAfter(branch);
  auto loop = tir::ForOp::create(b, loc, one, length);
  b.setInsertionPointToStart(loop.getBody());
  Value along = loop.getInductionVar();
  Value before = math.sub(along, one);
  Value total =
      memref::LoadOp::create(b, loc, out, placeOf(math, before).second);
  Value next =
      scan.combine(b, loc, total, load(scan.exclusive ? before : along));
  memref::StoreOp::create(b, loc, next, out, placeOf(math, along).second);
}

/// Scan all elements, in row-major order.
/// One block without iterators: everything is one run.
static void buildFlatScan(KernelBuilder &kernel, const Scan &scan) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  SmallVector<OpFoldResult> extents =
      tir::getExtents(builder, loc, kernel.input(0));
  Value length = IndexMath(builder, loc).product(extents);
  tir::buildBlock(
      builder, loc, "scan", {}, [&](OpBuilder &b, Location loc, ValueRange) {
        buildRun(b, loc, kernel, scan, length,
                 [&](IndexMath math, Value along) {
                   return std::make_pair(math.delinearize(along, extents),
                                         SmallVector<Value>{along});
                 });
      });
}

/// Scan along an axis.
static void buildAxisScan(KernelBuilder &kernel, const Scan &scan,
                          int64_t axis) {
  OpBuilder &builder = kernel.builder();
  Location loc = kernel.loc();
  SmallVector<OpFoldResult> extents =
      tir::getExtents(builder, loc, kernel.input(0));
  if (axis < 0)
    axis += extents.size();
  Value length = IndexMath(builder, loc).value(extents[axis]);
  SmallVector<tir::Iter> iters;
  for (auto [index, extent] : llvm::enumerate(extents))
    if (int64_t(index) != axis)
      iters.push_back({extent, tir::IterKind::Spatial});
  tir::buildBlock(builder, loc, "scan", iters,
                  [&](OpBuilder &b, Location loc, ValueRange row) {
                    buildRun(b, loc, kernel, scan, length,
                             [&](IndexMath math, Value along) {
                               SmallVector<Value> place(row);
                               place.insert(place.begin() + axis, along);
                               return std::make_pair(place, place);
                             });
                  });
}

template <typename Op>
static LogicalResult legalizeScan(Op op, KernelBuilder &kernel) {
  OpBuilder &builder = kernel.builder();
  bool isSum = std::is_same_v<Op, CumsumOp>;
  // Narrow floats scan in f32 in a buffer and are rounded at the end.
  buildSums(kernel, [&](Value sums) {
    Type element = getElementType(sums);
    Scan scan{isSum ? zeroOf(builder, kernel.loc(), element)
                    : oneOf(builder, kernel.loc(), element),
              isSum ? addScalar : mulScalar, op.getExclusive(), sums};
    if (op.getAxis())
      buildAxisScan(kernel, scan, *op.getAxis());
    else
      buildFlatScan(kernel, scan);
  });
  return success();
}

void populateScanLegalizations(LegalizationTable &table) {
  table.add(legalizeScan<CumsumOp>);
  table.add(legalizeScan<CumprodOp>);
}

} // namespace mlir::relax
