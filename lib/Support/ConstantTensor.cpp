// The numbers inside constants, and constants made of numbers.
#include "Relax/Support/ConstantTensor.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir::relax {

/// Above this a constant is a resource, which is neither uniqued nor printed
/// element by element. A dense attribute is hashed and kept in the context for
/// as long as that lives. For weights of gigabytes that is time and memory; a
/// resource is a handle.
static constexpr size_t kLargestDense = 64;

std::optional<SmallVector<float>> getFloats(Attribute constant) {
  auto elements = dyn_cast_or_null<ElementsAttr>(constant);
  if (!elements || !elements.getElementType().isF32())
    return std::nullopt;
  if (auto dense = dyn_cast<DenseElementsAttr>(constant))
    return SmallVector<float>(dense.getValues<float>());
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    // The blob is what a file says, so its size is checked before it is read as
    // floats.
    if (!blob ||
        blob->getData().size() != elements.getNumElements() * sizeof(float))
      return std::nullopt;
    return SmallVector<float>(blob->getDataAs<float>());
  }
  return std::nullopt;
}

ElementsAttr makeConstant(RankedTensorType type, ArrayRef<float> elements,
                          StringRef name) {
  if (elements.size() <= kLargestDense)
    return DenseElementsAttr::get(type, elements);
  // The name is a wish: the resource manager adds a number where it is taken.
  return DenseResourceElementsAttr::get(
      type, name, HeapAsmResourceBlob::allocateAndCopyInferAlign(elements));
}

ElementsAttr reshapeConstant(Attribute constant, RankedTensorType type) {
  if (auto dense = dyn_cast_or_null<DenseElementsAttr>(constant))
    return dense.reshape(type);
  if (auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(constant))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return {};
}

} // namespace mlir::relax
