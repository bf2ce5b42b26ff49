// Quantized numbers: integers that stand for floats on a scale.
//
// An op on them is, as the specification defines it, that op on the floats,
// between two changes of form:
//
//   %2 = add %0, %1 : q   ->   %a = uniform_dequantize %0 : q -> f32
//                              %b = uniform_dequantize %1 : q -> f32
//                              %c = add %a, %b : f32
//                              %2 = uniform_quantize %c : f32 -> q
//
// They are written out so; lowering finds products between such changes, and
// computes them with integers. Ops that only move elements get the same: a
// number that is taken off its scale and put back is the same number.
#include "QuantizedToRelax.h"

#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"

namespace mlir::relax {

static quant::QuantizedType getQuantized(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  return tensor ? dyn_cast<quant::QuantizedType>(tensor.getElementType())
                : quant::QuantizedType();
}

/// relax tells unsigned integers apart, and takes all others for signed ones.
static IntegerType getStorage(quant::QuantizedType quantized) {
  return IntegerType::get(
      quantized.getContext(), quantized.getStorageTypeIntegralWidth(),
      quantized.isSigned() ? IntegerType::Signless : IntegerType::Unsigned);
}

Type getStoredType(Type type) {
  quant::QuantizedType quantized = getQuantized(type);
  return quantized ? cast<TensorType>(type).clone(getStorage(quantized)) : type;
}

//===----------------------------------------------------------------------===//
// Changes of form around other ops
//===----------------------------------------------------------------------===//

static Type getExpressed(Type type) {
  return cast<TensorType>(type).clone(getQuantized(type).getExpressedType());
}

/// An op with a region is left, and its rule rejects it: what its region does
/// with quantized elements is not that op on floats.
static bool isOnFloats(Operation *op) {
  auto isAny = [](Type type) { return bool(getQuantized(type)); };
  return isa_and_nonnull<hlo::StableHLODialect, chlo::CHLODialect>(
             op->getDialect()) &&
         op->getNumRegions() == 0 &&
         // Bits are those of the integers.
         !isa<hlo::ConstantOp, hlo::UniformDequantizeOp, hlo::BitcastConvertOp,
              hlo::ReturnOp>(op) &&
         (llvm::any_of(op->getOperandTypes(), isAny) ||
          llvm::any_of(op->getResultTypes(), isAny));
}

void expressQuantized(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isOnFloats(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands())
      if (Type type = operand.get().getType(); getQuantized(type))
        operand.set(hlo::UniformDequantizeOp::create(
            builder, op->getLoc(), getExpressed(type), operand.get()));
    // Quantized numbers on another scale are floats in between.
    if (isa<hlo::UniformQuantizeOp>(op))
      continue;
    builder.setInsertionPointAfter(op);
    for (Value result : op->getResults()) {
      Type type = result.getType();
      if (!getQuantized(type))
        continue;
      result.setType(getExpressed(type));
      auto change =
          hlo::UniformQuantizeOp::create(builder, op->getLoc(), type, result);
      result.replaceAllUsesExcept(change.getResult(), change);
    }
  }
}

//===----------------------------------------------------------------------===//
// Changes of form
//===----------------------------------------------------------------------===//

namespace {
/// The scales and zero points of a type.
struct Scales {
  Scales(quant::QuantizedType type, GraphConversion &graph);
  /// Null for a type that has none of a kind that relax knows.
  Value scale, zero;
  int64_t axis = -1;
};
} // namespace

