// Group calls of tensor programs into primitive functions.
//
// Which calls form a group is `computeFusionGroups`'s to say. Here each group
// gets a function, equal groups the same one. TVM names such functions `fused`,
// `fused1`, ...; where a program has a `fused` of its own, its FuseTIR aborts
// (apache/tvm#20194). The symbol table makes names unique here.
#include "Relax/Analysis/FusionGroups.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Kernels/RowReduction/RowSoftmax.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_FUSEOPSPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::relax

namespace mlir::relax {
namespace {

/// What the function of a group takes, gives and is made of.
struct GroupSignature {
  /// Values from outside, in order of first use, constants of one element and
  /// the like included.
  SmallVector<Value> inputs;
  /// Symbols that no input's type defines; passed as one shape.
  SmallVector<StringAttr> symbols;
  /// The function's type.
  FunctionType type;
  /// A text that equal groups share: callees, wiring and types.
  std::string key;
  /// A name that tells what is fused.
  std::string name;
};

struct FuseOpsPass : public impl::FuseOpsPassBase<FuseOpsPass> {
  using FuseOpsPassBase::FuseOpsPassBase;

  void runOnOperation() override;

private:
  void fuseBlock(Block &block, SymbolTable &symbols);
  OpPatternKind lookupPattern(CallTIROp call, SymbolTable &symbols);
  bool isSoftmax(CallTIROp call, SymbolTable &symbols);
  FuncOp getOrCreateFunction(ArrayRef<CallTIROp> group,
                             const GroupSignature &signature,
                             SymbolTable &symbols);
  void replaceGroup(ArrayRef<CallTIROp> group, SymbolTable &symbols);

