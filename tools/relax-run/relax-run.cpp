// Calls a function of a compiled module with values from the command line.
#include "AccuracyDebug.h"
#include "Arguments.h"
#include "Inputs.h"
#include "Latency.h"
#include "Outputs.h"
#include "Profile.h"
#include "Workers.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <memory>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

using relax::run::Arguments;
using relax::run::Failure;
using relax::run::Tensor;
using relax::run::Workers;

namespace {

/// Where a module comes from, and how it is compiled if that is a source.
struct Source {
  std::string path;
  std::vector<std::string> customOps;
  bool isProfiled = false;

  explicit Source(const Arguments &arguments);
  Source() = default;
  bool operator==(const Source &other) const {
    return path == other.path && customOps == other.customOps &&
           isProfiled == other.isProfiled;
  }

  /// Whether it is to be compiled.
  bool isProgram() const;
  /// The words of the command that makes the library `target` of it.
  std::vector<std::string> getCommand(const std::string &target) const;
};

/// A context and a module, ended in the right order.
struct Session {
  RelaxContext *context = relax_context_create();
  RelaxModule *module = nullptr;
  /// What the module was loaded from.
  Source source;
  Session() {
    if (!context)
      throw Failure("out of memory");
  }
  ~Session() {
    relax_module_destroy(module);
    relax_context_destroy(context);
  }
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;
};

/// A folder with one file, for its owner alone, removed at the end and when a
/// signal ends the program. One at a time.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder() {
    listen(SIG_DFL);
    remove();
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// Name of the file.
  const std::string &getModule() const { return module; }

  /// The process that fills it, 0 if none does.
  static volatile pid_t child;

private:
  static void listen(void (*handler)(int));
  static void end(int signal);
  static void remove();

  // What a handler of signals may read.
  static std::string path, module;
};

std::string TemporaryFolder::path, TemporaryFolder::module;
volatile pid_t TemporaryFolder::child = 0;

} // namespace

void TemporaryFolder::remove() {
  unlink(module.c_str());
  rmdir(path.c_str());
}

// The child removes what it has begun beside the file.
void TemporaryFolder::end(int signal) {
  if (pid_t process = child) {
    kill(process, signal);
    waitpid(process, nullptr, 0);
  }
  remove();
  listen(SIG_DFL);
  raise(signal);
}

// Signals that are ignored, as after nohup, stay so.
void TemporaryFolder::listen(void (*handler)(int)) {
  for (int signal : {SIGHUP, SIGINT, SIGTERM})
    if (std::signal(signal, handler) == SIG_IGN)
      std::signal(signal, SIG_IGN);
}

TemporaryFolder::TemporaryFolder() {
  const char *base = std::getenv("TMPDIR");
  path = std::string(base && *base ? base : "/tmp") + "/relax-run-XXXXXX";
  if (!mkdtemp(path.data()))
    throw Failure("cannot make the folder '" + path +
                  "': " + std::strerror(errno));
  module = path + "/module.so";
  listen(end);
}