// A scale of calibrated types or of blocks has no counterpart, and stays null:
// which types there are grows with MLIR, so that what is unknown is rejected
// and not taken for one scale.
Scales::Scales(quant::QuantizedType type, GraphConversion &graph) {
  SmallVector<double> scales;
  SmallVector<int64_t> zeros;
  Dims dims;
  if (auto whole = dyn_cast<quant::UniformQuantizedType>(type)) {
    scales.push_back(whole.getScale());
    zeros.push_back(whole.getZeroPoint());
  } else if (auto each = dyn_cast<quant::UniformQuantizedPerAxisType>(type)) {
    scales = llvm::to_vector(each.getScales());
    zeros = llvm::to_vector(each.getZeroPoints());
    axis = each.getQuantizedDimension();
    dims.push_back(graph.dim(scales.size()));
  }
  auto number = dyn_cast<FloatType>(type.getExpressedType());
  IntegerType storage = getStorage(type);
  if (scales.empty() || !number || !isTensorElement(storage))
    return;
  Builder builder(type.getContext());
  auto make = [&](auto values, Type element, auto toAttribute) {
    SmallVector<Attribute> attributes =
        llvm::map_to_vector(values, [&](auto value) -> Attribute {
          return toAttribute(element, value);
        });
    ElementsAttr all =
        DenseElementsAttr::get(getTensorType(dims, element), attributes);
    return graph.constant(all);
  };
  scale = make(scales, number, [&](Type element, double value) {
    return builder.getFloatAttr(element, value);
  });
  zero = make(zeros, storage, [&](Type element, int64_t value) {
    return IntegerAttr::get(
        element, APInt(storage.getWidth(), uint64_t(value), true, true));
  });
}

static Rejection rejectForm(Operation *op, GraphConversion &graph) {
  return graph
      .reject(op,
              "expected floats, and integers of 8 bits and more with a scale "
              "for all or for each place of an axis",
              "found " + typesText(op->getOperandTypes()) + " and " +
                  typesText(op->getResultTypes()))
      .attachNote(op->getOperands());
}

template <typename RelaxOp>
static Value emitChange(GraphConversion &graph, Value x, const Scales &scales,
                        Type element) {
  typename RelaxOp::Properties properties;
  properties.out_dtype = TypeAttr::get(element);
  properties.axis =
      Builder(element.getContext()).getI64IntegerAttr(scales.axis);
  return graph.emit<RelaxOp>({x, scales.scale, scales.zero}, properties);
}

// The program's type says the range of the numbers, and relax's op that of the
// integers only, hence the bounds behind it.
static LogicalResult convertQuantize(hlo::UniformQuantizeOp op,
                                     GraphConversion &graph) {
  quant::QuantizedType type = getQuantized(op.getResult().getType());
  Value x = graph.get(op.getOperand());
  if (!type || TensorBuilder::elementOf(x) != type.getExpressedType())
    return rejectForm(op, graph);
  Scales scales(type, graph);
  if (!scales.scale)
    return rejectForm(op, graph);
  IntegerType storage = getStorage(type);
  Value result = emitChange<QuantizeOp>(graph, x, scales, storage);
  // The op keeps to the range of the integers, of which a type may use a part.
  auto bound = [&](int64_t value) {
    return graph.constant(IntegerAttr::get(
        storage, APInt(storage.getWidth(), uint64_t(value), true, true)));
  };
  int64_t least = type.getStorageTypeMin(), most = type.getStorageTypeMax();
  unsigned width = storage.getWidth();
  if (least != type.getDefaultMinimumForInteger(type.isSigned(), width))
    result = graph.emit<MaximumOp>({result, bound(least)});
  if (most != type.getDefaultMaximumForInteger(type.isSigned(), width))
    result = graph.emit<MinimumOp>({result, bound(most)});
  return graph.replace(op, result);
}

static LogicalResult convertDequantize(hlo::UniformDequantizeOp op,
                                       GraphConversion &graph) {
  quant::QuantizedType type = getQuantized(op.getOperand().getType());
  if (!type || elementAt(op.getResult()) != type.getExpressedType())
    return rejectForm(op, graph);
  Scales scales(type, graph);
  if (!scales.scale)
    return rejectForm(op, graph);
  return graph.replace(
      op, emitChange<DequantizeOp>(graph, graph.get(op.getOperand()), scales,
                                   type.getExpressedType()));
}

void populateQuantizedConversions(ConversionTable &table) {
  table.add(convertDequantize);
  table.add(convertQuantize);
}

} // namespace mlir::relax
