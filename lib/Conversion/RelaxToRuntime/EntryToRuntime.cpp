// The ABI boundary of a function: inputs, their checks, results.
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/SetVector.h"

// The entry's ABI: (context, inputs, outputs) -> i32. Everything that comes in
// is checked, since it comes from another language: type, rank, device and
// sizes, with the parameter's name in the message.
namespace mlir::relax {

namespace {
/// A parameter or result, or a field of one, as the run time sees it.
struct Leaf {
  std::string name;
  Type type;
  /// How a parameter is spread over workers; null if it is whole.
  StringAttr sharding = {};
};
} // namespace

/// Adds the leaves of a type, tuples flattened.
static void addLeaves(StringRef name, Type type,
                      SmallVectorImpl<Leaf> &leaves) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple) {
    leaves.push_back({name.str(), type});
    return;
  }
  for (auto [index, field] : llvm::enumerate(tuple.getTypes()))
    addLeaves((name + "." + Twine(index)).str(), field, leaves);
}

// The signature is stored as attributes for the module's descriptor. The
// loader prints and checks it without running code.
static ArrayAttr getSignature(Builder &builder, ArrayRef<Leaf> leaves,
                              bool areNamed) {
  SmallVector<Attribute> entries;
  for (const Leaf &leaf : leaves) {
    NamedAttrList entry;
    if (areNamed)
      entry.set("name", builder.getStringAttr(leaf.name));
    entry.set("type", TypeAttr::get(leaf.type));
    if (leaf.sharding)
      entry.set("sharding", leaf.sharding);
    entries.push_back(entry.getDictionary(builder.getContext()));
  }
  return builder.getArrayAttr(entries);
}

/// The tensor in which a value of a type comes and goes, or null.
/// Shapes and scalars are passed as small tensors, so that DLPack is the only
/// type at the boundary.
static TensorType getCarrier(Builder &builder, Type type) {
  if (auto shape = dyn_cast<ShapeType>(type)) {
    int64_t rank = shape.hasRank() ? shape.getRank() : ShapedType::kDynamic;
    return RankedTensorType::get({rank}, builder.getI64Type());
  }
  if (type.isIntOrIndexOrFloat())
    return RankedTensorType::get({},
                                 type.isIndex() ? builder.getI64Type() : type);
  return HostFunction::countParts(type) ? cast<TensorType>(type) : TensorType();
}

FailureOr<SmallVector<Value>>
HostFunction::lowerInput(unsigned index, StringRef name, Type type,
                         SmallVectorImpl<InputDim> &dims) {
  Location location = source.getLoc();
  TensorType carrier = getCarrier(builder, type);
  if (!carrier)
    return notifyMatchFailure(
        source, "parameter '" + name + "' is " + debugString(type) +
                    ", expected a shape, a number or a tensor, on a device one "
                    "of known dtype and rank");
  FailureOr<IntegerAttr> device = getDeviceNumber(source, getVDevice(carrier));
  if (failed(device))
    return failure();
  // One run-time call checks element type, rank, device, alignment, layout and
  // static sizes; only symbolic sizes are left to host code.
  rt::CheckInputOp::create(builder, location, host.getArgument(1), index, name,
                           carrier, *device);
  Value buffer =
      rt::InputOp::create(builder, location, getPartTypes(carrier).front(),
                          host.getArgument(1), index);
  if (auto shape = dyn_cast<ShapeType>(type); shape && shape.hasRank()) {
    SmallVector<Value> parts;
    for (auto [axis, dim] : llvm::enumerate(shape.getDimsOrUnknown())) {
      parts.push_back(loadIndex(location, buffer, axis));
      dims.push_back({index, unsigned(axis), dim, parts.back(), true});
    }
    return parts;
  }
  // Static axes were compared by check_input.
  if (isa<TensorType, ShapeType>(type)) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    for (auto [axis, dim] :
         llvm::enumerate(ranked ? getDims(ranked) : SmallVector<SymExprAttr>()))
      if (dim && ranked.isDynamicDim(axis))
        dims.push_back({index, unsigned(axis), dim,
                        getSize(location, buffer, axis), false});
    return SmallVector<Value>{buffer};
  }
  Value scalar =
      memref::LoadOp::create(builder, location, buffer, ValueRange());
  if (type.isIndex())
    scalar = arith::IndexCastOp::create(builder, location, type, scalar);
  return SmallVector<Value>{scalar};
}

