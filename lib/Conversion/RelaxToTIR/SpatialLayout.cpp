// Where the spatial axes lie in operand and result.
#include "SpatialLayout.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::relax {

/// The dimensions of a layout: a letter each, without the sizes of blocks.
/// Blocked layouts keep their letters: a block is a dimension with a lower-case
/// letter.
static std::string getLetters(StringRef layout) {
  std::string letters;
  for (char character : layout)
    if (llvm::isAlpha(character))
      letters.push_back(character);
  return letters;
}

SpatialLayout SpatialLayout::read(StringRef layout, StringRef outLayout) {
  if (outLayout.empty())
    outLayout = layout;
  std::string in = getLetters(layout), out = getLetters(outLayout);
  SpatialLayout result;
  for (char axis : {'D', 'H', 'W'}) {
    size_t place = in.find(axis);
    if (place == std::string::npos)
      continue;
    result.inPlaces.push_back(place);
    result.outPlaces.push_back(out.find(axis));
  }
  // Letters that only one side has do not occur; the verifier compared the
  // layouts.
  for (char letter : in)
    result.resultDims.push_back(out.find(letter));
  return result;
}

SmallVector<Value> SpatialLayout::toOperand(ValueRange place) const {
  return llvm::map_to_vector(resultDims,
                             [&](int64_t dim) { return place[dim]; });
}

} // namespace mlir::relax
