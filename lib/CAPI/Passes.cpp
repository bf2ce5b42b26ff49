// The passes and pipelines in C.
#include "relax-mlir-c/Passes.h"
#include "Relax/InitAll.h"
#include "Relax/Pipelines/WholeStory.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/InitAllPasses.h"

// What mlir-tblgen writes names passes without their namespace.
using namespace mlir;
using namespace mlir::relax;

#include "relax-mlir-c/Passes.cpp.inc"

// Each once: a pipeline may not be registered a second time.
void mlirRegisterRelaxPasses(void) {
  [[maybe_unused]] static const bool isDone = (registerRelaxPasses(), true);
}

void mlirRegisterAllRelaxPasses(void) {
  mlirRegisterRelaxPasses();
  [[maybe_unused]] static const bool isDone = (mlir::registerAllPasses(), true);
}

MlirLogicalResult mlirRelaxAddStage(MlirOpPassManager passes,
                                    MlirStringRef stage, MlirAttribute target) {
  std::optional<Stage> found = findStage(unwrap(stage));
  auto attr = dyn_cast_if_present<TargetAttr>(unwrap(target));
  // No diagnostic, as a pass manager has no location to report at; the caller
  // knows what was passed.
  if (!found || !attr)
    return mlirLogicalResultFailure();
  found->build(*unwrap(passes), attr);
  return mlirLogicalResultSuccess();
}
