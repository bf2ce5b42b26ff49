// Makes functions of kernels that follow each other, which the run time then
// launches as graphs.
//
// TVM's pass comes after planning, and shares the planned memory with what it
// lifts. Here it comes before: tensors that only kernels of a region see are
// planned in the region's function by itself, so that the graph has memory of
// its own, and the contracts of planned memory hold as everywhere.
#include "Relax/Transforms/Memory/Passes.h"

#include "ExplicitMemory.h"
#include "Relax/Dialect/Relax/IR/CUDAGraphs.h"
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/DeviceCodeWishes.h"
#include "Relax/Dialect/Relax/IR/MemoryOps.h"
#include "Relax/Dialect/Relax/IR/RuntimeOps.h"
#include "Relax/Dialect/Relax/IR/ShapeOps.h"
#include "Relax/Dialect/Relax/IR/SymbolScope.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_REWRITECUDAGRAPHPASS
#include "Relax/Transforms/Memory/Passes.h.inc"

namespace {

/// The calls of one block that become a graph, and what only they use.
using Region = llvm::SetVector<Operation *>;

/// Makes functions of the regions of one function.
class RegionOutliner {
public:
  RegionOutliner(FuncOp function, SymbolTable &symbols);

  /// Makes functions of all regions of a block.
  void run(Block &block);

private:
  VDeviceAttr getDevice(Operation *op) const;
  void outline(ArrayRef<Operation *> calls);

  FuncOp function;
  SymbolTable &symbols;
  /// Those that have the same value in each call, as its caller promises.
  DenseSet<StringAttr> constant;
};

} // namespace

// As in TVM: the symbols that an attribute names, and those of weights, which
// are the same ones in each call.
RegionOutliner::RegionOutliner(FuncOp function, SymbolTable &symbols)
    : function(function), symbols(symbols) {
  if (auto names = function->getAttrOfType<ArrayAttr>(kCaptureSymbolicVarsName))
    for (auto name : names.getAsRange<StringAttr>())
      constant.insert(name);
  TypeRange parameters = function.getArgumentTypes();
  for (Type type : parameters.drop_front(
           function.getNumInput().value_or(parameters.size())))
    walkBareSymbols(type, [&](StringAttr name) { constant.insert(name); });
}

/// The symbols of a call: of its tensors, and of numbers that it passes.
static SmallVector<StringAttr> getUsedSymbols(Operation *op) {
  SmallVector<StringAttr> used = getSymbolsUsedBy(op);
  for (Type type : op->getOperandTypes())
    walkSymbols(type, [&](StringAttr name) { used.push_back(name); });
  return used;
}

// The device that a call launches kernels on, each time the same ones; null if
// it does not. A size that is not known to be a number or a constant symbol
// would make another graph in each call.
VDeviceAttr RegionOutliner::getDevice(Operation *op) const {
  auto call = dyn_cast<CallPrimFuncOp>(op);
  if (!call || call->getNumOperands() == 0)
    return {};
  VDeviceAttr device;
  for (Type type : call->getOperandTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    VDeviceAttr own = tensor ? getVDevice(tensor) : VDeviceAttr();
    if (!own || !getCudaNumber(own) || (device && own != device))
      return {};
    device = own;
  }
  return llvm::all_of(getUsedSymbols(op),
                      [&](StringAttr name) { return constant.contains(name); })
             ? device
             : VDeviceAttr();
}

// What asks nothing of a device may stand between kernels: it runs before or
// behind all of them. A copy may not, nor may a call of anything else.
static bool mayStandAside(Operation *op) {
  return isa<BuiltinAllocTensorOp, ConstantOp, MemoryAllocStorageOp,
             MemoryAllocTensorOp, MemoryKillStorageOp, MemoryKillTensorOp,
             MemoryViewOp, ShapeOp>(op);
}

void RegionOutliner::run(Block &block) {
  SmallVector<Operation *> calls;
  VDeviceAttr device;
  // One launch is no cheaper as a graph.
  auto end = [&] {
    if (calls.size() > 1)
      outline(calls);
    calls.clear();
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    VDeviceAttr own = getDevice(&op);
    if ((own && device != own) || (!own && !mayStandAside(&op)))
      end();
    if (own)
      calls.push_back(&op);
    device = own ? own : device;
  }
}

