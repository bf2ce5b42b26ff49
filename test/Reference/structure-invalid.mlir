// What a graph may not do.
// RUN: relax-interp %s --each --verify-diagnostics --max-bytes=1000

tir.func private @any(%x: memref<?xf32>, %y: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}
tir.func @wrong_size() attributes {num_inputs = 0 : i64} {
  %m = memref.alloc() : memref<2xf32>
  %n = memref.cast %m : memref<2xf32> to memref<?xf32>
  // expected-note @+1 {{called from here}}
  tir.call_extern @half(%n) : (memref<?xf32>) -> ()
  tir.return
}
// expected-error @+1 {{expects a size of n * 2 = 4, found 2}}
tir.func private @twice(%x: memref<?xf32> {tir.dims = #relax.dims<[n]>}, %y: memref<?xf32> {tir.dims = #relax.dims<[n * 2]>}) attributes {num_inputs = 1 : i64} {
  tir.return
}
tir.func private @half(%x: memref<?xf32>) attributes {num_inputs = 1 : i64} {
  // expected-note @+1 {{called from here}}
  tir.call_extern @twice(%x, %x) : (memref<?xf32>, memref<?xf32>) -> ()
  tir.return
}
relax.func @wrong_buffer() {
  %x = relax.constant dense<1.0> : tensor<2xf32>
  %y = relax.match_cast %x : tensor<2xf32> to tensor<?xf32>
  // expected-note @+1 {{called from here}}
  %z = relax.call_tir @four_to_one(%y) : (tensor<?xf32>) -> tensor<1xf32>
  relax.return
}
// expected-error @+1 {{expects parameter #0 to have size 4 along axis 0, found 2}}
tir.func private @four_to_one(%x: memref<4xf32>, %y: memref<1xf32>) attributes {num_inputs = 1 : i64} {
  tir.return
}

// expected-error @+1 {{@takes is called with a wrong argument for parameter 'arg0' of type tensor<*xf32>: found tensor<2xf16>}}
relax.func private @takes(%x: tensor<*xf32>) {
  relax.return
}
relax.func @wrong_dtype() {
  %x = relax.constant dense<1.0> : tensor<2xf16>
  %y = relax.match_cast %x : tensor<2xf16> to tensor<2x!relax.unknown>
  // expected-note @+1 {{called from here}}
  relax.call @takes(%y) : (tensor<2x!relax.unknown>) -> ()
  relax.return
}

// expected-error @+1 {{@rank is called with a wrong argument for parameter 'arg0' of type tensor<?xf32>: the rank is 2, expected 1}}
relax.func private @rank(%x: tensor<?xf32>) {
  relax.return
}
relax.func @wrong_rank() {
  %x = relax.constant dense<1.0> : tensor<2x2xf32>
  %y = relax.match_cast %x : tensor<2x2xf32> to tensor<*xf32>
  // expected-note @+1 {{called from here}}
  relax.call @rank(%y) : (tensor<*xf32>) -> ()
  relax.return
}

// expected-error @+1 {{@sizes is called with sizes that do not fit: dimension 0 is 5, expected n * 2 = 4}}
relax.func private @sizes(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32, #relax.dims<[n * 2]>>) {
  relax.return
}
relax.func @wrong_sizes() {
  %x = relax.constant dense<1.0> : tensor<2xf32>
  %y = relax.constant dense<1.0> : tensor<5xf32>
  %z = relax.match_cast %y : tensor<5xf32> to tensor<?xf32>
  // expected-note @+1 {{called from here}}
  relax.call @sizes(%x, %z) : (tensor<2xf32>, tensor<?xf32>) -> ()
  relax.return
}

relax.func @match() {
  %x = relax.constant dense<1.0> : tensor<2xf32>
  %y = relax.match_cast %x : tensor<2xf32> to tensor<?xf32>
  // expected-error @+1 {{does not hold: expected tensor<3xf32>: dimension 0 is 2, expected 3}}
  %z = relax.match_cast %y : tensor<?xf32> to tensor<3xf32>
  relax.return
}

relax.func @unknown_size() -> tensor<*xf32> {
  %x = relax.constant dense<1.0> : tensor<2xf32>
  // expected-error @+1 {{makes a tensor of type tensor<?xf32>, expected sizes that have a value here}}
  %y = relax.call_tir @any(%x) : (tensor<2xf32>) -> tensor<?xf32>
  relax.return %y : tensor<?xf32>
}

relax.func @too_large() {
  // expected-error @+1 {{needs a buffer of 4096 bytes, the limit is 1000}}
  %y = relax.call_tir @fill() : () -> tensor<1024xf32>
  relax.return
}
tir.func private @fill(%y: memref<1024xf32>) attributes {num_inputs = 0 : i64} {
  tir.return
}

// expected-error @+1 {{is called too often: expected fewer than 1000 calls inside calls}}
relax.func private @endless() {
  // expected-note @+1 {{called from here}}
  relax.call @endless() : () -> ()
  relax.return
}
relax.func @recursion() {
  // expected-note @+1 {{called from here}}
  relax.call @endless() : () -> ()
  relax.return
}

relax.func @no_data() {
  // expected-error @+1 {{cannot be interpreted: expected values of type 'tensor<1024xf32>' that are there and of a known dtype}}
  %x = relax.constant dense_resource<missing> : tensor<1024xf32>
  relax.return
}

relax.func @quotient() -> i64 {
  %s = relax.shape [0] : !relax.shape<[0]>
  %t = relax.match_cast %s : !relax.shape<[0]> to !relax.shape<rank 1>
  %u = relax.match_cast %t : !relax.shape<rank 1> to !relax.shape<[n]>
  // expected-error @+1 {{expected an expression that has a value}}
  %0 = relax.prim_value 4 floordiv n : i64
  relax.return %0 : i64
}

relax.func @var() -> tensor<2xf32> {
  %s = relax.shape [0] : !relax.shape<[0]>
  %t = relax.match_cast %s : !relax.shape<[0]> to !relax.shape<rank 1>
  %u = relax.match_cast %t : !relax.shape<rank 1> to !relax.shape<[n]>
  // expected-error @+1 {{expected an expression that has a value as argument}}
  %0 = relax.call_tir @scaled() vars [4 floordiv n] : () -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
tir.func private @scaled(%y: memref<2xf32>, %n: index) attributes {num_inputs = 0 : i64} {
  tir.return
}

relax.func @extent() -> !relax.shape<rank 1> {
  %s = relax.shape [0] : !relax.shape<[0]>
  %t = relax.match_cast %s : !relax.shape<[0]> to !relax.shape<rank 1>
  %u = relax.match_cast %t : !relax.shape<rank 1> to !relax.shape<[n]>
  // expected-error @+1 {{expected an extent that has a value}}
  %0 = relax.shape [4 floordiv n] : !relax.shape<[4 floordiv n]>
  relax.return %0 : !relax.shape<[4 floordiv n]>
}

tir.func private @choice(%y: memref<2xf32>) attributes {num_inputs = 0 : i64} {
  %t = arith.constant true
  // expected-error @+1 {{cannot be interpreted: expected a number as its value, found 'memref<2xf32>'}}
  %0 = scf.if %t -> (memref<2xf32>) {
    scf.yield %y : memref<2xf32>
  } else {
    scf.yield %y : memref<2xf32>
  }
  tir.return
}
relax.func @choices() -> tensor<2xf32> {
  %0 = relax.call_tir @choice() : () -> tensor<2xf32>
  relax.return %0 : tensor<2xf32>
}
