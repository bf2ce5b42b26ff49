// A part of a graph as a function of its own.
#include "OutlinedFunction.h"
#include "NodeDispatch.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

DataflowRegion::DataflowRegion(OpBuilder &builder, Location loc)
    // A DataflowOp's result types are fixed when it is made. The results are
    // known only at the end, so the region is opened without, and `close` moves
    // it into a second op.
    : builder(builder), open(DataflowOp::create(builder, loc, TypeRange())) {
  builder.setInsertionPointToEnd(&open.getBody().emplaceBlock());
}

SmallVector<Value> DataflowRegion::close(ValueRange results) {
  OutputOp::create(builder, open.getLoc(), results);
  builder.setInsertionPoint(open);
  DataflowOp done =
      DataflowOp::create(builder, open.getLoc(), results.getTypes());
  // takeBody moves the blocks without copying an op: values that others hold
  // stay valid.
  done.getBody().takeBody(open.getBody());
  open.erase();
  builder.setInsertionPointAfter(done);
  return SmallVector<Value>(done.getResults());
}

static FuncOp getFunction(OpBuilder &builder) {
  // The insertion point may be in the function itself or deep in regions.
  Operation *parent = builder.getInsertionBlock()->getParentOp();
  if (FuncOp function = dyn_cast<FuncOp>(parent))
    return function;
  return parent->getParentOfType<FuncOp>();
}

OutlinedFunction::OutlinedFunction(NodeImport &node, StringRef suffix,
                                   TypeRange types)
    : node(node), builder(node.getBuilder()),
      caller(builder.saveInsertionPoint()) {
  ModelParts &parts = node.getDispatch().getParts();
  FuncOp around = getFunction(builder);
  // Functions that are under construction form a stack: the symbols of all of
  // them are visible to the innermost.
  parts.open.push_back(around);
  // Before the new function exists: its own symbols must not count as the
  // caller's.
  findVisible();
  ModuleOp module = around->getParentOfType<ModuleOp>();
  // All that is there now survives if this function is given up. What is made
  // later, inner functions included, does not.
  for (Operation &op : *module.getBody())
    others.insert(&op);
  StringRef outer = parts.request.options.functionName;
  std::string name = (outer + "_" + suffix).str();
  // Names of private functions are free to choose; a user's function may have
  // the same.
  for (unsigned i = 1; module.lookupSymbol(name); ++i)
    name = (outer + "_" + suffix + "_" + Twine(i)).str();
  builder.setInsertionPointToEnd(module.getBody());
  function = FuncOp::create(builder, node.getLoc(), name,
                            builder.getFunctionType(types, {}));
  // Private: nobody calls it from outside, and an unused one may go.
  function.setPrivate();
  Block *body = &function.getBody().front();
  llvm::append_range(parameters, body->getArguments());
  builder.setInsertionPointToEnd(body);
}

OutlinedFunction::~OutlinedFunction() {
  // Not closed means an error or a trial: nothing refers to what was built
  // since.
  if (isClosed)
    return;
  node.getDispatch().getParts().open.pop_back();
  ModuleOp module = function->getParentOfType<ModuleOp>();
  // Restored before erasing: the builder stands in the function that goes away.
  builder.restoreInsertionPoint(caller);
  // Calls among the functions to be erased refer to them by symbol, not by
  // value, so any order of erasing works.
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (!others.contains(&op))
      op.erase();
}

/// Nothing is added to the callers while the function is open.
void OutlinedFunction::findVisible() {
  auto add = [&](StringAttr symbol) { visible.insert(symbol); };
  // All enclosing functions, since captures of the inner one become captures of
  // the outer one when that is closed. Computed once: it walks the callers, and
  // they do not change while the function is open.
  for (Operation *open : node.getDispatch().getParts().open) {
    for (Type type : cast<FuncOp>(open).getArgumentTypes())
      walkSymbols(type, add);
    open->walk([&](Operation *op) {
      for (StringAttr symbol : getSymbolsUsedBy(op))
        add(symbol);
    });
  }
}

bool OutlinedFunction::isVisible(SymExprAttr expr) const {
  bool isVisible = true;
  expr.walkSymbols(
      [&](StringAttr symbol) { isVisible &= visible.contains(symbol); });
  return isVisible;
}

