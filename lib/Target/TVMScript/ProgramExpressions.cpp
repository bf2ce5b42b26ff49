// Writes the expressions of tensor programs: arithmetic, loads, choices, calls.
#include "ProgramWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax::tvmscript {

/// A call of a function of TensorIR.
static Expression callOf(StringRef function, ArrayRef<std::string> words) {
  return {("T." + function + "(").str() + llvm::join(words, ", ") + ")"};
}

std::string ProgramWriter::indexType() const {
  return "int" + std::to_string(module.options.indexBits);
}

std::string ProgramWriter::dtype(Value value) {
  Type type = value.getType();
  Type scalar = getElementTypeOrSelf(type);
  std::string name;
  if (scalar.isIndex())
    name = indexType();
  else
    name = dtypeOf(scalar);
  if (name.empty())
    return {};
  if (facts.isUnsigned(value) && StringRef(name).starts_with("int"))
    name = "u" + name;
  auto vector = dyn_cast<VectorType>(type);
  if (!vector)
    return name;
  if (vector.getRank() != 1 || vector.isScalable())
    return {};
  return name + "x" + std::to_string(vector.getDimSize(0));
}

bool ProgramWriter::isVariable(Value value) const {
  return known.count(value) || isa<BlockArgument>(value);
}

/// A constant among the operands of an op has the sign of the others.
/// Signs are not in the types here, so `x > 3` with unsigned x would compare
/// with a signed 3, which TVM converts.
Expression ProgramWriter::operand(Operation *user, Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant || !getElementTypeOrSelf(value.getType()).isInteger())
    return expression(value);
  SmallVector<Value> others(user->getOperands());
  llvm::append_range(others, user->getResults());
  for (Value other : others) {
    Type element = getElementTypeOrSelf(other.getType());
    if (!isa<MemRefType>(other.getType()) && other.getType() != value.getType())
      continue;
    if (element != getElementTypeOrSelf(value.getType()) ||
        !facts.isUnsigned(other))
      continue;
    std::string name = dtype(value);
    if (!StringRef(name).starts_with("u") && name != "bool")
      name = "u" + name;
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!dense || dense.isSplat())
      return {numberText(constant.getValue(), name)};
  }
  return expression(value);
}

Expression ProgramWriter::expression(Value value) {
  auto name = known.find(value);
  if (name != known.end())
    return {name->second};
  Operation *op = value.getDefiningOp();
  std::optional<Expression> found = op ? computed(op) : std::nullopt;
  if (found)
    return *found;
  module.reject(op ? op : program.getOperation(),
                "expected an expression that TVM has");
  return {};
}

std::optional<Expression> ProgramWriter::patternText(Operation *op,
                                                     const Pattern &pattern) {
  SmallVector<std::string> words;
  for (Value operand : pattern.operands)
    words.push_back(this->operand(op, operand).text);
  switch (pattern.kind) {
  case Pattern::Minimum:
    return callOf("Min", words);
  case Pattern::Maximum:
    return callOf("Max", words);
  case Pattern::FloorModulo:
    return callOf("floormod", words);
  case Pattern::Sigmoid:
    return callOf("sigmoid", words);
  case Pattern::Ramp:
    words.push_back(std::to_string(
        cast<VectorType>(op->getResult(0).getType()).getDimSize(0)));
    return callOf("Ramp", words);
  }
  return std::nullopt;
}

std::optional<Expression> ProgramWriter::indexCast(Operation *op) {
  Value from = op->getOperand(0), to = op->getResult(0);
  std::string source = dtype(from), target = dtype(to);
  if (source.empty() || target.empty())
    return std::nullopt;
  Expression inner = operand(op, from);
  if (getElementTypeOrSelf(to.getType()).isIndex()) {
    // An index is as wide as the others around it.
    // `index` has no width; TVM's indices are i32 or i64
    // (--tvmscript-index-bits).
    if (source == target)
      return inner;
    return callOf("Cast", {quoted(target), inner.text});
  }
  // A variable is of that type already; what is computed needs a mark.
  if (source == target && isVariable(from))
    return inner;
  return callOf("Cast", {quoted(target), inner.text});
}

/// Whether a value is the truth value `truth`.
static bool isTruth(Value value, bool truth) {
  return value.getType().isInteger(1) &&
         (truth ? matchPattern(value, m_One()) : matchPattern(value, m_Zero()));
}

// A variable of TVM's Let, since the text of an expression that stands twice
// would be computed twice, and grow as 2^n for n values that each use the last
// twice.
std::string ProgramWriter::given(Region &region) {
  // A value that is used twice has a name inside of the expression.
  std::string names, ends;
  for (Operation &inner : region.front().without_terminator()) {
    if (facts.isInlined(&inner))
      continue;
    if (!isExpression(&inner)) {
      module.reject(&inner, "expected no effects, as in an expression of TVM; "
                            "let it stand outside of the choice");
      continue;
    }
    std::string name = this->names.fresh("value");
    module.lines.add(name + " = T." + dtype(inner.getResult(0)) + "()");
    ends = ", where={" + name + ": " +
           computed(&inner).value_or(Expression()).text + "})" + ends;
    names += "T.Let(";
    known[inner.getResult(0)] = name;
  }
  Value value = region.front().getTerminator()->getOperand(0);
  return names + operand(region.getParentOp(), value).text + ends;
}

