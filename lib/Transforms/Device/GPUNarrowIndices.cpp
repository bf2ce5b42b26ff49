// Divides indices in 32 bits where the launch shows that they fit.
//
// An index has 64 bits, since tensors may be large. A GPU divides 32 bits in
// some 20 instructions and 64 in a function of 70 to 120, which kernels of
// sizes that are not known run for each element: a row of a fused loop is its
// number over the length of a row. So the host computes a bound of all that is
// divided, from the sizes of the launch and of tensors, and launches one of two
// kernels:
//
//   if all bounds < 2^31: launch with divisions of i32
//   else:                 launch as it was
//
// Addresses stay 64 bits wide: additions and products of them cost little.
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPUNARROWINDICESPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPUNarrowIndicesPass
    : impl::GPUNarrowIndicesPassBase<GPUNarrowIndicesPass> {
  using GPUNarrowIndicesPassBase::GPUNarrowIndicesPassBase;

  void runOnOperation() override;
};

/// Bounds of values in a launch, computed on the host.
class LaunchBounds {
public:
  explicit LaunchBounds(gpu::LaunchOp launch)
      : launch(launch), builder(launch) {}

  /// Whether `value` is never below 0 and a bound of it can be computed, if
  /// what the host gives is not below 0.
  bool canBound(Value value);

  /// That no such value reaches 2^31, as an i1 in front of the launch.
  Value fit(ArrayRef<Value> values);

private:
  Value getOutside(Value value);
  Value bound(Value value);
  Value toFloat(Value value);

  gpu::LaunchOp launch;
  OpBuilder builder;
  DenseMap<Value, Value> bounds;
  /// What the host gives.
  llvm::SetVector<Value> given;
};

} // namespace

// What the host says of a value: itself, or the size of the launch for a number
// of a block or thread; null for what the kernel computes.
Value LaunchBounds::getOutside(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &launch.getBody().front())
    return launch.getBody().isAncestor(value.getParentRegion()) ? Value()
                                                                : value;
  unsigned number = argument.getArgNumber();
  constexpr unsigned kNumIds = 6;
  gpu::KernelDim3 sizes[] = {launch.getGridSizeOperandValues(),
                             launch.getBlockSizeOperandValues()};
  if (number >= 2 * kNumIds)
    return {};
  gpu::KernelDim3 size = sizes[number % kNumIds / 3];
  Value axes[] = {size.x, size.y, size.z};
  return axes[number % 3];
}

// The induction variable of a loop that counts up from 0 or more.
static scf::ForOp getLoop(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  return loop && loop.getInductionVar() == value ? loop : scf::ForOp();
}

bool LaunchBounds::canBound(Value value) {
  if (!value.getType().isIntOrIndex())
    return false;
  if (getOutside(value))
    return true;
  if (scf::ForOp loop = getLoop(value))
    return canBound(loop.getLowerBound()) && canBound(loop.getUpperBound());
  Operation *op = value.getDefiningOp();
  APInt constant;
  if (!op || matchPattern(op, m_ConstantInt(&constant)))
    return op && constant.isNonNegative();
  // Differences may be below 0, and so may what shifts and masks make of them.
  bool isKnown =
      isa<arith::AddIOp, arith::MulIOp, arith::DivUIOp, arith::DivSIOp,
          arith::FloorDivSIOp, arith::RemUIOp, arith::RemSIOp, arith::MinSIOp,
          arith::MinUIOp, arith::MaxSIOp, arith::MaxUIOp>(op);
  return isKnown && llvm::all_of(op->getOperands(), [&](Value operand) {
           return canBound(operand);
         });
}

// Floats do not overflow: a bound that is too large stays too large.
Value LaunchBounds::toFloat(Value value) {
  Value number = value;
  if (value.getType().isIndex())
    number = arith::IndexCastOp::create(builder, value.getLoc(),
                                        builder.getI64Type(), value);
  return arith::SIToFPOp::create(builder, value.getLoc(), builder.getF64Type(),
                                 number);
}

// Every value is below its bound or equal to it.
Value LaunchBounds::bound(Value value) {
  if (Value known = bounds.lookup(value))
    return known;
  Location loc = launch.getLoc();
  Value result;
  if (Value outside = getOutside(value)) {
    given.insert(outside);
    result = toFloat(outside);
  } else if (scf::ForOp loop = getLoop(value)) {
    result = bound(loop.getUpperBound());
  } else {
    Operation *op = value.getDefiningOp();
    auto of = [&](unsigned operand) { return bound(op->getOperand(operand)); };
    APInt constant;
    result =
        llvm::TypeSwitch<Operation *, Value>(op)
            .Case<arith::AddIOp>([&](auto) {
              return arith::AddFOp::create(builder, loc, of(0), of(1));
            })
            .Case<arith::MulIOp>([&](auto) {
              return arith::MulFOp::create(builder, loc, of(0), of(1));
            })
            .Case<arith::MinSIOp, arith::MinUIOp>([&](auto) {
              return arith::MinimumFOp::create(builder, loc, of(0), of(1));
            })
            .Case<arith::MaxSIOp, arith::MaxUIOp>([&](auto) {
              return arith::MaximumFOp::create(builder, loc, of(0), of(1));
            })
            .Case<arith::RemUIOp, arith::RemSIOp>([&](auto) { return of(1); })
            .Default([&](Operation *op) {
              // A quotient is at most what is divided.
              if (!matchPattern(op, m_ConstantInt(&constant)))
                return of(0);
              return arith::ConstantOp::create(builder, loc,
                                               builder.getF64FloatAttr(double(
                                                   constant.getSExtValue())))
                  .getResult();
            });
  }
  return bounds[value] = result;
}

