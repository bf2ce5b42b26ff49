// A relax function as a function of linalg on tensors.
#include "FunctionToLinalg.h"
#include "ProgramToLinalg.h"

#include "Relax/Analysis/LaterPass.h"
#include "Relax/Conversion/RelaxToTIR/TensorProgram.h"
#include "Relax/Dialect/Relax/IR/CallVerifier.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/SymExprLowering.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::relax {

// Tuples do not exist in func's conventions, shapes become their sizes.
// Unsigned elements become signless, as linalg's arithmetic wants; the ops
// carry the sign.
bool flattenType(Type type, SmallVectorImpl<Type> &types) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::all_of(tuple.getTypes(),
                        [&](Type field) { return flattenType(field, types); });
  if (auto shape = dyn_cast<ShapeType>(type)) {
    if (shape.getRank() < 0)
      return false;
    types.append(shape.getRank(), IndexType::get(type.getContext()));
    return true;
  }
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    // A placement has no counterpart upstream.
    if (isa<UnknownType>(tensor.getElementType()) || getVDevice(tensor))
      return false;
    types.push_back(RankedTensorType::get(
        tensor.getShape(), getBufferElement(tensor.getElementType())));
    return true;
  }
  if (!type.isIntOrIndexOrFloat())
    return false;
  types.push_back(getBufferElement(type));
  return true;
}

LogicalResult FunctionToLinalg::reject(Operation *op, const Twine &reason,
                                       Operation *program) {
  obstacles.push_back({op, reason.str(),
                       program && program->getLoc() != op->getLoc()
                           ? std::optional(program->getLoc())
                           : std::nullopt});
  return failure();
}

//===-- Sizes -------------------------------------------------------------===//

Value FunctionToLinalg::lower(Location loc, SymExprAttr expr) {
  return lowerSymExpr(builder, loc, expr, [&](StringAttr symbol) {
    return symbols.lookup(symbol);
  });
}

// Sizes come from symbols that parameters or casts have bound; null if one is
// unbound.
SmallVector<OpFoldResult> FunctionToLinalg::getSizes(Location loc,
                                                     RankedTensorType type) {
  SmallVector<OpFoldResult> sizes;
  for (SymExprAttr dim : getDims(type)) {
    std::optional<int64_t> constant = dim ? dim.getConstant() : std::nullopt;
    sizes.push_back(constant ? OpFoldResult(builder.getIndexAttr(*constant))
                             : OpFoldResult(lower(loc, dim)));
  }
  return sizes;
}

namespace {
/// A size in the type of a value: what the type calls it, what is known of it
/// beforehand, and where it is: in a tensor's axis, or as a value itself.
struct TypedSize {
  SymExprAttr dim, known;
  Value holder;
  std::optional<int64_t> axis;

  /// Whether the type of what stands for the value says it, too.
  bool isStatic() const {
    return axis &&
           !cast<RankedTensorType>(holder.getType()).isDynamicDim(*axis);
  }
  Value get(OpBuilder &builder, Location loc) const {
    return axis ? builder.createOrFold<tensor::DimOp>(loc, holder, *axis)
                : holder;
  }
};
} // namespace

static SmallVector<SymExprAttr> getShapeDims(ShapeType type) {
  SmallVector<SymExprAttr> dims(type.getDims());
  dims.resize(std::max<int64_t>(type.getRank(), 0));
  return dims;
}

/// Lists the sizes in a type; takes what stands for its value from the front
/// of `stands`. `known` is the type that the value had before.
/// A value may stand for several SSA values (a tuple's fields, a shape's
/// sizes), so lists of sizes are taken apart in the same order as flattenType
/// puts them together.
static void listSizes(Type type, Type known, ValueRange &stands,
                      SmallVectorImpl<TypedSize> &sizes) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    auto before = dyn_cast_or_null<TupleType>(known);
    for (auto [i, field] : llvm::enumerate(tuple.getTypes()))
      listSizes(field, before ? before.getType(i) : Type(), stands, sizes);
    return;
  }
  if (auto shape = dyn_cast<ShapeType>(type)) {
    SmallVector<SymExprAttr> dims = getShapeDims(shape), before(dims.size());
    if (auto old = dyn_cast_or_null<ShapeType>(known);
        old && old.getRank() == shape.getRank())
      before = getShapeDims(old);
    for (auto [dim, was] : llvm::zip_equal(dims, before)) {
      sizes.push_back({dim, was, stands.front(), std::nullopt});
      stands = stands.drop_front();
    }
    return;
  }
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    SmallVector<SymExprAttr> dims = getDims(tensor), before(dims.size());
    if (auto old = dyn_cast_or_null<RankedTensorType>(known))
      before = getDims(old);
    for (auto [axis, dim] : llvm::enumerate(dims))
      sizes.push_back({dim, before[axis], stands.front(), int64_t(axis)});
  }
  stands = stands.drop_front();
}

