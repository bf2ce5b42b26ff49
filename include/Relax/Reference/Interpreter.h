// The reference interpreter: what relax and tir programs mean.
#ifndef RELAX_REFERENCE_INTERPRETER_H
#define RELAX_REFERENCE_INTERPRETER_H

#include "Relax/Reference/Datum.h"
#include "mlir/IR/BuiltinOps.h"

#include <functional>

namespace mlir::relax::reference {

class ProgramLibrary;

/// What a run may use.
struct Limits {
  /// Instructions; 0 for any number.
  uint64_t steps = 0;
  /// Bytes of one buffer.
  int64_t bytes = int64_t(1) << 32;
  /// Calls inside calls.
  unsigned depth = 1000;
};

/// A function outside of the module: reads its inputs and writes its outputs,
/// tensors whose bytes it marks as written. Failure stops the program.
using External = std::function<LogicalResult(ArrayRef<Datum> inputs,
                                             ArrayRef<Datum> outputs)>;

/// Runs the functions of a module. The module outlives the interpreter and is
/// not changed between calls. Errors are diagnostics at the op at fault: what
/// an op may not do, such as reading outside of a buffer or what nobody wrote,
/// is one.
class Interpreter {
public:
  explicit Interpreter(ModuleOp module, Limits limits = {});
  ~Interpreter();

  /// What calls from now on may use.
  void setLimits(Limits newLimits) { limits = newLimits; }

  /// Calls a `relax.func` or a `tir.func` by its name. A tensor program takes
  /// a tensor for each input, then its scalars as far as no buffer shows them;
  /// it gives its outputs. Where nothing says how large an output is along an
  /// axis, it is `unnamedSize`, or an error.
  FailureOr<std::vector<Datum>>
  call(StringRef function, ArrayRef<Datum> arguments,
       std::optional<int64_t> unnamedSize = std::nullopt);

  /// Evaluates one op of the module on the values of its operands. The op uses
  /// no symbol.
  FailureOr<std::vector<Datum>> evaluate(Operation *op,
                                         ArrayRef<Datum> operands);

  /// Says what calls of the external function `name` do.
  void registerExternal(StringRef name, External function);

private:
  std::unique_ptr<ProgramLibrary> library;
  Limits limits;
};

} // namespace mlir::relax::reference

#endif // RELAX_REFERENCE_INTERPRETER_H
