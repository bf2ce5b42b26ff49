// Scans that threads cannot share as it is said, and why.
// RUN: relax-opt %s --transform-interpreter --verify-diagnostics --split-input-file

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected spatial iterators only, found 'reduce'}}
      tir.block "B" iters(%a : reduce = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
        %n = arith.addi %c40, %c0 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
          memref.store %1, %y[%a, %c0] : memref<3x40xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x40xf32>
          %3 = memref.load %x[%a, %k] : memref<3x40xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<3x40xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_scan %b rows = 1 lanes = 32 neighbours = 3 chunks = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected it to store the first element of a row, if there is one, and then, in a serial loop, each next one}}
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
        %n = arith.addi %c40, %c0 : index
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x40xf32>
          %3 = memref.load %x[%a, %k] : memref<3x40xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<3x40xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_scan %b rows = 1 lanes = 32 neighbours = 3 chunks = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected each element to be of the one before and of nothing else that the block stores}}
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
        %n = arith.addi %c40, %c0 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
          memref.store %1, %y[%a, %c0] : memref<3x40xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x40xf32>
          %3 = memref.load %x[%a, %k] : memref<3x40xf32>
          %5 = memref.load %y[%a, %c0] : memref<3x40xf32>
          %6 = arith.mulf %3, %5 : f32
          %4 = arith.addf %2, %6 : f32
          memref.store %4, %y[%a, %k] : memref<3x40xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_scan %b rows = 1 lanes = 32 neighbours = 3 chunks = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected an op that may do its steps in any order to join an element and the one before}}
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
        %n = arith.addi %c40, %c0 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
          memref.store %1, %y[%a, %c0] : memref<3x40xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x40xf32>
          %3 = memref.load %x[%a, %k] : memref<3x40xf32>
          %4 = arith.subf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<3x40xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_scan %b rows = 1 lanes = 32 neighbours = 3 chunks = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected rows of one number of elements}}
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
        %n = arith.muli %a, %c3 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
          memref.store %1, %y[%a, %c0] : memref<3x40xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x40xf32>
          %3 = memref.load %x[%a, %k] : memref<3x40xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<3x40xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_scan %b rows = 1 lanes = 32 neighbours = 3 chunks = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x40xindex>, %y: memref<3x40xindex>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      // expected-error @below {{cannot bind 'tir.block' "B": expected integers or floats of at most 64 bits, which warp shuffles move, found index}}
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xindex>, memref<3x40xindex>) writes(%y : memref<3x40xindex>) {
        %n = arith.addi %c40, %c0 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<3x40xindex>
          memref.store %1, %y[%a, %c0] : memref<3x40xindex>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x40xindex>
          %3 = memref.load %x[%a, %k] : memref<3x40xindex>
          %4 = arith.addi %2, %3 : index
          memref.store %4, %y[%a, %k] : memref<3x40xindex>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_scan %b rows = 1 lanes = 32 neighbours = 3 chunks = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<?x40xf32> {tir.dims = #relax.dims<[m, 40]>}, %y: memref<?x40xf32> {tir.dims = #relax.dims<[m, 40]>}) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    %m = memref.dim %x, %c0 : memref<?x40xf32>
    tir.for %i = %c0 to %m {
      // expected-error @below {{cannot bind 'tir.block' "B": expected a known number of rows to cut into 4 chunks, found an unknown one}}
      tir.block "B" iters(%a : spatial = %i in %m) reads(%x, %y : memref<?x40xf32>, memref<?x40xf32>) writes(%y : memref<?x40xf32>) {
        %n = arith.addi %c40, %c0 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<?x40xf32>
          memref.store %1, %y[%a, %c0] : memref<?x40xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<?x40xf32>
          %3 = memref.load %x[%a, %k] : memref<?x40xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<?x40xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_scan %b rows = 1 lanes = 32 neighbours = 3 chunks = 4
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      // expected-error @below {{cannot bind 'tir.block' "B": its tiles take 53380 bytes of shared memory; expected at most 49152}}
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
        %n = arith.addi %c40, %c0 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
          memref.store %1, %y[%a, %c0] : memref<3x40xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x40xf32>
          %3 = memref.load %x[%a, %k] : memref<3x40xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<3x40xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-note @below {{this step of the schedule asks for it}}
    transform.tir.bind_scan %b rows = 1 lanes = 1024 neighbours = 12 chunks = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
        %n = arith.addi %c40, %c0 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
          memref.store %1, %y[%a, %c0] : memref<3x40xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x40xf32>
          %3 = memref.load %x[%a, %k] : memref<3x40xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<3x40xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-error @below {{expects lanes that are a multiple of 32, with at most 1024 threads together, found 32 rows and 64 lanes}}
    transform.tir.bind_scan %b rows = 32 lanes = 64 neighbours = 3 chunks = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
        %n = arith.addi %c40, %c0 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
          memref.store %1, %y[%a, %c0] : memref<3x40xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x40xf32>
          %3 = memref.load %x[%a, %k] : memref<3x40xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<3x40xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-error @below {{expects lanes that are a multiple of 32, with at most 1024 threads together, found 1 rows and 48 lanes}}
    transform.tir.bind_scan %b rows = 1 lanes = 48 neighbours = 3 chunks = 1
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  tir.func private @program(%x: memref<3x40xf32>, %y: memref<3x40xf32>) attributes {num_inputs = 1} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c40 = arith.constant 40 : index
    tir.for %i = %c0 to %c3 {
      tir.block "B" iters(%a : spatial = %i in %c3) reads(%x, %y : memref<3x40xf32>, memref<3x40xf32>) writes(%y : memref<3x40xf32>) {
        %n = arith.addi %c40, %c0 : index
        %0 = arith.cmpi sgt, %n, %c0 : index
        tir.if %0 {
          %1 = memref.load %x[%a, %c0] : memref<3x40xf32>
          memref.store %1, %y[%a, %c0] : memref<3x40xf32>
        }
        tir.for %k = %c1 to %n {
          %b = arith.subi %k, %c1 : index
          %2 = memref.load %y[%a, %b] : memref<3x40xf32>
          %3 = memref.load %x[%a, %k] : memref<3x40xf32>
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %y[%a, %k] : memref<3x40xf32>
        }
      }
    }
    tir.return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %b = transform.tir.get_block "B" in %root : !transform.any_op
    // expected-error @below {{expects one row for rows in partitions, found 2}}
    transform.tir.bind_scan %b rows = 2 lanes = 32 neighbours = 3 chunks = 2
    transform.yield
  }
}
