// The border of a function: inputs, their checks, results.
#include "HostFunction.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

namespace {
/// A parameter or result, or a field of one, as the run time sees it.
struct Leaf {
  std::string name;
  Type type;
};

/// A dimension or value of an input that its type describes.
struct Described {
  unsigned input;
  unsigned axis;
  SymExprAttr expr;
  Value found;
  bool isValue;
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

static ArrayAttr getSignature(Builder &builder, ArrayRef<Leaf> leaves,
                              bool areNamed) {
  SmallVector<Attribute> entries;
  for (const Leaf &leaf : leaves) {
    NamedAttrList entry;
    if (areNamed)
      entry.set("name", builder.getStringAttr(leaf.name));
    entry.set("type", TypeAttr::get(leaf.type));
    entries.push_back(entry.getDictionary(builder.getContext()));
  }
  return builder.getArrayAttr(entries);
}

/// The tensor in which a value of a type comes and goes, or null.
static RankedTensorType getCarrier(Builder &builder, Type type) {
  if (auto shape = dyn_cast<ShapeType>(type))
    return shape.hasRank()
               ? RankedTensorType::get({shape.getRank()}, builder.getI64Type())
               : RankedTensorType();
  if (type.isIntOrIndexOrFloat())
    return RankedTensorType::get({},
                                 type.isIndex() ? builder.getI64Type() : type);
  return HostFunction::getBufferType(type) ? cast<RankedTensorType>(type)
                                           : RankedTensorType();
}

LogicalResult HostFunction::lowerInputs() {
  Location location = source.getLoc();
  Value inputs = host.getArgument(1);
  SmallVector<Leaf> leaves;
  SmallVector<Described> described;
  for (BlockArgument argument : source.getBody().getArguments()) {
    unsigned first = leaves.size();
    addLeaves(source.getParameterName(argument.getArgNumber()),
              argument.getType(), leaves);
    SmallVector<Value> parts;
    for (unsigned index = first; index < leaves.size(); ++index) {
      Type type = leaves[index].type;
      RankedTensorType carrier = getCarrier(builder, type);
      if (!carrier)
        return refuse(source, "parameter '" + leaves[index].name +
                                  "' needs a known dtype and rank");
      rt::CheckInputOp::create(builder, location, inputs, index,
                               leaves[index].name, carrier);
      Value buffer = rt::InputOp::create(builder, location,
                                         getBufferType(carrier), inputs, index);
      if (auto shape = dyn_cast<ShapeType>(type)) {
        for (auto [axis, dim] : llvm::enumerate(shape.getDimsOrUnknown())) {
          parts.push_back(loadIndex(location, buffer, axis));
          described.push_back(
              {index, unsigned(axis), dim, parts.back(), /*isValue=*/true});
        }
      } else if (isa<TensorType>(type)) {
        parts.push_back(buffer);
        for (auto [axis, dim] : llvm::enumerate(getDims(carrier)))
          if (carrier.isDynamicDim(axis) && dim)
            described.push_back({index, unsigned(axis), dim,
                                 getSize(location, buffer, axis),
                                 /*isValue=*/false});
      } else {
        Value scalar =
            memref::LoadOp::create(builder, location, buffer, ValueRange());
        if (type.isIndex())
          scalar = arith::IndexCastOp::create(builder, location, type, scalar);
        parts.push_back(scalar);
      }
    }
    setParts(argument, parts);
  }
  if (source.isPublic())
    host->setAttr(rt::RuntimeDialect::kParams,
                  getSignature(builder, leaves, /*areNamed=*/true));

  // First whatever gives a symbol its value, then all that is compared.
  llvm::erase_if(described, [&](const Described &entry) {
    return !entry.expr || bind(entry.expr, entry.found);
  });
  for (const Described &entry : described) {
    Value expected = evaluate(source, entry.expr);
    if (!expected)
      return failure();
    std::string text;
    llvm::raw_string_ostream stream(text);
    entry.expr.printExpr(stream);
    StringRef name = leaves[entry.input].name;
    if (entry.isValue)
      rt::CheckValueOp::create(builder, location, expected, entry.found,
                               entry.input, name, entry.axis,
                               builder.getStringAttr(text));
    else
      rt::CheckDimOp::create(builder, location, expected, entry.found,
                             entry.input, name, entry.axis,
                             builder.getStringAttr(text));
  }
  return success();
}

/// A tensor that owns, or shares the ownership of, the elements of a buffer;
/// what nobody owns, or others do, is copied.
Value HostFunction::makeTensor(Location location, Value buffer) {
  BufferOwner owner = getOwner(buffer);
  Type type = rt::TensorType::get(builder.getContext());
  if (owner.tensor)
    return owner.tensor;
  if (owner.storage)
    return rt::TensorOnStorageOp::create(builder, location, type, owner.storage,
                                         owner.offset, buffer);
  return rt::TensorCopyOp::create(builder, location, type, buffer);
}

LogicalResult HostFunction::lowerReturn(ReturnOp op) {
  Location location = op.getLoc();
  FailureOr<SmallVector<Value>> buffers = getBuffers(op.getOperands());
  if (failed(buffers))
    return failure();
  SmallVector<Leaf> leaves;
  for (Type type : source.getResultTypes())
    addLeaves("", type, leaves);
  if (source.isPublic())
    host->setAttr(rt::RuntimeDialect::kResults,
                  getSignature(builder, leaves, /*areNamed=*/false));

  DenseMap<Value, Value> tensors;
  llvm::SetVector<Value> storages;
  for (auto [index, buffer] : llvm::enumerate(*buffers)) {
    Value &tensor = tensors[buffer];
    if (!tensor)
      tensor = makeTensor(location, buffer);
    if (Value storage = getOwner(buffer).storage)
      storages.insert(storage);
    rt::OutputOp::create(builder, location, tensor, host.getArgument(2), index);
  }
  // The tensors keep them alive.
  for (Value storage : storages)
    rt::StorageReleaseOp::create(builder, location, storage);
  Value ok =
      arith::ConstantIntOp::create(builder, location, builder.getI32Type(), 0);
  func::ReturnOp::create(builder, location, ok);
  return success();
}

} // namespace mlir::relax
