// Arithmetic: integers that wrap around, floats of IEEE 754.
//
// What has no value is an error: division by zero, the quotient of the least
// integer and -1, a shift by the width or more.
#include "ScalarHandlers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

namespace mlir::relax::reference {
namespace {

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

// Signed overflow has no value in C++, and wraps around in arith. So sums are
// those of unsigned numbers; whoever runs the instruction extends the result
// to the slot.
uint64_t bitsOf(int64_t value) { return static_cast<uint64_t>(value); }

struct Add {
  static int64_t apply(int64_t a, int64_t b, unsigned) {
    return static_cast<int64_t>(bitsOf(a) + bitsOf(b));
  }
};
struct Subtract {
  static int64_t apply(int64_t a, int64_t b, unsigned) {
    return static_cast<int64_t>(bitsOf(a) - bitsOf(b));
  }
};
struct Multiply {
  static int64_t apply(int64_t a, int64_t b, unsigned) {
    return static_cast<int64_t>(bitsOf(a) * bitsOf(b));
  }
};
struct And {
  static int64_t apply(int64_t a, int64_t b, unsigned) { return a & b; }
};
struct Or {
  static int64_t apply(int64_t a, int64_t b, unsigned) { return a | b; }
};
struct Xor {
  static int64_t apply(int64_t a, int64_t b, unsigned) { return a ^ b; }
};
struct MinSigned {
  static int64_t apply(int64_t a, int64_t b, unsigned) {
    return std::min(a, b);
  }
};
struct MaxSigned {
  static int64_t apply(int64_t a, int64_t b, unsigned) {
    return std::max(a, b);
  }
};
struct MinUnsigned {
  static int64_t apply(int64_t a, int64_t b, unsigned) {
    // Sign extension keeps the order of the bits.
    // Slots hold integers sign-extended. Two numbers of 32 bits whose highest
    // bits differ are then as far apart as unsigned ones, in the same order.
    return bitsOf(a) < bitsOf(b) ? a : b;
  }
};
struct MaxUnsigned {
  static int64_t apply(int64_t a, int64_t b, unsigned) {
    return bitsOf(a) > bitsOf(b) ? a : b;
  }
};

// Quotients; the divisor is not zero and the quotient not too large.
struct DivideSigned {
  static int64_t apply(int64_t a, int64_t b, unsigned) { return a / b; }
};
struct RemainderSigned {
  static int64_t apply(int64_t a, int64_t b, unsigned) { return a % b; }
};
// C++ rounds towards 0. The quotient is one too large where something is left
// and the signs differ.
struct FloorDivide {
  static int64_t apply(int64_t a, int64_t b, unsigned) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
  }
};
struct CeilDivide {
  static int64_t apply(int64_t a, int64_t b, unsigned) {
    return a / b + (a % b != 0 && (a < 0) == (b < 0));
  }
};
struct DivideUnsigned {
  static int64_t apply(int64_t a, int64_t b, unsigned bits) {
    return static_cast<int64_t>(zeroExtend(bitsOf(a), bits) /
                                zeroExtend(bitsOf(b), bits));
  }
};
struct RemainderUnsigned {
  static int64_t apply(int64_t a, int64_t b, unsigned bits) {
    return static_cast<int64_t>(zeroExtend(bitsOf(a), bits) %
                                zeroExtend(bitsOf(b), bits));
  }
};
struct CeilDivideUnsigned {
  static int64_t apply(int64_t a, int64_t b, unsigned bits) {
    uint64_t dividend = zeroExtend(bitsOf(a), bits);
    uint64_t divisor = zeroExtend(bitsOf(b), bits);
    return static_cast<int64_t>(dividend / divisor + (dividend % divisor != 0));
  }
};

// Shifts; the distance is less than the width.
struct ShiftLeft {
  static int64_t apply(int64_t a, int64_t b, unsigned) {
    return static_cast<int64_t>(bitsOf(a) << b);
  }
};
struct ShiftRight {
  static int64_t apply(int64_t a, int64_t b, unsigned) { return a >> b; }
};
struct ShiftRightUnsigned {
  static int64_t apply(int64_t a, int64_t b, unsigned bits) {
    return static_cast<int64_t>(zeroExtend(bitsOf(a), bits) >> b);
  }
};

} // namespace

