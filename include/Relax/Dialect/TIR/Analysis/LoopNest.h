// A block, the loops that drive it, and what it accesses.
#ifndef RELAX_DIALECT_TIR_ANALYSIS_LOOPNEST_H
#define RELAX_DIALECT_TIR_ANALYSIS_LOOPNEST_H

#include "Relax/Dialect/Relax/IR/RelaxAttrs.h"
#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/IR/AffineExpr.h"

namespace mlir::tir {

/// The product of the extents of iterators; nullopt if one is not known, or it
/// is no number of 64 bits.
std::optional<int64_t>
multiplyExtents(ArrayRef<unsigned> iters,
                llvm::function_ref<std::optional<int64_t>(unsigned)> getExtent);

/// A block in a perfect nest of serial loops from 0, one loop an iterator:
/// what a legalisation writes. Loop `i` drives iterator `i`; the loops may be
/// nested in any order.
struct LoopNest {
  BlockOp block;
  SmallVector<ForOp> loops;

  /// The outermost op: a loop, or the block where there is no iterator.
  Operation *getRoot() {
    Operation *root = block;
    while (llvm::is_contained(loops, dyn_cast<ForOp>(root->getParentOp())))
      root = root->getParentOp();
    return root;
  }
  Value getExtent(unsigned iter) { return loops[iter].getUpperBound(); }
  std::optional<int64_t> getConstantExtent(unsigned iter) {
    return loops[iter].getConstantExtent();
  }
  /// How many iterations `iters`, or all, have together; nullopt if that is not
  /// known, or no number of 64 bits.
  std::optional<int64_t> getConstantTotal(ArrayRef<unsigned> iters);
  std::optional<int64_t> getConstantTotal();
  IterKind getKind(unsigned iter) { return block.getIterKind(iter); }
  unsigned size() { return loops.size(); }
};

/// The nest whose outermost op is `root`, or the reason why it is none.
FailureOr<LoopNest> matchLoopNest(Operation *root, std::string *why);

/// A load or store of one element.
struct ElementAccess {
  Operation *op;
  Value buffer;
  OperandRange indices;
  bool isStore;
};

/// All loads and stores of `block`, `tir.init` included.
SmallVector<ElementAccess> getAccesses(BlockOp block);

/// `index` as an expression of the iterators of `block` (its dimensions) and
/// of values from outside (symbols, in no given order); null if it is not.
AffineExpr getIndexExpr(BlockOp block, Value index);
/// The same where iterators of one value are 0.
AffineExpr getIndexExpr(LoopNest &nest, Value index);

/// What `expr` grows by from one value of dimension `dim` to the next;
/// nullopt if that is no constant, also for a null expression.
std::optional<int64_t> getCoefficient(AffineExpr expr, unsigned dim);
/// What `index` grows by from one value of an iterator to the next, also where
/// it is a choice between two expressions that grow alike.
std::optional<int64_t> getIndexStep(BlockOp block, Value index, unsigned iter);

/// Elements between the accesses for one value of an iterator and the next, in
/// a contiguous buffer; nullopt if that is no constant.
std::optional<int64_t> getStride(BlockOp block, const ElementAccess &access,
                                 unsigned iter);

/// True if the access does not move with the iterator.
bool isInvariant(BlockOp block, const ElementAccess &access, unsigned iter);

/// `size` in the symbols of the function's parameters; null if they do not say
/// it.
relax::SymExprAttr getSizeExpr(Value size);

/// True if both sizes are provably equal.
bool isSameSize(Value a, Value b);

/// True if `size` is provably dimension `dim` of `buffer`.
bool isSizeOf(Value size, Value buffer, unsigned dim);

} // namespace mlir::tir

#endif // RELAX_DIALECT_TIR_ANALYSIS_LOOPNEST_H
