// Running sums, products and the like along rows: the threads of a block scan a
// tile of a row together, then the next one.
#include "../ScheduleWriter.h"
#include "Relax/Kernels/Scan/BindScan.h"
#include "Relax/Kernels/TransformOps/GPUStepOps.h"
#include "Rules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

namespace mlir::tir {

// True if neighbours of a row are neighbours in memory. Behind the scanned
// dimension only units: then element i + 1 is the next in memory.
static bool isAlongMemory(Scan &scan) {
  return llvm::all_of(
      scan.store.getMemRefType().getShape().drop_front(scan.dim + 1),
      [](int64_t size) { return size == 1; });
}

// A vector a thread; else odd numbers of neighbours, so that threads are at
// different banks of memory. With an odd number of elements a thread, thread t
// begins at bank t * odd mod 32: all 32 differ, as odd numbers are invertible
// modulo 32. An even number would give conflicts of 2 or more lanes.
static ScanShape chooseShape(std::optional<int64_t> length,
                             std::optional<int64_t> rows, int64_t elements,
                             const GPUChip &chip) {
  constexpr int64_t kMaxPerLane = 7, kBlock = 128;
  ScanShape shape;
  int64_t maxLanes = std::max(std::min(chip.threads, chip.maxThreads) /
                                  kWarpThreads * kWarpThreads,
                              kWarpThreads);
  shape.lanes = maxLanes;
  // Without a length: the whole block, which loops over tiles.
  if (!length)
    return shape;
  shape.lanes = kWarpThreads;
  shape.areVectors = elements > 1;
  if (shape.areVectors)
    shape.perLane = elements;
  while (shape.lanes * 2 <= maxLanes && shape.lanes * shape.perLane < *length)
    shape.lanes *= 2;
  while (!shape.areVectors && shape.perLane < kMaxPerLane &&
         shape.getTile() < *length)
    shape.perLane += 2;
  // Short rows: a block has several.
  if (rows && *rows >= kBlock && shape.lanes < kBlock && maxLanes >= kBlock)
    shape.rows = kBlock / shape.lanes;
  return shape;
}

// Pieces of few, long rows, as many as keep a GPU busy; 1 for others. A row of
// one block alone uses one multiprocessor. Cut in chunks, the row is read
// twice: once for the chunks' totals and once for the result; below 4 chunks
// that costs more than it gains.
static int64_t chooseChunks(std::optional<int64_t> length,
                            std::optional<int64_t> rows) {
  constexpr int64_t kFew = 32, kBlocks = 256, kSteps = 8192, kMin = 4;
  if (!rows || *rows < 1 || *rows > kFew || (!length && *rows != 1))
    return 1;
  int64_t wanted = kBlocks / *rows;
  if (length)
    wanted = std::min(wanted, *length / kSteps);
  return wanted < kMin ? 1 : int64_t(llvm::bit_floor<uint64_t>(wanted));
}

bool scheduleScan(Operation *root, const GPUChip &chip,
                  ScheduleWriter *writer) {
  // Short rows, and many across memory, are a thread's each. A thread per row
  // across memory loads coalesced, as neighbouring threads read neighbouring
  // columns; for that there must be rows enough.
  constexpr int64_t kShort = 16, kMany = 2048;
  FailureOr<LoopNest> nest = matchLoopNest(root, nullptr);
  FailureOr<Scan> scan =
      succeeded(nest) ? matchScan(*nest, nullptr) : FailureOr<Scan>();
  if (failed(scan))
    return false;
  std::optional<int64_t> length = getConstantIndex(scan->getLength());
  std::optional<int64_t> rows = scan->countRows();
  if (length && *length <= kShort)
    return false;
  if (!isAlongMemory(*scan) && (!rows || *rows > kMany))
    return false;
  ScanShape shape = chooseShape(length, rows, countVectorElements(*scan), chip);
  shape.chunks = chooseChunks(length, rows);
  // By two, so the number stays odd.
  while (getSharedBytes(*scan, shape) > chip.sharedBytes && shape.perLane > 1 &&
         !shape.areVectors)
    shape.perLane -= 2;
  if (failed(checkScan(*scan, shape, nullptr)))
    return false;
  if (writer)
    writer->write<schedule::BindScanOp>(writer->find(nest->block), shape.rows,
                                        shape.lanes, shape.perLane,
                                        shape.chunks, shape.areVectors);
  bindScan(*scan, shape);
  return true;
}

} // namespace mlir::tir
