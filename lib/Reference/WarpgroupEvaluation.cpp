// Products of warpgroups, whose operands lie in shared memory. A product is
// done at once: what waits for it waits for nothing.
#include "Machine.h"
#include "ThreadGroup.h"

#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::relax::reference {

/// Threads and rows, bytes of a piece, lines of a tile, and the lowest bit of
/// an address that moves a piece in its line.
static constexpr int64_t kWarpgroup = 128, kRows = 64, kPiece = 16, kLines = 8,
                         kMovingBit = 7;

namespace {
/// A factor: the slots of the buffer and of where it begins, and its layout.
struct Factor {
  uint32_t buffer, start;
  tir::WarpgroupProductOp::Layout layout;
};

struct WarpgroupProduct : Meeting {
  Factor left, right;
  uint32_t sums;
  int64_t columns, terms;
  Element factor, sum;
};
} // namespace

// Which byte of a factor is that of a row or column, and of a term.
// The layouts of shared memory that wgmma reads (PTX ISA, matrix descriptors):
// lines of 32, 64 or 128 bytes, or pieces of 16 without swizzling. Swizzling
// is an exclusive or of the piece's number with bits of the line's address, so
// the address itself has to be aligned as a descriptor says.
static int64_t getByte(const Factor &factor, int64_t bytes, int64_t start,
                       int64_t own, int64_t term) {
  const tir::WarpgroupProductOp::Layout &layout = factor.layout;
  int64_t line = layout.swizzle ? layout.swizzle : kPiece;
  int64_t across = layout.stride, along = layout.leading;
  if (layout.isTransposed && !layout.swizzle)
    std::swap(across, along);
  int64_t number = layout.isTransposed ? term : own;
  int64_t inLine = (layout.isTransposed ? own : term) * bytes;
  int64_t address = start * bytes + number % kLines * line +
                    number / kLines * across + inLine % line +
                    inLine / line * along;
  int64_t moves =
      layout.swizzle ? (address >> kMovingBit) % (line / kPiece) : 0;
  return address ^ moves * kPiece;
}

// All elements of a factor, a row or column behind the other; the first thread
// reads them. Empty after an error.
// One thread reads for all: 128 threads that read the same places would each
// have to be checked for races.
static std::vector<Scalar> readFactor(ThreadGroup &group, const Instruction *at,
                                      const WarpgroupProduct &product,
                                      const Factor &factor, int64_t count) {
  Machine &machine = group.getMachine();
  const View &view = *machine.views[factor.buffer];
  int64_t start = machine.scalars[factor.start].i;
  int64_t bytes = product.factor.bytes;
  std::vector<Scalar> elements;
  for (int64_t own = 0; own != count; ++own)
    for (int64_t term = 0; term != product.terms; ++term) {
      int64_t byte = getByte(factor, bytes, start, own, term);
      if (start < 0 || byte / bytes >= view.sizes.front() ||
          view.strides.front() != 1) {
        machine.fail(at, "is out of bounds: element " + Twine(byte / bytes) +
                             " of an operand, expected less than " +
                             Twine(view.sizes.front()));
        return {};
      }
      int64_t place = view.offset + byte;
      if (!machine.checkRead(view, place, bytes, at))
        return {};
      elements.push_back(product.factor.load(view.memory->getData() + place));
    }
  return elements;
}

// Adds to an element of a thread's sums; false after an error.
static bool addUp(Machine &machine, const Instruction *at,
                  const WarpgroupProduct &product, int64_t number,
                  const Scalar *left, const Scalar *right) {
  const View &sums = *machine.views[product.sums];
  int64_t place =
      sums.offset + number * sums.strides.front() * sums.element.bytes;
  if (!machine.checkRead(sums, place, sums.element.bytes, at) ||
      !machine.checkWrite(sums, place, sums.element.bytes, at))
    return false;
  Scalar sum = product.sum.load(sums.memory->getData() + place);
  for (int64_t term = 0; term != product.terms; ++term)
    if (product.sum.isFloat())
      sum.f += left[term].f * right[term].f;
    else
      sum.i = signExtend(
          static_cast<uint64_t>(sum.i + left[term].i * right[term].i),
          product.sum.bits);
  product.sum.store(sums.memory->getData() + place, sum);
  return true;
}

static bool multiply(ThreadGroup &group, const Instruction *at,
                     ArrayRef<Thread *> threads) {
  auto &product = *static_cast<const WarpgroupProduct *>(
      static_cast<const Meeting *>(at->data));
  Machine &machine = group.getMachine();
  group.take(*threads.front());
  std::vector<Scalar> left =
      readFactor(group, at, product, product.left, kRows);
  std::vector<Scalar> right =
      left.empty()
          ? left
          : readFactor(group, at, product, product.right, product.columns);
  if (right.empty())
    return false;
  for (int64_t t = 0; t != kWarpgroup; ++t) {
    group.take(*threads[static_cast<size_t>(t)]);
    for (int64_t i = 0; i != product.columns / 2; ++i) {
      // Which sums a thread holds, PTX says for wgmma: a warp has 16 rows, a
      // group of four threads two of them, 8 apart.
      int64_t row = 16 * (t / kWarp) + t % kWarp / 4 + 8 * (i / 2 % 2);
      int64_t column = 8 * (i / 4) + 2 * (t % 4) + i % 2;
      if (!addUp(machine, at, product, i, &left[row * product.terms],
                 &right[column * product.terms]))
        return false;
    }
  }
  return true;
}

static LogicalResult compileProduct(tir::WarpgroupProductOp op,
                                    ProgramBuilder &builder) {
  WarpgroupProduct product;
  product.run = &multiply;
  product.what = "multiply matrices";
  product.size = kWarpgroup;
  product.left = {builder.getIndex(op.getLhs()),
                  builder.getIndex(op.getLhsStart()), op.getLhsMatrix()};
  product.right = {builder.getIndex(op.getRhs()),
                   builder.getIndex(op.getRhsStart()), op.getRhsMatrix()};
  product.sums = builder.getIndex(op.getAccumulators());
  product.columns = op.getNumColumns();
  product.terms = op.getKExtent();
  product.factor = *Element::of(op.getOperandType());
  product.sum = *Element::of(
      cast<MemRefType>(op.getAccumulators().getType()).getElementType());
  addAxes(op, builder, product);
  emitMeeting(op, builder, builder.keep(std::move(product)));
  return success();
}

template <typename Op>
static LogicalResult compileNothing(Op, ProgramBuilder &) {
  return success();
}

void addWarpgroupEvaluations(EvaluationTable &table) {
  // Fences and waits order a product with what follows; here a product is done
  // when its op is.
  table.add<tir::WarpgroupProductOp>(&compileProduct);
  table.add<NVVM::WgmmaFenceAlignedOp>(
      &compileNothing<NVVM::WgmmaFenceAlignedOp>);
  table.add<NVVM::WgmmaGroupSyncAlignedOp>(
      &compileNothing<NVVM::WgmmaGroupSyncAlignedOp>);
  table.add<NVVM::WgmmaWaitGroupSyncOp>(
      &compileNothing<NVVM::WgmmaWaitGroupSyncOp>);
  table.add<NVVM::FenceProxyOp>(&compileNothing<NVVM::FenceProxyOp>);
}

} // namespace mlir::relax::reference
