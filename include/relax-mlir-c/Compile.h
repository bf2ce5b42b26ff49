/* Compilation with relax-mlir in C: targets, native code, shared libraries. */
#ifndef RELAX_MLIR_C_COMPILE_H
#define RELAX_MLIR_C_COMPILE_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A machine in the words of `relax-compile`. What is empty is this machine's.
typedef struct MlirRelaxTargetRequest {
  /// As of --target, --mcpu, --mattr and --mtriple.
  MlirStringRef device, cpu, features, triple;
  /// Whether the CPU runs the kernels of the GPU.
  bool isEmulated;
} MlirRelaxTargetRequest;

/// The target that `request` names. Null after an error.
MLIR_CAPI_EXPORTED MlirAttribute
mlirRelaxTargetAttrMake(MlirContext context, MlirRelaxTargetRequest request);

/// How a module is compiled.
typedef struct MlirRelaxCompileOptions {
  /// For a module without `relax.target`; null for this machine's CPU.
  MlirAttribute target;
  /// 0 to 3.
  unsigned optLevel;
} MlirRelaxCompileOptions;

/// What native code is written as.
typedef enum MlirRelaxNativeForm {
  MlirRelaxNativeFormLLVMIR,
  MlirRelaxNativeFormAssembly,
  MlirRelaxNativeFormObject
} MlirRelaxNativeForm;

/* Both functions take `module` through all stages, which changes it. They fail
 * after errors, which go to the context's diagnostic handlers. The context has
 * the dialects of mlirRegisterAllRelaxDialects. */

/// Pass the code of the whole module to `callback`.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirRelaxCompileToCode(
    MlirModule module, MlirRelaxCompileOptions options,
    MlirRelaxNativeForm form, MlirStringCallback callback, void *userData);
/// Write a shared library, which the run-time library calls, to `path`.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirRelaxCompileToSharedLibrary(
    MlirModule module, MlirRelaxCompileOptions options, MlirStringRef path);

#ifdef __cplusplus
}
#endif

#endif // RELAX_MLIR_C_COMPILE_H