static bool endsWith(const std::string &text, const std::string &end) {
  return text.size() > end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

static bool isModel(const std::string &path) {
  return endsWith(path, ".onnx") || endsWith(path, ".onnxtxt") ||
         endsWith(path, ".onnxtext");
}

Source::Source(const Arguments &arguments)
    : path(arguments.module), customOps(arguments.custom.rules),
      isProfiled(arguments.measured.wantsProfile()) {
  if (!customOps.empty() && !isModel(path))
    throw Failure("--custom-op: expected an ONNX model, found '" + path +
                  "'; a module says itself what its calls give");
}

bool Source::isProgram() const {
  return endsWith(path, ".mlir") || endsWith(path, ".mlirbc") || isModel(path);
}

std::vector<std::string> Source::getCommand(const std::string &target) const {
  std::vector<std::string> words = {relax::run::findFolder() + "relax-compile",
                                    path, "-o", target};
  for (const std::string &rule : customOps)
    words.push_back("--custom-op=" + rule);
  if (isProfiled)
    words.emplace_back("--profile");
  return words;
}

static void compile(const Source &source, const std::string &target) {
  std::vector<std::string> words = source.getCommand(target);
  // Made before the fork: behind it a child of threads may not allocate.
  std::vector<char *> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = fork();
  if (child < 0)
    throw Failure(std::string("cannot start relax-compile: ") +
                  std::strerror(errno));
  if (child == 0) {
    execvp(pointers[0], pointers.data());
    std::fprintf(stderr, "cannot start '%s': %s\n", pointers[0],
                 std::strerror(errno));
    _exit(127);
  }
  TemporaryFolder::child = child;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  TemporaryFolder::child = 0;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Failure("cannot compile '" + source.path + "'");
}

static void load(Session &session, const Source &source) {
  if (session.module && session.source == source)
    return;
  relax_module_destroy(session.module);
  session.module = nullptr;
  session.source = source;
  if (!source.isProgram()) {
    relax::run::check(session.context,
                      relax_module_load(session.context, source.path.c_str(),
                                        &session.module));
    return;
  }
  // The library stays mapped after its file is gone.
  TemporaryFolder folder;
  compile(source, folder.getModule());
  if (relax_module_load(session.context, folder.getModule().c_str(),
                        &session.module))
    throw Failure("cannot load what relax-compile made of '" + source.path +
                  "': " + relax_context_error(session.context));
}

static void listFunctions(const RelaxModule *module) {
  for (int32_t i = 0; i < relax_module_num_functions(module); ++i) {
    const RelaxFunctionDescriptor &function = *relax_module_function(module, i);
    std::string line = std::string(function.name) + "(";
    for (int32_t p = 0; p < function.num_params; ++p) {
      const char *name = function.params[p].name;
      line += p ? ", " : "";
      line += name && *name ? std::string(name) + ": " : "";
      line += relax::run::typeText(function.params[p]);
    }
    line += ") -> (";
    for (int32_t r = 0; r < function.num_results; ++r)
      line += (r ? ", " : "") + relax::run::typeText(function.results[r]);
    std::printf("%s)\n", line.c_str());
  }
}

// Moves tensors to where a parameter is, or to the CPU, so that calls take them
// without a copy and everybody can read them.
static void move(Session &session, Tensor &tensor, int32_t device) {
  const DLTensor *source = relax_tensor_dl(tensor.get());
  int32_t type = device > 0 ? kDLCUDA : kDLCPU;
  if (source->device.device_type == type)
    return;
  RelaxTensor *moved = nullptr;
  relax::run::check(session.context, relax_tensor_to_device(
                                         session.context, source, type,
                                         device > 0 ? device - 1 : 0, &moved));
  tensor = Tensor(moved);
}

static std::vector<Tensor> call(Session &session,
                                const RelaxFunctionDescriptor &function,
                                const std::vector<Tensor> &inputs) {
  std::vector<const DLTensor *> views;
  views.reserve(inputs.size());
  for (const Tensor &input : inputs)
    views.push_back(relax_tensor_dl(input.get()));
  std::vector<RelaxTensor *> raw(size_t(function.num_results));
  relax::run::check(session.context,
                    relax_function_invoke(session.context, session.module,
                                          &function, views.data(),
                                          int32_t(views.size()), raw.data(),
                                          int32_t(raw.size())));
  return {raw.begin(), raw.end()};
}

static void measure(Session &session, const RelaxFunctionDescriptor &function,
                    const std::vector<Tensor> &inputs, int64_t repeat) {
  std::vector<double> seconds;
  for (int64_t i = 0; i < repeat; ++i) {
    auto begin = std::chrono::steady_clock::now();
    call(session, function, inputs);
    seconds.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
            .count());
  }
  std::printf("%s\n", relax::run::describeLatency(seconds).c_str());
}

// The device works while the next calls are made, as a program uses it.
static void measureTogether(Session &session,
                            const RelaxFunctionDescriptor &function,
                            const std::vector<Tensor> &inputs, int64_t repeat) {
  auto setAsynchronous = [context = session.context](bool isOn) {
    relax::run::check(context, relax_context_set_asynchronous(context, isOn));
  };
  setAsynchronous(true);
  auto begin = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < repeat; ++i)
    call(session, function, inputs);
  setAsynchronous(false); // waits for all
  std::chrono::nanoseconds time = std::chrono::steady_clock::now() - begin;
  std::printf("%lld calls together in ms: each %.4f\n", (long long)repeat,
              double(time.count()) * 1e-6 / double(repeat));
}

