// What a worker computes and exchanges in a call of a function.
//
// Exchanges of `n` workers go around a ring: an all-reduce is a reduce-scatter
// and an all-gather, and each of these sends `n - 1` parts of `1 / n` of the
// tensor to the next worker (Patarasuk and Yuan, 2009). No way of exchange
// sends less, so that libraries that know better ways only need fewer steps.
//
// The counts are of the graph before it is fused: fusion saves reads and writes
// of memory, but no exchange and no operation of a product, and these two are
// what plans differ in.
#include "MeshCost.h"

#include "Relax/Dialect/Relax/IR/AttentionOps.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/CollectiveOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/Interfaces/OperatorLoops.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

int64_t countBytes(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    int64_t sum = 0;
    for (Type field : tuple.getTypes()) {
      int64_t bytes = countBytes(field);
      if (bytes < 0)
        return -1;
      sum += bytes;
    }
    return sum;
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return isa<TensorType>(type) ? -1 : 0;
  SymExprAttr bytes = getByteSize(tensor);
  return bytes ? bytes.getConstant().value_or(-1) : -1;
}

/// As a double, since operations are its products: 64 bits would overflow.
static double countElements(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() ? double(tensor.getNumElements())
                                           : 0;
}

/// The iterations of an operator, two operations each where it combines
/// elements: a product and a sum. What only moves elements has none.
static double countOperations(Operation *op) {
  // Of a query with each key, and of the results with each value.
  if (isa<AttentionOp, AttentionBiasOp>(op)) {
    auto keys = dyn_cast<RankedTensorType>(op->getOperand(1).getType());
    if (keys && !keys.isDynamicDim(1))
      return 4. * countElements(op->getOperand(0).getType()) *
             double(keys.getDimSize(1));
  }
  std::optional<OperatorLoops> loops = getOperatorLoops(op);
  if (!loops)
    return 0;
  double iterations = 1;
  for (const LoopExtent &extent : loops->extents) {
    auto tensor =
        cast<RankedTensorType>(op->getOperand(extent.operand).getType());
    if (tensor.isDynamicDim(extent.axis))
      return 0;
    AffineExpr size = extent.size.replaceDimsAndSymbols(
        {}, getAffineConstantExpr(tensor.getDimSize(extent.axis),
                                  op->getContext()));
    if (auto known = dyn_cast<AffineConstantExpr>(size))
      iterations *= double(known.getValue());
  }
  bool isSum =
      llvm::is_contained(loops->kinds, utils::IteratorType::reduction) &&
      op->getNumOperands() > 1;
  return isSum ? 2 * iterations : iterations;
}

namespace {
/// An exchange: of how many workers, in which units of a ring.
struct Exchange {
  int64_t workers;
  /// Times that `workers - 1` parts are sent.
  int64_t rounds;
  /// Whether the operand is a part, and not the whole tensor.
  bool isPart;
};
} // namespace

/// How many workers an operator without a number of them is for. On a mesh of
/// one axis an all-reduce says nothing, as TVM's does not.
static int64_t countWorkers(AllReduceOp op, int64_t all) {
  if (!op.getMesh())
    return all;
  int64_t workers = 1;
  ArrayRef<int64_t> sizes = *op.getMesh(), axes = *op.getMeshAxes();
  for (int64_t axis : axes)
    workers *= sizes[axis];
  return workers;
}

/// An all-to-all sends what a reduce-scatter does, but each part to its worker
/// instead of the next one.
static std::optional<Exchange> getExchange(Operation *op, int64_t all) {
  using Found = std::optional<Exchange>;
  return TypeSwitch<Operation *, Found>(op)
      .Case([&](AllReduceOp op) {
        return Exchange{countWorkers(op, all), 2, /*isPart=*/false};
      })
      .Case<AllGatherOp, GatherToWorker0Op>([](auto op) {
        return Exchange{int64_t(op.getNumWorkers()), 1, /*isPart=*/true};
      })
      // From one worker to another one: a step of a ring.
      .Case([](SendOp) { return Exchange{2, 1, /*isPart=*/true}; })
      .Case<ReduceScatterOp, AllToAllOp>([](auto op) {
        return Exchange{int64_t(op.getNumWorkers()), 1, /*isPart=*/false};
      })
      .Default([](Operation *) { return std::nullopt; });
}

