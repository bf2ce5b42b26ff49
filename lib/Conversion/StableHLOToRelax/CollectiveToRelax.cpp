// Exchange of tensors among the devices of a program, and tokens.
//
// Each worker of a run runs the program as one device: replica and partition
// follow from its number. A tensor is gathered, scattered or exchanged along
// its first axis, so other axes go there before and back behind it.
#include "GraphConversion.h"
#include "ManualToRelax.h"
#include "Reduction.h"

#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/CollectiveOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/TensorParts.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {
/// One exchange among workers on a grid.
class Exchange {
public:
  Exchange(GraphConversion &graph, WorkerMesh mesh)
      : graph(graph), mesh(std::move(mesh)) {}

  int64_t size() const { return mesh.group; }
  /// The tensors of the group along a new first axis.
  Value gather(Value x);
  Value allReduce(Value x, StringRef kind);
  /// The part of this worker of the first axis of what is joined.
  Value reduceScatter(Value x, StringRef kind);
  /// A part of the first axis from each worker, in their order.
  Value exchangeParts(Value x);

private:
  template <typename OpT>
  typename OpT::Properties place() {
    Builder builder(graph.getContext());
    typename OpT::Properties properties;
    properties.mesh = builder.getDenseI64ArrayAttr(mesh.sizes);
    properties.mesh_axes = builder.getDenseI64ArrayAttr(mesh.axes);
    return properties;
  }
  template <typename OpT>
  typename OpT::Properties placeAll() {
    typename OpT::Properties properties = place<OpT>();
    properties.num_workers =
        Builder(graph.getContext()).getI64IntegerAttr(mesh.group);
    return properties;
  }

  GraphConversion &graph;
  WorkerMesh mesh;
};
} // namespace

Value Exchange::gather(Value x) {
  return graph.emit<AllGatherOp>(graph.expand(x, {0}), placeAll<AllGatherOp>());
}

Value Exchange::allReduce(Value x, StringRef kind) {
  AllReduceOp::Properties properties = place<AllReduceOp>();
  properties.op_type = StringAttr::get(graph.getContext(), kind);
  return graph.emit<AllReduceOp>(x, properties);
}

Value Exchange::reduceScatter(Value x, StringRef kind) {
  ReduceScatterOp::Properties properties = placeAll<ReduceScatterOp>();
  properties.op_type = StringAttr::get(graph.getContext(), kind);
  return graph.emit<ReduceScatterOp>(x, properties);
}

Value Exchange::exchangeParts(Value x) {
  return graph.emit<AllToAllOp>(x, placeAll<AllToAllOp>());
}

/// The groups of `op` on a grid; nullopt after a rejection.
static std::optional<Exchange>
findExchange(Operation *op, GraphConversion &graph, bool needsOrder) {
  const Devices &devices = graph.getModule().getDevices();
  std::optional<WorkerGroups> lists = readLists(op->getAttr("replica_groups"));
  DeviceNumbers numbers = getDeviceNumbers(op);
  // No groups are one of all.
  if (lists && llvm::all_of(*lists, [](ArrayRef<int64_t> list) {
        return list.empty();
      })) {
    *lists = {llvm::to_vector(llvm::seq<int64_t>(devices.count(numbers)))};
  }
  std::optional<WorkerGroups> groups;
  if (lists)
    groups = getWorkerGroups(*lists, numbers, devices);
  std::optional<WorkerMesh> mesh;
  if (groups)
    mesh = WorkerMesh::find(*groups, devices.count());
  if (mesh && (mesh->isOrdered || !needsOrder))
    return Exchange(graph, *mesh);
  std::string found;
  llvm::raw_string_ostream(found)
      << "found " << op->getAttr("replica_groups") << " and "
      << devices.replicas << " replicas of " << devices.partitions
      << " partitions";
  graph
      .reject(op,
              "expected groups of one size, in which each device is once, that "
              "differ along axes of a grid of devices, in the order of their "
              "numbers",
              found)
      .attachNote(op->getOperands());
  return std::nullopt;
}

