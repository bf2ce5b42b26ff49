// Places in sources that have nodes and no lines, and diagnostics about them.
#ifndef RELAX_SUPPORT_NODELOCATION_H
#define RELAX_SUPPORT_NODELOCATION_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

/// The location of the node `name` of a source. `kind` says what a reader of
/// the source knows it by besides, as `operator "Conv", domain "ai.onnx"`.
Location getNodeLocation(StringAttr name, llvm::StringRef kind);

/// The places in sources that a location stands for, in its order: nodes, as
/// NameLoc, and lines, as FileLineColLoc. Importers name the value around the
/// node, so that a node is the innermost name.
llvm::SetVector<Location> findSourcePlaces(Location location);

/// The nodes of a location with what is known of them, as
/// `node "conv1" (operator "Conv", domain "ai.onnx"): `; "" where it has lines,
/// or no names.
std::string describeNodePlaces(Location location);

/// Print a diagnostic about the file `path` as a compiler does, without a line.
void printFileDiagnostic(Diagnostic &diagnostic, llvm::StringRef path,
                         llvm::raw_ostream &os);

/// From now on, print diagnostics of `context` about nodes as such of the file
/// `path`, and leave all others to the handlers before. Standard error takes
/// them.
void printNodeDiagnostics(MLIRContext &context, llvm::StringRef path);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_NODELOCATION_H
