// Symbolic sizes that workers have parts of.
//
// A worker gets a part of `n` rows, and nobody tells it `n`. Were the part of
// `n floordiv p` rows, nothing would say that the workers divide `n`. So the
// part's size gets the name, and the whole is that of `p` parts; unless a
// parameter that is a shape tells `n`, of which parts may then be padded.
#include "SplitSymbols.h"

#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/SymbolSubstitution.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "llvm/ADT/MapVector.h"

#include <numeric>

namespace mlir::relax {

namespace {
/// Where a symbol is split.
struct Split {
  /// Workers that all hints together want it to divide by.
  int64_t workers = 1;
  AnnotateShardingOp hint;
  /// Whether a parameter is of the symbol's size in so many parts.
  bool isParameter = false;
};
} // namespace

/// The symbols that parameters which are shapes give: workers know these, of
/// whatever parts, and need not divide them.
static DenseSet<StringRef> findKnownSymbols(FuncOp func) {
  DenseSet<StringRef> known;
  for (Type type : func.getArgumentTypes())
    if (isa<ShapeType>(type))
      walkBareSymbols(type, [&](StringAttr symbol) { known.insert(symbol); });
  return known;
}

/// Calls `visit` with each symbol that stands alone as a size, the number of
/// its parts, and the hint that splits it.
static void
walkSplits(FuncOp func, DeviceMeshOp mesh,
           function_ref<void(StringAttr, int64_t, AnnotateShardingOp)> visit) {
  DenseSet<StringRef> known = findKnownSymbols(func);
  for (auto hint : func.getBody().front().getOps<AnnotateShardingOp>()) {
    auto tensor = dyn_cast<RankedTensorType>(hint.getInput().getType());
    if (!tensor)
      continue;
    SmallVector<SymExprAttr> dims = getDims(tensor);
    SmallVector<int64_t> parts(dims.size(), 1);
    for (auto [dim, workers] : llvm::zip(hint.getPlacement(), mesh.getShape()))
      if (dim != DTensorType::kReplicated)
        parts[dim] *= workers;
    for (auto [dim, count] : llvm::zip(dims, parts))
      if (dim && dim.isSymbol() && count != 1 &&
          !known.contains(dim.getSymbol()))
        visit(StringAttr::get(func.getContext(), dim.getSymbol()), count, hint);
  }
}

LogicalResult SplitSymbols::scale(DeviceMeshOp mesh) {
  llvm::MapVector<StringAttr, Split> splits;
  walkSplits(func, mesh,
             [&](StringAttr symbol, int64_t parts, AnnotateShardingOp hint) {
               Split &split = splits[symbol];
               // All are products of axes of one mesh, and so is this.
               split.workers = std::lcm(split.workers, parts);
               split.hint = hint;
             });
  // Where one symbol is split by several numbers of workers, a part is that of
  // their least common multiple, and one parameter must be of just this part: a
  // symbol that stands nowhere alone has no value (`relax.func` R6).
  walkSplits(func, mesh,
             [&](StringAttr symbol, int64_t parts, AnnotateShardingOp hint) {
               Split &split = splits[symbol];
               split.isParameter |= parts == split.workers &&
                                    isa<BlockArgument>(hint.getInput());
             });
  SymbolValues values;
  SmallVector<SymExprAttr> sizes;
  for (auto &[symbol, split] : splits) {
    if (!split.isParameter) {
      InFlightDiagnostic error = split.hint.emitOpError(
          "expects a parameter with a dimension of size '");
      error << symbol.getValue() << "' that " << split.workers
            << " workers have parts of, found none; put a hint on one";
      error.attachNote(mesh.getLoc()) << "the mesh is here";
      return error;
    }
    sizes.push_back(SymExprAttr::symbol(func.getContext(), symbol.getValue()));
    values[symbol] = sizes.back() * split.workers;
  }
  if (values.empty())
    return success();
  substituteSymbols(func, values);
  hasBinder = true;
  return func.insertArgument(func.getNumArguments(),
                             ShapeType::get(func.getContext(), sizes), {},
                             func.getLoc());
}

SplitSymbols::~SplitSymbols() {
  if (hasBinder)
    (void)func.eraseArgument(func.getNumArguments() - 1);
}

} // namespace mlir::relax
