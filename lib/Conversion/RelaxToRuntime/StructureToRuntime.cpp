// Constants, tuples and conditionals as host code.
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/DeviceOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::relax {

static LogicalResult lowerTuple(TupleOp op, HostFunction &host) {
  FailureOr<SmallVector<Value>> parts = host.getParts(op.getFields());
  // A tuple is only a list of parts, and its type may say more than the
  // fields' types do.
  auto inferred = TupleType::get(op.getContext(), op.getFields().getTypes());
  if (succeeded(parts))
    parts = host.castParts(op, inferred, op.getType(), *parts);
  if (failed(parts))
    return failure();
  host.setParts(op.getResult(), *parts);
  return success();
}

static LogicalResult lowerTupleGetItem(TupleGetItemOp op, HostFunction &host) {
  FailureOr<SmallVector<Value>> parts = host.getParts(op.getTuple());
  if (failed(parts))
    return failure();
  ArrayRef<Type> fields = cast<TupleType>(op.getTuple().getType()).getTypes();
  // Fields in front may be lists of parts themselves.
  unsigned first = 0;
  for (Type field : fields.take_front(op.getIndex()))
    first += HostFunction::countParts(field).value_or(0);
  unsigned count = HostFunction::countParts(fields[op.getIndex()]).value_or(0);
  parts = host.castParts(op, fields[op.getIndex()], op.getType(),
                         ArrayRef<Value>(*parts).slice(first, count));
  if (failed(parts))
    return failure();
  host.setParts(op.getResult(), *parts);
  return success();
}

/// A hint that no pass realized says nothing.
/// relax-realize-vdevice makes copies of hints that matter. What is left agrees
/// with the tensor's own place.
static LogicalResult lowerHint(HintOnDeviceOp op, HostFunction &host) {
  FailureOr<SmallVector<Value>> parts = host.getParts(op->getOperand(0));
  if (succeeded(parts))
    parts = host.castParts(op, op->getOperand(0).getType(),
                           op->getResult(0).getType(), *parts);
  if (failed(parts))
    return failure();
  host.setParts(op->getResult(0), *parts);
  return success();
}

static LogicalResult lowerIf(IfOp op, HostFunction &host) {
  Value condition = host.getCondition(op.getLoc(), op.getCondition());
  if (!condition)
    return failure();
  SmallVector<Type> types;
  // An scf.if yields SSA values, so every result must have a known number of
  // parts.
  for (Type type : op.getResultTypes()) {
    if (!HostFunction::countParts(type))
      return host.notifyMatchFailure(
          op, "a result is " + debugString(type) +
                  ", which has no host form; expected tensors, shapes and "
                  "numbers");
    llvm::append_range(types, host.getPartTypes(type));
  }
  OpBuilder &builder = host.getBuilder();
  auto branches = scf::IfOp::create(builder, op.getLoc(), types, condition,
                                    /*withElseRegion=*/true);
  bool lowered = true;
  for (auto [from, to] : llvm::zip(op->getRegions(), branches->getRegions())) {
    OpBuilder::InsertionGuard guard(builder);
    Block &block = to.front();
    // scf.if creates an empty terminator in blocks without results.
    if (!block.empty())
      block.back().erase();
    builder.setInsertionPointToEnd(&block);
    FailureOr<SmallVector<Value>> parts =
        host.lowerRegion(from.front(), op.getResultTypes());
    // Both branches are lowered in any case, to report errors of both.
    lowered &= succeeded(parts);
    if (succeeded(parts))
      scf::YieldOp::create(builder, op.getLoc(), *parts);
  }
  if (!lowered)
    return failure();
  ArrayRef<Value> rest;
  SmallVector<Value> results(branches.getResults());
  rest = results;
  for (Value result : op.getResults()) {
    unsigned count = *HostFunction::countParts(result.getType());
    host.setParts(result, rest.take_front(count));
    rest = rest.drop_front(count);
  }
  return success();
}

/// Nothing is made of an object; its reference may be dropped.
/// Objects exist so that graphs may carry strings and null values of TVM; host
/// code has no use for them.
template <typename ObjectOp>
static LogicalResult lowerObject(ObjectOp op, HostFunction &host) {
  for (Operation *user : op->getUsers())
    if (!isa<VMKillObjectOp>(user))
      return host.notifyMatchFailure(
          op, "objects have no host form, so nothing but "
              "'relax.vm.kill_object' may use one; an external "
              "function of host code takes tensors, shapes and "
              "numbers");
  host.setParts(op.getResult(), {});
  return success();
}

void addStructureLowerings(HostLowerings &lowerings) {
  lowerings.addForAny(lowerTuple);
  lowerings.addForAny(lowerTupleGetItem);
  lowerings.add(lowerIf);
  lowerings.add(lowerObject<NullValueOp>);
  lowerings.add(lowerObject<StringOp>);
  lowerings.add(lowerObject<DtypeOp>);
  lowerings.addForAny(lowerHint);
  lowerings.addMatchFailure<DataflowOp>(
      "memory is not explicit; run 'relax-to-non-dataflow' first");
  lowerings.addMatchFailure<LambdaOp>(
      "it is local to a function; run 'relax-lambda-lift' first");
  lowerings.addMatchFailure<ToVDeviceOp>(
      "it makes its own result; run 'relax-call-tir-rewrite' first");
}

} // namespace mlir::relax
