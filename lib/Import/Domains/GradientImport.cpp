// The operator Gradient of the domain ai.onnx.preview.training.
//
// It names values of the graph around it: the derivatives are those of what
// leads from the values "xs" and "zs" to "y", at its inputs. That part is
// computed anew from the inputs: a value in between that is named is a
// parameter of its own, and no derivative goes through it.
#include "OperatorTable.h"
#include "Relax/Dialect/Relax/Gradient/Adjoints.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::relax {

namespace {
class ValueGradient {
public:
  explicit ValueGradient(NodeImport &node) : node(node) {}
  void run();

private:
  Value find(StringRef name, StringRef attribute);
  bool readNames();
  bool recompute();
  void derive();

  NodeImport &node;
  /// The values that are named, those to derive by first; and the number.
  SmallVector<Value> named, inputs;
  unsigned numDerived = 0;
  Value number;
  /// What leads from parameters, which stand for the named ones, to the number.
  Block *part = nullptr;
};
} // namespace

Value ValueGradient::find(StringRef name, StringRef attribute) {
  ValueTable &values = node.getValues();
  if (values.contains(name) && values.isTensor(name))
    return values.getTensor(name, node.getLoc());
  node.error() << "attribute '" << attribute << "' names " << quote(name)
               << ", expected a tensor that the graph makes before";
  return nullptr;
}

bool ValueGradient::readNames() {
  SmallVector<StringRef> names = node.getStrings("xs");
  numDerived = names.size();
  llvm::append_range(names, node.getStrings("zs"));
  if (names.size() != node.getNumInputs() ||
      node.getNumOutputs() != numDerived) {
    node.error() << "attributes 'xs' and 'zs' name " << names.size()
                 << " values, " << numDerived
                 << " of them to derive by, expected as many inputs and "
                    "outputs, found "
                 << node.getNumInputs() << " and " << node.getNumOutputs();
    return false;
  }
  for (auto [index, name] : llvm::enumerate(names)) {
    named.push_back(find(name, index < numDerived ? "xs" : "zs"));
    if (!named.back())
      return false;
    Type given = node.getType(unsigned(index));
    if (named.back().getType() != given) {
      node.error() << "input " << index << " has type " << given
                   << ", expected that of " << quote(name)
                   << ", which it stands for: " << named.back().getType();
      return false;
    }
  }
  inputs = node.getTensors();
  number = find(node.getString("y", ""), "y");
  if (!number)
    return false;
  auto type = cast<RankedTensorType>(number.getType());
  if (type.getRank() != 0 || !isa<FloatType>(type.getElementType())) {
    node.error() << "attribute 'y' names a value of type " << type
                 << ", expected a number, a tensor of floats of rank 0; sum it "
                    "up before";
    return false;
  }
  return true;
}

/// Copies what depends on the named values into the part; false if the number
/// is not among it.
bool ValueGradient::recompute() {
  OpBuilder &builder = node.getBuilder();
  // A region of its own, because derivatives are made in front of a terminator,
  // and the graph's block has none while it is imported.
  auto scope = DataflowOp::create(builder, node.getLoc(), TypeRange());
  part = &scope.getBody().emplaceBlock();
  IRMapping mapping;
  auto mapNamed = [&] {
    for (auto [value, parameter] : llvm::zip(named, part->getArguments()))
      mapping.map(value, parameter);
  };
  for (Value value : named)
    part->addArgument(value.getType(), value.getLoc());
  mapNamed();
  OpBuilder inside = OpBuilder::atBlockEnd(part);
  // The whole block is gone through, not what the number depends on: the walk
  // is linear, and what is copied in vain is dropped with the dead ops below.
  for (Operation &op : *scope->getBlock()) {
    if (&op == scope)
      break;
    bool depends = false;
    // Regions capture values that are no operands.
    op.walk([&](Operation *inner) {
      depends |= llvm::any_of(inner->getOperands(), [&](Value operand) {
        return mapping.contains(operand);
      });
    });
    if (!depends)
      continue;
    inside.clone(op, mapping);
    // What is named stays a parameter, whatever computes it.
    mapNamed();
  }
  Value copy = mapping.lookupOrNull(number);
  if (!copy || copy.getParentBlock() != part || isa<BlockArgument>(copy)) {
    node.error() << "attribute 'y' names a value that does not follow from "
                    "those of 'xs' in this graph, expected one that does";
    return false;
  }
  OutputOp::create(inside, node.getLoc(), copy);
  return true;
}

void ValueGradient::derive() {
  SmallVector<Value> wanted(part->getArguments().take_front(numDerived));
  Operation *end = part->getTerminator();
  Adjoints adjoints(*part, wanted);
  adjoints.start(end->getOperand(0), std::nullopt);
  if (failed(adjoints.run()))
    return node.setFailed();
  // The error, if there is one, names the op, whose location is that of its
  // node.
  end->setOperands(llvm::map_to_vector(
      wanted, [&](Value parameter) { return adjoints.get(parameter); }));
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*part)))
    if (isOpTriviallyDead(&op))
      op.erase();
  // The part becomes ops of the graph.
  for (auto [index, parameter] : llvm::enumerate(part->getArguments()))
    parameter.replaceAllUsesWith(inputs[index]);
  SmallVector<Value> results(end->getOperands());
  end->erase();
  Operation *scope = part->getParentOp();
  scope->getBlock()->getOperations().splice(scope->getIterator(),
                                            part->getOperations());
  for (auto [index, result] : llvm::enumerate(results))
    node.setResult(unsigned(index), result);
}

void ValueGradient::run() {
  if (!readNames())
    return;
  if (recompute())
    derive();
  part->getParentOp()->erase();
}

static void importGradient(NodeImport &node) { ValueGradient(node).run(); }

void addGradientOperators(OperatorTable &table) {
  table.add({
      {"ai.onnx.preview.training.Gradient", 1, 1, 1, kAny, importGradient,
       kAny},
  });
}

} // namespace mlir::relax
