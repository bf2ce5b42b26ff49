// The loops by which operators are split among workers: those of
// `getOperatorLoops`, and of operators that work on rows, that move elements
// and keep blocks of them together, or that look elements up.
//
// The latter are not in `getOperatorLoops`, since tiling needs what one
// iteration reads as an expression of the loops. Here it is enough to know
// along which dimensions a block of the result needs a block of an operand
// only.
#include "Relax/Dialect/Relax/Interfaces/ShardableLoops.h"

#include "ImageLoops.h"
#include "Relax/Dialect/Relax/IR/ActivationOps.h"
#include "Relax/Dialect/Relax/IR/AttentionOps.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/GradientOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/LossOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/NormalizationOps.h"
#include "Relax/Dialect/Relax/IR/ScanOps.h"
#include "Relax/Dialect/Relax/IR/SortOps.h"
#include "Relax/Dialect/Relax/IR/TensorBuilder.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/Interfaces/OperatorLoops.h"
#include "RowLoops.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

using utils::IteratorType;

/// On a cast that stands for a reshape or broadcast: which of them.
static constexpr StringLiteral kStandsFor = "relax.stands_for";

bool hasNamedDims(RankedTensorType tensor) {
  // A device alone is an encoding of its own.
  return !tensor.getEncoding() ||
         (isa<DimsAttr>(tensor.getEncoding()) && !getVDevice(tensor) &&
          !llvm::is_contained(getDims(tensor), nullptr));
}

/// The sizes of a tensor that are numbers, and whose encoding says no more.
static std::optional<ArrayRef<int64_t>> getStaticShape(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor || tensor.getEncoding() || !tensor.hasStaticShape())
    return std::nullopt;
  return tensor.getShape();
}

//===----------------------------------------------------------------------===//
// Operators whose loops only matter here
//===----------------------------------------------------------------------===//

static int64_t fromFront(int64_t axis, int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

/// Operand 0 and the result have the same dimensions, and elements along
/// `whole` are combined. Other operands, such as the scale of a norm, are read
/// whole by each row.
static OperatorLoops makeRows(Operation *op, ArrayRef<int64_t> whole) {
  RowLoops rows(op);
  for (auto [dim, index] : llvm::enumerate(rows.loops.result)) {
    index = rows.add();
    rows.loops.operands[0][dim] = index;
  }
  for (int64_t axis : whole)
    rows.loops.isWhole[fromFront(axis, rows.loops.result.size())] = true;
  return rows.loops;
}

static OperatorLoops makePermute(PermuteDimsOp op) {
  RowLoops rows(op);
  int64_t rank = rows.loops.result.size();
  for (AffineExpr &index : rows.loops.operands[0])
    index = rows.add();
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t from = op.getAxes() ? (*op.getAxes())[dim] : rank - 1 - dim;
    rows.loops.result[dim] = rows.loops.operands[0][fromFront(from, rank)];
  }
  return rows.loops;
}

/// All tensors are whole along some axes, where they are joined or cut apart: a
/// part of the result would be of several operands, or begin elsewhere.
static OperatorLoops makeAlongAxes(Operation *op, ArrayRef<int64_t> axes) {
  RowLoops rows(op);
  int64_t rank = rows.loops.result.size();
  SmallVector<bool> isWhole(rank, false);
  for (int64_t axis : axes)
    isWhole[fromFront(axis, rank)] = true;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (isWhole[dim])
      continue;
    rows.loops.result[dim] = rows.add();
    for (SmallVector<AffineExpr> &operand : rows.loops.operands)
      operand[dim] = rows.loops.result[dim];
  }
  return rows.loops;
}