MeshCost &MeshCost::operator+=(const MeshCost &other) {
  operations += other.operations;
  weightBytes += other.weightBytes;
  exchanges += other.exchanges;
  payloadBytes += other.payloadBytes;
  ringBytes += other.ringBytes;
  ringSteps += other.ringSteps;
  return *this;
}

std::optional<MeshCost> getOpCost(Operation *op, int64_t workers) {
  for (Type type : op->getResultTypes())
    if (countBytes(type) < 0)
      return std::nullopt;
  MeshCost cost;
  if (isa<ConstantOp>(op))
    cost.weightBytes = countBytes(op->getResult(0).getType());
  cost.operations = countOperations(op);
  std::optional<Exchange> exchange = getExchange(op, workers);
  if (!exchange)
    return cost;
  cost.exchanges = 1;
  cost.payloadBytes = countBytes(op->getOperand(0).getType());
  cost.ringSteps = exchange->rounds * (exchange->workers - 1);
  cost.ringBytes = double(cost.payloadBytes) * double(cost.ringSteps);
  if (!exchange->isPart)
    cost.ringBytes /= double(exchange->workers);
  return cost;
}

namespace {
/// What functions cost, with those that they call. Of calls in a circle nobody
/// knows how many there will be: each function is counted once.
class BodyCosts {
public:
  explicit BodyCosts(int64_t workers) : workers(workers) {}

  /// None where a size is unknown.
  std::optional<MeshCost> get(FuncOp func);

private:
  int64_t workers;
  SymbolTableCollection symbols;
  /// The functions on the way to this one.
  SmallVector<Operation *> callers;
  /// How often one of them was met again.
  size_t numCircles = 0;
  /// Those whose constants a caller has counted.
  DenseSet<Operation *> counted;
  /// Of functions without a circle: a function that is called twice, by one
  /// that is, and so on, would be walked 2^n times.
  DenseMap<Operation *, MeshCost> known;
};
} // namespace

std::optional<MeshCost> BodyCosts::get(FuncOp func) {
  if (auto found = known.find(func); found != known.end())
    return found->second;
  MeshCost cost;
  size_t circlesBefore = numCircles;
  callers.push_back(func);
  WalkResult result = func.walk([&](Operation *op) {
    std::optional<MeshCost> own = getOpCost(op, workers);
    if (!own)
      return WalkResult::interrupt();
    cost += *own;
    FuncOp callee;
    if (auto call = dyn_cast<CallOp>(op))
      callee =
          symbols.lookupNearestSymbolFrom<FuncOp>(call, call.getCalleeAttr());
    if (!callee)
      return WalkResult::advance();
    if (llvm::is_contained(callers, callee.getOperation())) {
      ++numCircles;
      return WalkResult::advance();
    }
    std::optional<MeshCost> body = get(callee);
    if (!body)
      return WalkResult::interrupt();
    // Called once more it has the same constants.
    if (!counted.insert(callee).second)
      body->weightBytes = 0;
    cost += *body;
    return WalkResult::advance();
  });
  callers.pop_back();
  if (result.wasInterrupted())
    return std::nullopt;
  if (numCircles == circlesBefore)
    known[func] = cost;
  return cost;
}

std::optional<MeshCost> getMeshCost(FuncOp func, int64_t workers) {
  MeshCost cost;
  // Of inputs, too: a plan that spreads these needs less memory as well.
  for (Type type : func.getArgumentTypes()) {
    int64_t bytes = countBytes(type);
    if (bytes < 0)
      return std::nullopt;
    cost.weightBytes += bytes;
  }
  std::optional<MeshCost> body = BodyCosts(workers).get(func);
  if (!body)
    return std::nullopt;
  cost += *body;
  return cost;
}

} // namespace mlir::relax
