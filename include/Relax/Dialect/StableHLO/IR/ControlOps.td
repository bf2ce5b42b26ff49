// Control flow, calls of unknown code, and what concerns a program as a whole.
#ifndef RELAX_DIALECT_STABLEHLO_IR_CONTROLOPS_TD
#define RELAX_DIALECT_STABLEHLO_IR_CONTROLOPS_TD

include "Relax/Dialect/StableHLO/IR/StableHLOBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def StableHLO_ReturnOp : StableHLO_Op<"return", [Pure, Terminator]> {
  let summary = "The values of a region";
  let description = [{
    ```mlir
    %0 = "stablehlo.case"(%i) ({
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "($results^ `:` type($results))? attr-dict";
}

def StableHLO_WhileOp : StableHLO_Op<"while", [RecursiveMemoryEffects]> {
  let summary = "Repeat a region while a condition holds";
  let description = [{
    ```mlir
    %0 = stablehlo.while(%a = %x) : tensor<i32>
    cond {
      %1 = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %a, %n : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operand);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_CaseOp : StableHLO_Op<"case", [RecursiveMemoryEffects]> {
  let summary = "The region of a number; the last one where it has none";
  let description = [{
    ```mlir
    %0 = "stablehlo.case"(%i) ({
      stablehlo.return %x : tensor<4xf32>
    }, {
      stablehlo.return %y : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$index);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
}

def StableHLO_IfOp : StableHLO_Op<"if", [RecursiveMemoryEffects]> {
  let summary = "One of two regions";
  let description = [{
    ```mlir
    %0 = "stablehlo.if"(%c) ({
      stablehlo.return %x : tensor<4xf32>
    }, {
      stablehlo.return %y : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$pred);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$true_branch,
      SizedRegion<1>:$false_branch);
}

def StableHLO_CustomCallOp : StableHLO_Op<"custom_call"> {
  let summary = "Call code that the program does not hold";
  let description = [{
    ```mlir
    %0 = stablehlo.custom_call @solve(%x) {backend_config = ""} : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$call_target_name,
      OptionalAttr<BoolAttr>:$has_side_effect, OptionalAttr<AnyAttr>:$backend_config,
      OptionalAttr<I32Attr>:$api_version, OptionalAttr<ArrayAttr>:$called_computations,
      OptionalAttr<ArrayAttr>:$operand_layouts, OptionalAttr<ArrayAttr>:$result_layouts,
      OptionalAttr<ArrayAttr>:$output_operand_aliases);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    custom<Target>($call_target_name) `(` $inputs `)` attr-dict `:`
    functional-type(operands, results)
  }];
}

def StableHLO_CompositeOp : StableHLO_Op<"composite"> {
  let summary = "An op of a name, and the function that says what it computes";
  let description = [{
    ```mlir
    func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.add %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.composite "my.twice" %x {decomposition = @twice} : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$name,
      OptionalAttr<DictionaryAttr>:$composite_attributes,
      FlatSymbolRefAttr:$decomposition, OptionalAttr<I32Attr>:$version);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $name $inputs attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_OptimizationBarrierOp
    : StableHLO_Op<"optimization_barrier", [Pure]> {
  let summary = "The operands, which are all computed before a result is used";
  let description = [{
    ```mlir
    %0:2 = stablehlo.optimization_barrier %x, %y : tensor<4xf32>, tensor<2xi32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operand);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $operand attr-dict `:` custom<Passed>(type($operand), type($results))
  }];
}

def StableHLO_RngOp : StableHLO_Op<"rng"> {
  let summary = "Random numbers of the program's own generator";
  let description = [{
    ```mlir
    %0 = stablehlo.rng %a, %b, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyTensor:$a, AnyTensor:$b, AnyTensor:$shape,
      StableHLO_RngDistributionAttr:$rng_distribution);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:`
    functional-type(operands, results)
  }];
}

def StableHLO_RngBitGeneratorOp
    : StableHLO_Op<"rng_bit_generator", [Pure]> {
  let summary = "Random bits, and the state for the next ones";
  let description = [{
    ```mlir
    %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    ```
  }];
  let arguments = (ins AnyTensor:$initial_state,
      StableHLO_RngAlgorithmAttr:$rng_algorithm);
  let results = (outs AnyTensor:$output_state, AnyTensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:`
    functional-type(operands, results)
  }];
}

def StableHLO_TupleOp : StableHLO_Op<"tuple", [Pure]> {
  let summary = "Several values as one";
  let description = [{
    ```mlir
    %0 = stablehlo.tuple %x, %y : tuple<tensor<4xf32>, tensor<2xi32>>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$val);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = [{
    $val attr-dict `:` custom<TupleTypes>(type($val), type($result))
  }];
}

def StableHLO_GetTupleElementOp : StableHLO_Op<"get_tuple_element", [Pure]> {
  let summary = "One of the values of a tuple";
  let description = [{
    ```mlir
    %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4xf32>, tensor<2xi32>>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyTuple:$operand, I32Attr:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $operand `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
}

#endif // RELAX_DIALECT_STABLEHLO_IR_CONTROLOPS_TD
