// Conversions between types of numbers.
//
// A float that no integer of the target type stands for, NaN included, has no
// conversion: that is an error. All else is rounded to nearest, ties to even.
#include "ScalarHandlers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/APFloat.h"

#include <cmath>

namespace mlir::relax::reference {

/// What a conversion converts from; the instruction's element is the target.
static const Element &getSource(const Instruction *at) {
  return *static_cast<const Element *>(at->data);
}

static const Instruction *runTruncate(Machine &machine, const Instruction *at) {
  machine.scalars[at->result].i =
      signExtend(machine.scalars[at->a].u, at->element.bits);
  return at + 1;
}

static const Instruction *runZeroExtend(Machine &machine,
                                        const Instruction *at) {
  uint64_t value = zeroExtend(machine.scalars[at->a].u, getSource(at).bits);
  machine.scalars[at->result].i = signExtend(value, at->element.bits);
  return at + 1;
}

static const Instruction *runFloatToFloat(Machine &machine,
                                          const Instruction *at) {
  bool isFromF64 = getSource(at).kind == Element::Kind::F64;
  bool isToF64 = at->element.kind == Element::Kind::F64;
  Scalar from = machine.scalars[at->a];
  Scalar &to = machine.scalars[at->result];
  if (isToF64)
    to.d = isFromF64 ? from.d : static_cast<double>(from.f);
  else
    to.f =
        isFromF64 ? roundTo(at->element, from.d) : roundTo(at->element, from.f);
  return at + 1;
}

template <bool isSigned>
static const Instruction *runIntegerToFloat(Machine &machine,
                                            const Instruction *at) {
  Scalar from = machine.scalars[at->a];
  Scalar &to = machine.scalars[at->result];
  unsigned bits = getSource(at).bits;
  uint64_t magnitude = isSigned ? from.u : zeroExtend(from.u, bits);
  if (at->element.kind == Element::Kind::F64) {
    to.d =
        isSigned ? static_cast<double>(from.i) : static_cast<double>(magnitude);
    return at + 1;
  }
  if (at->element.kind == Element::Kind::F32) {
    to.f =
        isSigned ? static_cast<float>(from.i) : static_cast<float>(magnitude);
    return at + 1;
  }
  // Through APFloat: an i64 that is first rounded to f32 and then to f16 is
  // rounded twice.
  llvm::APFloat number(cast<FloatType>(at->element.type).getFloatSemantics());
  number.convertFromAPInt(llvm::APInt(64, magnitude), isSigned,
                          llvm::APFloat::rmNearestTiesToEven);
  to = fromBits(at->element, number.bitcastToAPInt().getZExtValue());
  return at + 1;
}

template <bool isSigned>
static const Instruction *runFloatToInteger(Machine &machine,
                                            const Instruction *at) {
  double number = std::trunc(toDouble(getSource(at), machine.scalars[at->a]));
  unsigned bits = at->element.bits;
  // Both bounds are powers of two, so they are exact in f64, while the
  // greatest i64 is not.
  double low = isSigned ? -std::ldexp(1.0, static_cast<int>(bits) - 1) : 0.0;
  double end = std::ldexp(1.0, static_cast<int>(isSigned ? bits - 1 : bits));
  // Written so that NaN, for which all comparisons are false, is outside.
  if (!(number >= low && number < end))
    return machine.fail(at, "converts " +
                                Twine(std::isnan(number) ? "nan"
                                      : number < 0 ? "too small a number"
                                                   : "too large a number") +
                                ", expected a number that the integer holds");
  uint64_t value = isSigned
                       ? static_cast<uint64_t>(static_cast<int64_t>(number))
                       : static_cast<uint64_t>(number);
  machine.scalars[at->result].i = signExtend(value, bits);
  return at + 1;
}

static const Instruction *runBitcast(Machine &machine, const Instruction *at) {
  machine.scalars[at->result] =
      fromBits(at->element, getBits(getSource(at), machine.scalars[at->a]));
  return at + 1;
}

// To 10 mantissa bits, half away from zero; NaN stays. The bits are a number of
// 32 bits, as PTX has tf32 in registers of b32.
static const Instruction *runRoundToTF32(Machine &machine,
                                         const Instruction *at) {
  uint64_t bits = getBits(getSource(at), machine.scalars[at->a]);
  float value = machine.scalars[at->a].f;
  if (value == value)
    bits = (bits + (1u << 12)) & ~uint64_t((1u << 13) - 1);
  machine.scalars[at->result].i = signExtend(bits, 32);
  return at + 1;
}

template <typename Op, Handler run>
static void addCast(EvaluationTable &table) {
  table.add<Op>(+[](Op op, ProgramBuilder &builder) -> LogicalResult {
    if (auto mode =
            op->template getAttrOfType<arith::RoundingModeAttr>("roundingmode"))
      if (mode.getValue() != arith::RoundingMode::to_nearest_even)
        return op.emitOpError("cannot be interpreted: expected rounding to "
                              "nearest, ties to even, found '")
               << arith::stringifyRoundingMode(mode.getValue()) << "'";
    Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
    if (!from.isIntOrIndexOrFloat() || !to.isIntOrIndexOrFloat())
      return op.emitOpError("cannot be interpreted: expected a conversion "
                            "between numbers, found ")
             << from << " to " << to;
    LogicalResult emitted = emitScalars(op, builder, run, to);
    builder.getProgram().code.back().data = builder.keep(*Element::of(from));
    return emitted;
  });
}

void addCastEvaluations(EvaluationTable &table) {
  addCast<arith::TruncIOp, &runTruncate>(table);
  // In a slot an integer is sign-extended.
  addCast<arith::ExtSIOp, &runTruncate>(table);
  addCast<arith::IndexCastOp, &runTruncate>(table);
  addCast<arith::ExtUIOp, &runZeroExtend>(table);
  addCast<arith::IndexCastUIOp, &runZeroExtend>(table);
  addCast<arith::ExtFOp, &runFloatToFloat>(table);
  addCast<arith::TruncFOp, &runFloatToFloat>(table);
  addCast<arith::SIToFPOp, &runIntegerToFloat<true>>(table);
  addCast<arith::UIToFPOp, &runIntegerToFloat<false>>(table);
  addCast<arith::FPToSIOp, &runFloatToInteger<true>>(table);
  addCast<arith::FPToUIOp, &runFloatToInteger<false>>(table);
  addCast<arith::BitcastOp, &runBitcast>(table);
  addCast<NVVM::ConvertFloatToTF32Op, &runRoundToTF32>(table);
}

} // namespace mlir::relax::reference
