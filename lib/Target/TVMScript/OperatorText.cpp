// Writes operators of tensors as the table of operators says.
#include "GraphFunction.h"
#include "OperatorTable.h"

#include "Relax/Dialect/Relax/IR/AttentionOps.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/IndexOps.h"
#include "Relax/Dialect/Relax/IR/LinearAlgebraOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/QuantizeOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax::tvmscript {

/// What Python calls an argument, where that is not the name of the table.
static StringRef pythonName(StringRef op, StringRef argument) {
  if (op == "relax.split" && (argument == "sections" || argument == "indices"))
    return "indices_or_sections";
  return argument;
}

/// Operands that Python has in another order stand under their names.
static bool isNamedOperand(StringRef op, StringRef argument) {
  return op == "relax.nn.attention_var_len" &&
         (argument.starts_with("seqstart") || argument.starts_with("max_"));
}

/// Whether an attribute has another value than it has by default.
static bool isSet(Operation *op, StringRef name) {
  NamedAttrList defaults;
  if (auto info = op->getRegisteredInfo())
    info->populateDefaultAttrs(defaults);
  return op->hasAttr(name) && op->getAttr(name) != defaults.get(name);
}

static bool isDoubleOrBF16(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  return tensor &&
         (tensor.getElementType().isF64() || tensor.getElementType().isBF16());
}

/// Whether equal parts use a size up before the last one.
static bool hasPartBehindEnd(SplitOp op) {
  return op.getSections() && llvm::any_of(op.getResultTypes(), [&](Type type) {
           auto part = dyn_cast<RankedTensorType>(type);
           return part && part != op.getResultTypes().front() &&
                  llvm::is_contained(part.getShape(), 0);
         });
}

/// Equal parts as TVM counts them: by where each begins.
static void writeCuts(SplitOp op, NamedAttrList &attributes) {
  SmallVector<int64_t> cuts;
  for (Type type : llvm::drop_end(op.getResultTypes())) {
    auto part = cast<RankedTensorType>(type);
    int64_t axis = (op.getAxis() + part.getRank()) % part.getRank();
    if (part.isDynamicDim(axis))
      return;
    cuts.push_back((cuts.empty() ? 0 : cuts.back()) + part.getDimSize(axis));
  }
  attributes.erase("sections");
  attributes.set("indices", DenseI64ArrayAttr::get(op.getContext(), cuts));
}

/// A slice that ends in front of where it begins ends where it begins.
static void writeEnds(StridedSliceOp op, NamedAttrList &attributes) {
  auto type = dyn_cast<RankedTensorType>(op.getX().getType());
  std::optional<ArrayRef<int64_t>> strides = op.getStrides();
  SmallVector<Attribute> ends(op.getEnd().begin(), op.getEnd().end());
  for (auto [i, axis] : llvm::enumerate(op.getAxes())) {
    Attribute start = op.getBegin()[i];
    std::optional<int64_t> begin = cast<SymExprAttr>(start).getConstant(),
                           end = cast<SymExprAttr>(ends[i]).getConstant();
    int64_t size = ShapedType::kDynamic;
    if (type)
      size = type.getDimSize((axis + type.getRank()) % type.getRank());
    if (!begin || !end || ShapedType::isDynamic(size))
      continue;
    auto place = [&](int64_t bound) {
      return std::clamp<int64_t>(bound < 0 ? bound + size : bound, 0, size);
    };
    int64_t length = place(*end) - place(*begin);
    if (strides && (*strides)[i] < 0 ? length > 0 : length < 0)
      ends[i] = start;
  }
  attributes.set("end", ArrayAttr::get(op.getContext(), ends));
}

/// Whether an operand is a number.
static bool hasScalar(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() == 0;
  });
}

static bool hasOneAxis(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor && tensor.getRank() < 2;
}

/// Whether the heads of an attention's key, axis 2, are none.
static bool hasNoHeads(AttentionOp op) {
  auto key = dyn_cast<RankedTensorType>(op.getKey().getType());
  return key && key.getRank() == 4 && key.getDimSize(2) == 0;
}

/// Whether all tensors have as many axes as the first one, as far as is known.
static bool haveSameRank(ValueRange values) {
  auto rank = [](Value value) {
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    return tensor ? tensor.getRank() : -1;
  };
  return llvm::all_of(
      values, [&](Value value) { return rank(value) == rank(values.front()); });
}

/// Whether TVM's inference, which gives up at the first operand whose sizes it
/// does not know, then takes a wrong rank for the result.
static bool takesRankOfOperand(EinsumOp op) {
  auto result = dyn_cast<RankedTensorType>(op.getResult().getType());
  for (Type type : op->getOperandTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && !llvm::is_contained(getDims(tensor), SymExprAttr()))
      continue;
    return !tensor || !result || tensor.getRank() != result.getRank();
  }
  return false;
}

