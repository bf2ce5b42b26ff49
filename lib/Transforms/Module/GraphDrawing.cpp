// Functions of the graph level as a drawing for Graphviz.
//
// A function is a box. Ops are nodes, values are edges with their shapes:
//
//   ( x )  --n×4 f32-->  [ matmul, 4×8 f32 ]  --n×8 f32-->  [ nn.relu ]
//
// Constants are lines in the nodes that use them. Upstream's --view-op-graph
// makes a node of each, cuts types at sixteen letters and puts them in nodes;
// none of its options changes that.
#include "GraphDrawing.h"
#include "Relax/Dialect/Relax/IR/ControlFlowOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/GraphWriter.h"

namespace mlir::relax {

//===-- Labels ------------------------------------------------------------===//

// Longer texts say less than they take.
static constexpr size_t kMaxText = 60;

static std::string shorten(std::string text) {
  if (text.size() <= kMaxText)
    return text;
  // Text of MLIR is ASCII but for names in quotes; those stay whole characters.
  size_t end = kMaxText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;
  return text.substr(0, end) + "...";
}

template <typename T>
static std::string print(T thing) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << thing;
  return shorten(std::move(text));
}

/// `n×4 f32` for a tensor, the text of MLIR for other types.
static std::string getLabel(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return print(type);
  std::string text;
  llvm::raw_string_ostream os(text);
  // Symbols are what one looks for in such a drawing: MLIR's text has them
  // behind the sizes, in an attribute that is longer than the rest.
  auto printDim = [&](SymExprAttr dim) {
    if (!dim)
      os << '?';
    else
      dim.printExpr(os);
  };
  llvm::interleave(getDims(tensor), os, printDim, "×");
  os << (text.empty() ? "" : " ") << tensor.getElementType();
  return shorten(std::move(text));
}

/// Whether users of `op` show it: it takes nothing and calls nothing.
static bool isFolded(Operation *op) {
  return op->getNumOperands() == 0 && op->getNumRegions() == 0 &&
         !isa<SymbolUserOpInterface>(op) && isMemoryEffectFree(op);
}

/// The op that gives `value` if its users show it, else null. What a dataflow
/// region gives is what an op inside gives.
static Operation *getFoldedMaker(Value value) {
  while (auto dataflow = value.getDefiningOp<DataflowOp>()) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    value = dataflow.getBody().front().getTerminator()->getOperand(number);
  }
  Operation *maker = value.getDefiningOp();
  return maker && isFolded(maker) ? maker : nullptr;
}

/// One number, or a shape: weights have a place in no label.
static std::string getConstantLabel(Operation *op) {
  Attribute value;
  if (!matchPattern(op, m_Constant(&value)))
    return getLabel(op->getResult(0).getType());
  // A scalar is mostly what makes an op what it is: an epsilon, a scale.
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (dense && dense.getNumElements() == 1)
    return print(*dense.value_begin<Attribute>());
  if (isa<ElementsAttr>(value))
    return getLabel(op->getResult(0).getType());
  return print(value);
}

/// What a node says: the callee or the op, then constants that it uses.
static std::string getNodeLabel(Operation *op) {
  // Nearly all ops are of one dialect, whose name would be in every node.
  StringRef name = op->getName().getStringRef();
  name.consume_front("relax.");
  std::string label = name.str();
  // Behind the kernel stage all ops are calls: what they call says more.
  if (auto callee = op->getAttrOfType<FlatSymbolRefAttr>("callee"))
    label = callee.getValue().str() + "\n" + label;
  for (Value operand : op->getOperands())
    if (Operation *maker = getFoldedMaker(operand))
      label += "\n" + getConstantLabel(maker);
  return label;
}

//===-- Writer ------------------------------------------------------------===//

namespace {
class DrawingWriter {
public:
  explicit DrawingWriter(llvm::raw_ostream &os) : os(os), edges(edgeText) {}

  void writeFunction(FuncOp function);
  /// The edges of all functions.
  void writeEdges() { os << edgeText; }

private:
  unsigned writeNode(const Twine &label, StringRef shape);
  void addEdge(Value value, unsigned target);
  void addEdge(unsigned source, Value value, unsigned target);
  void writeBlock(Block &block);
  void writeOp(Operation &op);
  void writeRegions(Operation &op, unsigned node);
  void openCluster(const Twine &label);

  llvm::raw_ostream &os;
  /// An edge puts both of its nodes into the box that it is written in, so all
  /// come behind all boxes.
  std::string edgeText;
  llvm::raw_string_ostream edges;
  /// The node that gives a value; none for what is folded.
  llvm::DenseMap<Value, unsigned> makers;
  unsigned numNodes = 0, numClusters = 0;
};
} // namespace

