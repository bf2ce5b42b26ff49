// A call of a function that is known when the caller is compiled.
#ifndef RELAX_LIB_REFERENCE_CALLSITE_H
#define RELAX_LIB_REFERENCE_CALLSITE_H

#include "Machine.h"

namespace mlir::relax::reference {

/// The callee, compiled on the first call, and where the arguments are.
struct CallSite {
  Operation *callee = nullptr;
  std::vector<Slot> arguments;

  const Program *getProgram(Machine &machine) const {
    return machine.getLibrary().getFunction(callee);
  }
};

/// Begins a call with these arguments, and values of the symbols that a lambda
/// takes from outside; null, with an error, if they do not fit.
const Instruction *startCall(Machine &machine, const Instruction *at,
                             const Program &program, ArrayRef<Datum> arguments,
                             ArrayRef<Scalar> inherited = {});

/// The same value in memory of its own.
Datum makeOwn(const Datum &value);

/// Emits what puts the values that a call returned into the op's results.
void emitTakeResults(Operation *op, ProgramBuilder &builder);

/// Compiles an operator of the graph level by its lowering.
LogicalResult compileOperator(Operation *op, ProgramBuilder &builder);

/// Compiles a call of a function of the C library; fails with an error if it
/// is unknown.
LogicalResult compileLibraryCall(Operation *call, ProgramBuilder &builder);

/// Emits a check that a value is of a type, where its own type does not say so.
void emitPromise(Operation *op, ProgramBuilder &builder, Value value,
                 Type type);

/// Emits the end of a program, which gives `values`.
void emitReturn(Operation *op, ProgramBuilder &builder, ValueRange values);

/// Compiles a terminator that ends the program and gives its operands.
LogicalResult compileReturn(Operation *op, ProgramBuilder &builder);

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_CALLSITE_H
