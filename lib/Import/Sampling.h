// Samples of images at places between the elements.
#ifndef RELAX_LIB_IMPORT_SAMPLING_H
#define RELAX_LIB_IMPORT_SAMPLING_H

#include "TensorMath.h"

namespace mlir::relax {

/// What becomes of the elements around a place.
enum class Blend {
  /// There is one: the place is whole.
  Nearest,
  /// Their sum, weighted by how near they are.
  Linear,
  /// The greatest, once weighted.
  Saturate
};

/// Samples `images`, batch, channels and then any number of axes. `places` has
/// a float tensor of batch and samples for each of these axes: coordinates in
/// elements. Elements outside are 0. Gives batch, samples and channels.
Value sampleImages(NodeImport &node, Value images, ArrayRef<Value> places,
                   Blend blend);

/// A size as a number of rank 0 of any type.
Value makeNumber(NodeImport &node, SymExprAttr size, Type element);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_SAMPLING_H
