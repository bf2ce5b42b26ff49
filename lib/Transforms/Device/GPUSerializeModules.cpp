// Turns device modules into assembly, all of them in parallel.
//
// LLVM ends the process where it has no instruction of the chip for what a
// module says. Each module has a thread of its own, which then stops for good;
// that is an error with LLVM's words, and what LLVM held is lost.
#include "Relax/Dialect/Relax/IR/DeviceCodeWishes.h"
#include "Relax/Support/DeviceAssembler.h"
#include "Relax/Support/DeviceLibrary.h"
#include "Relax/Support/ResidentBlocks.h"
#include "Relax/Transforms/Device/Passes.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Threading.h"
#include "llvm/Support/ErrorHandling.h"
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>

namespace mlir::relax {

#define GEN_PASS_DEF_GPUSERIALIZEMODULESPASS
#include "Relax/Transforms/Device/Passes.h.inc"

namespace {

struct GPUSerializeModulesPass
    : impl::GPUSerializeModulesPassBase<GPUSerializeModulesPass> {
  using GPUSerializeModulesPassBase::GPUSerializeModulesPassBase;

  void runOnOperation() override;
};

} // namespace

namespace {

/// Work of a thread, which LLVM may end. Shared by pointer with the thread,
/// which may outlive the caller: a thread that was given up still holds its
/// lock and condition.
struct Work {
  std::mutex lock;
  std::condition_variable changed;
  bool isDone = false, isGivenUp = false;
  /// What LLVM said.
  std::string words;

  void end(bool Work::*how) {
    std::lock_guard<std::mutex> guard(lock);
    this->*how = true;
    changed.notify_one();
  }
};

} // namespace

/// The handler gets no context of ours; which work it belongs to is a fact of
/// the thread. A fatal error of other threads of the process goes the usual
/// way.
static thread_local Work *current = nullptr;

// LLVM ends the process if this returns. The thread stays where it is instead:
// others may still look at what is on its stack. Returning would run `exit`,
// and unwinding through LLVM, which is built without exceptions, is undefined.
static void keepLastWords(void *, const char *reason, bool) {
  if (!current)
    return;
  current->words = StringRef(reason).split('\n').first;
  current->end(&Work::isGivenUp);
  while (true)
    pause();
}

// Runs `body`; false, and what LLVM said, if LLVM gave up in it. A thread for
// each call and not one of the pool, since a thread that never ends would block
// the pool's shutdown.
static bool runToItsEnd(llvm::function_ref<void()> body, std::string &words) {
  auto work = std::make_shared<Work>();
  std::thread thread([work, body] {
    current = work.get();
    body();
    work->end(&Work::isDone);
  });
  std::unique_lock<std::mutex> guard(work->lock);
  work->changed.wait(guard, [&] { return work->isDone || work->isGivenUp; });
  words = work->words;
  if (work->isDone)
    thread.join();
  else
    thread.detach();
  return work->isDone;
}

// The code for one target; null after an error. Errors are words of LLVM, so
// the chip and what to do are added.
static Attribute serialize(gpu::GPUModuleOp device, Attribute attribute,
                           const gpu::TargetOptions &options) {
  auto target = cast<gpu::TargetAttrInterface>(attribute);
  std::optional<SmallVector<char, 0>> code;
  std::string words;
  if (!runToItsEnd([&] { code = target.serializeToObject(device, options); },
                   words)) {
    device.emitOpError("cannot be turned into code of ")
        << attribute << ": LLVM says \"" << words
        << "\"; expected a chip that has it, or a schedule without it";
    return nullptr;
  }
  if (!code) {
    device.emitOpError("cannot be turned into code of ") << attribute;
    return nullptr;
  }
  if (auto chip = dyn_cast<NVVM::NVVMTargetAttr>(attribute)) {
    std::string settled = settleResidentBlocks(
        device.getLoc(), StringRef(code->data(), code->size()), chip.getChip());
    code->assign(settled.begin(), settled.end());
  }
  return target.createObject(device, *code, options);
}

// Machine code of what `object` says in assembly; null if there is none. An
// assembler may be older than the chip or the PTX, which the driver then
// compiles.
static FailureOr<Attribute> assemble(gpu::GPUModuleOp device,
                                     gpu::ObjectAttr object) {
  auto target = dyn_cast<NVVM::NVVMTargetAttr>(object.getTarget());
  StringRef ptx = object.getObject().getValue().rtrim('\0');
  // What calls a device library that is not there is an error later.
  if (!target || !findLibraryCall(ptx).empty())
    return Attribute();
  MLIRContext *context = device.getContext();
  gpu::ObjectAttr made;
  auto use = [&](SmallVectorImpl<char> &code, StringRef) {
    made = gpu::ObjectAttr::get(
        context, target, gpu::CompilationTarget::Binary,
        StringAttr::get(context, StringRef(code.data(), code.size())),
        DictionaryAttr(), gpu::KernelTableAttr());
  };
  std::string why;
  if (succeeded(tryAssembleDeviceCode(device.getLoc(), ptx, target.getChip(),
                                      use, why)))
    return Attribute(made);
  // A machine without room for files is no matter of the assembler.
  if (why.empty())
    return failure();
  device.emitWarning("'gpu.module' op @")
      << device.getName()
      << " is in the library as PTX only, expected machine code of "
      << target.getChip() << " as well: " << why
      << "; drivers compile it at the first call";
  return Attribute();
}

static LogicalResult serialize(gpu::GPUModuleOp device,
                               const gpu::TargetOptions &options,
                               bool assembles,
                               SmallVectorImpl<Attribute> &objects) {
  if (!device.getTargetsAttr())
    return device.emitOpError(
        "expects a target, found none; attach one with 'nvvm-attach-target'");
  for (Attribute target : device.getTargetsAttr()) {
    objects.push_back(serialize(device, target, options));
    if (!objects.back())
      return failure();
    if (!assembles)
      continue;
    FailureOr<Attribute> code =
        assemble(device, cast<gpu::ObjectAttr>(objects.back()));
    if (failed(code))
      return failure();
    if (*code)
      objects.push_back(*code);
  }
  return success();
}

/// Results are stored by index and the module is changed after all threads are
/// done: the symbol table is not safe to change from several.
void GPUSerializeModulesPass::runOnOperation() {
  ModuleOp module = getOperation();
  auto devices = llvm::to_vector(module.getOps<gpu::GPUModuleOp>());
  gpu::TargetOptions options(toolkit, /*librariesToLink=*/{}, /*cmdOptions=*/"",
                             /*elfSection=*/"",
                             gpu::CompilationTarget::Assembly);
  std::vector<SmallVector<Attribute>> objects(devices.size());
  bool assembles = assemble && !module->hasAttr(kPTXOnlyName);
  llvm::ScopedFatalErrorHandler handler(keepLastWords);
  std::atomic<bool> isRight = true;
  parallelFor(&getContext(), 0, devices.size(), [&](size_t i) {
    if (failed(serialize(devices[i], options, assembles, objects[i])))
      isRight = false;
  });
  if (!isRight)
    return signalPassFailure();
  for (auto [device, code] : llvm::zip(devices, objects)) {
    OpBuilder builder(device);
    gpu::BinaryOp::create(builder, device.getLoc(), device.getName(),
                          device.getOffloadingHandlerAttr(),
                          builder.getArrayAttr(code));
    device.erase();
  }
}

} // namespace mlir::relax
