// Writes functions of the graph level: bindings, regions, local functions.
#include "GraphFunction.h"

#include "ConstantText.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/MatchOps.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "TargetNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax::tvmscript {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Whether an op computes on scalars.
static bool isScalarOp(Operation *op) {
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
      op->getDialect());
}

/// Whether an op is a choice between scalars.
static bool isScalarChoice(Operation *op) {
  auto choice = dyn_cast<scf::IfOp>(op);
  if (!choice || choice.getNumResults() != 1)
    return false;
  return llvm::all_of(choice->getRegions(), [](Region &region) {
    return llvm::all_of(
        region.front().without_terminator(), [](Operation &inner) {
          return isScalarOp(&inner) || isa<PrimValueOp>(inner) ||
                 isScalarChoice(&inner);
        });
  });
}

/// Whether TVM has what an op gives as a leaf of an expression.
/// TVM's parser makes a variable of each binding, and a leaf that has one is
/// another module on the way back.
static bool isLeaf(Operation *op) {
  return isa<ConstantOp, ShapeOp, PrimValueOp, StringOp, DtypeOp, TupleOp>(
             op) ||
         isScalarOp(op) || isScalarChoice(op);
}

/// Whether a user takes a variable, and nothing else.
static bool takesVariable(Operation *user) {
  return isa<OutputOp, TupleGetItemOp>(user);
}

/// Whether an op stands where its one user has it as an operand. Only leaves
/// for the same user stand between the two, so that the order stays.
/// If another op stood between, the operand would be evaluated after it in the
/// text.
bool GraphWriter::isInlined(Operation *op) {
  auto known = inlined.find(op);
  if (known != inlined.end())
    return known->second;
  bool isInside = decideInlined(op);
  inlined[op] = isInside;
  return isInside;
}

bool GraphWriter::decideInlined(Operation *op) {
  if (!isLeaf(op))
    return false;
  // Constants have no place: each use writes its own.
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  // TVM gives a choice a variable, before what stands beside it.
  if (!op->hasOneUse() || isa<scf::IfOp>(op))
    return false;
  Operation *user = *op->user_begin();
  if (user->getBlock() != op->getBlock() || takesVariable(user))
    return false;
  for (Operation *next = op->getNextNode(); next != user;
       next = next->getNextNode())
    if (!isInlined(next))
      return false;
  return true;
}

std::string GraphWriter::dtype(Value value) {
  std::string name = dtypeOf(value.getType());
  if (name.empty() && value.getDefiningOp())
    module.reject(value.getDefiningOp(),
                  "expected a number with a width, as TVM's, found " +
                      debugString(value.getType()) +
                      "; use i64 instead of index");
  return name;
}

std::optional<Expression> GraphWriter::leaf(Operation *op) {
  using Result = std::optional<Expression>;
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](ConstantOp op) -> Result {
        return Expression{constantText(module, op)};
      })
      .Case([&](ShapeOp op) -> Result {
        SmallVector<SymExprAttr> sizes;
        for (Attribute size : op.getValues())
          sizes.push_back(cast<SymExprAttr>(size));
        return Expression{"R.shape([" + types.exprs(sizes) + "])"};
      })
      .Case([&](PrimValueOp op) -> Result {
        SymExprAttr expr = op.getValue();
        std::string name = dtype(op.getResult());
        if (expr.getConstant())
          return Expression{"T." + name + "(" + types.expr(expr) + ")"};
        return Expression{types.expr(expr), Binding::Sum};
      })
      .Case([&](scf::IfOp op) -> Result {
        return Expression{"T.if_then_else(" + value(op.getCondition()) + ", " +
                          value(op.thenYield().getOperand(0)) + ", " +
                          value(op.elseYield().getOperand(0)) + ")"};
      })
      .Case([&](StringOp op) -> Result {
        return Expression{"R.str(" + quoted(op.getValue()) + ")"};
      })
      .Case([&](DtypeOp op) -> Result {
        std::string name = isa<ObjectType>(op.getValue()) ? "handle"
                           : isa<UnknownType>(op.getValue())
                               ? "void"
                               : types.dtype(op, op.getValue());
        return Expression{"R.dtype(" + quoted(name) + ")"};
      })
      .Case([&](TupleOp op) -> Result {
        // The results of one op, all in order, are the tuple that TVM has.
        // TVM's calls give one tuple where ops here give several results;
        // building it anew would be a second tuple on the way back.
        if (op.getFields().empty())
          return Expression{"R.tuple()"};
        Operation *source = op.getFields().front().getDefiningOp();
        auto known = tuples.find(source);
        if (known != tuples.end() &&
            llvm::equal(op.getFields(), source->getResults()))
          return Expression{known->second};
        return Expression{tuple(op.getFields())};
      })
      .Default([&](Operation *op) -> Result {
        SmallVector<Expression> operands;
        for (Value operand : op->getOperands())
          operands.push_back(expression(operand));
        return scalarText(op, operands, *this);
      });
}

