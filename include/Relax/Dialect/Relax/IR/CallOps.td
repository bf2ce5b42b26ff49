// Calls: to functions, to tensor programs, to code outside the module.
#ifndef RELAX_DIALECT_RELAX_IR_CALLOPS_TD
#define RELAX_DIALECT_RELAX_IR_CALLOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "Relax/Dialect/Relax/IR/RelaxConstraints.td"
include "Relax/Dialect/Relax/IR/RelaxTypes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Relax_CallOp : Relax_Op<"call", [
    CallOpInterface, DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Call a function of the module";
  let description = [{
    The callee's symbols are bound by position to the arguments' dimensions;
    what that leaves open is unknown in the results. A call of an impure
    function says `impure`.

    * **R1** the callee is a `relax.func`;
    * **R2** the number of arguments and results are the callee's;
    * **R3** argument types fit the parameters, as far as can be proved;
    * **R4** result types fit what the callee returns for these arguments;
    * **R5** the call is `impure` if and only if the callee is.

    ```mlir
    relax.func private @callee(%x: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
      relax.return %x : tensor<?xf32, #relax.dims<[n]>>
    }
    relax.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args,
      UnitAttr:$impure);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    (`impure` $impure^)? $callee `(` $args `)` attr-dict `:`
    functional-type($args, $results)
  }];
  let extraClassDeclaration = [{
    /// CallOpInterface. A call whose results are ended gives memory, for which
    /// no analysis may put an equal value: to these it is one of unknown code.
    ::mlir::Operation *
    resolveCallableInTable(::mlir::SymbolTableCollection *tables);
    /// CallOpInterface; the attributes of arguments and results are those of
    /// the callee.
    ::mlir::CallInterfaceCallable getCallableForCallee() {
      return ::llvm::cast<::mlir::SymbolRefAttr>(getCalleeAttr());
    }
    void setCalleeFromCallable(::mlir::CallInterfaceCallable callee) {
      setCalleeAttr(::llvm::cast<::mlir::FlatSymbolRefAttr>(
          ::llvm::cast<::mlir::SymbolRefAttr>(callee)));
    }
    ::mlir::MutableOperandRange getArgOperandsMutable() {
      return getArgsMutable();
    }
    ::mlir::Operation::operand_range getArgOperands() { return getArgs(); }
    ::mlir::ArrayAttr getArgAttrsAttr() { return {}; }
    ::mlir::ArrayAttr getResAttrsAttr() { return {}; }
    void setArgAttrsAttr(::mlir::ArrayAttr) {}
    void setResAttrsAttr(::mlir::ArrayAttr) {}
    ::mlir::Attribute removeArgAttrsAttr() { return {}; }
    ::mlir::Attribute removeResAttrsAttr() { return {}; }
  }];
}

// A call of what is no function of the graph level: a tensor program, or code
// outside of the module. It is no `CallOpInterface`: the callee takes buffers,
// or is a mere name, so no analysis may carry a value into it.
class Relax_ForeignCallOp<string mnemonic, list<Trait> traits = []>
    : Relax_Op<mnemonic, !listconcat(traits, [
        DeclareOpInterfaceMethods<SymbolUserOpInterface>])>;

def Relax_CallTIROp : Relax_ForeignCallOp<"call_tir", [Pure]> {
  let summary = "Call a tensor program that fills fresh results";
  let description = [{
    The callee is in destination-passing style: its parameters are the buffers
    of the arguments, then one buffer for each result, then the scalars `vars`.

    * **R1** the callee is a `tir.func`;
    * **R2** it has one buffer for each argument and each result, and one
      `index` for each of `vars`; its `num_inputs` buffers are those of the
      arguments;
    * **R3** dtype, rank and dimensions of each buffer fit its tensor, by
      unification of the callee's symbols;
    * **R4** there is at least one result;
    * **R5** the callee writes no buffer of an argument or of the module, as far
      as effects say, its own and those of what it calls.

    ```mlir
    tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call_tir @copy(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyTensor>:$args,
      DefaultValuedAttr<Relax_SymExprArrayAttr, "{}">:$vars);
  let results = (outs Variadic<AnyTensor>:$results);
  let assemblyFormat = [{
    $callee `(` $args `)` (`vars` custom<SymExprs>($vars)^)? attr-dict `:`
    functional-type($args, $results)
  }];
  let hasVerifier = 1;
}

def Relax_CallTIRInplaceOp : Relax_ForeignCallOp<"call_tir_inplace", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Call a tensor program that overwrites some of its arguments";
  let description = [{
    `inplace_indices` has one entry a result: the argument that the result
    overwrites, or -1 for a fresh one.

    An argument is a value, and stays what it is for all other uses: whether
    the program gets its memory or a copy is decided where memory becomes
    explicit, in `relax-call-tir-rewrite`. A parameter, a constant, and what is
    used afterwards or twice in the call are copied.

    * **R1** the callee is a `tir.func`;
    * **R2** it has one buffer for each argument and each fresh result, and
      one `index` for each of `vars`; its `num_inputs` buffers are among those
      of the arguments;
    * **R3** dtype, rank and dimensions of each buffer fit its tensor;
    * **R4** there is one index a result, each -1 or that of an argument;
    * **R5** no argument is overwritten twice, and at least one is;
    * **R6** a result that overwrites an argument has the argument's type;
    * **R7** the callee writes no buffer of another argument or of the module, as
      far as effects say, its own and those of what it calls.

    ```mlir
    tir.func private @bump(%x: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      tir.return
    }
    relax.func impure @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call_tir_inplace @bump(%x) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyTensor>:$args,
      DefaultValuedAttr<Relax_SymExprArrayAttr, "{}">:$vars,
      DenseI64ArrayAttr:$inplace_indices);
  let results = (outs Variadic<AnyTensor>:$results);
  let assemblyFormat = [{
    $callee `(` $args `)` (`vars` custom<SymExprs>($vars)^)? attr-dict `:`
    functional-type($args, $results)
  }];
  let hasVerifier = 1;
}

def Relax_CallPrimFuncOp : Relax_Op<"call_prim_func", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Call a tensor program on tensors that already exist";
  let description = [{
    What `relax.call_tir` becomes once memory is explicit: it reads `ins` and
    writes `outs`.

    * **R1** the callee is a `tir.func`;
    * **R2** it has one buffer for each of `ins` and `outs`, and one `index`
      for each of `vars`;
    * **R3** dtype, rank and dimensions of each buffer fit its tensor;
    * **R4** the callee writes no buffer of `ins` or of the module, as far as
      effects say, its own and those of what it calls.

    ```mlir
    tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    relax.func impure @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.builtin.alloc_tensor : tensor<4xf32>
      relax.call_prim_func @copy ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>)
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee,
      Arg<Variadic<AnyTensor>, "tensors read", [MemRead]>:$ins,
      Arg<Variadic<AnyTensor>, "tensors written", [MemWrite]>:$outs,
      DefaultValuedAttr<Relax_SymExprArrayAttr, "{}">:$vars);
  let assemblyFormat = [{
    $callee (`ins` `(` $ins^ `:` type($ins) `)`)?
    (`outs` `(` $outs^ `:` type($outs) `)`)?
    (`vars` custom<SymExprs>($vars)^)? attr-dict
  }];
}

