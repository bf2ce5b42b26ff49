// Products of matrices in shared memory by warpgroups, as loops of each thread.
//
// A thread computes its elements of the sums from the factors as they lie in
// shared memory: where an element is, the layouts of the product say, as the
// descriptors of the chip do. The products are added to the sums where the
// thread waits for their group. Operands are read when the product starts or
// when it is waited for, the two ends of what the chip may do: who brings them
// too late is seen by one, who overwrites them too early by the other.
#include "EmulationBuilder.h"

#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Dominance.h"

namespace mlir::tir {

// wgmma: 4 warps, 64 rows, operands in shared memory. Its descriptor has
// start, leading and stride byte offsets and a swizzle, in units of 16 bytes.
static constexpr int64_t kWarpgroup = 128;
// The lowest bit of an address that moves a piece in its line.
static constexpr int64_t kMovingBit = 7;

// Products of one op that a thread has room for; one more ends the oldest.
// Kernels have one group in flight, or two.
static constexpr int64_t kProductSlots = 4;

namespace {

/// What threads keep of one op: of each slot the number of the group, from 1
/// on, 0 if it is empty; products that are there already, or where their
/// operands begin.
struct Pending {
  WarpgroupProductOp op;
  Value groups, products, starts;
};

/// The products of a launch.
class WarpgroupEmulation : EmulationBuilder {
public:
  WarpgroupEmulation(gpu::LaunchOp launch, ThreadOrder order)
      : EmulationBuilder(launch, launch.getLoc(),
                         OpBuilder(launch.getContext())),
        readsLate(order != ThreadOrder::Ascending) {}

  LogicalResult run();

private:
  Pending prepare(WarpgroupProductOp op);
  void start(Pending &product);
  void finish(Pending &product, Value slot);
  void wait(NVVM::WgmmaWaitGroupSyncOp op, MutableArrayRef<Pending> products);
  void round(NVVM::ConvertFloatToTF32Op op);
  Value getOffset(WarpgroupProductOp op, bool isLeft, Value start, Value own,
                  Value k);
  Value computeElement(WarpgroupProductOp op, Value sum, ValueRange starts,
                       Value element);