Expression GraphWriter::expression(Value value) {
  auto name = known.find(value);
  if (name != known.end())
    return {name->second};
  Operation *op = value.getDefiningOp();
  if (op && isLeaf(op))
    if (std::optional<Expression> found = leaf(op))
      return *found;
  if (op && isScalarOp(op))
    module.reject(op, "expected an operation on scalars that TVM has");
  return {};
}

std::string GraphWriter::values(ValueRange values) {
  std::string text;
  llvm::interleave(
      values, [&](Value value) { text += this->value(value); },
      [&] { text += ", "; });
  return text;
}

std::string GraphWriter::tuple(ValueRange values) {
  return "(" + this->values(values) + (values.size() == 1 ? ",)" : ")");
}

// Python looks names up when a method runs: a function that stands further
// down is found by the class.
std::string GraphWriter::function(StringRef symbol) {
  namesModule = true;
  return "cls." + module.functionName(symbol);
}

std::string GraphWriter::scalarProgram(StringRef dtype) {
  namesModule = true;
  return "cls." + module.scalarProgram(dtype);
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

std::string GraphWriter::assigned(Operation *op, StringRef name, Type type,
                                  const Twine &text) {
  // The type is in the cast itself, which may give names to sizes: once.
  if (isa<MatchCastOp>(op))
    return (name + " = " + text).str();
  return (name + ": " + types.type(op, type) + " = " + text).str();
}

// Fields are taken right after the call, so that each result has a variable,
// as the way back expects.
void GraphWriter::give(Operation *op, const CallText &call, StringRef base) {
  if (op->getNumResults() == 0) {
    module.lines.add(call.text);
    return;
  }
  std::string name = names.fresh(base);
  if (!call.isTuple) {
    module.lines.add(assigned(op, name, op->getResult(0).getType(), call.text));
    known[op->getResult(0)] = name;
    return;
  }
  auto type =
      TupleType::get(op->getContext(), SmallVector<Type>(op->getResultTypes()));
  module.lines.add(assigned(op, name, type, call.text));
  takeFields(op, name, base);
}

void GraphWriter::takeFields(Operation *op, StringRef name, StringRef base) {
  tuples[op] = name.str();
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    std::string field = names.fresh(base);
    module.lines.add(
        assigned(op, field, result.getType(),
                 name.str() + "[" + Twine(result.getResultNumber()) + "]"));
    known[result] = field;
  }
}

void GraphWriter::statement(Operation *op) {
  if (isInlined(op) || op->hasTrait<OpTrait::IsTerminator>())
    return;
  if (auto region = dyn_cast<DataflowOp>(op))
    return dataflow(region);
  if (auto choice = dyn_cast<IfOp>(op))
    return branch(choice);
  if (auto local = dyn_cast<LambdaOp>(op))
    return lambda(local);
  std::optional<CallText> call = operatorText(*this, op);
  if (!call)
    call = callText(*this, op);
  if (!call && isLeaf(op))
    if (std::optional<Expression> found = leaf(op))
      call = CallText{found->text};
  if (!call) {
    module.reject(op, "expected an operation that TVM has");
    call = CallText{};
  }
  give(op, *call);
}