def Relax_CallTIRWithGradOp : Relax_ForeignCallOp<"call_tir_with_grad", [Pure]> {
  let summary = "Call a tensor program whose gradient is registered by name";
  let description = [{
    * **R1** the callee is a `tir.func`;
    * **R2** it has one buffer for each argument and each result, and one
      `index` for each of `vars`; its `num_inputs` buffers are those of the
      arguments;
    * **R3** dtype, rank and dimensions of each buffer fit its tensor;
    * **R4** there is at least one result;
    * **R5** the callee writes no buffer of an argument or of the module, as far
      as effects say, its own and those of what it calls.

    ```mlir
    tir.func private @copy(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
      tir.return
    }
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call_tir_with_grad @copy(%x) {te_grad_name = "copy_grad"} : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyTensor>:$args,
      DefaultValuedAttr<Relax_SymExprArrayAttr, "{}">:$vars,
      StrAttr:$te_grad_name, OptionalAttr<DictionaryAttr>:$te_grad_kwargs);
  let results = (outs Variadic<AnyTensor>:$results);
  let assemblyFormat = [{
    $callee `(` $args `)` (`vars` custom<SymExprs>($vars)^)? attr-dict `:`
    functional-type($args, $results)
  }];
  let hasVerifier = 1;
}

// A call of a function outside the module, named by its declaration.
class Relax_ExternCallOp<string mnemonic, list<Trait> traits = []>
    : Relax_ForeignCallOp<mnemonic, traits> {
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $callee `(` $args `)` attr-dict `:` functional-type($args, $results)
  }];
}

def Relax_CallDPSPackedOp : Relax_ExternCallOp<"call_dps_packed", [Pure]> {
  let summary = "Call an external function that fills fresh results";
  let description = [{
    * **R1** the callee is a `relax.extern_func`.

    ```mlir
    relax.extern_func @my.gelu
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call_dps_packed @my.gelu(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args);
}

def Relax_CallPackedOp : Relax_ExternCallOp<"call_packed", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Call an external function with whatever effect it has";
  let description = [{
    The last `num_outs` arguments are results that the function fills.

    * **R1** the callee is a `relax.extern_func`;
    * **R2** `num_outs` is at most the number of arguments.

    ```mlir
    relax.extern_func @my.log
    relax.func impure @main(%x: tensor<4xf32>) {
      relax.call_packed @my.log(%x) : (tensor<4xf32>) -> ()
      relax.return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args,
      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntNonNegative]>, "0">:$num_outs);
  let hasVerifier = 1;
}

def Relax_CallPurePackedOp : Relax_ExternCallOp<"call_pure_packed", [Pure]> {
  let summary = "Call an external function, promising that it has no effect";
  let description = [{
    * **R1** the callee is a `relax.extern_func`.

    ```mlir
    relax.extern_func @my.shape
    relax.func @main(%x: tensor<4xf32>) -> !relax.shape<rank 1> {
      %0 = relax.call_pure_packed @my.shape(%x) : (tensor<4xf32>) -> !relax.shape<rank 1>
      relax.return %0 : !relax.shape<rank 1>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args);
}

def Relax_CallInplacePackedOp : Relax_ExternCallOp<"call_inplace_packed", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Call an external function that overwrites some arguments";
  let description = [{
    Its arguments are values as those of `relax.call_tir_inplace` are. The
    function gets all arguments, then the results, some of which are arguments.

    * **R1** the callee is a `relax.extern_func`;
    * **R2** there is one index a result, each -1 or that of an argument;
    * **R3** no argument is overwritten twice, and at least one is.

    ```mlir
    relax.extern_func @my.relu_
    relax.func impure @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call_inplace_packed @my.relu_(%x) {inplace_indices = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$args,
      DenseI64ArrayAttr:$inplace_indices);
  let hasVerifier = 1;
}

def Relax_CallPyFuncOp : Relax_Op<"call_py_func", [Pure]> {
  let summary = "Call a function of Python, found by its name";
  let description = [{
    The function is looked up when the program runs, among those that were
    registered under that name; the call promises that it has no effect.

    * **R1** the name is not empty.

    ```mlir
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.call_py_func "my_softplus"(%x) : (tensor<4xf32>) -> tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins StrAttr:$func_name, Variadic<AnyType>:$args);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $func_name `(` $args `)` attr-dict `:` functional-type($args, $results)
  }];
  let hasVerifier = 1;
}

#endif // RELAX_DIALECT_RELAX_IR_CALLOPS_TD