/// Why TVM lacks an operator that the table has; empty if it has it.
static StringRef reasonForAbsence(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name == "relax.vision.multibox_transform_loc")
    return "the boxes of TVM's operator have another order of coordinates";
  if (name == "relax.dist.redistribute_replica_to_shard")
    return "TVM's script has no word for this operator";
  if (name == "relax.grad.take_backward" && isSet(op, "mode"))
    return "TVM's script has no word for the mode of this operator";
  if (isa<QuantizeOp, DequantizeOp>(op) &&
      (llvm::any_of(op->getOperandTypes(), isDoubleOrBF16) ||
       llvm::any_of(op->getResultTypes(), isDoubleOrBF16)))
    return "TVM's quantization has no f64 and no bf16";
  // TVM asks whether heads of the query are a multiple of the key's.
  if (auto attention = dyn_cast<AttentionOp>(op);
      attention && hasNoHeads(attention))
    return "TVM divides by the number of heads, of which the key has none";
  if (isa<BatchFlattenOp>(op) && hasOneAxis(op->getOperand(0)))
    return "TVM's operator takes tensors of two axes and more";
  if (isa<MeshgridOp>(op) && hasScalar(op))
    return "TVM's operator takes vectors, and no tensors of rank 0";
  if (isa<EwiseFMAOp>(op) && !haveSameRank(op->getOperands()))
    return "TVM's operator takes tensors of the same rank; use add and "
           "multiply, which broadcast";
  if (auto einsum = dyn_cast<EinsumOp>(op);
      einsum && takesRankOfOperand(einsum))
    return "TVM gives the result the rank of an operand of unknown sizes; "
           "give these names by relax.match_cast";
  return {};
}

/// An attribute as the table says that it is written.
static std::string attributeText(GraphWriter &writer, Operation *op,
                                 const OperatorArgument &argument,
                                 Attribute attribute) {
  if (argument.kind == "scalar") {
    auto number = cast<TypedAttr>(attribute);
    return numberText(number, dtypeOf(number.getType()));
  }
  return writer.types.attribute(op, attribute);
}

/// Whether a text that may be left out is empty, as that of a layout that
/// follows from others; TVM takes no empty one.
static bool isLeftOut(const OperatorArgument &argument, Attribute attribute) {
  auto text = dyn_cast<StringAttr>(attribute);
  return text && text.empty() && argument.kind == "string?";
}

/// Whether TVM gives the results as a tuple; of one result only for parts.
static bool isTuple(Operation *op) {
  // One of one part is that part.
  if (auto split = dyn_cast<SplitOp>(op); split && split.getSections())
    return split.getNumResults() != 1;
  return op->getNumResults() != 1 || isa<SplitOp, MeshgridOp>(op);
}

std::optional<CallText> operatorText(GraphWriter &writer, Operation *op) {
  StringRef name = op->getName().getStringRef();
  const OperatorFacts *facts = findOperator(name);
  if (!facts)
    return std::nullopt;
  if (StringRef reason = reasonForAbsence(op); !reason.empty()) {
    writer.module.reject(op, reason);
    return CallText{};
  }
  NamedAttrList attributes(op->getAttrDictionary());
  if (auto info = op->getRegisteredInfo())
    info->populateDefaultAttrs(attributes);
  size_t single = llvm::count_if(facts->arguments, [](const auto &argument) {
    return argument.kind == "operand";
  });
  SmallVector<std::string> words;
  OperandRange operands = op->getOperands();
  if (name == "relax.grad.take_backward")
    attributes.erase("mode");
  // TVM computes the size of such a part, or slice, as a negative number.
  if (auto split = dyn_cast<SplitOp>(op); split && hasPartBehindEnd(split))
    writeCuts(split, attributes);
  if (auto slice = dyn_cast<StridedSliceOp>(op))
    writeEnds(slice, attributes);
  for (const OperatorArgument &argument : facts->arguments) {
    if (!argument.isOperand()) {
      Attribute attribute = attributes.get(argument.name);
      if (attribute && !isLeftOut(argument, attribute))
        words.push_back(pythonName(name, argument.name).str() + "=" +
                        attributeText(writer, op, argument, attribute));
      else if (!attribute && pythonName(name, argument.name) == argument.name &&
               argument.kind == "i64?")
        words.push_back(argument.name + "=None");
      continue;
    }
    // At most one argument of an operator is optional or a list, so what the
    // single operands leave is its.
    size_t count =
        argument.kind == "operand" ? 1 : op->getNumOperands() - single;
    OperandRange part = operands.take_front(count);
    operands = operands.drop_front(count);
    if (argument.kind == "operands")
      words.push_back(writer.tuple(part));
    else if (count)
      words.push_back(
          (isNamedOperand(name, argument.name) ? argument.name + "=" : "") +
          writer.value(part.front()));
  }
  name.consume_front("relax.");
  return CallText{("R." + name + "(" + llvm::join(words, ", ") + ")").str(),
                  isTuple(op)};
}

} // namespace mlir::relax::tvmscript