/// Elements keep their order, so the dimensions fall into groups of as many
/// elements on both sides. A part of the outermost dimension of a group is a
/// block of its elements on both sides, so this one can be split; inner ones
/// would give each worker pieces of many blocks.
static std::optional<OperatorLoops> makeReshape(Operation *op) {
  auto source = getStaticShape(op->getOperand(0));
  auto target = getStaticShape(op->getResult(0));
  // Without this the groups below would end on one side only.
  if (!source || !target || llvm::is_contained(*source, 0) ||
      ShapedType::getNumElements(*source) !=
          ShapedType::getNumElements(*target))
    return std::nullopt;
  ArrayRef<int64_t> from = *source, to = *target;
  RowLoops rows(op);
  size_t i = 0, j = 0;
  while (i < from.size() && j < to.size()) {
    size_t firstFrom = i, firstTo = j;
    int64_t sizeFrom = from[i++], sizeTo = to[j++];
    while (sizeFrom != sizeTo) {
      if (sizeFrom < sizeTo)
        sizeFrom *= from[i++];
      else
        sizeTo *= to[j++];
    }
    // A dimension of size 1 has no parts.
    while (firstFrom + 1 < i && from[firstFrom] == 1)
      ++firstFrom;
    while (firstTo + 1 < j && to[firstTo] == 1)
      ++firstTo;
    rows.loops.operands[0][firstFrom] = rows.add();
    rows.loops.result[firstTo] = rows.loops.operands[0][firstFrom];
  }
  return rows.loops;
}

/// Copies are made along axes that the operand lacks, or has with size 1: each
/// worker makes those of its part only, without an exchange.
static std::optional<OperatorLoops> makeBroadcast(Operation *op) {
  auto source = getStaticShape(op->getOperand(0));
  if (!source || !getStaticShape(op->getResult(0)))
    return std::nullopt;
  ArrayRef<int64_t> from = *source;
  RowLoops rows(op);
  size_t added = rows.loops.result.size() - from.size();
  for (auto [dim, index] : llvm::enumerate(rows.loops.result)) {
    index = rows.add();
    if (dim >= added)
      rows.loops.operands[0][dim - added] =
          from[dim - added] == 1 ? rows.one() : index;
  }
  return rows.loops;
}

/// Each index looks a slice of an axis up. Nobody knows which, so that axis is
/// read whole; the other axes of the tensor are those of the slices.
static OperatorLoops makeTake(TakeOp op) {
  RowLoops rows(op);
  SmallVector<AffineExpr> &data = rows.loops.operands[0];
  SmallVector<AffineExpr> &indices = rows.loops.operands[1];
  int64_t axis = fromFront(op.getAxis().value_or(0), data.size());
  for (AffineExpr &index : indices)
    index = rows.add();
  for (auto [dim, index] : llvm::enumerate(data))
    if (int64_t(dim) != axis)
      index = rows.add();
  SmallVector<AffineExpr> result(data);
  result.erase(result.begin() + axis);
  result.insert(result.begin() + axis, indices.begin(), indices.end());
  rows.loops.result = result;
  return rows.loops;
}

/// Of a slice, the sum of the derivatives of all indices that looked it up. The
/// indices of a worker give a part of the sum, as in a product of matrices with
/// one row of ones and zeros an index.
static OperatorLoops makeTakeBackward(TakeBackwardOp op) {
  RowLoops rows(op);
  SmallVector<AffineExpr> &data = rows.loops.operands[1];
  SmallVector<AffineExpr> &indices = rows.loops.operands[2];
  int64_t axis = fromFront(op.getAxis().value_or(0), data.size());
  for (AffineExpr &index : indices)
    index = rows.add(IteratorType::reduction);
  for (auto [dim, index] : llvm::enumerate(data))
    if (int64_t(dim) != axis)
      index = rows.add();
  rows.loops.result = data;
  SmallVector<AffineExpr> gradient(data);
  gradient.erase(gradient.begin() + axis);
  gradient.insert(gradient.begin() + axis, indices.begin(), indices.end());
  rows.loops.operands[0] = gradient;
  return rows.loops;
}