// Two steps: a bare symbol that has no value yet is defined by the first size
// that is it. Everything else is compared. In the other order, n * 2 could be
// checked before n has a value.
void FunctionToLinalg::defineSymbols(Location loc, TypeRange types,
                                     TypeRange known, ValueRange stands) {
  SmallVector<TypedSize> sizes;
  for (auto [i, type] : llvm::enumerate(types))
    listSizes(type, known.empty() ? Type() : known[i], stands, sizes);
  // What the type of the stand-in says statically was checked by whoever made
  // that type.
  llvm::erase_if(sizes, [&](TypedSize &size) {
    if (!size.dim || size.isStatic() ||
        compareDims(size.dim, size.known) == Proof::Equal)
      return true;
    if (!size.dim.isSymbol())
      return false;
    auto symbol = builder.getStringAttr(size.dim.getSymbol());
    if (symbols.count(symbol))
      return false;
    symbols[symbol] = size.get(builder, loc);
    return true;
  });
  for (TypedSize &size : sizes) {
    // No value: a symbol that nothing binds, which the verifier has allowed as
    // unknown.
    Value wanted = lower(loc, size.dim);
    if (!wanted)
      continue;
    Value isSame = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         size.get(builder, loc), wanted);
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "expected a size of ";
    size.dim.printExpr(os);
    cf::AssertOp::create(builder, loc, isSame, text);
  }
}

//===-- Values ------------------------------------------------------------===//

Value FunctionToLinalg::castTo(Location loc, Value value, Type type) {
  return value.getType() == type
             ? value
             : Value(tensor::CastOp::create(builder, loc, type, value));
}

SmallVector<Value> FunctionToLinalg::castAll(Location loc, ValueRange stands,
                                             TypeRange types) {
  SmallVector<Type> flat;
  for (Type type : types)
    (void)flattenType(type, flat);
  SmallVector<Value> cast;
  for (auto [value, type] : llvm::zip_equal(stands, flat))
    cast.push_back(castTo(loc, value, type));
  return cast;
}

//===-- Operators ---------------------------------------------------------===//

LogicalResult FunctionToLinalg::convertProgram(Operation *op,
                                               tir::FuncOp program,
                                               ArrayRef<SymExprAttr> vars) {
  Location loc = op->getLoc();
  SmallVector<Value> buffers, scalars;
  // Buffers of the program have static types where the call knows sizes;
  // tensor.cast adjusts in both directions.
  auto types = program.getArgumentTypes();
  for (Value operand : op->getOperands())
    if (isa<TensorType>(operand.getType())) {
      auto buffer = cast<MemRefType>(types[buffers.size()]);
      buffers.push_back(castTo(
          loc, get(operand).front(),
          RankedTensorType::get(buffer.getShape(), buffer.getElementType())));
    }
  for (Type type : op->getResultTypes()) {
    SmallVector<OpFoldResult> sizes =
        getSizes(loc, cast<RankedTensorType>(type));
    if (llvm::is_contained(sizes, OpFoldResult(Value())))
      return reject(op, "a size of its result is unknown, expected a known "
                        "one; name it with 'relax.match_cast'");
    auto buffer = cast<MemRefType>(types[buffers.size()]);
    Value empty =
        tensor::EmptyOp::create(builder, loc, sizes, buffer.getElementType());
    buffers.push_back(castTo(
        loc, empty,
        RankedTensorType::get(buffer.getShape(), buffer.getElementType())));
  }
  for (SymExprAttr var : vars)
    // Variables of a program that its buffers do not determine are passed as
    // numbers.
    scalars.push_back(lower(loc, var));
  ProgramToLinalg conversion(builder, program);
  FailureOr<SmallVector<Value>> results = conversion.convert(buffers, scalars);
  if (failed(results))
    return reject(op, conversion.getReason(), conversion.getObstacle());
  for (auto [result, value] : llvm::zip_equal(op->getResults(), *results))
    set(result, castAll(loc, value, result.getType()));
  return success();
}

LogicalResult FunctionToLinalg::convertOperator(Operation *op) {
  StringRef later = getLaterPass(op);
  if (!hasTensorProgram(op))
    return reject(op, later.empty()
                          ? "expected a rule for it, found none"
                          : "it is lowered by '" + later +
                                "', expected what is lowered before; it comes "
                                "after operators became tensor programs");
  std::string reason;
  std::optional<TensorProgram> program = buildTensorProgram(op, reason);
  if (!program)
    return reject(op, reason);
  return convertProgram(op, *program->function, program->vars);
}

