// Generates object code in parts that threads work on in parallel.
#ifndef RELAX_TARGET_OBJECTPARTS_H
#define RELAX_TARGET_OBJECTPARTS_H

#include "Relax/Target/HostMachine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

/// The bytes of an object file.
using ObjectCode = llvm::SmallVector<char, 0>;

/// Who takes the object files of a module. Weights are large: as a file they
/// need no memory.
class ObjectSink {
public:
  virtual ~ObjectSink();

  /// What the names of hidden symbols end in; not empty where objects of other
  /// modules are linked with these.
  virtual llvm::StringRef getSuffix() const { return {}; }

  /// Whether a constant of that name, which says what it is, is in none of the
  /// objects so far; asked only where there is a suffix.
  virtual bool addConstant(llvm::StringRef) { return true; }

  /// Lets `write` write the large constants, which `module` has no more then.
  /// Called first; not called where there are none.
  virtual LogicalResult takeWeights(
      llvm::function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write) = 0;

  /// Called when the ops of the module are not read again, so that their owner
  /// may erase them.
  virtual void translated() {}

  /// There will be `number` parts of code.
  virtual void begin(unsigned number) = 0;

  /// Lets `write` write part `part`. Threads call it at once, for other parts.
  virtual LogicalResult
  take(unsigned part,
       llvm::function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write) = 0;
};

/// Translates `module`, whose ops are all of the llvm dialect, to LLVM IR and
/// that to optimized object code, in as many parts as its size is worth. The
/// parts are those of the module, whatever the number of threads; they are
/// worked on by the threads of its context. What one part uses of another is
/// hidden, not local: the parts are for one library, or for one process.
LogicalResult generateObjects(ModuleOp module,
                              const HostMachineOptions &options,
                              ObjectSink &sink);

/// The same, into memory.
LogicalResult generateObjects(ModuleOp module,
                              const HostMachineOptions &options,
                              llvm::SmallVectorImpl<ObjectCode> &objects);

} // namespace mlir::relax

#endif // RELAX_TARGET_OBJECTPARTS_H
