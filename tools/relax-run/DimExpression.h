// The value of a symbolic dim such as "n * 2 + 1".
#ifndef RELAX_TOOLS_RUN_DIMEXPRESSION_H
#define RELAX_TOOLS_RUN_DIMEXPRESSION_H

#include "Arguments.h"

namespace relax::run {

/// Computes the expression with these sizes; throws Failure if it names another
/// symbol or has another form.
int64_t evaluateDim(const std::string &expression, const DimSizes &sizes);

} // namespace relax::run

#endif // RELAX_TOOLS_RUN_DIMEXPRESSION_H
