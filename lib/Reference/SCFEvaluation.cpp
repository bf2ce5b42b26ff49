// Structured control flow as kernels have it, and assertions.
#include "Emission.h"
#include "Machine.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

namespace mlir::relax::reference {

static LogicalResult checkNoResults(Operation *op) {
  if (op->getNumResults() == 0)
    return success();
  return op->emitOpError("cannot be interpreted: expected no results, found ")
         << op->getNumResults();
}

static LogicalResult compileBody(Block &block, ProgramBuilder &builder) {
  for (Operation &op : block.without_terminator())
    if (failed(builder.compile(&op)))
      return failure();
  return success();
}

namespace {
/// As many numbers as a value has, from one place to another.
struct ValueMove {
  uint32_t from, to, count;
};
} // namespace

static const Instruction *runValueMove(Machine &machine,
                                       const Instruction *at) {
  std::copy_n(machine.scalars + at->a, at->b, machine.scalars + at->result);
  return at + 1;
}

static void emitValueMoves(Operation *op, ProgramBuilder &builder,
                           ArrayRef<ValueMove> moves) {
  for (const ValueMove &move : moves) {
    Instruction &instruction = builder.emit(op, &runValueMove);
    instruction.a = move.from;
    instruction.b = move.count;
    instruction.result = move.to;
  }
}

// Slots of a value of numbers, and how many.
static std::pair<uint32_t, uint32_t> getValueSlots(Value value,
                                                   ProgramBuilder &builder) {
  if (!ProgramBuilder::isVector(value.getType()))
    return {builder.getIndex(value), 1};
  auto type = cast<ShapedType>(value.getType());
  return {builder.getVector(value),
          static_cast<uint32_t>(type.getNumElements())};
}

// Moves `from` to `to`, all at once: what is moved may be what another value
// is moved to, so that all go to a place of their own first.
static void emitValues(Operation *op, ProgramBuilder &builder, ValueRange from,
                       ValueRange to) {
  SmallVector<ValueMove> away, back;
  for (auto [source, target] : llvm::zip_equal(from, to)) {
    auto [first, count] = getValueSlots(source, builder);
    uint32_t place = builder.makeScalar();
    for (uint32_t i = 1; i != count; ++i)
      builder.makeScalar();
    away.push_back({first, place, count});
    back.push_back({place, getValueSlots(target, builder).first, count});
  }
  emitValueMoves(op, builder, away);
  emitValueMoves(op, builder, back);
}

static LogicalResult compileFor(scf::ForOp loop, ProgramBuilder &builder) {
  for (Type type : loop.getResultTypes())
    if (!type.isIntOrIndexOrFloat() && !ProgramBuilder::isVector(type))
      return loop.emitOpError("cannot be interpreted: expected numbers as its "
                              "values, found ")
             << type;
  if (!matchPattern(loop.getStep(), m_One()))
    return loop.emitOpError("cannot be interpreted: expected steps of one");
  emitValues(loop, builder, loop.getInitArgs(), loop.getRegionIterArgs());
  OpenLoop open = beginLoop(loop, builder, LoopKind::Serial,
                            builder.getIndex(loop.getInductionVar()),
                            builder.getIndex(loop.getLowerBound()),
                            builder.getIndex(loop.getUpperBound()));
  if (failed(compileBody(*loop.getBody(), builder)))
    return failure();
  emitValues(loop, builder, loop.getYieldedValues(), loop.getRegionIterArgs());
  endLoop(loop, builder, open);
  emitValues(loop, builder, loop.getRegionIterArgs(), loop.getResults());
  return success();
}

static const Instruction *runYield(Machine &machine, const Instruction *at) {
  machine.scalars[at->result] = machine.scalars[at->a];
  return at + 1;
}

/// A branch ends with its results in the slots of those of the op.
static LogicalResult compileBranch(scf::IfOp op, Block &block,
                                   ProgramBuilder &builder) {
  if (failed(compileBody(block, builder)))
    return failure();
  for (auto [result, value] :
       llvm::zip(op.getResults(), block.getTerminator()->getOperands())) {
    uint32_t from = builder.getIndex(value);
    uint32_t to = builder.getIndex(result);
    Instruction &instruction = builder.emit(op, &runYield);
    instruction.a = from;
    instruction.result = to;
  }
  return success();
}

static LogicalResult compileIf(scf::IfOp op, ProgramBuilder &builder) {
  for (Type type : op.getResultTypes())
    if (!type.isIntOrIndexOrFloat())
      return op.emitOpError("cannot be interpreted: expected a number as its "
                            "value, found ")
             << type;
  size_t branch = emitUnless(op, builder, builder.getIndex(op.getCondition()));
  if (failed(compileBranch(op, *op.thenBlock(), builder)))
    return failure();
  if (!op.elseBlock()) {
    builder.setJump(branch, builder.here());
    return success();
  }
  size_t end = emitJump(op, builder);
  builder.setJump(branch, builder.here());
  if (failed(compileBranch(op, *op.elseBlock(), builder)))
    return failure();
  builder.setJump(end, builder.here());
  return success();
}

// The condition stands before the body and is reached again by a jump back.
static LogicalResult compileWhile(scf::WhileOp op, ProgramBuilder &builder) {
  if (failed(checkNoResults(op)))
    return failure();
  size_t first = builder.here();
  if (failed(compileBody(*op.getBeforeBody(), builder)))
    return failure();
  size_t exit = emitUnless(
      op, builder, builder.getIndex(op.getConditionOp().getCondition()));
  if (failed(compileBody(*op.getAfterBody(), builder)))
    return failure();
  size_t back = emitJump(op, builder);
  builder.setJump(back, first);
  builder.setJump(exit, builder.here());
  return success();
}

static LogicalResult compileAssert(cf::AssertOp op, ProgramBuilder &builder) {
  emitCheck(op, builder, builder.getIndex(op.getArg()), op.getMsg());
  return success();
}

// What is assumed and not so would be undefined: here it is an error.
static LogicalResult compileAssume(LLVM::AssumeOp op, ProgramBuilder &builder) {
  emitCheck(op, builder, builder.getIndex(op.getCond()), "it is assumed");
  return success();
}

void addSCFEvaluations(EvaluationTable &table) {
  table.add<scf::ForOp>(&compileFor);
  table.addWide<scf::ForOp>(&compileFor);
  table.add<scf::IfOp>(&compileIf);
  table.add<scf::WhileOp>(&compileWhile);
  table.add<cf::AssertOp>(&compileAssert);
  table.add<LLVM::AssumeOp>(&compileAssume);
}

} // namespace mlir::relax::reference
