// Writes regions of functions of the graph level: dataflow regions, branches.
#include "GraphFunction.h"

#include "llvm/ADT/StringExtras.h"

namespace mlir::relax::tvmscript {

/// Whether a region's outputs are its own variables, in their order.
/// Then they can be written as outputs as they are; other values get a variable
/// of their own before.
static bool areVariablesInOrder(OutputOp output) {
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
  bool isDirect = areVariablesInOrder(op.getOutput());
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
