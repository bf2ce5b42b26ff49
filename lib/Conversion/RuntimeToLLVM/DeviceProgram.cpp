// Writes the images and kernels of a module for the run-time library.
//
// The structs are those of relax_module.h.
#include "DeviceProgram.h"
#include "StructWriter.h"

#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "Relax/Support/DeviceLibrary.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Matchers.h"

namespace mlir::relax::rt {

// Of images, and of machine code behind PTX, in bytes (`RelaxDeviceImage`).
static constexpr int64_t kImageAlignment = 64;

namespace {

/// Writes the structs of one module.
class ProgramWriter : StructWriter {
public:
  using StructWriter::StructWriter;

  /// Writes the code of `objects`, as the next image: PTX, machine code, or PTX
  /// with machine code behind it.
  void addImage(ArrayAttr objects);
  void write(ArrayRef<DeviceKernel> kernels);

private:
  SmallVector<std::pair<std::string, int64_t>> images;
  StringRef chip;
};

} // namespace

void ProgramWriter::addImage(ArrayAttr objects) {
  auto object = cast<gpu::ObjectAttr>(objects[0]);
  if (auto target = dyn_cast<NVVM::NVVMTargetAttr>(object.getTarget()))
    chip = target.getChip();
  StringRef code = object.getObject().getValue();
  // PTX ends with a zero; LLVM's string constants hold any bytes.
  // Two readers: the driver wants a text with a null, and a cubin is bytes
  // that may hold any.
  std::string bytes = code.str();
  if (bytes.empty() || bytes.back() != 0)
    bytes.push_back(0);
  // The run time finds it by the zero, at the next such place. A run time that
  // does not look there takes the PTX.
  for (auto other : objects.getAsRange<gpu::ObjectAttr>())
    if (other != object && other.getTarget() == object.getTarget() &&
        other.getFormat() == gpu::CompilationTarget::Binary) {
      bytes.resize(llvm::alignTo(bytes.size(), kImageAlignment));
      bytes += other.getObject().getValue();
      break;
    }
  std::string name = "relax_device_image_" + std::to_string(images.size());
  auto type = LLVM::LLVMArrayType::get(integer(8), bytes.size());
  LLVM::GlobalOp::create(builder, location, type, /*isConstant=*/true,
                         LLVM::Linkage::Internal, name,
                         builder.getStringAttr(bytes), kImageAlignment);
  images.emplace_back(name, bytes.size());
}

void ProgramWriter::write(ArrayRef<DeviceKernel> kernels) {
  auto imageType = makeStruct({pointer(), integer(64)});
  auto kernelType = makeStruct({pointer(), integer(32), integer(32)});
  auto writeArray = [&](StringRef name, LLVM::LLVMStructType type, size_t size,
                        llvm::function_ref<Value(unsigned)> build) {
    if (size == 0)
      return StringRef();
    global(name, LLVM::LLVMArrayType::get(type, size), LLVM::Linkage::Private,
           [&] { return array(type, size, build); });
    return name;
  };
  StringRef imageTable = writeArray(
      "relax_device_images", imageType, images.size(), [&](unsigned i) {
        return fill(imageType,
                    {address(images[i].first), number(64, images[i].second)});
      });
  StringRef kernelTable = writeArray(
      "relax_device_kernels", kernelType, kernels.size(), [&](unsigned i) {
        return fill(kernelType,
                    {text(kernels[i].name), number(32, kernels[i].image),
                     number(32, kernels[i].sharedBytes)});
      });
  auto type = makeStruct({integer(32), integer(32), pointer(), integer(32),
                          integer(32), pointer(), pointer(), integer(64)});
  LLVM::GlobalOp program =
      global(DeviceProgram::kSymbol, type, LLVM::Linkage::Internal, [&] {
        return fill(type, {number(32, kABIVersion), number(32, images.size()),
                           address(imageTable), number(32, kernels.size()),
                           number(32, 0), address(kernelTable),
                           text(chip.empty() ? StringRef("none") : chip),
                           number(64, 0)});
      });
  // The run time writes the program's number.
  // So it must not be in memory that cannot be written.
  program.setConstant(false);
}

LogicalResult DeviceProgram::addKernel(gpu::LaunchFuncOp launch) {
  if (numbers.count(launch.getKernelAttr()))
    return success();
  int64_t sharedBytes = 0;
  // The run time allows a kernel its shared memory once (cuFuncSetAttribute),
  // so that the size has to be known before it is launched.
  if (Value shared = launch.getDynamicSharedMemorySize()) {
    IntegerAttr constant;
    if (!matchPattern(shared, m_Constant(&constant)))
      return launch.emitOpError("asks for shared memory whose size is known at "
                                "run time only; expected a constant");
    sharedBytes = constant.getInt();
  }
  auto *binary = llvm::find_if(binaries, [&](gpu::BinaryOp op) {
    return op.getSymNameAttr() == launch.getKernelModuleName();
  });
  if (binary == binaries.end())
    return launch.emitOpError("expected code of @")
           << launch.getKernelModuleName().getValue()
           << ", whose kernel it launches; run 'gpu-module-to-binary' first";
  numbers[launch.getKernelAttr()] = kernels.size();
  kernels.push_back({launch.getKernelName().getValue(),
                     unsigned(binary - binaries.begin()), sharedBytes});
  return success();
}

LogicalResult DeviceProgram::collect(ModuleOp module) {
  binaries = llvm::to_vector(module.getOps<gpu::BinaryOp>());
  for (gpu::BinaryOp binary : binaries)
    if (failed(checkDeviceLibrary(binary)))
      return failure();
  WalkResult result = module.walk(
      [&](gpu::LaunchFuncOp launch) { return WalkResult(addKernel(launch)); });
  return failure(result.wasInterrupted());
}

LogicalResult DeviceProgram::write(ModuleOp module, RuntimeCalls &calls) {
  if (failed(collect(module)))
    return failure();
  bool hasConstants =
      module.walk([](DeviceConstantOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (binaries.empty() && !hasConstants)
    return success();
  ProgramWriter writer(module, calls);
  for (gpu::BinaryOp binary : binaries)
    writer.addImage(binary.getObjects());
  writer.write(kernels);
  return success();
}

} // namespace mlir::relax::rt
