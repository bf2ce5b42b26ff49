// Checks of calls against the signatures of their callees.
#ifndef RELAX_DIALECT_RELAX_IR_CALLVERIFIER_H
#define RELAX_DIALECT_RELAX_IR_CALLVERIFIER_H

#include "Relax/Support/RuleError.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/ValueRange.h"

namespace mlir::relax {

/// The callee of `op`, which must be an `Op`; else an error about rule R1 of
/// `op`, with a note where the symbol stands.
template <typename Op>
Op lookupCallee(Operation *op, FlatSymbolRefAttr callee,
                SymbolTableCollection &symbolTable, StringRef hint = "") {
  Operation *symbol = symbolTable.lookupNearestSymbolFrom(op, callee);
  if (auto found = dyn_cast_or_null<Op>(symbol))
    return found;
  RuleError error = emitRuleError(op, 1, "calls ");
  error << callee;
  if (!symbol) {
    error << ", which the module does not define";
    if (!hint.empty())
      error << "; " << hint;
    return Op();
  }
  error << ", which is a '" << symbol->getName() << "'; expected a '"
        << Op::getOperationName() << "'";
  error.attachNote(symbol->getLoc()) << "the symbol is defined here";
  return Op();
}

/// The type in which buffers of tensor programs hold elements of `element`:
/// `ui<N>` as `i<N>`, since it is their operations that know signs. Others
/// stay.
Type getBufferElement(Type element);

/// Checks that a tensor program takes buffers for `inputs`, then for
/// `outputs`, then one `index` for each of `vars`, and that dtype, rank and
/// dimensions agree as far as can be proved, by unification of the callee's
/// symbols with the caller's dimensions.
LogicalResult verifyPrimFuncCall(Operation *op, FlatSymbolRefAttr callee,
                                 TypeRange inputs, TypeRange outputs,
                                 ArrayAttr vars,
                                 SymbolTableCollection &symbolTable);

/// How many buffers a tensor program takes as inputs: its `num_inputs`, which
/// is read by name, as this dialect does not know the other one. Null if the
/// program, which another verifier rejects then, does not say.
std::optional<int64_t> getNumInputs(Operation *primFunc);

/// Checks rule `rule` of a call: a tensor program, which may be anything that
/// `verifyPrimFuncCall` rejects, does not write the buffers of its first
/// `numInputs` parameters, but those that `mayWrite` names, nor buffers of the
/// module. What is written is what memory effects on the buffer, on a view of
/// it, or in a function that gets it, say; a call of an external function has
/// no such effects.
LogicalResult
verifyInputsAreRead(Operation *op, FlatSymbolRefAttr callee, unsigned numInputs,
                    unsigned rule, SymbolTableCollection &symbolTable,
                    llvm::function_ref<bool(unsigned)> mayWrite = {});

/// Checks `inplace_indices`, rule `rule` of the op: one a result, each -1 or an
/// argument's, none twice (which is the rule after `rule`), at least one
/// argument.
LogicalResult verifyInplaceIndices(Operation *op, ArrayRef<int64_t> indices,
                                   unsigned numArguments, unsigned numResults,
                                   unsigned rule);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_CALLVERIFIER_H
