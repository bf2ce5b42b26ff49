// Options of relax-compile that contradict each other, the program or its
// target. Each is an error before time is spent: reading a large model takes
// seconds.
#include "CheckConfig.h"
#include "Relax/Transforms/Module/Libraries.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::relax {

static LogicalResult findStages(Location location, const CompileConfig &config,
                                StageRange &range) {
  auto &[first, end] = range;
  StringRef startAt = config.stages.startAt, stopAt = config.stages.stopAt;
  unsigned number = getStages().size();
  auto find = [&](StringRef option, StringRef name,
                  unsigned &result) -> LogicalResult {
    std::optional<Stage> stage = findStage(name);
    if (!stage)
      return emitError(location, "unknown stage \"")
             << name << "\" of --" << option
             << "; expected read, graph, kernel, schedule, memory, link, "
                "device, host or write";
    result = stage->number;
    return success();
  };
  first = 1;
  end = number + 1;
  if (startAt == "write")
    first = end;
  else if (!startAt.empty() && startAt != "read" &&
           failed(find("start-at", startAt, first)))
    return failure();
  if (config.emitsKernels())
    end = findStage("device")->number + 1;
  if (stopAt.empty() || stopAt == "write")
    return success();
  unsigned last = 0;
  if (stopAt != "read" && failed(find("stop-at", stopAt, last)))
    return failure();
  end = last + 1;
  // Nothing would run, and the output would be the input under another name.
  if (startAt != "read" && !startAt.empty() && end <= first)
    return emitError(location, "expected --stop-at=")
           << stopAt << " to name the stage of --start-at=" << startAt
           << " or a later one; nothing would be run";
  return success();
}

// Storage is planned by one stage, and lowered by a later one.
static LogicalResult checkMemoryReport(Location location,
                                       const StageRange &range,
                                       const CompileConfig &config) {
  if (config.output.memoryReport.empty() ||
      range.contains(*findStage("memory")))
    return success();
  return emitError(location,
                   "--memory-report tells what the memory stage plans, "
                   "expected it among the stages that are run; see "
                   "--start-at and --stop-at");
}

// Which kinds of output contradict the other options.
static LogicalResult checkOutput(Location location,
                                 const CompileConfig &config) {
  const OutputConfig &output = config.output;
  if (output.optLevel > 3)
    return emitError(location, "expected an optimization level of 0 to "
                               "3, found ")
           << output.optLevel;
  if (!output.kernelReport.empty() && config.getEmit() != Emit::Cubin)
    return emitError(location, "--kernel-report tells of machine code of "
                               "a GPU, expected --emit=cubin");
  bool isStopped = !config.stages.stopAt.empty();
  if (isStopped && output.emit != Emit::FromName && output.emit != Emit::MLIR)
    return emitError(location, "--stop-at writes the MLIR of its stage, "
                               "expected no --emit, or --emit=mlir");
  std::optional<Emit> named = getNamedEmit(output.path);
  bool hasExtension = llvm::sys::path::has_extension(output.path);
  if (isStopped && output.emit == Emit::FromName && hasExtension && named &&
      *named != Emit::MLIR)
    return emitError(location, "--stop-at writes the MLIR of its stage, "
                               "expected --emit=mlir, or the output \"")
           << output.path << "\" to end in .mlir";
  StringRef extension = llvm::sys::path::extension(config.inputPath);
  // Found before anything is read: reading a large model takes seconds.
  if (!config.read.inputShapes.empty() && extension.starts_with(".mlir"))
    return emitError(
        location, "--input-shape is for inputs of ONNX models, expected none "
                  "for a module, whose types say what its functions take");
  if (!isStopped && output.emit == Emit::FromName && !named)
    return emitError(location, "the extension of the output \"")
           << output.path
           << "\" says nothing; expected .so, .o, .s, .ll, .mlir, .mlirbc, "
              ".ptx or .cubin, or say what to write with --emit";
  return success();
}

// A library computes on the processor or on a GPU; kernels that are emulated
// have no memory of a GPU.
static LogicalResult checkPlace(Location location, StringRef option,
                                bool isOnDevice, TargetAttr target) {
  if (isOnDevice == (target.isGPU() && !target.isEmulated()))
    return success();
  InFlightDiagnostic error = emitError(location) << option << " computes on ";
  if (!isOnDevice)
    return error << "the processor, expected --target=cpu, found \""
                 << target.getChip() << "\"; leave it out";
  return error << "a GPU, expected a chip as in --target=sm_90, without "
                  "--emulate; leave it out";
}

