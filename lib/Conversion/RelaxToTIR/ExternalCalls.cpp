// Operators that become calls of functions outside the module: functions of
// Python, and the exchange of tensors among workers.
//
// The workers' functions have the names that TVM's run time gives them, and get
// the tensor, then numbers as tensors of rank 0. Whoever runs several workers
// registers them. What TVM lacks, exchanges along axes of a mesh and two kinds
// of exchange, has names of this project: an exchange's own number, then those
// of the mesh (`ExternalCalls::exchangeOnMesh`).
#include "Decomposition.h"
#include "Legalization.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/CollectiveOps.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/ExternalFunctions.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

bool isExternal(Operation *op) {
  return isa<CallPyFuncOp, AllReduceOp, AllGatherOp, BroadcastFromWorker0Op,
             ScatterFromWorker0Op, GatherToWorker0Op, ReduceScatterOp,
             AllToAllOp, RedistributeReplicaToShardOp, SendOp, ReceiveOp,
             BarrierOp>(op);
}

namespace {
/// Axes of a mesh, along which workers exchange tensors.
struct MeshAxes {
  SmallVector<int64_t> sizes, axes;

  /// Those of an operator; without a mesh its workers stand along one axis.
  template <typename OpT>
  static MeshAxes of(OpT op) {
    if constexpr (llvm::is_one_of<OpT, SendOp, ReceiveOp, BarrierOp>::value) {
      return {llvm::to_vector(op.getMesh()), llvm::to_vector(op.getMeshAxes())};
    } else {
      if (op.getMesh())
        return {llvm::to_vector(*op.getMesh()),
                llvm::to_vector(*op.getMeshAxes())};
      if constexpr (!std::is_same_v<OpT, AllReduceOp>)
        return {{int64_t(op.getNumWorkers())}, {0}};
      return {};
    }
  }
};

/// Makes the calls that one operator becomes.
class ExternalCalls {
public:
  ExternalCalls(Operation *op, Decomposition &rules, SymbolTable &symbols)
      // The name must be free or an extern of the same name; a private
      // function could be renamed by link, but an external name is fixed.
      : op(op), rules(rules), symbols(symbols) {}

  /// The results of a function; none, with an error, if the module has another
  /// use for its name.
  SmallVector<Value> call(StringRef name, ValueRange args, TypeRange types);

  /// One result of a function of the workers.
  Value exchange(StringRef name, ValueRange args, Type type) {
    SmallVector<Value> values =
        call(("runtime.disco." + name).str(), args, type);
    return values.empty() ? Value() : values.front();
  }

  /// The same among the workers of a mesh that differ along some axes only:
  /// `args`, the number of the mesh's axes, their sizes, the axes.
  Value exchangeOnMesh(StringRef name, SmallVector<Value> args, MeshAxes mesh,
                       Type type);

  /// The calls of a worker that gives another one a tensor, takes one, or
  /// waits; null, with an error, if they could not be made.
  CallPackedOp callForEffect(StringRef name, SmallVector<Value> args,
                             const MeshAxes &mesh);
  Value receive(ReceiveOp op);

  /// A number as an argument.
  Value number(int64_t value) {
    return PrimValueOp::create(rules.getBuilder(), op->getLoc(),
                               rules.getBuilder().getI64Type(),
                               SymExprAttr::constant(op->getContext(), value));
  }

  /// The tensor with `axis` cut into `workers` parts, which go along an axis
  /// before it.
  Value cut(Value tensor, int64_t axis, int64_t workers) {
    Dims dims = Decomposition::dimsOf(tensor);
    dims[axis] = floorDiv(dims[axis], workers);
    dims.insert(dims.begin() + axis, getDim(op->getContext(), workers));
    return rules.reshape(tensor, dims);
  }

private:
  FlatSymbolRefAttr declare(StringRef name, bool isPure);
  void addMesh(const MeshAxes &mesh, SmallVectorImpl<Value> &args);

  Operation *op;
  Decomposition &rules;
  SymbolTable &symbols;
};
} // namespace

void ExternalCalls::addMesh(const MeshAxes &mesh,
                            SmallVectorImpl<Value> &args) {
  args.push_back(number(mesh.sizes.size()));
  for (ArrayRef<int64_t> numbers : {mesh.sizes, mesh.axes})
    for (int64_t value : numbers)
      args.push_back(number(value));
}