void GraphWriter::body(Block &block) {
  for (Operation &op : block)
    statement(&op);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

std::string GraphWriter::signature(Operation *op,
                                   ArrayRef<BlockArgument> arguments,
                                   ArrayRef<std::string> parameterNames) {
  for (auto [argument, name] : llvm::zip(arguments, parameterNames))
    known[argument] = names.fresh(name);
  std::string text = "(";
  llvm::interleave(
      arguments,
      [&](BlockArgument argument) {
        text += known[argument] + ": " +
                types.type(op, argument.getType(), Sizes::Parameter);
      },
      [&] { text += ", "; });
  return text + ")";
}

void GraphWriter::lambda(LambdaOp op) {
  FunctionType type = op.getCallable().getType().getSignature();
  if (!type || type.getNumResults() != 1) {
    module.reject(
        op,
        "expected a type and one value, as of a local function of TVM, found " +
            debugString(op.getCallable().getType()) + "; let it give a tuple");
    return;
  }
  bool isPure = op.getCallable().getType().getPure();
  module.lines.add(isPure ? "@R.function" : "@R.function(pure=False)");
  std::string name = names.fresh("local");
  Block &block = op.getBody().front();
  if (op.getRecursive())
    known[op.getSelf()] = name;
  SmallVector<std::string> parameterNames(op.getParameters().size(), "x");
  module.lines.add("def " + name +
                   signature(op, op.getParameters(), parameterNames) + " -> " +
                   types.type(op, type.getResult(0), Sizes::Quoted) + ":");
  known[op.getCallable()] = name;
  Indented deeper(module.lines);
  if (auto others = op->getDiscardableAttrDictionary(); !others.empty())
    module.lines.add("R.func_attr(" + types.dictionary(op, others.getValue()) +
                     ")");
  body(block);
  module.lines.add("return " + value(block.getTerminator()->getOperand(0)));
}

/// Whether importing the function marks it as forced to be pure by itself.
static bool isForcedByMemory(FuncOp function) {
  bool isInPlace = false, hasOther = false;
  function.walk([&](Operation *op) {
    if (isa<CallTIRInplaceOp, CallInplacePackedOp, BuiltinAllocTensorOp,
            MemoryAllocStorageOp, MemoryAllocTensorOp>(op))
      isInPlace = true;
    else if (op->getNumRegions() == 0 && !isa<MatchCastOp>(op))
      hasOther |= !isMemoryEffectFree(op);
  });
  return isInPlace && !hasOther;
}

void GraphWriter::attributes(FuncOp function,
                             ArrayRef<std::string> parameterNames) {
  SmallVector<std::string> words;
  for (NamedAttribute entry : function->getDiscardableAttrs()) {
    StringRef name = entry.getName();
    if (name == "global_symbol" || isOfTarget(name) ||
        (name == "relax.force_pure" && isForcedByMemory(function)))
      continue;
    bool isMark = isa<UnitAttr>(entry.getValue()) &&
                  (name == "relax.force_pure" || name == "relax.primitive");
    words.push_back(
        quoted(name == "relax.primitive" ? "Primitive" : name) + ": " +
        (isMark ? "True" : types.attribute(function, entry.getValue())));
  }
  if (std::optional<uint64_t> count = function.getNumInput())
    words.push_back("\"num_input\": " + std::to_string(*count));
  // The way back makes results of the fields.
  // A function of TVM has one result; whether a tuple is one result or several
  // is not seen from it.
  if (size_t count = function.getResultTypes().size(); count != 1)
    words.push_back("\"relax.num_results\": " + std::to_string(count));
  bool isRenamed = false;
  std::string given;
  for (auto [number, name] : llvm::enumerate(parameterNames)) {
    isRenamed |= known[function.getArgument(number)] != name;
    given += (number ? ", " : "") + quoted(name);
  }
  // Python has no such names; the way back finds them here.
  if (isRenamed && function.isPublic())
    words.push_back("\"relax.parameter_names\": [" + given + "]");
  if (!words.empty())
    module.lines.add("R.func_attr({" + llvm::join(words, ", ") + "})");
}

/// Whether the type of a result says less than TVM finds out by itself: what
/// the returned value's type says in terms of the parameters' sizes.
/// Such a type would come back with more than it says, and a module has to come
/// back as it is.
static bool saysLess(FuncOp function) {
  SmallVector<StringAttr> own = getParameterSymbols(function);
  Operation *end = function.getBody().front().getTerminator();
  return llvm::any_of(
      llvm::zip(end->getOperandTypes(), function.getResultTypes()),
      [&](auto types) {
        bool isKnown = std::get<0>(types) != std::get<1>(types);
        walkSymbols(std::get<0>(types), [&](StringAttr symbol) {
          isKnown &= llvm::is_contained(own, symbol);
        });
        return isKnown;
      });
}

/// Whether the type of a result has a size that no parameter has.
static bool namesOtherSizes(FuncOp function) {
  SmallVector<StringAttr> own = getParameterSymbols(function);
  bool isOther = false;
  for (Type type : function.getResultTypes())
    walkSymbols(type, [&](StringAttr symbol) {
      isOther |= !llvm::is_contained(own, symbol);
    });
  return isOther;
}

void GraphWriter::write(FuncOp function) {
  if (namesOtherSizes(function)) {
    module.reject(function, "expected sizes of parameters only in the type of "
                            "a result, as TVM's; leave the others unknown");
    return;
  }

  if (saysLess(function)) {
    module.reject(function,
                  "expected the type of the returned value for the result, "
                  "which says less here, as TVM takes it; let it be the same");
    return;
  }
  SmallVector<std::string> words, parameterNames;
  if (function.isPrivate())
    words.push_back("private=True");
  if (!function.isPure())
    words.push_back("pure=False");
  module.lines.add("@R.function" + (words.empty()
                                        ? std::string()
                                        : "(" + llvm::join(words, ", ") + ")"));
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    parameterNames.push_back(function.getParameterName(i));
  Block &block = function.getBody().front();
  std::string head = signature(function, block.getArguments(), parameterNames);
  module.lines.add(
      "def " + module.functionName(function.getSymName()) + head + " -> " +
      types.types(function, function.getResultTypes(), Sizes::Quoted) + ":");
  Indented deeper(module.lines);
  attributes(function, parameterNames);
  // What the body names stands before it.
  // Which symbols and which functions are named is known behind the body only.
  // So it is written into lines of its own, that are put behind the
  // declarations.
  Lines before = std::move(module.lines);
  module.lines = Lines();
  module.lines.depth = before.depth;
  body(block);
  OperandRange results = block.getTerminator()->getOperands();
  module.lines.add("return " + (results.size() == 1 ? value(results.front())
                                : results.empty()   ? std::string("R.tuple()")
                                                    : tuple(results)));
  std::swap(before, module.lines);
  if (namesModule)
    module.lines.add("cls = Module");
  for (const std::string &symbol : types.declared())
    module.lines.add(symbol + " = T.int64()");
  module.lines.text += before.text;
}

} // namespace mlir::relax::tvmscript
