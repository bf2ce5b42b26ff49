// Tuples of a function, taken apart while its tensors are spread.
//
// Programs of TVM give one tuple, and often take their weights as one. How a
// tensor is spread is said of tensors alone, so a function has the fields in
// their place until all is split.
#include "TupleSignature.h"

#include "Relax/Dialect/Relax/Gradient/Adjoints.h"
#include "Relax/Dialect/Relax/IR/TupleOps.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::relax {

/// The tensors and other values of a type, those of tuples in their place.
static SmallVector<Type> getFields(Type type) {
  SmallVector<Type> fields;
  if (auto tuple = dyn_cast<TupleType>(type))
    tuple.getFlattenedTypes(fields);
  else
    fields.push_back(type);
  return fields;
}

/// The fields of a value, with the operators that take them out of it.
static void addFields(Value value, OpBuilder &builder,
                      SmallVectorImpl<Value> &fields) {
  auto type = dyn_cast<TupleType>(value.getType());
  if (!type)
    return fields.push_back(value);
  for (auto [index, field] : llvm::enumerate(type.getTypes()))
    addFields(
        TupleGetItemOp::create(builder, value.getLoc(), field, value, index),
        builder, fields);
}

/// Reads fields where they are made, if what made a tuple of them is at hand.
static void foldFields(Block &body) {
  SmallVector<Operation *> tuples;
  for (Operation &op : llvm::make_early_inc_range(body)) {
    if (isa<TupleOp>(op))
      tuples.push_back(&op);
    auto item = dyn_cast<TupleGetItemOp>(op);
    auto made = item ? item.getTuple().getDefiningOp<TupleOp>() : TupleOp();
    if (!made || made.getFields()[item.getIndex()].getType() != item.getType())
      continue;
    item.replaceAllUsesWith(made.getFields()[item.getIndex()]);
    item.erase();
  }
  // Tuples of tuples last.
  for (Operation *tuple : llvm::reverse(tuples))
    if (tuple->use_empty())
      tuple->erase();
}

/// A tuple like `type` of the first of `fields`, which it takes.
Value TupleSignature::makeTuple(Type type, OpBuilder &builder,
                                ArrayRef<Value> &fields) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple) {
    Value field = fields.front();
    fields = fields.drop_front();
    return field;
  }
  SmallVector<Value> values;
  for (Type field : tuple.getTypes())
    values.push_back(makeTuple(field, builder, fields));
  return TupleOp::create(
      builder, func.getLoc(),
      TupleType::get(func.getContext(), TypeRange(ValueRange(values))), values);
}

//===----------------------------------------------------------------------===//
// Apart
//===----------------------------------------------------------------------===//

void TupleSignature::takeParameterApart(unsigned index) {
  BlockArgument whole = func.getArgument(index);
  std::string name = func.getParameterName(index);
  Builder attributes(func.getContext());
  SmallVector<Value> made;
  for (auto [place, field] : llvm::enumerate(getFields(whole.getType()))) {
    auto named = attributes.getNamedAttr(
        "relax.name", attributes.getStringAttr(name + "." + Twine(place)));
    (void)func.insertArgument(index + 1 + unsigned(place), field,
                              attributes.getDictionaryAttr(named),
                              whole.getLoc());
    made.push_back(func.getArgument(index + 1 + unsigned(place)));
  }
  auto builder = OpBuilder::atBlockBegin(&func.getBody().front());
  ArrayRef<Value> fields(made);
  whole.replaceAllUsesWith(makeTuple(whole.getType(), builder, fields));
  if (std::optional<uint64_t> inputs = func.getNumInput())
    if (index < *inputs)
      func.setNumInput(*inputs + made.size() - 1);
  llvm::BitVector dropped(func.getNumArguments());
  dropped.set(index);
  (void)func.eraseArguments(dropped);
}

