// Errors that end with the id of the rule that is broken.
#ifndef RELAX_SUPPORT_RULEERROR_H
#define RELAX_SUPPORT_RULEERROR_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::relax {

/// Switches one rule off, by its id ("relax.add R1"), so that a test can show
/// that the rule is needed. Call it before anything is verified, if at all.
void disableRuleForTest(StringRef id);

/// A note of an error; goes where the error goes.
class RuleNote {
public:
  /// `note` is null where nobody hears of the error; `off` says whether its
  /// rule is switched off.
  RuleNote(Diagnostic *note, bool off) : note(note), off(off) {}

  /// Goes on with the text of the note.
  template <typename Argument>
  RuleNote &operator<<(Argument &&argument) {
    if (note)
      *note << std::forward<Argument>(argument);
    return *this;
  }

  /// What the error itself gives.
  operator LogicalResult() const { return success(off); }

private:
  Diagnostic *note;
  bool off;
};

/// An error about a broken rule. It is reported at the end of its life, with
/// the rule's id after the text. All of this is the way of failure: rules that
/// hold cost nothing.
class RuleError {
public:
  /// An error that is `diagnostic` and the id; an empty id is not printed. An
  /// empty diagnostic is an error that nobody hears of.
  RuleError(InFlightDiagnostic diagnostic, std::string id);
  RuleError(RuleError &&other);
  RuleError &operator=(RuleError &&) = delete;
  ~RuleError();

  /// Goes on with the text of the error.
  template <typename Argument>
  RuleError &operator<<(Argument &&argument) & {
    if (isHeard)
      diagnostic << std::forward<Argument>(argument);
    return *this;
  }
  /// Goes on with the text of the error.
  template <typename Argument>
  RuleError &&operator<<(Argument &&argument) && {
    return std::move(*this << std::forward<Argument>(argument));
  }

  /// Points at another place that is involved.
  RuleNote attachNote(std::optional<Location> location = std::nullopt);

  /// Whether the rule is switched off.
  bool isOff() const { return off; }

  /// Failure, or success where the rule is switched off.
  operator LogicalResult() const { return success(off); }
  /// Failure: there is no value to give.
  template <typename Value>
  operator FailureOr<Value>() const {
    return failure();
  }

private:
  InFlightDiagnostic diagnostic;
  std::string id;
  bool off;
  bool isHeard;
};

/// Begins an error at `op` about rule `R<number>` of that op.
RuleError emitRuleError(Operation *op, unsigned number,
                        const Twine &message = {});

/// Begins an error at `op` about rule `R<number>` of the op `owner`.
RuleError emitRuleError(Operation *op, Operation *owner, unsigned number,
                        const Twine &message = {});

/// Begins an error about rule `R<number>` of an attribute or a type, which
/// `owner` names ("#relax.dims").
RuleError emitRuleError(function_ref<InFlightDiagnostic()> emitError,
                        StringRef owner, unsigned number);

/// Begins an error at `op` about `TYPE-<number>`, a rule that all ops have
/// which derive the types of their results.
RuleError emitTypeError(Operation *op, unsigned number);

/// Begins errors of the rules of one op, which may not exist yet.
class EmitError {
public:
  /// Errors that nobody hears of.
  EmitError() = default;
  /// Errors at an op. `off`, if given, is set when a broken rule is one that is
  /// switched off.
  explicit EmitError(Operation *op, bool *off = nullptr) : op(op), off(off) {}
  /// Errors at the place of an op to be, which `name` names; without a place
  /// nobody hears of them.
  EmitError(std::optional<Location> location, StringRef name,
            bool *off = nullptr)
      : location(location), name(name), off(off) {}

  /// Errors about rule `R<number>`.
  EmitError rule(unsigned number) const {
    EmitError result = *this;
    result.number = number;
    return result;
  }

  /// Begins an error.
  RuleError operator()() const;
  /// Begins an error about rule `R<number>`.
  RuleError operator()(unsigned number) const { return rule(number)(); }

  /// Begins an error about the rule that was named, else about `TYPE-<type>`.
  RuleError type(unsigned type) const;

private:
  InFlightDiagnostic begin() const;
  RuleError begin(std::string id) const;

  Operation *op = nullptr;
  std::optional<Location> location;
  StringRef name;
  bool *off = nullptr;
  unsigned number = 0;
};

} // namespace mlir::relax

#endif // RELAX_SUPPORT_RULEERROR_H
