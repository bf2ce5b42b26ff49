/* The passes and pipelines of relax-mlir in C. */
#ifndef RELAX_MLIR_C_PASSES_H
#define RELAX_MLIR_C_PASSES_H

#include "mlir-c/Pass.h"
/* Of each pass, mlirCreateGROUPNAME and mlirRegisterGROUPNAME; of each group,
 * mlirRegisterGROUPPasses. Options are set by mlirOpPassManagerAddPipeline. */
#include "relax-mlir-c/Passes.h.inc"

#ifdef __cplusplus
extern "C" {
#endif

/// Make the passes and pipelines of this project known by their names.
MLIR_CAPI_EXPORTED void mlirRegisterRelaxPasses(void);
/// Make these and all of upstream's known by their names.
MLIR_CAPI_EXPORTED void mlirRegisterAllRelaxPasses(void);

/// Add the passes of a stage of compilation for `target`, a target attribute.
/// The stages are graph, kernel, schedule, memory, link, device and host; fails
/// for another name.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirRelaxAddStage(MlirOpPassManager passes,
                                                       MlirStringRef stage,
                                                       MlirAttribute target);

#ifdef __cplusplus
}
#endif

#endif // RELAX_MLIR_C_PASSES_H
