// Plans the storages of a function together, when their sizes are known.
//
// Sizes of unlike symbols cannot be compared when a program is compiled, so
// that the planner gives each tensor a storage (StorageReuse). At the entry of
// a call they are numbers: there one storage is made for all, and the run time
// finds the places in it (runtime/StoragePlan.cpp).
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relax {

namespace {
/// A storage of the function's block, and when it lives.
struct Life {
  MemoryAllocStorageOp op;
  int64_t begin, end;
};

/// The storages on the host that are made in a function's block, of sizes that
/// the parameters say: those that end in it, and those of results.
struct Lives {
  Lives(FuncOp source, Block &body);

  SmallVector<Life> parts, owned;
};
} // namespace

Lives::Lives(FuncOp source, Block &body) {
  llvm::SmallPtrSet<Attribute, 8> known;
  for (StringAttr symbol : getParameterSymbols(source))
    known.insert(symbol);
  llvm::MapVector<Operation *, Life> all;
  int64_t number = 0;
  for (Operation &op : body) {
    ++number;
    if (auto alloc = dyn_cast<MemoryAllocStorageOp>(op)) {
      bool isKnown = !alloc.getVdeviceAttr();
      alloc.getSize().walkSymbols(
          [&](StringAttr symbol) { isKnown &= known.contains(symbol); });
      if (isKnown)
        all.insert({&op, {alloc, number, 0}});
    } else if (auto kill = dyn_cast<MemoryKillStorageOp>(op)) {
      auto *of = all.find(kill.getStorage().getDefiningOp());
      if (of != all.end())
        of->second.end = number;
    }
  }
  for (auto &[op, life] : all) {
    bool isPart = life.end != 0;
    // What has an end elsewhere, as in a branch, is left alone.
    if (!isPart && llvm::any_of(op->getUsers(), [](Operation *user) {
          return isa<MemoryKillStorageOp>(user);
        }))
      continue;
    life.end = isPart ? life.end : number + 1;
    (isPart ? parts : owned).push_back(life);
  }
}

LogicalResult planStorages(FuncOp source, HostFunction &host) {
  Lives lives(source, source.getBody().front());
  // What is known when the program is compiled has been planned there.
  bool isPlanned = llvm::all_of(lives.parts, [](Life &part) {
    return part.op.getSize().getConstant().has_value();
  });
  if (isPlanned || lives.parts.size() < 2)
    return success();
  SmallVector<int64_t> times;
  auto evaluate = [&](MutableArrayRef<Life> all, SmallVector<Value> &sizes) {
    for (Life &life : all) {
      sizes.push_back(host.evaluate(life.op, life.op.getSize()));
      times.append({life.begin, life.end});
    }
    return !llvm::is_contained(sizes, Value());
  };
  SmallVector<Value> sizes, ownedSizes;
  if (!evaluate(lives.parts, sizes) || !evaluate(lives.owned, ownedSizes))
    return failure();
  OpBuilder &builder = host.getBuilder();
  Type storage = rt::StorageType::get(builder.getContext());
  auto plan = rt::StoragePlanOp::create(
      builder, source.getLoc(), storage,
      SmallVector<Type>(sizes.size(), builder.getIndexType()),
      SmallVector<Type>(ownedSizes.size(), storage), sizes, ownedSizes, times);
  for (auto [part, size, offset] :
       llvm::zip(lives.parts, sizes, plan.getOffsets()))
    host.setParts(part.op.getStorage(), {plan.getStorage(), size, offset});
  Value zero = host.getConstant(source.getLoc(), 0);
  for (auto [life, size, own] :
       llvm::zip(lives.owned, ownedSizes, plan.getOwned()))
    host.setParts(life.op.getStorage(), {own, size, zero});
  return success();
}

} // namespace mlir::relax
