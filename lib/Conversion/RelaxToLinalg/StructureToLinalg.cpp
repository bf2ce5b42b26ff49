// Ops that compute nothing themselves as ops of upstream's dialects: constants,
// shapes, tuples, calls, branches.
#include "FunctionToLinalg.h"

#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

static Type getOnlyType(Value value) {
  SmallVector<Type> types;
  (void)flattenType(value.getType(), types);
  return types.front();
}

static LogicalResult convertConstant(FunctionToLinalg &function,
                                     ConstantOp op) {
  auto type = cast<RankedTensorType>(getOnlyType(op.getResult()));
  ElementsAttr value = op.getValue();
  // The same bits without sign and placement.
  // arith constants are signless: the bytes stay, only the type changes. A
  // resource is not copied, the handle is shared.
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    value = DenseResourceElementsAttr::get(type, resource.getRawHandle());
  else if (auto dense = dyn_cast<DenseElementsAttr>(value))
    value = dense.bitcast(type.getElementType());
  else
    return function.reject(op, "its values are sparse, expected dense ones");
  Value constant = arith::ConstantOp::create(function.getBuilder(), op.getLoc(),
                                             type, value);
  function.set(op.getResult(), constant);
  return success();
}

/// Sets what stands for a shape.
/// A shape is a list of SSA indices; no memory is made for it.
static LogicalResult setShape(FunctionToLinalg &function, Operation *op,
                              ArrayRef<SymExprAttr> dims) {
  SmallVector<Value> sizes;
  for (SymExprAttr dim : dims)
    sizes.push_back(function.lower(op->getLoc(), dim));
  function.set(op->getResult(0), sizes);
  return success();
}

static LogicalResult convertShapeOf(FunctionToLinalg &function, ShapeOfOp op) {
  SmallVector<Value> sizes;
  Value tensor = function.get(op.getInput()).front();
  for (int64_t axis : llvm::seq<int64_t>(
           0, cast<RankedTensorType>(tensor.getType()).getRank()))
    sizes.push_back(function.getBuilder().createOrFold<tensor::DimOp>(
        op.getLoc(), tensor, axis));
  function.set(op.getResult(), sizes);
  return success();
}

static LogicalResult convertPrimValue(FunctionToLinalg &function,
                                      PrimValueOp op) {
  Value value = function.lower(op.getLoc(), op.getValue());
  Type type = op.getResult().getType();
  function.set(op.getResult(),
               type.isIndex()
                   ? value
                   : function.getBuilder().createOrFold<arith::IndexCastOp>(
                         op.getLoc(), type, value));
  return success();
}

static LogicalResult convertTensorToShape(FunctionToLinalg &function,
                                          TensorToShapeOp op) {
  OpBuilder &builder = function.getBuilder();
  Location loc = op.getLoc();
  Value tensor = function.get(op.getInput()).front();
  SmallVector<Value> sizes;
  for (int64_t i :
       llvm::seq(cast<ShapeType>(op.getResult().getType()).getRank())) {
    Value place = arith::ConstantIndexOp::create(builder, loc, i);
    Value size = tensor::ExtractOp::create(builder, loc, tensor, place);
    // A size of 2^63 or more in a u64 would be negative after index_cast; both
    // are nonsense, but 200 in a u8 is not.
    bool hasSign = !cast<TensorType>(op.getInput().getType())
                        .getElementType()
                        .isUnsignedInteger();
    Type index = builder.getIndexType();
    sizes.push_back(
        hasSign
            ? arith::IndexCastOp::create(builder, loc, index, size).getResult()
            : arith::IndexCastUIOp::create(builder, loc, index, size)
                  .getResult());
  }
  function.set(op.getResult(), sizes);
  return success();
}

/// A tensor of numbers that are known one by one.
static LogicalResult setElements(FunctionToLinalg &function, Operation *op,
                                 ValueRange numbers) {
  OpBuilder &builder = function.getBuilder();
  auto type = cast<RankedTensorType>(getOnlyType(op->getResult(0)));
  Type element = type.getElementType();
  SmallVector<Value> cast;
  // A shape's numbers are index, the tensor's i64.
  for (Value number : numbers)
    cast.push_back(number.getType() == element
                       ? number
                       : builder.createOrFold<arith::IndexCastOp>(
                             op->getLoc(), element, number));
  Value tensor =
      tensor::FromElementsOp::create(builder, op->getLoc(), type, cast);
  function.set(op->getResult(0), tensor);
  return success();
}

static LogicalResult convertSize(FunctionToLinalg &function, SizeOp op) {
  OpBuilder &builder = function.getBuilder();
  Value tensor = function.get(op.getInput()).front();
  Value count = arith::ConstantIndexOp::create(builder, op.getLoc(), 1);
  for (int64_t axis :
       llvm::seq(cast<RankedTensorType>(tensor.getType()).getRank()))
    count = builder.createOrFold<arith::MulIOp>(
        op.getLoc(), count,
        builder.createOrFold<tensor::DimOp>(op.getLoc(), tensor, axis));
  return setElements(function, op, count);
}

static LogicalResult convertMatchCast(FunctionToLinalg &function,
                                      MatchCastOp op) {
  // The cast defines symbols and asserts sizes first: the casts to the new
  // types are only right behind the checks.
  ArrayRef<Value> stands = function.get(op.getInput());
  function.defineSymbols(op.getLoc(), op.getResult().getType(),
                         op.getInput().getType(), stands);
  function.set(op.getResult(),
               function.castAll(op.getLoc(), stands, op.getResult().getType()));
  return success();
}

