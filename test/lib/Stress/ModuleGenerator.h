// Random modules that the verifier accepts.
#ifndef RELAX_TEST_STRESS_MODULEGENERATOR_H
#define RELAX_TEST_STRESS_MODULEGENERATOR_H

#include "Stress/Decisions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::relax {

/// A legal module of relax and tir, small enough to be executed at once: public
/// and private functions, some of them dead; dataflow regions, conditionals,
/// tuples, symbolic shapes, casts, in-place calls, tensor programs with and
/// without blocks. Dtypes, conversions and the sizes 0 and 1 are over-sampled.
/// The same decisions give the same module.
OwningOpRef<ModuleOp> generateModule(MLIRContext *context,
                                     Decisions &decisions);

/// Adds generated functions to `module`, and where the types allow it calls of
/// the functions that it has.
void generateAround(ModuleOp module, Decisions &decisions);

/// Loads the dialects that generated modules consist of.
void loadGeneratedDialects(MLIRContext *context);

} // namespace mlir::relax

#endif // RELAX_TEST_STRESS_MODULEGENERATOR_H
