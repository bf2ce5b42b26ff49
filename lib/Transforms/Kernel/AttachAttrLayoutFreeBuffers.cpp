// Say of each tensor program which of its inputs may have another layout.
//
// A weight or a constant is laid out before the program runs, in whatever order
// its readers want; what another kernel gives, or a caller, has the order that
// it has. A search for schedules reads the attribute
// (relax-split-layout-rewrite-preproc takes what it then writes).
#include "Relax/Dialect/Relax/IR/CallOps.h"
#include "Relax/Dialect/Relax/IR/ConstantOps.h"
#include "Relax/Dialect/Relax/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Kernel/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relax {
#define GEN_PASS_DEF_ATTACHATTRLAYOUTFREEBUFFERSPASS
#include "Relax/Transforms/Kernel/Passes.h.inc"

static constexpr llvm::StringLiteral kLayoutFree = "layout_free_buffers";

namespace {
/// The calls of a program by which of their operands are free.
using CallsByFree = llvm::MapVector<ArrayAttr, SmallVector<CallTIROp>>;

struct AttachAttrLayoutFreeBuffersPass
    : impl::AttachAttrLayoutFreeBuffersPassBase<
          AttachAttrLayoutFreeBuffersPass> {
  using Base::Base;

  void runOnOperation() override;
};
} // namespace

/// Whether a value is known before the program runs: a constant, or a weight,
/// which is a parameter behind the function's inputs.
static bool isLayoutFree(Value value) {
  if (value.getDefiningOp<ConstantOp>())
    return true;
  auto argument = dyn_cast<BlockArgument>(value);
  auto func = argument ? dyn_cast<FuncOp>(argument.getOwner()->getParentOp())
                       : FuncOp();
  std::optional<uint64_t> inputs = func ? func.getNumInput() : std::nullopt;
  return inputs && argument.getArgNumber() >= *inputs;
}

static ArrayAttr getFreeOperands(CallTIROp call) {
  Builder builder(call.getContext());
  SmallVector<int64_t> numbers;
  for (auto [number, operand] : llvm::enumerate(call.getOperands()))
    if (isLayoutFree(operand))
      numbers.push_back(number);
  return builder.getI64ArrayAttr(numbers);
}

/// Gives each kind of call its program: the first one keeps this, if nobody
/// else uses it.
static void attach(tir::FuncOp program, const CallsByFree &kinds,
                   SymbolTable &symbols) {
  size_t numCalls = 0;
  for (auto &[free, calls] : kinds)
    numCalls += calls.size();
  auto uses = SymbolTable::getSymbolUses(program, symbols.getOp());
  bool isKept = program.isPrivate() && uses &&
                size_t(llvm::range_size(*uses)) == numCalls;
  for (auto &[free, calls] : kinds) {
    tir::FuncOp own = program;
    if (program->getAttr(kLayoutFree) != free && !isKept) {
      own = program.clone();
      own.setPrivate();
      own->removeAttr(tir::TIRDialect::kGlobalSymbol);
      symbols.insert(own, std::next(program->getIterator()));
    }
    own->setAttr(kLayoutFree, free);
    for (CallTIROp call : calls)
      call->setAttr("callee", FlatSymbolRefAttr::get(own.getSymNameAttr()));
    isKept = false;
  }
}

void AttachAttrLayoutFreeBuffersPass::runOnOperation() {
  SymbolTable symbols(getOperation());
  llvm::MapVector<tir::FuncOp, CallsByFree> programs;
  getOperation().walk([&](CallTIROp call) {
    if (auto program = symbols.lookup<tir::FuncOp>(call.getCallee()))
      programs[program][getFreeOperands(call)].push_back(call);
  });
  for (auto &[program, kinds] : programs)
    attach(program, kinds, symbols);
}

} // namespace mlir::relax
