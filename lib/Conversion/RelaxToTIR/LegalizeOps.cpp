// Lower each operator to a call of a tensor program.
//
// Operators that are equal in kind, attributes and types get one program: they
// are compared before anything is built.
#include "DecoderReshapes.h"
#include "Decomposition.h"
#include "Legalization.h"
#include "Relax/Analysis/LaterPass.h"

#include "Relax/Conversion/RelaxToTIR/Passes.h"
#include "Relax/Conversion/RelaxToTIR/TensorProgram.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/ManipulateOps.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::relax {
#define GEN_PASS_DEF_LEGALIZEOPSPASS
#include "Relax/Conversion/RelaxToTIR/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::relax {
namespace {

/// A tensor program that lowers all operators of one kind, and what its calls
/// pass for the scalars.
struct Kernel {
  tir::FuncOp function;
  ArrayAttr vars;
  /// Why there is no program.
  std::string matchFailure;
};

struct LegalizeOpsPass : public impl::LegalizeOpsPassBase<LegalizeOpsPass> {
  using LegalizeOpsPassBase::LegalizeOpsPassBase;

  void runOnOperation() override;

private:
  LogicalResult legalize(Operation *op, SymbolTable &symbols);
  LogicalResult legalizeAll(ArrayRef<Operation *> ops, SymbolTable &symbols);
  LogicalResult replaceByKernel(Operation *op, SymbolTable &symbols);
  LogicalResult replaceByOperators(Operation *op, SymbolTable &symbols);
  LogicalResult replaceByExternalCalls(Operation *op, SymbolTable &symbols);
  Kernel &getKernel(Operation *op, SymbolTable &symbols);
  LogicalResult readCustomMap(SymbolTable &symbols);
  void replaceByCall(Operation *op, tir::FuncOp callee, ArrayAttr vars);

  /// The programs of `custom-map`, by the name of the operator.
  /// Owned programs stay in the module's symbol table; the map holds them for
  /// this run only and is cleared before each.
  llvm::StringMap<tir::FuncOp> custom;
  /// Reshapes that become programs and no views.
  DenseSet<Operation *> decoderReshapes;
  DenseMap<Attribute, Kernel> kernels;
};

} // namespace

/// What makes two operators equal: kind, attributes, types.
/// A string key would have to print types; attributes are uniqued, so this key
/// is one pointer comparison. Locations are no part of it.
static Attribute getKey(Operation *op) {
  Builder builder(op->getContext());
  auto types =
      builder.getFunctionType(op->getOperandTypes(), op->getResultTypes());
  return builder.getArrayAttr({op->getName().getIdentifier(),
                               op->getAttrDictionary(), TypeAttr::get(types)});
}

// Models repeat operators: 50 equal layers have one program each kind. Without
// this the kernel stage would schedule each copy.
Kernel &LegalizeOpsPass::getKernel(Operation *op, SymbolTable &symbols) {
  auto [entry, isNew] = kernels.try_emplace(getKey(op));
  Kernel &kernel = entry->second;
  if (!isNew)
    return kernel;
  // A failure is remembered as well: the same operator elsewhere is reported
  // with the same reason, without another attempt.
  std::optional<TensorProgram> program =
      buildTensorProgram(op, kernel.matchFailure);
  if (!program)
    return kernel;
  kernel.vars = getSymExprArray(op->getContext(), program->vars);
  kernel.function = program->function.release();
  symbols.insert(kernel.function);
  return kernel;
}

void LegalizeOpsPass::replaceByCall(Operation *op, tir::FuncOp callee,
                                    ArrayAttr vars) {
  OpBuilder builder(op);
  SmallVector<Value> tensors;
  // Shapes and scalars among the operands are in the types, or become
  // variables of the program.
  for (Value operand : op->getOperands())
    if (isa<TensorType>(operand.getType()))
      tensors.push_back(operand);
  auto call = CallTIROp::create(builder, op->getLoc(), op->getResultTypes(),
                                FlatSymbolRefAttr::get(callee.getSymNameAttr()),
                                tensors, vars);
  op->replaceAllUsesWith(call.getResults());
  op->erase();
}

static LogicalResult reject(Operation *op, StringRef reason) {
  return op->emitOpError("cannot become a tensor program: ") << reason;
}

// What a rule makes is legalised at once: a later walk would not see it, as
// the list of ops was made before.
LogicalResult LegalizeOpsPass::legalizeAll(ArrayRef<Operation *> ops,
                                           SymbolTable &symbols) {
  for (Operation *op : ops)
    if (failed(legalize(op, symbols)))
      return failure();
  return success();
}

