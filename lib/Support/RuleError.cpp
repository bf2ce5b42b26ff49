// Errors that end with the id of the rule that is broken.
#include "Relax/Support/RuleError.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::relax {

/// The rule that is switched off; null but in the tests of the rules. The tests
/// of the rules switch a rule off and expect its test to fail: that shows that
/// the rule is what rejects the input (utils/check-rules.py).
static const std::string *disabledRule = nullptr;

void disableRuleForTest(StringRef id) {
  static std::string text;
  text = id.str();
  disabledRule = &text;
}

static std::string getId(StringRef owner, unsigned number) {
  return number == 0 ? std::string() : (owner + " R" + Twine(number)).str();
}

static std::string getTypeId(unsigned number) {
  return ("TYPE-" + Twine(number)).str();
}

/// `failed(diagnostic)` is true if somebody is told of it.
RuleError::RuleError(InFlightDiagnostic diagnostic, std::string id)
    : diagnostic(std::move(diagnostic)), id(std::move(id)),
      off(disabledRule && *disabledRule == this->id),
      isHeard(!off && failed(this->diagnostic)) {
  if (off)
    this->diagnostic.abandon();
}

/// The id must be appended once, by the last owner.
RuleError::RuleError(RuleError &&other)
    : diagnostic(std::move(other.diagnostic)), id(std::move(other.id)),
      off(other.off), isHeard(std::exchange(other.isHeard, false)) {}

RuleError::~RuleError() {
  if (isHeard && !id.empty())
    diagnostic << " [" << id << "]";
}

/// A note of an error that is not reported would stand alone.
RuleNote RuleError::attachNote(std::optional<Location> location) {
  return RuleNote(isHeard ? &diagnostic.attachNote(location) : nullptr, off);
}

RuleError emitRuleError(Operation *op, unsigned number, const Twine &message) {
  return emitRuleError(op, op, number, message);
}

RuleError emitRuleError(Operation *op, Operation *owner, unsigned number,
                        const Twine &message) {
  return RuleError(op->emitOpError(message),
                   getId(owner->getName().getStringRef(), number));
}

RuleError emitRuleError(function_ref<InFlightDiagnostic()> emitError,
                        StringRef owner, unsigned number) {
  return RuleError(emitError(), getId(owner, number));
}

/// Notes where the operands of `op` are made. A parameter needs none: it stands
/// in the signature with its type. A long list would hide the error. Types are
/// inferred from operands, so what made an operand is where to look.
static void noteOperands(RuleError &error, Operation *op) {
  constexpr unsigned kMaxNotes = 3;
  llvm::SmallSetVector<Operation *, kMaxNotes> makers;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    Operation *maker = operand ? operand.getDefiningOp() : nullptr;
    if (!maker || makers.size() == kMaxNotes || !makers.insert(maker))
      continue;
    error.attachNote(maker->getLoc()) << "operand #" << index << ", of type "
                                      << operand.getType() << ", is made here";
  }
}

RuleError emitTypeError(Operation *op, unsigned number) {
  RuleError error(op->emitOpError(), getTypeId(number));
  noteOperands(error, op);
  return error;
}

InFlightDiagnostic EmitError::begin() const {
  if (op)
    return op->emitOpError();
  if (location)
    return emitError(*location) << "'" << name << "' op ";
  return InFlightDiagnostic();
}

RuleError EmitError::begin(std::string id) const {
  RuleError error(begin(), std::move(id));
  if (off && error.isOff())
    *off = true;
  if (op)
    noteOperands(error, op);
  return error;
}

RuleError EmitError::operator()() const {
  return begin(getId(op ? op->getName().getStringRef() : name, number));
}

RuleError EmitError::type(unsigned type) const {
  return number ? (*this)() : begin(getTypeId(type));
}

} // namespace mlir::relax
