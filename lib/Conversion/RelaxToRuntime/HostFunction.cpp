// One function on its way from graph level to host code.
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymExprLowering.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Support/DebugStringHelper.h"

namespace mlir::relax {

//===----------------------------------------------------------------------===//
// HostLowerings, HostConstants
//===----------------------------------------------------------------------===//

/// Arithmetic on scalars is host code already.
/// arith on scalars appears in host code for conditions and indices. It is
/// cloned: it is what func code looks like.
static LogicalResult lowerArithmetic(Operation *op, HostFunction &host) {
  auto isScalar = [](Type type) { return type.isIntOrIndexOrFloat(); };
  if (!llvm::all_of(op->getOperandTypes(), isScalar) ||
      !llvm::all_of(op->getResultTypes(), isScalar))
    return host.notifyMatchFailure(op, "it is not of scalars");
  FailureOr<SmallVector<Value>> parts = host.getParts(op->getOperands());
  if (failed(parts))
    return failure();
  Operation *copy = host.getBuilder().clone(*op);
  copy->setOperands(*parts);
  for (auto [result, value] : llvm::zip(op->getResults(), copy->getResults()))
    host.setParts(result, value);
  return success();
}

/// Whether a value of a type has a part whose dtype or rank is unknown.
static bool hasUnknown(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type))
    return llvm::any_of(tuple.getTypes(), hasUnknown);
  auto shape = dyn_cast<ShapeType>(type);
  return shape ? !shape.hasRank() : isBorrowed(type);
}

LogicalResult HostLowerings::lower(Operation *op, HostFunction &host) const {
  TypeID id = op->getName().getTypeID();
  if (!forDevices.contains(id))
    // Host code must not read device memory, so each lowering says whether it
    // only passes buffers on. Default is no: a forgotten registration is an
    // error and not a fault at run time.
    for (Type type : op->getOperandTypes())
      if (auto tensor = dyn_cast<TensorType>(type);
          tensor && !isHost(getVDevice(tensor)))
        return host.notifyMatchFailure(
            op, "it reads a tensor of a device; copy it to the "
                "host with 'relax.to_vdevice'");
  auto it = table.find(id);
  // Here and not in each lowering: those that are not made for such values take
  // their dtype and rank for granted.
  if (it != table.end() && !forUnknown.contains(id))
    for (auto [number, type] : llvm::enumerate(op->getOperandTypes()))
      if (hasUnknown(type))
        return host.notifyMatchFailure(
            op, "operand #" + Twine(number) + " is " + debugString(type) +
                    ", expected a known dtype and rank; name them before, "
                    "with 'relax.match_cast'");
  if (it != table.end())
    return it->second(op, host);
  if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    return lowerArithmetic(op, host);
  // Ops that are known to have no lowering have a reason; others are unknown.
  StringRef reason = matchFailures.lookup(id);
  return host.notifyMatchFailure(op, reason.empty() ? "no lowering is known"
                                                    : reason);
}

memref::GlobalOp HostConstants::get(Location location, MemRefType type,
                                    ElementsAttr value) {
  // The key has the type as well: the same elements may be used with and
  // without sign.
  memref::GlobalOp &global = globals[{value, type}];
  if (global)
    return global;
  OpBuilder builder(location.getContext());
  global = memref::GlobalOp::create(
      builder, location, "relax_constant", builder.getStringAttr("private"),
      type, value, /*constant=*/true, builder.getI64IntegerAttr(64));
  // In front of all functions, so that dumps begin with the data.
  Block &body = symbols.getOp()->getRegion(0).front();
  symbols.insert(global, body.begin());
  return global;
}

//===----------------------------------------------------------------------===//
// Types and parts
//===----------------------------------------------------------------------===//

HostFunction::HostFunction(FuncOp source, SymbolTable &symbols,
                           HostConstants &constants, KernelPlaces &places,
                           const HostLowerings &lowerings)
    : source(source), symbols(symbols), constants(constants), places(places),
      lowerings(lowerings), builder(source) {}

LogicalResult HostFunction::notifyMatchFailure(Operation *op,
                                               const Twine &reason) {
  return op->emitOpError("cannot become host code: ") << reason;
}

// Element types that memref can hold: i1 to i64, floats, and signed or
// unsigned integers for the boundary.
MemRefType HostFunction::getBufferType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !BaseMemRefType::isValidElementType(tensor.getElementType()) ||
      isa<UnknownType>(tensor.getElementType()))
    return {};
  return MemRefType::get(tensor.getShape(), tensor.getElementType());
}