unsigned DrawingWriter::writeNode(const Twine &label, StringRef shape) {
  os << "    n" << numNodes << " [shape=" << shape << ", label=\""
     << llvm::DOT::EscapeString(label.str()) << "\"];\n";
  return numNodes++;
}

void DrawingWriter::addEdge(Value value, unsigned target) {
  // What is folded has no node, and its user shows it.
  auto maker = makers.find(value);
  if (maker != makers.end())
    addEdge(maker->second, value, target);
}

void DrawingWriter::addEdge(unsigned source, Value value, unsigned target) {
  edges << "  n" << source << " -> n" << target << " [label=\""
        << llvm::DOT::EscapeString(getLabel(value.getType())) << "\"];\n";
}

void DrawingWriter::openCluster(const Twine &label) {
  os << "  subgraph cluster" << numClusters++ << " {\n    label=\""
     << llvm::DOT::EscapeString(label.str()) << "\";\n";
}

/// The graphs inside an op, such as the branches of an `if`.
void DrawingWriter::writeRegions(Operation &op, unsigned node) {
  for (Region &region : op.getRegions())
    for (Block &block : region) {
      openCluster(op.getName().stripDialect() + " " +
                  Twine(region.getRegionNumber()));
      for (BlockArgument argument : block.getArguments())
        makers[argument] =
            writeNode("arg" + Twine(argument.getArgNumber()), "ellipse");
      writeBlock(block);
      // What a branch gives goes into the op, whose results others use. A
      // constant is a node here: in the op's label nobody would see whose it
      // is.
      if (block.mightHaveTerminator())
        for (Value value : block.getTerminator()->getOperands()) {
          if (Operation *maker = getFoldedMaker(value))
            addEdge(writeNode(getConstantLabel(maker), "box"), value, node);
          else
            addEdge(value, node);
        }
      os << "  }\n";
    }
}

void DrawingWriter::writeOp(Operation &op) {
  if (isFolded(&op))
    return;
  // A dataflow region only says that its ops have no effect.
  if (auto dataflow = dyn_cast<DataflowOp>(op)) {
    Block &block = dataflow.getBody().front();
    writeBlock(block);
    for (auto [result, value] :
         llvm::zip(op.getResults(), block.getTerminator()->getOperands()))
      if (auto maker = makers.find(value); maker != makers.end()) {
        // Copied first: the map may move its entries when it grows.
        unsigned node = maker->second;
        makers[result] = node;
      }
    return;
  }
  // The node comes before its regions: a box of Graphviz ends where another
  // begins, and the op belongs into the one around it.
  unsigned node = writeNode(getNodeLabel(&op), "box");
  for (Value result : op.getResults())
    makers[result] = node;
  for (Value operand : op.getOperands())
    addEdge(operand, node);
  writeRegions(op, node);
}

void DrawingWriter::writeBlock(Block &block) {
  for (Operation &op : block)
    if (!op.hasTrait<OpTrait::IsTerminator>())
      writeOp(op);
}

void DrawingWriter::writeFunction(FuncOp function) {
  // A cluster is drawn as a box if its name begins so.
  openCluster("@" + function.getSymName());
  Block &body = function.getBody().front();
  for (BlockArgument argument : body.getArguments())
    makers[argument] =
        writeNode(function.getParameterName(argument.getArgNumber()) + "\n" +
                      getLabel(argument.getType()),
                  "ellipse");
  writeBlock(body);
  for (auto [index, value] :
       llvm::enumerate(body.getTerminator()->getOperands())) {
    auto name =
        function.getResultAttrOfType<StringAttr>(unsigned(index), "relax.name");
    std::string label =
        name ? name.getValue().str() : "result " + std::to_string(index);
    // What nothing computes has no edge that would show it.
    if (Operation *maker = getFoldedMaker(value))
      label += "\n" + getConstantLabel(maker);
    addEdge(value, writeNode(label, "ellipse"));
  }
  os << "  }\n";
}

void writeGraphDrawing(ModuleOp module, llvm::raw_ostream &os) {
  // A generic font: an SVG is shown on another machine than it is drawn on.
  os << "digraph relax {\n  node [fontname=\"sans-serif\", fontsize=11];\n"
        "  edge [fontname=\"sans-serif\", fontsize=9];\n"
        "  fontname=\"sans-serif\";\n";
  DrawingWriter writer(os);
  for (FuncOp function : module.getOps<FuncOp>())
    writer.writeFunction(function);
  writer.writeEdges();
  os << "}\n";
}

} // namespace mlir::relax
