// Hints of relax.dist for what a program of StableHLO says of shardings.
#ifndef RELAX_LIB_CONVERSION_STABLEHLOTORELAX_SHARDINGTORELAX_H
#define RELAX_LIB_CONVERSION_STABLEHLOTORELAX_SHARDINGTORELAX_H

#include "GraphConversion.h"

namespace mlir::relax {

/// On parameters and results: how they are spread.
inline constexpr StringLiteral kSharding = "sdy.sharding";

/// The value with a hint of how `sharding`, an attribute of a parameter or
/// result of `op` or null, spreads it; the value itself where it is whole. An
/// obstacle of `op` if relax cannot.
Value addShardingHint(GraphConversion &graph, Operation *op, Value value,
                      Attribute sharding);

/// A mesh, and the dimension that each of its axes splits; -1 if none.
struct SpreadTensor {
  sdy::MeshOp mesh;
  SmallVector<int64_t> placement;
};

/// How a sharding of a value of `type` spreads it; nullopt, with an obstacle of
/// `op`, if relax cannot.
std::optional<SpreadTensor> getSpread(GraphConversion &graph, Operation *op,
                                      sdy::ShardingAttr sharding, Type type);

/// Whether a function says how a parameter or a result is spread.
bool hasShardings(func::FuncOp func);

/// Makes meshes of relax of those that hints name, under their names.
void replaceMeshes(ModuleOp module);

} // namespace mlir::relax

#endif // RELAX_LIB_CONVERSION_STABLEHLOTORELAX_SHARDINGTORELAX_H