// The calls that count: those of --repeat, which find all warm, else the one.
static std::vector<Tensor> callAll(Session &session,
                                   const RelaxFunctionDescriptor &function,
                                   const std::vector<Tensor> &inputs,
                                   const Arguments &arguments) {
  auto setProfile = [&](bool isOn) {
    if (arguments.measured.wantsProfile())
      relax::run::check(session.context,
                        relax_context_set_profile(session.context, isOn));
  };
  relax_context_set_graphs(session.context, arguments.measured.usesGraphs);
  bool isRepeated = arguments.measured.repeat > 1;
  setProfile(!isRepeated);
  std::vector<Tensor> outputs = call(session, function, inputs);
  if (isRepeated) {
    setProfile(true);
    (arguments.measured.isAsynchronous ? measureTogether : measure)(
        session, function, inputs, arguments.measured.repeat);
  }
  setProfile(false);
  return outputs;
}

// Kernels that say nothing look like a program without any, as one that only
// passes its inputs on: the error names the usual reason.
static void giveProfile(Session &session, const Arguments &arguments) {
  if (!arguments.measured.wantsProfile())
    return;
  int64_t number = 0;
  const RelaxProfileEvent *events =
      relax_context_profile(session.context, &number);
  if (number == 0)
    throw Failure("expected runs of kernels to profile, found none; compile "
                  "the module with relax-compile --profile");
  std::vector<RelaxProfileEvent> profile(events, events + number);
  if (arguments.measured.isProfiled) {
    relax::run::Peaks peaks{};
    relax::run::check(session.context,
                      relax_context_measure_peaks(session.context, &peaks.flops,
                                                  &peaks.bytes));
    std::fputs(relax::run::describeProfile(profile, peaks).c_str(), stdout);
  }
  if (!arguments.measured.trace.empty())
    relax::run::writeTrace(profile, arguments.measured.trace);
}

// They stay: what they have registered may be called until the end.
static void loadLibraries(const Arguments &arguments) {
  for (const std::string &name : arguments.custom.libraries) {
    // Without a slash the loader would search the folders of the system.
    std::string path = name.find('/') == std::string::npos ? "./" + name : name;
    if (!dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL))
      throw Failure("--load: expected a library, found '" + name +
                    "': " + dlerror());
  }
}

// Workers join when the module is there: a process that MPI runs in does not
// fork well, and compiling a source forks.
static void run(Session &session, Workers &workers,
                const Arguments &arguments) {
  loadLibraries(arguments);
  relax::run::check(
      session.context,
      relax_context_set_num_threads(
          session.context,
          int32_t(std::min<int64_t>(arguments.resources.threads, INT32_MAX))));
  load(session, Source(arguments));
  if (arguments.isList) {
    listFunctions(session.module);
    return;
  }
  const RelaxFunctionDescriptor *function =
      relax_module_find(session.module, arguments.function.c_str());
  if (!function)
    throw Failure("expected a function of the module, found '" +
                  arguments.function + "'; see relax-run --list");
  relax::run::checkOutputs(arguments, size_t(function->num_results));
  workers.serve(session.context, arguments.resources.usesNccl);
  std::vector<Tensor> inputs = relax::run::makeInputs(
      {session.context, session.module, workers.getRank()}, *function,
      arguments);
  auto known = std::min(inputs.size(), size_t(function->num_params));
  for (size_t i = 0; i < known; ++i)
    move(session, inputs[i], function->params[i].device);
  if (!arguments.comparison.reference.empty())
    relax::run::writeInputs(session.context, inputs, arguments);
  std::vector<Tensor> outputs = callAll(session, *function, inputs, arguments);
  giveProfile(session, arguments);
  for (Tensor &output : outputs)
    move(session, output, 0);
  relax::run::giveOutputs(session.context, outputs, arguments);
  if (!arguments.comparison.reference.empty())
    relax::run::debugAccuracy(arguments);
  relax::run::compareOutputs(session.context, outputs, arguments);
}

