// What a crash of a tool leaves behind: a file and the command that repeats it.
#ifndef RELAX_SUPPORT_CRASHREPORT_H
#define RELAX_SUPPORT_CRASHREPORT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <string>
#include <vector>

namespace mlir::relax {

/// One report for the process. After `install` a crash writes the last program
/// it was told of, if any, into a file of the folder for temporary files and
/// says in one line which command repeats it. Errors that are diagnosed leave
/// nothing.
class CrashReport {
public:
  /// Watch for crashes; `argv` is the command that ran.
  static void install(int argc, const char *const *argv);

  /// The program is the text or bytecode `contents`, read from `path`; it has
  /// to live until something else is set. The command is that of `install` with
  /// the saved file in place of `path`.
  static void setInput(llvm::StringRef path, llvm::StringRef contents);

  /// The program is what `print` writes; the command is `arguments` with "%s"
  /// in place of the saved file. `print` is only called after a crash.
  static void setProgram(std::vector<std::string> arguments,
                         std::function<void(llvm::raw_ostream &)> print);

  /// The same with a program that is kept as bytecode, for one whose ops are
  /// gone.
  static void setBytecode(std::vector<std::string> arguments,
                          std::string bytes);

  /// What is saved stays as it is, whatever `setProgram` and `setBytecode` are
  /// given until `clear`: a copy of a long program before each step is most of
  /// the memory of some steps.
  static void keepInput();
  static bool keepsInput();

  /// Save nothing from now on.
  static void clear();
};

} // namespace mlir::relax

#endif // RELAX_SUPPORT_CRASHREPORT_H
