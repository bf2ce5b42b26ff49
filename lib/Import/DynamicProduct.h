// Products of floats with weights of integers.
#ifndef RELAX_LIB_IMPORT_DYNAMICPRODUCT_H
#define RELAX_LIB_IMPORT_DYNAMICPRODUCT_H

#include "NodeImport.h"

namespace mlir::relax {

/// A weight, whose columns are gates or channels: floats, or integers with
/// their scale and zero point, of rank 0 or one a column.
struct Weight {
  Value value, scale, zero;
};

/// `x` on the scale that its range gives in this call, as the standard's
/// DynamicQuantizeLinear puts it.
Weight quantizeByRange(NodeImport &node, Value x);

/// `x` times a weight. For one of integers `x` is put on the scale that its
/// range in this call gives, and the product is that of integers.
Value multiply(NodeImport &node, Value x, const Weight &weight);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_DYNAMICPRODUCT_H