/// Sets the dimensions of predictions that targets have, too: all but the
/// classes.
static void setTargets(SmallVector<AffineExpr> &predictions,
                       ArrayRef<AffineExpr> targets) {
  size_t classes = predictions.size() == 1 ? 0 : 1, next = 0;
  for (auto [dim, index] : llvm::enumerate(predictions))
    if (dim != classes)
      index = targets[next++];
}

/// A mean is over what is not ignored, which differs from part to part: the
/// mean of the parts' means would be wrong. A sum has no such trouble.
static std::optional<OperatorLoops> makeNLLLoss(NLLLossOp op) {
  if (op.getReduction() == "mean")
    return std::nullopt;
  bool isSum = op.getReduction() == "sum";
  RowLoops rows(op);
  SmallVector<AffineExpr> &targets = rows.loops.operands[1];
  for (AffineExpr &index : targets)
    index = rows.add(isSum ? IteratorType::reduction : IteratorType::parallel);
  setTargets(rows.loops.operands[0], targets);
  if (!isSum)
    rows.loops.result = targets;
  return rows.loops;
}

/// The derivative of the mean divides by the weights of all targets, too.
static std::optional<OperatorLoops> makeNLLLossBackward(NLLLossBackwardOp op) {
  if (op.getReduction() == "mean")
    return std::nullopt;
  RowLoops rows(op);
  SmallVector<AffineExpr> &targets = rows.loops.operands[2];
  for (AffineExpr &index : targets)
    index = rows.add();
  setTargets(rows.loops.operands[1], targets);
  rows.loops.result = rows.loops.operands[1];
  if (op.getReduction() == "none")
    rows.loops.operands[0] = targets;
  return rows.loops;
}

/// Batch and heads; places of the query, unless the mask counts them, which
/// would begin anew in each part. Keys are read whole, since a softmax goes
/// over all of them. Heads of keys may be fewer: each is for as many neighbours
/// among those of the query, so that parts of both fit if the workers divide
/// both.
static OperatorLoops makeAttention(Operation *op, bool isMasked) {
  RowLoops rows(op);
  SmallVector<AffineExpr> &result = rows.loops.result;
  for (int64_t dim : {0, 1, 2}) {
    result[dim] = rows.add();
    rows.loops.operands[0][dim] = result[dim];
  }
  rows.loops.isWhole[1] = isMasked;
  auto setIndex = [&](unsigned operand, int64_t dim, int64_t loop) {
    auto tensor = cast<RankedTensorType>(op->getOperand(operand).getType());
    rows.loops.operands[operand][dim] =
        tensor.getDimSize(dim) == 1 ? rows.one() : result[loop];
  };
  for (unsigned operand : {1, 2}) {
    setIndex(operand, 0, 0);
    setIndex(operand, 2, 2);
  }
  if (op->getNumOperands() == 4 && rows.loops.operands[3].size() == 4) {
    setIndex(3, 0, 0);
    setIndex(3, 1, 2);
    setIndex(3, 2, 1);
  }
  return rows.loops;
}

/// A cast has the loops of what it stands for. Other casts, which stand for
/// what is computed whole, have none.
static std::optional<OperatorLoops> makeStandIn(UnrealizedConversionCastOp op) {
  auto name = op->getAttrOfType<StringAttr>(kStandsFor);
  if (!name)
    return std::nullopt;
  if (name == BroadcastToOp::getOperationName())
    return makeBroadcast(op);
  return makeReshape(op);
}

