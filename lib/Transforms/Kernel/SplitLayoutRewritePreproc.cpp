// Split what a tensor program does to the layout of a weight off from it:
//
//   y = call_tir @f(x, w)          @f: local = tiles of w; y = x * local
//
// becomes
//
//   p = call_tir @f_weight_prepack(w)
//   y = call_tir @f(x, p)
//
// Schedules that MetaSchedule of TVM found have such statements, and mark them.
// Apart, they are computed once: by relax-lift-transform-params, or with
// constants by relax-fold-constant.
#include "PrivatePrograms.h"

#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_SPLITLAYOUTREWRITEPREPROCPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

static constexpr llvm::StringLiteral kMark =
    "meta_schedule.layout_rewrite_preproc";

namespace {

/// The marked statements of a program that can be one of their own: they read
/// inputs, and fill local buffers that nothing else fills.
class LayoutRewrite {
public:
  explicit LayoutRewrite(tir::FuncOp func);

  bool isEmpty() const { return statements.empty(); }
  /// The program of these statements: inputs to buffers.
  tir::FuncOp build(StringRef name);
  /// Lets the program and its calls have the buffers as inputs.
  void apply(tir::FuncOp prepack, ArrayRef<CallTIROp> calls);

private:
  bool add(Operation *statement);
  bool isFilledHereOnly(memref::AllocOp buffer, Operation *statement);
  llvm::BitVector takeBuffers();

  tir::FuncOp func;
  llvm::SetVector<Operation *> statements;
  llvm::SetVector<Value> sources;
  llvm::SetVector<Operation *> buffers;
};

struct SplitLayoutRewritePreprocPass
    : impl::SplitLayoutRewritePreprocPassBase<SplitLayoutRewritePreprocPass> {
  void runOnOperation() override;
};

} // namespace

static bool isMarked(Operation &statement) {
  return statement
      .walk([](tir::BlockOp block) {
        DictionaryAttr marks = block.getAnnotationsAttr();
        auto mark = marks ? marks.get(kMark) : Attribute();
        // A number or a truth value, as the schedule was written.
        auto number = dyn_cast_or_null<IntegerAttr>(mark);
        return number && !number.getValue().isZero() ? WalkResult::interrupt()
                                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

LayoutRewrite::LayoutRewrite(tir::FuncOp func) : func(func) {
  for (Operation &op : func.getBody().front().without_terminator())
    if (isMarked(op) && add(&op))
      statements.insert(&op);
}

/// Whether all others that use the buffer read it, behind the statement.
bool LayoutRewrite::isFilledHereOnly(memref::AllocOp buffer,
                                     Operation *statement) {
  return llvm::all_of(buffer->getUsers(), [&](Operation *user) {
    if (statement->isAncestor(user) || isa<memref::DeallocOp>(user))
      return true;
    Operation *around = func.getBody().front().findAncestorOpInBlock(*user);
    if (!around || !statement->isBeforeInBlock(around))
      return false;
    if (auto block = dyn_cast<tir::BlockOp>(user))
      return !llvm::is_contained(block.getWrites(), buffer.getResult());
    return isa<memref::LoadOp>(user);
  });
}

/// Takes what the statement uses, if it can be done in front of the program.
bool LayoutRewrite::add(Operation *statement) {
  llvm::SetVector<Value> read;
  llvm::SetVector<Operation *> filled;
  bool canMove = true;
  auto visit = [&](Value value) {
    Operation *from = value.getDefiningOp();
    auto buffer = dyn_cast_or_null<memref::AllocOp>(from);
    if (buffer && buffer->getParentOp() == func) {
      auto type = buffer.getType();
      // A buffer of a scope is memory of the device that the program is on.
      canMove &= type.hasStaticShape() && type.getLayout().isIdentity() &&
                 !type.getMemorySpace() && isFilledHereOnly(buffer, statement);
      filled.insert(buffer);
    } else if (llvm::is_contained(func.getInputs(), value)) {
      read.insert(value);
    } else {
      // Constants go along; sizes of the program and its other buffers do not.
      canMove &= from && from->hasTrait<OpTrait::ConstantLike>();
    }
  };
  statement->walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (!statement->isAncestor(operand.getParentBlock()->getParentOp()))
        visit(operand);
  });
  if (!canMove || read.empty() || filled.empty())
    return false;
  sources.insert(read.begin(), read.end());
  buffers.insert(filled.begin(), filled.end());
  return true;
}

tir::FuncOp LayoutRewrite::build(StringRef name) {
  OpBuilder builder(func);
  SmallVector<Type> inputs, outputs;
  for (Value source : sources)
    inputs.push_back(source.getType());
  for (Operation *buffer : buffers)
    outputs.push_back(buffer->getResult(0).getType());
  auto made =
      tir::FuncOp::create(builder, func.getLoc(), name, inputs, outputs);
  made.setPrivate();
  if (func.isScheduled())
    made.setScheduled();
  IRMapping mapping;
  mapping.map(sources.getArrayRef(), made.getInputs());
  for (auto [buffer, output] : llvm::zip(buffers, made.getOutputs()))
    mapping.map(buffer->getResult(0), output);
  for (auto [source, input] : llvm::zip(sources, made.getInputs()))
    if (auto dims = func.getArgAttr(cast<BlockArgument>(source).getArgNumber(),
                                    "tir.dims"))
      made.setArgAttr(input.getArgNumber(), "tir.dims", dims);
  builder.setInsertionPointToStart(&made.getBody().front());
  for (Operation *statement : statements) {
    statement->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (Operation *from = operand.getDefiningOp();
            from && from->hasTrait<OpTrait::ConstantLike>() &&
            !statement->isAncestor(from) && !mapping.contains(operand))
          builder.clone(*from, mapping);
    });
    builder.clone(*statement, mapping);
  }
  made.walk([](tir::BlockOp block) {
    NamedAttrList marks(block.getAnnotationsAttr());
    if (marks.erase(kMark))
      block.setAnnotationsAttr(marks.empty()
                                   ? DictionaryAttr()
                                   : marks.getDictionary(block.getContext()));
  });
  return made;
}