/// Adds what only ops of the region use, down to memory that is made for them.
static void addInner(Region &region) {
  auto isInner = [&](Operation *op) {
    return op && isa<BuiltinAllocTensorOp, ConstantOp, MemoryViewOp>(op) &&
           op->getBlock() == region.front()->getBlock() &&
           llvm::all_of(op->getUsers(),
                        [&](Operation *user) { return region.contains(user); });
  };
  // Ops that are added are visited in their turn; each may make its own
  // operands inner ones, whose other users came before.
  for (size_t size = 0; size != region.size();) {
    size = region.size();
    for (Operation *op : llvm::to_vector(region))
      for (Value operand : op->getOperands())
        if (Operation *defining = operand.getDefiningOp(); isInner(defining))
          region.insert(defining);
  }
}

// The call stands where the last kernel was: all inputs are there by then. What
// ends a tensor between kernels now ends it behind them.
void RegionOutliner::outline(ArrayRef<Operation *> calls) {
  Region region(calls.begin(), calls.end());
  addInner(region);
  llvm::SetVector<Value> inputs;
  for (Operation *op : region)
    for (Value operand : op->getOperands())
      if (!region.contains(operand.getDefiningOp()))
        inputs.insert(operand);
  // A function has no other symbols than those that its parameters define.
  if (!getFreeSymbols(region.getArrayRef(), inputs.getArrayRef()).empty())
    return;
  SmallVector<Operation *> order = region.takeVector();
  llvm::sort(order,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  Operation *last = calls.back();
  Location location = last->getLoc();
  OpBuilder builder(last);
  auto captured = FuncOp::create(
      builder, location,
      (function.getSymName() + "_" + kCUDAGraphCapture).str(),
      builder.getFunctionType(TypeRange(inputs.getArrayRef()), {}));
  captured.setPrivate();
  captured.setImpure(true);
  captured->setAttr(kCUDAGraphName, builder.getUnitAttr());
  captured->remove();
  symbols.insert(captured, std::next(Block::iterator(function)));
  SmallVector<Operation *> ends;
  for (Operation *op = calls.front(); op != last; op = op->getNextNode())
    if (isa<MemoryKillStorageOp, MemoryKillTensorOp>(op))
      ends.push_back(op);
  auto call = CallOp::create(builder, location, TypeRange(),
                             SymbolRefAttr::get(captured), inputs.getArrayRef(),
                             builder.getUnitAttr());
  for (Operation *op : llvm::reverse(ends))
    op->moveAfter(call);
  Block &body = captured.getBody().front();
  builder.setInsertionPointToEnd(&body);
  ReturnOp::create(builder, location);
  for (Operation *op : order)
    op->moveBefore(body.getTerminator());
  IRMapping arguments;
  arguments.map(inputs.getArrayRef(), body.getArguments());
  for (Operation &op : body)
    for (OpOperand &operand : op.getOpOperands())
      operand.set(arguments.lookupOrDefault(operand.get()));
}

namespace {
struct RewriteCUDAGraphPass
    : impl::RewriteCUDAGraphPassBase<RewriteCUDAGraphPass> {
  using RewriteCUDAGraphPassBase::RewriteCUDAGraphPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (whereWished && !module->hasAttr(kCUDAGraphsName))
      return markAllAnalysesPreserved();
    SymbolTable symbols(module);
    // Collected first: functions are added on the way.
    for (FuncOp function : llvm::to_vector(module.getOps<FuncOp>())) {
      // A function that has to be pure cannot call what launches kernels.
      bool allows =
          function.getImpure() || function->hasAttr("relax.force_pure");
      if (!allows || function->hasAttr(kCUDAGraphName))
        continue;
      RegionOutliner outliner(function, symbols);
      function.walk([&](Block *block) { outliner.run(*block); });
    }
  }
};
} // namespace

} // namespace mlir::relax