  bool readsLate;
  /// The number of the group that each thread is at, and the thread.
  Value current, thread;
};

} // namespace

// Which element of a factor is that of a row or column, and of a term.
// Core matrices are 8 lines of 16 bytes, or of the swizzle's width. `stride`
// is the distance of groups of 8 lines, `leading` that of chunks along a line.
Value WarpgroupEmulation::getOffset(WarpgroupProductOp op, bool isLeft,
                                    Value start, Value own, Value k) {
  WarpgroupProductOp::Layout layout =
      isLeft ? op.getLhsMatrix() : op.getRhsMatrix();
  int64_t bytes = op.getOperandType().getIntOrFloatBitWidth() / 8;
  int64_t line = layout.swizzle ? layout.swizzle : kChunkBytes;
  int64_t across = layout.stride, along = layout.leading;
  // For MN-major operands without a swizzle PTX exchanges the meanings of the
  // two offsets.
  if (layout.isTransposed && !layout.swizzle)
    std::swap(across, along);
  Value number = layout.isTransposed ? k : own;
  Value inLine = times(layout.isTransposed ? own : k, bytes);
  Value address = times(start, bytes);
  address = add(address, times(rest(number, kLines), line));
  address = add(address, times(divide(number, kLines), across));
  address = add(address, rest(inLine, line));
  address = add(address, times(divide(inLine, line), along));
  if (layout.swizzle) {
    // The swizzle of TMA: chunk index XOR line number, over as many lines as
    // chunks fit a line (2, 4 or 8).
    Value moves = rest(divide(address, 1 << kMovingBit), line / kChunkBytes);
    address =
        arith::XOrIOp::create(builder, loc, address, times(moves, kChunkBytes));
  }
  return divide(address, bytes);
}

// `sum` and the product of the row and the column that the element is of.
Value WarpgroupEmulation::computeElement(WarpgroupProductOp op, Value sum,
                                         ValueRange starts, Value element) {
  Value number = rest(thread, kWarpgroup);
  Value lane = rest(number, kWarp);
  // wgmma's accumulator: warp w has rows 16 w to 16 w + 15, a thread the rows
  // lane / 4 and 8 below, and two neighbouring columns in each group of 8.
  Value row = add(times(divide(number, kWarp), 16), divide(lane, 4));
  row = add(row, times(rest(divide(element, 2), 2), 8));
  Value column = add(times(rest(lane, 4), 2), times(divide(element, 4), 8));
  column = add(column, rest(element, 2));
  return buildAccumulation(sum, op.getKExtent(), [&](Value sum, Value k) {
    auto take = [&](Value operand, bool isLeft, Value start, Value own) {
      Value element = load(operand, getOffset(op, isLeft, start, own, k));
      return element.getType().isF32() ? cutToTF32(builder, loc, element)
                                       : widen(element, sum.getType());
    };
    Value lhs = take(op.getLhs(), true, starts[0], row);
    Value rhs = take(op.getRhs(), false, starts[1], column);
    return addProduct(sum, lhs, rhs);
  });
}

// No slot of any thread holds anything at first.
Pending WarpgroupEmulation::prepare(WarpgroupProductOp op) {
  Type element =
      cast<MemRefType>(op.getAccumulators().getType()).getElementType();
  Pending product{
      op,
      makeBuffer({kMaxThreads, kProductSlots}, builder.getIndexType()),
      {},
      {}};
  if (readsLate)
    product.starts =
        makeBuffer({kMaxThreads, kProductSlots, 2}, builder.getIndexType());
  else
    product.products = makeBuffer(
        {kMaxThreads, kProductSlots, op.getNumColumns() / 2}, element);
  builder.setInsertionPointToStart(&launch.getBody().front());
  Value own = getThreadNumber(builder, launch);
  forEach(kProductSlots, [&](Value slot) {
    store(index(0), product.groups, ValueRange{own, slot});
  });
  return product;
}

void WarpgroupEmulation::start(Pending &product) {
  WarpgroupProductOp op = product.op;
  builder.setInsertionPoint(op);
  thread = getThreadNumber(builder, launch);
  Value group = load(current, thread);
  Value slot = rest(group, kProductSlots);
  Value isTaken =
      isLess(index(0), load(product.groups, ValueRange{thread, slot}));
  inCase(isTaken, [&] { finish(product, slot); });
  store(group, product.groups, ValueRange{thread, slot});
  SmallVector<Value, 2> starts = {op.getLhsStart(), op.getRhsStart()};
  if (readsLate) {
    for (auto [i, at] : llvm::enumerate(starts))
      store(at, product.starts,
            ValueRange{thread, slot, index(static_cast<int64_t>(i))});
    return;
  }
  Type element = cast<MemRefType>(product.products.getType()).getElementType();
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(element)));
  forEach(op.getNumColumns() / 2, [&](Value i) {
    store(computeElement(op, zero, starts, i), product.products,
          ValueRange{thread, slot, i});
  });
}

// Adds the products of a slot to the sums.
void WarpgroupEmulation::finish(Pending &product, Value slot) {
  WarpgroupProductOp op = product.op;
  SmallVector<Value, 2> starts;
  if (readsLate)
    for (int64_t i : {0, 1})
      starts.push_back(
          load(product.starts, ValueRange{thread, slot, index(i)}));
  Type element =
      cast<MemRefType>(op.getAccumulators().getType()).getElementType();
  forEach(op.getNumColumns() / 2, [&](Value i) {
    Value sum =
        op.getOverwrites()
            ? arith::ConstantOp::create(
                  builder, loc, cast<TypedAttr>(builder.getZeroAttr(element)))
                  .getResult()
            : load(op.getAccumulators(), i);
    if (readsLate) {
      sum = computeElement(op, sum, starts, i);
    } else {
      Value more = load(product.products, ValueRange{thread, slot, i});
      sum = isa<FloatType>(sum.getType())
                ? arith::AddFOp::create(builder, loc, sum, more).getResult()
                : add(sum, more);
    }
    store(sum, op.getAccumulators(), i);
  });
  store(index(0), product.groups, ValueRange{thread, slot});
}

