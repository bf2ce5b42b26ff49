// Makes the bodies of parallel loops functions.
#include "Relax/Conversion/SCFToRuntime/Passes.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::relax {

#define GEN_PASS_DEF_OUTLINEPARALLELLOOPSPASS
#include "Relax/Conversion/SCFToRuntime/Passes.h.inc"

// The buffer that `value` is a view of.
static Value getRoot(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

// True if no other name of the buffer is used in the loop: it has none, and of
// its views only this one is captured.
// LLVM's noalias on a parameter means that no other pointer of the function
// accesses what this one writes. Two views of one buffer would break that,
// though each of them is of a noalias argument.
static bool isDisjoint(Value capture, ArrayRef<Value> captures) {
  Value root = getRoot(capture);
  if (llvm::count_if(captures,
                     [&](Value other) { return getRoot(other) == root; }) != 1)
    return false;
  if (root.getDefiningOp<memref::AllocOp>() ||
      root.getDefiningOp<memref::AllocaOp>())
    return true;
  auto argument = dyn_cast<BlockArgument>(root);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  return function &&
         function.getArgAttr(argument.getArgNumber(),
                             LLVM::LLVMDialect::getNoAliasAttrName());
}

namespace {

/// Outlines one loop.
class LoopOutliner {
public:
  LoopOutliner(scf::ParallelOp loop, SymbolTable &symbols)
      : loop(loop), symbols(symbols), builder(loop) {}

  void run() {
    collectCaptures();
    createFunction();
    fillFunction();
    replaceLoop();
  }

private:
  // Constants are made again inside; what else comes from outside is passed.
  void collectCaptures();
  void createFunction();
  void fillFunction();
  void replaceLoop();

  scf::ParallelOp loop;
  SymbolTable &symbols;
  OpBuilder builder;
  SmallVector<Value> captures;
  SmallVector<Operation *> constants;
  func::FuncOp function;
};

} // namespace

void LoopOutliner::collectCaptures() {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  used.insert_range(loop.getLowerBound());
  used.insert_range(loop.getStep());
  // The loop over the first dimension is the one that is cut.
  used.insert_range(loop.getUpperBound().drop_front());
  for (Value value : used) {
    Operation *op = value.getDefiningOp();
    bool isConstant = op && (op->hasTrait<OpTrait::ConstantLike>() ||
                             isa<memref::GetGlobalOp>(op));
    if (isConstant)
      // A constant passed as a parameter would be unknown in the function, and
      // a loop over a constant extent would be a loop of any extent. Copies
      // cost nothing.
      constants.push_back(op);
    else
      captures.push_back(value);
  }
}

void LoopOutliner::createFunction() {
  auto parent = loop->getParentOfType<func::FuncOp>();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(parent);
  SmallVector<Type> types(2, builder.getIndexType());
  llvm::append_range(types, ValueRange(captures).getTypes());
  function = func::FuncOp::create(builder, loop.getLoc(),
                                  (parent.getName() + "_parallel").str(),
                                  builder.getFunctionType(types, {}));
  function.setPrivate();
  // Inlining it back would undo the outlining, and the loop runs once per piece
  // anyway.
  function.setNoInline(true);
  symbols.insert(function, Block::iterator(std::next(parent->getIterator())));
  for (auto [i, capture] : llvm::enumerate(captures))
    if (isa<MemRefType>(capture.getType()) && isDisjoint(capture, captures))
      function.setArgAttr(i + 2, LLVM::LLVMDialect::getNoAliasAttrName(),
                          builder.getUnitAttr());
}

void LoopOutliner::fillFunction() {
  OpBuilder::InsertionGuard guard(builder);
  Location location = loop.getLoc();
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  IRMapping mapping;
  mapping.map(captures, entry->getArguments().drop_front(2));
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  Value one = arith::ConstantIndexOp::create(builder, location, 1);
  auto serial = scf::ForOp::create(builder, location, entry->getArgument(0),
                                   entry->getArgument(1), one);
  func::ReturnOp::create(builder, location);
  builder.setInsertionPointToStart(serial.getBody());
  auto lookup = [&](Value value) { return mapping.lookupOrDefault(value); };
  // The library cuts the range into pieces of its own choice, so the function
  // is given numbers of iterations, not values of the index.
  Value scaled =
      arith::MulIOp::create(builder, location, serial.getInductionVar(),
                            lookup(loop.getStep().front()));
  Value index = arith::AddIOp::create(builder, location, scaled,
                                      lookup(loop.getLowerBound().front()));
  mapping.map(loop.getInductionVars().front(), index);
  // Other dimensions stay loops inside: only the outermost is cut, so that a
  // piece is contiguous.
  for (unsigned i = 1; i < loop.getNumLoops(); ++i) {
    auto inner = scf::ForOp::create(
        builder, location, lookup(loop.getLowerBound()[i]),
        lookup(loop.getUpperBound()[i]), lookup(loop.getStep()[i]));
    mapping.map(loop.getInductionVars()[i], inner.getInductionVar());
    builder.setInsertionPointToStart(inner.getBody());
  }
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
}

void LoopOutliner::replaceLoop() {
  Location location = loop.getLoc();
  Value extent =
      arith::SubIOp::create(builder, location, loop.getUpperBound().front(),
                            loop.getLowerBound().front());
  Value count = arith::CeilDivSIOp::create(builder, location, extent,
                                           loop.getStep().front());
  rt::ParallelForOp::create(builder, location, function.getSymName(), count,
                            captures);
  loop.erase();
}

// One level of threads is enough.
// A loop inside a loop would run on its own thread in one piece anyway
// (relax_rt_parallel_for), and pay for the call.
static void makeSerial(scf::ParallelOp loop) {
  OpBuilder builder(loop);
  SmallVector<Value> indices;
  Block *body = nullptr;
  for (unsigned i = 0; i < loop.getNumLoops(); ++i) {
    auto serial =
        scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound()[i],
                           loop.getUpperBound()[i], loop.getStep()[i]);
    indices.push_back(serial.getInductionVar());
    body = serial.getBody();
    builder.setInsertionPointToStart(body);
  }
  for (auto [from, to] : llvm::zip_equal(loop.getInductionVars(), indices))
    from.replaceAllUsesWith(to);
  body->getOperations().splice(body->begin(), loop.getBody()->getOperations(),
                               loop.getBody()->begin(),
                               loop.getBody()->getTerminator()->getIterator());
  loop.erase();
}

namespace {

struct OutlineParallelLoopsPass
    : impl::OutlineParallelLoopsPassBase<OutlineParallelLoopsPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<scf::ParallelOp> inner, outer;
    getOperation().walk([&](scf::ParallelOp loop) {
      // A reduction would need the partial results of pieces to be combined,
      // which rt.parallel_for has no words for. No schedule here makes such a
      // loop.
      if (!loop.getInitVals().empty() || !loop->getParentOfType<func::FuncOp>())
        return;
      bool isInner = loop->getParentOfType<scf::ParallelOp>() != nullptr;
      (isInner ? inner : outer).push_back(loop);
    });
    // Inner loops first: when an outer one is outlined, its body is cloned as
    // it is then.
    for (scf::ParallelOp loop : inner)
      makeSerial(loop);
    for (scf::ParallelOp loop : outer)
      LoopOutliner(loop, symbols).run();
  }
};

} // namespace
} // namespace mlir::relax
