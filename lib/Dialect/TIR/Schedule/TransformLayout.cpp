// Other indices for buffers.
#include "Relax/Dialect/TIR/Schedule/TransformLayout.h"

#include "Relax/Dialect/TIR/Analysis/AccessRegion.h"
#include "Relax/Dialect/TIR/Analysis/BlockNeighbors.h"
#include "Relax/Dialect/TIR/Analysis/BufferUses.h"
#include "Relax/Dialect/TIR/Analysis/Precondition.h"
#include "Relax/Dialect/TIR/IR/LoopBuilder.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::tir {

static constexpr StringRef kTransformLayout =
    "transform the layout of a buffer of";

// True if the map provably takes no two points of a box to one. Sizes that are
// not constants may be any.
static bool isInjective(AffineMap map, ArrayRef<int64_t> sizes) {
  std::vector<SmallVector<int64_t, 8>> results;
  FlatLinearConstraints one(map.getNumDims(), 0);
  if (failed(getFlattenedAffineExprs(map, &results, &one)))
    return false;
  unsigned count = one.getNumVars();
  presburger::IntegerPolyhedron two(
      presburger::PresburgerSpace::getSetSpace(2 * count));
  auto widen = [&](ArrayRef<int64_t> row, unsigned copy, int64_t scale,
                   SmallVector<int64_t> &to) {
    for (unsigned i = 0; i != count; ++i)
      to[copy * count + i] += scale * row[i];
    to.back() += scale * row.back();
  };
  for (unsigned copy = 0; copy != 2; ++copy) {
    for (unsigned i = 0; i != one.getNumInequalities(); ++i) {
      SmallVector<int64_t> row(2 * count + 1, 0);
      widen(one.getInequality64(i), copy, 1, row);
      two.addInequality(row);
    }
    for (auto [d, size] : llvm::enumerate(sizes)) {
      SmallVector<int64_t> row(2 * count + 1, 0);
      row[copy * count + d] = 1;
      two.addInequality(row);
      if (ShapedType::isDynamic(size))
        continue;
      row[copy * count + d] = -1;
      row.back() = size - 1;
      two.addInequality(row);
    }
  }
  for (SmallVector<int64_t, 8> &result : results) {
    SmallVector<int64_t> row(2 * count + 1, 0);
    widen(result, 0, 1, row);
    widen(result, 1, -1, row);
    two.addEquality(row);
  }
  for (unsigned d = 0; d != sizes.size(); ++d) {
    presburger::IntegerPolyhedron less = two;
    SmallVector<int64_t> row(2 * count + 1, 0);
    row[d] = -1;
    row[count + d] = 1;
    row.back() = -1;
    less.addInequality(row);
    if (!less.isIntegerEmpty())
      return false;
  }
  return true;
}

namespace {
/// The size of a dimension: a constant, or what a size that is no constant is
/// by a constant, rounded up.
struct LayoutSize {
  int64_t constant;
  std::optional<unsigned> dim;
};
} // namespace

// The greatest value of an expression plus one, where dimensions are from 0 to
// below their sizes; nullopt if that is not known.
static std::optional<LayoutSize> getSize(AffineExpr expr, MemRefType type) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    if (type.isDynamicDim(dim.getPosition()))
      return LayoutSize{1, dim.getPosition()};
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr)) {
    auto dim = dyn_cast<AffineDimExpr>(binary.getLHS());
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (dim && constant && constant.getValue() > 0 &&
        type.isDynamicDim(dim.getPosition())) {
      if (expr.getKind() == AffineExprKind::FloorDiv)
        return LayoutSize{constant.getValue(), dim.getPosition()};
      if (expr.getKind() == AffineExprKind::Mod)
        return LayoutSize{constant.getValue(), std::nullopt};
    }
  }
  SmallVector<std::optional<int64_t>> first, last;
  for (int64_t size : type.getShape()) {
    first.push_back(0);
    last.push_back(ShapedType::isDynamic(size) ? std::optional<int64_t>()
                                               : size - 1);
  }
  std::optional<int64_t> lowerBound = getBoundForAffineExpr(
      expr, type.getRank(), 0, first, last, /*isUpper=*/false);
  std::optional<int64_t> upperBound = getBoundForAffineExpr(
      expr, type.getRank(), 0, first, last, /*isUpper=*/true);
  constexpr int64_t kMaxSize = int64_t(1) << 40;
  if (!lowerBound || !upperBound || *lowerBound < 0 || *upperBound >= kMaxSize)
    return std::nullopt;
  return LayoutSize{*upperBound + 1, std::nullopt};
}

