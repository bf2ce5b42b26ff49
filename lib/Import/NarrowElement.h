// Elements of fewer than 8 bits, which are held in 8 bits.
#ifndef RELAX_LIB_IMPORT_NARROWELEMENT_H
#define RELAX_LIB_IMPORT_NARROWELEMENT_H

#include "NodeImport.h"

namespace mlir::relax {

/// Whether the element type numbered `code` has fewer than 8 bits.
bool isNarrow(int32_t code);

/// The bits of such an element.
unsigned getNarrowBits(int32_t code);

/// `bits`, an element of type `code`, as the byte that holds it.
uint8_t widenElement(int32_t code, unsigned bits);

/// `x` as elements of type `code`, held in 8 bits: integers keep their low
/// bits, floats are rounded and saturate.
Value castToNarrow(NodeImport &node, Value x, int32_t code);

/// `x`, integers of 8 bits, brought into the range of the type `code`.
Value clampToNarrow(NodeImport &node, Value x, int32_t code);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_NARROWELEMENT_H
