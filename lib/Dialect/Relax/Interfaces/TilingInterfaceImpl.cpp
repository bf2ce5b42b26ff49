// `TilingInterface` and `ReifyRankedShapedTypeOpInterface` of operators whose
// loops are known: a tile is the same operator on slices of the operands.
#include "InterfaceModels.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/Interfaces/OperatorFamilies.h"
#include "Relax/Dialect/Relax/Interfaces/OperatorLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace mlir::relax {

namespace {
/// Part of the iterations: where it begins in each loop, and how long it is.
struct Tile {
  ArrayRef<OpFoldResult> offsets, sizes;
};
} // namespace

/// Whether a tile has all of a loop: from 0, as long as `getIterationDomain`
/// says.
static bool isWholeLoop(Operation *op, const LoopExtent &extent,
                        OpFoldResult offset, OpFoldResult size) {
  if (!isConstantIntValue(offset, 0))
    return false;
  Value operand = op->getOperand(extent.operand);
  int64_t known =
      cast<RankedTensorType>(operand.getType()).getDimSize(extent.axis);
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return !ShapedType::isDynamic(known) &&
           extent.size.replaceSymbols(
               getAffineConstantExpr(known, op->getContext())) ==
               getAffineConstantExpr(*constant, op->getContext());
  auto value = cast<Value>(size);
  // A size that is an expression is one of the operand's axis, too.
  if (auto apply = value.getDefiningOp<affine::AffineApplyOp>())
    value = apply.getAffineMap().getResult(0) == extent.size &&
                    apply.getNumOperands() == 1
                ? apply.getOperand(0)
                : Value();
  auto dim = value ? value.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
  return dim && dim.getSource() == operand &&
         dim.getConstantIndex() == extent.axis;
}

/// Says which loop cannot be cut, if the tile cuts it.
static LogicalResult checkTile(Operation *op, const OperatorLoops &loops,
                               Tile tile) {
  for (auto [i, extent] : llvm::enumerate(loops.extents)) {
    bool reduces = loops.kinds[i] == utils::IteratorType::reduction;
    if ((!reduces && !loops.isWhole[i]) ||
        isWholeLoop(op, extent, tile.offsets[i], tile.sizes[i]))
      continue;
    return op->emitRemark()
           << "loop " << i << " stays whole: "
           << (reduces ? "an operator has no accumulator that partial sums "
                         "could go to"
                       : "its axis has padding, or channels of groups");
  }
  return success();
}

/// What a monotonic index expression covers in a tile: from its value at the
/// offsets, as many as it reaches within the sizes.
static std::pair<OpFoldResult, OpFoldResult>
getRange(OpBuilder &builder, Location loc, AffineExpr index, Tile tile) {
  unsigned count = tile.offsets.size();
  OpFoldResult offset = affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(count, 0, index), tile.offsets);
  SmallVector<AffineExpr> last;
  for (unsigned i = 0; i < count; ++i)
    last.push_back(builder.getAffineDimExpr(i) - 1);
  OpFoldResult size = affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(count, 0, index.replaceDims(last) + 1),
      tile.sizes);
  return {offset, isa<AffineConstantExpr>(index)
                      ? OpFoldResult(builder.getIndexAttr(1))
                      : size};
}

/// The part of an operand that a tile reads, of a type without encoding: its
/// symbols are not the part's.
static Value takeSlice(OpBuilder &builder, Location loc, Value operand,
                       ArrayRef<AffineExpr> indices, Tile tile) {
  SmallVector<OpFoldResult> offsets, sizes;
  SmallVector<OpFoldResult> strides(indices.size(), builder.getIndexAttr(1));
  for (auto [axis, index] : llvm::enumerate(indices)) {
    auto [offset, size] =
        index ? getRange(builder, loc, index, tile)
              : std::pair<OpFoldResult, OpFoldResult>(
                    builder.getIndexAttr(0),
                    tensor::getMixedSize(builder, loc, operand, axis));
    offsets.push_back(offset);
    sizes.push_back(size);
  }
  auto whole = cast<RankedTensorType>(operand.getType());
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  // Verifiers of slices do not like those of axes without elements.
  if (whole.hasStaticShape() && whole.getShape() == ArrayRef(shape))
    return operand;
  auto type = RankedTensorType::get(shape, whole.getElementType());
  return tensor::ExtractSliceOp::create(builder, loc, type, operand, offsets,
                                        sizes, strides);
}

/// The operator on other operands; null if no result type follows from them.
static Operation *cloneOnto(OpBuilder &builder, Operation *op,
                            ValueRange operands) {
  SmallVector<Type> types;
  auto inference = cast<InferTypeOpInterface>(op);
  if (failed(inference.inferReturnTypes(
          op->getContext(), op->getLoc(), operands,
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), types)))
    return nullptr;
  return clone(builder, op, types, operands);
}

static SmallVector<Range> getDomain(Operation *op, OpBuilder &builder) {
  SmallVector<Range> domain;
  std::optional<OperatorLoops> loops = getOperatorLoops(op);
  if (!loops)
    return domain;
  for (const LoopExtent &extent : loops->extents)
    domain.push_back(
        {builder.getIndexAttr(0),
         getLoopSize(builder, op->getLoc(), extent, op->getOperands()),
         builder.getIndexAttr(1)});
  return domain;
}