bool isBorrowed(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor || !isHost(getVDevice(tensor)))
    return false;
  Type element = tensor.getElementType();
  return isa<UnknownType>(element) ||
         (!tensor.hasRank() && BaseMemRefType::isValidElementType(element));
}

Value borrow(HostFunction &host, Location location, Value buffer) {
  OpBuilder &builder = host.getBuilder();
  Type type = rt::BorrowedType::get(builder.getContext());
  Value result = rt::BorrowOp::create(builder, location, type, buffer);
  host.getMemory().setOwner(result, host.getOwner(buffer));
  return result;
}

// A value of graph level is a list of parts: a tensor one buffer, a shape its
// sizes, a tuple its fields' parts. Nothing is boxed.
std::optional<unsigned> HostFunction::countParts(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    unsigned count = 0;
    for (Type field : tuple.getTypes()) {
      std::optional<unsigned> fields = countParts(field);
      if (!fields)
        return std::nullopt;
      count += *fields;
    }
    return count;
  }
  if (auto shape = dyn_cast<ShapeType>(type))
    return shape.hasRank() ? shape.getRank() : 1;
  if (isa<TensorType>(type))
    return getBufferType(type) || isBorrowed(type) ? std::optional<unsigned>(1)
                                                   : std::nullopt;
  return type.isIntOrIndexOrFloat() ? std::optional<unsigned>(1) : std::nullopt;
}

SmallVector<Type> HostFunction::getPartTypes(Type type) {
  SmallVector<Type> types;
  if (auto tuple = dyn_cast<TupleType>(type))
    for (Type field : tuple.getTypes())
      llvm::append_range(types, getPartTypes(field));
  else if (auto shape = dyn_cast<ShapeType>(type); shape && shape.hasRank())
    types.assign(shape.getRank(), builder.getIndexType());
  else if (shape)
    types.push_back(
        MemRefType::get({ShapedType::kDynamic}, builder.getI64Type()));
  else if (isBorrowed(type))
    types.push_back(rt::BorrowedType::get(builder.getContext()));
  else if (MemRefType buffer = getBufferType(type))
    types.push_back(buffer);
  else
    types.push_back(type);
  return types;
}

void HostFunction::setParts(Value value, ValueRange parts) {
  partsOf[value] = SmallVector<Value>(parts);
}

FailureOr<SmallVector<Value>> HostFunction::getParts(Value value) const {
  auto it = partsOf.find(value);
  if (it == partsOf.end())
    return failure();
  return it->second;
}

FailureOr<SmallVector<Value>> HostFunction::getParts(ValueRange values) const {
  SmallVector<Value> all;
  for (Value value : values) {
    FailureOr<SmallVector<Value>> parts = getParts(value);
    if (failed(parts))
      return failure();
    llvm::append_range(all, *parts);
  }
  return all;
}

// Null if the value is no tensor, or could not be lowered.
Value HostFunction::getBuffer(Value tensor) const {
  FailureOr<SmallVector<Value>> parts = getParts(tensor);
  if (failed(parts) || parts->size() != 1)
    return {};
  return isa<MemRefType>(parts->front().getType()) ? parts->front() : Value();
}

/// A small buffer with the given elements.
/// Stack memory: a shape or scalar that is passed lives as long as the call. An
/// alloca in a loop would grow the stack, but host code has no loops, and
/// recursion frees with its frame.
static Value makeBuffer(OpBuilder &builder, Location location, MemRefType type,
                        ValueRange elements) {
  Value buffer = memref::AllocaOp::create(builder, location, type);
  for (auto [index, element] : llvm::enumerate(elements)) {
    Value value = element;
    if (value.getType() != type.getElementType())
      value = arith::IndexCastOp::create(builder, location,
                                         type.getElementType(), value);
    SmallVector<Value> at;
    if (type.getRank() == 1)
      at.push_back(arith::ConstantIndexOp::create(builder, location, index));
    memref::StoreOp::create(builder, location, value, buffer, at);
  }
  return buffer;
}

