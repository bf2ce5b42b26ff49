// Products of warpgroups, whose operands lie in shared memory. What a product
// reads is read when it begins, and looked at again when a thread waits for it:
// it has to be there all the time. Its sums come when their thread waits.
#include "Machine.h"
#include "ThreadGroup.h"

#include "Relax/Dialect/TIR/IR/WarpgroupOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::relax::reference {

/// Threads and rows, bytes of a piece, lines of a tile, and the lowest bit of
/// an address that moves a piece in its line.
static constexpr int64_t kWarpgroup = 128, kRows = 64, kPiece = 16,
                         kCoreRows = 8, kMovingBit = 7;

namespace {
/// A factor: the slots of the buffer and of where it begins, and its layout.
struct Factor {
  uint32_t buffer, start;
  tir::WarpgroupProductOp::Layout layout;
  /// Rows or columns.
  int64_t count;
  Element element;
};

struct WarpgroupProduct : Meeting {
  Factor left, right;
  uint32_t sums;
  int64_t columns, terms;
  Element sum;
  bool overwrites;
};
} // namespace

/// The products that a wait is for.
using WarpgroupSums = llvm::SmallPtrSet<const AsyncProduct *, 8>;

// The place of a sum of a thread.
static int64_t getSum(const View &sums, int64_t number) {
  return sums.offset + number * sums.strides.front() * sums.element.bytes;
}

// What threads have written themselves comes to shared memory another way than
// products read it, so each of them needs a fence in between.
static bool checkFenced(ThreadGroup &group, const Instruction *at,
                        Allocation &memory, int64_t place, int64_t count) {
  AsyncUnit &unit = group.async;
  for (LastAccess &last :
       memory.getAccesses(place, count, group.getMachine().run))
    if (!unit.isFenced(last.writer, unit.proxyFences))
      return group.getMachine().fail(
          at, "reads what a thread has written; expected 'nvvm.fence.proxy' of "
              "that thread in between");
  return true;
}

// Registers that instructions of the thread have written, or read: a product
// may write them before a read in front of it is over.
static bool checkRegisters(ThreadGroup &group, const Instruction *at,
                           Allocation &memory, int64_t place, int64_t count) {
  AsyncUnit &unit = group.async;
  for (LastAccess &last :
       memory.getAccesses(place, count, group.getMachine().run))
    if (!unit.isFenced(last.writer, unit.registerFences))
      return group.getMachine().fail(
          at, "adds to registers that the thread has written; expected "
              "'nvvm.wgmma.fence.aligned' in between");
    else if (!unit.isFenced(last.reader, unit.registerFences))
      return group.getMachine().fail(
          at, "writes registers that the thread has read; expected "
              "'nvvm.wgmma.fence.aligned' in between");
  return true;
}

// PTX wants a fence in front of the first product of a warpgroup, whatever its
// registers have been used for.
static bool checkFirst(ThreadGroup &group, const Instruction *at) {
  AsyncUnit &unit = group.async;
  uint32_t thread = unit.getOwner(group.getCurrent().strand);
  if (thread < unit.registerFences.size() && unit.registerFences[thread] != 0)
    return true;
  return group.getMachine().fail(at,
                                 "is the first product of its thread; expected "
                                 "'nvvm.wgmma.fence.aligned' in front of it");
}

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
  int64_t address = start * bytes + number % kCoreRows * line +
                    number / kCoreRows * across + inLine % line +
                    inLine / line * along;
  int64_t moves =
      layout.swizzle ? (address >> kMovingBit) % (line / kPiece) : 0;
  return address ^ moves * kPiece;
}

// Of f32 the last 13 bits are not read, whatever they are.
static Scalar loadElement(const Element &element, const uint8_t *data) {
  Scalar loaded = element.load(data);
  if (element.kind == Element::Kind::F32)
    loaded.f = cutToTF32(loaded.f);
  return loaded;
}

// All elements of a factor, a row or column behind the other; the first thread
// reads them. Empty after an error.
// One thread reads for all: 128 threads that read the same places would each
// have to be checked for races.
static std::vector<Scalar> readFactor(ThreadGroup &group, const Instruction *at,
                                      const WarpgroupProduct &product,
                                      const Factor &factor,
                                      AsyncProduct &reads) {
  Machine &machine = group.getMachine();
  const View &view = *machine.views[factor.buffer];
  int64_t start = machine.scalars[factor.start].i;
  int64_t bytes = factor.element.bytes;
  reads.memory = view.memory;
  reads.elementBytes = bytes;
  std::vector<Scalar> elements;
  for (int64_t own = 0; own != factor.count; ++own)
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
      if (!machine.checkRead(view, place, bytes, at) ||
          !checkFenced(group, at, *view.memory, place, bytes))
        return {};
      const uint8_t *data = view.memory->getData() + place;
      elements.push_back(loadElement(factor.element, data));
      reads.places.push_back(place);
      reads.bytes.insert(reads.bytes.end(), data, data + bytes);
    }
  return elements;
}