// Libraries know operators only.
static LogicalResult checkLibrary(Location location, const StageRange &range,
                                  TargetAttr target,
                                  const CompileConfig &config) {
  const StageConfig &stages = config.stages;
  if (stages.libraries.empty() && stages.libraryPatterns.empty())
    return success();
  std::string option = "--library-patterns=" + stages.libraryPatterns;
  if (!stages.libraryPatterns.empty() &&
      failed(checkPlace(location, option, /*isOnDevice=*/false, target)))
    return failure();
  for (const std::string &name : stages.libraries) {
    option = "--library=" + name;
    // Who finds no such library says so.
    const Library *library = findLibrary(name);
    if (library &&
        failed(checkPlace(location, option, library->has(OnDevice), target)))
      return failure();
  }
  if (!range.contains(*findStage("graph")))
    return emitError(location)
           << option
           << " takes operators, which the graph stage is the last to have "
              "whole, expected it among the stages that are run; see "
              "--start-at and --stop-at";
  return success();
}

// Types are chosen for operators.
static LogicalResult checkPrecision(Location location, const StageRange &range,
                                    const CompileConfig &config) {
  StringRef precision = config.stages.precision;
  if (precision.empty())
    return success();
  if (precision != "f16" && precision != "bf16")
    return emitError(location, "expected --precision=f16 or bf16, found ")
           << precision;
  if (range.contains(*findStage("graph")))
    return success();
  return emitError(location, "--precision=")
         << precision
         << " chooses types of operators, which the graph stage is the last to "
            "have whole, expected it among the stages that are run; see "
            "--start-at and --stop-at";
}

// Which kinds of output are none of the target's.
static LogicalResult checkKernels(Location location, TargetAttr target,
                                  const CompileConfig &config) {
  if (!config.emitsKernels())
    return success();
  if (!target.isGPU())
    return emitError(location,
                     "PTX and cubins are code of a GPU, expected one; "
                     "name it, as in --target=sm_90");
  if (target.isEmulated())
    return emitError(location, "PTX and cubins are code of a GPU, "
                               "expected no --emulate; leave it out");
  return success();
}

// The run time knows the features of x86 only, and what is not a library has no
// place for a choice.
static LogicalResult checkVersions(Location location,
                                   const CompileConfig &config) {
  ArrayRef<std::string> versions = config.output.versions;
  if (versions.empty())
    return success();
  auto reject = [&](const Twine &expected) {
    return emitError(location, "several CPUs of --mcpu are versions that are "
                               "chosen from when a library is loaded, ")
           << expected;
  };
  if (config.getEmit() != Emit::SharedLibrary)
    return reject("expected an output in .so, found \"" + config.output.path +
                  "\"; name one CPU");
  llvm::Triple triple(config.target.triple.empty()
                          ? llvm::sys::getProcessTriple()
                          : config.target.triple);
  if (triple.getArch() != llvm::Triple::x86_64)
    return reject("expected x86-64, found " + triple.str() + "; name one CPU");
  if (!config.target.device.empty() && config.target.device != "cpu")
    return reject("expected --target=cpu, found " + config.target.device +
                  "; name one CPU");
  if (llvm::SmallSet<StringRef, 4>(versions.begin(), versions.end()).size() !=
      versions.size())
    return reject("expected each once, found " + llvm::join(versions, ","));
  return success();
}

LogicalResult checkConfig(Location location, const CompileConfig &config,
                          StageRange &range) {
  if (failed(checkOutput(location, config)) ||
      failed(checkVersions(location, config)) ||
      failed(findStages(location, config, range)) ||
      failed(checkPrecision(location, range, config)))
    return failure();
  return checkMemoryReport(location, range, config);
}

LogicalResult checkTarget(Location location, const StageRange &range,
                          TargetAttr target, const CompileConfig &config) {
  if (failed(checkKernels(location, target, config)))
    return failure();
  return checkLibrary(location, range, target, config);
}

} // namespace mlir::relax