/// Adds the buffers of a value of `type`, those of a tuple's fields one after
/// the other. The value's parts are the first of `parts`, which drops them.
static void takeBuffers(OpBuilder &builder, Location location, Type type,
                        ValueRange &parts, SmallVectorImpl<Value> &buffers) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    for (Type field : tuple.getTypes())
      takeBuffers(builder, location, field, parts, buffers);
    return;
  }
  auto shape = dyn_cast<ShapeType>(type);
  bool isList = shape && shape.hasRank();
  size_t count = isList ? shape.getRank() : 1;
  ValueRange own = parts.take_front(count);
  parts = parts.drop_front(count);
  if (isList) {
    auto sizes = MemRefType::get({shape.getRank()}, builder.getI64Type());
    buffers.push_back(makeBuffer(builder, location, sizes, own));
  } else if (type.isIntOrIndexOrFloat()) {
    Type element = type.isIndex() ? builder.getI64Type() : type;
    buffers.push_back(
        makeBuffer(builder, location, MemRefType::get({}, element), own));
  } else {
    buffers.push_back(own.front());
  }
}

FailureOr<SmallVector<Value>> HostFunction::getBuffers(ValueRange values) {
  SmallVector<Value> buffers;
  for (Value value : values) {
    FailureOr<SmallVector<Value>> parts = getParts(value);
    if (failed(parts))
      return failure();
    addBuffers(value.getLoc(), value.getType(), *parts, buffers);
  }
  return buffers;
}

// In the order in which `countParts` counts.
void HostFunction::addBuffers(Location location, Type type, ValueRange parts,
                              SmallVectorImpl<Value> &buffers) {
  takeBuffers(builder, location, type, parts, buffers);
}

Value HostFunction::getCondition(Location location, Value condition) {
  FailureOr<SmallVector<Value>> parts = getParts(condition);
  if (failed(parts) || parts->size() != 1)
    return {};
  if (!isa<MemRefType>(parts->front().getType()))
    return parts->front();
  return memref::LoadOp::create(builder, location, parts->front(),
                                ValueRange());
}

//===----------------------------------------------------------------------===//
// Buffers, sizes, expressions
//===----------------------------------------------------------------------===//

Value HostFunction::getConstant(Location location, int64_t value) {
  return arith::ConstantIndexOp::create(builder, location, value);
}

Value HostFunction::getSize(Location location, Value buffer, unsigned axis) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type)
    return rt::BorrowedSizeOp::create(builder, location, builder.getIndexType(),
                                      buffer, getConstant(location, axis));
  if (!type.isDynamicDim(axis))
    return getConstant(location, type.getDimSize(axis));
  return memref::DimOp::create(builder, location, buffer, axis);
}

Value HostFunction::castBuffer(Location location, Value buffer,
                               MemRefType type) {
  auto from = cast<MemRefType>(buffer.getType());
  if (from == type)
    return buffer;
  Value result;
  if (from.getElementType() == type.getElementType()) {
    result = memref::CastOp::create(builder, location, type, buffer);
  } else {
    // Reinterpreting elements, as i8 for u8, cannot be a memref.cast.
    SmallVector<Value> sizes;
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      if (type.isDynamicDim(axis))
        sizes.push_back(getSize(location, buffer, axis));
    result = rt::ViewOp::create(builder, location, type, buffer,
                                getConstant(location, 0), sizes);
  }
  // A cast is another name; ownership stays the same.
  memory.setOwner(result, getOwner(buffer));
  return result;
}

Value HostFunction::loadIndex(Location location, Value buffer, unsigned index) {
  Value element = memref::LoadOp::create(
      builder, location, buffer, ValueRange(getConstant(location, index)));
  Type type = element.getType();
  if (type.isIndex())
    return element;
  // arith and index_cast take signless integers. The view changes the type of
  // the bytes, not the bytes.
  if (type.isUnsignedInteger() || type.isSignedInteger()) {
    // Arithmetic knows signless integers only.
    Value signless = rt::ViewOp::create(
        builder, location,
        MemRefType::get({1},
                        builder.getIntegerType(type.getIntOrFloatBitWidth())),
        buffer,
        getConstant(location,
                    index * llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)),
        ValueRange());
    element = memref::LoadOp::create(builder, location, signless,
                                     ValueRange(getConstant(location, 0)));
  }
  // Zero-extension: a u32 of 2^31 is a size.
  if (type.isUnsignedInteger())
    return arith::IndexCastUIOp::create(builder, location,
                                        builder.getIndexType(), element);
  return arith::IndexCastOp::create(builder, location, builder.getIndexType(),
                                    element);
}