Value ExternalCalls::exchangeOnMesh(StringRef name, SmallVector<Value> args,
                                    MeshAxes mesh, Type type) {
  addMesh(mesh, args);
  // The names are this project's: TVM's functions of the same purpose take a
  // flag where these have the mesh, and would read it wrong.
  SmallVector<Value> values = call(("relax.ccl." + name).str(), args, type);
  return values.empty() ? Value() : values.front();
}

FlatSymbolRefAttr ExternalCalls::declare(StringRef name, bool isPure) {
  auto symbol = StringAttr::get(op->getContext(), name);
  Operation *known = symbols.lookup(symbol);
  // The error points at the op and at the symbol: either may be the one to
  // rename.
  if (known && !isa<ExternFuncOp>(known)) {
    (op->emitOpError(
         "expected a name that no op of the module has, found that of a '")
     << known->getName() << "'; rename that op")
            .attachNote(known->getLoc())
        << "the symbol is defined here";
    return {};
  }
  if (!known) {
    OpBuilder unattached(op->getContext());
    auto function =
        ExternFuncOp::create(unattached, op->getLoc(), symbol,
                             /*sym_visibility=*/StringAttr(), isPure);
    // Workers exchange what is on a device from there.
    if (!isa<CallPyFuncOp>(op))
      function->setAttr(kTakesDevicesName, UnitAttr::get(op->getContext()));
    symbols.insert(function);
  }
  return FlatSymbolRefAttr::get(symbol);
}

SmallVector<Value> ExternalCalls::call(StringRef name, ValueRange args,
                                       TypeRange types) {
  // Declared pure: it gives new tensors and changes none. The call is
  // destination-passing, so memory planning sees its results.
  FlatSymbolRefAttr symbol = declare(name, /*isPure=*/true);
  if (!symbol)
    return {};
  auto call = CallDPSPackedOp::create(rules.getBuilder(), op->getLoc(), types,
                                      symbol, args);
  return SmallVector<Value>(call.getResults());
}

CallPackedOp ExternalCalls::callForEffect(StringRef name,
                                          SmallVector<Value> args,
                                          const MeshAxes &mesh) {
  FlatSymbolRefAttr symbol = declare(name, /*isPure=*/false);
  if (!symbol)
    return {};
  addMesh(mesh, args);
  return CallPackedOp::create(rules.getBuilder(), op->getLoc(), TypeRange(),
                              symbol, args, /*num_outs=*/0);
}

/// Into memory of its own that the call overwrites: a call that only fills a
/// result has no effect, and two with the same numbers would be one.
Value ExternalCalls::receive(ReceiveOp receive) {
  FlatSymbolRefAttr symbol = declare("relax.ccl.receive", /*isPure=*/false);
  if (!symbol)
    return {};
  OpBuilder &builder = rules.getBuilder();
  Value memory = BuiltinAllocTensorOp::create(builder, op->getLoc(),
                                              receive.getResult().getType());
  SmallVector<Value> args{memory, number(receive.getPeer())};
  addMesh(MeshAxes::of(receive), args);
  auto call = CallInplacePackedOp::create(builder, op->getLoc(),
                                          op->getResultTypes(), symbol, args,
                                          builder.getDenseI64ArrayAttr(0));
  return call.getResult(0);
}

/// What TVM's run time calls the kinds of reduction.
/// The numbers of TVM's ReduceKind, part of the protocol among workers.
static int64_t getReduceKind(StringRef type) {
  return llvm::StringSwitch<int64_t>(type)
      .Case("sum", 0)
      .Case("prod", 1)
      .Case("min", 2)
      .Case("max", 3)
      .Default(4);
}

static int64_t getAxis(Value tensor, int64_t axis) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return axis < 0 ? axis + rank : axis;
}

/// The first worker's tensor comes with the workers' parts one behind the
/// other.
/// disco's scatter takes parts along axis 0, so another axis goes there first.
static Value scatter(ScatterFromWorker0Op op, Decomposition &rules,
                     ExternalCalls &calls) {
  Value parts = op.getX();
  int64_t axis = getAxis(parts, op.getAxis());
  if (axis != 0) {
    parts = calls.cut(parts, axis, op.getNumWorkers());
    if (!parts)
      return {};
    int64_t rank = cast<RankedTensorType>(parts.getType()).getRank();
    SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(rank));
    order.erase(order.begin() + axis);
    order.insert(order.begin(), axis);
    parts = rules.permute(parts, order);
  }
  return calls.exchange("scatter_from_worker0", {parts, calls.number(0)},
                        op.getResult().getType());
}

