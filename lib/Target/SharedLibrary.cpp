// Links object files to a shared library.
#include "Relax/Target/SharedLibrary.h"
#include "BuiltInLinker.h"
#include "Relax/Support/OutputFile.h"
#include "Relax/Support/TemporaryFile.h"
#include "Relax/Target/ObjectParts.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Host.h"
#include <deque>

namespace mlir::relax {

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

static LogicalResult reportStatus(Location location, StringRef linker,
                                  int status, std::string text) {
  if (status == 0)
    return success();
  text.resize(StringRef(text).rtrim().size());
  std::replace(text.begin(), text.end(), '\n', ' ');
  return emitError(location, "the linker \"")
         << linker << "\" failed with status " << status << ": " << text;
}

// The messages go to a file, for as long as it runs.
static LogicalResult runLinker(Location location, StringRef linker,
                               ArrayRef<StringRef> arguments) {
  if (linker.empty()) {
    std::string text;
    int status = runBuiltInLinker(arguments, text);
    return reportStatus(location, arguments.front(), status, text);
  }
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
  return reportStatus(location, linker, status, text);
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

// lld ends the process where a device takes no more, so that it writes a file,
// and the device gets what is in it.
static LogicalResult linkToDevice(Location location,
                                  ArrayRef<std::string> objects, StringRef path,
                                  const llvm::Triple &triple) {
  TemporaryFile file;
  if (failed(file.make(location, "so")) ||
      failed(linkSharedLibrary(location, objects, file.getPath(), "", triple)))
    return failure();
  auto buffer = llvm::MemoryBuffer::getFile(file.getPath());
  if (!buffer)
    return emitError(location, "cannot write the output file \"")
           << path << "\": " << buffer.getError().message();
  return writeOutputFile(location, path, [&](llvm::raw_pwrite_stream &os) {
    os << (*buffer)->getBuffer();
    return success();
  });
}

// An option of the linker, which a compiler passes on.
static void addOption(StringRef name, StringRef value, bool isCompiler,
                      SmallVectorImpl<StringRef> &arguments) {
  if (isCompiler)
    arguments.append({"-Xlinker", name, "-Xlinker", value});
  else
    arguments.append({name, value});
}

LogicalResult linkSharedLibrary(Location location,
                                ArrayRef<std::string> objects, StringRef path,
                                StringRef linker, const llvm::Triple &triple) {
  bool isDevice = path == "-" || (llvm::sys::fs::exists(path) &&
                                  !llvm::sys::fs::is_regular_file(path) &&
                                  !llvm::sys::fs::is_directory(path));
  if (isDevice && linker.empty())
    return linkToDevice(location, objects, path, triple);
  // What is built in needs no program of the machine that it is on.
  std::string program;
  if (!linker.empty()) {
    llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(linker);
    if (!found)
      return emitError(location, "expected a linker, found no \"")
             << linker
             << "\" in PATH; leave --linker out for the one that is built in";
    program = *found;
  }
  bool isCompiler =
      !program.empty() && !llvm::sys::path::filename(program).starts_with("ld");
  // An empty triple is this machine's. Another machine's library of math has to
  // be there when the library is loaded.
  llvm::Triple ours(llvm::sys::getProcessTriple());
  bool isForeign = !triple.empty() && triple.getArch() != ours.getArch();
  std::string math = isForeign ? std::string() : findMathLibrary();
  // The library replaces the old file only when it is complete: a process that
  // has the old one loaded keeps its pages.
  return nameOutputFile(location, path, [&](StringRef name) -> LogicalResult {
    if (!hasSpace(objects, name))
      return emitError(location, "cannot write the output file \"")
             << path << "\": No space left on device";
    SmallVector<StringRef> arguments = {program.empty() ? StringRef("ld.lld")
                                                        : StringRef(program),
                                        "-shared", "-o", name};
    // The compiler may be called by a process that forks.
    if (program.empty())
      arguments.push_back("--threads=1");
    arguments.append(objects.begin(), objects.end());
    // All addresses are bound when it is loaded, and read-only from then on.
    // The table of addresses cannot be overwritten while kernels run, and a
    // missing symbol is an error of dlopen instead of one in the middle of a
    // run. No code needs a stack that can be executed; an object without a
    // note would ask for one.
    for (StringRef keyword : {"relro", "now", "noexecstack"})
      addOption("-z", keyword, isCompiler, arguments);
    for (StringRef object : objects)
      if (object.ends_with(".so"))
        addOption("-rpath", llvm::sys::path::parent_path(object), isCompiler,
                  arguments);
    if (isCompiler)
      arguments.push_back("-lm");
    else if (!math.empty())
      arguments.push_back(math);
    return runLinker(location, program, arguments);
  });
}

namespace {
/// Objects of a version as temporary files.
class ObjectFiles : public ObjectSink {
public:
  ObjectFiles(Location location, const CodeVersion &version,
              std::deque<TemporaryFile> &files, llvm::StringSet<> &constants)
      : location(location), version(version), files(files),
        constants(constants) {}

  StringRef getSuffix() const override { return version.suffix; }

  bool addConstant(StringRef name) override {
    return constants.insert(name).second;
  }

  LogicalResult takeWeights(
      function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write) override {
    if (failed(files.emplace_back().make(location, "o", write)))
      return failure();
    if (version.weightsWritten)
      version.weightsWritten();
    return success();
  }

  void translated() override {
    if (version.translated)
      version.translated();
  }

  void begin(unsigned number) override {
    first = files.size();
    for (unsigned part = 0; part < number; ++part)
      files.emplace_back();
  }

  LogicalResult
  take(unsigned part,
       function_ref<LogicalResult(llvm::raw_pwrite_stream &)> write) override {
    return files[first + part].make(location, "o", write);
  }

private:
  Location location;
  const CodeVersion &version;
  std::deque<TemporaryFile> &files;
  llvm::StringSet<> &constants;
  /// The file of part 0.
  size_t first = 0;
};
} // namespace

struct LibraryWriter::Objects {
  /// A deque, since a temporary file cannot be moved: its end removes it.
  std::deque<TemporaryFile> files;
  /// Names of the constants in them that versions share.
  llvm::StringSet<> constants;
  llvm::Triple triple;
};

LibraryWriter::LibraryWriter() : objects(std::make_unique<Objects>()) {}
LibraryWriter::~LibraryWriter() = default;

bool LibraryWriter::isEmpty() const { return objects->files.empty(); }

LogicalResult LibraryWriter::add(ModuleOp module,
                                 const HostMachineOptions &options,
                                 const CodeVersion &version) {
  objects->triple = llvm::Triple(options.triple);
  ObjectFiles files(UnknownLoc::get(module.getContext()), version,
                    objects->files, objects->constants);
  return generateObjects(module, options, files);
}

LogicalResult LibraryWriter::link(Location location, StringRef path,
                                  const LinkOptions &options) {
  std::vector<std::string> paths;
  for (const TemporaryFile &file : objects->files)
    paths.emplace_back(file.getPath());
  if (!options.runtime.empty())
    paths.push_back(options.runtime.str());
  return linkSharedLibrary(location, paths, path, options.linker,
                           objects->triple);
}

LogicalResult writeSharedLibrary(ModuleOp module,
                                 const HostMachineOptions &options,
                                 StringRef path, const LinkOptions &link) {
  LibraryWriter library;
  if (failed(library.add(module, options, {})))
    return failure();
  return library.link(UnknownLoc::get(module.getContext()), path, link);
}

} // namespace mlir::relax
