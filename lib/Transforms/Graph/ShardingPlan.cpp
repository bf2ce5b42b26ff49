// Which tensors of a function are split over an axis of a mesh.
//
// Tensor parallelism is that of Megatron (Shoeybi et al., 2019): of two
// products the first weight is split by columns and the second one by rows, so
// that what is between them needs no exchange and one all-reduce follows. The
// pairs are found by the loops of the operators between them, not by names:
// from the rows of the second weight the way goes back along the dimension that
// they are multiplied with.
#include "ShardingPlan.h"

#include "KnownWeights.h"
#include "Relax/Dialect/Relax/Gradient/Adjoints.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/PlacementSyntax.h"
#include "Relax/Dialect/Relax/Interfaces/ShardableLoops.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::relax {

std::optional<PlanKind> parsePlan(StringRef name) {
  return llvm::StringSwitch<std::optional<PlanKind>>(name)
      .Case("data", PlanKind::Data)
      .Case("tensor", PlanKind::Tensor)
      .Case("sequence", PlanKind::Sequence)
      .Case("expert", PlanKind::Expert)
      .Case("pipeline", PlanKind::Pipeline)
      .Default(std::nullopt);
}

StringRef getName(PlanKind kind) {
  switch (kind) {
  case PlanKind::Data:
    return "data";
  case PlanKind::Tensor:
    return "tensor";
  case PlanKind::Sequence:
    return "sequence";
  case PlanKind::Expert:
    return "expert";
  case PlanKind::Pipeline:
    return "pipeline";
  }
  llvm_unreachable("all kinds have a name");
}

LogicalResult ShardingPlan::add(PlanKind kind, int64_t axis) {
  switch (kind) {
  case PlanKind::Data:
    return splitInputs(kind, axis, 0);
  case PlanKind::Sequence:
    if (failed(splitInputs(kind, axis, 1)))
      return failure();
    scatterSums(axis);
    return success();
  case PlanKind::Tensor:
    return splitProducts(axis);
  case PlanKind::Expert:
    return splitExperts(axis);
  case PlanKind::Pipeline:
    // The stages are cut when all other axes have split the tensors.
    return success();
  }
  llvm_unreachable("all kinds have a plan");
}

LogicalResult ShardingPlan::addMicroBatches(int64_t axis) {
  batchAxis = axis;
  // One is the batch itself.
  return mesh[axis] == 1 ? success() : splitInputs(PlanKind::Pipeline, axis, 0);
}

SmallVector<int64_t> ShardingPlan::getPlacement(Value parameter) const {
  auto known = placements.find(parameter);
  return known == placements.end()
             ? SmallVector<int64_t>(mesh.size(), DTensorType::kReplicated)
             : known->second;
}

/// Whether an axis may split a dimension beside those that do. Unknown sizes
/// are left to hints by hand: the plan cannot know what a symbol will be.
bool ShardingPlan::canSplit(Value value, int64_t dim, int64_t axis) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor || dim >= tensor.getRank() || tensor.isDynamicDim(dim))
    return false;
  int64_t parts = mesh[axis];
  auto known = placements.find(value);
  if (known != placements.end())
    for (auto [other, place] : llvm::enumerate(known->second)) {
      // Two pairs may share a weight, if both split it in one way.
      if (int64_t(other) == axis && place != DTensorType::kReplicated)
        return place == dim;
      if (place == dim)
        parts *= mesh[other];
    }
  return tensor.getDimSize(dim) % parts == 0;
}