std::optional<Expression> ProgramWriter::choice(scf::IfOp op) {
  if (matchPattern(op.getCondition(), m_Constant()))
    module.reject(op, "expected no constant as a condition, which TVM decides; "
                      "run --canonicalize before");
  std::string condition = operand(op, op.getCondition()).text;
  Value then = op.thenYield().getOperand(0),
        otherwise = op.elseYield().getOperand(0);
  if (isTruth(otherwise, false) && readsBuffer(op))
    return callOf("And", {condition, given(op.getThenRegion())});
  if (isTruth(then, true) && readsBuffer(op))
    return callOf("Or", {condition, given(op.getElseRegion())});
  return callOf("if_then_else", {condition, given(op.getThenRegion()),
                                 given(op.getElseRegion())});
}

//===----------------------------------------------------------------------===//
// Loads and vectors
//===----------------------------------------------------------------------===//

std::string ProgramWriter::place(Value buffer, ValueRange indices) {
  SmallVector<std::string> words;
  for (Value index : indices)
    words.push_back(expression(index).text);
  return bufferOf(buffer).name + "[" +
         (words.empty() ? "()" : llvm::join(words, ", ")) + "]";
}

std::string ProgramWriter::places(ValueRange indices, int64_t lanes,
                                  Value buffer) {
  SmallVector<std::string> words;
  for (Value index : indices.drop_back())
    words.push_back(expression(index).text);
  words.push_back("T.Ramp(" + expression(indices.back()).text + ", 1, " +
                  std::to_string(lanes) + ")");
  return bufferOf(buffer).name + "[" + llvm::join(words, ", ") + "]";
}

std::optional<Expression> ProgramWriter::loaded(Operation *op) {
  using Result = std::optional<Expression>;
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](memref::LoadOp op) -> Result {
        return Expression{place(op.getMemRef(), op.getIndices())};
      })
      .Case([&](vector::LoadOp op) -> Result {
        if (op.getVectorType().getRank() != 1 ||
            op.getVectorType().isScalable())
          return std::nullopt;
        return Expression{places(
            op.getIndices(), op.getVectorType().getDimSize(0), op.getBase())};
      })
      .Case([&](vector::GatherOp op) -> Result {
        if (!matchPattern(op.getMask(), m_One()) ||
            !matchPattern(op.getOffsets().back(), m_Zero()))
          return std::nullopt;
        SmallVector<std::string> words;
        for (Value index : op.getOffsets().drop_back())
          words.push_back(expression(index).text);
        words.push_back(expression(op.getIndices()).text);
        return Expression{bufferOf(op.getBase()).name + "[" +
                          llvm::join(words, ", ") + "]"};
      })
      .Default([](auto) { return std::nullopt; });
}

std::optional<Expression> ProgramWriter::vectorText(Operation *op) {
  using Result = std::optional<Expression>;
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](vector::BroadcastOp op) -> Result {
        auto type = cast<VectorType>(op.getResult().getType());
        if (isa<VectorType>(op.getSource().getType()) || type.getRank() != 1 ||
            type.isScalable())
          return std::nullopt;
        return callOf("Broadcast", {operand(op, op.getSource()).text,
                                    std::to_string(type.getDimSize(0))});
      })
      .Case([&](vector::ExtractOp op) -> Result {
        if (op.getNumIndices() != 1 || op.hasDynamicPosition())
          return std::nullopt;
        return callOf("Shuffle",
                      {"[" + expression(op.getSource()).text + "]",
                       "[" + std::to_string(op.getStaticPosition()[0]) + "]"});
      })
      .Default([](auto) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

std::string ProgramWriter::bufferArgument(Value buffer, bool isPacked) {
  const BufferText &text = bufferOf(buffer);
  // call_extern passes the address of the first element, as C functions want
  // it.
  if (!isPacked)
    return text.name + ".data";
  // A packed function gets a tensor, not the address of its elements.
  std::string element =
      dtypeOf(cast<MemRefType>(buffer.getType()).getElementType());
  if (facts.isUnsigned(buffer) && StringRef(element).starts_with("int"))
    element = "u" + element;
  return "T.tvm_stack_make_array(" + text.name +
         ".data, T.tvm_stack_make_shape(" + llvm::join(text.sizes, ", ") +
         "), 0, " + std::to_string(text.sizes.size()) + ", T." + element +
         "(0), 0)";
}

Expression ProgramWriter::foreignCall(tir::CallExternOp op) {
  bool isPacked = op->hasAttr("packed"), isPure = op->hasAttr("pure");
  SmallVector<std::string> words;
  if (!isPacked)
    words.push_back(
        quoted(op.getNumResults() ? dtype(op.getResult(0)) : "void"));
  words.push_back(quoted(op.getCallee()));
  for (Value argument : op.getArgs())
    words.push_back(isa<MemRefType>(argument.getType())
                        ? bufferArgument(argument, isPacked)
                        : expression(argument).text);
  if (op.getNumResults() > 1 || (isPacked && op.getNumResults()))
    module.reject(op, "expected one value, or none of a packed function, as "
                      "outside of TVM's programs, found " +
                          Twine(op.getNumResults()));
  return callOf(isPacked ? "call_packed"
                : isPure ? "call_pure_extern"
                         : "call_extern",
                words);
}

std::optional<Expression> ProgramWriter::computed(Operation *op) {
  if (const Pattern *pattern = facts.pattern(op))
    return patternText(op, *pattern);
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return indexCast(op);
  if (auto conditional = dyn_cast<scf::IfOp>(op))
    return op->getNumResults() == 1 ? choice(conditional) : std::nullopt;
  if (auto foreign = dyn_cast<tir::CallExternOp>(op))
    return foreignCall(foreign);
  if (std::optional<Expression> found = loaded(op))
    return found;
  if (isa<vector::VectorDialect>(op->getDialect()))
    return vectorText(op);
  if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
    return std::nullopt;
  SmallVector<Expression> operands;
  for (Value value : op->getOperands())
    operands.push_back(operand(op, value));
  return scalarText(op, operands, *this);
}

} // namespace mlir::relax::tvmscript
