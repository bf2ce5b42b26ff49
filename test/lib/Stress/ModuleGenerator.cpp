// Random modules that the verifier accepts.
#include "Stress/ModuleGenerator.h"

#include "BodyGenerator.h"
#include "PrimFuncGenerator.h"
#include "Relax/Dialect/Relax/IR/BinaryOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::relax {

void loadGeneratedDialects(MLIRContext *context) {
  context->loadDialect<RelaxDialect, tir::TIRDialect, arith::ArithDialect,
                       math::MathDialect, memref::MemRefDialect,
                       gpu::GPUDialect>();
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
  // Where all sizes are equal, only the elements show what was permuted.
  if (!dims.empty() && decisions.oneIn(4))
    llvm::fill(dims, dims.front());
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

  FuncOp addFunction(StringRef name, bool isPrivate);
  /// A function of the type of another that gives another first result, so
  /// that it matters which of the two is called.
  void addTwin(FuncOp function);
  /// A tensor program that nothing calls.
  void addDeadProgram();

private:
  SmallVector<Type> pickParameterTypes(OpBuilder &builder);

  Decisions &decisions;
  SymbolTable table;
  GeneratedSymbols symbols;
};
} // namespace

SmallVector<Type> ModuleGenerator::pickParameterTypes(OpBuilder &builder) {
  // As another function has them: a call may then take the wrong one.
  if (!symbols.callees.empty() && decisions.oneIn(3))
    return llvm::to_vector(decisions.pick(symbols.callees).getArgumentTypes());
  SmallVector<Type> types;
  for (uint64_t i = 0, count = 1 + decisions.below(4); i < count; ++i)
    types.push_back(i != 0 && decisions.oneIn(4)
                        ? types.back()
                        : pickParameterType(builder, decisions));
  if (decisions.oneIn(4))
    types.push_back(builder.getTupleType({types.back(), types.back()}));
  if (decisions.oneIn(3))
    types.push_back(RankedTensorType::get({}, builder.getI1Type()));
  return types;
}

FuncOp ModuleGenerator::addFunction(StringRef name, bool isPrivate) {
  OpBuilder builder(table.getOp()->getContext());
  SmallVector<Type> parameters = pickParameterTypes(builder);
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
  return function;
}

void ModuleGenerator::addTwin(FuncOp function) {
  Operation *end = function.getBody().front().getTerminator();
  Value result = end->getOperand(0);
  if (!hasElements(result.getType(), Elements::Number))
    return;
  FuncOp twin = function.clone();
  table.insert(twin);
  end = twin.getBody().front().getTerminator();
  OpBuilder builder(end);
  result = end->getOperand(0);
  end->setOperand(0, AddOp::create(builder, builder.getUnknownLoc(),
                                   result.getType(), result, result));
  symbols.callees.push_back(twin);
}

void ModuleGenerator::addDeadProgram() {
  OpBuilder builder(table.getOp()->getContext());
  auto type = RankedTensorType::get({4, 3}, builder.getF32Type());
  (void)generatePrimFunc(table, decisions, type, decisions.oneIn(2));
}

void generateAround(ModuleOp module, Decisions &decisions) {
  ModuleGenerator generator(module, decisions);
  for (uint64_t i = 0, count = decisions.below(3); i < count; ++i) {
    FuncOp helper = generator.addFunction("helper", !decisions.oneIn(3));
    if (helper.isPrivate() && decisions.oneIn(3))
      generator.addTwin(helper);
  }
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