// All groups but the last ones, as `wgmma.wait_group` says.
void WarpgroupEmulation::wait(NVVM::WgmmaWaitGroupSyncOp op,
                              MutableArrayRef<Pending> products) {
  builder.setInsertionPoint(op);
  thread = getThreadNumber(builder, launch);
  Value group = load(current, thread);
  Value numLater = index(static_cast<int64_t>(op.getGroup()));
  for (Pending &product : products)
    forEach(kProductSlots, [&](Value slot) {
      Value held = load(product.groups, ValueRange{thread, slot});
      Value isDone = isLess(add(held, numLater), group);
      inCase(both(isLess(index(0), held), isDone),
             [&] { finish(product, slot); });
    });
}

// To the bits of what it is rounded to.
void WarpgroupEmulation::round(NVVM::ConvertFloatToTF32Op op) {
  builder.setInsertionPoint(op);
  Value rounded = roundToTF32(builder, loc, op.getSrc());
  op.replaceAllUsesWith(
      arith::BitcastOp::create(builder, loc, builder.getI32Type(), rounded)
          .getResult());
  op.erase();
}

// Buffers have to be there where a product ends.
static LogicalResult checkBuffers(ArrayRef<Pending> products,
                                  ArrayRef<Operation *> waits) {
  if (products.empty())
    return success();
  DominanceInfo dominance(products.front().op->getParentOp());
  for (Operation *wait : waits)
    for (WarpgroupProductOp op :
         llvm::map_range(products, [](Pending product) { return product.op; }))
      for (Value buffer : {op.getAccumulators(), op.getLhs(), op.getRhs()})
        if (!dominance.dominates(buffer, wait))
          return (op.emitOpError("expected buffers that are made in front of "
                                 "what waits for it; cannot run the threads of "
                                 "a block in loops")
                      .attachNote(wait->getLoc())
                  << "this waits for it");
  return success();
}

LogicalResult WarpgroupEmulation::run() {
  SmallVector<WarpgroupProductOp> ops;
  SmallVector<Operation *> waits, commits, fences;
  launch.walk([&](Operation *op) {
    if (auto product = dyn_cast<WarpgroupProductOp>(op))
      ops.push_back(product);
    else if (isa<NVVM::WgmmaWaitGroupSyncOp>(op))
      waits.push_back(op);
    else if (isa<NVVM::WgmmaGroupSyncAlignedOp>(op))
      commits.push_back(op);
    // Fences order what the interpreter and `checkFences` look at; here memory
    // has one order.
    else if (isa<NVVM::WgmmaFenceAlignedOp, NVVM::FenceProxyOp>(op))
      fences.push_back(op);
    else if (auto rounding = dyn_cast<NVVM::ConvertFloatToTF32Op>(op))
      round(rounding);
  });
  SmallVector<Pending> products;
  if (!ops.empty()) {
    current = makeBuffer({kMaxThreads}, builder.getIndexType());
    builder.setInsertionPointToStart(&launch.getBody().front());
    // Groups count from 1, because 0 marks an empty slot.
    store(index(1), current, getThreadNumber(builder, launch));
    for (WarpgroupProductOp op : ops)
      products.push_back(prepare(op));
    if (failed(checkBuffers(products, waits)))
      return failure();
    for (Pending &product : products)
      start(product);
    for (Operation *op : waits)
      wait(cast<NVVM::WgmmaWaitGroupSyncOp>(op), products);
    for (Operation *op : commits) {
      builder.setInsertionPoint(op);
      Value own = getThreadNumber(builder, launch);
      store(add(load(current, own), index(1)), current, own);
    }
  }
  for (Operation *op : llvm::concat<Operation *>(waits, commits, fences))
    op->erase();
  for (WarpgroupProductOp op : ops)
    op->erase();
  return success();
}

LogicalResult lowerWarpgroupProducts(gpu::LaunchOp launch, ThreadOrder order) {
  return WarpgroupEmulation(launch, order).run();
}

} // namespace mlir::tir
