// The machine that code is for, as an attribute.
#ifndef RELAX_DIALECT_RELAX_IR_TARGETATTRS_TD
#define RELAX_DIALECT_RELAX_IR_TARGETATTRS_TD

// Why not upstream's attributes alone:
//
// `#dlti.target_system_spec` is a dictionary of devices whose keys and values
// are everyone's own: nothing checks `"max_shared_bytes"`, or derives it from a
// chip; each pass would read entries by name and bring its own defaults. It has
// no place for which of its devices kernels are for.
// `#nvvm.target` says how a `gpu.module` becomes PTX: chip, features, flags of
// the toolkit. It is there from the device stage on only, and says nothing of
// the host. The graph stage asks for layouts, the schedule stage for vectors.
// `llvm.target_triple` and `target_cpu` of an `llvm.func` come later still.
//
// So this attribute is there from the first stage, and the others are made of
// it: the device stage attaches `#nvvm.target` with its chip and features.

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "Relax/Dialect/Relax/IR/RelaxBase.td"
include "Relax/Dialect/Relax/IR/TargetInterfaces.td"

def Relax_TargetKind : I32EnumAttr<"TargetKind", "kind of machine", [
    I32EnumAttrCase<"CPU", 0, "cpu">, I32EnumAttrCase<"CUDA", 1, "cuda">]> {
  let cppNamespace = "::mlir::relax";
  let genSpecializedAttr = 0;
}

def Relax_TargetAttr : Relax_Attr<"Target", "target", [Relax_TargetInfo]> {
  let summary = "The machine that code is for";
  let description = [{
    On a module, or on a function in it, as the attribute `relax.target`; what
    stands nearest to an op holds. Passes ask it by the interface `TargetInfo`.
    Of a function it says what schedules and layouts suit; machine code is for
    the target of the module.

    A `cpu` has a triple, the name of a CPU and features that it has more or
    less than LLVM says of that name, the bits of its vector registers, a number
    of cores and the bytes of the last cache of a core, if these are known. A `cuda` has a chip, features if they are
    not the usual ones, a number of multiprocessors (`cores`), and the CPU that
    starts its kernels, the host. If it is `emulated`, the host runs the kernels
    as well: as loops, within the chip's limits.

    * **R1** a `cuda` has a chip that is `sm_` and a number from 75 on, with `a`
      or `f` behind it or nothing, and neither a triple, nor a CPU, nor vectors,
      nor a cache;
    * **R2** a `cpu` has no chip, no host, and is not emulated;
    * **R3** a host is a `cpu`;
    * **R4** the bits of a vector are a power of 2 from 32 to 2,048, or 0 for
      "not said", and there are at most 65,536 cores and 2^40 bytes of a cache;
    * **R5** features are words of letters, digits, `-`, `.` and `_` that begin
      with `+` or `-`, with commas between and nothing else;
    * **R6** `relax.target` of a function, and of the module around it,
      implements `TargetInfo`;
    * **R7** a function is for the chip of its module, or for a CPU;
    * **R8** `relax.allow_tf32`, `relax.device_tensors`, `relax.ptx_only`,
      `relax.cuda_graphs` and `relax.no_winograd`, which say what is wanted of
      the code and not what the machine can, have no values.

    ```mlir
    #relax.target<cpu, triple = "x86_64-pc-linux-gnu", cpu = "haswell", vector_bits = 256>
    #relax.target<cpu, cpu = "znver4", cache_bytes = 33554432>
    #relax.target<cuda, chip = "sm_90">
    #relax.target<cuda, chip = "sm_80", emulated = true, host = <cpu, cpu = "haswell", cores = 8>>
    ```
  }];
  let parameters = (ins
    EnumParameter<Relax_TargetKind>:$kind,
    StringRefParameter<"triple of the machine, as LLVM has it", "\"\"">:$triple,
    StringRefParameter<"name of the CPU, as LLVM has it", "\"\"">:$cpu,
    StringRefParameter<"name of the GPU", "\"\"">:$chip,
    StringRefParameter<"what else it has, `+a`, or lacks, `-a`", "\"\"">:$features,
    DefaultValuedParameter<"unsigned", "0", "bits of a vector register">:$vector_bits,
    DefaultValuedParameter<"unsigned", "0", "cores or multiprocessors">:$cores,
    DefaultValuedParameter<"uint64_t", "0", "bytes of the last cache">:$cache_bytes,
    DefaultValuedParameter<"bool", "false", "whether the host runs kernels">:$emulated,
    OptionalParameter<"::mlir::relax::TargetAttr", "CPU that starts kernels">:$host);
  let builders = [
    AttrBuilder<(ins "::llvm::StringRef":$chip,
                     CArg<"::mlir::relax::TargetAttr", "{}">:$host), [{
      return $_get($_ctxt, ::mlir::relax::TargetKind::CUDA, "", "", chip, "",
                   0, 0, 0, false, host);
    }]>,
  ];
  let assemblyFormat = [{
    `<` $kind (`,` struct($triple, $cpu, $chip, $features, $vector_bits, $cores,
                          $cache_bytes, $emulated, $host)^)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    // `TargetInfo`, but for what the parameters say.
    ::llvm::StringRef getMachine() const;
    bool isGPU() const;
    bool isEmulated() const { return getEmulated(); }
    bool hasMatrix(::mlir::Type type) const;
    bool hasAsyncCopy() const;
    bool hasBulkCopy() const;
    bool hasWarpgroup() const;
    int64_t getMaxSharedBytes() const;
    int64_t getMaxBlockThreads() const;
    int64_t getMaxResidentThreads() const;
    unsigned getDot4Bits() const;
    unsigned getBytePairBits() const;
    unsigned getDot2BF16Bits() const;
    bool hasHalfArithmetic() const;
    ::mlir::relax::TargetInfo getHostTarget() const;

    /// The features that LLVM compiles kernels with: those that are said, else
    /// the PTX version that the chip's instructions ask for.
    ::llvm::StringRef getPTXFeatures() const;
  }];
}

#endif // RELAX_DIALECT_RELAX_IR_TARGETATTRS_TD
