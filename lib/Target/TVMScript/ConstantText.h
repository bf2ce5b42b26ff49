// Constants of tensors in a script and in the file beside it.
#ifndef RELAX_LIB_TARGET_TVMSCRIPT_CONSTANTTEXT_H
#define RELAX_LIB_TARGET_TVMSCRIPT_CONSTANTTEXT_H

#include "ModuleScript.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"

namespace mlir::relax::tvmscript {

/// A constant as an expression of Python.
std::string constantText(ModuleScript &module, ConstantOp op);

/// Whether the file of constants can hold these elements.
bool hasFileForm(ElementsAttr value);

} // namespace mlir::relax::tvmscript

#endif // RELAX_LIB_TARGET_TVMSCRIPT_CONSTANTTEXT_H
