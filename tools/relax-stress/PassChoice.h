// Which passes a module goes through.
#ifndef RELAX_TOOLS_RELAXSTRESS_PASSCHOICE_H
#define RELAX_TOOLS_RELAXSTRESS_PASSCHOICE_H

#include "Stress/Decisions.h"
#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace mlir::relax {

/// The passes of lists with commas, which may have options of their own, with
/// commas, in braces.
std::vector<std::string> splitPasses(llvm::ArrayRef<std::string> lists);

/// Passes between the levels of relax and tir, which take each other's results:
/// all that change nothing that executes, in the order of a pipeline.
std::vector<std::string> getDefaultPasses();

/// Up to `length` passes in any order; or most of them in theirs, since many
/// find work only behind others. One time in two the legalization lowers some
/// of the operators of `module` only: the others' turn comes later, so that
/// operators are lowered in any order.
std::vector<std::string> pickPasses(const std::vector<std::string> &passes,
                                    unsigned length, ModuleOp module,
                                    Decisions &decisions);

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAXSTRESS_PASSCHOICE_H
