// What memory the functions of a module take, from their planned storage.
#include "Relax/Analysis/MemoryUse.h"
#include "Relax/Analysis/StorageReuse.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::relax {

namespace {

/// A sum that grows and shrinks, and the most that it has been.
/// All sums that are the largest for some sizes stay in the maximum; numbers
/// fold, so that without symbols it is a number.
class Level {
public:
  explicit Level(MLIRContext *context)
      : now(SymExprAttr::constant(context, 0)), most(now) {}

  void add(SymExprAttr size) {
    now = now + size;
    most = max(most, now);
  }
  void remove(SymExprAttr size) { now = now - size; }
  SymExprAttr getMost() const { return most; }

private:
  // A maximum of all levels grows with each allocation of a symbolic size, but
  // max folds what is provably smaller, which is most of it, as sizes of one
  // network share their symbols.
  SymExprAttr now, most;
};

} // namespace

// Null for an unknown dtype or size, and above 2^46 bytes: a sum with it is
// null, too, and is printed as `?` rather than as too small a number.
SymExprAttr getSizeInBytes(RankedTensorType type) {
  auto [size, unit] = getSizeInUnits(type);
  return unit ? unit * size : SymExprAttr();
}

// For an order only: sizes of different symbols have none.
static int64_t estimate(SymExprAttr size) {
  // 1 for each symbol and not the bounds: most have none, and a batch of 1 is
  // what they stand for as a rule.
  return size ? size.evaluate([](StringAttr) { return 1; }).value_or(0) : 0;
}

static SymExprAttr getSize(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  return type ? getSizeInBytes(type) : SymExprAttr();
}

MemoryUse::MemoryUse(FuncOp func) {
  MLIRContext *context = func.getContext();
  Level storages(context), alive(context);
  SmallVector<MemoryAllocTensorOp> found;
  SmallVector<std::pair<int64_t, size_t>> sizes;
  total = constants = SymExprAttr::constant(context, 0);
  // Branches one after the other: what one makes it also ends.
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto made = dyn_cast<MemoryAllocStorageOp>(op)) {
      storages.add(made.getSize());
      total = total + made.getSize();
      ++numStorages;
    } else if (auto end = dyn_cast<MemoryKillStorageOp>(op)) {
      // A storage that is a parameter was not made here, and its end must not
      // lower the level.
      if (auto of = end.getStorage().getDefiningOp<MemoryAllocStorageOp>())
        storages.remove(of.getSize());
    } else if (auto tensor = dyn_cast<MemoryAllocTensorOp>(op)) {
      SymExprAttr size = getSize(tensor.getTensor());
      alive.add(size);
      // Negative, so that the plain order of pairs has the largest first and
      // keeps the program's order among equals.
      sizes.push_back({-estimate(size), found.size()});
      found.push_back(tensor);
    } else if (auto end = dyn_cast<MemoryKillTensorOp>(op)) {
      if (end.getTensor().getDefiningOp<MemoryAllocTensorOp>())
        alive.remove(getSize(end.getTensor()));
    } else if (auto constant = dyn_cast<ConstantOp>(op)) {
      constants = constants + getSize(constant.getResult());
    }
  });
  peak = storages.getMost();
  bound = alive.getMost();
  // Those of one size in the order of the program.
  llvm::sort(sizes);
  for (auto [size, index] : sizes)
    tensors.push_back(found[index]);
}

// Whole bytes: they are compared with what the run time counts.
static std::string describe(SymExprAttr size) {
  if (!size)
    return "?";
  std::string text;
  llvm::raw_string_ostream os(text);
  size.printExpr(os);
  return text;
}

static void print(FuncOp func, unsigned numTensors, llvm::raw_ostream &os) {
  MemoryUse use(func);
  os << "@" << func.getSymName() << "\n"
     << "  storage at one time  " << describe(use.peak) << "\n"
     << "  tensors at one time  " << describe(use.bound) << "\n"
     << "  all storage          " << describe(use.total) << " in "
     << use.numStorages << "\n"
     << "  constants            " << describe(use.constants) << "\n";
  for (MemoryAllocTensorOp op : ArrayRef(use.tensors).take_front(numTensors)) {
    os << "  tensor               " << describe(getSize(op.getTensor())) << "  "
       << op.getTensor().getType() << "  ";
    op.getLoc()->print(os);
    os << "\n";
  }
}

void printMemoryUse(ModuleOp module, unsigned numTensors,
                    llvm::raw_ostream &os) {
  os << "bytes of a call, by function\n";
  for (auto func : module.getOps<FuncOp>())
    // Only a body has allocations; a declaration would be listed with zeros, as
    // if it took none.
    if (!func.isExternal())
      print(func, numTensors, os);
}

} // namespace mlir::relax
