// What passes ask of the machine that code is for, as an interface.
#ifndef RELAX_DIALECT_RELAX_IR_TARGETINTERFACES_TD
#define RELAX_DIALECT_RELAX_IR_TARGETINTERFACES_TD

include "mlir/IR/OpBase.td"

def Relax_TargetInfo : AttrInterface<"TargetInfo"> {
  let cppNamespace = "::mlir::relax";
  let description = [{
    Every question about the machine that a pass may ask. Passes take this
    interface and parse no names, so another compiler's attribute works as well,
    with facts of its own. `#relax.target` implements it.
  }];
  let methods = [
    InterfaceMethod<"What messages call the machine: a chip, a CPU.",
        "::llvm::StringRef", "getMachine">,
    InterfaceMethod<
        "Whether kernels are run by blocks of threads: loops are bound to axes "
        "of threads then, else they are vectorized and run in parallel.",
        "bool", "isGPU">,
    InterfaceMethod<
        "Whether the host runs the kernels of the GPU as well, as loops.",
        "bool", "isEmulated">,
    InterfaceMethod<
        "Whether the warps of a GPU, or the tiles of a CPU, AMX, multiply "
        "matrices of elements of `type`; f32 are rounded to tf32.",
        "bool", "hasMatrix", (ins "::mlir::Type":$type)>,
    InterfaceMethod<
        "Whether threads start copies to shared memory, `cp.async`.",
        "bool", "hasAsyncCopy">,
    InterfaceMethod<
        "Whether one thread copies a tile of a tensor, `cp.async.bulk.tensor`.",
        "bool", "hasBulkCopy">,
    InterfaceMethod<
        "Whether four warps multiply matrices of shared memory together, "
        "`wgmma`.",
        "bool", "hasWarpgroup">,
    InterfaceMethod<
        "Bytes that the threads of a block share at most, where the launch "
        "asks for them.",
        "int64_t", "getMaxSharedBytes">,
    InterfaceMethod<"Threads of a block at most.",
        "int64_t", "getMaxBlockThreads">,
    InterfaceMethod<
        "Threads that a multiprocessor of a GPU has room for; 0 where that is "
        "not said.",
        "int64_t", "getMaxResidentThreads">,
    InterfaceMethod<
        "Bits of a vector register of the CPU; 0 where that is not said.",
        "unsigned", "getVectorBits">,
    InterfaceMethod<
        "Bits of the widest vector in which the CPU sums products of four u8 "
        "and four s8 with one instruction, `vpdpbusd`; 0 where it has none.",
        "unsigned", "getDot4Bits">,
    InterfaceMethod<
        "Bits of the widest vector in which the CPU adds products of two and "
        "two bf16 with one instruction, `vdpbf16ps`; 0 where it has none.",
        "unsigned", "getDot2BF16Bits">,
    InterfaceMethod<
        "Whether the CPU adds and multiplies vectors of f16 (AVX512-FP16).",
        "bool", "hasHalfArithmetic">,
    InterfaceMethod<
        "Cores of a CPU, multiprocessors of a GPU; 0 where that is not said.",
        "unsigned", "getCores">,
    InterfaceMethod<
        "Bytes of the last cache between a core of the CPU and memory; 0 where "
        "that is not said.",
        "uint64_t", "getCacheBytes">,
    InterfaceMethod<
        "The CPU that runs what starts kernels: of a CPU the target itself, "
        "null where that is not said.",
        "::mlir::relax::TargetInfo", "getHostTarget">,
    InterfaceMethod<
        "Bits of the widest vector in which the CPU adds products of two u8 "
        "and two s8 in 16 bits, `vpmaddubsw`; 0 where it does not.",
        "unsigned", "getBytePairBits">,
  ];
}

#endif // RELAX_DIALECT_RELAX_IR_TARGETINTERFACES_TD
