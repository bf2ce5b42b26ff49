// Layout strings such as "NCHW" and "NCHW4c": which axis stands where.
#include "Relax/Dialect/Relax/IR/TensorLayout.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {

FailureOr<TensorLayout> TensorLayout::parse(StringRef text, StringRef axes,
                                            EmitError emitError) {
  TensorLayout layout;
  layout.text = text.str();
  layout.numAxes = axes.size();
  std::string seen;
  auto reject = [&]() -> LogicalResult {
    return emitError() << "expects a layout of the axes " << axes
                       << ", each once, but found \"" << text << "\"";
  };
  for (StringRef rest = text; !rest.empty();) {
    int64_t block = 0;
    bool hasBlock = !rest.consumeInteger(10, block);
    if (rest.empty() || hasBlock != llvm::isLower(rest.front()) ||
        (hasBlock && block < 1))
      return reject();
    char letter = rest.front();
    rest = rest.drop_front();
    size_t axis = axes.find(llvm::toUpper(letter));
    if (axis == StringRef::npos || seen.find(letter) != std::string::npos)
      return reject();
    seen.push_back(letter);
    layout.parts.push_back({axis, block});
  }
  for (char letter : axes)
    if (seen.find(letter) == std::string::npos)
      return reject();
  return layout;
}

int64_t TensorLayout::getPlace(size_t index) const {
  const Part *part = llvm::find_if(parts, [&](const Part &part) {
    return part.axis == index && part.block == 0;
  });
  return part - parts.begin();
}

Dims TensorLayout::toAxes(ArrayRef<SymExprAttr> dims) const {
  Dims sizes = getUnknownDims(numAxes);
  for (auto [part, dim] : llvm::zip_equal(parts, dims))
    if (part.block == 0)
      sizes[part.axis] = dim;
  for (const Part &part : parts)
    if (part.block != 0)
      sizes[part.axis] = sizes[part.axis] * part.block;
  return sizes;
}

Dims TensorLayout::fromAxes(ArrayRef<SymExprAttr> sizes) const {
  Dims outer(sizes);
  for (const Part &part : parts)
    if (part.block != 0)
      outer[part.axis] = ceilDiv(outer[part.axis], part.block);
  Dims dims;
  for (const Part &part : parts) {
    SymExprAttr size = sizes[part.axis];
    if (part.block == 0)
      dims.push_back(outer[part.axis]);
    else
      dims.push_back(size ? getDim(size.getContext(), part.block) : size);
  }
  return dims;
}

FailureOr<Dims> TensorLayout::getAxes(const TensorInfo &info, StringRef what,
                                      EmitError emitError) const {
  if (!info.dims)
    return getUnknownDims(numAxes);
  if (info.getRank() != getRank())
    return emitError() << "expects " << what << " of rank " << getRank()
                       << " for layout \"" << text << "\", but found rank "
                       << info.getRank();
  return toAxes(*info.dims);
}

FailureOr<SmallVector<int64_t>>
getPerAxis(std::optional<ArrayRef<int64_t>> numbers, size_t count,
           int64_t missing, int64_t least, StringRef what,
           EmitError emitError) {
  if (!numbers)
    return SmallVector<int64_t>(count, missing);
  if (numbers->size() != count)
    return emitError() << "expects '" << what << "' to have " << count
                       << " entries, but found " << numbers->size();
  for (int64_t number : *numbers)
    if (number < least)
      return emitError() << "expects entries of '" << what
                         << "' to be at least " << least << ", but found "
                         << number;
  return SmallVector<int64_t>(*numbers);
}

} // namespace mlir::relax