void ShardingPlan::split(Value value, int64_t dim, int64_t axis) {
  SmallVector<int64_t> &placement = placements[value];
  placement.resize(mesh.size(), DTensorType::kReplicated);
  placement[axis] = dim;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// All inputs or an error: were one left whole because its size does not fit,
/// each worker would take its part of it, and of the others' results none.
LogicalResult ShardingPlan::splitInputs(PlanKind kind, int64_t axis,
                                        int64_t dim) {
  bool isSplit = false;
  unsigned count = func.getNumInput().value_or(func.getNumArguments());
  for (BlockArgument input : func.getArguments().take_front(count)) {
    auto tensor = dyn_cast<RankedTensorType>(input.getType());
    // What is broadcast along the dimension, such as a mask, is whole.
    if (!tensor || tensor.getRank() <= dim || tensor.getDimSize(dim) == 1)
      continue;
    // Padding is rows that nobody asked for: micro-batches are cut of what
    // there is, and experts have as many tokens each.
    bool mayPad = kind == PlanKind::Data || kind == PlanKind::Sequence;
    if (mayPad ? tensor.isDynamicDim(dim) : !canSplit(input, dim, axis)) {
      InFlightDiagnostic error = func.emitOpError("plan '");
      error << getName(kind) << "' expects dimension " << dim
            << " of each input to have a known size";
      if (!mayPad)
        error << " that " << mesh[axis]
              << (kind == PlanKind::Pipeline ? " micro-batches" : " workers")
              << " divide";
      error << ", found " << tensor << " for parameter " << input.getArgNumber()
            << "; pad it, or say by 'num_input' which parameters are inputs "
               "and not weights";
      error.attachNote(input.getLoc()) << "is the parameter";
      return error;
    }
    split(input, dim, axis);
    isSplit = true;
  }
  if (isSplit)
    return success();
  return func.emitOpError("plan '")
         << getName(kind) << "' expects an input that has a dimension " << dim
         << ", found none in " << func.getFunctionType()
         << "; choose another plan";
}

//===----------------------------------------------------------------------===//
// Sums over places
//===----------------------------------------------------------------------===//

namespace {
/// The dimensions that follow from the one that inputs are split along, and
/// which of them the propagation will split: attention has places of queries
/// and of keys, and splits those of queries.
struct SplitDims {
  llvm::DenseSet<std::pair<Value, int64_t>> known;
  llvm::DenseMap<Value, int64_t> split;

  /// Goes on through an operator. If it adds up what is split, the dimension of
  /// its result that is to be split in its place, else none.
  std::optional<int64_t> follow(Operation *op);
};
} // namespace

std::optional<int64_t> SplitDims::follow(Operation *op) {
  ShardableLoops loops = getShardableLoops(op);
  unsigned count = loops.kinds.size(), numOperands = op->getNumOperands();
  std::optional<unsigned> splitLoop;
  SmallVector<bool> isKnown(count, false);
  for (OpOperand &operand : op->getOpOperands())
    for (unsigned loop = 0; loop != count; ++loop) {
      std::optional<int64_t> dim =
          loops.getDim(operand.getOperandNumber(), loop);
      if (!dim || !known.contains({operand.get(), *dim}))
        continue;
      isKnown[loop] = true;
      auto found = split.find(operand.get());
      if (!splitLoop && found != split.end() && found->second == *dim &&
          relax::canSplit(op, loops, loop))
        splitLoop = loop;
    }
  std::optional<int64_t> scattered;
  for (OpResult result : op->getResults())
    for (unsigned loop = 0; loop != count; ++loop) {
      std::optional<int64_t> dim =
          loops.getDim(numOperands + result.getResultNumber(), loop);
      if (!dim || !isKnown[loop])
        continue;
      known.insert({result, *dim});
      if (splitLoop == loop)
        split[result] = *dim;
      else if (splitLoop &&
               loops.kinds[*splitLoop] == utils::IteratorType::reduction)
        scattered = *dim;
    }
  return scattered;
}

/// The derivative of keys and values is a sum over the places of queries, of
/// which each worker has a part; each needs that of its own places alone. Were
/// all of it made whole, all that follows would be, too. The other axes of a
/// mesh may split such a sum by other dimensions, which a hint would have to
/// name.
void ShardingPlan::scatterSums(int64_t axis) {
  for (auto [other, workers] : llvm::enumerate(mesh))
    if (int64_t(other) != axis && workers != 1)
      return;
  SplitDims dims;
  for (auto &[value, placement] : placements) {
    dims.known.insert({value, placement[axis]});
    dims.split[value] = placement[axis];
  }
  for (Operation &op : func.getBody().front().without_terminator()) {
    std::optional<int64_t> dim = dims.follow(&op);
    auto product = dyn_cast<MatmulOp>(op);
    if (!dim || !product || !canSplit(product, *dim, axis))
      continue;
    scattered[product] = *dim;
    dims.split[product] = *dim;
  }
}

//===----------------------------------------------------------------------===//
// Pairs of products
//===----------------------------------------------------------------------===//

/// Whether an op multiplies what the inputs give with a weight. Products of
/// queries and keys are none, nor are those of weights alone, which are
/// computed before the inputs come.
static bool isWeightProduct(Operation *op) {
  auto product = dyn_cast<MatmulOp>(op);
  auto weight = product ? dyn_cast<RankedTensorType>(product.getX2().getType())
                        : RankedTensorType();
  return weight && weight.getRank() >= 2 &&
         followsFromWeights(product.getX2()) &&
         !followsFromWeights(product.getX1());
}

/// Goes back through an op that makes `value` along dimension `dim`; false if
/// it does not keep the elements along it apart. A product with a weight ends
/// the way: its other operand is whole on each worker, as Megatron has it.
bool ShardingPlan::followOp(Path &path, OpResult value, int64_t dim,
                            int64_t workers) {
  Operation *op = value.getOwner();
  int64_t last = cast<RankedTensorType>(value.getType()).getRank() - 1;
  if (isWeightProduct(op) && dim == last) {
    if (rowProducts.contains(op))
      return false;
    path.columns.push_back(op);
    Value weight = cast<MatmulOp>(op).getX2();
    path.visited.insert(
        {weight, cast<RankedTensorType>(weight.getType()).getRank() - 1});
    return true;
  }
  ShardableLoops loops = getShardableLoops(op);
  unsigned loop =
      loops.getLoop(op->getNumOperands() + value.getResultNumber(), dim);
  if (!relax::canSplit(op, loops, loop) ||
      !isEvenlySplit(op, loops, loop, workers))
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (std::optional<int64_t> found =
            loops.getDim(operand.getOperandNumber(), loop))
      path.visited.insert({operand.get(), *found});
  return true;
}

/// Follows all that a path leads to; false if some of it cannot be split. The
/// set grows while it is walked, so that what two ways lead to is seen once.
bool ShardingPlan::follow(Path &path, int64_t axis) {
  for (size_t i = 0; i < path.visited.size(); ++i) {
    auto [value, dim] = path.visited[i];
    if (!isa<RankedTensorType>(value.getType()))
      return false;
    if (auto made = dyn_cast<OpResult>(value);
        made && !isa<ConstantOp>(made.getOwner())) {
      if (!followOp(path, made, dim, mesh[axis]))
        return false;
    } else if (followsFromWeights(value)) {
      if (!canSplit(value, dim, axis))
        return false;
      path.weights.push_back({value, dim});
    }
    // An input stays whole: each worker takes its part without an exchange.
  }
  return true;
}

/// Splits the rows of a product's weight, and the columns of those that its
/// other operand comes from, if there are any. Nothing is split unless all of
/// it can be: a path that ends halfway would gather what the first product
/// gives.
bool ShardingPlan::findPair(MatmulOp rows, int64_t axis) {
  Path path;
  auto lhs = dyn_cast<RankedTensorType>(rows.getX1().getType());
  auto rhs = cast<RankedTensorType>(rows.getX2().getType());
  if (!lhs)
    return false;
  path.visited.insert({rows.getX1(), lhs.getRank() - 1});
  path.visited.insert({rows.getX2(), rhs.getRank() - 2});
  if (!follow(path, axis) || path.columns.empty())
    return false;
  for (auto [weight, dim] : path.weights)
    split(weight, dim, axis);
  rowProducts.insert(rows);
  return true;
}

/// Whether `splitOne` splits a product with a weight; `last` is the last one.
static bool splitEach(FuncOp func, llvm::function_ref<bool(MatmulOp)> splitOne,
                      Operation *&last) {
  bool isSplit = false;
  func.walk([&](MatmulOp product) {
    if (!isWeightProduct(product))
      return;
    isSplit |= splitOne(product);
    last = product;
  });
  return isSplit;
}

/// In the order of the program: of a chain of products the first two are a
/// pair, then the next two. The other way round the columns of the second
/// product would be asked for, whose result the first pair has whole already.
LogicalResult ShardingPlan::splitProducts(int64_t axis) {
  Operation *last = nullptr;
  if (splitEach(
          func, [&](MatmulOp product) { return findPair(product, axis); },
          last))
    return success();
  InFlightDiagnostic error =
      func.emitOpError("plan 'tensor' expects two products with weights, with "
                       "operators between them that keep the columns of the "
                       "first one in ");
  error << mesh[axis]
        << " parts, found none; say by 'num_input' which parameters are "
           "weights, or choose another plan";
  if (last)
    error.attachNote(last->getLoc())
        << "is the last product with a weight, and has no such partner";
  return error;
}

//===----------------------------------------------------------------------===//
// Experts
//===----------------------------------------------------------------------===//

/// Experts are the dimension in front of the rows of weights that have a matrix
/// for each (Lepikhin et al., GShard, 2021). Tokens are split over the same
/// workers, and what a product reads of them by experts, which its weight alone
/// would not say: it would be gathered where tokens are split. What brings
/// tokens to their experts is an all-to-all then.
bool ShardingPlan::splitExpertsOf(MatmulOp product, int64_t axis) {
  auto type = cast<RankedTensorType>(product.getX2().getType());
  int64_t dim = type.getRank() - 3;
  Path path;
  path.visited.insert({product.getX2(), dim});
  // An expert is one of several: what all share has no such dimension.
  if (dim < 0 || type.getDimSize(dim) == 1 || !follow(path, axis) ||
      path.weights.empty())
    return false;
  for (auto [weight, place] : path.weights)
    split(weight, place, axis);
  auto tokens = dyn_cast<RankedTensorType>(product.getX1().getType());
  if (tokens && tokens.getRank() == type.getRank() &&
      canSplit(product.getX1(), dim, axis))
    split(product.getX1(), dim, axis);
  return true;
}

LogicalResult ShardingPlan::splitExperts(int64_t axis) {
  Operation *last = nullptr;
  if (splitEach(
          func, [&](MatmulOp product) { return splitExpertsOf(product, axis); },
          last))
    return splitInputs(PlanKind::Expert, axis, 0);
  InFlightDiagnostic error =
      func.emitOpError("plan 'expert' expects a product with a weight that has "
                       "a matrix for each expert, which ");
  error << mesh[axis]
        << " workers divide, found none; choose another plan, or say by "
           "'num_input' which parameters are weights";
  if (last)
    error.attachNote(last->getLoc())
        << "is the last product with a weight, and has no such dimension";
  return error;
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

/// A hint right behind a value, in front of all that uses it.
static void addHint(OpBuilder &builder, Value value, DeviceMeshOp mesh,
                    ArrayRef<int64_t> placement) {
  builder.setInsertionPointAfterValue(value);
  auto hint =
      AnnotateShardingOp::create(builder, value.getLoc(), value.getType(),
                                 value, mesh.getSymName(), placement);
  value.replaceAllUsesExcept(hint.getResult(), hint);
}

/// A derivative is spread as its parameter is, for the optimizer of whoever has
/// that; micro-batches of it are put together.
void ShardingPlan::apply(DeviceMeshOp mesh) {
  OpBuilder builder(func.getContext());
  llvm::StringMap<SmallVector<int64_t>> byName;
  for (auto &[value, placement] : placements) {
    if (auto parameter = dyn_cast<BlockArgument>(value))
      byName[func.getParameterName(parameter.getArgNumber())] = placement;
    addHint(builder, value, mesh, placement);
  }
  // Made whole, and then cut: together a reduce-scatter.
  for (auto [value, dim] : scattered) {
    SmallVector<int64_t> part(this->mesh.size(), DTensorType::kReplicated),
        whole = part;
    for (auto [axis, workers] : llvm::enumerate(this->mesh))
      if (workers != 1)
        part[axis] = dim;
    addHint(builder, value, mesh, part);
    addHint(builder, value, mesh, whole);
  }
  Operation *end = func.getBody().front().getTerminator();
  builder.setInsertionPoint(end);
  for (OpOperand &result : end->getOpOperands()) {
    auto name = func.getResultAttrOfType<StringAttr>(result.getOperandNumber(),
                                                     kDerivativeName);
    SmallVector<int64_t> placement =
        name ? byName.lookup(name) : SmallVector<int64_t>();
    if (batchAxis && !placement.empty())
      placement[*batchAxis] = DTensorType::kReplicated;
    if (llvm::none_of(placement, isSplitDim))
      continue;
    Value value = result.get();
    result.set(AnnotateShardingOp::create(builder, value.getLoc(),
                                          value.getType(), value,
                                          mesh.getSymName(), placement));
  }
}

} // namespace mlir::relax
