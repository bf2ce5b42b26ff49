// Violations of the rules of TIR: BlockOps.

// rule: tir.block R1
tir.func private @${counts}(%n: index) attributes {num_inputs = 0} {
  "tir.block"(%n) <{label = "x", iter_kinds = [], operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}> ({ // here
  ^bb0(%a: index):
    "tir.yield"() : () -> ()
  }) : (index) -> ()
  tir.return
}

// -----

// rule: tir.block R1
tir.func private @${arguments}(%n: index) attributes {num_inputs = 0} {
  "tir.block"() <{label = "x", iter_kinds = [], operandSegmentSizes = array<i32: 0, 0, 0, 0, 0>}> ({ // here
  ^bb0(%a: index):
    "tir.yield"() : () -> ()
  }) : () -> ()
  tir.return
}

// -----

// rule: tir.block R2
tir.func private @${outer_loop}(%n: index, %m: index) attributes {num_inputs = 0} {
  tir.for %i = %n to %n {
    tir.block "x" {
      %s = arith.addi %i, %i : index // here
    }
  }
  tir.return
}

// -----

// rule: tir.block R2
tir.func private @${outer_block}(%n: index) attributes {num_inputs = 0} {
  tir.block "outer" iters(%v : spatial = %n in %n) {
    tir.block "x" {
      %s = arith.addi %v, %v : index // here
    }
  }
  tir.return
}

// -----

// rule: tir.block R3
// t: f32 f16 bf16 f64 i1 i8 i16 i32 i64 ui8
// a: 0 1
tir.func private @${reads}(%m: memref<${t}>) attributes {num_inputs = ${a}} {
  tir.block "x" {
    %x = memref.load %m[] : memref<${t}> // here
  }
  tir.return
}

// -----

// rule: tir.block R3
// t: f32 f16 bf16 f64
// a: 0 1
tir.func private @${writes}(%m: memref<${t}>) attributes {num_inputs = ${a}} {
  %f = arith.constant 1.0 : ${t}
  tir.block "x" reads(%m : memref<${t}>) {
    memref.store %f, %m[] : memref<${t}> // here
  }
  tir.return
}

// -----

// rule: tir.block R4
tir.func private @${late_init}(%n: index) attributes {num_inputs = 0} {
  tir.block "x" iters(%v : reduce = %n in %n) {
    %s = arith.addi %v, %v : index
    tir.init { // here
    }
  }
  tir.return
}

// -----

// rule: tir.init R1
tir.func private @${nothing_to_start}(%n: index) attributes {num_inputs = 0} {
  tir.block "x" iters(%v : spatial = %n in %n) {
    tir.init { // here
    }
  }
  tir.return
}

// -----

// rule: tir.init R2
tir.func private @${init_reduces}(%n: index) attributes {num_inputs = 0} {
  tir.block "x" iters(%v : reduce = %n in %n) {
    tir.init {
      %s = arith.addi %v, %v : index // here
    }
  }
  tir.return
}
