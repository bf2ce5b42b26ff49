// Writes an output file as a whole or not at all.
#ifndef RELAX_SUPPORT_OUTPUTFILE_H
#define RELAX_SUPPORT_OUTPUTFILE_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

/// Takes the text of an error.
using ErrorReport = llvm::function_ref<void(const llvm::Twine &)>;

/// Lets `write` fill a temporary file beside `path`, which then takes the name
/// `path`; after a failure what was at `path` is as it was. "-" is the standard
/// output. An error of the file goes to `report`, those of `write` are its own.
LogicalResult writeOutputFile(
    ErrorReport report, llvm::StringRef path,
    llvm::function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write);

/// As above; an error of the file is reported at `location`.
LogicalResult writeOutputFile(
    Location location, llvm::StringRef path,
    llvm::function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write);

/// As writeOutputFile, for a writer that wants the name of the temporary file.
LogicalResult
nameOutputFile(Location location, llvm::StringRef path,
               llvm::function_ref<LogicalResult(llvm::StringRef)> write);

/// Write what is still in the buffer of the standard output, and report what
/// of it could not be written.
LogicalResult flushStandardOutput(ErrorReport report);

} // namespace mlir::relax

#endif // RELAX_SUPPORT_OUTPUTFILE_H