Value LaunchBounds::fit(ArrayRef<Value> values) {
  Location loc = launch.getLoc();
  constexpr double kEnd = 2147483648.0; // 2^31
  Value end =
      arith::ConstantOp::create(builder, loc, builder.getF64FloatAttr(kEnd));
  Value all;
  auto require = [&](Value condition) {
    all = all ? arith::AndIOp::create(builder, loc, all, condition).getResult()
              : condition;
  };
  for (Value value : values)
    require(arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT,
                                  bound(value), end));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (Value value : given)
    if (value.getType().isIndex() && !getConstantIntValue(value))
      require(arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                    value, zero));
  return all;
}

// Whether an op is a division of indices that the chip does in many
// instructions: LLVM turns one by a constant into a product.
static bool isDivision(Operation *op) {
  return isa<arith::DivUIOp, arith::RemUIOp, arith::DivSIOp, arith::RemSIOp,
             arith::FloorDivSIOp>(op) &&
         op->getResult(0).getType().isIndex() &&
         !getConstantIntValue(op->getOperand(1));
}

// All operands are at least 0, so that kinds of division are one.
static void narrow(Operation *division) {
  OpBuilder builder(division);
  Location loc = division->getLoc();
  Type i32 = builder.getI32Type();
  auto cut = [&](unsigned operand) {
    return arith::IndexCastUIOp::create(builder, loc, i32,
                                        division->getOperand(operand));
  };
  Value first = cut(0), second = cut(1), result;
  if (isa<arith::RemUIOp, arith::RemSIOp>(division))
    result = arith::RemUIOp::create(builder, loc, first, second);
  else
    result = arith::DivUIOp::create(builder, loc, first, second);
  Value index = arith::IndexCastUIOp::create(builder, loc,
                                             builder.getIndexType(), result);
  division->replaceAllUsesWith(ValueRange(index));
  division->erase();
}

// A launch that has been looked at: it is one of two.
static bool isVersion(gpu::LaunchOp launch) {
  auto choice = dyn_cast<scf::IfOp>(launch->getParentOp());
  return choice && choice.elseBlock() == launch->getBlock() &&
         !choice.thenBlock()->getOps<gpu::LaunchOp>().empty();
}

// Beside each other, the kernels have names of their own.
static void renameWide(gpu::LaunchOp launch) {
  if (FlatSymbolRefAttr name = launch.getFunctionAttr())
    launch.setFunctionAttr(FlatSymbolRefAttr::get(
        launch.getContext(), (name.getValue() + "_wide").str()));
}

static void narrowDivisions(gpu::LaunchOp launch) {
  LaunchBounds bounds(launch);
  SmallVector<Value> divided;
  auto isNarrow = [&](Operation *op) {
    return isDivision(op) &&
           llvm::all_of(op->getOperands(), [&](Value operand) {
             return bounds.canBound(operand);
           });
  };
  launch.getBody().walk([&](Operation *op) {
    if (isNarrow(op))
      llvm::append_range(divided, op->getOperands());
  });
  if (divided.empty())
    return;
  OpBuilder builder(launch);
  auto choice = scf::IfOp::create(builder, launch.getLoc(), bounds.fit(divided),
                                  /*withElseRegion=*/true);
  builder.setInsertionPointToStart(choice.thenBlock());
  auto fast = cast<gpu::LaunchOp>(builder.clone(*launch));
  launch->moveBefore(choice.elseBlock()->getTerminator());
  renameWide(launch);
  LaunchBounds same(fast);
  SmallVector<Operation *> divisions;
  fast.getBody().walk([&](Operation *op) {
    if (isDivision(op) && llvm::all_of(op->getOperands(), [&](Value operand) {
          return same.canBound(operand);
        }))
      divisions.push_back(op);
  });
  for (Operation *division : divisions)
    narrow(division);
}

void GPUNarrowIndicesPass::runOnOperation() {
  SmallVector<gpu::LaunchOp> launches;
  getOperation()->walk([&](gpu::LaunchOp launch) {
    if (!isVersion(launch))
      launches.push_back(launch);
  });
  for (gpu::LaunchOp launch : launches)
    narrowDivisions(launch);
}

} // namespace mlir::relax
