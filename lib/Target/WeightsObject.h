// The large constants of a module as an object file of their own.
//
// LLVM would hold each a second time as a constant and a third time while it
// writes the object. Bytes need no code generator.
#ifndef RELAX_LIB_TARGET_WEIGHTSOBJECT_H
#define RELAX_LIB_TARGET_WEIGHTSOBJECT_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::relax {

/// Of weights with as many bytes, code of x86 may be too far away from some.
constexpr uint64_t kReachOfCode = uint64_t(1) << 30;

/// A global that stands in the object.
struct ObjectWeight {
  /// Its name in the module, and in the object.
  std::string global, name;
  /// Held by the module's context.
  ArrayRef<char> bytes;
  uint64_t alignment;
};

/// Turns each global of `module` that is known inside only, is constant and has
/// many bytes into a declaration, and gives what they were. None for a machine
/// whose object files are written by its code generator alone. Named by what
/// they are, equal ones have one name, in whichever module.
SmallVector<ObjectWeight> takeWeights(ModuleOp module,
                                      const llvm::Triple &triple,
                                      bool areNamedByContents);

/// Writes them as hidden symbols of a relocatable ELF file.
void writeWeightsObject(ArrayRef<ObjectWeight> weights,
                        const llvm::Triple &triple, llvm::raw_ostream &os);

} // namespace mlir::relax

#endif // RELAX_LIB_TARGET_WEIGHTSOBJECT_H