/// The symbols of the caller that the function uses.
SmallVector<StringAttr> OutlinedFunction::getCapturedSymbols() {
  // A SetVector: parameters are in order of first use, hence the module is the
  // same in each run.
  llvm::SetVector<StringAttr> used;
  auto add = [&](StringAttr symbol) { used.insert(symbol); };
  function.walk([&](Operation *op) {
    // Symbols occur in attributes (shapes) and in types of operands; either
    // must be bound by a parameter.
    for (StringAttr symbol : getSymbolsUsedBy(op))
      add(symbol);
    for (Value operand : op->getOperands())
      walkSymbols(operand.getType(), add);
  });
  for (Value parameter : parameters)
    walkSymbols(parameter.getType(), add);
  SmallVector<StringAttr> result;
  // What is not visible is a symbol of the function itself, bound by its own
  // ops.
  for (StringAttr symbol : used)
    if (isVisible(SymExprAttr::symbol(node.getContext(), symbol)))
      result.push_back(symbol);
  return result;
}

/// Adds a parameter for what the function uses of its caller: a shape with the
/// symbols, then the values. Gives these values.
SmallVector<Value> OutlinedFunction::addCaptures() {
  llvm::SetVector<Value> captured;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Pre-order, so that captures are found in the order of the program, inside
    // of regions also.
    for (Value operand : op->getOperands())
      if (!function.getBody().isAncestor(operand.getParentRegion()))
        captured.insert(operand);
  });
  SmallVector<StringAttr> symbols = getCapturedSymbols();
  Location loc = node.getLoc();
  SmallVector<Value> values;
  if (!symbols.empty()) {
    SmallVector<SymExprAttr> sizes;
    for (StringAttr symbol : symbols)
      sizes.push_back(SymExprAttr::symbol(node.getContext(), symbol));
    // The shape is made in the caller, where these symbols are bound. A shape
    // parameter binds them again inside, which a tensor would do only if one of
    // that size happened to be used.
    OpBuilder::InsertionGuard guard(builder);
    builder.restoreInsertionPoint(caller);
    SmallVector<Attribute> entries(sizes.begin(), sizes.end());
    values.push_back(ShapeOp::create(builder, loc,
                                     ShapeType::get(node.getContext(), sizes),
                                     builder.getArrayAttr(entries)));
    caller = builder.saveInsertionPoint();
  }
  llvm::append_range(values, captured);
  Block &body = function.getBody().front();
  for (Value value : values) {
    Value parameter = body.addArgument(value.getType(), loc);
    // Only uses inside of the function change. The caller's own uses of the
    // value stay.
    value.replaceUsesWithIf(parameter, [&](OpOperand &use) {
      return function->isAncestor(use.getOwner());
    });
  }
  return values;
}

SmallVector<Value> OutlinedFunction::callItself(ValueRange arguments,
                                                TypeRange results) {
  CallOp call =
      // Types are given by the caller of this method: the function's own type
      // is not set before `close`.
      CallOp::create(builder, node.getLoc(), results,
                     FlatSymbolRefAttr::get(function.getSymNameAttr()),
                     arguments, /*impure=*/UnitAttr());
  return SmallVector<Value>(call.getResults());
}

SmallVector<Value> OutlinedFunction::close(ValueRange results, TypeRange types,
                                           ValueRange arguments) {
  ReturnOp::create(builder, node.getLoc(), results);
  // Captures are collected when the whole body is there. Recursive calls were
  // made before, so they get the added arguments below.
  SmallVector<Value> captured = addCaptures();
  Block &body = function.getBody().front();
  ValueRange added =
      ValueRange(body.getArguments()).drop_front(parameters.size());
  function.setType(builder.getFunctionType(body.getArgumentTypes(), types));
  FlatSymbolRefAttr callee = FlatSymbolRefAttr::get(function.getSymNameAttr());
  // The added parameters are passed on unchanged: inside of the recursion they
  // are the same values.
  function.walk([&](CallOp call) {
    if (call.getCalleeAttr() == callee)
      call.getArgsMutable().append(added);
  });
  // From here on the destructor leaves everything.
  isClosed = true;
  node.getDispatch().getParts().open.pop_back();
  builder.restoreInsertionPoint(caller);
  SmallVector<Value> all(arguments);
  llvm::append_range(all, captured);
  CallOp call = CallOp::create(builder, node.getLoc(), types, callee, all,
                               /*impure=*/UnitAttr());
  return SmallVector<Value>(call.getResults());
}

} // namespace mlir::relax