// x86's idiv raises a signal for both cases; on AArch64 it gives 0 or the
// dividend. A reference that said either would call the other one wrong.
template <typename Fn, bool isSigned>
static const Instruction *runDivision(Machine &machine, const Instruction *at) {
  int64_t a = machine.scalars[at->a].i, b = machine.scalars[at->b].i;
  if (b == 0)
    return machine.fail(at, "divides by zero, expected another divisor");
  if (isSigned && b == -1 &&
      a == signExtend(uint64_t(1) << (at->element.bits - 1), at->element.bits))
    return machine.fail(
        at, "divides the least value by -1, expected a quotient that fits");
  return runIntegers<Fn>(machine, at);
}

template <typename Fn>
static const Instruction *runShift(Machine &machine, const Instruction *at) {
  // x86 takes the distance modulo the width, vector shifts give 0: no result
  // would be right on both.
  uint64_t distance = zeroExtend(machine.scalars[at->b].u, at->element.bits);
  if (distance >= at->element.bits)
    return machine.fail(at, "shifts " + Twine(unsigned(at->element.bits)) +
                                " bits by " + Twine(distance) +
                                ", expected fewer");
  return runIntegers<Fn>(machine, at);
}

template <typename Op, Handler run>
static void addChecked(EvaluationTable &table) {
  table.add<Op>(+[](Op op, ProgramBuilder &builder) -> LogicalResult {
    return emitScalars(op, builder, run, op->getResult(0).getType());
  });
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

namespace {

struct AddFloat {
  template <typename T>
  static T apply(T a, T b) {
    return a + b;
  }
};
struct SubtractFloat {
  template <typename T>
  static T apply(T a, T b) {
    return a - b;
  }
};
struct MultiplyFloat {
  template <typename T>
  static T apply(T a, T b) {
    return a * b;
  }
};
struct DivideFloat {
  template <typename T>
  static T apply(T a, T b) {
    return a / b;
  }
};
struct RemainderFloat {
  template <typename T>
  static T apply(T a, T b) {
    return std::fmod(a, b);
  }
};
struct NegateFloat {
  template <typename T>
  static T apply(T a) {
    return -a;
  }
};
/// NaN wins; 0 is greater than -0.
/// IEEE 754-2019 maximum; std::max and std::fmax treat NaN and zeros otherwise,
/// and fmax's zeros differ between libraries.
struct Maximum {
  template <typename T>
  static T apply(T a, T b) {
    if (std::isnan(a) || std::isnan(b))
      return std::numeric_limits<T>::quiet_NaN();
    if (a == b)
      return std::signbit(a) ? b : a;
    return a > b ? a : b;
  }
};
struct Minimum {
  template <typename T>
  static T apply(T a, T b) {
    return -Maximum::apply<T>(-a, -b);
  }
};
/// A number wins over NaN.
struct MaximumNumber {
  template <typename T>
  static T apply(T a, T b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : Maximum::apply<T>(a, b);
  }
};
struct MinimumNumber {
  template <typename T>
  static T apply(T a, T b) {
    return std::isnan(a) ? b : std::isnan(b) ? a : Minimum::apply<T>(a, b);
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Comparisons, choices, constants
//===----------------------------------------------------------------------===//

/// Whether a relation holds; the cases are those of `arith.cmpi`.
static bool compare(arith::CmpIPredicate relation, int64_t a, int64_t b) {
  switch (relation) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
    return a < b;
  case arith::CmpIPredicate::sle:
    return a <= b;
  case arith::CmpIPredicate::sgt:
    return a > b;
  case arith::CmpIPredicate::sge:
    return a >= b;
  case arith::CmpIPredicate::ult:
    return bitsOf(a) < bitsOf(b);
  case arith::CmpIPredicate::ule:
    return bitsOf(a) <= bitsOf(b);
  case arith::CmpIPredicate::ugt:
    return bitsOf(a) > bitsOf(b);
  case arith::CmpIPredicate::uge:
    return bitsOf(a) >= bitsOf(b);
  }
  return false;
}

namespace {
/// The sets of outcomes for which a predicate of `arith.cmpf` holds.
/// As masks, so that a comparison is one AND, and each predicate needs no
/// instruction of its own.
enum Outcome : uint32_t { Less = 1, Equal = 2, Greater = 4, Unordered = 8 };
} // namespace

static uint32_t getOutcomes(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  switch (predicate) {
  case P::AlwaysFalse:
    return 0;
  case P::OEQ:
    return Equal;
  case P::OGT:
    return Greater;
  case P::OGE:
    return Greater | Equal;
  case P::OLT:
    return Less;
  case P::OLE:
    return Less | Equal;
  case P::ONE:
    return Less | Greater;
  case P::ORD:
    return Less | Equal | Greater;
  case P::UEQ:
    return Equal | Unordered;
  case P::UGT:
    return Greater | Unordered;
  case P::UGE:
    return Greater | Equal | Unordered;
  case P::ULT:
    return Less | Unordered;
  case P::ULE:
    return Less | Equal | Unordered;
  case P::UNE:
    return Less | Greater | Unordered;
  case P::UNO:
    return Unordered;
  case P::AlwaysTrue:
    return Less | Equal | Greater | Unordered;
  }
  return 0;
}

template <bool isDouble>
static const Instruction *runCompareFloats(Machine &machine,
                                           const Instruction *at) {
  Scalar *slots = machine.scalars;
  double a = isDouble ? slots[at->a].d : slots[at->a].f;
  double b = isDouble ? slots[at->b].d : slots[at->b].f;
  uint32_t outcome = a < b    ? Less
                     : a == b ? Equal
                     : a > b  ? Greater
                              : Unordered;
  // True is -1, not 1: an i1 that is sign-extended has all bits set.
  slots[at->result].i = at->c & outcome ? -1 : 0;
  return at + 1;
}

static LogicalResult compileCmpF(arith::CmpFOp op, ProgramBuilder &builder) {
  Type type = op.getLhs().getType();
  Handler run =
      type.isF64() ? &runCompareFloats<true> : &runCompareFloats<false>;
  LogicalResult emitted = emitScalars(op, builder, run, type);
  builder.getProgram().code.back().c = getOutcomes(op.getPredicate());
  return emitted;
}

template <arith::CmpIPredicate relation>
static const Instruction *runCompare(Machine &machine, const Instruction *at) {
  Scalar *slots = machine.scalars;
  slots[at->result].i =
      compare(relation, slots[at->a].i, slots[at->b].i) ? -1 : 0;
  return at + 1;
}

static Handler getCompare(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::eq:
    return &runCompare<P::eq>;
  case P::ne:
    return &runCompare<P::ne>;
  case P::slt:
    return &runCompare<P::slt>;
  case P::sle:
    return &runCompare<P::sle>;
  case P::sgt:
    return &runCompare<P::sgt>;
  case P::sge:
    return &runCompare<P::sge>;
  case P::ult:
    return &runCompare<P::ult>;
  case P::ule:
    return &runCompare<P::ule>;
  case P::ugt:
    return &runCompare<P::ugt>;
  case P::uge:
    return &runCompare<P::uge>;
  }
  return nullptr;
}

static LogicalResult compileCmpI(arith::CmpIOp op, ProgramBuilder &builder) {
  return emitScalars(op, builder, getCompare(op.getPredicate()),
                     op.getLhs().getType());
}

static const Instruction *runSelect(Machine &machine, const Instruction *at) {
  Scalar *slots = machine.scalars;
  slots[at->result] = slots[at->a].i ? slots[at->b] : slots[at->c];
  return at + 1;
}

static const Instruction *runSelectView(Machine &machine,
                                        const Instruction *at) {
  machine.views[at->result] =
      machine.scalars[at->a].i ? machine.views[at->b] : machine.views[at->c];
  return at + 1;
}

static LogicalResult compileSelect(arith::SelectOp op,
                                   ProgramBuilder &builder) {
  Type type = op.getType();
  if (!type.isIntOrIndexOrFloat() && !isa<MemRefType>(type))
    return op.emitOpError("cannot be interpreted: expected a choice between "
                          "numbers, found ")
           << type;
  uint32_t result = builder.getIndex(op.getResult());
  std::vector<uint32_t> operands = builder.getIndices(op->getOperands());
  Instruction &instruction =
      builder.emit(op, isa<MemRefType>(type) ? &runSelectView : &runSelect);
  instruction.result = result;
  instruction.a = operands[0];
  instruction.b = operands[1];
  instruction.c = operands[2];
  return success();
}

static LogicalResult compileConstant(arith::ConstantOp op,
                                     ProgramBuilder &builder) {
  Element element = *Element::of(op.getType());
  APInt bits = isa<FloatAttr>(op.getValue())
                   ? cast<FloatAttr>(op.getValue()).getValue().bitcastToAPInt()
                   : cast<IntegerAttr>(op.getValue()).getValue();
  builder.setConstant(op.getResult(), fromBits(element, bits.getZExtValue()));
  return success();
}

void addArithEvaluations(EvaluationTable &table) {
  addIntegers<arith::AddIOp, Add>(table);
  addIntegers<arith::SubIOp, Subtract>(table);
  addIntegers<arith::MulIOp, Multiply>(table);
  addIntegers<arith::AndIOp, And>(table);
  addIntegers<arith::OrIOp, Or>(table);
  addIntegers<arith::XOrIOp, Xor>(table);
  addIntegers<arith::MinSIOp, MinSigned>(table);
  addIntegers<arith::MaxSIOp, MaxSigned>(table);
  addIntegers<arith::MinUIOp, MinUnsigned>(table);
  addIntegers<arith::MaxUIOp, MaxUnsigned>(table);
  addChecked<arith::DivSIOp, &runDivision<DivideSigned, true>>(table);
  addChecked<arith::RemSIOp, &runDivision<RemainderSigned, true>>(table);
  addChecked<arith::FloorDivSIOp, &runDivision<FloorDivide, true>>(table);
  addChecked<arith::CeilDivSIOp, &runDivision<CeilDivide, true>>(table);
  addChecked<arith::DivUIOp, &runDivision<DivideUnsigned, false>>(table);
  addChecked<arith::RemUIOp, &runDivision<RemainderUnsigned, false>>(table);
  addChecked<arith::CeilDivUIOp, &runDivision<CeilDivideUnsigned, false>>(
      table);
  addChecked<arith::ShLIOp, &runShift<ShiftLeft>>(table);
  addChecked<arith::ShRSIOp, &runShift<ShiftRight>>(table);
  addChecked<arith::ShRUIOp, &runShift<ShiftRightUnsigned>>(table);
  addFloats<arith::AddFOp, AddFloat, 2>(table);
  addFloats<arith::SubFOp, SubtractFloat, 2>(table);
  addFloats<arith::MulFOp, MultiplyFloat, 2>(table);
  addFloats<arith::DivFOp, DivideFloat, 2>(table);
  addFloats<arith::RemFOp, RemainderFloat, 2>(table);
  addFloats<arith::NegFOp, NegateFloat, 1>(table);
  addFloats<arith::MaximumFOp, Maximum, 2>(table);
  addFloats<arith::MinimumFOp, Minimum, 2>(table);
  addFloats<arith::MaxNumFOp, MaximumNumber, 2>(table);
  addFloats<arith::MinNumFOp, MinimumNumber, 2>(table);
  table.add<arith::CmpFOp>(&compileCmpF);
  table.add<arith::CmpIOp>(&compileCmpI);
  table.add<arith::SelectOp>(&compileSelect);
  table.add<arith::ConstantOp>(&compileConstant);
}

} // namespace mlir::relax::reference
