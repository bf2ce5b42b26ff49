// Tensors that are spread over a mesh of devices: syntax, types, verifiers.
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "WorkerPart.h"

#include "Relax/Dialect/Relax/IR/CallVerifier.h"
#include "Relax/Dialect/Relax/IR/PlacementSyntax.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/Relax/IR/ShapeInference.h"
#include "Relax/Dialect/Relax/IR/SymbolicEquality.h"
#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Support/RuleError.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace mlir::relax {

static ParseResult parsePlacement(OpAsmParser &parser,
                                  DenseI64ArrayAttr &placement) {
  SmallVector<int64_t> axes;
  if (parsePlacement(static_cast<AsmParser &>(parser), axes))
    return failure();
  placement = parser.getBuilder().getDenseI64ArrayAttr(axes);
  return success();
}

static void printPlacement(OpAsmPrinter &printer, Operation *,
                           DenseI64ArrayAttr placement) {
  printPlacement(printer, placement.asArrayRef());
}

} // namespace mlir::relax

#define GET_OP_CLASSES
#include "Relax/Dialect/Relax/IR/DistributedOps.cpp.inc"

namespace mlir::relax {

void RelaxDialect::registerDistributedOps() {
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/Relax/IR/DistributedOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// DeviceMeshOp
//===----------------------------------------------------------------------===//

LogicalResult DeviceMeshOp::verify() {
  // R1: a grid.
  if (getShape().empty())
    return emitRuleError(*this, 1,
                         "expects a grid of one axis or more, found none");
  std::optional<int64_t> places = 1;
  for (int64_t size : getShape()) {
    if (size < 1)
      return emitRuleError(*this, 1, "expects axes of 1 device or more, found ")
             << size;
    if (places)
      places = llvm::checkedMul(*places, size);
  }
  if (!places || *places > INT32_MAX)
    return emitRuleError(
               *this, 1,
               "expects at most 2147483647 devices, found a mesh of [")
           << getShape() << "]";
  // R2: a device for each place.
  std::optional<ArrayRef<int64_t>> devices = getDeviceIds();
  if (!devices)
    return success();
  if (places != static_cast<int64_t>(devices->size()))
    return emitRuleError(*this, 2, "expects a device for each place, found ")
           << devices->size() << " devices";
  llvm::SmallSet<int64_t, 8> seen;
  for (int64_t device : *devices)
    if (device < 0)
      return emitRuleError(*this, 2, "expects devices from 0 on, found ")
             << device;
    else if (!seen.insert(device).second)
      return emitRuleError(*this, 2, "expects a device at one place, found ")
             << device << " at two";
  return success();
}

/// The mesh called `name` if it has `axes` axes, else null and an error about
/// the rules `meshRule` and `axesRule` of `op`.
static DeviceMeshOp lookupMesh(Operation *op, FlatSymbolRefAttr name,
                               size_t axes, unsigned meshRule,
                               unsigned axesRule,
                               SymbolTableCollection &symbolTable) {
  Operation *symbol = symbolTable.lookupNearestSymbolFrom(op, name);
  auto mesh = dyn_cast_or_null<DeviceMeshOp>(symbol);
  if (!mesh) {
    emitRuleError(op, meshRule, "names the mesh ")
        << name << ", expected a "
        << "'relax.device_mesh' of the module; add it";
    return {};
  }
  if (mesh.getShape().size() == axes)
    return mesh;
  RuleError error = emitRuleError(op, axesRule,
                                  "expects an entry of the "
                                  "placement for each of the ");
  error << mesh.getShape().size() << " axes of " << name << ", found " << axes;
  error.attachNote(mesh.getLoc()) << "the mesh is here";
  return {};
}

LogicalResult verifyMeshes(Operation *op, Type type, unsigned rule,
                           SymbolTableCollection &symbolTable) {
  WalkResult result = type.walk([&](DTensorType spread) {
    return WalkResult(success(static_cast<bool>(
        lookupMesh(op, spread.getMesh(), spread.getPlacement().size(), rule,
                   rule, symbolTable))));
  });
  return failure(result.wasInterrupted());
}

LogicalResult checkDeviceOrder(DeviceMeshOp mesh) {
  std::optional<ArrayRef<int64_t>> devices = mesh.getDeviceIds();
  if (!devices || llvm::equal(*devices, llvm::seq<int64_t>(devices->size())))
    return success();
  InFlightDiagnostic error = mesh.emitOpError(
      "expects devices from 0 on in their order, since workers stand on a mesh "
      "in the order of their numbers, found [");
  return error << *devices << "]; leave them away";
}

StringAttr getShardingText(MLIRContext *context, ArrayRef<int64_t> mesh,
                           ArrayRef<int64_t> placement) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << '[';
  llvm::interleaveComma(mesh, stream);
  stream << "] [";
  llvm::interleaveComma(llvm::map_range(placement, getPlaceText), stream);
  stream << ']';
  return StringAttr::get(context, text);
}

TensorType getPart(DTensorType type, DeviceMeshOp mesh) {
  auto tensor = dyn_cast<RankedTensorType>(type.getTensor());
  if (type.getPlacement().size() != mesh.getShape().size())
    return {};
  if (!tensor)
    return type.getTensor();
  SmallVector<SymExprAttr> dims = getDims(tensor);
  for (auto [dim, parts] : llvm::zip(type.getPlacement(), mesh.getShape())) {
    if (!isSplitDim(dim))
      continue;
    SymExprAttr rest = floorMod(dims[dim], parts);
    if (rest && rest.getConstant().value_or(0) != 0)
      return {};
    dims[dim] = floorDiv(dims[dim], parts);
  }
  return getTensorType(dims, tensor.getElementType(), getVDevice(tensor));
}

TensorType getLocalType(Operation *op, DTensorType type, unsigned rule,
                        SymbolTableCollection &symbolTable) {
  DeviceMeshOp mesh = lookupMesh(op, type.getMesh(), type.getPlacement().size(),
                                 rule, rule, symbolTable);
  TensorType part = mesh ? getPart(type, mesh) : TensorType();
  if (mesh && !part)
    (emitRuleError(op, rule, "splits ")
     << type
     << " among more devices than expected, as a dimension divides by "
        "fewer; the mesh "
     << "has the shape [" << mesh.getShape() << "]")
            .attachNote(mesh.getLoc())
        << "the mesh is here";
  return part;
}

//===----------------------------------------------------------------------===//
// AnnotateShardingOp
//===----------------------------------------------------------------------===//

LogicalResult AnnotateShardingOp::verify() {
  // R3: split dimensions that exist. A hint says how a tensor is spread; its
  // addends would be those of an operator, which nobody has chosen yet.
  auto tensor = dyn_cast<RankedTensorType>(getInput().getType());
  for (auto [axis, dim] : llvm::enumerate(getPlacement()))
    if (dim != DTensorType::kReplicated &&
        (dim < 0 || (tensor && dim >= tensor.getRank())))
      return emitRuleError(*this, 3, "expects axis ")
             << axis << " of the mesh to split a dimension of "
             << getInput().getType() << ", found "
             << (dim == kPartialSum
                     ? "a partial sum; spread it by hand with '!relax.dtensor'"
                     : "dimension " + std::to_string(dim));
  return success();
}

LogicalResult
AnnotateShardingOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  // R1, R2: a mesh, and an entry for each of its axes.
  return success(static_cast<bool>(lookupMesh(
      *this, getDeviceMeshAttr(), getPlacement().size(), 1, 2, symbolTable)));
}