// The words of a line, of which none has a blank.
static Arguments parseLine(const std::string &line) {
  std::istringstream stream(line);
  std::vector<std::string> words = {"relax-run"};
  for (std::string word; stream >> word;)
    words.push_back(word);
  std::vector<const char *> pointers;
  pointers.reserve(words.size());
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  Arguments arguments = relax::run::parseArguments(
      int(pointers.size()), pointers.data(), "relax-run");
  if (!arguments.comparison.reference.empty())
    throw Failure("--calls: expected calls without --compare-with, which ends "
                  "the process; run that one by itself");
  return arguments;
}

// Makes the calls of a file. After a failure the next one begins with another
// context. A fault on a device ends all that the process could do there: who
// has started it goes on behind the call with another one.
static void runCalls(const std::string &path, Workers &workers) {
  std::ifstream file(path);
  if (!file)
    throw Failure("cannot read '" + path + "': " + std::strerror(errno));
  auto session = std::make_unique<Session>();
  int64_t failed = 0, number = 0;
  for (std::string line; std::getline(file, line);) {
    size_t tab = line.find('\t');
    if (tab == std::string::npos)
      continue;
    std::string title = line.substr(0, tab);
    ++number;
    try {
      run(*session, workers, parseLine(line.substr(tab + 1)));
      std::printf("passed %s\n", title.c_str());
    } catch (const relax::run::DeviceLost &lost) {
      std::printf("FAILED %s: %s\n", title.c_str(), lost.what());
      std::fflush(stdout);
      throw;
    } catch (const std::exception &exception) {
      std::printf("FAILED %s: %s\n", title.c_str(), exception.what());
      ++failed;
      session = std::make_unique<Session>();
    }
    std::fflush(stdout);
  }
  std::printf("%lld calls passed, %lld failed\n",
              static_cast<long long>(number - failed),
              static_cast<long long>(failed));
  if (failed)
    throw Failure(std::to_string(failed) + " of " + std::to_string(number) +
                  " calls failed");
}

// The line is that of the other tools; none of MLIR is in here.
static bool answerVersion(int argc, char **argv) {
  if (argc != 2 || std::string(argv[1]) != "--version")
    return false;
  std::printf("relax-run (relax-mlir) %s\n", relax_version());
  return true;
}

// The first worker speaks for all: outputs of the others go to files alone.
static Arguments parseWords(const Workers &workers, int argc, char **argv) {
  std::vector<std::string> words = workers.fill(argc, argv);
  std::vector<const char *> pointers;
  pointers.reserve(words.size());
  for (const std::string &word : words)
    pointers.push_back(word.c_str());
  Arguments arguments =
      relax::run::parseArguments(argc, pointers.data(), "relax-run");
  if (workers.getRank() != 0) {
    arguments.isQuiet = true;
    // Lists, times and tables, too.
    if (!std::freopen("/dev/null", "w", stdout))
      throw Failure("cannot write to /dev/null");
  }
  if (!arguments.comparison.reference.empty())
    relax::run::prepareComparison(arguments);
  return arguments;
}

int main(int argc, char **argv) {
  if (answerVersion(argc, argv))
    return 0;
  Workers workers;
  workers.supervise();
  try {
    Arguments arguments = parseWords(workers, argc, argv);
    if (arguments.isHelp)
      std::fputs(relax::run::helpText, stdout);
    else if (!arguments.calls.empty())
      runCalls(arguments.calls, workers);
    else {
      Session session;
      run(session, workers, arguments);
    }
    if (std::fflush(stdout) != 0)
      throw Failure("cannot write to standard output");
    return 0;
  } catch (const relax::run::DeviceLost &lost) {
    workers.fail(lost.what());
    return relax::run::DeviceLost::kExitStatus;
  } catch (const std::bad_alloc &) {
    workers.fail("out of memory");
  } catch (const std::exception &exception) {
    workers.fail(exception.what());
  }
  return 1;
}
