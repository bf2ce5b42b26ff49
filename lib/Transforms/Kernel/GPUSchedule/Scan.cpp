// Running sums, products and the like along rows: the threads of a block scan a
// tile of a row together, then the next one.
#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/Schedule/InlineBlock.h"
#include "Relax/Dialect/TIR/Schedule/LoopCopies.h"
#include "ScanKernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

namespace mlir::tir {

Value Scan::getStep() {
  bool isFirst = combiner->getOperand(0) == total.getResult();
  return combiner->getOperand(isFirst ? 1 : 0);
}

// The one store of a body that has, but for it and loads, no effect.
static memref::StoreOp getStoreIn(Block *body) {
  memref::StoreOp only;
  for (Operation &op : body->without_terminator()) {
    if (auto store = dyn_cast<memref::StoreOp>(op); store && !only)
      only = store;
    else if (op.getNumRegions() != 0 ||
             (!isa<memref::LoadOp>(op) && !isMemoryEffectFree(&op)))
      return {};
  }
  return only;
}

static bool isSameIndex(Value a, Value b) {
  std::optional<int64_t> known = getConstantIndex(a);
  return a == b || (known && known == getConstantIndex(b));
}

// True if the value is the one before the index of the loop.
static bool isBefore(Value value, ForOp loop) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::SubIOp, arith::AddIOp>(op) ||
      op->getOperand(0) != loop.getInductionVar())
    return false;
  return getConstantIndex(op->getOperand(1)) ==
         (isa<arith::SubIOp>(op) ? 1 : -1);
}

// True if the condition is that there is an element.
static bool isNotEmpty(Value condition, Value length) {
  if (getConstantIndex(condition).value_or(0) != 0)
    return true;
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  return compare && compare.getPredicate() == arith::CmpIPredicate::sgt &&
         isSameIndex(compare.getLhs(), length) &&
         getConstantIndex(compare.getRhs()) == 0;
}

// The first store and the loop, in this order and alone; false if there is
// anything else.
static bool findParts(Scan &scan) {
  IfOp head;
  for (Operation &op : scan.nest.block.getBody()->without_terminator()) {
    if (auto branch = dyn_cast<IfOp>(op); branch && !head && !scan.loop)
      head = branch;
    else if (auto loop = dyn_cast<ForOp>(op); loop && head && !scan.loop)
      scan.loop = loop;
    else if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
      return false;
  }
  if (!scan.loop || scan.loop.getKind() != ForKind::Serial ||
      getConstantIndex(scan.loop.getLowerBound()) != 1 ||
      !head.getOtherwise().empty() ||
      !isNotEmpty(head.getCondition(), scan.getLength()))
    return false;
  scan.first = getStoreIn(&head.getThen().front());
  scan.store = getStoreIn(scan.loop.getBody());
  return scan.first && scan.store;
}

// The load of the element before, which is all that is read of the result.
static memref::LoadOp findTotal(Scan &scan) {
  Value out = getViewedBuffer(scan.store.getMemRef());
  memref::LoadOp only;
  for (ElementAccess &access : getAccesses(scan.nest.block)) {
    if (access.isStore || getViewedBuffer(access.buffer) != out)
      continue;
    if (only || access.buffer != scan.store.getMemRef() ||
        access.op->getBlock() != scan.loop.getBody())
      return {};
    only = cast<memref::LoadOp>(access.op);
  }
  return only;
}

// Finds the one dimension along which the indices of the three accesses differ.
static bool findDim(Scan &scan) {
  if (scan.first.getMemRef() != scan.store.getMemRef())
    return false;
  std::optional<unsigned> found;
  for (auto [dim, start, before, own] :
       llvm::enumerate(scan.first.getIndices(), scan.total.getIndices(),
                       scan.store.getIndices())) {
    bool isAlong = own == scan.loop.getInductionVar() &&
                   isBefore(before, scan.loop) && getConstantIndex(start) == 0;
    if (isAlong && !found)
      found = dim;
    else if (!isSameIndex(start, own) || !isSameIndex(before, own) ||
             !canCopyValue(own, scan.loop, {}))
      return false;
  }
  scan.dim = found.value_or(0);
  return found.has_value();
}

