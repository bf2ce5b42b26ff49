// The reshapes in what decodes an operand of a product.
#ifndef RELAX_LIB_CONVERSION_RELAXTOTIR_DECODERRESHAPES_H
#define RELAX_LIB_CONVERSION_RELAXTOTIR_DECODERRESHAPES_H

#include "Relax/Conversion/RelaxToTIR/TensorProgram.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::relax {

/// Those of `ops` that give other dimensions to what is computed of fewer bits
/// for one product alone.
DenseSet<Operation *> findDecoderReshapes(ArrayRef<Operation *> ops);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_RELAXTOTIR_DECODERRESHAPES_H