/// Each worker takes its part by its number.
/// The worker's number is known only at run time, hence a take with a computed
/// index and not a slice.
static Value shard(RedistributeReplicaToShardOp op, Decomposition &rules,
                   ExternalCalls &calls) {
  int64_t axis = getAxis(op.getInput(), op.getAxis());
  Value parts = calls.cut(op.getInput(), axis, op.getNumWorkers());
  auto type = RankedTensorType::get({1}, rules.getBuilder().getI64Type());
  Value worker = op.getMesh() ? calls.exchangeOnMesh("worker_index", {},
                                                     MeshAxes::of(op), type)
                              : calls.exchange("worker_id", {}, type);
  TakeOp::Properties properties;
  properties.axis = rules.getBuilder().getI64IntegerAttr(axis);
  Value part = rules.emit<TakeOp>({parts, worker}, properties);
  return rules.reshape(part, Decomposition::dimsOf(op.getResult()));
}

/// Exchanges with one worker, and waits, which have an effect. Of an op without
/// results a missing one says that there is no call.
static SmallVector<Value> callPeer(Operation *op, ExternalCalls &calls) {
  if (auto receive = dyn_cast<ReceiveOp>(op)) {
    Value received = calls.receive(receive);
    return received ? SmallVector<Value>{received} : SmallVector<Value>();
  }
  CallPackedOp call;
  if (auto send = dyn_cast<SendOp>(op))
    call = calls.callForEffect("relax.ccl.send",
                               {send.getX(), calls.number(send.getPeer())},
                               MeshAxes::of(send));
  else
    call = calls.callForEffect("relax.ccl.barrier", {},
                               MeshAxes::of(cast<BarrierOp>(op)));
  return SmallVector<Value>(call ? 0 : 1);
}

SmallVector<Value> callExternal(Operation *op, Decomposition &rules,
                                SymbolTable &symbols) {
  ExternalCalls calls(op, rules, symbols);
  return llvm::TypeSwitch<Operation *, SmallVector<Value>>(op)
      .Case<SendOp, ReceiveOp, BarrierOp>(
          [&](auto op) { return callPeer(op, calls); })
      .Case([&](CallPyFuncOp op) {
        return calls.call(op.getFuncName(), op.getArgs(), op.getResultTypes());
      })
      .Case([&](AllReduceOp op) -> SmallVector<Value> {
        Value kind = calls.number(getReduceKind(op.getOpType()));
        if (op.getMesh())
          return {calls.exchangeOnMesh("allreduce", {op.getX(), kind},
                                       MeshAxes::of(op),
                                       op.getResult().getType())};
        return {calls.exchange("allreduce",
                               {op.getX(), kind, calls.number(op.getInGroup())},
                               op.getResult().getType())};
      })
      .Case([&](AllGatherOp op) -> SmallVector<Value> {
        if (op.getMesh())
          return {calls.exchangeOnMesh("allgather", {op.getX()},
                                       MeshAxes::of(op),
                                       op.getResult().getType())};
        return {calls.exchange("allgather",
                               {op.getX(), calls.number(op.getInGroup())},
                               op.getResult().getType())};
      })
      .Case([&](ReduceScatterOp op) -> SmallVector<Value> {
        Value kind = calls.number(getReduceKind(op.getOpType()));
        return {calls.exchangeOnMesh("reduce_scatter", {op.getX(), kind},
                                     MeshAxes::of(op),
                                     op.getResult().getType())};
      })
      .Case([&](AllToAllOp op) -> SmallVector<Value> {
        return {calls.exchangeOnMesh("all_to_all", {op.getX()},
                                     MeshAxes::of(op),
                                     op.getResult().getType())};
      })
      .Case([&](GatherToWorker0Op op) -> SmallVector<Value> {
        return {calls.exchangeOnMesh("gather", {op.getX()}, MeshAxes::of(op),
                                     op.getResult().getType())};
      })
      .Case([&](BroadcastFromWorker0Op op) -> SmallVector<Value> {
        return {calls.exchange("broadcast_from_worker0",
                               {op.getX(), calls.number(0)},
                               op.getResult().getType())};
      })
      .Case([&](ScatterFromWorker0Op op) -> SmallVector<Value> {
        return {scatter(op, rules, calls)};
      })
      .Case([&](RedistributeReplicaToShardOp op) -> SmallVector<Value> {
        return {shard(op, rules, calls)};
      });
}

} // namespace mlir::relax
