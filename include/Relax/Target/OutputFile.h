// Writes an output file as a whole or not at all.
#ifndef RELAX_TARGET_OUTPUTFILE_H
#define RELAX_TARGET_OUTPUTFILE_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

/// Lets `write` fill a temporary file beside `path`, which then takes the name
/// `path`; after a failure there is neither. "-" is the standard output. An
/// error of the file is reported at `location`, those of `write` by itself.
LogicalResult writeOutputFile(
    Location location, llvm::StringRef path,
    llvm::function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write);

/// As writeOutputFile, for a writer that wants the name of the temporary file.
LogicalResult
nameOutputFile(Location location, llvm::StringRef path,
               llvm::function_ref<LogicalResult(llvm::StringRef)> write);

} // namespace mlir::relax

#endif // RELAX_TARGET_OUTPUTFILE_H
