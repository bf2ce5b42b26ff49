// Keeps what is asked of a buffer's strides on the op that makes it: three
// numbers for each axis.
//
// It is kept on the op because compaction changes the shape later, and the
// stride has to be asked for again then (`alignShape`).
#include "Relax/Dialect/TIR/Schedule/StorageAlignment.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::tir {

static constexpr llvm::StringLiteral kAlignments = "tir.storage_align";

static SmallVector<int64_t> getNumbers(memref::AllocOp alloc) {
  auto numbers = alloc->getAttrOfType<DenseI64ArrayAttr>(kAlignments);
  return numbers && numbers.size() % 3 == 0
             ? SmallVector<int64_t>(numbers.asArrayRef())
             : SmallVector<int64_t>();
}

/// The smallest padding for which size * inner = offset modulo factor. There
/// may be none: with an even `inner` and factor no odd offset is reached. At
/// most `factor` steps, as remainders repeat.
std::optional<int64_t> getAlignedSize(StorageAlignment alignment, int64_t size,
                                      int64_t inner) {
  // Remainders are below the factor, so that nothing overflows.
  int64_t step = inner % alignment.factor;
  for (int64_t more = 0; more != alignment.factor; ++more)
    if ((size + more) % alignment.factor * step % alignment.factor ==
        alignment.offset)
      return size + more;
  return std::nullopt;
}

void addAlignment(memref::AllocOp alloc, StorageAlignment alignment) {
  SmallVector<int64_t> numbers = getNumbers(alloc);
  for (int64_t number : {alignment.axis, alignment.factor, alignment.offset})
    numbers.push_back(number);
  alloc->setAttr(kAlignments,
                 DenseI64ArrayAttr::get(alloc.getContext(), numbers));
}

void alignShape(memref::AllocOp alloc, MutableArrayRef<int64_t> shape) {
  SmallVector<int64_t> numbers = getNumbers(alloc);
  for (size_t i = 0; i != numbers.size(); i += 3) {
    StorageAlignment alignment = {numbers[i], numbers[i + 1], numbers[i + 2]};
    // The attribute can be written by hand.
    if (alignment.axis < 0 || alignment.axis + 1 >= int64_t(shape.size()) ||
        alignment.factor < 1 || alignment.factor > kMaxAlignment)
      continue;
    int64_t inner = 1;
    for (int64_t size : shape.drop_front(alignment.axis + 2))
      inner = ShapedType::isDynamic(size) || inner < 0
                  ? -1
                  : inner * (size % alignment.factor) % alignment.factor;
    int64_t &size = shape[alignment.axis + 1];
    if (inner < 0 || ShapedType::isDynamic(size))
      continue;
    size = getAlignedSize(alignment, size, inner).value_or(size);
  }
}

void copyAlignments(memref::AllocOp source, memref::AllocOp target) {
  if (Attribute numbers = source->getAttr(kAlignments))
    target->setAttr(kAlignments, numbers);
}

} // namespace mlir::tir
