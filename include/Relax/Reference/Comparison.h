// Whether two versions of a module execute to the same results.
#ifndef RELAX_REFERENCE_COMPARISON_H
#define RELAX_REFERENCE_COMPARISON_H

#include "Relax/Reference/Interpreter.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::relax::reference {

/// Values for the parameters of a `relax.func`, or for the inputs and scalars
/// of a `tir.func`: small numbers, now and then an infinity or NaN. Symbols get
/// sizes from 0 to 5. The same seed gives the same values. Nothing where a
/// parameter is of a type that has no such values: objects, closures, unknown
/// element types.
std::optional<std::vector<Datum>> makeArguments(FunctionOpInterface function,
                                                uint64_t seed);

/// A copy that shares no memory with `value`.
Datum copyDatum(const Datum &value);

/// Whether two values are the same: sizes, element types, integers and NaN
/// exactly, floats up to `tolerance` relative to the greatest magnitude of the
/// tensor. Elements that were never written are equal to each other only.
bool isSameDatum(const Datum &lhs, const Datum &rhs, double tolerance);

/// How modules are compared.
struct ComparisonOptions {
  uint64_t seed = 0;
  /// For f32; that of f64 is a thousandth, that of narrower floats a hundred
  /// times as much.
  double tolerance = 1e-4;
  Limits limits;
};

/// Calls each public function that both modules have, with the same arguments.
/// Fails, and says which function differs and how, where the first gives
/// results and the second others, or an error. Where the first gives an error
/// there is nothing to compare. Errors of the calls are not emitted.
LogicalResult compareModules(ModuleOp before, ModuleOp after,
                             const ComparisonOptions &options,
                             std::string &difference);

} // namespace mlir::relax::reference

#endif // RELAX_REFERENCE_COMPARISON_H