// One report per cause, as everywhere.
LogicalResult FunctionToLinalg::convertOp(Operation *op) {
  // What depends on an op that was rejected is no obstacle of its own.
  bool isOpen = llvm::any_of(
      op->getOperands(), [&](Value operand) { return !values.count(operand); });
  if (isOpen)
    return failure();
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    if (!flattenType(type, types)) {
      std::string text;
      llvm::raw_string_ostream(text)
          << "a result is of type '" << type
          << "', for which there is no type of upstream's dialects";
      return reject(op, text);
    }
  if (std::optional<LogicalResult> result = convertStructure(*this, op))
    return *result;
  return convertOperator(op);
}

LogicalResult FunctionToLinalg::convertBlock(Block &block) {
  bool failed = false;
  for (Operation &op : block.without_terminator())
    failed |= mlir::failed(convertOp(&op));
  return failure(failed);
}

LogicalResult FunctionToLinalg::convertBranch(Block &from, Block &to,
                                              TypeRange types) {
  OpBuilder::InsertionGuard guard(builder);
  // Symbols that a branch defines are its own.
  // A symbol that is first bound inside of a branch is unknown behind it: its
  // SSA value would not dominate.
  DenseMap<StringAttr, Value> outer = symbols;
  builder.setInsertionPointToEnd(&to);
  if (failed(convertBlock(from)))
    return failure();
  symbols = std::move(outer);
  SmallVector<Value> yielded;
  for (Value operand : from.getTerminator()->getOperands())
    llvm::append_range(yielded, get(operand));
  Location loc = from.getTerminator()->getLoc();
  scf::YieldOp::create(builder, loc, castAll(loc, yielded, types));
  return success();
}

//===-- The function ------------------------------------------------------===//

/// Replaces what stands for others, until nothing does.
/// Composite operators stand for others. Their expansion may contain composites
/// again, so the list grows until none is left; each step makes simpler ops,
/// which ends it.
static LogicalResult
decomposeAll(FuncOp function,
             llvm::function_ref<void(Operation *, StringRef)> reject) {
  SmallVector<Operation *> waiting;
  function.walk([&](Operation *op) {
    if (isDecomposed(op) || becomesReshape(op))
      waiting.push_back(op);
  });
  bool isOpen = false;
  while (!waiting.empty()) {
    Operation *op = waiting.pop_back_val();
    std::string reason = getBufferObstacle(op);
    if (reason.empty() && becomesReshape(op)) {
      replaceByReshape(op);
      continue;
    }
    FailureOr<SmallVector<Operation *>> made = failure();
    if (reason.empty())
      made = replaceByOthers(op, reason);
    if (failed(made)) {
      reject(op, reason);
      isOpen = true;
      continue;
    }
    llvm::append_range(waiting,
                       llvm::make_filter_range(*made, [](Operation *op) {
                         return isDecomposed(op) || becomesReshape(op);
                       }));
  }
  return failure(isOpen);
}

bool FunctionToLinalg::getFunctionType(FunctionType &type) {
  SmallVector<Type> inputs, results;
  auto flatten = [](TypeRange types, SmallVectorImpl<Type> &flat) {
    return llvm::all_of(types,
                        [&](Type type) { return flattenType(type, flat); });
  };
  if (!flatten(source.getArgumentTypes(), inputs) ||
      !flatten(source.getResultTypes(), results))
    return false;
  type = builder.getFunctionType(inputs, results);
  return true;
}

OwningOpRef<func::FuncOp> FunctionToLinalg::convert() {
  FunctionType type;
  if (!getFunctionType(type)) {
    (void)reject(source, "expected parameters and results of types that "
                         "upstream's dialects have");
    return {};
  }
  LogicalResult decomposed =
      decomposeAll(source, [&](Operation *op, StringRef reason) {
        (void)reject(op, reason);
      });
  if (failed(decomposed))
    return {};
  Location loc = source.getLoc();
  OwningOpRef<func::FuncOp> function =
      func::FuncOp::create(loc, source.getSymName(), type);
  // The new function has the same name, but lives in no symbol table yet.
  function->setVisibility(SymbolTable::getSymbolVisibility(source));
  Block *entry = function->addEntryBlock();
  builder.setInsertionPointToStart(entry);
  ValueRange rest = entry->getArguments();
  Block &body = source.getBody().front();
  for (Value parameter : body.getArguments()) {
    SmallVector<Type> types;
    (void)flattenType(parameter.getType(), types);
    set(parameter, rest.take_front(types.size()));
    rest = rest.drop_front(types.size());
  }
  defineSymbols(loc, source.getArgumentTypes(), {}, entry->getArguments());
  if (failed(convertBlock(body)))
    return {};
  SmallVector<Value> results;
  for (Value operand : body.getTerminator()->getOperands())
    llvm::append_range(results, get(operand));
  Location end = body.getTerminator()->getLoc();
  func::ReturnOp::create(builder, end,
                         castAll(end, results, source.getResultTypes()));
  return function;
}

} // namespace mlir::relax
