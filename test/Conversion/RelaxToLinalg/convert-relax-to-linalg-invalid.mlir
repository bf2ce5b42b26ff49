// Why an operator, or a tensor program that is called, has no form in linalg.
// RUN: relax-opt %s --split-input-file --convert-relax-to-linalg --verify-diagnostics

relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{cannot become linalg: a block of its tensor program has 'tir.for', expected what an element by itself can do}}
  %0 = relax.sort %x : (tensor<4xf32>) -> tensor<4xf32>
  // What depends on it is not named as well.
  %1 = relax.exp %0 : tensor<4xf32>
  relax.return %1 : tensor<4xf32>
}

// -----

relax.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{cannot become linalg: operand #0 is 'tensor<?xf32>'; dimension 0 is unknown; name it with 'relax.match_cast'}}
  %0 = relax.exp %x : tensor<?xf32>
  relax.return %0 : tensor<?xf32>
}

// -----

relax.func impure @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{cannot become linalg: it is lowered by 'convert-relax-to-runtime', expected what is lowered before; it comes after operators became tensor programs}}
  relax.print "{}"(%x) : tensor<4xf32>
  relax.return %x : tensor<4xf32>
}

// -----

// expected-error @below {{cannot become linalg: expected parameters and results of types that upstream's dialects have}}
relax.func @main(%x: tensor<*xf32>) -> tensor<*xf32> {
  relax.return %x : tensor<*xf32>
}

// -----

relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{cannot become linalg: a result is of type '!relax.object', for which there is no type of upstream's dialects}}
  %0 = relax.string "x"
  relax.return %x : tensor<4xf32>
}

// -----

// expected-error @below {{cannot become linalg: expected parameters and results of types that upstream's dialects have}}
// expected-note @below {{what it calls does this here}}
relax.func private @callee(%x: tensor<4xf32>, %o: tensor<*xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{cannot become linalg: what it calls is expected to have parameters and results of types that upstream's dialects have}}
  %0 = relax.call @callee(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

relax.func @main() -> tensor<4xf32> {
  // expected-error @below {{cannot become linalg: its values are sparse, expected dense ones}}
  %0 = relax.constant sparse<0, 1.0> : tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

tir.func private @scan(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    // expected-note @below {{what it calls does this here}}
    tir.block "scan" iters(%v : ordered = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) {
      %0 = memref.load %x[%v] : memref<4xf32>
      memref.store %0, %y[%v] : memref<4xf32>
    }
  }
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{cannot become linalg: a block of its tensor program has an ordered iterator; expected spatial and reduce ones}}
  %0 = relax.call_tir @scan(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

tir.func private @half(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c2 {
    // expected-note @below {{what it calls does this here}}
    tir.block "half" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4xf32>) {
      %0 = memref.load %x[%v] : memref<4xf32>
      memref.store %0, %y[%v] : memref<4xf32>
    }
  }
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expected loops around a block of its tensor program that provably run it once for each value of its iterators}}
  %0 = relax.call_tir @half(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

tir.func private @opaque(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-note @below {{what it calls does this here}}
  tir.for %i = %c0 to %c4 {
    %0 = memref.load %x[%i] : memref<4xf32>
    memref.store %0, %y[%i] : memref<4xf32>
  }
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{a loop nest of its tensor program holds other than one block; expected a nest for each block}}
  %0 = relax.call_tir @opaque(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

tir.func private @bare(%x: memref<f32>, %y: memref<f32>) attributes {num_inputs = 1 : i64} {
  // expected-note @below {{what it calls does this here}}
  %0 = memref.load %x[] : memref<f32>
  memref.store %0, %y[] : memref<f32>
  tir.return
}
relax.func @main(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{its tensor program has 'memref.load' outside of blocks}}
  %0 = relax.call_tir @bare(%x) : (tensor<f32>) -> tensor<f32>
  relax.return %0 : tensor<f32>
}

// -----

// expected-note @below {{what it calls does this here}}
tir.func private @declared(memref<4xf32>, memref<4xf32>) attributes {num_inputs = 1 : i64}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{its tensor program has no body, expected one}}
  %0 = relax.call_tir @declared(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

tir.func private @both(%x: memref<4xf32>, %y: memref<8xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    tir.block "both" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<8xf32>) {
      %c4_0 = arith.constant 4 : index
      %0 = memref.load %x[%v] : memref<4xf32>
      memref.store %0, %y[%v] : memref<8xf32>
      %1 = arith.addi %v, %c4_0 : index
      // expected-note @below {{what it calls does this here}}
      memref.store %0, %y[%1] : memref<8xf32>
    }
  }
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error @below {{a block of its tensor program writes two elements of one buffer, expected one}}
  %0 = relax.call_tir @both(%x) : (tensor<4xf32>) -> tensor<8xf32>
  relax.return %0 : tensor<8xf32>
}

// -----

tir.func private @diagonal(%x: memref<4xf32>, %y: memref<4x4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    tir.block "diagonal" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<4x4xf32>) {
      %0 = memref.load %x[%v] : memref<4xf32>
      // expected-note @below {{what it calls does this here}}
      memref.store %0, %y[%v, %v] : memref<4x4xf32>
    }
  }
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{a block of its tensor program writes at computed indices, expected its iterators, one by one}}
  %0 = relax.call_tir @diagonal(%x) : (tensor<4xf32>) -> tensor<4x4xf32>
  relax.return %0 : tensor<4x4xf32>
}

// -----

tir.func private @last(%x: memref<4xf32>, %y: memref<1xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    tir.block "last" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) writes(%y : memref<1xf32>) {
      %c0_0 = arith.constant 0 : index
      %0 = memref.load %x[%v] : memref<4xf32>
      // expected-note @below {{what it calls does this here}}
      memref.store %0, %y[%c0_0] : memref<1xf32>
    }
  }
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> tensor<1xf32> {
  // expected-error @below {{a block of its tensor program writes one element for several values of its spatial iterators, or several in a reduction, expected one for each}}
  %0 = relax.call_tir @last(%x) : (tensor<4xf32>) -> tensor<1xf32>
  relax.return %0 : tensor<1xf32>
}

// -----

tir.func private @shift(%x: memref<4xf32>, %y: memref<5xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    tir.block "shift" iters(%v : spatial = %i in %c4) reads(%x, %y : memref<4xf32>, memref<5xf32>) writes(%y : memref<5xf32>) {
      %c1 = arith.constant 1 : index
      %1 = arith.addi %v, %c1 : index
      // expected-note @below {{what it calls does this here}}
      %0 = memref.load %y[%v] : memref<5xf32>
      memref.store %0, %y[%1] : memref<5xf32>
    }
  }
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> tensor<5xf32> {
  // expected-error @below {{a block of its tensor program reads what its other iterations write, expected its own element}}
  %0 = relax.call_tir @shift(%x) : (tensor<4xf32>) -> tensor<5xf32>
  relax.return %0 : tensor<5xf32>
}

// -----

tir.func private @nothing(%x: memref<4xf32>, %y: memref<4xf32>) attributes {num_inputs = 1 : i64} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    // expected-note @below {{what it calls does this here}}
    tir.block "nothing" iters(%v : spatial = %i in %c4) reads(%x : memref<4xf32>) {
      %0 = memref.load %x[%v] : memref<4xf32>
    }
  }
  tir.return
}
relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{a block of its tensor program writes nothing, expected a buffer}}
  %0 = relax.call_tir @nothing(%x) : (tensor<4xf32>) -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
