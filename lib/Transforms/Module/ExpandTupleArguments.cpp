// Pass the fields of tuples to private functions, one by one.
#include "PrivateCalls.h"

#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "Relax/Transforms/Module/Passes.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_EXPANDTUPLEARGUMENTSPASS
#include "Relax/Transforms/Module/Passes.h.inc"

/// The fields of a tuple, those of tuples in it in their place. Tuples flatten
/// to all depths at once, so that one run suffices and a second finds no tuple.
static void addFields(Value tuple, Location loc, OpBuilder &builder,
                      SmallVectorImpl<Value> &fields) {
  auto type = dyn_cast<TupleType>(tuple.getType());
  if (!type) {
    fields.push_back(tuple);
    return;
  }
  auto made = tuple.getDefiningOp<TupleOp>();
  for (auto [index, field] : llvm::enumerate(type.getTypes())) {
    // If the tuple was made right here with just these types, its fields are at
    // hand, and the tuple dies with the call.
    Value value =
        made && made.getFields()[index].getType() == field
            ? made.getFields()[index]
            : TupleGetItemOp::create(builder, loc, field, tuple, index)
                  .getResult();
    addFields(value, loc, builder, fields);
  }
}

/// A tuple made of parameters, which are taken from `fields` in order.
static Value makeTuple(TupleType type, Location loc, OpBuilder &builder,
                       ArrayRef<BlockArgument> &fields) {
  SmallVector<Value> values;
  for (Type field : type.getTypes())
    if (auto inner = dyn_cast<TupleType>(field)) {
      values.push_back(makeTuple(inner, loc, builder, fields));
    } else {
      values.push_back(fields.front());
      fields = fields.drop_front();
    }
  return TupleOp::create(builder, loc, type, values);
}

/// Fields that are taken from a tuple that is made of them.
static void foldFields(Value tuple) {
  auto made = tuple.getDefiningOp<TupleOp>();
  if (!made)
    // Field by field, also within nested tuples: until the outer one is folded
    // the inner one has a use.
    return;
  for (Operation *user : llvm::make_early_inc_range(tuple.getUsers()))
    if (auto item = dyn_cast<TupleGetItemOp>(user)) {
      Value field = made.getFields()[item.getIndex()];
      // The field may say more than the type of the tuple; a later op may rely
      // on what the tuple says.
      if (field.getType() != item.getType())
        continue;
      item.replaceAllUsesWith(field);
      foldFields(field);
      item.erase();
    }
  if (!tuple.use_empty())
    return;
  SmallVector<Value> fields(made.getFields());
  made.erase();
  for (Value field : fields)
    if (isa<TupleType>(field.getType()))
      foldFields(field);
}

/// Replaces the parameter `index` by its fields.
static void expandParameter(FuncOp func, unsigned index) {
  BlockArgument tuple = func.getArgument(index);
  auto type = cast<TupleType>(tuple.getType());
  SmallVector<Type> types;
  type.getFlattenedTypes(types);
  for (auto [number, field] : llvm::enumerate(types))
    (void)func.insertArgument(index + 1 + unsigned(number), field, {},
                              tuple.getLoc());
  auto body = OpBuilder::atBlockBegin(&func.getBody().front());
  // `fields` shrinks from the front as nested tuples take theirs: the flattened
  // order is that of a depth-first walk, in types and values alike.
  SmallVector<BlockArgument> arguments(
      func.getArguments().slice(index + 1, types.size()));
  ArrayRef<BlockArgument> fields(arguments);
  Value made = makeTuple(type, tuple.getLoc(), body, fields);
  tuple.replaceAllUsesWith(made);
  foldFields(made);
  // `num_input` counts parameters. A tuple of three inputs becomes three;
  // `eraseParameters` then takes one for the tuple itself.
  if (std::optional<uint64_t> inputs = func.getNumInput())
    if (index < *inputs)
      func.setNumInput(*inputs + types.size());
  llvm::BitVector dropped(func.getNumArguments());
  dropped.set(index);
  eraseParameters(func, dropped);
}

static void expand(PrivateFunction &function) {
  FuncOp func = function.func;
  // Calls first, while the callee's old signature still says what is a tuple;
  // the module verifies only after both.
  for (CallOp call : function.calls) {
    SmallVector<Value> args;
    OpBuilder builder(call);
    for (Value argument : call.getArgs())
      addFields(argument, call.getLoc(), builder, args);
    CallOp changed = changeCall(call, args, call.getResultTypes());
    call.replaceAllUsesWith(changed.getResults());
    call.erase();
  }
  // From the last parameter on, so that indices of earlier ones stay valid.
  for (unsigned index = func.getNumArguments(); index-- > 0;)
    if (isa<TupleType>(func.getArgumentTypes()[index]))
      expandParameter(func, index);
}

namespace {
struct ExpandTupleArgumentsPass
    : impl::ExpandTupleArgumentsPassBase<ExpandTupleArgumentsPass> {
  void runOnOperation() override {
    bool changed = false;
    for (PrivateFunction &function : getPrivateFunctions(getOperation()))
      if (llvm::any_of(function.func.getArgumentTypes(),
                       llvm::IsaPred<TupleType>)) {
        expand(function);
        changed = true;
      }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace mlir::relax
