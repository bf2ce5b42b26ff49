// Replaces loops, branches, assertions, foreign calls and functions.
#include "Relax/Conversion/TIRToSCF/Steps.h"

#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tir {

// Move all of `source` but its terminator to the start of `target`.
static void moveBody(Block *source, Block *target) {
  target->getOperations().splice(target->begin(), source->getOperations(),
                                 source->begin(),
                                 source->getTerminator()->getIterator());
}

// `unroll = N` asks for a body of N copies; of one, that the loop stays.
// `convert-scf-to-cf` hands attributes of the LLVM dialect on to the branch,
// where this name makes it the one that is translated.
static void annotateUnroll(ForOp loop, scf::ForOp lowered) {
  DictionaryAttr annotations = loop.getAnnotationsAttr();
  auto copies =
      annotations ? annotations.getAs<IntegerAttr>("unroll") : IntegerAttr();
  // More than `transform.tir.unroll` writes out would fill the code, and take
  // LLVM minutes.
  constexpr uint64_t kMaxCopies = 1024;
  if (!copies || !copies.getType().isSignlessInteger() ||
      copies.getValue().isZero() || copies.getValue().ugt(kMaxCopies))
    return;
  Builder b(loop.getContext());
  bool isKept = copies.getValue().isOne();
  auto count = isKept ? IntegerAttr()
                      : b.getI32IntegerAttr(copies.getValue().getSExtValue());
  auto unroll = LLVM::LoopUnrollAttr::get(
      b.getContext(), /*disable=*/isKept ? b.getBoolAttr(true) : BoolAttr(),
      count, {}, {}, {}, {}, {});
  lowered->setAttr("loop_annotation",
                   LLVM::LoopAnnotationAttr::get(b.getContext(), {}, {}, {},
                                                 unroll, {}, {}, {}, {}, {}, {},
                                                 {}, {}, {}, {}, {}));
}

static LogicalResult lowerLoop(ForOp loop) {
  OpBuilder builder(loop);
  Location location = loop.getLoc();
  if (loop.getKind() == ForKind::ThreadBinding)
    return loop.emitOpError("is bound to the thread axis \"")
           << *loop.getThreadAxis()
           << "\", which a CPU does not have, expected a loop without threads; "
              "schedule the function for the CPU";
  Value one = arith::ConstantIndexOp::create(builder, location, 1);
  Block *body;
  if (loop.getKind() == ForKind::Parallel)
    body = scf::ParallelOp::create(
               builder, location, ValueRange(loop.getLowerBound()),
               ValueRange(loop.getUpperBound()), ValueRange(one))
               .getBody();
  else {
    auto serial = scf::ForOp::create(builder, location, loop.getLowerBound(),
                                     loop.getUpperBound(), one);
    annotateUnroll(loop, serial);
    body = serial.getBody();
  }
  loop.getInductionVar().replaceAllUsesWith(body->getArgument(0));
  moveBody(loop.getBody(), body);
  loop.erase();
  return success();
}

static LogicalResult lowerBranch(IfOp branch) {
  OpBuilder builder(branch);
  bool withElse = !branch.getOtherwise().empty();
  auto result = scf::IfOp::create(builder, branch.getLoc(),
                                  branch.getCondition(), withElse);
  moveBody(&branch.getThen().front(), result.thenBlock());
  if (withElse)
    moveBody(&branch.getOtherwise().front(), result.elseBlock());
  branch.erase();
  return success();
}

static LogicalResult lowerWhile(WhileOp loop) {
  OpBuilder builder(loop);
  Location location = loop.getLoc();
  auto result =
      scf::WhileOp::create(builder, location, TypeRange(), ValueRange());
  Block *before = builder.createBlock(&result.getBefore());
  auto condition = cast<ConditionOp>(loop.getBefore().front().getTerminator());
  scf::ConditionOp::create(builder, location, condition.getCondition(), {});
  moveBody(&loop.getBefore().front(), before);
  Block *after = builder.createBlock(&result.getAfter());
  scf::YieldOp::create(builder, location);
  moveBody(&loop.getBody().front(), after);
  loop.erase();
  return success();
}

// What follows runs only if the condition holds. What the block ends with then
// comes out of the branch: the condition of a loop, which is false after a
// failure and so ends the loop, or the value of a choice.
static LogicalResult lowerAssert(AssertOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  Block *block = op->getBlock();
  Operation *end = block->getTerminator();
  bool hasZero = llvm::all_of(end->getOperandTypes(), [](Type type) {
    return type.isIntOrIndexOrFloat();
  });
  auto branch = scf::IfOp::create(builder, location,
                                  hasZero ? TypeRange(end->getOperandTypes())
                                          : TypeRange(),
                                  op.getCondition(), /*withElseRegion=*/true);
  Block *rest = branch.thenBlock();
  rest->getOperations().splice(rest->begin(), block->getOperations(),
                               std::next(op->getIterator()),
                               end->getIterator());
  builder.setInsertionPointToStart(branch.elseBlock());
  relax::rt::KernelFailOp::create(builder, location, op.getMessage());
  if (branch.getNumResults() != 0) {
    SmallVector<Value> zeros;
    for (Type type : branch.getResultTypes())
      zeros.push_back(arith::ConstantOp::create(builder, location,
                                                builder.getZeroAttr(type)));
    scf::YieldOp::create(builder, location, zeros);
    builder.setInsertionPointToEnd(rest);
    scf::YieldOp::create(builder, location, end->getOperands());
    end->setOperands(branch.getResults());
  }
  op.erase();
  return success();
}

