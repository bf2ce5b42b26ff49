// What operations are made of, as Python passes it.
#ifndef RELAX_LIB_PYTHON_CREATEOPERATION_H
#define RELAX_LIB_PYTHON_CREATEOPERATION_H

#include "IR.h"

namespace relax_python {

/// A value, or the result of an operation that has one.
Value toValue(nb::handle object);
/// The values of an iterable, all of `context`.
std::vector<MlirValue> toValues(const ContextRef &context, nb::handle objects);
/// The object of a new operation, at `ip`: None is the default, False nowhere.
OperationRef placeNew(const ContextRef &context, MlirOperation made,
                      nb::handle ip);
void bindCreation(nb::class_<Operation> &type);

} // namespace relax_python

#endif // RELAX_LIB_PYTHON_CREATEOPERATION_H
