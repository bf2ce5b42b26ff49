// Random modules that the verifier accepts.
#include "Relax/Stress/ModuleGenerator.h"

#include "BodyGenerator.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "TensorProgramGenerator.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::relax {

void loadGeneratedDialects(MLIRContext *context) {
  context->loadDialect<RelaxDialect, tir::TIRDialect, arith::ArithDialect,
                       math::MathDialect, memref::MemRefDialect>();
}

/// The type of a parameter. Each symbol stands alone where it is first used.
static Type pickParameterType(OpBuilder &builder, Decisions &decisions) {
  static constexpr int64_t sizes[] = {4, 1, 0, 3, 2, 5, 8, 1};
  static constexpr StringRef symbols[] = {"n", "m"};
  SmallVector<SymExprAttr> dims;
  for (uint64_t i = 0, rank = decisions.below(4); i < rank; ++i)
    dims.push_back(
        decisions.oneIn(3)
            ? SymExprAttr::symbol(builder.getContext(), decisions.pick(symbols))
            : SymExprAttr::constant(builder.getContext(),
                                    decisions.pick(sizes)));
  Type elements[] = {builder.getF32Type(), builder.getF32Type(),
                     builder.getI64Type(), builder.getI1Type(),
                     builder.getF16Type(), builder.getI32Type(),
                     builder.getF64Type(), builder.getI8Type()};
  return getTensorType(dims, decisions.pick(elements));
}

namespace {
/// Adds functions to one module.
class ModuleGenerator {
public:
  ModuleGenerator(ModuleOp module, Decisions &decisions)
      : decisions(decisions), table(module), symbols{table, {}} {
    module.walk([&](FuncOp function) { symbols.callees.push_back(function); });
  }

  void addFunction(StringRef name, bool isPrivate);
  /// A tensor program that nothing calls.
  void addDeadProgram();

private:
  Decisions &decisions;
  SymbolTable table;
  GeneratedSymbols symbols;
};
} // namespace

void ModuleGenerator::addFunction(StringRef name, bool isPrivate) {
  OpBuilder builder(table.getOp()->getContext());
  SmallVector<Type> parameters;
  for (uint64_t i = 0, count = 1 + decisions.below(4); i < count; ++i)
    parameters.push_back(pickParameterType(builder, decisions));
  if (decisions.oneIn(3))
    parameters.push_back(RankedTensorType::get({}, builder.getI1Type()));
  // The result types follow from the body; the builder makes the block.
  auto function = FuncOp::create(builder, builder.getUnknownLoc(), name,
                                 builder.getFunctionType(parameters, {}));
  bool isImpure = decisions.oneIn(3);
  function.setImpure(isImpure);
  if (isPrivate)
    function.setPrivate();
  table.insert(function);
  Region &body = function.getBody();
  if (body.empty()) {
    Block &block = body.emplaceBlock();
    for (Type type : parameters)
      block.addArgument(type, builder.getUnknownLoc());
  }
  builder.setInsertionPointToStart(&body.front());
  BodyGenerator generator(builder, decisions, symbols, isImpure);
  for (Value parameter : body.getArguments())
    generator.add(parameter);
  generator.addSteps(2 + decisions.below(12), /*depth=*/2);
  generator.finish(function);
  symbols.callees.push_back(function);
}

void ModuleGenerator::addDeadProgram() {
  OpBuilder builder(table.getOp()->getContext());
  auto type = RankedTensorType::get({4, 3}, builder.getF32Type());
  (void)generateTensorProgram(table, decisions, type, decisions.oneIn(2));
}

void generateAround(ModuleOp module, Decisions &decisions) {
  ModuleGenerator generator(module, decisions);
  for (uint64_t i = 0, count = decisions.below(3); i < count; ++i)
    generator.addFunction("helper", /*isPrivate=*/!decisions.oneIn(3));
  if (decisions.oneIn(3))
    generator.addDeadProgram();
  generator.addFunction("main", /*isPrivate=*/false);
}

OwningOpRef<ModuleOp> generateModule(MLIRContext *context,
                                     Decisions &decisions) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  generateAround(*module, decisions);
  return module;
}

} // namespace mlir::relax
