// What a crash of a tool leaves behind: a file and the command that repeats it.
//
// MLIR's own crash reproducer needs a pass manager that is set up for it and
// does not survive a segmentation fault in a thread of its own. This one is
// installed before any input is read.
#include "Relax/Support/CrashReport.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include <unistd.h>

namespace mlir::relax {
namespace {

/// What the signal handler needs; there is one process and hence one of it.
struct State {
  std::vector<std::string> command;
  std::vector<std::string> arguments;
  std::string extension;
  std::function<void(llvm::raw_ostream &)> print;
  bool keepsInput = false;
};

/// A static within a function, as a signal may come before the statics of other
/// files are initialised.
State &getState() {
  static State state;
  return state;
}

constexpr llvm::StringLiteral kPlaceholder("%s");

} // namespace

static void writeQuoted(llvm::raw_ostream &os, llvm::StringRef word) {
  // Characters that a shell gives a meaning; an empty word needs quotes as
  // well.
  if (word.find_first_of(" \t\n'\"\\$`(){}[]<>|&;*?!#~") ==
          llvm::StringRef::npos &&
      !word.empty()) {
    os << word;
    return;
  }
  os << '\'';
  for (char c : word)
    (c == '\'' ? os << "'\\''" : os << c);
  os << '\'';
}

static void writeCommand(llvm::ArrayRef<std::string> words,
                         llvm::StringRef path) {
  llvm::raw_ostream &os = llvm::errs();
  os << llvm::sys::path::filename(getState().command.front())
     << ": crashed; this repeats it:";
  for (llvm::StringRef word : words) {
    os << ' ';
    writeQuoted(os, word == kPlaceholder ? path : word);
  }
  os << '\n';
}

// Runs after a crash, in a process that may be damaged: what hangs is ended by
// the alarm, what crashes again by the system.
static void report(void *) {
  // A second fault in the report would come back here and never end.
  static volatile bool isRunning = false;
  if (isRunning)
    return;
  isRunning = true;
  // Printing walks data that may be damaged, for instance in a cycle.
  alarm(30);
  State &state = getState();
  if (!state.print)
    return writeCommand(state.command, {});
  llvm::StringRef tool = llvm::sys::path::filename(state.command.front());
  int file = -1;
  llvm::SmallString<128> path, name;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, name);
  llvm::sys::path::append(name, tool + "-crash-%%%%%%." + state.extension);
  // createTemporaryFile would let everyone read the program.
  if (std::error_code error = llvm::sys::fs::createUniqueFile(
          name, file, path, llvm::sys::fs::OF_None,
          llvm::sys::fs::owner_read | llvm::sys::fs::owner_write)) {
    llvm::errs() << tool << ": cannot save the program: " << error.message()
                 << '\n';
    return writeCommand(state.command, {});
  }
  llvm::raw_fd_ostream saved(file, /*shouldClose=*/true);
  state.print(saved);
  saved.close();
  // An error that nobody asks for ends the process with another message when
  // the stream is destroyed.
  saved.clear_error();
  writeCommand(state.arguments, path);
}

void CrashReport::install(int argc, const char *const *argv) {
  State &state = getState();
  state.command.assign(argv, argv + argc);
  llvm::setBugReportMsg("This is a fault of the compiler; please report it "
                        "with the lines below.\n");
  llvm::sys::AddSignalHandler(report, nullptr);
}

void CrashReport::setInput(llvm::StringRef path, llvm::StringRef contents) {
  State &state = getState();
  state.arguments = state.command;
  bool isFound = false;
  for (std::string &word : state.arguments)
    // The first word is the tool, which may have the same name as the input.
    if (&word != &state.arguments.front() && word == path) {
      word = kPlaceholder.str();
      isFound = true;
    }
  // Input came from standard input: the file is then added as an argument.
  if (!isFound)
    state.arguments.push_back(kPlaceholder.str());
  state.extension =
      isBytecode(llvm::MemoryBufferRef(contents, path)) ? "mlirbc" : "mlir";
  state.print = [contents](llvm::raw_ostream &os) { os << contents; };
}

void CrashReport::setProgram(std::vector<std::string> arguments,
                             std::function<void(llvm::raw_ostream &)> print) {
  State &state = getState();
  if (state.keepsInput)
    return;
  state.arguments = std::move(arguments);
  state.extension = "mlir";
  state.print = std::move(print);
}

void CrashReport::setBytecode(std::vector<std::string> arguments,
                              std::string bytes) {
  if (keepsInput())
    return;
  setProgram(std::move(arguments), [bytes = std::move(bytes)](
                                       llvm::raw_ostream &os) { os << bytes; });
  getState().extension = "mlirbc";
}

void CrashReport::keepInput() { getState().keepsInput = true; }

bool CrashReport::keepsInput() { return getState().keepsInput; }

void CrashReport::clear() {
  getState().print = nullptr;
  getState().keepsInput = false;
}

} // namespace mlir::relax