// The thread's sums, which products before this one may be about to bring; null
// after an error.
static PendingSums *beginSums(ThreadGroup &group, const Instruction *at,
                              const WarpgroupProduct &product) {
  Machine &machine = group.getMachine();
  ViewRef sums = machine.views[product.sums];
  std::vector<PendingSums> &pending = group.getCurrent().work.products.sums;
  for (PendingSums &own : pending)
    if (own.sums->memory == sums->memory && own.sums->offset == sums->offset)
      return &own;
  PendingSums own{sums, {}, nullptr};
  int64_t bytes = sums->element.bytes;
  for (int64_t i = 0; i != product.columns / 2; ++i) {
    int64_t place = getSum(*sums, i);
    if (!checkRegisters(group, at, *sums->memory, place, bytes) ||
        (!product.overwrites && !machine.checkRead(*sums, place, bytes, at)))
      return nullptr;
    own.values.push_back(product.sum.load(sums->memory->getData() + place));
    // Until somebody waits nothing is there.
    sums->memory->setInitialized(place, bytes, /*value=*/false);
  }
  if (!checkFirst(group, at))
    return nullptr;
  pending.push_back(std::move(own));
  return &pending.back();
}

static void addUp(const WarpgroupProduct &product, Scalar &sum,
                  const Scalar *left, const Scalar *right) {
  for (int64_t term = 0; term != product.terms; ++term)
    if (product.sum.isFloat())
      sum.f += left[term].f * right[term].f;
    else
      sum.i = signExtend(
          static_cast<uint64_t>(sum.i + left[term].i * right[term].i),
          product.sum.bits);
}

