// Passes on kernels of a GPU: from the gpu dialect to what the chip loads.
#ifndef RELAX_TRANSFORMS_DEVICE_PASSES_TD
#define RELAX_TRANSFORMS_DEVICE_PASSES_TD

include "Relax/Transforms/Device/FloatPasses.td"
include "Relax/Transforms/Device/OutlinePasses.td"
include "Relax/Transforms/Device/TensorMapPasses.td"
include "Relax/Transforms/Device/WarpgroupPasses.td"
include "mlir/Pass/PassBase.td"

def GPUPassPlainBuffersPass
    : Pass<"relax-gpu-pass-plain-buffers", "::mlir::tir::FuncOp"> {
  let summary = "Pass buffers to kernels as addresses";
  let description = [{
    Requires: nothing.
    Ensures: of a compact buffer that a `gpu.launch` uses and that is made
    outside of it, only the address of its first element and the sizes that are
    not constant go into the launch.

    ```mlir
    // before
    tir.func private @clear(%m: memref<?x4xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
        memref.store %zero, %m[%c0, %c0] : memref<?x4xf32>
        gpu.terminator
      }
      tir.return
    }
    // after
    tir.func private @clear(%m: memref<?x4xf32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0.0 : f32
      %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
        %v = memref.reinterpret_cast %base to offset: [0], sizes: [%sizes#0, 4], strides: [4, 1] : memref<f32> to memref<?x4xf32, strided<[4, 1]>>
        %w = memref.cast %v : memref<?x4xf32, strided<[4, 1]>> to memref<?x4xf32>
        memref.store %zero, %w[%c0, %c0] : memref<?x4xf32>
        gpu.terminator
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

def GPURemoveRedundantBarriersPass
    : Pass<"relax-gpu-remove-redundant-barriers", "::mlir::tir::FuncOp"> {
  let summary = "Remove the barriers of kernels that order nothing";
  let description = [{
    Requires: nothing.
    Ensures: each `gpu.barrier` in a `gpu.launch` is between two accesses, one of
    them a write, that may be to the same memory and have no other barrier
    between them. A thread's own memory does not count.

    ```mlir
    // before
    tir.func private @fill(%a: memref<4xf32>, %b: memref<4xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
          workgroup(%m : memref<4xf32, #gpu.address_space<workgroup>>, %n : memref<4xf32, #gpu.address_space<workgroup>>) {
        %0 = memref.load %a[%tx] : memref<4xf32>
        memref.store %0, %m[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
        gpu.barrier
        memref.store %0, %n[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
        gpu.barrier
        %1 = arith.subi %c3, %tx : index
        %2 = memref.load %m[%1] : memref<4xf32, #gpu.address_space<workgroup>>
        memref.store %2, %b[%tx] : memref<4xf32>
        gpu.terminator
      }
      tir.return
    }
    // after
    tir.func private @fill(%a: memref<4xf32>, %b: memref<4xf32>) attributes {num_inputs = 1 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1)
          workgroup(%m : memref<4xf32, #gpu.address_space<workgroup>>, %n : memref<4xf32, #gpu.address_space<workgroup>>) {
        %0 = memref.load %a[%tx] : memref<4xf32>
        memref.store %0, %m[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
        memref.store %0, %n[%tx] : memref<4xf32, #gpu.address_space<workgroup>>
        gpu.barrier
        %1 = arith.subi %c3, %tx : index
        %2 = memref.load %m[%1] : memref<4xf32, #gpu.address_space<workgroup>>
        memref.store %2, %b[%tx] : memref<4xf32>
        gpu.terminator
      }
      tir.return
    }
    ```
  }];
}

def GPUNarrowIndicesPass
    : Pass<"relax-gpu-narrow-indices", "::mlir::tir::FuncOp"> {
  let summary = "Divide indices of kernels in 32 bits where they fit";
  let description = [{
    Requires: nothing.
    Ensures: a `gpu.launch` that divides indices by values of run time, whose
    bounds follow from sizes of the launch and of tensors, stands in the else
    branch of an `scf.if`. In the other one is the same launch with divisions of
    i32; the condition says that all that is divided is below 2^31. A launch in
    such a branch stays.

    ```mlir
    // before
    tir.func private @rows(%a: memref<?xindex>, %n: index, %g: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      gpu.launch blocks(%bx, %by, %bz) in (%gx = %g, %gy = %c1, %gz = %c1)
          threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
        %0 = arith.divui %bx, %n : index
        memref.store %0, %a[%bx] : memref<?xindex>
        gpu.terminator
      }
      tir.return
    }
    // after
    tir.func private @rows(%a: memref<?xindex>, %n: index, %g: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
      %c1 = arith.constant 1 : index
      %end = arith.constant 0x41E0000000000000 : f64
      %0 = arith.index_cast %g : index to i64
      %1 = arith.sitofp %0 : i64 to f64
      %2 = arith.cmpf olt, %1, %end : f64
      %3 = arith.index_cast %n : index to i64
      %4 = arith.sitofp %3 : i64 to f64
      %5 = arith.cmpf olt, %4, %end : f64
      %6 = arith.andi %2, %5 : i1
      %c0 = arith.constant 0 : index
      %7 = arith.cmpi sge, %g, %c0 : index
      %8 = arith.andi %6, %7 : i1
      %9 = arith.cmpi sge, %n, %c0 : index
      %10 = arith.andi %8, %9 : i1
      scf.if %10 {
        gpu.launch blocks(%bx, %by, %bz) in (%gx = %g, %gy = %c1, %gz = %c1)
            threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
          %11 = arith.index_castui %bx : index to i32
          %12 = arith.index_castui %n : index to i32
          %13 = arith.divui %11, %12 : i32
          %14 = arith.index_castui %13 : i32 to index
          memref.store %14, %a[%bx] : memref<?xindex>
          gpu.terminator
        }
      } else {
        gpu.launch blocks(%bx, %by, %bz) in (%gx = %g, %gy = %c1, %gz = %c1)
            threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
          %11 = arith.divui %bx, %n : index
          memref.store %11, %a[%bx] : memref<?xindex>
          gpu.terminator
        }
      }
      tir.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def GPUSplitModulesPass : Pass<"relax-gpu-split-modules", "::mlir::ModuleOp"> {
  let summary = "Give device modules a few kernels each";
  let description = [{
    Modules for devices are lowered and turned into code in parallel, so those
    with many kernels are split. The first part keeps the name.

    Requires: kernels in one module do not call each other.
    Ensures: no device module holds more kernels than `most`, and every launch
    names the module that its kernel is in.

    ```mlir
    // before: max-kernels=1
    gpu.module @kernels {
      gpu.func @one() kernel {
        gpu.return
      }
      gpu.func @two() kernel {
        gpu.return
      }
    }
    // after
    gpu.module @kernels {
      gpu.func @one() kernel {
        gpu.return
      }
    }
    gpu.module @kernels_0 {
      gpu.func @two() kernel {
        gpu.return
      }
    }
    ```
  }];
  let options = [
    Option<"maxKernels", "max-kernels", "unsigned", "16", "Kernels that a module may have">
  ];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

def GPUSerializeModulesPass
    : Pass<"relax-gpu-serialize-modules", "::mlir::ModuleOp"> {
  let summary = "Turn device modules into assembly, in parallel";
  let description = [{
    What upstream's `gpu-module-to-binary{format=isa}` does, on all threads of
    the context. Functions of the CUDA toolkit's device library are linked in
    where `toolkit` has it. With `assemble` CUDA's assembler makes machine code
    of the chip, which is in the `gpu.binary` behind the assembly, unless the
    module has `relax.ptx_only`.

    Requires: device modules have targets, and hold code of the `llvm` and
    `nvvm` dialects.
    Ensures: each is a `gpu.binary` of the same name.

    ```mlir
    // before
    gpu.module @kernels {
      llvm.func @one() attributes {gpu.kernel, nvvm.kernel} {
        llvm.return
      }
    }
    // error: expects a target, found none; attach one with 'nvvm-attach-target'
    ```
  }];
  let options = [
    Option<"toolkit", "toolkit", "std::string", "\"\"",
           "Folder of the CUDA toolkit">,
    Option<"assemble", "assemble", "bool", "false",
           "Add machine code to the assembly">
  ];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

def GPUAlignAccessesPass : Pass<"relax-gpu-align-accesses", "::mlir::ModuleOp"> {
  let summary = "Say how vectors in kernels are aligned";
  let description = [{
    Requires: nothing.
    Ensures: shared memory of a kernel starts at a multiple of 16 bytes, and a
    vector that is loaded or stored says what its address is a multiple of, as
    far as its indices show. Buffers that a kernel is given count as aligned to
    16 bytes if no tensor of the program is at another place in its storage. A
    asynchronous copy to shared memory stays where both
    sides show to be aligned to its size; else it copies element by element.

    ```mlir
    // before
    gpu.module @kernels {
      gpu.func @copy(%m: memref<8x4xf32>, %i: index) workgroup(%s : memref<4xf32, #gpu.address_space<workgroup>>) kernel {
        %c0 = arith.constant 0 : index
        %0 = vector.load %m[%i, %c0] : memref<8x4xf32>, vector<4xf32>
        vector.store %0, %s[%c0] : memref<4xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        gpu.return
      }
    }
    // after
    gpu.module @kernels {
      gpu.func @copy(%m: memref<8x4xf32>, %i: index) workgroup(%s : memref<4xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel {
        %c0 = arith.constant 0 : index
        %0 = vector.load %m[%i, %c0] {alignment = 16 : i64} : memref<8x4xf32>, vector<4xf32>
        vector.store %0, %s[%c0] {alignment = 16 : i64} : memref<4xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def GPUReassociateAddressesPass
    : Pass<"relax-gpu-reassociate-addresses", "::mlir::LLVM::LLVMFuncOp"> {
  let summary = "Add up indices of shared memory so that what varies least comes first";
  let description = [{
    Requires: nothing.
    Ensures: an index of an `llvm.getelementptr` of shared memory that is a sum
    has its parts in the order of how many loops they vary in, and those that
    vary in as many are a sum of their own, if that leaves fewer additions in
    the innermost loop. Constants come last. LLVM then computes the first sums in front of the loop.

    ```mlir
    // before
    llvm.func @read(%memory: !llvm.ptr<3>, %row: i64, %column: i64, %last: i64) {
      %one = llvm.mlir.constant(1 : i64) : i64
      llvm.br ^step(%row : i64)
    ^step(%stage: i64):
      %0 = llvm.add %stage, %row : i64
      %1 = llvm.add %0, %column : i64
      %2 = llvm.getelementptr %memory[%1] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
      %3 = llvm.load volatile %2 : !llvm.ptr<3> -> f32
      %next = llvm.add %stage, %one : i64
      %more = llvm.icmp "ult" %next, %last : i64
      llvm.cond_br %more, ^step(%next : i64), ^end
    ^end:
      llvm.return
    }
    // after
    llvm.func @read(%memory: !llvm.ptr<3>, %row: i64, %column: i64, %last: i64) {
      %one = llvm.mlir.constant(1 : i64) : i64
      llvm.br ^step(%row : i64)
    ^step(%stage: i64):
      %0 = llvm.add %row, %column : i64
      %1 = llvm.add %0, %stage : i64
      %2 = llvm.getelementptr %memory[%1] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
      %3 = llvm.load volatile %2 : !llvm.ptr<3> -> f32
      %next = llvm.add %stage, %one : i64
      %more = llvm.icmp "ult" %next, %last : i64
      llvm.cond_br %more, ^step(%next : i64), ^end
    ^end:
      llvm.return
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def GPULowerMatrixProductsPass
    : Pass<"relax-gpu-lower-matrix-products", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower products of matrices in warps that upstream does not";
  let description = [{
    Upstream's `convert-nvgpu-to-nvvm` has no products of bf16, and those of i8
    stop at the ends of i32.

    Requires: nothing.
    Ensures: no `nvgpu.mma.sync` of bf16, i8 or f32 is left; sums of integers
    wrap around; of f32 (`tf32Enabled`) the first 10 mantissa bits are
    multiplied, as the instruction takes them: schedules round in front. No row
    is broadcast to a matrix of one row, and no `tir.dot4_u8s8`, `tir.dot2_s16`
    or `tir.dot2_bf16` is left.

    ```mlir
    // before
    gpu.module @kernels {
      gpu.func @product(%a: vector<4x4xi8>, %b: vector<2x4xi8>, %c: vector<2x2xi32>, %m: memref<1xvector<2x2xi32>>) {
        %c0 = arith.constant 0 : index
        %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 32]} : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
        memref.store %d, %m[%c0] : memref<1xvector<2x2xi32>>
        gpu.return
      }
    }
    // after
    gpu.module @kernels {
      gpu.func @product(%a: vector<4x4xi8>, %b: vector<2x4xi8>, %c: vector<2x2xi32>, %m: memref<1xvector<2x2xi32>>) {
        %x0 = vector.extract %b[0] : vector<4xi8> from vector<2x4xi8>
        %y0 = vector.bitcast %x0 : vector<4xi8> to vector<1xi32>
        %b0 = vector.extract %y0[0] : i32 from vector<1xi32>
        %x1 = vector.extract %b[1] : vector<4xi8> from vector<2x4xi8>
        %y1 = vector.bitcast %x1 : vector<4xi8> to vector<1xi32>
        %b1 = vector.extract %y1[0] : i32 from vector<1xi32>
        %v0 = vector.extract %a[0] : vector<4xi8> from vector<4x4xi8>
        %w0 = vector.bitcast %v0 : vector<4xi8> to vector<1xi32>
        %a0 = vector.extract %w0[0] : i32 from vector<1xi32>
        %v1 = vector.extract %a[1] : vector<4xi8> from vector<4x4xi8>
        %w1 = vector.bitcast %v1 : vector<4xi8> to vector<1xi32>
        %a1 = vector.extract %w1[0] : i32 from vector<1xi32>
        %v2 = vector.extract %a[2] : vector<4xi8> from vector<4x4xi8>
        %w2 = vector.bitcast %v2 : vector<4xi8> to vector<1xi32>
        %a2 = vector.extract %w2[0] : i32 from vector<1xi32>
        %v3 = vector.extract %a[3] : vector<4xi8> from vector<4x4xi8>
        %w3 = vector.bitcast %v3 : vector<4xi8> to vector<1xi32>
        %a3 = vector.extract %w3[0] : i32 from vector<1xi32>
        %c0 = arith.constant 0 : index
        %s0 = vector.extract %c[0, 0] : i32 from vector<2x2xi32>
        %s1 = vector.extract %c[0, 1] : i32 from vector<2x2xi32>
        %s2 = vector.extract %c[1, 0] : i32 from vector<2x2xi32>
        %s3 = vector.extract %c[1, 1] : i32 from vector<2x2xi32>
        %d = nvvm.mma.sync A[%a0, %a1, %a2, %a3] B[%b0, %b1] C[%s0, %s1, %s2, %s3] {intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
        %d0 = llvm.extractvalue %d[0] : !llvm.struct<(i32, i32, i32, i32)>
        %d1 = llvm.extractvalue %d[1] : !llvm.struct<(i32, i32, i32, i32)>
        %d2 = llvm.extractvalue %d[2] : !llvm.struct<(i32, i32, i32, i32)>
        %d3 = llvm.extractvalue %d[3] : !llvm.struct<(i32, i32, i32, i32)>
        %e = vector.from_elements %d0, %d1, %d2, %d3 : vector<2x2xi32>
        memref.store %e, %m[%c0] : memref<1xvector<2x2xi32>>
        gpu.return
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // RELAX_TRANSFORMS_DEVICE_PASSES_TD
