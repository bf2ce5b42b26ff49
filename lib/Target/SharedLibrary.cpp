// Links object files to a shared library.
#include "Relax/Target/SharedLibrary.h"
#include "Relax/Support/OutputFile.h"
#include "Relax/Target/TemporaryFile.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Host.h"

namespace mlir::relax {

static std::string findLinker(StringRef wanted) {
  if (!wanted.empty()) {
    llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(wanted);
    return found ? *found : std::string();
  }
  for (StringRef name : {"ld.lld-22", "ld.lld", "ld", "cc"})
    if (llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(name))
      return *found;
  return {};
}

// A linker proper is not told where the C library is, a compiler knows.
// Libraries name libm as a dependency, so that a program without it can load
// them: kernels call `expf` and others.
static std::string findMathLibrary() {
  for (StringRef folder : {"/usr/lib/x86_64-linux-gnu", "/usr/lib64",
                           "/lib/x86_64-linux-gnu", "/lib64", "/usr/lib"}) {
    llvm::SmallString<64> path(folder);
    llvm::sys::path::append(path, "libm.so.6");
    if (llvm::sys::fs::exists(path))
      return std::string(path);
  }
  return {};
}

// The messages go to a file, for as long as it runs.
static LogicalResult runLinker(Location location, StringRef linker,
                               ArrayRef<StringRef> arguments) {
  TemporaryFile log;
  if (failed(log.make(location, "log")))
    return failure();
  std::string error;
  std::optional<StringRef> redirects[] = {StringRef(), log.getPath(),
                                          log.getPath()};
  int status = llvm::sys::ExecuteAndWait(linker, arguments, std::nullopt,
                                         redirects, 0, 0, &error);
  std::string text = error;
  if (auto buffer = llvm::MemoryBuffer::getFile(log.getPath()))
    text += (*buffer)->getBuffer().trim();
  if (status == 0)
    return success();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return emitError(location, "the linker \"")
         << linker << "\" failed with status " << status << ": " << text;
}

// A linker writes through a mapping, which on a full disk ends in a signal and
// not in an error.
static bool hasSpace(ArrayRef<std::string> objects, StringRef output) {
  StringRef folder = llvm::sys::path::parent_path(output);
  llvm::ErrorOr<llvm::sys::fs::space_info> space =
      llvm::sys::fs::disk_space(folder.empty() ? "." : folder);
  uint64_t sum = 0;
  for (StringRef object : objects) {
    uint64_t size = 0;
    if (!llvm::sys::fs::file_size(object, size))
      sum += size;
  }
  return !space || space->available >= sum;
}

LogicalResult linkSharedLibrary(Location location,
                                ArrayRef<std::string> objects, StringRef path,
                                StringRef linker, const llvm::Triple &triple) {
  // An empty triple is this machine's.
  llvm::Triple ours(llvm::sys::getProcessTriple());
  bool isForeign = !triple.empty() && triple.getArch() != ours.getArch();
  if (isForeign && linker.empty())
    return emitError(location, "expected a linker that makes shared libraries "
                               "for \"")
           << triple.str()
           << "\", found none named; name one, as in "
              "--linker=aarch64-linux-gnu-gcc or --linker=ld.lld-22, or write "
              "an object with -o name.o and link it on that machine";
  std::string program = findLinker(linker);
  if (program.empty())
    return emitError(location, "found no linker; looked for ")
           << (linker.empty() ? StringRef("ld.lld-22, ld.lld, ld, cc") : linker)
           << " in PATH; install lld-22, or write an object file and link it "
              "yourself";
  bool isCompiler = !llvm::sys::path::filename(program).starts_with("ld");
  // Another machine's has to be there when the library is loaded.
  std::string math = isForeign ? std::string() : findMathLibrary();
  // The library replaces the old file only when it is complete: a process that
  // has the old one loaded keeps its pages.
  return nameOutputFile(location, path, [&](StringRef name) -> LogicalResult {
    if (!hasSpace(objects, name))
      return emitError(location, "cannot write the output file \"")
             << path << "\": No space left on device";
    SmallVector<StringRef> arguments = {program, "-shared", "-o", name};
    arguments.append(objects.begin(), objects.end());
    // All addresses are bound when it is loaded, and read-only from then on.
    // The table of addresses cannot be overwritten while kernels run, and a
    // missing symbol is an error of dlopen instead of one in the middle of a
    // run. No code needs a stack that can be executed; an object without a
    // note would ask for one.
    for (StringRef keyword : {"relro", "now", "noexecstack"})
      if (isCompiler)
        arguments.append({"-Xlinker", "-z", "-Xlinker", keyword});
      else
        arguments.append({"-z", keyword});
    if (isCompiler)
      arguments.push_back("-lm");
    else if (!math.empty())
      arguments.push_back(math);
    return runLinker(location, program, arguments);
  });
}

} // namespace mlir::relax
