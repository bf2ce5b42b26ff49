// Groups of ops of one block become private functions that are called.
//
// TVM names such functions `fused`, `fused1`, ...; where a program has a
// `fused` of its own, its FuseTIR aborts (apache/tvm#20194). The symbol table
// makes names unique here. Upstream's outliner (`outlineSingleBlockRegion` of
// the scf dialect) knows nothing of symbols in types, and shares no functions.
//
// A function is known again by a text of its ops and not by comparing functions
// once they are made: most groups of a network are equal, and a hundred of them
// would be made to be dropped.
#include "Relax/Transforms/Module/GroupOutliner.h"

#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/SymExprSyntax.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

/// What the function of a group takes, gives and is made of.
struct GroupOutliner::Signature {
  /// Values from outside, in order of first use, constants of one element and
  /// the like included.
  SmallVector<Value> inputs;
  /// Symbols that no input's type defines; passed as one shape.
  SmallVector<StringAttr> symbols;
  /// What is used outside of the group.
  SmallVector<Value> outputs;
  /// The function's type.
  FunctionType type;
  /// A text that equal groups share: callees, wiring and types.
  std::string key;
  /// A name that tells what is fused.
  std::string name;
};

/// Whether the function gets a copy of `op`, which stays where it is.
static bool isCopied(Operation *op) {
  return isa<ConstantOp, ShapeOp, PrimValueOp>(op);
}

/// The key has all that the function depends on: ops with their attributes,
/// which operand comes from where, and types. Two groups whose constants
/// differ pass them as arguments, so they may share a function and still give
/// other results (apache/tvm#19801).
static void appendWiring(Operation *op,
                         const DenseMap<Value, std::string> &names,
                         llvm::raw_ostream &os) {
  os << op->getName() << op->getAttrDictionary() << '(';
  for (Value operand : op->getOperands())
    os << names.lookup(operand) << ':' << operand.getType() << ',';
  os << ")->" << op->getResultTypes() << ';';
}

static ShapeType getSymbolShape(MLIRContext *context,
                                ArrayRef<StringAttr> symbols) {
  SmallVector<SymExprAttr> dims;
  for (StringAttr symbol : symbols)
    dims.push_back(SymExprAttr::symbol(context, symbol.getValue()));
  return ShapeType::get(context, dims);
}

