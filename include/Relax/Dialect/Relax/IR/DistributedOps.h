// Tensors that are spread over a mesh of devices.
#ifndef RELAX_DIALECT_RELAX_IR_DISTRIBUTEDOPS_H
#define RELAX_DIALECT_RELAX_IR_DISTRIBUTEDOPS_H

#include "Relax/Dialect/Relax/IR/RelaxTypes.h"
#include "Relax/Dialect/Relax/IR/TensorOp.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/DistributedOps.h.inc"

namespace mlir::relax {

/// On a parameter that is a worker's part of a tensor: the text below.
inline constexpr StringLiteral kShardingName = "relax.sharding";

/// The sizes of a mesh and a placement, such as "[2, 4] [R, S[0]]", as the run
/// time reads it (relax_module_sharding).
StringAttr getShardingText(MLIRContext *context, ArrayRef<int64_t> mesh,
                           ArrayRef<int64_t> placement);

/// An error about rule `rule` of `op` if a tensor in `type` is spread on no
/// mesh of the module, or on one of more or fewer axes.
LogicalResult verifyMeshes(Operation *op, Type type, unsigned rule,
                           SymbolTableCollection &symbolTable);

/// An error if a mesh has its devices in another order than workers have their
/// numbers, by which these stand on it.
LogicalResult checkDeviceOrder(DeviceMeshOp mesh);

/// The part of a spread tensor that each worker has; null if the placement does
/// not fit the mesh, or a size provably does not divide.
TensorType getPart(DTensorType type, DeviceMeshOp mesh);

/// The part of a spread tensor that each worker has; null, with an error about
/// rule `rule` of `op`, if the mesh is not one that fits.
TensorType getLocalType(Operation *op, DTensorType type, unsigned rule,
                        SymbolTableCollection &symbolTable);

} // namespace mlir::relax

#endif // RELAX_DIALECT_RELAX_IR_DISTRIBUTEDOPS_H
