// Explicit memory: storage, tensors in it, deallocation, views.
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "AllocationRules.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "Relax/Support/RuleError.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

// The types of a copy: one if they are the same, else `from to to`.
static mlir::ParseResult parseCopyTypes(mlir::OpAsmParser &parser,
                                        mlir::Type &source,
                                        mlir::Type &target) {
  if (parser.parseType(source))
    return mlir::failure();
  target = source;
  return mlir::failure(succeeded(parser.parseOptionalKeyword("to")) &&
                       parser.parseType(target));
}

static void printCopyTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                           mlir::Type source, mlir::Type target) {
  printer << source;
  if (target != source)
    printer << " to " << target;
}

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/MemoryOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerMemoryOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/MemoryOps.cpp.inc"
      >();
}

LogicalResult verifyAllocatable(Operation *op, RankedTensorType type) {
  if (isa<UnknownType>(type.getElementType()))
    return emitRuleError(op, 1, "expects a result of known dtype, found ")
           << type;
  if (llvm::is_contained(getDims(type), SymExprAttr()))
    return emitRuleError(op, 1,
                         "expects a result whose dimensions are all known, "
                         "found ")
           << type << "; name them with 'relax.match_cast'";
  return success();
}

LogicalResult verifyBytes(Operation *op, SymExprAttr bytes, StringRef what,
                          unsigned rule) {
  if (bytes.getUpperBound().value_or(0) < 0)
    return emitRuleError(op, rule, "expects ")
           << what << " of at least 0 bytes, found " << toString(bytes);
  return success();
}

LogicalResult verifyInStorage(Operation *op, RankedTensorType type,
                              SymExprAttr offset, Operation *maker,
                              SymExprAttr size) {
  SymExprAttr bytes = getByteSize(type);
  if (!bytes)
    return success();
  SymExprAttr room = size - offset - bytes;
  if (room && room.getUpperBound().value_or(0) < 0)
    return (emitRuleError(op, 3, "needs ")
            << toString(bytes) << " bytes at offset " << toString(offset)
            << ", which passes the end of the storage")
               .attachNote(maker->getLoc())
           << "the storage has " << toString(size) << " bytes";
  return success();
}

/// No effect inside a dataflow region.
static LogicalResult verifyOutsideDataflow(Operation *op, StringRef what) {
  if (auto dataflow = op->getParentOfType<DataflowOp>())
    return (emitRuleError(op, 1, "ends a ")
            << what
            << ", which is an effect; expected none in a 'relax.dataflow' "
               "region")
               .attachNote(dataflow.getLoc())
           << "the region is here; put the op after it";
  return success();
}

/// Nothing after `kill` in its block, but another end, uses `tensor` or a view
/// of it.
static LogicalResult verifyContents(MemoryKillStorageOp kill, Value tensor) {
  for (Operation *user : tensor.getUsers()) {
    Operation *ancestor = kill->getBlock()->findAncestorOpInBlock(*user);
    if (ancestor && ancestor != kill && kill->isBeforeInBlock(ancestor) &&
        !isa<MemoryKillTensorOp, VMKillObjectOp>(user))
      return (emitRuleError(kill, 4,
                            "ends a storage of which a tensor is still used, "
                            "expected after the last use")
                  .attachNote(user->getLoc())
              << "this use comes later");
    if (isa<ReshapeOp, FlattenOp, BatchFlattenOp, ExpandDimsOp, SqueezeOp,
            MemoryViewOp, MemoryEnsureZeroOffsetOp>(user) &&
        failed(verifyContents(kill, user->getResult(0))))
      return failure();
  }
  return success();
}