LogicalResult HostFunction::checkInputDim(const InputDim &dim, StringRef name) {
  Location location = source.getLoc();
  std::string text;
  llvm::raw_string_ostream stream(text);
  dim.expr.printExpr(stream);
  Value expected;
  if (dim.isBound) {
    // The symbol got this very number; as a size it is not negative.
    text = "max(" + text + ", 0)";
    expected = arith::MaxSIOp::create(builder, location, dim.found,
                                      getConstant(location, 0));
  } else {
    expected = evaluate(source, dim.expr);
  }
  if (!expected)
    return failure();
  StringAttr expression = builder.getStringAttr(text);
  // A shape's entries are values and a tensor's sizes are dims: the message
  // says which.
  if (dim.isValue)
    rt::CheckValueOp::create(builder, location, expected, dim.found, dim.input,
                             name, dim.axis, expression);
  else
    rt::CheckDimOp::create(builder, location, expected, dim.found, dim.input,
                           name, dim.axis, expression);
  return success();
}

/// Each tensor is checked by code of its own, and LLVM takes more than linear
/// time for a function of very many.
static constexpr size_t kMaxTensors = 4096;

static LogicalResult rejectEntry(FuncOp func, size_t found, StringRef what) {
  return func.emitOpError("has ")
         << found << " tensors as " << what << ", but host code passes at most "
         << kMaxTensors << "; join tensors of one type into a larger one";
}

// Storage may be planned by these, so that more of it would be used than there
// is, or some twice.
static LogicalResult checkLimits(HostFunction &host, FuncOp source) {
  OpBuilder &builder = host.getBuilder();
  Location location = source.getLoc();
  for (auto [symbol, limit] : getSymbolLimits(source)) {
    Value found = host.evaluate(
        source, SymExprAttr::symbol(source.getContext(), symbol.getValue()));
    if (!found)
      return failure();
    Value holds =
        arith::CmpIOp::create(builder, location, arith::CmpIPredicate::sle,
                              found, host.getConstant(location, limit));
    SmallVector<Value> values;
    host.addBuffers(location, builder.getIndexType(), found, values);
    rt::AssertOp::create(builder, location, holds,
                         "'" + symbol.str() + "' is at most " +
                             std::to_string(limit) +
                             " by 'tir_var_upper_bound', but found {}",
                         values);
  }
  return success();
}

LogicalResult HostFunction::lowerInputs() {
  SmallVector<Leaf> all;
  // The limit is checked before leaves are lowered.
  for (Type type : source.getArgumentTypes())
    addLeaves("", type, all);
  if (all.size() > kMaxTensors)
    return rejectEntry(source, all.size(), "parameters");
  SmallVector<Leaf> leaves;
  SmallVector<InputDim> dims;
  for (BlockArgument argument : source.getBody().getArguments()) {
    unsigned first = leaves.size();
    addLeaves(source.getParameterName(argument.getArgNumber()),
              argument.getType(), leaves);
    // Only a parameter that is a tensor is spread, and is its own leaf.
    if (leaves.size() == first + 1)
      leaves.back().sharding = source.getArgAttrOfType<StringAttr>(
          argument.getArgNumber(), kShardingName);
    SmallVector<Value> parts;
    for (unsigned index = first; index < leaves.size(); ++index) {
      FailureOr<SmallVector<Value>> leaf =
          lowerInput(index, leaves[index].name, leaves[index].type, dims);
      if (failed(leaf))
        return failure();
      llvm::append_range(parts, *leaf);
    }
    setParts(argument, parts);
  }
  if (source.isPublic())
    host->setAttr(rt::RuntimeDialect::kParams,
                  getSignature(builder, leaves, /*areNamed=*/true));
  // First whatever gives a symbol its value, then all that is compared.
  // n may occur in a later input than n + 1: all symbols get values first.
  llvm::erase_if(dims, [&](InputDim &dim) {
    dim.isBound = dim.expr && bind(dim.expr, dim.found);
    return !dim.expr || (dim.isBound && !dim.isValue);
  });
  for (const InputDim &dim : dims)
    if (failed(checkInputDim(dim, leaves[dim.input].name)))
      return failure();
  return checkLimits(*this, source);
}

