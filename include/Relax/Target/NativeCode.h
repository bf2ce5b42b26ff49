// Turns a module of the llvm dialect into LLVM IR, assembly or an object file.
#ifndef RELAX_TARGET_NATIVECODE_H
#define RELAX_TARGET_NATIVECODE_H

#include "Relax/Target/HostMachine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::relax {

/// What native code is written as.
enum class NativeForm { LLVMIR, Assembly, Object };

/// Adds to `registry` how dialects that reach this stage become LLVM IR.
void registerNativeTranslations(DialectRegistry &registry);

/// Translates `module`, whose ops are all of the llvm dialect, to LLVM IR for
/// `machine`; null after an error. `module` must have been made by a context
/// whose registry knows the translations.
std::unique_ptr<llvm::Module> translateToLLVM(ModuleOp module,
                                              llvm::LLVMContext &context,
                                              llvm::TargetMachine &machine);

/// Whether `function` is the host's part of a long model: thousands of calls
/// that pass buffers from kernel to kernel. No optimization makes it faster.
bool makesManyCalls(const llvm::Function &function);

/// Optimizes `module` as hard as `machine` says.
void optimize(llvm::Module &module, llvm::TargetMachine &machine);

/// Generates code of `module` for `machine` and writes it in `form`.
LogicalResult writeNativeCode(Location location, llvm::Module &module,
                              llvm::TargetMachine &machine, NativeForm form,
                              llvm::raw_pwrite_stream &os);

/// Translates `module`, whose ops are all of the llvm dialect, optimizes it as
/// a whole and writes it in `form`.
LogicalResult writeNativeCode(ModuleOp module, llvm::TargetMachine &machine,
                              NativeForm form, llvm::raw_pwrite_stream &os);

} // namespace mlir::relax

#endif // RELAX_TARGET_NATIVECODE_H
