// Asks a program of the user whether a smaller program is still interesting.
#ifndef RELAX_TOOLS_RELAX_REDUCE_INTERESTTEST_H
#define RELAX_TOOLS_RELAX_REDUCE_INTERESTTEST_H

#include "mlir/IR/Operation.h"
#include <string>
#include <vector>

namespace mlir::relax {

/// The text of a verified program, as a script gets it.
std::string printProgram(Operation *program);

/// The script of the user: it gets the name of a .mlir file after its own
/// arguments and exits with status 1 if the file is interesting. What it prints
/// is nobody's interest.
class InterestTest {
public:
  InterestTest(std::string script, std::vector<std::string> arguments,
               Location location)
      : script(std::move(script)), arguments(std::move(arguments)),
        location(location) {}

  /// Whether the script finds `text` interesting. That it cannot be run, or is
  /// ended by a signal, is an error.
  FailureOr<bool> isInteresting(StringRef text) const;

  /// Reports a program that is not interesting as a whole, or no script.
  LogicalResult checkWhole(Operation *program) const;

private:
  FailureOr<int> getStatus(StringRef text) const;

  std::string script;
  std::vector<std::string> arguments;
  Location location;
};

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_REDUCE_INTERESTTEST_H
