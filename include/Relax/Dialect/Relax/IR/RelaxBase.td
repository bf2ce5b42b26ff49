// The relax dialect and the base classes of its ops.
#ifndef RELAX_DIALECT_RELAX_IR_RELAXBASE_TD
#define RELAX_DIALECT_RELAX_IR_RELAXBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def Relax_Dialect : Dialect {
  let name = "relax";
  let summary = "Graph-level programs of tensors with symbolic shapes";
  let description = [{
    Relax is the graph-level IR of TVM: functions over tensors whose dimensions
    are symbolic expressions, with explicit purity, dataflow regions and calls
    to tensor programs in destination-passing style (`relax.call_tir`).

    Tensors are builtin tensors; symbolic dimensions and the placement live in
    the encoding `#relax.dims`. Purity is memory effects.
  }];
  let cppNamespace = "::mlir::relax";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let dependentDialects = [];
  let extraClassDeclaration = [{
    /// Register the families of attributes, types and ops; each is defined in
    /// the file of its family.
    void registerAttributes();
    void registerTypes();
    void registerOps();
    void registerFunctionOps();
    void registerControlFlowOps();
    void registerTupleOps();
    void registerConstantOps();
    void registerCallOps();
    void registerClosureOps();
    void registerShapeOps();
    void registerMatchOps();
    void registerEffectOps();
    void registerMemoryOps();
    void registerRuntimeOps();
    void registerDeviceOps();
    void registerInspectOps();
    void registerUnaryOps();
    void registerBinaryOps();
    void registerReduceOps();
    void registerScanOps();
    void registerCreateOps();
    void registerDatatypeOps();
    void registerManipulateOps();
    void registerIndexOps();
    void registerScatterOps();
    void registerSearchOps();
    void registerSortOps();
    void registerLinearAlgebraOps();
    void registerConvolutionOps();
    void registerPoolingOps();
    void registerNormalizationOps();
    void registerActivationOps();
    void registerAttentionOps();
    void registerLossOps();
    void registerQuantizeOps();
    void registerImageOps();
    void registerVisionOps();
    void registerGradientOps();
    void registerCollectiveOps();
    void registerDistributedOps();
  }];
}

class Relax_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Relax_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

class Relax_Op<string mnemonic, list<Trait> traits = []>
    : Op<Relax_Dialect, mnemonic, traits>;

#endif // RELAX_DIALECT_RELAX_IR_RELAXBASE_TD