/// Gives other results, without attributes.
void TupleSignature::setResults(ArrayRef<Value> values) {
  Operation *end = func.getBody().front().getTerminator();
  end->setOperands(values);
  func.removeResAttrsAttr();
  func.setFunctionType(FunctionType::get(
      func.getContext(), func.getArgumentTypes(), end->getOperandTypes()));
}

void TupleSignature::takeResultsApart() {
  Operation *end = func.getBody().front().getTerminator();
  OpBuilder builder(end);
  SmallVector<Value> fields;
  SmallVector<StringAttr> derivatives;
  for (auto [value, whole] : llvm::zip(end->getOperands(), results)) {
    size_t first = fields.size();
    addFields(value, builder, fields);
    auto name = whole.attributes
                    ? whole.attributes.getAs<StringAttr>(kDerivativeName)
                    : StringAttr();
    for (size_t place = 0; place < fields.size() - first; ++place)
      derivatives.push_back(
          name && isa<TupleType>(whole.type)
              ? builder.getStringAttr(name.getValue() + "." + Twine(place))
              : name);
  }
  setResults(fields);
  for (auto [place, name] : llvm::enumerate(derivatives))
    if (name)
      func.setResultAttr(place, kDerivativeName, name);
}

void TupleSignature::takeApart() {
  numInput = func.getNumInput();
  for (auto [i, type] : llvm::enumerate(func.getArgumentTypes()))
    parameters.push_back({type, func.getArgAttrDict(i)});
  for (auto [i, type] : llvm::enumerate(func.getResultTypes()))
    results.push_back({type, func.getResultAttrDict(i)});
  // From the last parameter on, so that the numbers of others stay.
  for (size_t i = parameters.size(); i-- > 0;)
    if (isa<TupleType>(parameters[i].type))
      takeParameterApart(i);
  if (llvm::any_of(func.getResultTypes(), llvm::IsaPred<TupleType>))
    takeResultsApart();
  foldFields(func.getBody().front());
}

//===----------------------------------------------------------------------===//
// Together
//===----------------------------------------------------------------------===//

/// The type of a tuple like `type` of the first of `fields`, which it takes.
static Type makeTupleType(Type type, ArrayRef<Type> &fields) {
  auto tuple = dyn_cast<TupleType>(type);
  if (!tuple) {
    Type field = fields.front();
    fields = fields.drop_front();
    return field;
  }
  SmallVector<Type> types;
  for (Type field : tuple.getTypes())
    types.push_back(makeTupleType(field, fields));
  return TupleType::get(type.getContext(), types);
}

void TupleSignature::putTogether() {
  Block &body = func.getBody().front();
  for (auto [i, whole] : llvm::enumerate(parameters)) {
    if (!isa<TupleType>(whole.type))
      continue;
    size_t count = getFields(whole.type).size();
    SmallVector<Value> fields(func.getArguments().slice(i, count)), taken;
    SmallVector<Type> types(ValueRange(fields).getTypes());
    ArrayRef<Type> rest(types);
    (void)func.insertArgument(i, makeTupleType(whole.type, rest),
                              whole.attributes, func.getLoc());
    auto builder = OpBuilder::atBlockBegin(&body);
    addFields(func.getArgument(i), builder, taken);
    for (auto [field, item] : llvm::zip(fields, taken))
      field.replaceAllUsesWith(item);
    llvm::BitVector dropped(func.getNumArguments());
    dropped.set(i + 1, i + 1 + count);
    (void)func.eraseArguments(dropped);
  }
  if (numInput)
    func.setNumInput(*numInput);
  if (llvm::none_of(results,
                    [](Whole whole) { return isa<TupleType>(whole.type); }))
    return;
  Operation *end = body.getTerminator();
  OpBuilder builder(end);
  SmallVector<Value> fields(end->getOperands()), made;
  ArrayRef<Value> rest(fields);
  for (Whole whole : results)
    made.push_back(makeTuple(whole.type, builder, rest));
  setResults(made);
  for (auto [i, whole] : llvm::enumerate(results))
    if (whole.attributes)
      func.setResultAttrs(i, whole.attributes);
}

} // namespace mlir::relax
