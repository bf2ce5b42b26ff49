// Makes functions of the host of the kernels of device modules.
#include "Relax/Conversion/GPUToTIR/Passes.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::relax {

#define GEN_PASS_DEF_GPUKERNELSTOTIRPASS
#include "Relax/Conversion/GPUToTIR/Passes.h.inc"

namespace {

struct GPUKernelsToTIRPass
    : impl::GPUKernelsToTIRPassBase<GPUKernelsToTIRPass> {
  using GPUKernelsToTIRPassBase::GPUKernelsToTIRPassBase;

  void runOnOperation() override;
};

} // namespace

// Numbers of blocks and threads, as a launch has them.
static constexpr unsigned kNumSizes = 6;

static unsigned getBits(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

static LogicalResult checkKernel(gpu::GPUFuncOp kernel) {
  if (!kernel.getBody().hasOneBlock())
    return kernel.emitOpError("has branches; expected one block: run "
                              "'gpu-kernels-to-tir' before what lowers 'scf'");
  for (Type type : kernel.getArgumentTypes())
    if (!isa<MemRefType>(type) &&
        (!type.isIntOrIndexOrFloat() || getBits(type) > 64))
      return kernel.emitOpError("has a parameter of ")
             << type << "; expected buffers, and numbers of at most 64 bits";
  return success();
}

// The number whose bits are the lowest ones of `bits`.
static Value getNumber(OpBuilder &builder, Value bits, Type type) {
  if (type.isIndex())
    return bits;
  Location location = bits.getLoc();
  Value value = arith::IndexCastOp::create(
      builder, location, builder.getIntegerType(getBits(type)), bits);
  return type.isInteger()
             ? value
             : arith::BitcastOp::create(builder, location, type, value);
}

// A function with the kernel's buffers, its other parameters, and the sizes of
// a launch.
static tir::FuncOp createFunction(gpu::GPUFuncOp kernel, OpBuilder &builder,
                                  IRMapping &mapping) {
  SmallVector<BlockArgument> buffers, others;
  for (BlockArgument argument :
       kernel.getBody().getArguments().take_front(kernel.getNumArguments()))
    (isa<MemRefType>(argument.getType()) ? buffers : others)
        .push_back(argument);
  auto function = tir::FuncOp::create(
      builder, kernel.getLoc(), ("kernel." + kernel.getName()).str(),
      TypeRange(),
      ValueRange(ArrayRef<Value>(buffers.begin(), buffers.end())).getTypes(),
      others.size() + kNumSizes);
  function.setScheduled();
  for (auto [from, to] : llvm::zip(buffers, function.getArguments()))
    mapping.map(from, to);
  builder.setInsertionPoint(function.getBody().front().getTerminator());
  for (auto [from, to] :
       llvm::zip(others, function.getArguments().drop_front(buffers.size())))
    mapping.map(from, getNumber(builder, to, from.getType()));
  return function;
}

static Value getAt(const gpu::KernelDim3 &dims, gpu::Dimension dimension) {
  return dimension == gpu::Dimension::x   ? dims.x
         : dimension == gpu::Dimension::y ? dims.y
                                          : dims.z;
}

// What a kernel asks for its place is a parameter of the launch.
static Value getPlace(Operation *op, gpu::LaunchOp launch) {
  if (auto id = dyn_cast<gpu::BlockIdOp>(op))
    return getAt(launch.getBlockIds(), id.getDimension());
  if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
    return getAt(launch.getThreadIds(), id.getDimension());
  if (auto size = dyn_cast<gpu::GridDimOp>(op))
    return getAt(launch.getGridSize(), size.getDimension());
  if (auto size = dyn_cast<gpu::BlockDimOp>(op))
    return getAt(launch.getBlockSize(), size.getDimension());
  return {};
}

static void addFunction(gpu::GPUFuncOp kernel, OpBuilder &builder) {
  OpBuilder::InsertionGuard guard(builder);
  IRMapping mapping;
  tir::FuncOp function = createFunction(kernel, builder, mapping);
  auto sizes = function.getArguments().take_back(kNumSizes);
  auto launch =
      gpu::LaunchOp::create(builder, kernel.getLoc(), sizes[0], sizes[1],
                            sizes[2], sizes[3], sizes[4], sizes[5]);
  for (BlockArgument buffer : kernel.getWorkgroupAttributions())
    mapping.map(buffer, launch.addWorkgroupAttribution(buffer.getType(),
                                                       buffer.getLoc()));
  for (BlockArgument buffer : kernel.getPrivateAttributions())
    mapping.map(buffer, launch.addPrivateAttribution(buffer.getType(),
                                                     buffer.getLoc()));
  builder.setInsertionPointToStart(&launch.getBody().front());
  for (Operation &op : kernel.getBody().front().without_terminator())
    if (Value place = getPlace(&op, launch))
      mapping.map(op.getResult(0), place);
    else
      builder.clone(op, mapping);
  gpu::TerminatorOp::create(builder, kernel.getLoc());
}

void GPUKernelsToTIRPass::runOnOperation() {
  ModuleOp module = getOperation();
  SmallVector<gpu::GPUFuncOp> kernels;
  bool isRight = true;
  module.walk([&](gpu::GPUFuncOp function) {
    if (!function.isKernel())
      return;
    isRight &= succeeded(checkKernel(function));
    kernels.push_back(function);
  });
  if (!isRight)
    return signalPassFailure();
  if (kernels.empty())
    return markAllAnalysesPreserved();
  OwningOpRef<ModuleOp> result = ModuleOp::create(module.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(result->getBody());
  for (gpu::GPUFuncOp kernel : kernels)
    addFunction(kernel, builder);
  module.getBodyRegion().takeBody(result->getBodyRegion());
}

} // namespace mlir::relax
