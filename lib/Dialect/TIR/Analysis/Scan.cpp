// Running sums, products and the like, in the block that they are written as.
#include "Relax/Dialect/TIR/Analysis/Scan.h"

#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/NestAccesses.h"
#include "Relax/Dialect/TIR/IR/LoopCloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"

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

FailureOr<Scan> matchScan(LoopNest nest, std::string *why) {
  auto notifyMatchFailure = [&](const Twine &reason) {
    if (why)
      *why = reason.str();
    return failure();
  };
  if (StringRef mark = getReductionMark(nest); !mark.empty())
    return notifyMatchFailure("expected spatial iterators only, found '" +
                              mark + "'");
  Scan scan;
  scan.nest = nest;
  if (!findParts(scan))
    return notifyMatchFailure(
        "expected it to store the first element of a row, if there is one, and "
        "then, in a serial loop, each next one");
  scan.total = findTotal(scan);
  if (!scan.total || !findDim(scan))
    return notifyMatchFailure("expected each element to be of the one before "
                              "and of nothing else that the block stores");
  scan.combiner = getCombiner(scan.total, scan.store);
  if (!scan.combiner)
    return notifyMatchFailure("expected an op that may do its steps in any "
                              "order to join an element and the one before");
  // All rows of a block go on alike.
  if (!canCopyValue(scan.getLength(), nest.getRoot(), {}))
    return notifyMatchFailure("expected rows of one number of elements");
  return scan;
}

std::optional<int64_t> Scan::countRows() { return nest.getConstantTotal(); }

} // namespace mlir::tir