/// Whether the tensors of an op have known sizes; a rejection otherwise.
static bool hasKnownSizes(Operation *op, GraphConversion &graph) {
  auto isKnown = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  if (op->getNumOperands() != op->getNumResults()) {
    (void)rejectResultCount(op, graph);
    return false;
  }
  if (llvm::all_of(op->getOperandTypes(), isKnown) &&
      llvm::all_of(op->getResultTypes(), isKnown))
    return true;
  graph
      .reject(op, "expected tensors of known sizes in an exchange",
              "found " + typesText(op->getOperandTypes()))
      .attachNote(op->getOperands());
  return false;
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

/// `x` with axis `from` at `to`.
static Value moveAxis(GraphConversion &graph, Value x, int64_t from,
                      int64_t to) {
  return moveAxis(graph.getBuilder(), graph.getLoc(), x, from, to);
}

/// `x` with `parts` parts of an axis along a new first one.
static Value cutAxis(GraphConversion &graph, Value x, int64_t axis,
                     int64_t parts) {
  return moveAxis(graph,
                  cutAxis(graph.getBuilder(), graph.getLoc(), x, axis, parts),
                  axis, 0);
}

/// The elements of `x` along its first axis at `place`.
static Value takeFirst(GraphConversion &graph, Value x, Value place) {
  TakeOp::Properties properties;
  properties.axis = Builder(graph.getContext()).getI64IntegerAttr(0);
  return graph.emit<TakeOp>({x, place}, properties);
}

/// The first axis of `x` in front of axis `axis` of the others, as one.
static Value joinAxis(GraphConversion &graph, Value x, int64_t axis) {
  x = moveAxis(graph, x, 0, axis);
  SmallVector<SymExprAttr> dims(TensorBuilder::dimsOf(x));
  dims[axis] = dims[axis] * dims[axis + 1];
  dims.erase(dims.begin() + axis + 1);
  return graph.reshape(x, dims);
}

/// Whether `axis` is one of `tensor`, and has `parts` equal parts.
static bool isAxis(Value tensor, int64_t axis, int64_t parts = 1) {
  RankedTensorType type = typeOf(tensor);
  return areAxes({axis}, type.getRank()) && type.getDimSize(axis) % parts == 0;
}

static LogicalResult rejectAxis(Operation *op, int64_t axis, int64_t parts,
                                GraphConversion &graph) {
  return graph
      .reject(op, "expected an axis that divides among the devices of a group",
              "found axis " + std::to_string(axis) + " of " +
                  typesText(op->getOperandTypes()) + " and " +
                  std::to_string(parts) + " devices")
      .attachNote(op->getOperands());
}

//===----------------------------------------------------------------------===//
// Exchanges
//===----------------------------------------------------------------------===//

Value gatherParts(GraphConversion &graph, Value part, const WorkerMesh &mesh,
                  int64_t axis) {
  return joinAxis(graph, Exchange(graph, mesh).gather(part), axis);
}

static LogicalResult convertAllGather(hlo::AllGatherOp op,
                                      GraphConversion &graph) {
  std::optional<Exchange> exchange = findExchange(op, graph, true);
  if (!exchange || !hasKnownSizes(op, graph))
    return failure();
  int64_t axis = op.getAllGatherDim();
  SmallVector<Value> results;
  for (Value operand : op.getOperands()) {
    if (!isAxis(operand, axis))
      return rejectAxis(op, axis, exchange->size(), graph);
    results.push_back(
        joinAxis(graph, exchange->gather(graph.get(operand)), axis));
  }
  return graph.replace(op, results);
}

/// What joins the tensors of a group: a kind of relax, or none. For bools a sum
/// and a maximum are `or`, a product and a minimum `and`.
static StringRef getReduceKind(Region &region) {
  Operation *combiner = getCombiner(region);
  if (!combiner)
    return {};
  bool isBool = elementAt(combiner->getResult(0)).isInteger(1);
  if (isBool && isa<hlo::AddOp, hlo::OrOp, hlo::MaxOp>(combiner))
    return "max";
  if (isBool && isa<hlo::MulOp, hlo::AndOp, hlo::MinOp>(combiner))
    return "min";
  if (isBool)
    return {};
  return isa<hlo::AddOp>(combiner)   ? "sum"
         : isa<hlo::MulOp>(combiner) ? "prod"
         : isa<hlo::MaxOp>(combiner) ? "max"
         : isa<hlo::MinOp>(combiner) ? "min"
                                     : "";
}

static LogicalResult rejectRegion(Operation *op, GraphConversion &graph) {
  return graph.reject(op, "expected a region that is a sum, a product, a "
                          "maximum or a minimum of its arguments, or for bools "
                          "'or' and 'and'");
}

/// Workers exchange no bools: they are bytes for that time.
static Value exchangeNumbers(Value x, GraphConversion &graph,
                             llvm::function_ref<Value(Value)> exchange) {
  Type element = TensorBuilder::elementOf(x);
  if (!element.isInteger(1))
    return exchange(x);
  Builder builder(graph.getContext());
  return graph.cast(exchange(graph.cast(x, builder.getI8Type())), element);
}

static LogicalResult convertAllReduce(hlo::AllReduceOp op,
                                      GraphConversion &graph) {
  StringRef kind = getReduceKind(op.getComputation());
  if (kind.empty())
    return rejectRegion(op, graph);
  std::optional<Exchange> exchange = findExchange(op, graph, false);
  if (!exchange || !hasKnownSizes(op, graph))
    return failure();
  SmallVector<Value> results;
  for (Value operand : op.getOperands())
    results.push_back(exchangeNumbers(graph.get(operand), graph, [&](Value x) {
      return exchange->allReduce(x, kind);
    }));
  return graph.replace(op, results);
}

static LogicalResult convertReduceScatter(hlo::ReduceScatterOp op,
                                          GraphConversion &graph) {
  StringRef kind = getReduceKind(op.getComputation());
  if (kind.empty())
    return rejectRegion(op, graph);
  std::optional<Exchange> exchange = findExchange(op, graph, true);
  if (!exchange || !hasKnownSizes(op, graph))
    return failure();
  int64_t axis = op.getScatterDimension();
  if (!isAxis(op.getOperand(), axis, exchange->size()))
    return rejectAxis(op, axis, exchange->size(), graph);
  Value part = exchangeNumbers(graph.get(op.getOperand()), graph, [&](Value x) {
    return exchange->reduceScatter(cutAxis(graph, x, axis, exchange->size()),
                                   kind);
  });
  return graph.replace(op, joinAxis(graph, part, axis));
}

static LogicalResult convertAllToAll(hlo::AllToAllOp op,
                                     GraphConversion &graph) {
  std::optional<Exchange> exchange = findExchange(op, graph, true);
  if (!exchange || !hasKnownSizes(op, graph))
    return failure();
  int64_t split = op.getSplitDimension(), concat = op.getConcatDimension(),
          parts = exchange->size();
  SmallVector<Value> results;
  for (Value operand : op.getOperands()) {
    if (!isAxis(operand, split, parts) || !isAxis(operand, concat) ||
        int64_t(op.getSplitCount()) != parts)
      return rejectAxis(op, split, parts, graph);
    Value cut = cutAxis(graph, graph.get(operand), split, parts);
    results.push_back(joinAxis(graph, exchange->exchangeParts(cut), concat));
  }
  return graph.replace(op, results);
}

static LogicalResult convertCollectiveBroadcast(hlo::CollectiveBroadcastOp op,
                                                GraphConversion &graph) {
  std::optional<Exchange> exchange = findExchange(op, graph, true);
  if (!exchange || !hasKnownSizes(op, graph))
    return failure();
  Value all = exchange->gather(graph.get(op.getOperand()));
  Value zero = graph.constant(
      cast<TypedAttr>(Builder(op.getContext()).getI64IntegerAttr(0)));
  return graph.replace(op, takeFirst(graph, all, zero));
}

//===----------------------------------------------------------------------===//
// The number of a device
//===----------------------------------------------------------------------===//

/// A constant of rank 1 of the graph level.
static Value emitNumbers(ArrayRef<int64_t> numbers, GraphConversion &graph) {
  ElementsAttr value = Builder(graph.getContext()).getI64TensorAttr(numbers);
  return graph.constant(value);
}

/// The number of this worker, of rank 0: its part of all numbers.
static Value emitWorkerNumber(const Devices &devices, GraphConversion &graph) {
  RedistributeReplicaToShardOp::Properties properties;
  Builder builder(graph.getContext());
  properties.num_workers = builder.getI64IntegerAttr(devices.count());
  // A grid of all of them, so that the run time compares how many there are.
  properties.mesh = builder.getDenseI64ArrayAttr({devices.count()});
  properties.mesh_axes = builder.getDenseI64ArrayAttr({0});
  Value numbers =
      emitNumbers(llvm::to_vector(llvm::seq<int64_t>(devices.count())), graph);
  return graph.reshape(
      graph.emit<RedistributeReplicaToShardOp>(numbers, properties), {});
}

/// The entry of this worker in a table.
static Value emitLookup(ArrayRef<int64_t> table, const Devices &devices,
                        GraphConversion &graph) {
  return takeFirst(graph, emitNumbers(table, graph),
                   emitWorkerNumber(devices, graph));
}

/// All tensors are gathered, and each worker takes the one that is for it: what
/// sends to one worker only, the run time has no function of programs for.
static LogicalResult convertCollectivePermute(hlo::CollectivePermuteOp op,
                                              GraphConversion &graph) {
  const Devices &devices = graph.getModule().getDevices();
  std::optional<WorkerGroups> pairs = readLists(op.getSourceTargetPairs());
  if (pairs)
    pairs = getWorkerGroups(*pairs, getDeviceNumbers(op), devices);
  SmallVector<int64_t> source(devices.count(), -1);
  bool areOnce = bool(pairs);
  for (ArrayRef<int64_t> pair : pairs.value_or(WorkerGroups())) {
    areOnce &= pair.size() == 2 && source[pair[1]] == -1;
    if (pair.size() == 2)
      source[pair[1]] = pair[0];
  }
  if (!areOnce)
    return graph
        .reject(op,
                "expected pairs of devices, of which each gets one tensor at "
                "most",
                "found those of " + std::to_string(devices.count()) +
                    " devices")
        .attachNote(op->getOperands());
  if (!hasKnownSizes(op, graph))
    return failure();
  WorkerMesh mesh{{devices.count()}, {0}, devices.count()};
  Value x = graph.get(op.getOperand());
  Value all = Exchange(graph, mesh).gather(x);
  // Behind the others are the zeros of those to which nobody sends.
  all = graph.concat({all, graph.zerosLike(graph.expand(x, {0}))}, 0);
  for (int64_t &from : source)
    from = from < 0 ? devices.count() : from;
  return graph.replace(
      op, takeFirst(graph, all, emitLookup(source, devices, graph)));
}

/// Where there is one device, its number is a constant.
template <typename OpT>
static LogicalResult convertDeviceNumber(OpT op, GraphConversion &graph) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || type.getRank() != 0 || !type.getElementType().isInteger())
    return graph.reject(op, "expected an integer",
                        "found " + typesText(op.getType()));
  const Devices &devices = graph.getModule().getDevices();
  bool isReplica = std::is_same_v<OpT, hlo::ReplicaIdOp>;
  if ((isReplica ? devices.replicas : devices.partitions) == 1)
    return graph.replace(
        op, graph.constant(cast<TypedAttr>(
                Builder(op.getContext()).getZeroAttr(type.getElementType()))));
  SmallVector<int64_t> table;
  for (int64_t worker = 0; worker != devices.count(); ++worker)
    table.push_back(isReplica ? worker / devices.partitions
                              : worker % devices.partitions);
  return graph.replace(
      op, graph.cast(emitLookup(table, devices, graph), type.getElementType()));
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

/// Effects are in the order of their ops, so that a token says nothing more; it
/// is some value, as ops that use it are asked for operands.
template <typename OpT>
static LogicalResult convertToken(OpT op, GraphConversion &graph) {
  graph.set(op.getResult(), graph.constant(cast<TypedAttr>(
                                BoolAttr::get(op.getContext(), true))));
  return success();
}

void populateCollectiveConversions(ConversionTable &table) {
  table.add(convertAllGather);
  table.add(convertAllReduce);
  table.add(convertAllToAll);
  table.add(convertCollectiveBroadcast);
  table.add(convertCollectivePermute);
  table.add(convertDeviceNumber<hlo::PartitionIdOp>);
  table.add(convertDeviceNumber<hlo::ReplicaIdOp>);
  table.add(convertReduceScatter);
  table.add(convertToken<hlo::AfterAllOp>);
  table.add(convertToken<hlo::CreateTokenOp>);
}

} // namespace mlir::relax
