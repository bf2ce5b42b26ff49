// Handlers of ops that compute one number from numbers.
//
// A function is a struct with `apply`; the templates give it the slots. Floats
// narrower than f32 are computed in f32 and rounded once: for sums, products,
// quotients and roots that is the exactly rounded result.
#ifndef RELAX_LIB_REFERENCE_SCALARHANDLERS_H
#define RELAX_LIB_REFERENCE_SCALARHANDLERS_H

#include "Machine.h"

namespace mlir::relax::reference {

/// `Fn::apply(a, b, bits)` of two integers; what does not fit wraps around.
template <typename Fn>
const Instruction *runIntegers(Machine &machine, const Instruction *at) {
  Scalar *slots = machine.scalars;
  int64_t value = Fn::apply(slots[at->a].i, slots[at->b].i, at->element.bits);
  slots[at->result].i =
      signExtend(static_cast<uint64_t>(value), at->element.bits);
  return at + 1;
}

/// `Fn::apply(a)`, or `(a, b)`, or `(a, b, c)` of floats.
template <typename Fn, unsigned count, typename Float>
Float applyToFloats(const Scalar *slots, const Instruction *at) {
  auto get = [&](uint32_t slot) -> Float {
    if constexpr (std::is_same_v<Float, double>)
      return slots[slot].d;
    else
      return slots[slot].f;
  };
  if constexpr (count == 1)
    return Fn::template apply<Float>(get(at->a));
  else if constexpr (count == 2)
    return Fn::template apply<Float>(get(at->a), get(at->b));
  else
    return Fn::template apply<Float>(get(at->a), get(at->b), get(at->c));
}

template <typename Fn, unsigned count>
const Instruction *runF32(Machine &machine, const Instruction *at) {
  machine.scalars[at->result].f =
      applyToFloats<Fn, count, float>(machine.scalars, at);
  return at + 1;
}

template <typename Fn, unsigned count>
const Instruction *runF64(Machine &machine, const Instruction *at) {
  machine.scalars[at->result].d =
      applyToFloats<Fn, count, double>(machine.scalars, at);
  return at + 1;
}

template <typename Fn, unsigned count>
const Instruction *runNarrow(Machine &machine, const Instruction *at) {
  machine.scalars[at->result].f = roundTo(
      at->element, applyToFloats<Fn, count, float>(machine.scalars, at));
  return at + 1;
}

/// Emits the instruction of an op with one result and up to three operands,
/// all numbers.
inline LogicalResult emitScalars(Operation *op, ProgramBuilder &builder,
                                 Handler run, Type type) {
  SmallVector<uint32_t, 3> operands;
  for (Value operand : op->getOperands())
    operands.push_back(builder.getIndex(operand));
  operands.resize(3, 0);
  uint32_t result = builder.getIndex(op->getResult(0));
  Instruction &instruction = builder.emit(op, run);
  instruction.result = result;
  instruction.a = operands[0];
  instruction.b = operands[1];
  instruction.c = operands[2];
  instruction.element = *Element::of(type);
  return success();
}

/// Registers an op on floats of one type.
template <typename Op, typename Fn, unsigned count>
void addFloats(EvaluationTable &table) {
  table.add<Op>(+[](Op op, ProgramBuilder &builder) -> LogicalResult {
    Type type = op->getResult(0).getType();
    Handler run = type.isF64()   ? &runF64<Fn, count>
                  : type.isF32() ? &runF32<Fn, count>
                                 : &runNarrow<Fn, count>;
    return emitScalars(op, builder, run, type);
  });
}

/// Registers an op on two integers of one type.
template <typename Op, typename Fn>
void addIntegers(EvaluationTable &table) {
  table.add<Op>(+[](Op op, ProgramBuilder &builder) -> LogicalResult {
    return emitScalars(op, builder, &runIntegers<Fn>,
                       op->getResult(0).getType());
  });
}

} // namespace mlir::relax::reference

#endif // RELAX_LIB_REFERENCE_SCALARHANDLERS_H