/// Makes inputs of the buffers, behind the others; says which old inputs are
/// read no more, and drops them.
llvm::BitVector LayoutRewrite::takeBuffers() {
  unsigned numInputs = func.getNumInputs();
  for (Operation *statement : llvm::reverse(statements))
    statement->erase();
  for (auto [place, buffer] : llvm::enumerate(buffers)) {
    Value local = buffer->getResult(0);
    (void)func.insertArgument(numInputs + place, local.getType(),
                              DictionaryAttr::get(func.getContext()),
                              buffer->getLoc());
    for (Operation *user : llvm::make_early_inc_range(local.getUsers()))
      if (isa<memref::DeallocOp>(user))
        user->erase();
    local.replaceAllUsesWith(func.getArgument(numInputs + place));
    buffer->erase();
  }
  llvm::BitVector dropped(func.getNumArguments());
  for (Value source : sources)
    if (source.use_empty())
      dropped.set(cast<BlockArgument>(source).getArgNumber());
  func.setNumInputs(numInputs + buffers.size() - dropped.count());
  (void)func.eraseArguments(dropped);
  return dropped;
}

void LayoutRewrite::apply(tir::FuncOp prepack, ArrayRef<CallTIROp> calls) {
  SmallVector<unsigned> places;
  for (Value source : sources)
    places.push_back(cast<BlockArgument>(source).getArgNumber());
  SmallVector<Type> types;
  for (Value output : prepack.getOutputs()) {
    auto type = cast<MemRefType>(output.getType());
    types.push_back(
        RankedTensorType::get(type.getShape(), type.getElementType()));
  }
  llvm::BitVector dropped = takeBuffers();
  for (CallTIROp call : calls) {
    OpBuilder builder(call);
    SmallVector<Value> taken, args;
    for (unsigned place : places)
      taken.push_back(call.getArgs()[place]);
    for (auto [place, arg] : llvm::enumerate(call.getArgs()))
      if (!dropped.test(place))
        args.push_back(arg);
    auto packed =
        CallTIROp::create(builder, call.getLoc(), types,
                          FlatSymbolRefAttr::get(prepack), taken, ArrayAttr());
    llvm::append_range(args, packed.getResults());
    call.getArgsMutable().assign(args);
  }
}

void SplitLayoutRewritePreprocPass::runOnOperation() {
  SymbolTable symbols(getOperation());
  bool hasChanged = false;
  for (PrivateProgram &program : getPrivatePrograms(getOperation())) {
    LayoutRewrite rewrite(program.func);
    if (rewrite.isEmpty())
      continue;
    tir::FuncOp prepack =
        rewrite.build((program.func.getSymName() + "_weight_prepack").str());
    // Another function may have that name; nobody calls this one by it.
    symbols.insert(prepack);
    rewrite.apply(prepack, program.calls);
    hasChanged = true;
  }
  if (!hasChanged)
    markAllAnalysesPreserved();
}

} // namespace mlir::relax
