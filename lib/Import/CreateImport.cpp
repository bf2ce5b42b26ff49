// Operators that make tensors out of shapes and numbers.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/IR/CreateOps.h"
#include "RuntimeShape.h"

namespace mlir::relax {

/// One value everywhere; zeros of type f32 if none is given.
static void importConstantOfShape(NodeImport &node) {
  Builder &builder = node.getBuilder();
  DenseElementsAttr value = node.getDense("value");
  if (node.hasFailed())
    return;
  if (value && value.getNumElements() != 1) {
    node.error() << "attribute 'value' has " << value.getNumElements()
                 << " elements, expected 1";
    return;
  }
  Attribute element = value ? Attribute(*value.getValues<Attribute>().begin())
                            : builder.getF32FloatAttr(0.0f);
  Value fill = node.makeConstant(DenseElementsAttr::get(
      RankedTensorType::get({}, cast<TypedAttr>(element).getType()), element));
  Value shape;
  if (std::optional<SymbolicTensor> known = node.getSymbolic(0))
    shape = node.makeShape(known->elements);
  else
    shape = readShape(node, node.getTensor(0));
  node.setResult(0, node.emit<FullOp>({shape, fill}));
}

static const Operator kOperators[] = {
    {"ConstantOfShape", 9, 21, 1, 1, importConstantOfShape},
};

void addCreateOperators(OperatorTable &table) { table.add(kOperators); }

} // namespace mlir::relax