static FailureOr<memref::AllocOp> checkLayout(BlockOp block, unsigned buffer,
                                              AffineMap map) {
  if (buffer >= block.getWrites().size())
    return failPrecondition(block, kTransformLayout)
           << "expected a number of its written buffers, found #" << buffer;
  auto alloc = getViewedBuffer(block.getWrites()[buffer])
                   .getDefiningOp<memref::AllocOp>();
  if (!alloc)
    return failPrecondition(block, kTransformLayout)
           << "expected its written buffer #" << buffer
           << " to be made in the function";
  MemRefType type = alloc.getType();
  if (map.getNumDims() != type.getRank() || map.getNumSymbols() != 0 ||
      !type.getLayout().isIdentity())
    return failPrecondition(block, kTransformLayout)
           << "expected a map of " << type.getRank()
           << " dimensions for a buffer of type " << type;
  for (Operation *user : alloc->getUsers())
    if (!isa<memref::LoadOp, memref::StoreOp, memref::DeallocOp, memref::DimOp,
             BlockOp>(user)) {
      InFlightDiagnostic error =
          failPrecondition(block, kTransformLayout)
          << "expected only loads and stores to use the buffer, found "
          << describe(user);
      error.attachNote(user->getLoc()) << "this op does otherwise";
      return error;
    }
  if (!isInjective(map, type.getShape()))
    return failPrecondition(block, kTransformLayout)
           << "expected the map to take each element to an index of its own, "
              "found "
           << AffineMapAttr::get(map);
  return alloc;
}

static void setIndices(Operation *op, AffineMap map) {
  OpBuilder builder(op);
  auto load = dyn_cast<memref::LoadOp>(op);
  auto store = dyn_cast<memref::StoreOp>(op);
  if (!load && !store)
    return;
  OperandRange old = load ? load.getIndices() : store.getIndices();
  SmallVector<Value> indices;
  for (AffineExpr result : map.getResults())
    indices.push_back(buildExpr(builder, op->getLoc(), result,
                                [&](unsigned dim) { return old[dim]; }));
  if (load)
    load.getIndicesMutable().assign(indices);
  else
    store.getIndicesMutable().assign(indices);
}

LogicalResult transformLayout(BlockOp block, unsigned buffer, AffineMap map) {
  FailureOr<memref::AllocOp> alloc = checkLayout(block, buffer, map);
  if (failed(alloc))
    return failure();
  OpBuilder builder(*alloc);
  Location loc = alloc->getLoc();
  MemRefType old = alloc->getType();
  SmallVector<LayoutSize> known;
  for (AffineExpr result : map.getResults()) {
    std::optional<LayoutSize> size = getSize(result, old);
    if (!size)
      return failPrecondition(block, kTransformLayout)
             << "expected a known size of dimension " << known.size();
    known.push_back(*size);
  }
  SmallVector<OpFoldResult> sizes;
  for (LayoutSize size : known)
    if (size.dim)
      sizes.push_back(ceilDivIndex(
          builder, loc,
          alloc->getDynamicSizes()[old.getDynamicDimIndex(*size.dim)],
          size.constant));
    else
      sizes.push_back(builder.getIndexAttr(size.constant));
  replaceSizes(*alloc);
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(sizes, dynamic, shape);
  MemRefType type = MemRefType::Builder(old).setShape(shape);
  auto made = memref::AllocOp::create(builder, loc, type, dynamic,
                                      alloc->getAlignmentAttr());
  // Other numbers of operands move the list of uses.
  for (Operation *user : SmallVector<Operation *>((*alloc)->getUsers()))
    setIndices(user, map);
  (*alloc)->replaceAllUsesWith(made);
  (*alloc)->erase();
  return success();
}

} // namespace mlir::tir
