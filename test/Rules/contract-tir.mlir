// Violations of the rules of tir-verify-scheduled and tir-verify-well-formed.

// rule: tir-verify-scheduled R1
// t: f32 f64 f16 bf16
// visibility: private public
tir.func ${visibility} @${fill}(%x: memref<${t}>) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  tir.block "${label}" writes(%x : memref<${t}>) { // here
    %0 = arith.constant 0.0 : ${t}
    memref.store %0, %x[] : memref<${t}>
  }
  tir.return
}

// -----

// rule: tir-verify-scheduled R1
// around: tir.func(tir-default-cpu-schedule)
// kind: parallel unrolled vectorized
// a: 4 0 1 2 3 5 7 8 64
tir.func private @${loops}(%n: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant ${a} : index
  tir.for ${kind} %i = %c0 to %c1 {
    tir.block "${label}" iters(%v : spatial = %i in %c1) { // here
    }
  }
  tir.return
}

// -----

// rule: tir-verify-scheduled R2
// a: 65537 100000 2097152 9223372036854775807
// t: f32 f64 f16 bf16
tir.func private @${f}() attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %0 = arith.constant dense<1.0> : vector<${a}x${t}> // here
  tir.return
}

// -----

// rule: tir-verify-scheduled R3
// axis: threadIdx.x threadIdx.y threadIdx.z blockIdx.x blockIdx.y blockIdx.z vthread.x
// visibility: private public
tir.func ${visibility} @${nested}(%n: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  tir.for thread_binding "${axis}" %i = %n to %n {
    tir.for %k = %n to %n {
      tir.for thread_binding "${axis}" %j = %n to %n { // here
      }
    }
  }
  tir.return
}

// -----

// rule: tir-verify-scheduled R4
// axis: threadIdx.x threadIdx.y threadIdx.z
// a: 4 1 2 3 5 7
// b: 8 9 12 64 1000
tir.func private @${extents}() attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  %c0 = arith.constant 0 : index
  %low = arith.constant ${a} : index
  %high = arith.constant ${b} : index
  tir.for thread_binding "blockIdx.x" %b = %c0 to %low {
    tir.for thread_binding "${axis}" %i = %c0 to %low {
    }
    tir.for thread_binding "${axis}" %j = %c0 to %high { // here
    }
  }
  tir.return
}

// -----

// rule: tir-verify-scheduled R5
// axis: threadIdx.x threadIdx.y threadIdx.z blockIdx.y blockIdx.z
// op: addi subi muli maxsi minui
tir.func private @${computed}(%n: index) attributes {num_inputs = 0 : i64, tir.is_scheduled} {
  tir.for thread_binding "blockIdx.x" %b = %n to %n {
    %bound = arith.${op} %b, %n : index
    tir.for thread_binding "${axis}" %i = %n to %bound { // here
    }
  }
  tir.return
}

// -----

// rule: tir-verify-well-formed R1
// op: addi subi muli maxsi minui
// visibility: private public
tir.func ${visibility} @${computed}(%n: index) attributes {num_inputs = 0} {
  tir.for %i = %n to %n {
    %s = arith.${op} %i, %n : index
    tir.block "${label}" { // here
      %t = arith.addi %s, %s : index
    }
  }
  tir.return
}

// -----

// rule: tir-verify-well-formed R1
// op: addi subi muli maxsi minui
// kind: spatial reduce
tir.func private @${outer}(%n: index) attributes {num_inputs = 0} {
  tir.for %i = %n to %n {
    tir.block "${around}" iters(%v : ${kind} = %i in %n) {
      %s = arith.${op} %v, %n : index
      tir.block "${label}" { // here
        %t = arith.addi %s, %n : index
      }
    }
  }
  tir.return
}

// -----

// rule: tir-verify-well-formed R2
// a: 4 0 1 2 3 5 7
// b: 8 9 12 64 1000
// kind: spatial reduce
tir.func private @${range}() attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %low = arith.constant ${a} : index
  %high = arith.constant ${b} : index
  tir.for %i = %c0 to %high {
    tir.block "${label}" iters(%v : ${kind} = %i in %low) { // here
    }
  }
  tir.return
}

// -----

// rule: tir-verify-well-formed R3
// axis: threadIdx.x threadIdx.y threadIdx.z blockIdx.x blockIdx.y blockIdx.z vthread.x
tir.func private @${nested}(%n: index) attributes {num_inputs = 0} {
  tir.for thread_binding "${axis}" %i = %n to %n {
    tir.for thread_binding "${axis}" %j = %n to %n { // here
    }
  }
  tir.return
}

// -----

// rule: tir-verify-well-formed R4
// axis: threadIdx.x threadIdx.y threadIdx.z
// a: 4 1 2 3 5 7
// b: 8 9 12 64 1000
tir.func private @${extents}() attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %low = arith.constant ${a} : index
  %high = arith.constant ${b} : index
  tir.for thread_binding "blockIdx.x" %b = %c0 to %low {
    tir.for thread_binding "${axis}" %i = %c0 to %low {
    }
    tir.for thread_binding "${axis}" %j = %c0 to %high { // here
    }
  }
  tir.return
}

// -----

// rule: tir-verify-well-formed R4
// axis: threadIdx.x threadIdx.y threadIdx.z
// kind: kernel
module @${nested} {
  tir.func @${extents}(%n: index, %m: index) attributes {num_inputs = 0} {
    tir.for thread_binding "blockIdx.x" %b = %n to %m {
      tir.for thread_binding "${axis}" %i = %n to %m {
      }
      tir.for thread_binding "${axis}" %j = %n to %n { // here
      }
    }
    tir.return
  }
}
