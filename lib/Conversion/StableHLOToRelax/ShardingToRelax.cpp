// Hints of relax.dist for what a program of StableHLO says of shardings.
//
// Shardy lists the axes of each dimension, relax the dimension of each axis.
// Where several axes split one dimension, those of relax do so in the order of
// the mesh: another order would give workers other parts.
#include "ShardingToRelax.h"

#include "ManualToRelax.h"

#include "Relax/Dialect/Relax/IR/DistributedOps.h"

namespace mlir::relax {

/// The number of an axis of a mesh; none if it has no such axis.
static std::optional<int64_t> findAxis(sdy::MeshAttr mesh, Attribute name) {
  ArrayRef<Attribute> names = mesh.getNames().getValue();
  auto *found = llvm::find(names, name);
  if (found == names.end())
    return std::nullopt;
  return found - names.begin();
}

/// The devices of a mesh are the workers by their numbers.
static bool hasWorkersInOrder(sdy::MeshAttr mesh) {
  return llvm::all_of(llvm::enumerate(mesh.getDeviceIds()), [](auto device) {
    return int64_t(device.index()) == device.value();
  });
}

/// The dimension that each axis of the mesh splits; none, with an obstacle, if
/// it is not as relax has it.
static std::optional<SmallVector<int64_t>>
getPlacement(GraphConversion &graph, Operation *op, sdy::MeshOp mesh,
             sdy::ShardingAttr sharding) {
  sdy::MeshAttr axes = mesh.getMesh();
  SmallVector<int64_t> placement(axes.getSizes().size(),
                                 DTensorType::kReplicated);
  for (auto [dim, entries] : llvm::enumerate(sharding.getDims())) {
    int64_t last = -1;
    for (auto name : cast<ArrayAttr>(entries).getAsRange<Attribute>()) {
      if (!isa<StringAttr>(name))
        continue;
      std::optional<int64_t> axis = findAxis(axes, name);
      if (!axis || placement[*axis] != DTensorType::kReplicated ||
          *axis < last) {
        std::string found;
        llvm::raw_string_ostream(found) << "found " << sharding;
        graph
            .reject(op,
                    "expected a sharding by different axes of its mesh, those "
                    "of one dimension in the order of the mesh",
                    found)
            .attachNote(mesh.getLoc(), "the mesh is here");
        return std::nullopt;
      }
      placement[*axis] = dim;
      last = *axis;
    }
  }
  return placement;
}

std::optional<SpreadTensor> getSpread(GraphConversion &graph, Operation *op,
                                      sdy::ShardingAttr sharding, Type type) {
  auto mesh = graph.getModule().symbols.lookup<sdy::MeshOp>(
      sharding.getMesh().getAttr());
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!mesh || !hasWorkersInOrder(mesh.getMesh()) || !tensor ||
      size_t(tensor.getRank()) != sharding.getDims().size()) {
    std::string found;
    llvm::raw_string_ostream(found) << "found " << sharding << " for " << type;
    Rejection rejection = graph.reject(
        op,
        "expected a sharding of each dimension by a mesh of the module whose "
        "devices are in order",
        found);
    if (mesh)
      rejection.attachNote(mesh.getLoc(), "the mesh is here");
    return std::nullopt;
  }
  std::optional<SmallVector<int64_t>> placement =
      getPlacement(graph, op, mesh, sharding);
  if (!placement)
    return std::nullopt;
  return SpreadTensor{mesh, *placement};
}

Value addShardingHint(GraphConversion &graph, Operation *op, Value value,
                      Attribute attribute) {
  auto sharding = dyn_cast_or_null<sdy::ShardingAttr>(attribute);
  if (!sharding)
    return value;
  std::optional<SpreadTensor> spread =
      getSpread(graph, op, sharding, value.getType());
  if (!spread)
    return {};
  // Parameters and results without a hint are whole, and a value where all is
  // left open is as it comes.
  bool isWhole = llvm::all_of(spread->placement, [](int64_t dim) {
    return dim == DTensorType::kReplicated;
  });
  bool isOpen = llvm::any_of(sharding.getDims(), [](Attribute dim) {
    return llvm::any_of(cast<ArrayAttr>(dim), llvm::IsaPred<UnitAttr>);
  });
  if (isWhole && (isOpen || !isa<sdy::ShardingConstraintOp>(op)))
    return value;
  return AnnotateShardingOp::create(
      graph.getBuilder(), op->getLoc(), value.getType(), value,
      sharding.getMesh().getValue(), spread->placement);
}

/// Among parts only axes are left that the computation does not see: workers
/// along these have copies.
static LogicalResult convertConstraint(sdy::ShardingConstraintOp op,
                                       GraphConversion &graph) {
  if (isInManual(graph))
    return graph.replace(op, graph.get(op.getInput()));
  Value hinted =
      addShardingHint(graph, op, graph.get(op.getInput()), op.getSharding());
  return hinted ? graph.replace(op, hinted) : failure();
}

void populateShardingConversions(ConversionTable &table) {
  table.add(convertConstraint);
}

bool hasShardings(func::FuncOp func) {
  return llvm::any_of(
             llvm::seq(func.getNumArguments()),
             [&](unsigned i) { return bool(func.getArgAttr(i, kSharding)); }) ||
         llvm::any_of(llvm::seq(func.getNumResults()), [&](unsigned i) {
           return bool(func.getResultAttr(i, kSharding));
         });
}

/// When all functions are converted: until then the names are those of the
/// program's own meshes.
void replaceMeshes(ModuleOp module) {
  llvm::StringSet<> used;
  module.walk(
      [&](AnnotateShardingOp hint) { used.insert(hint.getDeviceMesh()); });
  for (auto mesh : llvm::make_early_inc_range(module.getOps<sdy::MeshOp>())) {
    OpBuilder builder(mesh);
    StringAttr name = mesh.getSymNameAttr();
    ArrayRef<int64_t> sizes = mesh.getMesh().getSizes();
    if (used.contains(name.getValue()))
      DeviceMeshOp::create(builder, mesh.getLoc(), name.getValue(),
                           /*sym_visibility=*/StringAttr(),
                           builder.getDenseI64ArrayAttr(sizes),
                           /*device_ids=*/DenseI64ArrayAttr());
    mesh.erase();
  }
}

} // namespace mlir::relax
