// What the command line of relax-compile asks for.
#ifndef RELAX_TOOLS_RELAX_COMPILE_COMPILECONFIG_H
#define RELAX_TOOLS_RELAX_COMPILE_COMPILECONFIG_H

#include "Output.h"
#include "Program.h"
#include "TargetFlags.h"

namespace mlir::relax {

/// What is written, and how.
struct OutputConfig {
  std::string path;
  Emit emit = Emit::FromName;
  unsigned optLevel = 1;
  /// The program that links; empty for one that is found.
  std::string linker;
  /// Whether the library loads the run-time library by itself.
  bool linksRuntime = false;
  std::string kernelReport;
  /// Where it is said what memory calls take; empty for nowhere.
  std::string memoryReport;
  /// The descriptor's symbol, empty for the one that loaders look for, and the
  /// file that declares it for C, empty for none.
  std::string descriptorName, header;
  /// Whether kernels can be timed.
  bool isProfiled = false;
  /// The CPUs that a library has a version for, from the one with the fewest
  /// features; empty where there is one version.
  std::vector<std::string> versions;
  /// Where the time trace goes; empty for the output's name with an extension.
  std::optional<std::string> timeTrace;
};

/// The stages to run. An empty `stopAt` is the last one, an empty `startAt` the
/// first one.
struct StageConfig {
  std::string startAt, stopAt;
  /// The folder for what each stage makes; empty for none.
  std::string dumpFolder;
  /// The libraries that get what they compute, in front of the graph stage, and
  /// the file of patterns of what others get; empty for none.
  std::vector<std::string> libraries;
  std::string libraryPatterns;
  /// The type of floats that products are computed in, in front of the graph
  /// stage; empty for the program's.
  std::string precision;
  /// The file of schedules that relax-tune has found, in front of the schedule
  /// stage; empty for none.
  std::string database;
};

/// The options of one call of relax-compile, as `MlirOptMainConfig` has those
/// of mlir-opt: parsed once, then passed on.
struct CompileConfig {
  /// Ends the process on a wrong command line, as the parser of LLVM does.
  static CompileConfig parse(int argc, char **argv);

  Emit getEmit() const;
  /// Whether what is written is code of a device, and nothing of the host.
  bool emitsKernels() const;
  /// This configuration for each of the CPUs that `--mcpu` lists.
  std::vector<CompileConfig> getVersions() const;
  /// The command that goes on from the program before a stage: this one, with
  /// the program in place of its input.
  std::vector<std::string> getCommandFrom(StringRef stage) const;

  std::string inputPath;
  ReadOptions read;
  StageConfig stages;
  OutputConfig output;
  TargetFlags target;
  bool keepsRemarks = false;
  /// Whether each stage is a line on the error stream, also if that is a file.
  bool showsProgress = false;
  /// Whether the time of stages and passes is printed.
  bool isTimed = false;

private:
  /// The words of the command, without response files, and where two are.
  std::vector<std::string> words;
  unsigned inputPosition = 0, startPosition = 0;
};

} // namespace mlir::relax

#endif // RELAX_TOOLS_RELAX_COMPILE_COMPILECONFIG_H
