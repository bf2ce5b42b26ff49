// Reads the command line: --name=value or --name value.
#include "Arguments.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace relax::run {

const char *const helpText =
    R"(relax-run: call a function of a compiled module.

  relax-run MODULE [--function=main] [--input=VALUE]... [options]

MODULE is a shared library made by relax-compile; a .mlir, .mlirbc or .onnx file
is compiled first, by the relax-compile beside this program.

  --function=NAME        function to call (default: main)
  --input=VALUE          value of the next parameter
  --weights=FILE.safetensors
                         values of the parameters without --input whose names
                         are in the file; of a tensor that is spread over
                         workers each reads its part alone
  --random[=SEED]        random values for the other parameters
  --dims=n=4,m=8         sizes of the symbolic dims of random values
  --output=@FILE.npy     where the next output goes; "-" prints it
  --output-dir=DIR       write every output to DIR/output-N.npy
  --expected_output=VALUE  compare the next output; a difference is an error
  --tolerance=X          largest difference, relative to the largest value
                         (default: 1e-4)
  --compare-with=onnxruntime
                         of an ONNX model: name the first node whose result
                         differs from ONNX Runtime's, and write its inputs into
                         --output-dir (default: MODEL-compared); inputs that are
                         not given are random
  --repeat=N             call N times more and print the latency
  --asynchronous         let the calls of --repeat wait for the GPU once, all
                         together, and print what one takes then
  --graphs               launch the kernels of a call that comes again as one
                         graph of CUDA
  --profile              print which kernels the time goes to: of the --repeat
                         calls, else of the one; a shared library has to be
                         compiled with relax-compile --profile
  --trace=FILE.json      write each run of a kernel, for ui.perfetto.dev
  --load=LIBRARY.so      load a library first, whose constructors register
                         external functions; may be given several times
  --custom-op=RULE       what an operator gives that an ONNX model calls and
                         nobody knows, as relax-compile takes it; may be given
                         several times
  --nccl                 let the processes of a launcher, each with a GPU of its
                         own, exchange what is on it by NCCL
  --threads=N            threads (default: one a core)
  --calls=FILE           make many calls in one process: each line is a title, a
                         tab, and the module and options of a call, without
                         blanks in them; says of each whether it passed
  --list                 print the functions and their types, call nothing
  --quiet                print no output
  --version              print the version of the run-time library inside

A VALUE is one of
  @FILE.npy              the array in a file
  2x3xf32=1 2 3 4 5 6    elements in row-major order; [ ] and , are blanks
  2x3xf32=1.5            one value for all elements
  2x3xf32                zeros
  i64=7                  a scalar
Under a launcher of MPI, as in `mpirun -n 4 relax-run ...`, the processes run one
program together; "{rank}" in any word is the number of each, from 0, and the
first one prints.
Element types: f16 f32 f64 bf16, i8 i16 i32 i64, ui8 ui16 ui32 ui64, bool.
)";

// strtoll and not stoll, which throws for both reasons without telling them
// apart, and accepts what follows the number.
int64_t parseInteger(const std::string &option, const std::string &text,
                     int64_t least) {
  errno = 0;
  char *end = nullptr;
  long long value = std::strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end || errno || value < least)
    throw Failure(option + ": expected an integer of at least " +
                  std::to_string(least) + ", found \"" + text + "\"");
  return value;
}

static double parseTolerance(const std::string &text) {
  char *end = nullptr;
  double value = std::strtod(text.c_str(), &end);
  // Written so that NaN is rejected.
  if (text.empty() || *end || !(value >= 0))
    throw Failure("--tolerance: expected a number of at least 0, found \"" +
                  text + "\"");
  return value;
}

static void parseDims(const std::string &text, DimSizes &dims) {
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find(',', begin), text.size());
    std::string entry = text.substr(begin, end - begin);
    size_t equals = entry.find('=');
    if (equals == 0 || equals == std::string::npos)
      throw Failure("--dims: expected NAME=SIZE, found \"" + entry + "\"");
    std::string name = entry.substr(0, equals);
    dims[name] = parseInteger("--dims=" + name, entry.substr(equals + 1), 0);
    begin = end + 1;
  }
}

