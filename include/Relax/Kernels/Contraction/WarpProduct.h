// Products of small matrices by the threads of a warp together: `ldmatrix` and
// `mma.sync`.
#ifndef RELAX_KERNELS_CONTRACTION_WARPPRODUCT_H
#define RELAX_KERNELS_CONTRACTION_WARPPRODUCT_H

#include "Relax/Kernels/Contraction/ThreadProduct.h"

namespace mlir::tir {

/// What one instruction takes: rows of lhs and columns of rhs. A matrix that is
/// loaded has 8 rows.
constexpr int64_t kMmaRows = 16, kMmaColumns = 8, kMatrixRows = 8;

/// The number of a thread in its warp. It has one row, `group`, of every 8 rows
/// of accumulators, and two neighbours, from twice `member` on, of every 8
/// columns; `wgmma` leaves these there, too.
struct MmaLane {
  Value number, group, member;

  MmaLane() = default;
  MmaLane(KernelBuilder &b, Value thread);

  /// What the thread has of `size` rows and columns from `first` on. Where the
  /// operand has pairs of bytes, it has two neighbours of every 16 rows, and
  /// four of every 16 columns.
  ThreadElements getRows(KernelBuilder &b, Value first, int64_t size,
                         bool hasPairs = false) const;
  ThreadElements getColumns(KernelBuilder &b, Value first, int64_t size,
                            bool hasPairs = false) const;
};

/// An operand of a warp in shared memory: `size` of its own axis, from `first`
/// on, a multiple of 16, or 8 columns.
struct WarpOperand {
  SharedTile shared;
  bool isLhs;
  Value first;
  int64_t size;
  /// Whether elements of f32 are still to be rounded to tf32.
  bool mustRound = false;

  /// Elements along the reduction dimension that are loaded at once.
  int64_t getDepth() const { return 2 * shared.layout.getChunk(); }
};

/// The registers of a thread for every 16 of the own axis, or for 8, and of
/// each for one product after the other: those of lhs along the reduction
/// dimension, those of rhs along the own axis first.
using Fragments = SmallVector<SmallVector<Value>>;

/// What one thread does of the products of its warp, of `mmaK` elements along
/// the reduction dimension each.
class WarpProduct {
public:
  WarpProduct(KernelBuilder &b, const MmaLane &lane, int64_t mmaK)
      : b(b), lane(lane), mmaK(mmaK) {}

  /// The elements from `k` on that are loaded at once.
  Fragments load(const WarpOperand &operand, Value stage, int64_t k);
  /// Adds the products of these to accumulators, at [row][column], from column
  /// `first` on.
  void multiply(const Fragments &lhs, const Fragments &rhs, Value accumulators,
                int64_t first = 0);

private:
  Value loadMatrices(const WarpOperand &operand, Value stage, int64_t first,
                     int64_t k);
  Value loadPairs(const WarpOperand &operand, Value stage, Value own,
                  int64_t k);
  Value loadElements(const WarpOperand &operand, Value stage, Value own,
                     int64_t k);
  Value getPart(int64_t from, int64_t count, int64_t times);
  void addProduct(Value lhs, Value rhs, Value accumulators, int64_t row,
                  int64_t column);

  KernelBuilder &b;
  MmaLane lane;
  int64_t mmaK;
};

/// Stores what the thread has of rows and columns, runs at once. Accumulators
/// are at [row][column], from `firstRow` on; or, of warpgroups, flat, the runs
/// of all rows one after the other.
void stageAccumulators(KernelBuilder &b, const ThreadElements (&owned)[2],
                       Value accumulators, int64_t firstRow, Value staging);

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_WARPPRODUCT_H