/// A tensor that owns, or shares the ownership of, the elements of a buffer;
/// what nobody owns, or others do, is copied.
/// Who owns the memory that is returned: a tensor from a call is passed on, a
/// storage made here gets a second reference, anything else (an input, a
/// constant) is copied, because the caller may write to what it gets.
Value HostFunction::makeTensor(Location location, Value buffer,
                               IntegerAttr device) {
  // A result of unknown rank may be a tensor whose rank is known here.
  if (auto borrow = buffer.getDefiningOp<rt::BorrowOp>())
    buffer = borrow.getSource();
  BufferOwner owner = getOwner(buffer);
  Type type = rt::TensorType::get(builder.getContext());
  if (owner.tensor)
    return owner.tensor;
  if (owner.storage)
    return rt::TensorOnStorageOp::create(builder, location, type, owner.storage,
                                         owner.offset, buffer);
  return copyTensor(location, buffer, device);
}

Value HostFunction::copyTensor(Location location, Value buffer,
                               IntegerAttr device) {
  Type type = rt::TensorType::get(builder.getContext());
  return rt::TensorCopyOp::create(builder, location, type, buffer, device);
}

LogicalResult HostFunction::lowerReturn(ReturnOp op) {
  Location location = op.getLoc();
  SmallVector<Value> buffers;
  for (auto [operand, type] :
       llvm::zip(op.getOperands(), source.getResultTypes())) {
    FailureOr<SmallVector<Value>> parts = getParts(operand);
    if (succeeded(parts))
      parts = castParts(op, operand.getType(), type, *parts);
    if (failed(parts))
      return failure();
    addBuffers(location, type, *parts, buffers);
  }
  SmallVector<Leaf> leaves;
  for (Type type : source.getResultTypes())
    addLeaves("", type, leaves);
  if (leaves.size() > kMaxTensors)
    return rejectEntry(source, leaves.size(), "results");
  if (source.isPublic())
    host->setAttr(rt::RuntimeDialect::kResults,
                  getSignature(builder, leaves, /*areNamed=*/false));

  // One tensor returned twice would be one memory under two names: the second
  // is a copy.
  llvm::DenseSet<Value> returned;
  llvm::SetVector<Value> storages;
  for (auto [index, buffer] : llvm::enumerate(buffers)) {
    auto type = dyn_cast<TensorType>(leaves[index].type);
    FailureOr<IntegerAttr> device =
        getDeviceNumber(op, type ? getVDevice(type) : VDeviceAttr());
    if (failed(device))
      return failure();
    BufferOwner owner = getOwner(buffer);
    Value memory = owner.tensor ? owner.tensor : owner.storage;
    // Who gets two results may end or overwrite one of them.
    bool isShared = memory && !returned.insert(memory).second;
    Value tensor = isShared ? copyTensor(location, buffer, *device)
                            : makeTensor(location, buffer, *device);
    if (owner.storage)
      storages.insert(owner.storage);
    rt::OutputOp::create(builder, location, tensor, host.getArgument(2), index);
  }
  // The tensors keep them alive.
  // Outputs hold references of their own; the function's own reference ends
  // here. A SetVector releases each storage once.
  for (Value storage : storages)
    rt::StorageReleaseOp::create(builder, location, storage);
  Value ok =
      arith::ConstantIntOp::create(builder, location, builder.getI32Type(), 0);
  func::ReturnOp::create(builder, location, ok);
  return success();
}

} // namespace mlir::relax
