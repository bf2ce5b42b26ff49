// The options of relax-compile that build the target of a program.
//
// Later stages read the program only. So an option that says something else
// than the program is an error: what the stages before did cannot be changed.
#include "TargetFlags.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Target/MakeTarget.h"

namespace mlir::relax {

llvm::cl::OptionCategory &getOptions() {
  static llvm::cl::OptionCategory category("relax-compile options");
  return category;
}

static llvm::cl::opt<std::string> target(
    "target",
    llvm::cl::desc("Machine to compile kernels for: \"cpu\" is the processor "
                   "(default; see --mcpu, --mattr and --mtriple), \"sm_90\" "
                   "and others are GPUs, \"native\" is this machine's GPU. A "
                   "program that says its target needs none of these"),
    llvm::cl::value_desc("machine"), llvm::cl::cat(getOptions()));
static llvm::cl::opt<bool> emulate(
    "emulate",
    llvm::cl::desc("Run the kernels of the GPU that --target names as loops of "
                   "the processor"),
    llvm::cl::cat(getOptions()));
static llvm::cl::opt<bool>
    tf32("tf32",
         llvm::cl::desc("Let tensor cores multiply f32, rounded to 10 mantissa "
                        "bits; for GPUs from sm_80 on"),
         llvm::cl::cat(getOptions()));
static llvm::cl::opt<bool> deviceTensors(
    "device-tensors",
    llvm::cl::desc("Let callers give and get tensors on the GPU that --target "
                   "names, unless the program places them elsewhere"),
    llvm::cl::cat(getOptions()));
static llvm::cl::opt<std::string>
    cpu("mcpu",
        llvm::cl::desc("CPU to compile for (default: native, or the plainest "
                       "one of another machine's triple)"),
        llvm::cl::cat(getOptions()));
static llvm::cl::opt<std::string>
    features("mattr", llvm::cl::desc("CPU features to add or drop"),
             llvm::cl::value_desc("+a,-b"), llvm::cl::cat(getOptions()));
static llvm::cl::opt<std::string>
    triple("mtriple",
           llvm::cl::desc("Machine to compile for (default: this): of x86, "
                          "AArch64 or RISC-V"),
           llvm::cl::cat(getOptions()));

FailureOr<TargetAttr> readTargetFlags(Location location) {
  TargetRequest request;
  request.device = target;
  request.cpu = cpu;
  request.features = features;
  request.triple = triple;
  request.isEmulated = emulate;
  return makeTarget(location, request);
}

// What the host is with features of `--mattr` added; null where there is none.
// Written as the difference to the CPU, so that `--mattr` of a feature that
// the program has already is no contradiction.
static TargetAttr addFeatures(Location location, TargetAttr host) {
  TargetRequest request;
  request.cpu = host.getCpu().str();
  request.triple = host.getTriple().str();
  request.features = host.getFeatures().str() +
                     (host.getFeatures().empty() ? "" : ",") + features;
  FailureOr<TargetAttr> more = makeTarget(location, request);
  return succeeded(more) ? *more : TargetAttr();
}

// The first option that names something else than a program's target.
static std::string findContradiction(Location location, TargetAttr flags,
                                     TargetAttr own) {
  bool isGiven = target.getNumOccurrences() > 0;
  if (isGiven &&
      (flags.isGPU() != own.isGPU() || flags.getChip() != own.getChip()))
    return "--target=" + target;
  if (emulate && !own.isEmulated())
    return "--emulate";
  TargetAttr host = own.isGPU() ? own.getHost() : own;
  // A target of a GPU may come without a host, and says nothing then.
  TargetAttr wanted = flags.isGPU() ? flags.getHost() : flags;
  if (!host)
    return {};
  if (!triple.empty() && wanted.getTriple() != host.getTriple())
    return "--mtriple=" + triple;
  if (!cpu.empty() && wanted.getCpu() != host.getCpu())
    return "--mcpu=" + cpu;
  if (features.empty())
    return {};
  TargetAttr more = addFeatures(location, host);
  return !more || more.getFeatures() != host.getFeatures()
             ? "--mattr=" + features
             : std::string();
}

// What is wanted of code for a GPU is wanted of one that has it.
// Asked of the target that the program has, since the option may come with a
// program that names none.
static LogicalResult checkWishes(Location location, TargetAttr own) {
  if (emulate && !own.isGPU())
    return emitError(location, "--emulate runs kernels of a GPU on the "
                               "host; name one, as in --target=sm_90");
  if (tf32 && !own.isGPU())
    return emitError(location, "--tf32 is for products on a GPU; name one, as "
                               "in --target=sm_90");
  if (tf32 && !own.hasMatrix(Float32Type::get(own.getContext())))
    return emitError(location, "--tf32 lets tensor cores multiply f32, which "
                               "GPUs do from sm_80 on, but the target is ")
           << own.getMachine() << "; leave it out";
  if (deviceTensors && (!own.isGPU() || own.isEmulated()))
    return emitError(location, "--device-tensors are on a GPU; name one, as in "
                               "--target=sm_90, without --emulate");
  return success();
}

// Writes down what is wanted, for the stage that asks for it.
static LogicalResult setWish(ModuleOp module, const llvm::cl::opt<bool> &wish,
                             StringRef name, StringRef asking, unsigned first) {
  if (!wish || module->hasAttr(name))
    return success();
  // Only a stage that has not run can still hear of it. Setting it later would
  // be silently without effect.
  if (first > findStage(asking)->number)
    return emitError(UnknownLoc::get(module.getContext()), "--")
           << wish.ArgStr << " is asked for by the stage \"" << asking
           << "\", which has run; go on from a program before it";
  module->setAttr(name, UnitAttr::get(module.getContext()));
  return success();
}

FailureOr<TargetAttr> settleTarget(ModuleOp module, TargetAttr flags,
                                   unsigned first) {
  Location location = UnknownLoc::get(module.getContext());
  FailureOr<TargetAttr> said = readTarget(module);
  if (failed(said))
    return failure();
  TargetAttr own = *said ? *said : flags;
  if (*said) {
    std::string flag = findContradiction(location, flags, own);
    if (!flag.empty())
      return emitError(location)
             << flag << " contradicts the target of the program, " << own
             << "; leave the option out, or compile a program that does "
                "not say it";
    // After the host stage the program says `llvm.target`, and a second target
    // could differ from it.
  } else if (first <= findStage("host")->number) {
    module->setAttr(kTargetName, flags);
  }
  if (failed(checkWishes(location, own)) ||
      failed(setWish(module, tf32, kAllowTF32Name, "schedule", first)) ||
      failed(
          setWish(module, deviceTensors, kDeviceTensorsName, "kernel", first)))
    return failure();
  return own;
}

} // namespace mlir::relax
