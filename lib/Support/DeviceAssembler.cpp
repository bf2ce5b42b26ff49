// Runs CUDA's assembler, and reads what it says of kernels.
#include "Relax/Support/DeviceAssembler.h"
#include "Relax/Support/TemporaryFile.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace mlir::relax {

// Upstream asks the environment and PATH; this is where the toolkit installs
// itself.
std::string findToolkit() {
  for (const char *name : {"CUDA_ROOT", "CUDA_HOME", "CUDA_PATH"})
    if (const char *path = std::getenv(name))
      return path;
  StringRef usual = "/usr/local/cuda";
  return llvm::sys::fs::is_directory(usual) ? usual.str() : std::string();
}

// The toolkit's own assembler goes before the first of PATH: the device
// library that kernels are linked with is of that toolkit. PATH is for
// machines that have the assembler alone.
std::string findDeviceAssembler() {
  llvm::SmallString<64> path(findToolkit());
  llvm::sys::path::append(path, "bin", "ptxas");
  if (llvm::sys::fs::can_execute(path))
    return std::string(path);
  llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName("ptxas");
  return found ? *found : std::string();
}

// The number in front of `words`, or 0: "16 registers".
static unsigned getNumberBefore(StringRef line, StringRef words) {
  size_t at = line.find((" " + words).str());
  if (at == StringRef::npos)
    return 0;
  StringRef before = line.take_front(at);
  unsigned number = 0;
  before.take_back(before.size() - (before.find_last_not_of("0123456789") + 1))
      .getAsInteger(10, number);
  return number;
}

// `ptxas -v` writes lines for people, and has no other form: "Compiling entry
// function 'name'", then "0 bytes stack frame, ..." and "Used 32 registers,
// ..." of it. A number that is not said, such as that of barriers where there
// are none, stays 0.
llvm::SmallVector<KernelResources> readKernelResources(StringRef text) {
  SmallVector<KernelResources> kernels;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines) {
    if (line.contains("Compiling entry function")) {
      kernels.emplace_back();
      kernels.back().kernel = line.split('\'').second.split('\'').first.str();
    }
    if (kernels.empty())
      continue;
    KernelResources &kernel = kernels.back();
    if (line.contains("bytes stack frame")) {
      kernel.frameBytes = getNumberBefore(line, "bytes stack frame");
      kernel.spillStores = getNumberBefore(line, "bytes spill stores");
      kernel.spillLoads = getNumberBefore(line, "bytes spill loads");
    }
    if (line.contains("Used ")) {
      kernel.registers = getNumberBefore(line, "registers");
      kernel.barriers = getNumberBefore(line, "barriers");
      kernel.sharedBytes = getNumberBefore(line, "bytes smem");
    }
  }
  return kernels;
}

void printKernelResources(ArrayRef<KernelResources> kernels,
                          llvm::raw_ostream &os) {
  os << "registers  frame  spill stores  spill loads  shared  barriers  "
        "kernel\n";
  for (const KernelResources &kernel : kernels)
    os << llvm::format("%9u  %5u  %12u  %11u  %6u  %8u  ", kernel.registers,
                       kernel.frameBytes, kernel.spillStores, kernel.spillLoads,
                       kernel.sharedBytes, kernel.barriers)
       << kernel.kernel << '\n';
}

LogicalResult tryAssembleDeviceCode(
    Location location, StringRef ptx, StringRef chip,
    llvm::function_ref<void(SmallVectorImpl<char> &code, StringRef log)> use,
    std::string &why) {
  std::string program = findDeviceAssembler();
  if (program.empty()) {
    why = "expected an assembler for GPUs, \"ptxas\", found none; install the "
          "CUDA toolkit or set CUDA_ROOT to it, or write PTX, which drivers "
          "assemble";
    return failure();
  }
  // Output of programs goes to files, since llvm::sys::ExecuteAndWait
  // redirects to nothing else.
  TemporaryFile source, target, log;
  if (failed(source.make(location, "ptx", {ptx.data(), ptx.size()})) ||
      failed(target.make(location, "cubin")) ||
      failed(log.make(location, "log"))) {
    why.clear(); // the error says it
    return failure();
  }
  std::string chipOption = ("-arch=" + chip).str();
  StringRef arguments[] = {program,          "-v", chipOption,
                           source.getPath(), "-o", target.getPath()};
  std::optional<StringRef> redirects[] = {StringRef(), log.getPath(),
                                          log.getPath()};
  std::string words;
  int status = llvm::sys::ExecuteAndWait(program, arguments, std::nullopt,
                                         redirects, 0, 0, &words);
  auto text = llvm::MemoryBuffer::getFile(log.getPath());
  if (status != 0) {
    why = "the assembler \"" + program + "\" failed with status " +
          std::to_string(status) + ": " + words;
    if (text)
      why += (*text)->getBuffer().split('\n').first;
    return failure();
  }
  auto result = llvm::MemoryBuffer::getFile(target.getPath());
  if (!text || !result) {
    why = "cannot read what the assembler \"" + program + "\" wrote";
    return failure();
  }
  SmallVector<char> code((*result)->getBufferStart(),
                         (*result)->getBufferEnd());
  use(code, (*text)->getBuffer());
  return success();
}

LogicalResult assembleDeviceCode(Location location, StringRef ptx,
                                 StringRef chip, SmallVectorImpl<char> &code,
                                 SmallVectorImpl<KernelResources> &kernels) {
  std::string why;
  auto use = [&](SmallVectorImpl<char> &made, StringRef log) {
    code.assign(made.begin(), made.end());
    kernels.append(readKernelResources(log));
  };
  if (failed(tryAssembleDeviceCode(location, ptx, chip, use, why)))
    return why.empty() ? failure() : emitError(location) << why;
  return success();
}

} // namespace mlir::relax
