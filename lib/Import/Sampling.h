// Samples of images at places between the elements.
#ifndef RELAX_LIB_IMPORT_SAMPLING_H
#define RELAX_LIB_IMPORT_SAMPLING_H

#include "TensorMath.h"

namespace mlir::relax {

/// Samples `images`, batch, channels and then any number of axes. `places` has
/// a float tensor of batch and samples for each of these axes: coordinates in
/// elements. Between the elements samples are blended, outside they are 0;
/// places that are whole need no blending if `isNearest`. Gives batch, samples
/// and channels.
Value sampleImages(NodeImport &node, Value images, ArrayRef<Value> places,
                   bool isNearest);

/// A size as a number of rank 0 of any type.
Value makeNumber(NodeImport &node, SymExprAttr size, Type element);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_SAMPLING_H
