// Request weights where they are needed.
//
// TVM's pass gives a function a callback as a parameter. Host code here calls
// functions outside of the module by name (docs/Runtime.md), so the callback is
// one that the program registers.
#include "ExternalCalls.h"
#include "PrivateCalls.h"

#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Module/Passes.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_LAZYGETINPUTPASS
#include "Relax/Transforms/Module/Passes.h.inc"

namespace {
/// The weights of one function, which become calls.
class WeightRequests {
public:
  WeightRequests(FuncOp func, FlatSymbolRefAttr callee);

  /// Whether all weights can be requested; reports the first that cannot.
  LogicalResult verify();
  void apply();

private:
  LogicalResult verifyType(Value weight, Type type, int64_t index);
  /// The weight `index` of `type`, requested where `builder` is.
  Value request(OpBuilder &builder, Location location, int64_t index,
                Type type);

  FuncOp func;
  FlatSymbolRefAttr callee;
  unsigned numInputs;
  /// Sizes that the inputs tell.
  llvm::SmallDenseSet<StringAttr> symbols;
  std::string name;
};
} // namespace

WeightRequests::WeightRequests(FuncOp func, FlatSymbolRefAttr callee)
    : func(func), callee(callee), numInputs(unsigned(*func.getNumInput())) {
  for (Type type : func.getArgumentTypes().take_front(numInputs))
    walkBareSymbols(type, [&](StringAttr symbol) { symbols.insert(symbol); });
}

/// A request is given the tensor that it fills, so its sizes are known before.
LogicalResult WeightRequests::verifyType(Value weight, Type type,
                                         int64_t index) {
  bool isTold = canBeAllocated(type);
  walkSymbols(type,
              [&](StringAttr symbol) { isTold &= symbols.contains(symbol); });
  if (isTold)
    return success();
  InFlightDiagnostic error = func.emitOpError("cannot request weight ");
  error << index
        << ": expected a tensor whose sizes are known or those of an input, "
           "found "
        << type << "; relax-bind-symbolic-vars gives sizes their values";
  error.attachNote(weight.getLoc()) << "the weight is here";
  return error;
}

LogicalResult WeightRequests::verify() {
  int64_t index = 0;
  for (BlockArgument weight : func.getArguments().drop_front(numInputs)) {
    auto tuple = dyn_cast<TupleType>(weight.getType());
    Type own = weight.getType();
    ArrayRef<Type> types = tuple ? tuple.getTypes() : ArrayRef(own);
    for (Type type : types)
      if (failed(verifyType(weight, type, index++)))
        return failure();
    for (Operation *user : weight.getUsers())
      if (tuple && !isa<TupleGetItemOp>(user)) {
        func.emitOpError("cannot request the weights of a tuple one by one: "
                         "expected fields to be taken from it, found '")
                .append(user->getName(), "'; run --canonicalize first")
                .attachNote(user->getLoc())
            << "the use is here";
        return failure();
      }
  }
  return success();
}

Value WeightRequests::request(OpBuilder &builder, Location location,
                              int64_t index, Type type) {
  Value arguments[] = {createNumbers(builder, location, index),
                       createBytes(builder, location, name)};
  return createExternCall(builder, location, callee, arguments, type);
}

/// In front of the first use, in the innermost block that has all uses: a
/// weight is there no longer than needed, and is requested once.
static Operation *findFirstUse(BlockArgument weight) {
  Operation *first = *weight.user_begin();
  Block *block = first->getBlock();
  auto encloses = [&](Operation *user) {
    return block->findAncestorOpInBlock(*user) != nullptr;
  };
  while (!llvm::all_of(weight.getUsers(), encloses))
    block = block->getParentOp()->getBlock();
  first = block->findAncestorOpInBlock(*first);
  for (Operation *user : weight.getUsers())
    if (Operation *other = block->findAncestorOpInBlock(*user);
        other->isBeforeInBlock(first))
      first = other;
  return first;
}

void WeightRequests::apply() {
  llvm::BitVector dropped(func.getNumArguments());
  dropped.set(numInputs, func.getNumArguments());
  int64_t next = 0;
  for (BlockArgument weight : func.getArguments().drop_front(numInputs)) {
    name = func.getParameterName(weight.getArgNumber());
    auto tuple = dyn_cast<TupleType>(weight.getType());
    int64_t index = next;
    next += tuple ? int64_t(tuple.size()) : 1;
    if (!tuple && !weight.use_empty()) {
      OpBuilder builder(findFirstUse(weight));
      weight.replaceAllUsesWith(
          request(builder, weight.getLoc(), index, weight.getType()));
    }
    for (Operation *user : llvm::make_early_inc_range(weight.getUsers())) {
      auto field = cast<TupleGetItemOp>(user);
      OpBuilder builder(field);
      field.replaceAllUsesWith(request(builder, field.getLoc(),
                                       index + int64_t(field.getIndex()),
                                       field.getType()));
      field.erase();
    }
  }
  eraseParameters(func, dropped);
}

namespace {
struct LazyGetInputPass : impl::LazyGetInputPassBase<LazyGetInputPass> {
  using Base::Base;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto func : llvm::to_vector(getOperation().getOps<FuncOp>())) {
      if (func.isExternal() || !func.getNumInput() ||
          *func.getNumInput() == func.getNumArguments())
        continue;
      WeightRequests requests(func, declareExtern(symbols, getter));
      if (failed(verifyWeightsGivenOutside(func, getOperation())) ||
          failed(requests.verify()))
        return signalPassFailure();
      requests.apply();
    }
  }
};
} // namespace

} // namespace mlir::relax