/// The part of the result that a tile computes.
static LogicalResult locateResult(Operation *op, OpBuilder &builder, Tile tile,
                                  SmallVectorImpl<OpFoldResult> &offsets,
                                  SmallVectorImpl<OpFoldResult> &sizes) {
  std::optional<OperatorLoops> loops = getOperatorLoops(op);
  if (!loops)
    return failure();
  for (AffineExpr index : loops->result) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    offsets.push_back(loop ? tile.offsets[loop.getPosition()]
                           : OpFoldResult(builder.getIndexAttr(0)));
    sizes.push_back(loop ? tile.sizes[loop.getPosition()]
                         : OpFoldResult(builder.getIndexAttr(1)));
  }
  return success();
}

/// The iterations that compute a part of the result.
static LogicalResult getIterations(Operation *op, OpBuilder &builder,
                                   Tile result,
                                   SmallVectorImpl<OpFoldResult> &offsets,
                                   SmallVectorImpl<OpFoldResult> &sizes) {
  std::optional<OperatorLoops> loops = getOperatorLoops(op);
  if (!loops)
    return failure();
  for (const Range &range : getDomain(op, builder)) {
    offsets.push_back(range.offset);
    sizes.push_back(range.size);
  }
  for (auto [axis, index] : llvm::enumerate(loops->result))
    if (auto loop = dyn_cast<AffineDimExpr>(index)) {
      offsets[loop.getPosition()] = result.offsets[axis];
      sizes[loop.getPosition()] = result.sizes[axis];
    }
  return success();
}

static FailureOr<TilingResult> buildTile(Operation *op, OpBuilder &builder,
                                         Tile tile) {
  std::optional<OperatorLoops> loops = getOperatorLoops(op);
  if (!loops || failed(checkTile(op, *loops, tile)))
    return failure();
  TilingResult result;
  SmallVector<Value> operands;
  for (auto [operand, indices] :
       llvm::zip_equal(op->getOperands(), loops->operands)) {
    operands.push_back(
        takeSlice(builder, op->getLoc(), operand, indices, tile));
    if (operands.back() != operand)
      result.generatedSlices.push_back(operands.back().getDefiningOp());
  }
  Operation *tiled = cloneOnto(builder, op, operands);
  SmallVector<OpFoldResult> offsets, sizes;
  if (!tiled || failed(locateResult(op, builder, tile, offsets, sizes)))
    return failure();
  // What is known of the tile's sizes, where the operator could not tell.
  Value value = tiled->getResult(0);
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  auto type = RankedTensorType::get(
      shape, cast<RankedTensorType>(value.getType()).getElementType());
  if (value.getType() != type)
    value = tensor::CastOp::create(builder, op->getLoc(), type, value);
  result.tiledOps.push_back(tiled);
  result.tiledValues.push_back(value);
  return result;
}

namespace {
template <typename Op>
struct TilingModel
    : public TilingInterface::ExternalModel<TilingModel<Op>, Op> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    std::optional<OperatorLoops> loops = getOperatorLoops(op);
    return loops ? loops->kinds : SmallVector<utils::IteratorType>();
  }

  SmallVector<Range> getIterationDomain(Operation *op,
                                        OpBuilder &builder) const {
    return getDomain(op, builder);
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &builder,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    return buildTile(op, builder, {offsets, sizes});
  }

  LogicalResult
  getResultTilePosition(Operation *op, OpBuilder &builder, unsigned,
                        ArrayRef<OpFoldResult> offsets,
                        ArrayRef<OpFoldResult> sizes,
                        SmallVector<OpFoldResult> &resultOffsets,
                        SmallVector<OpFoldResult> &resultSizes) const {
    return locateResult(op, builder, {offsets, sizes}, resultOffsets,
                        resultSizes);
  }

  LogicalResult getIterationDomainTileFromResultTile(
      Operation *op, OpBuilder &builder, unsigned,
      ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
      SmallVectorImpl<OpFoldResult> &loopOffsets,
      SmallVectorImpl<OpFoldResult> &loopSizes) const {
    return getIterations(op, builder, {offsets, sizes}, loopOffsets, loopSizes);
  }

  FailureOr<TilingResult>
  generateResultTileValue(Operation *op, OpBuilder &builder, unsigned,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) const {
    SmallVector<OpFoldResult> loopOffsets, loopSizes;
    if (failed(getIterations(op, builder, {offsets, sizes}, loopOffsets,
                             loopSizes)))
      return failure();
    return buildTile(op, builder, {loopOffsets, loopSizes});
  }
};

template <typename Op>
struct ReifyModel
    : public ReifyRankedShapedTypeOpInterface::ExternalModel<ReifyModel<Op>,
                                                             Op> {
  LogicalResult reifyResultShapes(Operation *op, OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &shapes) const {
    std::optional<OperatorLoops> loops = getOperatorLoops(op);
    if (!loops)
      return failure();
    shapes.push_back(
        getResultSizes(builder, op->getLoc(), *loops, op->getOperands()));
    return success();
  }
};
} // namespace

void attachTiling(MLIRContext &context) {
  visitOperatorsWithLoops([&](auto *op) {
    using Op = std::remove_pointer_t<decltype(op)>;
    Op::template attachInterface<TilingModel<Op>, ReifyModel<Op>>(context);
  });
}

} // namespace mlir::relax