// Sets the option without a value; false if there is none of that name.
static bool setFlag(Arguments &arguments, const std::string &name) {
  if (name == "--help" || name == "-h")
    arguments.isHelp = true;
  else if (name == "--list")
    arguments.isList = true;
  else if (name == "--quiet")
    arguments.isQuiet = true;
  else if (name == "--random")
    arguments.random.isWanted = true;
  else if (name == "--nccl" && arguments.program == "relax-run")
    arguments.resources.usesNccl = true;
  else if (name == "--profile" && arguments.program == "relax-run")
    arguments.measured.isProfiled = true;
  else if (name == "--asynchronous" && arguments.program == "relax-run")
    arguments.measured.isAsynchronous = true;
  else if (name == "--graphs" && arguments.program == "relax-run")
    arguments.measured.usesGraphs = true;
  else
    return false;
  return true;
}

// What has no --input is drawn then.
static void setReference(Arguments &arguments, const std::string &value) {
  if (value != "onnxruntime")
    throw Failure("--compare-with: expected \"onnxruntime\", found \"" + value +
                  "\"");
  arguments.comparison.reference = value;
  arguments.random.isWanted = true;
}

// Sets the option with a value; false if there is none of that name.
static bool setOption(Arguments &arguments, const std::string &name,
                      const std::string &value) {
  if (name == "--function")
    arguments.function = value;
  else if (name == "--input")
    arguments.inputs.push_back(value);
  else if (name == "--weights" && arguments.program == "relax-run")
    arguments.weights = value;
  else if (name == "--output")
    arguments.outputs.push_back(value);
  else if (name == "--output-dir")
    arguments.outputFolder = value;
  else if (name == "--expected_output" || name == "--expected-output")
    arguments.comparison.expected.push_back(value);
  else if (name == "--compare-with" && arguments.program == "relax-run")
    setReference(arguments, value);
  else if (name == "--load" && arguments.program == "relax-run")
    arguments.custom.libraries.push_back(value);
  else if (name == "--custom-op" && arguments.program == "relax-run")
    arguments.custom.rules.push_back(value);
  else if (name == "--calls" && arguments.program == "relax-run")
    arguments.calls = value;
  else if (name == "--trace" && arguments.program == "relax-run")
    arguments.measured.trace = value;
  else if (name == "--dims")
    parseDims(value, arguments.random.dims);
  else if (name == "--tolerance")
    arguments.comparison.tolerance = parseTolerance(value);
  else if (name == "--repeat")
    arguments.measured.repeat = parseInteger(name, value, 1);
  else if (name == "--threads")
    arguments.resources.threads = parseInteger(name, value, 0);
  else
    return false;
  return true;
}

static void readOption(Arguments &arguments, const std::string &word,
                       const char *next, int &index) {
  if (setFlag(arguments, word))
    return;
  size_t equals = word.find('=');
  std::string name = word.substr(0, equals);
  // A value is optional for this option alone, so it is never the next word.
  if (name == "--random" && equals != std::string::npos) {
    arguments.random.isWanted = true;
    arguments.random.seed = parseInteger(name, word.substr(equals + 1), 0);
    return;
  }
  std::string value = equals != std::string::npos ? word.substr(equals + 1)
                      : next                      ? next
                                                  : "";
  if (equals == std::string::npos && !next)
    throw Failure("option " + name + " is unknown or lacks its value; see " +
                  arguments.program + " --help");
  if (!setOption(arguments, name, value))
    throw Failure("option " + name + " is unknown; see " + arguments.program +
                  " --help");
  if (equals == std::string::npos)
    ++index;
}

Arguments parseArguments(int count, const char *const *words,
                         const std::string &program) {
  Arguments arguments;
  arguments.program = program;
  for (int i = 1; i < count; ++i) {
    std::string word = words[i];
    if (word.size() > 1 && word[0] == '-') {
      readOption(arguments, word, i + 1 < count ? words[i + 1] : nullptr, i);
      continue;
    }
    if (!arguments.module.empty())
      throw Failure("expected one module, found \"" + arguments.module +
                    "\" and \"" + word + "\"");
    arguments.module = word;
  }
  if (arguments.module.empty() && arguments.calls.empty() && !arguments.isHelp)
    throw Failure("expected a module; see " + program + " --help");
  if (arguments.measured.isAsynchronous && arguments.measured.repeat == 1)
    throw Failure("--asynchronous is of calls that wait together, expected "
                  "--repeat=N of at least 2");
  return arguments;
}

} // namespace relax::run
