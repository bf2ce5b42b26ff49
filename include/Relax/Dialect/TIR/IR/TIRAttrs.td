// Kinds of loops and of block iterators.
#ifndef RELAX_DIALECT_TIR_IR_TIRATTRS_TD
#define RELAX_DIALECT_TIR_IR_TIRATTRS_TD

include "Relax/Dialect/TIR/IR/TIRBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def TIR_ForKind : I32EnumAttr<"ForKind", "how the iterations of a loop run", [
    I32EnumAttrCase<"Serial", 0, "serial">,
    I32EnumAttrCase<"Parallel", 1, "parallel">,
    I32EnumAttrCase<"Vectorized", 2, "vectorized">,
    I32EnumAttrCase<"Unrolled", 3, "unrolled">,
    I32EnumAttrCase<"ThreadBinding", 4, "thread_binding">]> {
  let cppNamespace = "::mlir::tir";
  let genSpecializedAttr = 0;
}
def TIR_ForKindAttr : EnumAttr<TIR_Dialect, TIR_ForKind, "for_kind">;

def TIR_IterKind : I32EnumAttr<"IterKind", "how instances of a block depend", [
    I32EnumAttrCase<"Spatial", 0, "spatial">,
    I32EnumAttrCase<"Reduce", 1, "reduce">,
    I32EnumAttrCase<"Ordered", 2, "ordered">,
    I32EnumAttrCase<"Opaque", 3, "opaque">]> {
  let cppNamespace = "::mlir::tir";
  let genSpecializedAttr = 0;
}
def TIR_IterKindAttr : EnumAttr<TIR_Dialect, TIR_IterKind, "iter_kind">;

def TIR_IterKindArrayAttr : TypedArrayAttrBase<TIR_IterKindAttr,
                                               "kinds of iterators">;

#endif // RELAX_DIALECT_TIR_IR_TIRATTRS_TD
