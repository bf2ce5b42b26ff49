// Asks a program of the user whether a smaller program is still interesting.
#include "InterestTest.h"
#include "Relax/Support/Quote.h"
#include "Relax/Support/TemporaryFile.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/Support/Program.h"

namespace mlir::relax {

/// What the script exits with if the file is interesting.
static constexpr int kInteresting = 1;

// Each variant has been verified before (Reducer::isKept), so that printing
// need not do it again.
std::string printProgram(Operation *program) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  program->print(stream, OpPrintingFlags().assumeVerified());
  return text;
}

FailureOr<int> InterestTest::getStatus(StringRef text) const {
  TemporaryFile file;
  if (failed(file.make(location, "mlir", ArrayRef(text.data(), text.size()))))
    return failure();
  SmallVector<StringRef> words{script};
  words.append(arguments.begin(), arguments.end());
  words.push_back(file.getPath());
  // No streams: what it prints to ours would mix with the result.
  // Both streams of the script would be those of relax-reduce, whose output is
  // the reduced program.
  std::optional<StringRef> streams[] = {StringRef(), StringRef(), StringRef()};
  std::string message;
  int status = llvm::sys::ExecuteAndWait(script, words, /*Env=*/std::nullopt,
                                         streams, /*SecondsToWait=*/0,
                                         /*MemoryLimit=*/0, &message);
  // LLVM gives -2 for a signal. A test that crashes says nothing about the
  // program; taken for "not interesting" it would end the reduction at a
  // random place.
  if (status == -2)
    return emitError(location, "the test ")
           << quote(script) << " was ended by a signal: " << message
           << "; expected it to exit with status 1 (interesting) or 0";
  if (status < 0)
    return emitError(location, "cannot run the test ")
           << quote(script) << ": " << message
           << "; expected the path of an executable file, and a script that "
              "begins with #!";
  return status;
}

FailureOr<bool> InterestTest::isInteresting(StringRef text) const {
  FailureOr<int> status = getStatus(text);
  if (failed(status))
    return failure();
  return *status == kInteresting;
}

LogicalResult InterestTest::checkWhole(Operation *program) const {
  if (script.empty())
    return emitError(location, "expected a test, as in test=./fault.sh, found "
                               "none");
  // Asked first: a script that finds nothing interesting would have the whole
  // program as the result, after a long time.
  FailureOr<int> status = getStatus(printProgram(program));
  if (failed(status))
    return failure();
  if (*status != kInteresting)
    return emitError(location, "expected the test ")
           << quote(script)
           << " to find the whole program interesting, which is exit status 1, "
              "found status "
           << *status << "; run it on the program to see why";
  return success();
}

} // namespace mlir::relax