std::optional<Scan> matchScan(Operation *root) {
  FailureOr<BlockNest> nest = matchBlockNest(root, nullptr);
  if (failed(nest) || nest->block.isReduction())
    return std::nullopt;
  for (unsigned iter = 0; iter != nest->size(); ++iter)
    if (nest->getKind(iter) != IterKind::Spatial)
      return std::nullopt;
  Scan scan;
  scan.nest = *nest;
  if (!findParts(scan))
    return std::nullopt;
  scan.total = findTotal(scan);
  if (!scan.total || !findDim(scan))
    return std::nullopt;
  scan.combiner = getCombiner(scan.total, scan.store);
  // All rows of a block go on alike.
  if (!scan.combiner || !canCopyValue(scan.getLength(), root, {}))
    return std::nullopt;
  return scan;
}

// True if neighbours of a row are neighbours in memory.
static bool isAlongMemory(Scan &scan) {
  return llvm::all_of(
      scan.store.getMemRefType().getShape().drop_front(scan.dim + 1),
      [](int64_t size) { return size == 1; });
}

static std::optional<int64_t> countRows(BlockNest &nest) {
  int64_t product = 1;
  for (unsigned iter = 0; iter != nest.size(); ++iter) {
    std::optional<int64_t> extent = nest.getConstantExtent(iter);
    if (!extent || llvm::MulOverflow(product, *extent, product))
      return std::nullopt;
  }
  return product;
}

// Odd numbers of neighbours, so that threads are at different banks of memory.
static ScanShape chooseShape(std::optional<int64_t> length,
                             std::optional<int64_t> rows, const GPUChip &chip) {
  constexpr int64_t kWarp = 32, kMostPerLane = 7, kBlock = 128;
  ScanShape shape;
  int64_t most = std::max(chip.threads / kWarp * kWarp, kWarp);
  shape.lanes = most;
  if (!length)
    return shape;
  shape.lanes = kWarp;
  while (shape.lanes * 2 <= most && shape.lanes * shape.perLane < *length)
    shape.lanes *= 2;
  while (shape.perLane < kMostPerLane && shape.getTile() < *length)
    shape.perLane += 2;
  // Short rows: a block has several.
  if (rows && *rows >= kBlock && shape.lanes < kBlock && most >= kBlock)
    shape.rows = kBlock / shape.lanes;
  return shape;
}

// Pieces of few, long rows, as many as keep a GPU busy; 1 for others.
static int64_t choosePieces(std::optional<int64_t> length,
                            std::optional<int64_t> rows) {
  constexpr int64_t kFew = 32, kBlocks = 256, kSteps = 8192, kLeast = 4;
  if (!rows || *rows < 1 || *rows > kFew || (!length && *rows != 1))
    return 1;
  int64_t wanted = kBlocks / *rows;
  if (length)
    wanted = std::min(wanted, *length / kSteps);
  return wanted < kLeast ? 1 : int64_t(llvm::bit_floor<uint64_t>(wanted));
}

bool scheduleScan(Operation *root, const GPUChip &chip) {
  // Short rows, and many across memory, are a thread's each.
  constexpr int64_t kShort = 16, kMany = 2048;
  std::optional<Scan> scan = matchScan(root);
  if (!scan)
    return false;
  Type type = scan->store.getMemRefType().getElementType();
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > 64)
    return false;
  std::optional<int64_t> length = getConstantIndex(scan->getLength());
  std::optional<int64_t> rows = countRows(scan->nest);
  if (length && *length <= kShort)
    return false;
  if (!isAlongMemory(*scan) && (!rows || *rows > kMany))
    return false;
  ScanShape shape = chooseShape(length, rows, chip);
  shape.pieces = choosePieces(length, rows);
  buildScanKernel(*scan, shape);
  return true;
}

} // namespace mlir::tir
