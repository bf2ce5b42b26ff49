// Contracts: passes that check what a stage promises to the next one.
#ifndef RELAX_TRANSFORMS_CONTRACTS_PASSES_TD
#define RELAX_TRANSFORMS_CONTRACTS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyGraphPass : Pass<"relax-verify-graph", "::mlir::ModuleOp"> {
  let summary = "Check that functions of the graph level hold values only";
  let description = [{
    Requires: nothing.
    Ensures, or reports every violation:

    * **R1** no op of the graph allocates or ends a tensor or a storage.

    Scopes of symbols, effects in dataflow regions and types are what the
    verifiers of the ops check.

    ```mlir
    // before
    relax.func impure @main() {
      %0 = relax.memory.alloc_storage [16]
      relax.return
    }
    // error: manages memory, expected values only in functions of the graph level
    ```
  }];
}

def VerifyLegalPass : Pass<"relax-verify-legal", "::mlir::ModuleOp"> {
  let summary = "Check that each operator is lowered or has a later owner";
  let description = [{
    Requires: nothing.
    Ensures, or reports every violation:

    * **R1** each relax op that is left belongs to a pass after
      `relax-legalize-ops`;
    * **R2** no op of `linalg` is left, and in a `relax.func` none of `tensor`
      but `tensor.extract`, of `scf`, `affine` and `func`, and of `arith` and
      `math` none on tensors;
    * **R3** no `func.func` takes or gives a tensor.

    ```mlir
    // before
    relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = relax.exp %x : tensor<4xf32>
      relax.return %0 : tensor<4xf32>
    }
    // error: is an operator, expected what a later pass lowers
    ```
  }];
}

def VerifyScheduledPass : Pass<"tir-verify-scheduled", "::mlir::ModuleOp"> {
  let summary = "Check that scheduled tensor programs are loops";
  let description = [{
    Requires: nothing.
    Ensures, or reports every violation:

    * **R1** a function marked `tir.is_scheduled` has no block;
    * **R2** no value is an integer of more than 1,024 bits or a vector of more than
      65,536 elements, or has parts that are;
    * **R3** a kernel, which is an outermost loop that is bound to a thread axis, binds
      each axis once on the way to a statement;
    * **R4** all loops of a kernel over one axis have one extent;
    * **R5** the host knows the bounds of a kernel's axes when it launches it.

    Functions that are not scheduled get a remark.

    ```mlir
    // before
    tir.func private @fill(%x: memref<f32>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
      tir.block "fill" writes(%x : memref<f32>) {
        %0 = arith.constant 0.0 : f32
        memref.store %0, %x[] : memref<f32>
      }
      tir.return
    }
    // error: is left in a function that is marked as scheduled, expected none
    ```
  }];
}

def VerifyWellFormedPass
    : Pass<"tir-verify-well-formed", "::mlir::ModuleOp"> {
  let summary = "Check what the ops of a tensor program cannot see one by one";
  let description = [{
    Requires: nothing.
    Ensures, or reports every violation:

    * **R1** no value inside a block is computed from an index around it that does not
      come in through an iterator;
    * **R2** an iterator that is a loop's index stays below its extent, as far as
      constants say, unless the block has a `where`;
    * **R3** a thread axis is bound once on the way to a statement;
    * **R4** a thread axis is bound to one extent in a kernel, which is an outermost
      loop that is bound to an axis.

    ```mlir
    // before
    tir.func private @range() attributes {num_inputs = 0 : i64} {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      tir.for %i = %c0 to %c8 {
        tir.block "x" iters(%v : spatial = %i in %c4) {
        }
      }
      tir.return
    }
    // error: has iterator #0 of extent 4 bound to a loop, expected one that runs up to that, found 8
    ```
  }];
}

def VerifyDevicePass : Pass<"relax-verify-device", "::mlir::ModuleOp"> {
  let summary = "Check that a device's module holds code of that device";
  let description = [{
    Requires: nothing.
    Ensures, or reports every violation:

    * **R1** each `gpu.module` has a target;
    * **R2** all ops in a `gpu.module` are of the `gpu`, `nvvm` and `llvm`
      dialects;
    * **R3** a kernel that says how many threads its blocks have says at most
      1,024;
    * **R4** the threads of a block share at most 49,152 bytes;
    * **R5** the chip of a target has the instructions of tensor cores and the
      async copies that the code uses.

    ```mlir
    // before
    gpu.module @kernels {
    }
    // error: expects a target, found none; attach one with 'nvvm-attach-target'
    ```
  }];
}

def VerifyLoweredPass : Pass<"relax-verify-lowered", "::mlir::ModuleOp"> {
  let summary = "Check that only what code generation handles is left";
  let description = [{
    Requires: nothing.
    Ensures, or reports every violation:

    * **R1** all ops but modules and device binaries are of the `llvm` dialect.

    Each other one is named with the pass that should have lowered it, and why
    that pass could not.

    ```mlir
    // before
    func.func private @main()
    // error: is left, expected the 'llvm' dialect only, from which code is generated
    ```
  }];
}

def VerifyPlannedPass : Pass<"relax-verify-planned", "::mlir::ModuleOp"> {
  let summary = "Check that memory is explicit and never used wrongly";
  let description = [{
    Requires: nothing.
    Ensures, or reports every violation:

    * **R1** no dataflow region, no operator or call that makes its own results and
      no tensor without storage is left;
    * **R2** each storage that does not leave its block is ended;
    * **R3** no storage is ended twice, or outside the block that allocates it;
    * **R4** no storage that leaves its block is ended;
    * **R5** nothing uses a storage or a tensor after its end, by whatever name;
    * **R6** tensors that live at the same time do not overlap in their storage;
    * **R7** no parameter and no constant is ended, by whatever name;
    * **R8** nothing writes a constant, by whatever name.

    ```mlir
    // before
    relax.func impure @main() {
      %0 = relax.memory.alloc_storage [16]
      relax.return
    }
    // error: is never ended, expected once; end it with 'relax.memory.kill_storage'
    ```
  }];
}

def VerifySymbolsPass : Pass<"relax-verify-symbols", "::mlir::ModuleOp"> {
  let summary = "Check that references resolve and exported names are unique";
  let description = [{
    Requires: nothing.
    Ensures, or reports every violation:

    * **R1** each reference to a symbol, in any op, resolves, but for callees of
      `tir.call_extern`, which a library may have;
    * **R2** a symbol of whatever op that has a `global_symbol` has its own name
      there;
    * **R3** no two symbols are exported under one name, from modules inside of
      modules neither, or from the code of one device.

    ```mlir
    // before
    func.func @main() attributes {callee = @missing} {
      return
    }
    // error: expected a symbol of the module
    ```
  }];
}

#endif // RELAX_TRANSFORMS_CONTRACTS_PASSES_TD
