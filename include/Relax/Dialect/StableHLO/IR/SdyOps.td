// The part of the sdy dialect that says how a program's tensors are spread.
#ifndef RELAX_DIALECT_STABLEHLO_IR_SDYOPS_TD
#define RELAX_DIALECT_STABLEHLO_IR_SDYOPS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let summary = "How JAX says that tensors are spread over devices (Shardy)";
  let description = [{
    A reader's dialect like `stablehlo`: meshes, shardings of parameters and
    results, and constraints. `convert-stablehlo-to-relax` makes hints of
    `relax.dist` of them.
  }];
  let cppNamespace = "::mlir::relax::sdy";
  let extraClassDeclaration = [{
    Attribute parseAttribute(DialectAsmParser &parser, Type type) const override;
    void printAttribute(Attribute attribute, DialectAsmPrinter &printer) const override;
    std::optional<ParseOpHook> getParseOperationHook(StringRef name) const override;
  }];
}

class Sdy_Attr<string name, string attrMnemonic>
    : AttrDef<Sdy_Dialect, name> {
  let mnemonic = attrMnemonic;
  let hasCustomAssemblyFormat = 1;
}

def Sdy_MeshAttr : Sdy_Attr<"Mesh", "mesh"> {
  let summary = "The axes of a mesh with their sizes";
  let description = [{
    The devices stand on it in row-major order, 0, 1, 2 and so on if
    `device_ids` are left out.

    ```mlir
    #sdy.mesh<["data"=2, "model"=4]>
    ```
  }];
  let parameters = (ins "::mlir::ArrayAttr":$names,
      OptionalArrayRefParameter<"int64_t">:$sizes,
      OptionalArrayRefParameter<"int64_t">:$device_ids);
}

def Sdy_ShardingAttr : Sdy_Attr<"Sharding", "sharding"> {
  let summary = "The axes of a mesh that split each dimension of a tensor";
  let description = [{
    In the order of the dimensions, the axes that a dimension is split by first
    in front. With `?` further axes may split it. Axes that are `replicated`
    split none.

    ```mlir
    #sdy.sharding<@mesh, [{"data"}, {?} ], replicated={"model"}>
    ```
  }];
  // A dimension is an array of names, behind which a unit stands for `?` and an
  // integer for a priority.
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$mesh,
      "::mlir::ArrayAttr":$dims, "::mlir::ArrayAttr":$replicated);
}

def Sdy_MeshOp : Op<Sdy_Dialect, "mesh", [Symbol]> {
  let summary = "A mesh of devices by its name";
  let description = [{
    ```mlir
    sdy.mesh @mesh = <["data"=2, "model"=4]>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

def Sdy_ShardingConstraintOp : Op<Sdy_Dialect, "sharding_constraint", [
    Pure, SameOperandsAndResultType]> {
  let summary = "Ask for a tensor to be spread";
  let description = [{
    ```mlir
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = sdy.sharding_constraint %x <@mesh, [{"x"}, {} ]> : tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```
  }];
  let arguments = (ins AnyTensor:$input, Sdy_ShardingAttr:$sharding);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
}

def Sdy_ManualComputationOp : Op<Sdy_Dialect, "manual_computation", [
    IsolatedFromAbove, RecursiveMemoryEffects]> {
  let summary = "What each device computes of its parts (JAX's shard_map)";
  let description = [{
    The region takes and gives parts along the manual axes of a mesh, and
    exchanges them by collectives.

    ```mlir
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
      %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {} ]>] out_shardings=[<@mesh, [{"x"}, {} ]>] manual_axes={"x"} (%part: tensor<4x4xf32>) {
        %1 = stablehlo.negate %part : tensor<4x4xf32>
        sdy.return %1 : tensor<4x4xf32>
      } : (tensor<8x4xf32>) -> tensor<8x4xf32>
      return %0 : tensor<8x4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$inputs, ArrayAttr:$in_shardings,
      ArrayAttr:$out_shardings, ArrayAttr:$manual_axes);
  let results = (outs Variadic<AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $inputs `)` `in_shardings` `=` custom<Shardings>($in_shardings)
    `out_shardings` `=` custom<Shardings>($out_shardings)
    `manual_axes` `=` custom<AxisNames>($manual_axes) custom<Parts>($body)
    attr-dict `:` functional-type($inputs, $results)
  }];
  let hasVerifier = 1;
}

def Sdy_ReturnOp : Op<Sdy_Dialect, "return", [
    Pure, Terminator, HasParent<"ManualComputationOp">]> {
  let summary = "The parts that a device gives";
  let description = [{
    ```mlir
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
      %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"} ]>] out_shardings=[<@mesh, [{"x"} ]>] manual_axes={"x"} (%part: tensor<4xf32>) {
        sdy.return %part : tensor<4xf32>
      } : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyTensor>:$results);
  let assemblyFormat = "($results^ `:` type($results))? attr-dict";
}

#endif // RELAX_DIALECT_STABLEHLO_IR_SDYOPS_TD
