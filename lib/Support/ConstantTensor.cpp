// The numbers inside constants, and constants made of numbers.
#include "Relax/Support/ConstantTensor.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinDialect.h"
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

// The context counts up from 1 until it finds a name that is free: 30,000
// packed weights took two minutes. Numbers are taken from the front, so that
// one that is free is soon found by doubling and halving.
static unsigned findFreeNumber(DialectResourceBlobManager &blobs,
                               StringRef name) {
  auto isTaken = [&](unsigned number) {
    return blobs.lookup((name + "_" + Twine(number)).str()) != nullptr;
  };
  unsigned end = 1;
  while (isTaken(end))
    end *= 2;
  unsigned taken = end / 2;
  while (taken + 1 < end) {
    unsigned middle = taken + (end - taken) / 2;
    (isTaken(middle) ? taken : end) = middle;
  }
  return end;
}

ElementsAttr makeResource(RankedTensorType type, AsmResourceBlob blob,
                          StringRef name) {
  DialectResourceBlobManager &blobs =
      DenseResourceElementsHandle::getManagerInterface(type.getContext())
          .getBlobManager();
  std::string own = name.str();
  if (blobs.lookup(name))
    own += "_" + std::to_string(findFreeNumber(blobs, name));
  // Another thread may take it before us; the context then counts on.
  return DenseResourceElementsAttr::get(type, own, std::move(blob));
}

ElementsAttr makeConstant(RankedTensorType type, ArrayRef<float> elements,
                          StringRef name) {
  if (elements.size() <= kLargestDense)
    return DenseElementsAttr::get(type, elements);
  return makeResource(
      type, HeapAsmResourceBlob::allocateAndCopyInferAlign(elements), name);
}

ElementsAttr reshapeConstant(Attribute constant, RankedTensorType type) {
  if (auto dense = dyn_cast_or_null<DenseElementsAttr>(constant))
    return dense.reshape(type);
  if (auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(constant))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return {};
}

} // namespace mlir::relax