LogicalResult LegalizeOpsPass::replaceByOperators(Operation *op,
                                                  SymbolTable &symbols) {
  std::string reason;
  FailureOr<SmallVector<Operation *>> made = replaceByOthers(op, reason);
  if (failed(made))
    return reject(op, reason);
  return legalizeAll(*made, symbols);
}

LogicalResult LegalizeOpsPass::replaceByExternalCalls(Operation *op,
                                                      SymbolTable &symbols) {
  // Types without a buffer (unknown rank or element) are told apart from rules
  // that do not apply.
  std::string obstacle = getBufferObstacle(op);
  if (!obstacle.empty())
    return reject(op, obstacle);
  Decomposition rules(op);
  SmallVector<Value> values = callExternal(op, rules, symbols);
  if (values.size() != op->getNumResults())
    return failure();
  if (llvm::is_contained(values, Value()) || rules.isTooLarge())
    return reject(op, rules.getMatchFailure());
  replaceByValues(op, values);
  return legalizeAll(rules.getMade(), symbols);
}

LogicalResult LegalizeOpsPass::replaceByKernel(Operation *op,
                                               SymbolTable &symbols) {
  Kernel &kernel = getKernel(op, symbols);
  if (!kernel.function)
    return reject(op, kernel.matchFailure);
  replaceByCall(op, kernel.function, kernel.vars);
  return success();
}

LogicalResult LegalizeOpsPass::legalize(Operation *op, SymbolTable &symbols) {
  // Comparisons of sizes are added first, in front of the operator, while it
  // is still known what it claims.
  checkSizes(op);
  // The user's own programs come before ours.
  if (tir::FuncOp program = custom.lookup(op->getName().getStringRef())) {
    replaceByCall(op, program, ArrayAttr::get(op->getContext(), {}));
    return success();
  }
  if (isExternal(op))
    return replaceByExternalCalls(op, symbols);
  if (isDecomposed(op))
    return replaceByOperators(op, symbols);
  if (decoderReshapes.contains(op))
    return replaceByKernel(isa<ReshapeOp>(op) ? op : replaceByReshape(op),
                           symbols);
  // Neither rule nor later pass: an operator that nobody lowers must not get
  // through in silence.
  if (!becomesReshape(op) && !hasTensorProgram(op)) {
    if (!getLaterPass(op).empty())
      return success();
    return op->emitOpError("expected an op that some pass lowers; rewrite it "
                           "with other operators, or list it in 'skip-ops' if "
                           "a pass of yours lowers it later");
  }
  if (becomesReshape(op)) {
    std::string obstacle = getBufferObstacle(op);
    if (!obstacle.empty())
      return reject(op, obstacle);
    replaceByReshape(op);
    return success();
  }
  return replaceByKernel(op, symbols);
}

/// Whether what is called fits is for the verifier of `relax.call_tir` to say.
LogicalResult LegalizeOpsPass::readCustomMap(SymbolTable &symbols) {
  custom.clear();
  for (const std::string &entry : customMap) {
    // Looked up by name, so that a program must be there before the pass runs.
    auto [op, name] = StringRef(entry).split('=');
    auto program = symbols.lookup<tir::FuncOp>(name);
    if (!program)
      return getOperation().emitError("expected 'custom-map' to name a "
                                      "'tir.func' of the module as in "
                                      "\"relax.exp=my_exp\", found \"")
             << entry << "\"";
    custom[op] = program;
  }
  return success();
}

void LegalizeOpsPass::runOnOperation() {
  kernels.clear();
  llvm::StringSet<> skipped;
  for (const std::string &name : skipOps)
    skipped.insert(name);
  SmallVector<Operation *> ops;
  // Collected first: lowering replaces ops and adds functions.
  for (auto func : getOperation().getOps<FuncOp>())
    func.walk([&](Operation *op) {
      if (op != func && op->getName().getDialectNamespace() == "relax" &&
          !skipped.contains(op->getName().getStringRef()))
        ops.push_back(op);
    });
  SymbolTable symbols(getOperation());
  if (failed(readCustomMap(symbols)))
    return signalPassFailure();
  // Asked before their users are calls, of which less is known.
  if (decoders)
    decoderReshapes = findDecoderReshapes(ops);
  // All errors are reported before the pass fails.
  for (Operation *op : ops)
    if (failed(legalize(op, symbols)))
      signalPassFailure();
}

} // namespace mlir::relax
