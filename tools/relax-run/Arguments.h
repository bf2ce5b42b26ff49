// The command line of relax-run.
#ifndef RELAX_TOOLS_RUN_ARGUMENTS_H
#define RELAX_TOOLS_RUN_ARGUMENTS_H

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace relax::run {

/// What ends the program: its text goes to standard error, the exit code is 1.
class Failure : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Devices do nothing more for this process.
class DeviceLost : public Failure {
public:
  using Failure::Failure;

  /// The status of the process then.
  static constexpr int kExitStatus = 3;
};

/// Sizes of symbolic dims by name.
using DimSizes = std::map<std::string, int64_t>;

/// What is measured of calls.
struct Measured {
  /// How often to call; above 1 the latency is printed.
  int64_t repeat = 1;
  /// Whether those calls wait for a GPU once, all together.
  bool isAsynchronous = false;
  /// Whether launches that come again are asked for as graphs of CUDA.
  bool usesGraphs = false;
  /// Whether to print which kernels the time goes to.
  bool isProfiled = false;
  /// File for each run of a kernel; "" for none.
  std::string trace;

  /// Whether runs of kernels have to be noted.
  bool wantsProfile() const { return isProfiled || !trace.empty(); }
};

/// Whether and how inputs are drawn.
struct RandomInputs {
  bool isWanted = false;
  int64_t seed = 0;
  /// Sizes of symbolic dims.
  DimSizes dims;
};

/// What outputs are compared with.
struct Comparison {
  /// What each output should be.
  std::vector<std::string> expected;
  /// The largest difference allowed, relative to the largest value.
  double tolerance = 1e-4;
  /// Another program whose results of each node are compared; "" for none.
  std::string reference;
};

/// What calls run on.
struct Resources {
  /// Threads, 0 for one a core.
  int64_t threads = 0;
  /// Whether workers exchange what is on their GPUs by NCCL.
  bool usesNccl = false;
};

/// Functions from outside of a program.
struct CustomFunctions {
  /// Libraries that register some.
  std::vector<std::string> libraries;
  /// Rules of operators that are such, of a model that is compiled first.
  std::vector<std::string> rules;
};

/// What the user asked for.
struct Arguments {
  /// The program, as messages name it.
  std::string program;
  /// The compiled module, or a source that is compiled first.
  std::string module;
  /// A file with a call a line; "" for none. Then all else is of its lines.
  std::string calls;
  CustomFunctions custom;
  /// Function to call.
  std::string function = "main";
  /// A value for each parameter.
  std::vector<std::string> inputs;
  /// A file with values by the names of parameters; "" for none.
  std::string weights;
  /// Files for the outputs; the others are printed.
  std::vector<std::string> outputs;
  Comparison comparison;
  /// Folder that all outputs go to; "" for none.
  std::string outputFolder;
  RandomInputs random;
  /// What to find out of the calls.
  Measured measured;
  Resources resources;
  bool isHelp = false;
  bool isList = false;
  bool isQuiet = false;
};

/// The text of --help.
extern const char *const helpText;

/// Reads the command line of `program`; throws Failure.
Arguments parseArguments(int count, const char *const *words,
                         const std::string &program);

/// Reads an integer of at least `least`; throws Failure that names the option.
int64_t parseInteger(const std::string &option, const std::string &text,
                     int64_t least);

} // namespace relax::run

#endif // RELAX_TOOLS_RUN_ARGUMENTS_H
