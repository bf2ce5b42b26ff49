// What a tool says when memory is exhausted.
#ifndef RELAX_SUPPORT_OUTOFMEMORY_H
#define RELAX_SUPPORT_OUTOFMEMORY_H

namespace mlir::relax {

/// From now on the tool ends with one line and exit code 1 when memory, or what
/// a thread needs, cannot be had: that is no fault of the compiler. Temporary
/// files are removed. A file that is larger than the process may write is an
/// error of the writer, as a full disk is.
void reportOutOfMemory();

/// Takes that back: for a child that is to crash of whatever is wrong, and
/// whose parent reports it.
void crashWhenOutOfMemory();

} // namespace mlir::relax

#endif // RELAX_SUPPORT_OUTOFMEMORY_H