// Sizes are evaluated where they are used, and LLVM's CSE merges them.
Value HostFunction::evaluate(Operation *op, SymExprAttr expr) {
  Value value = lowerSymExpr(builder, op->getLoc(), expr, [&](StringAttr name) {
    return scope.lookup(name);
  });
  if (!value)
    (void)notifyMatchFailure(
        op,
        "expected each symbol of its dimensions to have a value here, found " +
            toString(expr));
  return value;
}

FailureOr<SmallVector<Value>>
HostFunction::evaluateSizes(Operation *op, RankedTensorType type) {
  SmallVector<Value> sizes;
  for (auto [axis, dim] : llvm::enumerate(getDims(type))) {
    if (!type.isDynamicDim(axis))
      continue;
    sizes.push_back(evaluate(op, dim));
    if (!sizes.back())
      return failure();
  }
  return sizes;
}

// try_emplace: the first binding of a symbol is its definition.
bool HostFunction::bind(SymExprAttr symbol, Value value) {
  if (!symbol || !symbol.isSymbol())
    return false;
  auto name = StringAttr::get(builder.getContext(), symbol.getSymbol());
  return scope.try_emplace(name, value).second;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

LogicalResult HostFunction::lowerOps(Block &block) {
  bool lowered = true;
  for (Operation &op : block.without_terminator()) {
    // What depends on an op that failed is not reported again.
    // Errors are reported for all ops that fail on their own.
    bool isReady = llvm::all_of(op.getOperands(), [&](Value operand) {
      return partsOf.contains(operand);
    });
    lowered &= isReady && succeeded(lowerings.lower(&op, *this));
  }
  return success(lowered);
}

FailureOr<SmallVector<Value>> HostFunction::lowerRegion(Block &block,
                                                        TypeRange types) {
  // A symbol that a branch binds has a value inside of it only. It is restored
  // also after an error.
  DenseMap<StringAttr, Value> outer = scope;
  LogicalResult lowered = lowerOps(block);
  scope = outer;
  if (failed(lowered))
    return failure();
  SmallVector<Value> parts;
  for (auto [value, type] :
       llvm::zip(block.getTerminator()->getOperands(), types)) {
    FailureOr<SmallVector<Value>> from = getParts(value);
    if (failed(from))
      return failure();
    from = castParts(block.getTerminator(), value.getType(), type, *from);
    if (failed(from))
      return failure();
    llvm::append_range(parts, *from);
  }
  return parts;
}

/// Each dimension is a value or two of host code, all of which live at once:
/// LLVM takes seconds for a thousand.
static LogicalResult checkRanks(FuncOp source) {
  constexpr int64_t kMaxRank = 256;
  // Ranks in nested types count as well: a tuple of a tensor of rank 1000.
  auto check = [&](Operation *op, TypeRange types) {
    for (Type whole : types) {
      WalkResult result = whole.walk([&](Type type) {
        auto tensor = dyn_cast<RankedTensorType>(type);
        auto shape = dyn_cast<ShapeType>(type);
        int64_t rank = tensor                     ? tensor.getRank()
                       : shape && shape.hasRank() ? shape.getRank()
                                                  : 0;
        if (rank <= kMaxRank)
          return WalkResult::advance();
        op->emitOpError("has a value of rank ")
            << rank << ", expected at most " << kMaxRank
            << "; join dimensions with a reshape";
        return WalkResult::interrupt();
      });
      if (result.wasInterrupted())
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  };
  if (check(source, source.getArgumentTypes()).wasInterrupted())
    return failure();
  return success(
      !source
           .walk([&](Operation *op) { return check(op, op->getResultTypes()); })
           .wasInterrupted());
}

LogicalResult HostFunction::run() {
  // Checked first, because everything below makes code for each dimension.
  if (failed(checkRanks(source)))
    return failure();
  // The host function takes the name while the source still exists; the pass
  // erases sources last.
  builder.setInsertionPoint(source);
  host = func::FuncOp::create(
      builder, source.getLoc(), source.getSymName(),
      rt::RuntimeDialect::getEntryType(builder.getContext()));
  host.setVisibility(source.getVisibility());
  builder.setInsertionPointToStart(host.addEntryBlock());
  if (failed(lowerInputs()) || failed(planStorages(source, *this)))
    return failure();
  Block &body = source.getBody().front();
  if (failed(lowerOps(body)))
    return failure();
  return lowerReturn(cast<ReturnOp>(body.getTerminator()));
}

} // namespace mlir::relax