  /// The function of each kind of group, and the pattern of each callee.
  llvm::StringMap<FuncOp> functions;
  DenseMap<StringAttr, OpPatternKind> patterns;
  /// Whether each callee is a softmax along its last axis.
  DenseMap<StringAttr, bool> softmaxes;
};

} // namespace

/// The key has all that the function depends on: callees with their attributes,
/// which argument comes from where, and types. Two groups whose constants
/// differ pass them as arguments, so they may share a function and still give
/// other results (apache/tvm#19801).
static void appendWiring(CallTIROp call,
                         const DenseMap<Value, std::string> &names,
                         llvm::raw_ostream &os) {
  os << call->getAttrDictionary() << '(';
  for (Value argument : call.getArgs())
    os << names.lookup(argument) << ':' << argument.getType() << ',';
  os << ")->" << call.getResultTypes() << ';';
}

/// The symbols that `group` mentions and that no input's type defines. A fused
/// function is a scope of its own. A size that none of its tensors' types
/// defines has to be passed (apache/tvm#20238: there, fused programs used
/// `height` and `width` that nobody gave them).
static SmallVector<StringAttr> getFreeSymbols(ArrayRef<CallTIROp> group,
                                              ArrayRef<Value> inputs) {
  llvm::SmallSetVector<StringAttr, 4> used;
  for (CallTIROp call : group)
    for (StringAttr symbol : getSymbolsUsedBy(call))
      used.insert(symbol);
  for (Value input : inputs)
    walkSymbols(input.getType(),
                [&](StringAttr symbol) { used.insert(symbol); });
  // An expression such as `n * 2` in a type uses n and does not define it.
  for (Value input : inputs)
    walkBareSymbols(input.getType(),
                    [&](StringAttr symbol) { used.remove(symbol); });
  return used.takeVector();
}

static ShapeType getSymbolShape(MLIRContext *context,
                                ArrayRef<StringAttr> symbols) {
  SmallVector<SymExprAttr> dims;
  for (StringAttr symbol : symbols)
    dims.push_back(SymExprAttr::symbol(context, symbol.getValue()));
  return ShapeType::get(context, dims);
}

static GroupSignature getSignature(ArrayRef<CallTIROp> group) {
  GroupSignature signature;
  llvm::SmallDenseSet<Operation *> members;
  for (CallTIROp call : group)
    members.insert(call);
  DenseMap<Value, std::string> names;
  llvm::raw_string_ostream key(signature.key);
  signature.name = "fused";
  for (auto [position, member] : llvm::enumerate(group)) {
    CallTIROp call = member;
    for (Value argument : call.getArgs())
      if (!members.contains(argument.getDefiningOp()) &&
          names.try_emplace(argument, "%" + Twine(names.size()).str()).second)
        signature.inputs.push_back(argument);
    appendWiring(call, names, key);
    for (auto [index, result] : llvm::enumerate(call.getResults()))
      names[result] = "#" + Twine(position).str() + "." + Twine(index).str();
    // Long names are cut: a chain of 200 operators would have a name of
    // thousands of characters, in each message and each symbol table.
    if (signature.name.size() < 80)
      signature.name += ("_" + call.getCallee()).str();
  }
  CallTIROp last = group.back();
  signature.symbols = getFreeSymbols(group, signature.inputs);
  SmallVector<Type> inputs(ValueRange(signature.inputs).getTypes());
  if (!signature.symbols.empty())
    inputs.push_back(getSymbolShape(last.getContext(), signature.symbols));
  signature.type =
      FunctionType::get(last.getContext(), inputs, last.getResultTypes());
  return signature;
}

FuncOp FuseOpsPass::getOrCreateFunction(ArrayRef<CallTIROp> group,
                                        const GroupSignature &signature,
                                        SymbolTable &symbols) {
  // A reference into a StringMap stays valid while other entries are added, as
  // entries are allocated one by one.
  FuncOp &known = functions[signature.key];
  if (known)
    return known;
  CallTIROp last = group.back();
  OpBuilder builder(&getContext());
  auto func =
      FuncOp::create(builder, last.getLoc(), signature.name, signature.type);
  func.setPrivate();
  func->setAttr("relax.primitive", builder.getUnitAttr());
  symbols.insert(func);
  IRMapping mapping;
  mapping.map(
      ValueRange(signature.inputs),
      func.getBody().getArguments().take_front(signature.inputs.size()));
  builder.setInsertionPointToStart(&func.getBody().front());
  auto dataflow =
      DataflowOp::create(builder, last.getLoc(), last.getResultTypes());
  ReturnOp::create(builder, last.getLoc(), dataflow.getResults());
  builder.setInsertionPointToStart(&dataflow.getBody().emplaceBlock());
  for (CallTIROp call : group)
    builder.clone(*call, mapping);
  SmallVector<Value> results;
  for (Value result : last.getResults())
    results.push_back(mapping.lookup(result));
  OutputOp::create(builder, last.getLoc(), results);
  return known = func;
}

void FuseOpsPass::replaceGroup(ArrayRef<CallTIROp> group,
                               SymbolTable &symbols) {
  GroupSignature signature = getSignature(group);
  FuncOp func = getOrCreateFunction(group, signature, symbols);
  // Calls of a group stand apart, with others between. At the place of the last
  // all inputs are there. No user of an inner result is outside of the group,
  // or it would be a result.
  CallTIROp last = group.back();
  OpBuilder builder(last);
  SmallVector<Value> arguments = signature.inputs;
  if (!signature.symbols.empty()) {
    ShapeType shape = getSymbolShape(&getContext(), signature.symbols);
    arguments.push_back(
        ShapeOp::create(builder, last.getLoc(), shape,
                        getSymExprArray(&getContext(), shape.getDims())));
  }
  auto call = CallOp::create(builder, last.getLoc(), last.getResultTypes(),
                             SymbolRefAttr::get(func), arguments,
                             /*impure=*/UnitAttr());
  last.replaceAllUsesWith(call.getResults());
  // In reverse: a member's users in the group go before it.
  for (CallTIROp member : llvm::reverse(group))
    member.erase();
  ++numGroups;
}

OpPatternKind FuseOpsPass::lookupPattern(CallTIROp call, SymbolTable &symbols) {
  if (call.getNumResults() != 1)
    return OpPatternKind::Opaque;
  StringAttr name = call.getCalleeAttr().getAttr();
  // A callee is asked about once, though called from many places: the answer
  // walks its loops.
  auto [entry, isNew] = patterns.try_emplace(name, OpPatternKind::Opaque);
  if (isNew)
    if (auto callee = symbols.lookup<tir::FuncOp>(name))
      entry->second = getOpPattern(callee);
  return entry->second;
}

bool FuseOpsPass::isSoftmax(CallTIROp call, SymbolTable &symbols) {
  if (!attention)
    return false;
  StringAttr name = call.getCalleeAttr().getAttr();
  auto [entry, isNew] = softmaxes.try_emplace(name, false);
  if (isNew)
    if (auto callee = symbols.lookup<tir::FuncOp>(name))
      entry->second = tir::isRowSoftmax(callee);
  return entry->second;
}

void FuseOpsPass::fuseBlock(Block &block, SymbolTable &symbols) {
  SmallVector<FusionGroup> groups = computeFusionGroups(
      block, maxDepth,
      [&](CallTIROp call) { return lookupPattern(call, symbols); },
      [&](CallTIROp call) { return isSoftmax(call, symbols); });
  for (const FusionGroup &group : groups)
    replaceGroup(group, symbols);
}

void FuseOpsPass::runOnOperation() {
  functions.clear();
  patterns.clear();
  softmaxes.clear();
  SymbolTable symbols(getOperation());
  // Collected first, as new functions are added to the module that is walked.
  SmallVector<Block *> blocks;
  for (auto func : getOperation().getOps<FuncOp>())
    if (!func->hasAttr("relax.primitive"))
      func.walk([&](DataflowOp dataflow) {
        blocks.push_back(&dataflow.getBody().front());
      });
  for (Block *block : blocks)
    fuseBlock(*block, symbols);
}

} // namespace mlir::relax
