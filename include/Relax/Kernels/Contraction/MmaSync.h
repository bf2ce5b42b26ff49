// Products of small matrices in the registers of a warp.
#ifndef RELAX_KERNELS_CONTRACTION_MMASYNC_H
#define RELAX_KERNELS_CONTRACTION_MMASYNC_H

#include "Relax/Kernels/Contraction/KernelBuilder.h"

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
};

/// Four matrices of 8 rows of 16 bytes, of which every 8 threads say where the
/// rows begin: a register of each.
Value loadMatrices(KernelBuilder &b, Value buffer, ValueRange at,
                   bool isTransposed);

/// `count` of some registers, from the one with number `first` on.
Value takeRegisters(KernelBuilder &b, Value all, int64_t first, int64_t count);

/// The accumulators of a thread from which on a product is added: pairs of
/// every 8 of `numRows`.
struct MmaAccumulators {
  Value buffer;
  int64_t row, column, numRows;
};

/// Adds `lhs` times `rhs`, of `mmaK` elements along the reduction dimension.
void addMmaProduct(KernelBuilder &b, Value lhs, Value rhs, int64_t mmaK,
                   const MmaAccumulators &to);

} // namespace mlir::tir

#endif // RELAX_KERNELS_CONTRACTION_MMASYNC_H
