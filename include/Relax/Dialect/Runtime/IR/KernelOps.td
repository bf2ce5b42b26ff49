// What kernels ask of the run-time library; they have no context.
#ifndef RELAX_DIALECT_RUNTIME_IR_KERNELOPS_TD
#define RELAX_DIALECT_RUNTIME_IR_KERNELOPS_TD

include "Relax/Dialect/Runtime/IR/RuntimeBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Runtime_Bytes : Type<MemRefRankOf<[I8], [1]>.predicate, "bytes",
                         "::mlir::MemRefType">,
    BuildableType<"::mlir::MemRefType::get("
                  "{::mlir::ShapedType::kDynamic}, $_builder.getI8Type())">;

def Runtime_ParallelForOp : Runtime_Op<"parallel_for", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Run the pieces of a loop on several threads";
  let description = [{
    Calls `body` with the bounds of each piece of [0, `count`) and with the
    values that it captures. `count` below one runs nothing.

    * **R1** the body is a `func.func` of the module that takes two `index`
      and the captured values, and returns nothing.

    ```mlir
    func.func private @body(%begin: index, %end: index, %m: memref<4xf32>) {
      return
    }
    func.func private @kernel(%count: index, %m: memref<4xf32>) {
      relax_rt.parallel_for @body(%count) captures(%m : memref<4xf32>)
      return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$body, Index:$count,
                       Variadic<AnyType>:$captures);
  let assemblyFormat = [{
    $body `(` $count `)` (`captures` `(` $captures^ `:` type($captures) `)`)?
    attr-dict
  }];
}

def Runtime_ScratchAllocOp
    : Runtime_Op<"scratch_alloc", [MemoryEffects<[MemAlloc, MemWrite]>]> {
  let summary = "Take scratch memory of this thread";
  let description = [{
    What is taken last is released first. `valid` is false if the memory cannot
    be had: then an error is set, and the buffer must not be used.

    ```mlir
    %m, %valid = relax_rt.scratch_alloc %bytes
    ```
  }];
  let arguments = (ins Index:$bytes);
  let results = (outs Runtime_Bytes:$buffer, I1:$valid);
  let builders = [
    OpBuilder<(ins "Value":$bytes), [{
      auto bytesType = MemRefType::get({ShapedType::kDynamic},
                                       $_builder.getI8Type());
      build($_builder, $_state, bytesType, $_builder.getI1Type(), bytes);
    }]>
  ];
  let assemblyFormat = "$bytes attr-dict";
}

def Runtime_ScratchReleaseOp
    : Runtime_Op<"scratch_release", [MemoryEffects<[MemFree, MemWrite]>]> {
  let summary = "Give scratch memory back";
  let description = [{
    ```mlir
    relax_rt.scratch_release %m
    ```
  }];
  let arguments = (ins Runtime_Bytes:$buffer);
  let assemblyFormat = "$buffer attr-dict";
}

def Runtime_KernelFailOp
    : Runtime_Op<"kernel_fail", [MemoryEffects<[MemWrite]>]> {
  let summary = "Set the error of the call and go on";
  let description = [{
    `relax_rt.call_kernel` fails then.

    ```mlir
    relax_rt.kernel_fail "the number of rows is even"
    ```
  }];
  let arguments = (ins StrAttr:$message);
  let assemblyFormat = "$message attr-dict";
}

def Runtime_KernelCallExternalOp : Runtime_Op<"kernel_call_external"> {
  let summary = "Call an external function from a kernel";
  let description = [{
    The function gives its results in its arguments. If it fails,
    `relax_rt.call_kernel` fails, when the kernel has ended.

    ```mlir
    relax_rt.kernel_call_external "tvm.contrib.sort.sort"(%x, %y, %axis, %up) : memref<4xf32>, memref<4xf32>, memref<i32>, memref<i1>
    ```
  }];
  let arguments = (ins StrAttr:$callee, Variadic<Runtime_Passed>:$args);
  let assemblyFormat = "$callee `(` $args `)` attr-dict `:` type($args)";
}

#endif // RELAX_DIALECT_RUNTIME_IR_KERNELOPS_TD
