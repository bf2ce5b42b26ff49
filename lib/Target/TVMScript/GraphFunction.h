// Functions of the graph level in a script.
#ifndef RELAX_LIB_TARGET_TVMSCRIPT_GRAPHFUNCTION_H
#define RELAX_LIB_TARGET_TVMSCRIPT_GRAPHFUNCTION_H

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "ScalarText.h"
#include "TypeText.h"

namespace mlir::relax::tvmscript {

/// The call that an op is in a script.
struct CallText {
  std::string text;
  /// Whether it gives a tuple of the op's results.
  bool isTuple = false;
};

/// Writes one function of the graph level, and those inside it.
class GraphWriter : ScalarTypes {
public:
  explicit GraphWriter(ModuleScript &module)
      : types(module, names), module(module) {}

  /// Writes the function.
  void write(FuncOp function);

  /// A value where it is used.
  std::string value(Value value) { return expression(value).text; }
  /// Values in sequence.
  std::string values(ValueRange values);
  /// Values as a tuple.
  std::string tuple(ValueRange values);
  /// A function of the module; it notes that the module is named.
  std::string function(StringRef symbol);

  /// The program that writes a scalar into a tensor, as a function of the
  /// module.
  std::string scalarProgram(StringRef dtype);

  std::string dtype(Value value) override;

private:
  std::string signature(Operation *op, ArrayRef<BlockArgument> arguments,
                        ArrayRef<std::string> parameterNames);
  void attributes(FuncOp function, ArrayRef<std::string> parameterNames);
  void body(Block &block);
  void statement(Operation *op);
  bool isInlined(Operation *op);
  bool decideInlined(Operation *op);
  void dataflow(DataflowOp op);
  void branch(IfOp op);
  void lambda(LambdaOp op);
  void give(Operation *op, const CallText &call, StringRef base = "lv");
  /// Gives each result that is used a variable of its own: a field of `name`.
  void takeFields(Operation *op, StringRef name, StringRef base);
  Expression expression(Value value);
  std::optional<Expression> leaf(Operation *op);
  std::string assigned(Operation *op, StringRef name, Type type,
                       const Twine &text);

  Names names;

public:
  TypeText types;
  ModuleScript &module;

private:
  DenseMap<Value, std::string> known;
  /// The variables of ops whose results are a tuple.
  DenseMap<Operation *, std::string> tuples;
  /// The answers of `isInlined` so far.
  DenseMap<Operation *, bool> inlined;
  bool namesModule = false;
};

/// The call of an operator of the table; nothing for other ops.
std::optional<CallText> operatorText(GraphWriter &writer, Operation *op);
/// The call that an op of the dialect's other ops is; nothing if TVM has none.
std::optional<CallText> callText(GraphWriter &writer, Operation *op);
/// The call of an op about memory; nothing for other ops.
std::optional<CallText> memoryCallText(GraphWriter &writer, Operation *op);

} // namespace mlir::relax::tvmscript

#endif // RELAX_LIB_TARGET_TVMSCRIPT_GRAPHFUNCTION_H
