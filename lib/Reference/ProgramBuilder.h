// Compiles functions: asks for each op the evaluation that is registered.
#ifndef RELAX_LIB_REFERENCE_PROGRAMBUILDER_H
#define RELAX_LIB_REFERENCE_PROGRAMBUILDER_H

#include "Program.h"

#include "Relax/Reference/Interpreter.h"
#include "mlir/IR/Block.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

#include <functional>

namespace mlir::relax::reference {

class ProgramBuilder;
class ProgramLibrary;

/// How each kind of op is compiled.
class EvaluationTable {
public:
  using Compile = std::function<LogicalResult(Operation *, ProgramBuilder &)>;

  /// Registers the compilation of `Op`.
  template <typename Op>
  void add(LogicalResult (*compile)(Op, ProgramBuilder &)) {
    table[Op::getOperationName()] = [compile](Operation *op,
                                              ProgramBuilder &builder) {
      return compile(cast<Op>(op), builder);
    };
  }
  /// Registers the compilation of the op called `name`.
  void add(StringRef name, Compile compile) { table[name] = compile; }
  /// Registers the compilation of `Op` where it has vectors, or values that
  /// only order ops.
  template <typename Op>
  void addWide(LogicalResult (*compile)(Op, ProgramBuilder &)) {
    wide[Op::getOperationName()] = [compile](Operation *op,
                                             ProgramBuilder &builder) {
      return compile(cast<Op>(op), builder);
    };
  }

  const Compile *lookup(Operation *op) const;
  const Compile *lookupWide(Operation *op) const;

private:
  llvm::StringMap<Compile> table, wide;
};

// One function a dialect or family, in the file of that name.
void addArithEvaluations(EvaluationTable &table);
void addCastEvaluations(EvaluationTable &table);
void addMathEvaluations(EvaluationTable &table);
void addMemRefEvaluations(EvaluationTable &table);
void addViewEvaluations(EvaluationTable &table);
void addTIREvaluations(EvaluationTable &table);
void addBlockEvaluations(EvaluationTable &table);
void addRelaxEvaluations(EvaluationTable &table);
void addCallEvaluations(EvaluationTable &table);
void addClosureEvaluations(EvaluationTable &table);
void addInspectEvaluations(EvaluationTable &table);
void addStorageEvaluations(EvaluationTable &table);
void addDeviceEvaluations(EvaluationTable &table);
void addSCFEvaluations(EvaluationTable &table);
void addVectorEvaluations(EvaluationTable &table);
void addMatrixEvaluations(EvaluationTable &table);
void addAMXEvaluations(EvaluationTable &table);
void addWarpgroupEvaluations(EvaluationTable &table);
void addAsyncEvaluations(EvaluationTable &table);
void addTensorMapEvaluations(EvaluationTable &table);

/// Writes one program.
class ProgramBuilder {
public:
  ProgramBuilder(ProgramLibrary &library, Program &program)
      : library(library), program(program) {}

  ProgramLibrary &getLibrary() { return library; }
  Program &getProgram() { return program; }

  /// The bank that values of a type are in; nothing if the interpreter has no
  /// such values.
  static std::optional<Slot::Bank> getBank(Type type);

  /// The slot of a value; the first call gives it one. The value's type has a
  /// bank.
  Slot getSlot(Value value);
  uint32_t getIndex(Value value) { return getSlot(value).index; }
  /// The first of the slots that the elements of a vector or a tile have, one
  /// behind the other; `isVector` holds.
  uint32_t getVector(Value value);
  /// Whether a type is that of a vector of numbers, of constant size, or of a
  /// tile.
  static bool isVector(Type type);
  /// The numbers of the slots, for `keep`.
  std::vector<uint32_t> getIndices(ValueRange values);
  std::vector<Slot> getSlots(ValueRange values);
  /// Makes `value` another name of `other`, which has a slot or gets one.
  void alias(Value value, Value other);
  /// Makes `value` a name of a slot.
  void setIndex(Value value, uint32_t slot) { slots[value] = slot; }
  /// A slot that no value has.
  uint32_t makeScalar();
  uint32_t makeObject();
  /// A slot that holds the number at the start.
  uint32_t makeConstant(Scalar value);
  void setConstant(Value value, Scalar constant);
  void setConstant(Value value, Datum constant);
  /// The slot of a symbol; the first call gives it one.
  uint32_t getSymbol(StringAttr symbol);

  /// Adds an instruction. The reference holds until the next one is added.
  Instruction &emit(Operation *op, Handler run);
  /// The number of the next instruction.
  size_t here() const { return program.code.size(); }
  /// Lets the jump of instruction `from` go to instruction `to`.
  void setJump(size_t from, size_t to);

  /// Keeps data of instructions alive.
  template <typename T>
  const T *keep(T value) {
    auto kept = std::make_shared<const T>(std::move(value));
    program.data.push_back(kept);
    return kept.get();
  }

  /// Compiles the ops of a block, terminator included.
  LogicalResult compile(Block &block);
  LogicalResult compile(Operation *op);

  /// The reductions, blocks of tir, that begin before each loop.
  llvm::DenseMap<Operation *, SmallVector<Operation *, 1>> reductions;
  /// The loops whose threads reduce together, in any order.
  llvm::SmallDenseSet<Operation *> reducingThreads;
  /// The numbers of those that remember where they have begun.
  llvm::DenseMap<Operation *, uint32_t> reductionNumbers;
  /// The symbols that are defined at this point of a relax function.
  llvm::SetVector<StringAttr> scope;

private:
  LogicalResult checkTypes(Operation *op);

  ProgramLibrary &library;
  Program &program;
  llvm::DenseMap<Value, uint32_t> slots;
};

/// Compiles an op that does the same with each element of vectors.
LogicalResult compileLanes(Operation *op, ProgramBuilder &builder);

/// The programs of the functions of a module, each compiled on its first call.
class ProgramLibrary {
public:
  explicit ProgramLibrary(ModuleOp module);
  ~ProgramLibrary();

  ModuleOp getModule() { return module; }
  const EvaluationTable &getTable() { return table; }

  /// The program of a function; null, with an error, if an op has no
  /// evaluation.
  const Program *getFunction(Operation *function);
  /// Takes a program of something else.
  const Program *add(std::unique_ptr<Program> program);
  /// A program of that key that `add` has given before, or null.
  const Program *lookup(Attribute key) { return keyed.lookup(key); }
  void setKey(Attribute key, const Program *program) { keyed[key] = program; }
  /// Takes a module with the lowering of an operator.
  void addScratch(OwningOpRef<ModuleOp> scratch);

  /// The external function of a name, or null.
  const External *getExternal(StringRef name) const {
    auto found = externals.find(name);
    return found == externals.end() ? nullptr : &found->second;
  }
  void setExternal(StringRef name, External function) {
    externals[name] = std::move(function);
  }

  /// Gives an op a number, from 1.
  uint32_t addOp(Operation *op);
  Operation *getOp(uint32_t id) { return ops[id - 1]; }

private:
  ModuleOp module;
  EvaluationTable table;
  std::vector<std::unique_ptr<Program>> programs;
  std::vector<OwningOpRef<ModuleOp>> scratches;
  llvm::DenseMap<Operation *, const Program *> functions;
  llvm::DenseMap<Attribute, const Program *> keyed;
  llvm::StringMap<External> externals;
  std::vector<Operation *> ops;
};

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_PROGRAMBUILDER_H
