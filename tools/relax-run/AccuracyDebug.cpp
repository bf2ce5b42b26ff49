// Hands a call to the program that finds the node at fault.
// That one is in Python, where ONNX Runtime and what edits models are; inputs
// are read and drawn here, as for every call.
#include "AccuracyDebug.h"
#include "relax_npy.h"

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace relax::run {

std::string findFolder() {
  char self[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", self, sizeof(self));
  if (length <= 0 || length == ssize_t(sizeof(self)))
    return "";
  std::string path(self, size_t(length));
  return path.substr(0, path.rfind('/') + 1);
}

void prepareComparison(Arguments &arguments) {
  const std::string end = ".onnx", &model = arguments.module;
  if (model.size() <= end.size() ||
      model.compare(model.size() - end.size(), end.size(), end) != 0)
    throw Failure("--compare-with: expected an ONNX model, found '" + model +
                  "'");
  if (arguments.outputFolder.empty()) {
    std::string name = model.substr(model.rfind('/') + 1);
    arguments.outputFolder =
        name.substr(0, name.size() - end.size()) + "-compared";
  }
  if (mkdir(arguments.outputFolder.c_str(), 0777) != 0 && errno != EEXIST)
    throw Failure("--compare-with: cannot make the folder '" +
                  arguments.outputFolder + "': " + std::strerror(errno));
}

void writeInputs(RelaxContext *context, const std::vector<Tensor> &inputs,
                 const Arguments &arguments) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::string path =
        arguments.outputFolder + "/input-" + std::to_string(i) + ".npy";
    check(context, relax_npy_write(context, path.c_str(),
                                   relax_tensor_dl(inputs[i].get())));
  }
}

void debugAccuracy(const Arguments &arguments) {
  std::string folder = findFolder();
  // The same compiler answers, whichever is on the path.
  if (!folder.empty())
    setenv("RELAX_MLIR_BUILD", (folder + "..").c_str(), 1);
  std::string program = folder + "relax-debug-accuracy";
  // In a wheel the commands of Python are in a folder of their own.
  if (access(program.c_str(), X_OK) != 0)
    program = "relax-debug-accuracy";
  char tolerance[64];
  std::snprintf(tolerance, sizeof(tolerance), "--tolerance=%.17g",
                arguments.comparison.tolerance);
  std::fflush(stdout);
  // Names may begin with a dash.
  execlp(program.c_str(), program.c_str(), tolerance, "--",
         arguments.module.c_str(), arguments.outputFolder.c_str(),
         static_cast<char *>(nullptr));
  throw Failure("--compare-with: cannot start '" + program + "': " +
                std::strerror(errno) + "; it comes with the wheel relax_mlir");
}

} // namespace relax::run