/// The loops of an operator whose tensors have known sizes, if
/// `getOperatorLoops` does not know them.
static std::optional<OperatorLoops> getRowLoops(Operation *op) {
  using Loops = std::optional<OperatorLoops>;
  return TypeSwitch<Operation *, Loops>(op)
      .Case<SoftmaxOp, LogSoftmaxOp>(
          [](auto op) { return makeRows(op, int64_t(op.getAxis())); })
      .Case<LayerNormOp, RMSNormOp>(
          [](auto op) { return makeRows(op, op.getAxes()); })
      .Case(makePermute)
      .Case([](ConcatOp op) -> Loops {
        if (!op.getAxis())
          return std::nullopt;
        return makeAlongAxes(op, int64_t(*op.getAxis()));
      })
      .Case<CumsumOp, CumprodOp>([](auto op) -> Loops {
        if (!op.getAxis())
          return std::nullopt;
        return makeRows(op, int64_t(*op.getAxis()));
      })
      .Case<FlipOp, SortOp, ArgsortOp>(
          [](auto op) { return makeRows(op, int64_t(op.getAxis())); })
      // Which elements stay depends on where they are in their matrix.
      .Case<TrilOp, TriuOp>([](auto op) { return makeRows(op, {-2, -1}); })
      .Case([](StridedSliceOp op) { return makeAlongAxes(op, op.getAxes()); })
      .Case([](SplitOp op) { return makeAlongAxes(op, int64_t(op.getAxis())); })
      .Case<ReshapeOp, FlattenOp, BatchFlattenOp, ExpandDimsOp>(
          [](auto op) { return makeReshape(op); })
      .Case([](BroadcastToOp op) { return makeBroadcast(op); })
      .Case(makeTake)
      .Case(makeTakeBackward)
      .Case(makeNLLLoss)
      .Case(makeNLLLossBackward)
      .Case<AttentionOp, AttentionBiasOp>([](auto op) {
        return makeAttention(op, op.getCausalMask().has_value());
      })
      .Case(makeStandIn)
      .Default([](Operation *) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// All operators
//===----------------------------------------------------------------------===//

/// Upstream casts each index of a result to a loop, so an axis of size 1, which
/// is broadcast or left by a reduction, has a loop of its own. So has one that
/// is read in windows or as a whole. That one cannot be split, nor can the
/// loops that place the windows: a part would need a halo of its neighbours.
static AffineExpr getLoopOf(ShardableLoops &loops, AffineExpr index,
                            MLIRContext *context) {
  if (index && isa<AffineDimExpr>(index))
    return index;
  if (index)
    index.walk([&](AffineExpr part) {
      if (auto loop = dyn_cast<AffineDimExpr>(part))
        loops.isWhole[loop.getPosition()] = true;
    });
  loops.isWhole.push_back(!index || !isa<AffineConstantExpr>(index));
  loops.kinds.push_back(IteratorType::parallel);
  return getAffineDimExpr(loops.kinds.size() - 1, context);
}

/// Names of sizes are only known where `relax-propagate-sharding` gives parts
/// theirs. Upstream's passes, which work on functions of other dialects, give a
/// part the names of the whole.
static bool areKnownOrNoTensors(Operation *op, TypeRange types) {
  bool mayHaveNames = op->getParentOfType<FuncOp>() != nullptr;
  return llvm::all_of(types, [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return !isa<TensorType>(type);
    return hasNamedDims(tensor) && (mayHaveNames || !tensor.getEncoding());
  });
}

static std::optional<OperatorLoops> findLoops(Operation *op) {
  if (op->getNumResults() == 0 ||
      !areKnownOrNoTensors(op, op->getOperandTypes()) ||
      !areKnownOrNoTensors(op, op->getResultTypes()))
    return std::nullopt;
  if (std::optional<OperatorLoops> found = getRowLoops(op))
    return found;
  if (std::optional<OperatorLoops> found = getImageLoops(op))
    return found;
  return getOperatorLoops(op);
}

ShardableLoops getShardableLoops(Operation *op) {
  MLIRContext *context = op->getContext();
  ShardableLoops loops;
  SmallVector<SmallVector<AffineExpr>> indices;
  if (std::optional<OperatorLoops> found = findLoops(op)) {
    loops.kinds = found->kinds;
    loops.isWhole = found->isWhole;
    indices = found->operands;
    indices.append(op->getNumResults(), found->result);
  } else {
    auto addAxes = [&](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      indices.emplace_back(tensor ? tensor.getRank() : 0);
    };
    llvm::for_each(op->getOperandTypes(), addAxes);
    llvm::for_each(op->getResultTypes(), addAxes);
  }
  for (SmallVector<AffineExpr> &tensor : indices)
    for (AffineExpr &index : tensor)
      index = getLoopOf(loops, index, context);
  for (SmallVector<AffineExpr> &tensor : indices)
    loops.maps.push_back(
        AffineMap::get(loops.kinds.size(), 0, tensor, context));
  return loops;
}

std::optional<int64_t> ShardableLoops::getDim(unsigned tensor,
                                              unsigned loop) const {
  for (auto [dim, index] : llvm::enumerate(maps[tensor].getResults()))
    if (cast<AffineDimExpr>(index).getPosition() == loop)
      return int64_t(dim);
  return std::nullopt;
}

bool areRankedTensors(TypeRange types) {
  return llvm::all_of(types, llvm::IsaPred<RankedTensorType>);
}

bool isEvenlySplit(Operation *op, const ShardableLoops &loops, unsigned loop,
                   int64_t parts) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (auto [tensor, type] : llvm::enumerate(types)) {
    std::optional<int64_t> dim = loops.getDim(tensor, loop);
    if (!dim)
      continue;
    // A loop of a reshape goes along dimensions of two sizes.
    SymExprAttr size = getDims(cast<RankedTensorType>(type))[*dim];
    if (size && floorMod(size, parts).getConstant() != 0)
      return false;
  }
  return true;
}

bool canPad(Operation *op, const ShardableLoops &loops, unsigned loop) {
  if (!op->getParentOfType<FuncOp>())
    return false;
  // What pads a part is anything: an index of a look-up reads or writes there,
  // and a division of integers by zero ends the process.
  auto isInteger = [](Type type) {
    auto element = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
    return element && element.getWidth() != 1;
  };
  if (llvm::any_of(op->getOperandTypes(), isInteger))
    return false;
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  SymExprAttr size;
  for (auto [tensor, type] : llvm::enumerate(types)) {
    std::optional<int64_t> dim = loops.getDim(tensor, loop);
    if (!dim)
      continue;
    SymExprAttr own = getDims(cast<RankedTensorType>(type))[*dim];
    // One element is copied along others, of which it has no part.
    if (!own || own.getConstant() == 1 || (size && own != size))
      return false;
    size = own;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Operators with a shape
//===----------------------------------------------------------------------===//

bool hasKnownShape(Operation *op) {
  return isa<ReshapeOp, BroadcastToOp>(op) &&
         getStaticShape(op->getOperand(0)) && getStaticShape(op->getResult(0));
}

UnrealizedConversionCastOp replaceByShapeless(Operation *op) {
  OpBuilder builder(op);
  auto cast = UnrealizedConversionCastOp::create(
      builder, op->getLoc(), op->getResultTypes(), op->getOperand(0));
  cast->setAttr(kStandsFor, op->getName().getIdentifier());
  op->replaceAllUsesWith(cast);
  op->erase();
  return cast;
}

StringRef getOperatorName(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(kStandsFor);
  return name ? name.getValue() : op->getName().getStringRef();
}

void restoreShape(UnrealizedConversionCastOp cast) {
  auto name = cast->getAttrOfType<StringAttr>(kStandsFor);
  if (!name)
    return;
  OpBuilder builder(cast);
  TensorBuilder tensors(builder, cast.getLoc());
  SmallVector<SymExprAttr> dims =
      getDims(mlir::cast<RankedTensorType>(cast.getResult(0).getType()));
  Value made = name == BroadcastToOp::getOperationName()
                   ? tensors.broadcast(cast.getOperand(0), dims)
                   : tensors.reshape(cast.getOperand(0), dims);
  cast.getResult(0).replaceAllUsesWith(made);
  cast.erase();
}

} // namespace mlir::relax
