// Handles and base classes of the schedule primitives.
#ifndef RELAX_DIALECT_TIR_TRANSFORMOPS_SCHEDULEBASE_TD
#define RELAX_DIALECT_TIR_TRANSFORMOPS_SCHEDULEBASE_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TIR_Handle<string name> : Type<
    And<[Transform_OperationType.predicate,
         CPred<"::llvm::cast<::mlir::transform::OperationType>($_self)"
               ".getOperationName() == \"" # name # "\"">]>,
    "handle of '" # name # "'", "::mlir::transform::OperationType">,
    BuildableType<"::mlir::transform::OperationType::get("
                  "$_builder.getContext(), \"" # name # "\")">;
def TIR_LoopHandle : TIR_Handle<"tir.for">;
def TIR_BlockHandle : TIR_Handle<"tir.block">;
def TIR_FunctionHandle : TIR_Handle<"tir.func">;

// A number that a schedule computes with.
def TIR_NumberParam : Type<
    And<[Transform_ParamType.predicate,
         CPred<"::llvm::cast<::mlir::transform::ParamType>($_self).getType()"
               ".isInteger(64)">]>,
    "parameter of type 'i64'", "::mlir::transform::ParamType">,
    BuildableType<"::mlir::transform::ParamType::get($_builder.getContext(), "
                  "$_builder.getIntegerType(64))">;

// A primitive changes the program around the ops that its handles name. These
// stay, and so do all handles of what is in them; a handle of an op that goes
// away names nothing any more.
def TIR_InPlaceOpTrait : NativeOpTrait<"InPlaceOpTrait"> {
  let cppNamespace = "::mlir::tir::schedule";
}

// `apply`, by the op's `run`.
def TIR_PrimitiveOpTrait : NativeOpTrait<"PrimitiveOpTrait"> {
  let cppNamespace = "::mlir::tir::schedule";
}

// Every handle names one op.
class TIR_ScheduleOp<string mnemonic, list<Trait> traits>
    : Op<Transform_Dialect, "tir." # mnemonic,
         !listconcat([TIR_PrimitiveOpTrait, TransformOpInterface,
                      MemoryEffectsOpInterface], traits)> {
  let cppNamespace = "::mlir::tir::schedule";
  let extraClassDeclaration = [{
    ::llvm::LogicalResult run(Application &application);
  }];
}
class TIR_QueryOp<string mnemonic, list<Trait> traits = []>
    : TIR_ScheduleOp<mnemonic,
                     !listconcat([NavigationTransformOpTrait], traits)>;
class TIR_InPlaceOp<string mnemonic, list<Trait> traits = []>
    : TIR_ScheduleOp<mnemonic, !listconcat([TIR_InPlaceOpTrait], traits)>;
// Scripts are read: handles print with a name that says what they are of.
def TIR_NamesHandles
    : DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>;
// The block that the handle names goes away.
class TIR_InlineOp<string mnemonic>
    : TIR_ScheduleOp<mnemonic, [FunctionalStyleTransformOpTrait]> {
  let arguments = (ins TIR_BlockHandle:$block);
  let assemblyFormat = "$block attr-dict";
}

#endif // RELAX_DIALECT_TIR_TRANSFORMOPS_SCHEDULEBASE_TD
