// Functions of the graph level: definition, return, external declaration.
#ifndef RELAX_DIALECT_RELAX_IR_FUNCTIONOPS_TD
#define RELAX_DIALECT_RELAX_IR_FUNCTIONOPS_TD

include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Relax_FuncOp : Relax_Op<"func", [
    AffineScope, AutomaticAllocationScope, IsolatedFromAbove, SingleBlock,
    FunctionOpInterface, HasParent<"::mlir::ModuleOp">,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A function of tensors, shapes, scalars and objects";
  let description = [{
    A public function is reachable from outside under its symbol name, which is
    also its name at run time. A function is pure unless it says `impure`.
    `num_input` says how many leading parameters are true inputs; the rest are
    weights.

    A symbol that stands alone as a dimension of a parameter is defined there;
    `relax.match_cast` defines further ones.

    * **R1** the body is one block that ends in `relax.return`;
    * **R2** `global_symbol`, where present, equals the symbol name, and the
      function is then public;
    * **R3** `num_input` lies between 0 and the number of parameters;
    * **R4** a pure function has no op with an effect, unless it carries
      `relax.force_pure`;
    * **R5** `relax.force_pure` stands on pure functions only;
    * **R6** every symbol in a type or an expression is defined before it is
      used: by a parameter, or by a dominating `relax.match_cast`; in a type of
      a callable also by one of its own parameters, for that type only;
    * **R7** the name is not empty and has no NUL character;
    * **R8** a tensor of its type that is spread names a mesh of the module, and
      a placement on each axis of it.

    ```mlir
    relax.func @double(%x: tensor<?x4xf32, #relax.dims<[n, 4]>>) -> tensor<?x4xf32, #relax.dims<[n, 4]>> {
      %0 = relax.add %x, %x : tensor<?x4xf32, #relax.dims<[n, 4]>>
      relax.return %0 : tensor<?x4xf32, #relax.dims<[n, 4]>>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
      TypeAttrOf<FunctionType>:$function_type,
      OptionalAttr<StrAttr>:$sym_visibility,
      OptionalAttr<DictArrayAttr>:$arg_attrs,
      OptionalAttr<DictArrayAttr>:$res_attrs,
      UnitAttr:$impure,
      OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$num_input);
  let regions = (region AnyRegion:$body);
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
      "::mlir::FunctionType":$type)>];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    /// FunctionOpInterface.
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    /// Whether the function promises to have no effect.
    bool isPure() { return !getImpure(); }
    /// The name of a parameter: its `relax.name` attribute, else `arg<i>`.
    std::string getParameterName(unsigned index);
  }];
}

def Relax_ReturnOp : Relax_Op<"return", [
    Pure, ReturnLike, Terminator, HasParent<"FuncOp">]> {
  let summary = "Return from a function";
  let description = [{
    * **R1** the operands have the function's result types, as far as can be
      proved.

    ```mlir
    relax.func @same(%x: tensor<4xf32>) -> tensor<4xf32> {
      relax.return %x : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, {}); }]>];
  let hasVerifier = 1;
}

def Relax_ExternFuncOp : Relax_Op<"extern_func", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "Declare a function that lives outside the module";
  let description = [{
    The symbol name is the name under which the run time finds the function
    when it is called with `relax.call_dps_packed` or `relax.call_packed`.
    Opaque functions are impure unless they say `pure`.

    * **R1** `global_symbol`, where present, equals the symbol name;
    * **R2** an external function is not private: its name is its meaning;
    * **R3** the name is not empty and has no NUL character;
    * **R4** `relax.takes_devices` and `relax.needs_device`, where present, have
      no value: one such as `false` would be taken for its opposite.

    ```mlir
    relax.extern_func pure @my.library.gelu
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
      OptionalAttr<StrAttr>:$sym_visibility, UnitAttr:$pure);
  let assemblyFormat = "(`pure` $pure^)? $sym_name attr-dict";
  let hasVerifier = 1;
}

#endif // RELAX_DIALECT_RELAX_IR_FUNCTIONOPS_TD