static bool multiply(ThreadGroup &group, const Instruction *at,
                     ArrayRef<Thread *> threads) {
  auto &product = *static_cast<const WarpgroupProduct *>(
      static_cast<const Meeting *>(at->data));
  group.take(*threads.front());
  std::shared_ptr<AsyncProduct> reads[] = {std::make_shared<AsyncProduct>(),
                                           std::make_shared<AsyncProduct>()};
  std::vector<Scalar> left =
      readFactor(group, at, product, product.left, *reads[0]);
  std::vector<Scalar> right =
      left.empty() ? left
                   : readFactor(group, at, product, product.right, *reads[1]);
  if (right.empty())
    return false;
  for (int64_t t = 0; t != kWarpgroup; ++t) {
    Thread &thread = *threads[static_cast<size_t>(t)];
    group.take(thread);
    PendingSums *sums = beginSums(group, at, product);
    if (!sums)
      return false;
    if (product.overwrites)
      llvm::fill(sums->values, Scalar{});
    for (int64_t i = 0; i != product.columns / 2; ++i) {
      // Which sums a thread holds, PTX says for wgmma: a warp has 16 rows, a
      // group of four threads two of them, 8 apart.
      int64_t row = 16 * (t / kWarp) + t % kWarp / 4 + 8 * (i / 2 % 2);
      int64_t column = 8 * (i / 4) + 2 * (t % 4) + i % 2;
      addUp(product, sums->values[static_cast<size_t>(i)],
            &left[row * product.terms], &right[column * product.terms]);
    }
    for (std::shared_ptr<AsyncProduct> &read : reads) {
      read->at = at;
      thread.work.products.begun.push_back(read);
    }
    sums->last = reads[1].get();
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Groups and fences
//===----------------------------------------------------------------------===//

static const Instruction *failWithoutProducts(Machine &machine,
                                              const Instruction *at) {
  return machine.fail(at, "expected in a loop over threads, which multiply "
                          "matrices, found none");
}

static const Instruction *runCommit(Machine &machine, const Instruction *at) {
  if (!machine.group)
    return failWithoutProducts(machine, at);
  AsyncProducts &products = machine.group->getCurrent().work.products;
  products.groups.push_back(std::move(products.begun));
  products.begun.clear();
  return at + 1;
}

// Whether all that a product reads is still as it was. The first thread that
// waits looks; what another one writes after that is the matter of barriers.
static bool checkOperand(Machine &machine, AsyncProduct &product) {
  const uint8_t *before = product.bytes.data();
  int64_t bytes = product.elementBytes;
  for (int64_t place : product.places) {
    if (!product.memory->isInitialized(place, bytes) ||
        std::memcmp(product.memory->getData() + place, before,
                    static_cast<size_t>(bytes)) != 0)
      return machine.fail(product.at,
                          "reads shared memory that is overwritten before "
                          "anybody waits for the product, expected "
                          "'nvvm.wgmma.wait.group.sync.aligned' in between");
    before += bytes;
  }
  product.places.clear();
  return true;
}

// Sums whose last product is done are there.
static void bringSums(Machine &machine, const WarpgroupSums &done) {
  std::vector<PendingSums> &sums =
      machine.group->getCurrent().work.products.sums;
  llvm::erase_if(sums, [&](PendingSums &own) {
    if (!done.contains(own.last))
      return false;
    const View &view = *own.sums;
    for (auto [i, value] : llvm::enumerate(own.values)) {
      int64_t place = getSum(view, static_cast<int64_t>(i));
      view.element.store(view.memory->getData() + place, value);
      view.memory->setInitialized(place, view.element.bytes);
    }
    return true;
  });
}

// wgmma.wait_group N leaves the N latest groups under way, and what no group
// has taken.
static const Instruction *runWait(Machine &machine, const Instruction *at) {
  if (!machine.group)
    return failWithoutProducts(machine, at);
  std::vector<ProductGroup> &groups =
      machine.group->getCurrent().work.products.groups;
  size_t count = groups.size() - std::min<size_t>(groups.size(), at->c);
  WarpgroupSums done;
  for (const ProductGroup &group : ArrayRef(groups).take_front(count))
    for (const std::shared_ptr<AsyncProduct> &product : group) {
      if (!checkOperand(machine, *product))
        return nullptr;
      done.insert(product.get());
    }
  bringSums(machine, done);
  groups.erase(groups.begin(), groups.begin() + static_cast<ptrdiff_t>(count));
  return at + 1;
}

static const Instruction *runRegisterFence(Machine &machine,
                                           const Instruction *at) {
  if (machine.group)
    machine.group->async.passFence(*machine.group,
                                   machine.group->async.registerFences);
  return at + 1;
}

static const Instruction *runProxyFence(Machine &machine,
                                        const Instruction *at) {
  if (machine.group)
    machine.group->async.passFence(*machine.group,
                                   machine.group->async.proxyFences);
  return at + 1;
}

static LogicalResult compileProduct(tir::WarpgroupProductOp op,
                                    ProgramBuilder &builder) {
  WarpgroupProduct product;
  product.run = &multiply;
  product.what = "multiply matrices";
  product.size = kWarpgroup;
  auto getElement = [](Value buffer) {
    return *Element::of(cast<MemRefType>(buffer.getType()).getElementType());
  };
  product.left = {builder.getIndex(op.getLhs()),
                  builder.getIndex(op.getLhsStart()), op.getLhsMatrix(), kRows,
                  getElement(op.getLhs())};
  product.right = {builder.getIndex(op.getRhs()),
                   builder.getIndex(op.getRhsStart()), op.getRhsMatrix(),
                   op.getNumColumns(), getElement(op.getRhs())};
  product.sums = builder.getIndex(op.getAccumulators());
  product.columns = op.getNumColumns();
  product.terms = op.getKExtent();
  product.sum = getElement(op.getAccumulators());
  product.overwrites = op.getOverwrites();
  addAxes(op, builder, product);
  emitMeeting(op, builder, builder.keep(std::move(product)));
  return success();
}

template <typename Op>
static LogicalResult compileCommit(Op op, ProgramBuilder &builder) {
  builder.emit(op, &runCommit);
  return success();
}

static LogicalResult compileWait(NVVM::WgmmaWaitGroupSyncOp op,
                                 ProgramBuilder &builder) {
  builder.emit(op, &runWait).c = static_cast<uint32_t>(op.getGroup());
  return success();
}

static LogicalResult compileRegisterFence(NVVM::WgmmaFenceAlignedOp op,
                                          ProgramBuilder &builder) {
  builder.emit(op, &runRegisterFence);
  return success();
}

// Fences between other units order nothing that the interpreter runs.
static LogicalResult compileProxyFence(NVVM::FenceProxyOp op,
                                       ProgramBuilder &builder) {
  if (op.getKind() == NVVM::ProxyKind::async_shared ||
      op.getKind() == NVVM::ProxyKind::async)
    builder.emit(op, &runProxyFence);
  return success();
}

void addWarpgroupEvaluations(EvaluationTable &table) {
  table.add<tir::WarpgroupProductOp>(&compileProduct);
  table.add<NVVM::WgmmaFenceAlignedOp>(&compileRegisterFence);
  table.add<NVVM::WgmmaGroupSyncAlignedOp>(
      &compileCommit<NVVM::WgmmaGroupSyncAlignedOp>);
  table.add<NVVM::WgmmaWaitGroupSyncOp>(&compileWait);
  table.add<NVVM::FenceProxyOp>(&compileProxyFence);
}

} // namespace mlir::relax::reference
