// Tensor programs: functions, loops of all kinds, branches, checks, calls.
//
// A vectorized or unrolled loop means what a serial one means. Iterations of a
// parallel loop, and threads, run one after the other, and the machine sees
// whether another order could have mattered. Loops bound to thread axes that
// hold a barrier run as threads in lock step.
#include "BlockInit.h"
#include "CallSite.h"
#include "ScalarHandlers.h"
#include "ThreadGroup.h"

#include "Relax/Dialect/Relax/IR/CallVerifier.h"
#include "Relax/Dialect/TIR/IR/TIR.h"

namespace mlir::relax::reference {

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

// An empty loop jumps behind its end. The test stands at the end of the other
// iterations, which saves a jump for each.
static const Instruction *runFor(Machine &machine, const Instruction *at) {
  int64_t lower = machine.scalars[at->a].i;
  machine.scalars[at->result].i = lower;
  return lower < machine.scalars[at->b].i ? at + 1 : at + at->jump;
}

static const Instruction *runNext(Machine &machine, const Instruction *at) {
  int64_t next = machine.scalars[at->result].i + 1;
  machine.scalars[at->result].i = next;
  return next < machine.scalars[at->b].i ? at + at->jump : at + 1;
}

static const Instruction *runParallel(Machine &machine, const Instruction *at) {
  const Instruction *next = runFor(machine, at);
  // Inside threads in lock step only these count.
  // Threads that meet at barriers are tracked by their group, as another order
  // of theirs exists between two barriers only.
  if (next == at + 1 && !machine.group)
    machine.beginParallel();
  return next;
}

static const Instruction *runParallelNext(Machine &machine,
                                          const Instruction *at) {
  const Instruction *next = runNext(machine, at);
  if (machine.group)
    return next;
  if (next == at + 1)
    machine.endParallel();
  else
    machine.nextIteration();
  return next;
}

static bool isThreadLoop(tir::ForOp loop) {
  return loop.getKind() == tir::ForKind::ThreadBinding &&
         loop.getThreadAxis().value_or("").starts_with("threadIdx");
}

/// Whether the loop's threads are in lock step with others or each other.
static bool isLockStep(tir::ForOp loop) {
  // All loops over threads around a barrier are in lock step, not only the
  // innermost: a barrier waits for the whole block.
  for (; loop; loop = loop->getParentOfType<tir::ForOp>())
    if (isThreadLoop(loop) && hasBarrier(loop))
      return true;
  return false;
}

/// Threads that reduce together do so in some order, as any would do.
/// Their accesses to the sum would be reported as races. Virtual threads are
/// what one thread does, one after the other; each brings the same shared data.
static LoopKind getKind(tir::ForOp loop, ProgramBuilder &builder) {
  if (loop.getKind() == tir::ForKind::Parallel)
    return LoopKind::Parallel;
  if (loop.getKind() != tir::ForKind::ThreadBinding ||
      loop.getThreadAxis().value_or("").starts_with("vthread") ||
      (builder.reducingThreads.contains(loop) && !hasBarrier(loop)))
    return LoopKind::Serial;
  return isThreadLoop(loop) && isLockStep(loop) ? LoopKind::LockStep
                                                : LoopKind::Parallel;
}

static Handler getBegin(LoopKind kind) {
  return kind == LoopKind::LockStep   ? &runThreads
         : kind == LoopKind::Parallel ? &runParallel
                                      : &runFor;
}

static Handler getEnd(LoopKind kind) {
  return kind == LoopKind::LockStep   ? &runThreadEnd
         : kind == LoopKind::Parallel ? &runParallelNext
                                      : &runNext;
}

OpenLoop beginLoop(Operation *op, ProgramBuilder &builder, LoopKind kind,
                   uint32_t index, uint32_t lower, uint32_t upper) {
  size_t first = builder.here();
  Instruction &enter = builder.emit(op, getBegin(kind));
  enter.result = index;
  enter.a = lower;
  enter.b = upper;
  return {first, kind};
}

void endLoop(Operation *op, ProgramBuilder &builder, OpenLoop loop) {
  const Instruction &enter = builder.getProgram().code[loop.first];
  uint32_t index = enter.result, upper = enter.b;
  size_t last = builder.here();
  Instruction &next = builder.emit(op, getEnd(loop.kind));
  next.result = index;
  next.b = upper;
  builder.setJump(last, loop.first + 1);
  builder.setJump(loop.first, builder.here());
}

static LogicalResult compileFor(tir::ForOp loop, ProgramBuilder &builder) {
  for (Operation *block : builder.reductions.lookup(loop))
    if (failed(compileReductionBegin(cast<tir::BlockOp>(block), builder)))
      return failure();
  uint32_t index = builder.getIndex(loop.getInductionVar());
  uint32_t lower = builder.getIndex(loop.getLowerBound());
  uint32_t upper = builder.getIndex(loop.getUpperBound());
  OpenLoop open =
      beginLoop(loop, builder, getKind(loop, builder), index, lower, upper);
  if (failed(builder.compile(*loop.getBody())))
    return failure();
  endLoop(loop, builder, open);
  return success();
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static const Instruction *runJump(Machine &, const Instruction *at) {
  return at + at->jump;
}

static const Instruction *runUnless(Machine &machine, const Instruction *at) {
  return machine.scalars[at->a].i ? at + 1 : at + at->jump;
}

size_t emitUnless(Operation *op, ProgramBuilder &builder, uint32_t condition) {
  size_t place = builder.here();
  builder.emit(op, &runUnless).a = condition;
  return place;
}

size_t emitJump(Operation *op, ProgramBuilder &builder) {
  size_t place = builder.here();
  builder.emit(op, &runJump);
  return place;
}

static LogicalResult compileIf(tir::IfOp op, ProgramBuilder &builder) {
  size_t branch = emitUnless(op, builder, builder.getIndex(op.getCondition()));
  if (failed(builder.compile(op.getThen().front())))
    return failure();
  if (op.getOtherwise().empty()) {
    builder.setJump(branch, builder.here());
    return success();
  }
  size_t end = emitJump(op, builder);
  builder.setJump(branch, builder.here());
  if (failed(builder.compile(op.getOtherwise().front())))
    return failure();
  builder.setJump(end, builder.here());
  return success();
}

static LogicalResult compileWhile(tir::WhileOp op, ProgramBuilder &builder) {
  size_t first = builder.here();
  Block &before = op.getBefore().front();
  for (Operation &inner : before.without_terminator())
    if (failed(builder.compile(&inner)))
      return failure();
  auto condition = cast<tir::ConditionOp>(before.getTerminator());
  size_t exit =
      emitUnless(op, builder, builder.getIndex(condition.getCondition()));
  if (failed(builder.compile(op.getBody().front())))
    return failure();
  size_t back = emitJump(op, builder);
  builder.setJump(back, first);
  builder.setJump(exit, builder.here());
  return success();
}

static LogicalResult compileYield(tir::YieldOp, ProgramBuilder &) {
  return success();
}

//===----------------------------------------------------------------------===//
// Checks and calls
//===----------------------------------------------------------------------===//

static const Instruction *runCheck(Machine &machine, const Instruction *at) {
  if (machine.scalars[at->a].i)
    return at + 1;
  // An error here ends the program; compiled code does not run what follows in
  // the kernel either.
  const auto &message = *static_cast<const StringRef *>(at->data);
  return machine.fail(at, "does not hold: " + message);
}

void emitCheck(Operation *op, ProgramBuilder &builder, uint32_t condition,
               StringRef message) {
  const StringRef *kept = builder.keep(message);
  Instruction &instruction = builder.emit(op, &runCheck);
  instruction.a = condition;
  instruction.data = kept;
}

static LogicalResult compileAssert(tir::AssertOp op, ProgramBuilder &builder) {
  emitCheck(op, builder, builder.getIndex(op.getCondition()), op.getMessage());
  return success();
}

static const Instruction *runCall(Machine &machine, const Instruction *at) {
  const auto &site = *static_cast<const CallSite *>(at->data);
  const Program *program = site.getProgram(machine);
  if (!program)
    return machine.stop();
  std::vector<Datum> arguments;
  for (auto [slot, value] : llvm::zip(site.arguments, at->op->getOperands()))
    arguments.push_back(machine.read(slot, value.getType()));
  return startCall(machine, at, *program, arguments);
}

static LogicalResult compileCallExtern(tir::CallExternOp op,
                                       ProgramBuilder &builder) {
  Operation *callee =
      SymbolTable::lookupNearestSymbolFrom(op, op.getCalleeAttr());
  if (!isa_and_nonnull<tir::FuncOp>(callee) ||
      cast<tir::FuncOp>(callee).isExternal())
    return compileLibraryCall(op, builder);
  const CallSite *site =
      builder.keep(CallSite{callee, builder.getSlots(op->getOperands())});
  builder.emit(op, &runCall).data = site;
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Checks buffers against the signature, and that sizes of one name agree.
static bool checkBuffers(Machine &machine, const Program &program) {
  auto function = cast<tir::FuncOp>(program.function);
  llvm::DenseMap<StringAttr, int64_t> sizes;
  SmallVector<std::pair<SymExprAttr, int64_t>> rest;
  auto failAt = [&](unsigned index, const Twine &what) {
    machine.fail(function, "expects parameter #" + Twine(index) + what);
    return false;
  };
  auto meet = [&](SymExprAttr expression, int64_t size) {
    if (!expression)
      return;
    auto name = StringAttr::get(function.getContext(), expression.getSymbol());
    // A size such as `n * 2` may come before `n` has a value, so expressions
    // wait until all symbols that stand alone are known.
    if (!expression.isSymbol() || !sizes.try_emplace(name, size).second)
      rest.push_back({expression, size});
  };
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    Slot slot = program.parameters[index];
    auto buffer = dyn_cast<MemRefType>(type);
    if (!buffer) {
      meet(function.getArgAttrOfType<SymExprAttr>(index, "tir.var"),
           machine.scalars[slot.index].i);
      continue;
    }
    const View &view = *machine.views[slot.index];
    // Buffers hold ui<N> as i<N>: it is operations that know signs.
    if ((view.element.type != buffer.getElementType() &&
         getBufferElement(view.element.type) != buffer.getElementType()) ||
        view.getRank() != buffer.getRank())
      return failAt(index, " of another element type or rank");
    auto dims = function.getArgAttrOfType<DimsAttr>(index, "tir.dims");
    for (auto [axis, size] : llvm::enumerate(view.sizes)) {
      if (!buffer.isDynamicDim(axis) && buffer.getDimSize(axis) != size)
        return failAt(index, " to have size " + Twine(buffer.getDimSize(axis)) +
                                 " along axis " + Twine(axis) + ", found " +
                                 Twine(size));
      if (dims)
        meet(dims.getDims()[axis], size);
    }
  }
  for (auto [expression, size] : rest) {
    std::optional<int64_t> expected =
        expression.evaluate([&](StringAttr symbol) -> std::optional<int64_t> {
          auto found = sizes.find(symbol);
          return found == sizes.end() ? std::nullopt
                                      : std::optional(found->second);
        });
    if (expected && *expected != size) {
      std::string text;
      llvm::raw_string_ostream os(text);
      expression.printExpr(os);
      machine.fail(function, "expects a size of " + text + " = " +
                                 Twine(*expected) + ", found " + Twine(size));
      return false;
    }
  }
  return true;
}

static LogicalResult compileFunction(tir::FuncOp function,
                                     ProgramBuilder &builder) {
  if (function.isExternal())
    return function.emitOpError(
        "cannot be interpreted: expected a body, found none");
  Program &program = builder.getProgram();
  program.parameters = builder.getSlots(function.getArguments());
  program.checkArguments = &checkBuffers;
  findReductions(function, builder);
  return builder.compile(function.getBody().front());
}

static const Instruction *runReturn(Machine &machine, const Instruction *) {
  return machine.leave();
}

namespace {
struct Dot4U8S8 {
  static int64_t apply(int64_t lhs, int64_t rhs, unsigned bits) {
    int64_t sum = 0;
    for (unsigned bit = 0; bit < bits; bit += 8)
      sum += int64_t(uint8_t(lhs >> bit)) * int8_t(rhs >> bit);
    return sum;
  }
};

struct Dot2S16 {
  static int64_t apply(int64_t lhs, int64_t rhs, unsigned bits) {
    int64_t sum = 0;
    for (unsigned bit = 0; bit < bits; bit += 16)
      sum += int64_t(int16_t(lhs >> bit)) * int16_t(rhs >> bit);
    return sum;
  }
};
} // namespace

// Bits of both products, exact in f32, and their sum.
static const Instruction *runDot2BF16(Machine &machine, const Instruction *at) {
  Scalar *slots = machine.scalars;
  auto getPart = [&](uint32_t slot, unsigned shift) {
    auto word = static_cast<uint32_t>(slots[slot].i);
    return llvm::bit_cast<float>((word >> shift & 0xffffu) << 16);
  };
  float sum = getPart(at->a, 0) * getPart(at->b, 0) +
              getPart(at->a, 16) * getPart(at->b, 16);
  slots[at->result].f = sum;
  return at + 1;
}

static LogicalResult compileDot2BF16(tir::Dot2BF16Op op,
                                     ProgramBuilder &builder) {
  return emitScalars(op, builder, &runDot2BF16, op.getType());
}

static LogicalResult compileReturn(tir::ReturnOp op, ProgramBuilder &builder) {
  builder.emit(op, &runReturn);
  return success();
}

void addTIREvaluations(EvaluationTable &table) {
  table.add<tir::FuncOp>(&compileFunction);
  table.add<tir::ReturnOp>(&compileReturn);
  table.add<tir::ForOp>(&compileFor);
  table.add<tir::IfOp>(&compileIf);
  table.add<tir::WhileOp>(&compileWhile);
  table.add<tir::YieldOp>(&compileYield);
  table.add<tir::AssertOp>(&compileAssert);
  table.add<tir::CallExternOp>(&compileCallExtern);
  addIntegers<tir::Dot4U8S8Op, Dot4U8S8>(table);
  addIntegers<tir::Dot2S16Op, Dot2S16>(table);
  table.add<tir::Dot2BF16Op>(&compileDot2BF16);
}

} // namespace mlir::relax::reference
