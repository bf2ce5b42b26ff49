// Exchange of tensors among devices, and the order of effects.
#ifndef RELAX_DIALECT_STABLEHLO_IR_COLLECTIVEOPS_TD
#define RELAX_DIALECT_STABLEHLO_IR_COLLECTIVEOPS_TD

include "Relax/Dialect/StableHLO/IR/StableHLOBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// StableHLO writes these in generic form. Which devices exchange tensors is a
// list of groups; what its numbers count depends on the channel.
class StableHLO_CollectiveOp<string mnemonic> : StableHLO_Op<mnemonic>;

def StableHLO_AllGatherOp : StableHLO_CollectiveOp<"all_gather"> {
  let summary = "The tensors of a group's devices, concatenated";
  let description = [{
    ```mlir
    %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<3x2xf32>) -> tensor<3x4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$operands, I64Attr:$all_gather_dim,
      AnyAttr:$replica_groups,
      OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
      UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<AnyTensor>);
}

def StableHLO_AllReduceOp : StableHLO_CollectiveOp<"all_reduce"> {
  let summary = "The tensors of a group's devices, joined element by element";
  let description = [{
    ```mlir
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$operands, AnyAttr:$replica_groups,
      OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
      UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<AnyTensor>);
  let regions = (region AnyRegion:$computation);
}

def StableHLO_ReduceScatterOp : StableHLO_CollectiveOp<"reduce_scatter"> {
  let summary = "A device's part of what a group's tensors joined give";
  let description = [{
    ```mlir
    %0 = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<2xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$operand, I64Attr:$scatter_dimension,
      AnyAttr:$replica_groups,
      OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
      UnitAttr:$use_global_device_ids);
  let results = (outs AnyTensor);
  let regions = (region AnyRegion:$computation);
}

def StableHLO_AllToAllOp : StableHLO_CollectiveOp<"all_to_all"> {
  let summary = "A part of the tensor of each device of a group";
  let description = [{
    ```mlir
    %0 = "stablehlo.all_to_all"(%x) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$operands, I64Attr:$split_dimension,
      I64Attr:$concat_dimension, I64Attr:$split_count, AnyAttr:$replica_groups,
      OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs Variadic<AnyTensor>);
}

def StableHLO_CollectivePermuteOp
    : StableHLO_CollectiveOp<"collective_permute"> {
  let summary = "The tensor of the device that sends to this one, or zeros";
  let description = [{
    ```mlir
    %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$operand, AnyAttr:$source_target_pairs,
      OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs AnyTensor);
}

def StableHLO_CollectiveBroadcastOp
    : StableHLO_CollectiveOp<"collective_broadcast"> {
  let summary = "The tensor of the first device of a group";
  let description = [{
    ```mlir
    %0 = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$operand, AnyAttr:$replica_groups,
      OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle);
  let results = (outs AnyTensor);
}

class StableHLO_DeviceOp<string mnemonic, string meaning>
    : StableHLO_Op<mnemonic, [Pure]> {
  let summary = meaning;
  let description = [{
    ```mlir
    %0 = stablehlo.}] # mnemonic # [{ : tensor<ui32>
    ```
  }];
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}
def StableHLO_ReplicaIdOp
    : StableHLO_DeviceOp<"replica_id", "The number of the replica">;
def StableHLO_PartitionIdOp
    : StableHLO_DeviceOp<"partition_id", "The number of the partition">;

def StableHLO_CreateTokenOp : StableHLO_Op<"create_token", [Pure]> {
  let summary = "A token that waits for nothing";
  let description = [{
    ```mlir
    %0 = stablehlo.create_token : !stablehlo.token
    ```
  }];
  let results = (outs StableHLO_TokenType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def StableHLO_AfterAllOp : StableHLO_Op<"after_all", [Pure]> {
  let summary = "A token that waits for others";
  let description = [{
    ```mlir
    %t = stablehlo.create_token : !stablehlo.token
    %0 = stablehlo.after_all %t, %t : !stablehlo.token
    ```
  }];
  let arguments = (ins Variadic<StableHLO_TokenType>:$inputs);
  let results = (outs StableHLO_TokenType:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:` custom<SameType>(ref($inputs), type($inputs), type($result))
  }];
}

#endif // RELAX_DIALECT_STABLEHLO_IR_COLLECTIVEOPS_TD
