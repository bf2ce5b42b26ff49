// Determinants and inverses of matrices of any size.
#ifndef RELAX_LIB_IMPORT_DOMAINS_ELIMINATIONIMPORT_H
#define RELAX_LIB_IMPORT_DOMAINS_ELIMINATIONIMPORT_H

#include "NodeImport.h"

namespace mlir::relax {

// What Det and Inverse do: each imports a node.
void importDetByElimination(NodeImport &node);
void importInverse(NodeImport &node);

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_DOMAINS_ELIMINATIONIMPORT_H
