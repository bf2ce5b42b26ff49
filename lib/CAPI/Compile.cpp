// Compilation in C: targets, native code, shared libraries.
#include "relax-mlir-c/Compile.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Target/MakeTarget.h"
#include "Relax/Target/NativeCode.h"
#include "Relax/Target/SharedLibrary.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Wrap.h"
#include "mlir/Pass/PassManager.h"

using mlir::failed;
using mlir::relax::TargetAttr;

MlirAttribute mlirRelaxTargetAttrMake(MlirContext context,
                                      MlirRelaxTargetRequest request) {
  mlir::FailureOr<TargetAttr> target = mlir::relax::makeTarget(
      mlir::UnknownLoc::get(unwrap(context)),
      {unwrap(request.device).str(), unwrap(request.cpu).str(),
       unwrap(request.features).str(), unwrap(request.triple).str(),
       request.isEmulated});
  return wrap(mlir::Attribute(failed(target) ? TargetAttr() : *target));
}

// The target of `module`, which has it afterwards.
// A module that has a target may be scheduled for it already, with tiles of its
// registers: another one cannot replace it silently.
static mlir::FailureOr<TargetAttr> settleTarget(mlir::ModuleOp module,
                                                mlir::Attribute wanted) {
  mlir::FailureOr<TargetAttr> target = mlir::relax::readTarget(module);
  if (failed(target))
    return mlir::failure();
  if (*target) {
    if (wanted && wanted != *target)
      return module.emitError("is for the target ")
             << *target << ", expected the target that is asked for, " << wanted
             << "; compile it without one";
    return target;
  }
  // C has one type for all attributes, so that the compiler of the caller
  // cannot check this.
  if (wanted && !llvm::isa<TargetAttr>(wanted))
    return module.emitError("expected a target as #relax.target, found ")
           << wanted;
  target = wanted ? llvm::cast<TargetAttr>(wanted)
                  : mlir::relax::makeTarget(module.getLoc(), {});
  if (!failed(target))
    module->setAttr(mlir::relax::kTargetName, *target);
  return target;
}

// Takes `module` to the llvm dialect; the options that its code is generated
// with.
static mlir::FailureOr<mlir::relax::HostMachineOptions>
lower(mlir::ModuleOp module, MlirRelaxCompileOptions wanted) {
  // C cannot bound the number, and LLVM has four levels.
  if (wanted.optLevel > 3)
    return module.emitError("expected an optimization level of 0 to 3, found ")
           << wanted.optLevel;
  mlir::FailureOr<TargetAttr> target =
      settleTarget(module, unwrap(wanted.target));
  if (failed(target))
    return mlir::failure();
  mlir::PassManager passes(module.getContext());
  mlir::relax::buildWholeStory(passes, *target);
  if (failed(passes.run(module)))
    return mlir::failure();
  return mlir::relax::getHostOptions(*target, wanted.optLevel);
}

MlirLogicalResult mlirRelaxCompileToCode(MlirModule module,
                                         MlirRelaxCompileOptions options,
                                         MlirRelaxNativeForm form,
                                         MlirStringCallback callback,
                                         void *userData) {
  mlir::FailureOr<mlir::relax::HostMachineOptions> host =
      lower(unwrap(module), options);
  if (failed(host))
    return mlirLogicalResultFailure();
  std::unique_ptr<llvm::TargetMachine> machine =
      mlir::relax::createHostMachine(unwrap(module).getLoc(), *host);
  // All of it in memory and one call of the callback: writers of objects go
  // back to fill in sizes, which a callback could not take.
  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream stream(code);
  if (!machine || failed(mlir::relax::writeNativeCode(
                      unwrap(module), *machine,
                      static_cast<mlir::relax::NativeForm>(form), stream)))
    return mlirLogicalResultFailure();
  callback(wrap(stream.str()), userData);
  return mlirLogicalResultSuccess();
}

MlirLogicalResult mlirRelaxCompileToSharedLibrary(
    MlirModule module, MlirRelaxCompileOptions options, MlirStringRef path) {
  mlir::FailureOr<mlir::relax::HostMachineOptions> host =
      lower(unwrap(module), options);
  return failed(host) ? mlirLogicalResultFailure()
                      // By the linker that is built in: a library cannot assume
                      // that its program's user has one.
                      : wrap(mlir::relax::writeSharedLibrary(
                            unwrap(module), *host, unwrap(path), {}));
}
