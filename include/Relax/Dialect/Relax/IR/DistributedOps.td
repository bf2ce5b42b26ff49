// Tensors that are spread over a mesh of devices.
#ifndef RELAX_DIALECT_RELAX_IR_DISTRIBUTEDOPS_TD
#define RELAX_DIALECT_RELAX_IR_DISTRIBUTEDOPS_TD

include "Relax/Dialect/Relax/IR/RelaxInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"

def Relax_DeviceMeshOp : Relax_Op<"device_mesh", [
    Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "Workers, as a grid";
  let description = [{
    The size of each axis of the grid, and which devices stand at its places, in
    row-major order; 0, 1, 2 and so on if that is left out.

    * **R1** the grid has an axis, and each has a size of 1 or more;
    * **R2** each place has a device, and none has two.

    ```mlir
    relax.device_mesh @mesh [2, 2] devices [4, 5, 6, 7]
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
      OptionalAttr<StrAttr>:$sym_visibility, DenseI64ArrayAttr:$shape,
      OptionalAttr<DenseI64ArrayAttr>:$device_ids);
  let assemblyFormat = [{
    $sym_name $shape (`devices` $device_ids^)? attr-dict
  }];
  let hasVerifier = 1;
}

// Every worker has to take part, so these are not run ahead of their place.
class Relax_DistributedOp<string mnemonic, list<Trait> traits = []>
    : Relax_Op<"dist." # mnemonic, !listconcat([
        NoMemoryEffect,
        DeclareOpInterfaceMethods<SymbolUserOpInterface>], traits)>;

def Relax_AnnotateShardingOp : Relax_DistributedOp<"annotate_sharding", [
    PredOpTrait<"operand and result have one type",
        CPred<"$_op.getOperand(0).getType() == $_op.getResult(0).getType()">>,
    SameOperandsAndResultType]> {
  let summary = "Ask for a tensor to be spread over a mesh";
  let description = [{
    A hint; the value stays what it is. `placement` says for each axis of the
    mesh which dimension it splits (`S[i]`), or that it keeps copies (`R`).

    * **R1** the mesh is a `relax.device_mesh`;
    * **R2** the placement has one entry for each axis of the mesh;
    * **R3** a split dimension is one of the tensor's, as far as is known, and
      no entry is a partial sum, which is no tensor that the program knows.

    ```mlir
    relax.device_mesh @mesh [2, 2]
    relax.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = relax.dist.annotate_sharding %x on @mesh [S[0], R] : tensor<8x4xf32>
      relax.return %0 : tensor<8x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$input, FlatSymbolRefAttr:$device_mesh,
      DenseI64ArrayAttr:$placement);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $input `on` $device_mesh custom<Placement>($placement) attr-dict `:`
    type($input)
  }];
  let hasVerifier = 1;
}

def Relax_RedistributeOp : Relax_DistributedOp<"redistribute"> {
  let summary = "Spread a tensor over its mesh in another way";
  let description = [{
    * **R1** the meshes are `relax.device_mesh`es with one axis for each entry of
      the placements;
    * **R2** both types hold the same tensor on the same mesh;
    * **R3** the result has partial sums along no other axes than the operand.

    ```mlir
    relax.device_mesh @mesh [2]
    relax.func @main(%x: !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<8x4xf32>, @mesh, [R]> {
      %0 = relax.dist.redistribute %x : !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0]]> to !relax.dtensor<tensor<8x4xf32>, @mesh, [R]>
      relax.return %0 : !relax.dtensor<tensor<8x4xf32>, @mesh, [R]>
    }
    ```
  }];
  let arguments = (ins Relax_DTensorType:$input);
  let results = (outs Relax_DTensorType:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `to` type($result)";
  let hasVerifier = 1;
}

def Relax_CallTIRLocalViewOp : Relax_DistributedOp<"call_tir_local_view"> {
  let summary = "Call a tensor program on the part that each worker has";
  let description = [{
    The program's buffers are the workers' parts: where an axis of the mesh
    splits a dimension, its size divided by that of the axis.

    * **R1** the callee is a `tir.func`;
    * **R2** it has one buffer for each argument and each result;
    * **R3** dtype, rank and dimensions of each buffer fit its tensor's part;
    * **R4** the meshes are `relax.device_mesh`es with one axis for each entry of
      the placements, and a split dimension divides by its axis, as far as is
      known;
    * **R5** the callee writes no buffer of an argument or of the module, as far
      as effects say, its own and those of what it calls.

    ```mlir
    relax.device_mesh @mesh [2]
    tir.func private @copy(%x: memref<4x4xf32>, %y: memref<4x4xf32>) attributes {num_inputs = 1 : i64} {
      memref.copy %x, %y : memref<4x4xf32> to memref<4x4xf32>
      tir.return
    }
    relax.func @main(%x: !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0]]> {
      %0 = relax.dist.call_tir_local_view @copy(%x) : (!relax.dtensor<tensor<8x4xf32>, @mesh, [S[0]]>) -> !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0]]>
      relax.return %0 : !relax.dtensor<tensor<8x4xf32>, @mesh, [S[0]]>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
      Variadic<Relax_DTensorType>:$args);
  let results = (outs Variadic<Relax_DTensorType>:$results);
  let assemblyFormat = [{
    $callee `(` $args `)` attr-dict `:` functional-type($args, $results)
  }];
}

def Relax_RedistributeReplicaToShardOp
    : Relax_TensorOp<"dist.redistribute_replica_to_shard", "Opaque", "Never"> {
  let summary = "Of a tensor that all workers have, each worker's part";
  let description = [{
    With `mesh` as many parts as workers that differ along `mesh_axes` only.

    * **R1** the axis lies in [-rank, rank);
    * **R2** the axis divides into as many parts, as far as is known;
    * **R3** `mesh` has sizes of 1 or more, and `mesh_axes` are different places
      in it, of as many workers as `num_workers`; neither stands alone.

    ```mlir
    relax.func @main(%x: tensor<6x4xf32>) -> tensor<3x4xf32> {
      %0 = relax.dist.redistribute_replica_to_shard %x {num_workers = 2 : i64} : (tensor<6x4xf32>) -> tensor<3x4xf32>
      relax.return %0 : tensor<3x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$input,
      ConfinedAttr<I64Attr, [IntPositive]>:$num_workers, Relax_DefaultAxis<0>:$axis,
      OptionalAttr<DenseI64ArrayAttr>:$mesh,
      OptionalAttr<DenseI64ArrayAttr>:$mesh_axes);
}

#endif // RELAX_DIALECT_RELAX_IR_DISTRIBUTEDOPS_TD