/// What an op adds to the name of its group: whom it calls, else what it is.
static std::string getNamePart(Operation *op) {
  if (auto call = dyn_cast<CallTIROp>(op))
    return call.getCallee().str();
  if (auto call = dyn_cast<CallOp>(op)) {
    StringRef callee = call.getCallee();
    callee.consume_front("fused_");
    return callee.str();
  }
  std::string name = op->getName().getStringRef().str();
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

GroupOutliner::Signature
GroupOutliner::getSignature(ArrayRef<Operation *> group,
                            ArrayRef<NamedAttribute> attributes) {
  Signature signature;
  llvm::SmallDenseSet<Operation *> members(group.begin(), group.end());
  DenseMap<Value, std::string> names;
  llvm::raw_string_ostream key(signature.key);
  for (NamedAttribute attribute : attributes)
    key << attribute.getName() << '=' << attribute.getValue() << ';';
  signature.name = "fused";
  for (auto [position, op] : llvm::enumerate(group)) {
    for (Value operand : op->getOperands())
      if (!members.contains(operand.getDefiningOp()) &&
          names.try_emplace(operand, "%" + Twine(names.size()).str()).second)
        signature.inputs.push_back(operand);
    appendWiring(op, names, key);
    for (auto [index, result] : llvm::enumerate(op->getResults())) {
      names[result] = "#" + Twine(position).str() + "." + Twine(index).str();
      if (!isCopied(op) &&
          llvm::any_of(result.getUsers(), [&](Operation *user) {
            return !members.contains(user);
          })) {
        signature.outputs.push_back(result);
        key << "out " << names[result] << ';';
      }
    }
    // Long names are cut: a chain of 200 operators would have a name of
    // thousands of characters, in each message and each symbol table.
    if (!isCopied(op) && signature.name.size() < 80)
      signature.name += "_" + getNamePart(op);
  }
  MLIRContext *context = group.back()->getContext();
  signature.symbols = getFreeSymbols(group, signature.inputs);
  SmallVector<Type> inputs(ValueRange(signature.inputs).getTypes());
  if (!signature.symbols.empty())
    inputs.push_back(getSymbolShape(context, signature.symbols));
  signature.type = FunctionType::get(context, inputs,
                                     ValueRange(signature.outputs).getTypes());
  return signature;
}

FuncOp GroupOutliner::getOrCreateFunction(ArrayRef<Operation *> group,
                                          const Signature &signature,
                                          ArrayRef<NamedAttribute> attributes) {
  // A reference into a StringMap stays valid while other entries are added, as
  // entries are allocated one by one.
  FuncOp &known = functions[signature.key];
  if (known)
    return known;
  Location location = group.back()->getLoc();
  OpBuilder builder(group.back()->getContext());
  auto func = FuncOp::create(builder, location, signature.name, signature.type);
  func.setPrivate();
  for (NamedAttribute attribute : attributes)
    func->setAttr(attribute.getName(), attribute.getValue());
  symbols.insert(func);
  IRMapping mapping;
  mapping.map(
      ValueRange(signature.inputs),
      func.getBody().getArguments().take_front(signature.inputs.size()));
  builder.setInsertionPointToStart(&func.getBody().front());
  auto dataflow =
      DataflowOp::create(builder, location, signature.type.getResults());
  ReturnOp::create(builder, location, dataflow.getResults());
  builder.setInsertionPointToStart(&dataflow.getBody().emplaceBlock());
  for (Operation *op : group)
    builder.clone(*op, mapping);
  SmallVector<Value> results;
  for (Value output : signature.outputs)
    results.push_back(mapping.lookup(output));
  OutputOp::create(builder, location, results);
  return known = func;
}

/// The ops between the first op of `group` and the last one that need what the
/// group computes: they have to run behind it. Nothing if the group needs one
/// of them in turn.
static std::optional<SmallVector<Operation *>>
findDependentOps(ArrayRef<Operation *> group) {
  llvm::SmallDenseSet<Operation *> members, dependent;
  for (Operation *op : group)
    if (!isCopied(op))
      members.insert(op);
  SmallVector<Operation *> order;
  // What is copied may stand anywhere before.
  Operation *first = *llvm::find_if_not(group, isCopied);
  for (Operation *op = first; op != group.back()->getNextNode();
       op = op->getNextNode()) {
    // Ops with regions use what is inside of them, too.
    bool needsDependent = false, needsMember = false;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        needsDependent |= dependent.contains(operand.getDefiningOp());
        needsMember |= members.contains(operand.getDefiningOp());
      }
    });
    if (members.contains(op)) {
      if (needsDependent)
        return std::nullopt;
    } else if (needsDependent || needsMember) {
      dependent.insert(op);
      order.push_back(op);
    }
  }
  return order;
}

CallOp GroupOutliner::outline(ArrayRef<Operation *> group,
                              ArrayRef<NamedAttribute> attributes) {
  // Both are asked before anything changes: a function without a call would be
  // left in the module.
  Signature signature = getSignature(group, attributes);
  std::optional<SmallVector<Operation *>> later = findDependentOps(group);
  if (signature.outputs.empty() || !later)
    return nullptr;
  FuncOp func = getOrCreateFunction(group, signature, attributes);
  // Members of a group stand apart, with others between. At the place of the
  // last all inputs are there.
  Operation *last = group.back();
  OpBuilder builder(last);
  SmallVector<Value> arguments = signature.inputs;
  if (!signature.symbols.empty()) {
    ShapeType shape = getSymbolShape(last->getContext(), signature.symbols);
    arguments.push_back(
        ShapeOp::create(builder, last->getLoc(), shape,
                        getSymExprArray(last->getContext(), shape.getDims())));
  }
  auto call = CallOp::create(
      builder, last->getLoc(), signature.type.getResults(),
      SymbolRefAttr::get(func), arguments, /*impure=*/UnitAttr());
  for (Operation *op : llvm::reverse(*later))
    op->moveAfter(call);
  for (auto [output, result] : llvm::zip(signature.outputs, call.getResults()))
    output.replaceAllUsesWith(result);
  // In reverse: a member's users in the group go before it.
  for (Operation *member : llvm::reverse(group))
    if (!isCopied(member))
      member->erase();
  return call;
}

} // namespace mlir::relax