/// Nothing after `kill` in its block uses `value`.
static LogicalResult verifyLastUse(Operation *kill, Value value) {
  for (Operation *user : value.getUsers()) {
    Operation *ancestor = kill->getBlock()->findAncestorOpInBlock(*user);
    if (ancestor && ancestor != kill && kill->isBeforeInBlock(ancestor))
      return (emitRuleError(kill, 3,
                            "ends a value that is still used, expected after "
                            "the last use"))
                 .attachNote(user->getLoc())
             << "this use comes later";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// BuiltinAllocTensorOp, MemoryAllocStorageOp, MemoryAllocTensorOp
//===----------------------------------------------------------------------===//

LogicalResult BuiltinAllocTensorOp::verify() {
  // R1: allocatable.
  return verifyAllocatable(*this,
                           cast<RankedTensorType>(getTensor().getType()));
}

LogicalResult MemoryAllocStorageOp::verify() {
  // R1: a sensible size.
  return verifyBytes(*this, getSize(), "a size", 1);
}

static std::string nameDevice(VDeviceAttr device) {
  if (isHost(device))
    return "the host";
  std::string text;
  llvm::raw_string_ostream(text) << device;
  return text;
}

LogicalResult MemoryAllocTensorOp::verify() {
  auto type = cast<RankedTensorType>(getTensor().getType());
  // R1: allocatable.
  if (failed(verifyAllocatable(*this, type)))
    return failure();
  // R2: a sensible offset.
  if (failed(verifyBytes(*this, getOffset(), "an offset", 2)))
    return failure();
  // R3: inside the storage.
  auto storage = getStorage().getDefiningOp<MemoryAllocStorageOp>();
  if (!storage)
    return success();
  // R4: on the storage's device.
  if (!isSameDevice(getVDevice(type), storage.getVdeviceAttr()))
    return (emitRuleError(*this, 4, "expects a storage on ")
            << nameDevice(getVDevice(type))
            << ", as its type says, found one on "
            << nameDevice(storage.getVdeviceAttr()))
               .attachNote(storage.getLoc())
           << "the storage is made here";
  return verifyInStorage(*this, type, getOffset(), storage, storage.getSize());
}

LogicalResult MemoryCopyOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto target = cast<RankedTensorType>(getTarget().getType());
  // R1: the same elements, be it elsewhere.
  if (getTensorType(getDims(source), source.getElementType()) !=
      getTensorType(getDims(target), target.getElementType()))
    return emitRuleError(*this, 1, "expects a target of ")
           << source << ", wherever it is placed, found " << target;
  return success();
}

//===----------------------------------------------------------------------===//
// MemoryKillTensorOp, MemoryKillStorageOp
//===----------------------------------------------------------------------===//

/// The values that `value` is another name for, as far as its own op shows;
/// those of each branch, where it is a choice.
static SmallVector<Value> getNamed(OpResult value) {
  Operation *maker = value.getOwner();
  if (auto item = dyn_cast<TupleGetItemOp>(maker)) {
    auto tuple = item.getTuple().getDefiningOp<TupleOp>();
    return {tuple && item.getIndex() < tuple.getFields().size()
                ? tuple.getFields()[item.getIndex()]
                : item.getTuple()};
  }
  if (isa<MemoryViewOp, MemoryEnsureZeroOffsetOp, MatchCastOp>(maker))
    return {maker->getOperand(0)};
  SmallVector<Value> named;
  if (isa<DataflowOp, IfOp>(maker))
    for (Region &region : maker->getRegions()) {
      OperandRange given = region.front().back().getOperands();
      // More results than values is a violation of the op's, and told there.
      if (value.getResultNumber() < given.size())
        named.push_back(given[value.getResultNumber()]);
    }
  return named;
}

/// A parameter or a constant that a value may be, or be a view of; null if it
/// is none, as far as the function shows. Each value is looked at once: a chain
/// of choices has exponentially many paths.
static Value findForeign(Value value) {
  SetVector<Value> names;
  names.insert(value);
  for (unsigned next = 0; next < names.size(); ++next) {
    auto result = dyn_cast<OpResult>(names[next]);
    if (!result || isa<ConstantOp>(result.getOwner()))
      return names[next];
    names.insert_range(getNamed(result));
  }
  return {};
}

LogicalResult MemoryKillTensorOp::verify() {
  // R1: no effect inside a dataflow region.
  if (failed(verifyOutsideDataflow(*this, "tensor")))
    return failure();
  // R2: the tensor is this function's to end.
  Value foreign = findForeign(getTensor());
  if (isa_and_nonnull<BlockArgument>(foreign))
    return emitRuleError(*this, 2,
                         "ends a parameter, expected memory that this function "
                         "made; the caller ends it");
  if (foreign)
    return emitRuleError(*this, 2,
                         "ends a constant, expected memory that this function "
                         "made; it lives as long as the module");
  // Two equal values may become one, of which an end is the other's, too.
  Operation *maker = getTensor().getDefiningOp();
  if (maker->getNumRegions() == 0 && isMemoryEffectFree(maker) &&
      !isa<MemoryViewOp, MemoryEnsureZeroOffsetOp, TupleGetItemOp>(maker))
    return (emitRuleError(*this, 2,
                          "ends a value, which others may share; expected what "
                          "an allocation or a call made")
                .attachNote(maker->getLoc())
            << "the value is here");
  // R3: nothing uses it later.
  return verifyLastUse(*this, getTensor());
}

LogicalResult MemoryKillStorageOp::verify() {
  // R1: no effect inside a dataflow region.
  if (failed(verifyOutsideDataflow(*this, "storage")))
    return failure();
  // R2: the storage is this function's to end.
  if (!getStorage().getDefiningOp<MemoryAllocStorageOp>())
    return emitRuleError(
               *this, 2,
               "expects a storage made by 'relax.memory.alloc_storage' in this "
               "function, found ")
           << (isa<BlockArgument>(getStorage())
                   ? StringRef("a parameter")
                   : getStorage().getDefiningOp()->getName().getStringRef());
  // R3: nothing uses it later.
  if (failed(verifyLastUse(*this, getStorage())))
    return failure();
  // R4: nor what lies in it.
  for (Operation *user : getStorage().getUsers())
    if (auto tensor = dyn_cast<MemoryAllocTensorOp>(user))
      if (failed(verifyContents(*this, tensor.getTensor())))
        return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// MemoryViewOp
//===----------------------------------------------------------------------===//

LogicalResult MemoryViewOp::verify() {
  auto type = cast<RankedTensorType>(getResult().getType());
  // R1: everything about the view is known.
  if (failed(verifyAllocatable(*this, type)))
    return failure();
  // R2: a sensible offset.
  if (failed(verifyBytes(*this, getRelativeByteOffset(), "an offset", 2)))
    return failure();
  // R4: a byte that is neither 0 nor 1 is no boolean.
  Type element = cast<TensorType>(getX().getType()).getElementType();
  if (type.getElementType().isInteger(1) && !element.isInteger(1))
    return emitRuleError(*this, 4, "takes elements of ")
           << element
           << " for booleans, expected i1, as others than 0 and 1 are none; "
              "compare them with 0 instead";
  // R3: inside the tensor.
  auto from = dyn_cast<RankedTensorType>(getX().getType());
  SymExprAttr available = from ? getByteSize(from) : SymExprAttr();
  SymExprAttr needed = getByteSize(type);
  if (!available || !needed)
    return success();
  SymExprAttr room = available - getRelativeByteOffset() - needed;
  if (room && room.getUpperBound().value_or(0) < 0)
    return emitRuleError(*this, 3, "needs ")
           << toString(needed) << " bytes at offset "
           << toString(getRelativeByteOffset()) << ", but the tensor has "
           << toString(available);
  return success();
}

} // namespace mlir::relax
