// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'relax.dataflow' op expects region #0 to end in 'relax.output'}}
  relax.dataflow {
    "llvm.unreachable"() : () -> ()
  }
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-note @+1 {{the region's op is here}}
  %0 = relax.dataflow -> tensor<5xf32> {
    // expected-error @+1 {{gives 'tensor<4xf32>' as value #0, expected what 'relax.dataflow' says, 'tensor<5xf32>'}}
    relax.output %x : tensor<4xf32>
  }
  relax.return
}

// -----

relax.func @f(%x: tensor<4xf32>) {
  // expected-note @+1 {{the region's op is here}}
  %f = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%y: tensor<4xf32>):
    // expected-error @+1 {{gives 0 values, expected as many as 'relax.lambda' has results, 1}}
    relax.yield
  }
  relax.return
}

// -----

relax.func impure @f(%x: tensor<4xf32>) {
  // expected-note @+1 {{the region is here; put the op after it}}
  relax.dataflow {
    // expected-error @+1 {{has an effect, expected none in a 'relax.dataflow' region}}
    relax.print "{}"(%x) : tensor<4xf32>
    relax.output
  }
  relax.return
}

// -----

relax.func @f(%c: i1) {
  // expected-note @+1 {{the region is here; move the op out of it}}
  relax.dataflow {
    // expected-error @+1 {{is control flow, expected none in a 'relax.dataflow' region}}
    relax.if %c : i1 {
      relax.yield
    } else {
      relax.yield
    }
    relax.output
  }
  relax.return
}

// -----

relax.func @f(%c: tensor<2xi1>) {
  // expected-error @+1 {{expects a condition of i1 or of a rank-0 tensor of i1, found 'tensor<2xi1>'}}
  relax.if %c : tensor<2xi1> {
    relax.yield
  } else {
    relax.yield
  }
  relax.return
}

// -----

relax.func @f(%c: i1, %x: tensor<4xf32>, %y: tensor<8xf32>) {
  // expected-note @+1 {{the region's op is here}}
  %0 = relax.if %c : i1 -> tensor<4xf32> {
    relax.yield %x : tensor<4xf32>
  } else {
    // expected-error @+1 {{gives 'tensor<8xf32>' as value #0, expected what 'relax.if' says, 'tensor<4xf32>'}}
    relax.yield %y : tensor<8xf32>
  }
  relax.return
}

// -----

relax.func @f() {
  // expected-note @+1 {{the local function is here; type it 'impure'}}
  %f = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%x: tensor<4xf32>):
    // expected-error @+1 {{has an effect, expected none, as the local function around it is pure}}
    relax.print "{}"(%x) : tensor<4xf32>
    relax.yield %x : tensor<4xf32>
  }
  relax.return
}

// -----

relax.func @f() {
  // expected-error @+1 {{expects a callable type with parameters and result, found '!relax.callable<impure>'}}
  %f = relax.lambda : !relax.callable<impure> {
    relax.yield
  }
  relax.return
}

// -----

relax.func @f() {
  // expected-error @+1 {{expects as parameters those of its type '!relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure>'}}
  %f = relax.lambda : !relax.callable<(tensor<4xf32>) -> tensor<4xf32>, pure> {
  ^bb0(%x: tensor<5xf32>):
    relax.yield %x : tensor<5xf32>
  }
  relax.return
}

// -----

relax.func @f() {
  // expected-error @+1 {{expects as parameters itself and those of its type '!relax.callable<() -> tensor<4xf32>, pure>'}}
  %f = relax.lambda recursive : !relax.callable<() -> tensor<4xf32>, pure> {
  ^bb0(%x: tensor<4xf32>):
    relax.yield %x : tensor<4xf32>
  }
  relax.return
}