static LogicalResult convertTuple(FunctionToLinalg &function, TupleOp op) {
  SmallVector<Value> fields;
  for (Value field : op.getFields())
    llvm::append_range(fields, function.get(field));
  SmallVector<Value> cast =
      function.castAll(op.getLoc(), fields, op.getResult().getType());
  function.set(op.getResult(), cast);
  return success();
}

static LogicalResult convertTupleGetItem(FunctionToLinalg &function,
                                         TupleGetItemOp op) {
  auto tuple = cast<TupleType>(op.getTuple().getType());
  // The fields in front decide where this one's values begin, since fields may
  // be several values or none.
  SmallVector<Type> before, types;
  for (Type field : tuple.getTypes().take_front(op.getIndex()))
    (void)flattenType(field, before);
  (void)flattenType(tuple.getType(op.getIndex()), types);
  ArrayRef<Value> fields =
      function.get(op.getTuple()).slice(before.size(), types.size());
  function.set(op.getResult(),
               function.castAll(op.getLoc(), fields, op.getResult().getType()));
  return success();
}

static LogicalResult convertDataflow(FunctionToLinalg &function,
                                     DataflowOp op) {
  // A dataflow region is a scope of SSA values only: its ops go in line.
  if (failed(function.convertBlock(op.getBody().front())))
    return failure();
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), op.getOutput().getOperands()))
    function.set(result, function.castAll(op.getLoc(), function.get(value),
                                          result.getType()));
  return success();
}

/// Gives each result its part of values.
static void setResults(FunctionToLinalg &function, Operation *op,
                       ValueRange values) {
  for (Value result : op->getResults()) {
    SmallVector<Type> types;
    (void)flattenType(result.getType(), types);
    function.set(result,
                 function.castAll(op->getLoc(), values.take_front(types.size()),
                                  result.getType()));
    values = values.drop_front(types.size());
  }
}

static LogicalResult convertIf(FunctionToLinalg &function, IfOp op) {
  OpBuilder &builder = function.getBuilder();
  Location loc = op.getLoc();
  Value condition = function.get(op.getCondition()).front();
  // A condition is an i1 or a tensor of rank 0.
  if (isa<TensorType>(condition.getType()))
    condition = tensor::ExtractOp::create(builder, loc, condition);
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    (void)flattenType(type, types);
  auto branch = scf::IfOp::create(builder, loc, types, condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  if (failed(function.convertBranch(op.getThenRegion().front(),
                                    *branch.thenBlock(),
                                    op.getResultTypes())) ||
      failed(function.convertBranch(op.getElseRegion().front(),
                                    *branch.elseBlock(), op.getResultTypes())))
    return failure();
  setResults(function, op, branch.getResults());
  return success();
}

static LogicalResult convertCall(FunctionToLinalg &function, CallOp op) {
  auto callee = function.lookupCallee<FuncOp>(op.getCallee());
  SmallVector<Value> arguments;
  for (Value argument : op.getArgs())
    llvm::append_range(arguments, function.get(argument));
  // The callee's function was or will be converted with exactly these
  // flattened types.
  SmallVector<Type> parameters, results;
  bool isFlat = true;
  for (auto [types, flat] : {std::pair(callee.getArgumentTypes(), &parameters),
                             std::pair(callee.getResultTypes(), &results)})
    for (Type type : types)
      isFlat &= flattenType(type, *flat);
  if (!isFlat || parameters.size() != arguments.size())
    return function.reject(op,
                           "what it calls is expected to have parameters and "
                           "results of types that upstream's dialects have",
                           callee);
  SmallVector<Value> cast =
      function.castAll(op.getLoc(), arguments, callee.getArgumentTypes());
  auto call = func::CallOp::create(function.getBuilder(), op.getLoc(),
                                   op.getCallee(), results, cast);
  setResults(function, op, call.getResults());
  return success();
}

static LogicalResult convertCallTIR(FunctionToLinalg &function, CallTIROp op) {
  auto program = function.lookupCallee<tir::FuncOp>(op.getCallee());
  auto vars = llvm::map_to_vector(
      op.getVars(), [](Attribute var) { return cast<SymExprAttr>(var); });
  return function.convertProgram(op, program, vars);
}

// nullopt and failure differ: not one of ours, and one of ours that failed.
std::optional<LogicalResult> convertStructure(FunctionToLinalg &function,
                                              Operation *op) {
  return TypeSwitch<Operation *, std::optional<LogicalResult>>(op)
      .Case([&](ConstantOp op) { return convertConstant(function, op); })
      .Case([&](ShapeOp op) {
        return setShape(function, op, *getSymExprs(op.getValues()));
      })
      .Case([&](ShapeOfOp op) { return convertShapeOf(function, op); })
      .Case([&](PrimValueOp op) { return convertPrimValue(function, op); })
      .Case([&](TensorToShapeOp op) {
        return convertTensorToShape(function, op);
      })
      .Case([&](ShapeToTensorOp op) {
        return setElements(function, op, function.get(op.getInput()));
      })
      .Case([&](ScalarToTensorOp op) {
        return setElements(function, op, function.get(op.getInput()));
      })
      .Case([&](SizeOp op) { return convertSize(function, op); })
      .Case([&](MatchCastOp op) { return convertMatchCast(function, op); })
      .Case([&](TupleOp op) { return convertTuple(function, op); })
      .Case(
          [&](TupleGetItemOp op) { return convertTupleGetItem(function, op); })
      .Case([&](DataflowOp op) { return convertDataflow(function, op); })
      .Case([&](IfOp op) { return convertIf(function, op); })
      .Case([&](CallOp op) { return convertCall(function, op); })
      .Case([&](CallTIROp op) { return convertCallTIR(function, op); })
      .Case([&](ReshapeOp op) { return convertReshape(function, op); })
      .Default([](Operation *) { return std::nullopt; });
}

} // namespace mlir::relax