//===----------------------------------------------------------------------===//
// RedistributeOp
//===----------------------------------------------------------------------===//

LogicalResult RedistributeOp::verify() {
  // R2: one tensor, one mesh.
  DTensorType from = getInput().getType(), to = getResult().getType();
  if (from.getMesh() != to.getMesh() ||
      compareTypes(from.getTensor(), to.getTensor()) == Proof::Different)
    return (emitRuleError(*this, 2,
                          "expects to change nothing but the "
                          "placement, found ")
            << from << " and " << to)
               .attachNote(getInput().getLoc())
           << "the operand is here";
  // R3: sums that there are. Which addends would make a whole tensor nobody has
  // said, and a quotient by the number of workers would round.
  for (auto [axis, places] :
       llvm::enumerate(llvm::zip(from.getPlacement(), to.getPlacement())))
    if (std::get<1>(places) == kPartialSum &&
        std::get<0>(places) != kPartialSum)
      return (emitRuleError(*this, 3,
                            "expects a result that is whole along axis ")
              << axis << " of the mesh, as the operand is, found partial sums "
              << "in " << to
              << "; make them by 'relax.dist.call_tir_local_view'")
                 .attachNote(getInput().getLoc())
             << "the operand is here";
  return success();
}

LogicalResult
RedistributeOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  // R1: meshes that fit.
  for (DTensorType type : {getInput().getType(), getResult().getType()})
    if (!lookupMesh(*this, type.getMesh(), type.getPlacement().size(), 1, 1,
                    symbolTable))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// CallTIRLocalViewOp
//===----------------------------------------------------------------------===//

LogicalResult
CallTIRLocalViewOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  // R4: parts that exist.
  SmallVector<Type> inputs, outputs;
  auto addLocal = [&](Type type, SmallVectorImpl<Type> &types) {
    types.push_back(
        getLocalType(*this, cast<DTensorType>(type), 4, symbolTable));
    return static_cast<bool>(types.back());
  };
  for (Type type : getArgs().getTypes())
    if (!addLocal(type, inputs))
      return failure();
  for (Type type : getResultTypes())
    if (!addLocal(type, outputs))
      return failure();
  // R1, R2, R3: a tensor program whose parameters fit.
  if (failed(verifyPrimFuncCall(*this, getCalleeAttr(), inputs, outputs, {},
                                symbolTable)))
    return failure();
  // R5: arguments are read.
  return verifyInputsAreRead(*this, getCalleeAttr(), inputs.size(), 5,
                             symbolTable);
}

//===----------------------------------------------------------------------===//
// RedistributeReplicaToShardOp
//===----------------------------------------------------------------------===//

LogicalResult
RedistributeReplicaToShardOp::inferTypes(Adaptor op, EmitError emitError,
                                         SmallVectorImpl<Type> &types) {
  // R3: workers on a grid; R1, R2: an axis that exists, in parts of one size.
  if (failed(checkMesh(op.getMesh(), op.getMeshAxes(), op.getNumWorkers(),
                       emitError, 3)))
    return failure();
  return inferWorkerPart(op.getInput(), op.getNumWorkers(), op.getAxis(),
                         emitError, types);
}

} // namespace mlir::relax
