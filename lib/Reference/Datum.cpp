// The values of an interpreted graph: tensors, shapes, tuples, closures, texts.
#include "Relax/Reference/Datum.h"

#include "Relax/Support/ConstantTensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax::reference {

RankedTensorType getType(const Tensor &tensor) {
  return RankedTensorType::get(tensor.view->sizes, tensor.view->element.type);
}

bool isInitialized(const Tensor &tensor) {
  const View &view = *tensor.view;
  bool isWritten = true;
  view.forEachPlace([&](int64_t place) {
    isWritten =
        isWritten && view.memory->isInitialized(place, view.element.bytes);
  });
  return isWritten;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string Datum::describe() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (const Number *number = getNumber())
    os << number->element.type;
  else if (const Tensor *tensor = getTensor())
    os << getType(*tensor);
  else if (const Shape *shape = getShape())
    os << "a shape of " << shape->sizes.size() << " sizes";
  else if (const Tuple *tuple = getTuple())
    os << "a tuple of " << tuple->fields.size();
  else if (getStorage())
    os << "a storage";
  else if (getClosure())
    os << "a closure";
  else if (getText())
    os << "a string";
  else if (getDtype())
    os << "a dtype";
  else
    os << (isNull() ? "null" : "nothing");
  return text;
}

static void printElements(llvm::raw_ostream &os, const View &view,
                          SmallVectorImpl<int64_t> &indices) {
  size_t axis = indices.size();
  if (axis == view.sizes.size()) {
    int64_t place = view.getPlace(indices);
    if (view.memory->isInitialized(place, view.element.bytes))
      print(os, view.element,
            view.element.load(view.memory->getData() + place));
    else
      os << '?';
    return;
  }
  os << '[';
  indices.push_back(0);
  for (int64_t i = 0; i < view.sizes[axis]; ++i) {
    if (i)
      os << ", ";
    indices.back() = i;
    printElements(os, view, indices);
  }
  indices.pop_back();
  os << ']';
}

void Datum::print(llvm::raw_ostream &os) const {
  if (const Number *number = getNumber()) {
    reference::print(os, number->element, number->value);
  } else if (const Tensor *tensor = getTensor()) {
    SmallVector<int64_t, 4> indices;
    printElements(os, *tensor->view, indices);
  } else if (const Shape *shape = getShape()) {
    os << '[';
    llvm::interleaveComma(shape->sizes, os);
    os << ']';
  } else if (const Tuple *tuple = getTuple()) {
    os << '(';
    llvm::interleaveComma(tuple->fields, os,
                          [&](const Datum &field) { field.print(os); });
    os << ')';
  } else if (const Text *text = getText()) {
    os << '"';
    llvm::printEscapedString(text->text, os);
    os << '"';
  } else if (const Dtype *dtype = getDtype()) {
    os << dtype->type;
  } else {
    os << describe();
  }
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static bool fillFromResource(DenseResourceElementsAttr resource, View &view) {
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  int64_t size = view.memory->getSize();
  if (!blob || static_cast<int64_t>(blob->getData().size()) != size)
    return false;
  view.memory->copyFrom(blob->getData().data());
  // Bytes from outside may be other than 0 and 1.
  if (view.element.bits == 1)
    for (int64_t i = 0; i < size; ++i)
      view.memory->getData()[i] &= 1;
  return true;
}

static Scalar getScalar(const Element &element, Attribute attribute) {
  APInt bits = isa<FloatAttr>(attribute)
                   ? cast<FloatAttr>(attribute).getValue().bitcastToAPInt()
                   : cast<IntegerAttr>(attribute).getValue();
  return fromBits(element, bits.getZExtValue());
}

static bool fillFromDense(DenseElementsAttr dense, View &view) {
  const Element &element = view.element;
  uint8_t *data = view.memory->getData();
  int64_t count = view.getNumElements();
  if (dense.isSplat()) {
    Scalar value = getScalar(element, dense.getSplatValue<Attribute>());
    for (int64_t i = 0; i < count; ++i)
      element.store(data + i * element.bytes, value);
    return true;
  }
  ArrayRef<char> raw = dense.getRawData();
  // An attribute of i1 has another form than memory has here, one byte each.
  if (element.bits != 1 &&
      static_cast<int64_t>(raw.size()) == view.memory->getSize()) {
    view.memory->copyFrom(raw.data());
    return true;
  }
  for (Attribute attribute : dense.getValues<Attribute>()) {
    element.store(data, getScalar(element, attribute));
    data += element.bytes;
  }
  return true;
}

std::optional<Tensor> fromAttribute(ElementsAttr constant) {
  ShapedType type = constant.getShapedType();
  std::optional<Element> element = Element::of(type.getElementType());
  ViewRef view = element ? makeView(type.getShape(), *element) : nullptr;
  if (!view)
    return std::nullopt;
  bool isFilled = false;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant))
    isFilled = fillFromResource(resource, *view);
  else if (auto dense = dyn_cast<DenseElementsAttr>(constant))
    isFilled = fillFromDense(dense, *view);
  if (!isFilled)
    return std::nullopt;
  view->memory->setInitialized(0, view->memory->getSize());
  return Tensor{view, {}};
}

ElementsAttr toAttribute(const Tensor &tensor, llvm::StringRef name) {
  // Up to here constants stand in the text.
  // A long constant in the text would make every dump unreadable, and
  // attributes of this kind are uniqued: each new one is hashed and kept by
  // the context. A resource is not.
  constexpr int64_t kLargestDense = 64;
  ViewRef view =
      tensor.view->isCompact() ? tensor.view : copyView(*tensor.view);
  RankedTensorType type = getType(tensor);
  int64_t count = view->getNumElements();
  const Element &element = view->element;
  const uint8_t *data = view->memory->getData() + view->offset;
  if (element.bits == 1) {
    SmallVector<bool> values;
    for (int64_t i = 0; i < count; ++i)
      values.push_back(data[i]);
    return DenseElementsAttr::get(type, values);
  }
  ArrayRef bytes(reinterpret_cast<const char *>(data),
                 static_cast<size_t>(count * element.bytes));
  if (count <= kLargestDense)
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  return makeResource(
      type, HeapAsmResourceBlob::allocateAndCopyWithAlign(bytes, 64), name);
}

} // namespace mlir::relax::reference