// TVM looks such a function up by its name, and calls it with what its stack
// machine has. A packed function is the run time's, and takes tensors: numbers
// become those of rank 0. Their memory is the kernel's, as that of other
// buffers.
static LogicalResult lowerPackedCall(CallExternOp call) {
  if (call.getNumResults())
    return call.emitOpError("calls a packed function and takes ")
           << call.getNumResults()
           << " results of it, expected it to give them in buffers";
  OpBuilder builder(call);
  Location location = call.getLoc();
  SmallVector<Value> arguments;
  for (Value argument : call.getArgs()) {
    if (!isa<MemRefType>(argument.getType())) {
      auto buffer = memref::AllocOp::create(
          builder, location, MemRefType::get({}, argument.getType()));
      memref::StoreOp::create(builder, location, argument, buffer,
                              ValueRange());
      argument = buffer;
    }
    arguments.push_back(argument);
  }
  relax::rt::KernelCallExternalOp::create(builder, location, call.getCallee(),
                                          arguments);
  call.erase();
  return success();
}

static LogicalResult lowerForeignCall(CallExternOp call) {
  if (call->hasAttr("packed"))
    return lowerPackedCall(call);
  OpBuilder builder(call);
  auto result = func::CallOp::create(builder, call.getLoc(), call.getCallee(),
                                     call.getResultTypes(), call.getArgs());
  call.replaceAllUsesWith(result.getResults());
  call.erase();
  return success();
}

// Sums of products become one rounding less.
// GPUs and most CPUs have one instruction for both ops, and only these three
// can be part of it.
static void allowContraction(Operation *op) {
  auto math = dyn_cast<arith::ArithFastMathInterface>(op);
  if (!math || !isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op))
    return;
  arith::FastMathFlags flags =
      math.getFastMathFlagsAttr().getValue() | arith::FastMathFlags::contract;
  op->setAttr(math.getFastMathAttrName(),
              arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

LogicalResult lowerControl(Operation *root) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    allowContraction(op);
    if (isa<ForOp, IfOp, WhileOp, AssertOp, CallExternOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    LogicalResult lowered =
        TypeSwitch<Operation *, LogicalResult>(op)
            .Case([](ForOp op) { return lowerLoop(op); })
            .Case([](IfOp op) { return lowerBranch(op); })
            .Case([](WhileOp op) { return lowerWhile(op); })
            .Case([](AssertOp op) { return lowerAssert(op); })
            .Case([](CallExternOp op) { return lowerForeignCall(op); });
    if (failed(lowered))
      return failure();
  }
  return success();
}

void declareForeignFunctions(ModuleOp module) {
  SymbolTable symbols(module);
  module.walk([&](CallExternOp call) {
    if (call->hasAttr("packed") || symbols.lookup(call.getCallee()))
      return;
    auto type = FunctionType::get(call.getContext(), call.getArgs().getTypes(),
                                  call.getResultTypes());
    auto function = func::FuncOp::create(call.getLoc(), call.getCallee(), type);
    function.setPrivate();
    symbols.insert(function, module.getBody()->begin());
  });
}

// True if an operand that starts an output of `function` is another one too.
static bool isInPlace(Operation *call, FuncOp function) {
  OperandRange operands = call->getOperands();
  for (unsigned i = function.getNumInputs(); i < operands.size(); ++i)
    if (isa<ShapedType>(operands[i].getType()) &&
        llvm::count(operands, operands[i]) > 1)
      return true;
  return false;
}

FunctionSet findCalledInPlace(ModuleOp module) {
  FunctionSet found;
  SymbolTable symbols(module);
  auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion());
  // An op whose symbols cannot be asked for may call any function in place.
  if (!uses) {
    auto all = module.getOps<FuncOp>();
    found.insert(all.begin(), all.end());
    return found;
  }
  for (const SymbolTable::SymbolUse &use : *uses) {
    auto function =
        symbols.lookup<FuncOp>(use.getSymbolRef().getRootReference());
    if (function && isInPlace(use.getUser(), function))
      found.insert(function);
  }
  return found;
}

func::FuncOp lowerFunction(FuncOp function, bool isCalledInPlace) {
  OpBuilder builder(function);
  auto result =
      func::FuncOp::create(builder, function.getLoc(), function.getSymName(),
                           function.getFunctionType());
  result.setVisibility(SymbolTable::getSymbolVisibility(function));
  if (!function.isExternal()) {
    auto end = cast<ReturnOp>(function.getBody().front().getTerminator());
    builder.setInsertionPoint(end);
    func::ReturnOp::create(builder, end.getLoc());
    end.erase();
    result.getBody().takeBody(function.getBody());
  }
  // The memory plan gives outputs storage of their own, so arguments overlap
  // only where a call passes one twice: LLVM must not move loads behind stores
  // then.
  for (auto [i, type] : llvm::enumerate(result.getArgumentTypes()))
    if (isa<MemRefType>(type) && !isCalledInPlace && !result.isExternal())
      result.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
  function.erase();
  return result;
}

} // namespace mlir::tir
