// Elements of fewer than 8 bits, and exponents without a number: relax has no
// types for them, so they are held as others of 8 bits.
#ifndef RELAX_LIB_IMPORT_NARROWELEMENT_H
#define RELAX_LIB_IMPORT_NARROWELEMENT_H

#include "NodeImport.h"

namespace mlir::relax {

/// Whether elements of the type numbered `code` are held as others.
bool isNarrow(int32_t code);

/// The bits of such an element, if they are fewer than 8; else 0.
unsigned getNarrowBits(int32_t code);

/// `bits`, an element of type `code`, as the byte that holds it.
uint8_t widenElement(int32_t code, unsigned bits);

/// `x` as elements of type `code`, held in 8 bits: integers keep their low
/// bits, floats are rounded and saturate. Exponents are rounded as the
/// attribute 'round_mode' says.
Value castToNarrow(NodeImport &node, Value x, int32_t code);

/// `x`, which holds elements of type `code`, as numbers that one can compute
/// with.
Value getNumbers(NodeImport &node, Value x, int32_t code);

/// `x`, integers of 8 bits, brought into the range of the type `code`.
Value clampToNarrow(NodeImport &node, Value x, int32_t code);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_NARROWELEMENT_H
