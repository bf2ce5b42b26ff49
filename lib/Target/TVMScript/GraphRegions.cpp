// Writes regions of functions of the graph level: dataflow regions, branches.
#include "GraphFunction.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::relax::tvmscript {

/// Whether a region's outputs are what its ops give, in their order.
/// Then they can be written as outputs as they are; other values get a variable
/// of their own before.
static bool areInOrder(OutputOp output) {
  std::pair<Operation *, unsigned> last = {nullptr, 0};
  for (Value operand : output.getOperands()) {
    auto result = dyn_cast<OpResult>(operand);
    if (!result || result.getOwner()->getBlock() != output->getBlock() ||
        result.getOwner()->hasTrait<OpTrait::ConstantLike>())
      return false;
    std::pair<Operation *, unsigned> next = {result.getOwner(),
                                             result.getResultNumber()};
    if (last.first && last.first != next.first &&
        !last.first->isBeforeInBlock(next.first))
      return false;
    if (last.first == next.first && last.second >= next.second)
      return false;
    last = next;
  }
  return true;
}

/// Whether TVM finds the types of an op's results again from its operands.
static bool isInferredAgain(Operation *op) {
  auto rules = dyn_cast<InferTypeOpInterface>(op);
  if (!rules)
    return true;
  // Sizes of a shape TVM sees only where the shape stands in the call itself,
  // and sizes that are unknown here it may know.
  auto isUnknown = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor || llvm::is_contained(getDims(tensor), SymExprAttr());
  };
  if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<ShapeType>) ||
      llvm::any_of(op->getResultTypes(), isUnknown))
    return false;
  SmallVector<Type> inferred;
  return succeeded(rules.inferReturnTypes(
             op->getContext(), std::nullopt, op->getOperands(),
             op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
             op->getRegions(), inferred)) &&
         llvm::equal(inferred, op->getResultTypes());
}

/// Whether a region's outputs can be its own variables.
/// At the end of a region TVM's parser puts new variables in the place of the
/// outputs, and infers anew what uses them: a variable whose type becomes
/// another one is lost to what comes behind the region.
static bool areVariables(OutputOp output) {
  Block *block = output->getBlock();
  auto keepsTypes = [&](Operation *user) {
    Operation *inside = block->findAncestorOpInBlock(*user);
    return !inside || inside == output.getOperation() ||
           isInferredAgain(inside);
  };
  return areInOrder(output) &&
         llvm::all_of(output.getOperands(), [&](Value value) {
           return llvm::all_of(value.getUsers(), keepsTypes);
         });
}

void GraphWriter::dataflow(DataflowOp op) {
  // TVM's parser takes no binding behind an empty region.
  auto inside = op->getRegion(0).front().without_terminator();
  auto isUnwritten = [&](Operation &inner) { return isInlined(&inner); };
  if (op.getNumResults() == 0 && llvm::all_of(inside, isUnwritten))
    return;
  module.lines.add("with R.dataflow():");
  Indented deeper(module.lines);
  body(*op->getRegion(0).begin());
  auto outputs = llvm::zip(op.getOutput().getOperands(), op.getResults());
  SmallVector<std::string> given;
  bool isDirect = areVariables(op.getOutput());
  for (auto [operand, result] : outputs) {
    std::string name = isDirect ? value(operand) : names.fresh("gv");
    if (!isDirect)
      module.lines.add(assigned(op, name, result.getType(), value(operand)));
    known[result] = name;
    given.push_back(name);
  }
  if (!given.empty())
    module.lines.add("R.output(" + llvm::join(given, ", ") + ")");
}

void GraphWriter::branch(IfOp op) {
  if (op.getNumResults() == 0) {
    module.reject(op,
                  "expected a value, as of a branch of TVM, found none; let "
                  "it give one");
    return;
  }
  // A branch of TVM gives one value: several are a tuple.
  bool isTuple = op.getNumResults() != 1;
  // Both branches bind the same name, by which TVM knows the value of an if.
  std::string name = names.fresh("gv");
  Type type = isTuple
                  ? Type(TupleType::get(op.getContext(),
                                        SmallVector<Type>(op.getResultTypes())))
                  : op.getResult(0).getType();
  module.lines.add("if " + value(op.getCondition()) + ":");
  for (Region *region : {&op.getThenRegion(), &op.getElseRegion()}) {
    if (region == &op.getElseRegion())
      module.lines.add("else:");
    Indented deeper(module.lines);
    body(region->front());
    SmallVector<std::string> given;
    for (Value operand : region->front().getTerminator()->getOperands())
      given.push_back(value(operand));
    std::string text = llvm::join(given, ", ");
    module.lines.add(
        assigned(op, name, type, isTuple ? "(" + text + ")" : text));
  }
  if (isTuple)
    takeFields(op, name, "gv");
  else
    known[op.getResult(0)] = name;
}

} // namespace mlir::relax::tvmscript
