// What a function is compiled to: a list of instructions on numbered slots.
#ifndef RELAX_LIB_REFERENCE_PROGRAM_H
#define RELAX_LIB_REFERENCE_PROGRAM_H

#include "Relax/Reference/Datum.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::relax::reference {

class Machine;
struct Instruction;

/// Does what an instruction says and gives the next one; null stops the
/// machine.
using Handler = const Instruction *(*)(Machine &, const Instruction *);

/// One step. What the slots and the data are is up to the handler.
struct Instruction {
  Handler run = nullptr;
  uint32_t result = 0, a = 0, b = 0, c = 0;
  /// Distance to the instruction that a jump goes to.
  int32_t jump = 0;
  /// Number of the op among those of the library.
  uint32_t id = 0;
  const void *data = nullptr;
  /// The element that a number has, or memory holds.
  Element element;
  Operation *op = nullptr;
};

/// Where a value is: numbers, buffers and all others are apart.
struct Slot {
  enum class Bank : uint8_t { Scalar, View, Object };
  Bank bank = Bank::Scalar;
  uint32_t index = 0;
};

/// A compiled function, lambda or operator.
struct Program {
  /// The function; its location is that of the program.
  Operation *function = nullptr;
  std::vector<Instruction> code;
  /// What the slots hold at the start: constants.
  std::vector<Scalar> scalars;
  std::vector<Datum> objects;
  uint32_t numViews = 0;
  /// Reductions that have to remember where they have begun.
  uint32_t numReductions = 0;
  /// Where the arguments go.
  std::vector<Slot> parameters;
  /// Where the values of symbols are.
  llvm::DenseMap<StringAttr, uint32_t> symbols;
  /// The symbols whose values a lambda takes from outside.
  std::vector<StringAttr> inherited;
  /// Called with the arguments in place, before the first instruction; checks
  /// them. Null if there is nothing to check.
  bool (*checkArguments)(Machine &, const Program &) = nullptr;
  /// Owns the data of the instructions.
  std::vector<std::shared_ptr<const void>> data;
};

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_PROGRAM_H
