// Writes operators of tensors as the table of operators says.
#include "GraphFunction.h"
#include "OperatorTable.h"

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

/// Why TVM lacks an operator that the table has; empty if it has it.
static StringRef reasonForAbsence(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (name == "relax.vision.multibox_transform_loc")
    return "the boxes of TVM's operator have another order of coordinates";
  if (name == "relax.dist.redistribute_replica_to_shard")
    return "TVM's script has no word for this operator";
  if (name == "relax.grad.take_backward" && isSet(op, "mode"))
    return "TVM's script has no word for the mode of this operator";
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
  StringRef name = op->getName().getStringRef();
  return op->getNumResults() != 1 || name == "relax.split" ||
         name == "relax.meshgrid";
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
