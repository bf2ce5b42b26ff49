// The options of relax-compile that build the target of a program.
//
// Later stages read the program only. So an option that says something else
// than the program is an error: what the stages before did cannot be changed.
#include "TargetFlags.h"
#include "Relax/Dialect/Relax/IR/DeviceCodeWishes.h"
#include "Relax/Pipelines/WholeStory.h"
#include "Relax/Support/GPUTarget.h"
#include "Relax/Target/MakeTarget.h"
#include "Relax/Target/NativeChip.h"

namespace mlir::relax {

// sm_90 is also the name of later chips' code, and without `wgmma`: products
// reach about 63 % of what an H100 or H200 can. Who is on one hardly wants
// that.
static void warnOfPlainChip(Location location, TargetAttr target) {
  if (!target.isGPU() || target.isEmulated() ||
      target.getChip().str() + "a" != GPUTarget::kWarpgroupChip)
    return;
  std::optional<NativeChip> native = askNativeChip();
  if (native && native->name == GPUTarget::kWarpgroupChip)
    emitWarning(location)
        << "the code is for " << target.getChip() << ", expected "
        << native->name << ", which the GPU of this machine "
        << "is: only then products are those of warpgroups; found --target="
        << target.getChip() << ", compile with --target=" << native->name
        << ", or --target=native";
}

FailureOr<TargetAttr> readTargetFlags(Location location,
                                      const TargetFlags &flags) {
  TargetRequest request;
  request.device = flags.device;
  request.cpu = flags.cpu;
  request.features = flags.features;
  request.triple = flags.triple;
  request.isEmulated = flags.emulate;
  FailureOr<TargetAttr> target = makeTarget(location, request);
  if (succeeded(target))
    warnOfPlainChip(location, *target);
  return target;
}

// What the host is with features of `--mattr` added; null where there is none.
// Written as the difference to the CPU, so that `--mattr` of a feature that
// the program has already is no contradiction.
static TargetAttr addFeatures(Location location, TargetAttr host,
                              StringRef features) {
  TargetRequest request;
  request.cpu = host.getCpu().str();
  request.triple = host.getTriple().str();
  request.features = host.getFeatures().str() +
                     (host.getFeatures().empty() ? "" : ",") + features.str();
  FailureOr<TargetAttr> more = makeTarget(location, request);
  return succeeded(more) ? *more : TargetAttr();
}

// The first option that names something else than a program's target.
static std::string findContradiction(Location location,
                                     const TargetFlags &flags, TargetAttr built,
                                     TargetAttr own) {
  if (!flags.device.empty() &&
      (built.isGPU() != own.isGPU() || built.getChip() != own.getChip()))
    return "--target=" + flags.device;
  if (flags.emulate && !own.isEmulated())
    return "--emulate";
  TargetAttr host = own.isGPU() ? own.getHost() : own;
  // A target of a GPU may come without a host, and says nothing then.
  TargetAttr wanted = built.isGPU() ? built.getHost() : built;
  if (!host)
    return {};
  if (!flags.triple.empty() && wanted.getTriple() != host.getTriple())
    return "--mtriple=" + flags.triple;
  if (!flags.cpu.empty() && wanted.getCpu() != host.getCpu())
    return "--mcpu=" + flags.cpu;
  if (flags.features.empty())
    return {};
  TargetAttr more = addFeatures(location, host, flags.features);
  return !more || more.getFeatures() != host.getFeatures()
             ? "--mattr=" + flags.features
             : std::string();
}

// What is wanted of code for a GPU is wanted of one that has it.
// Asked of the target that the program has, since the option may come with a
// program that names none.
static LogicalResult checkWishes(Location location, const TargetFlags &flags,
                                 TargetAttr own) {
  if (flags.emulate && !own.isGPU())
    return emitError(location, "--emulate runs kernels of a GPU on the host, "
                               "expected one; name it, as in --target=sm_90");
  if (flags.tf32 && !own.isGPU())
    return emitError(location, "--tf32 is for products on a GPU, expected one; "
                               "name it, as in --target=sm_90");
  if (flags.tf32 && !own.hasMatrix(Float32Type::get(own.getContext())))
    return emitError(location, "--tf32 lets tensor cores multiply f32, "
                               "expected a GPU from sm_80 on, found ")
           << own.getMachine() << "; leave it out";
  if (flags.deviceTensors && (!own.isGPU() || own.isEmulated()))
    return emitError(location,
                     "--device-tensors are on a GPU, expected one; name it, as "
                     "in --target=sm_90, without --emulate");
  if (flags.ptxOnly && (!own.isGPU() || own.isEmulated()))
    return emitError(
        location, "--ptx-only is of kernels in a library for a GPU, expected "
                  "one; name it, as in --target=sm_90, without --emulate");
  if (flags.cudaGraphs && (!own.isGPU() || own.isEmulated()))
    return emitError(
        location, "--cuda-graphs are of kernels of a GPU, expected one; name "
                  "it, as in --target=sm_90, without --emulate");
  if (flags.noWinograd && own.isGPU())
    return emitError(location, "--no-winograd is of convolutions on a CPU, "
                               "expected one, found ")
           << own.getMachine() << "; leave it out";
  return success();
}

// Writes down what is wanted, for the stage that asks for it.
static LogicalResult setWish(ModuleOp module, StringRef flag, StringRef name,
                             StringRef asking, unsigned first) {
  if (module->hasAttr(name))
    return success();
  // Only a stage that has not run can still hear of it. Setting it later would
  // be silently without effect.
  if (first > findStage(asking)->number)
    return emitError(UnknownLoc::get(module.getContext()))
           << flag << " is asked for by the stage \"" << asking
           << "\", which has run, expected one to come; go on from a program "
              "before it";
  module->setAttr(name, UnitAttr::get(module.getContext()));
  return success();
}

FailureOr<TargetAttr> settleTarget(ModuleOp module, const TargetFlags &flags,
                                   TargetAttr built, unsigned first) {
  Location location = UnknownLoc::get(module.getContext());
  FailureOr<TargetAttr> said = readTarget(module);
  if (failed(said))
    return failure();
  TargetAttr own = *said ? *said : built;
  if (*said) {
    std::string flag = findContradiction(location, flags, built, own);
    if (!flag.empty())
      return emitError(location)
             << flag << " contradicts the target of the program, expected "
             << own
             << "; leave the option out, or compile a program that does "
                "not say it";
    // After the host stage the program says `llvm.target`, and a second target
    // could differ from it.
  } else if (first <= findStage("host")->number) {
    module->setAttr(kTargetName, built);
  }
  if (failed(checkWishes(location, flags, own)) ||
      (flags.tf32 &&
       failed(setWish(module, "--tf32", kAllowTF32Name, "schedule", first))) ||
      (flags.deviceTensors &&
       failed(setWish(module, "--device-tensors", kDeviceTensorsName, "kernel",
                      first))) ||
      (flags.ptxOnly &&
       failed(setWish(module, "--ptx-only", kPTXOnlyName, "host", first))) ||
      (flags.cudaGraphs && failed(setWish(module, "--cuda-graphs",
                                          kCUDAGraphsName, "memory", first))) ||
      (flags.noWinograd && failed(setWish(module, "--no-winograd",
                                          kNoWinogradName, "graph", first))))
    return failure();
  return own;
}

} // namespace mlir::relax
