// What becomes no tensor program and no block, and why.
// RUN: relax-opt %s --split-input-file --convert-linalg-to-tir --verify-diagnostics

relax.func @race(%x: tensor<4x3xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{'linalg.generic' op cannot become a tensor program: parallel iterator d1 does not choose the element of result #0, so that several steps write it; expected an iterator that reduces}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x3xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

relax.func @body(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{its body computes a vector<4xf32>; kernels compute on integers and floats only}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = vector.broadcast %a : f32 to vector<4xf32>
    linalg.yield %a : f32
  } -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

relax.func @branch(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{its body has a 'scf.if'; expected ops of arith and math, 'linalg.index' and 'tensor.extract'}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = scf.if %c -> f32 {
      scf.yield %a : f32
    } else {
      scf.yield %b : f32
    }
    linalg.yield %v : f32
  } -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

relax.func @sizes(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32, #relax.dims<[n + 1]>>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<?xf32, #relax.dims<[n]>> to tensor<?xf32>
  %1 = tensor.cast %y : tensor<?xf32, #relax.dims<[n + 1]>> to tensor<?xf32>
  // expected-error @+1 {{cannot become a tensor program: axis 0 of operand #1 is expected to have the size of iterator d0, found another}}
  %2 = arith.addf %0, %1 : tensor<?xf32>
  relax.return %2 : tensor<?xf32>
}

// -----

relax.func impure @winograd(%x: tensor<2x3x3x5xf32>, %o: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  // expected-error @+1 {{expected an op that upstream makes a 'linalg.generic' of; lower it with a pass of upstream first}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x5xf32>) outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  relax.return %0 : tensor<6x6x5x2xf32>
}

// -----

relax.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  // expected-error @+1 {{no kernel has elements of complex<f32>; expected floats of 8 to 64 bits, or 'i' and 'ui' integers of 1, 8, 16, 32 or 64}}
  %0 = tensor.extract_slice %x[0] [2] [1] : tensor<4xcomplex<f32>> to tensor<2xcomplex<f32>>
  relax.return %0 : tensor<2xcomplex<f32>>
}

// -----

relax.func @rank(%x: tensor<*xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{tensor<*xf32> has no known rank; expected one, as by 'tensor.cast'}}
  %0 = tensor.cast %x : tensor<*xf32> to tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}

// -----

relax.func @cast(%s: !relax.shape<[n]>, %y: tensor<?xf32, #relax.dims<[n + 1]>>) -> tensor<0xf32> {
  %1 = tensor.cast %y : tensor<?xf32, #relax.dims<[n + 1]>> to tensor<?xf32>
  // expected-error @+1 {{cannot become a tensor program: its operand is a tensor<?xf32, #relax.dims<[n + 1]>>, expected the sizes of its result}}
  %2 = tensor.cast %1 : tensor<?xf32> to tensor<0xf32>
  relax.return %2 : tensor<0xf32>
}

// -----

relax.func @expand(%y: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?x1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %y, %c0 : tensor<?xf32, #relax.dims<[n]>>
  %m = arith.addi %d, %c1 : index
  %1 = tensor.cast %y : tensor<?xf32, #relax.dims<[n]>> to tensor<?xf32>
  // expected-error @+1 {{'relax.reshape' op expects a shape of n elements, but found one of n + 1}}
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [%m, 1] : tensor<?xf32> into tensor<?x1xf32>
  relax.return %2 : tensor<?x1xf32>
}

// -----

relax.func @concat(%x: tensor<?x2xf32, #relax.dims<[n, 2]>>, %y: tensor<?x2xf32, #relax.dims<[n + 1, 2]>>) -> tensor<?x4xf32> {
  %0 = tensor.cast %x : tensor<?x2xf32, #relax.dims<[n, 2]>> to tensor<?x2xf32>
  %1 = tensor.cast %y : tensor<?x2xf32, #relax.dims<[n + 1, 2]>> to tensor<?x2xf32>
  // expected-error @+1 {{'relax.concat' op expects dimension 0 of each operand to be n, but found n + 1}}
  %2 = tensor.concat dim(1) %0, %1 : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x4xf32>
  relax.return %2 : tensor<?x4xf32>
}

// -----

relax.func @gather(%x: tensor<4x4xf32>, %i: tensor<3x1xi64>) -> tensor<3x1x4xf32> {
  // expected-error @+1 {{expected an op with a known lowering; write it with 'linalg.generic'}}
  %0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<4x4xf32>, tensor<3x1xi64>) -> tensor<3x1x4xf32>
  relax.return %0 : tensor<3x1x4xf32>
}

// -----

relax.func impure @memory() {
  %m = memref.alloc() : memref<4xf32>
  %c = arith.constant 0.0 : f32
  // expected-error @+1 {{it works on memory, which the graph level has none of; expected tensors}}
  linalg.fill ins(%c : f32) outs(%m : memref<4xf32>)
  relax.return
}

// -----

tir.func private @tensors(%m: memref<4xf32>) attributes {num_inputs = 0} {
  %e = tensor.empty() : tensor<4xf32>
  %c = arith.constant 0.0 : f32
  // expected-error @+1 {{cannot become a block: it has operands that are tensors, which a tensor program has none of; expected buffers}}
  %0 = linalg.fill ins(%c : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  tir.return
}

// -----

tir.func private @loop(%m: memref<4xindex>) attributes {num_inputs = 0} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  tir.for %i = %c0 to %c4 {
    // expected-error @+1 {{it uses an index of the loop around it, which a block gets through iterators only; expected what is computed from it, or a view of a buffer}}
    linalg.fill ins(%i : index) outs(%m : memref<4xindex>)
  }
  tir.return
}

// -----

tir.func private @softmax(%x: memref<2x4xf32>, %m: memref<2x4xf32>) attributes {num_inputs = 1} {
  // expected-error @+1 {{cannot become a block: expected an op that upstream makes a 'linalg.generic' of; lower it with a pass of upstream first}}
  linalg.softmax dimension(1) ins(%x : memref<2x4xf32>) outs(%m : memref<2x4xf32>)
  tir.return
}

// -----

tir.func private @race(%x: memref<2x4xf32>, %m: memref<2xf32>) attributes {num_inputs = 1} {
  // expected-error @+1 {{cannot become a block: parallel iterator d1 does not choose the element of result #0}}
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<2x4xf32>) outs(%m : memref<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  tir.return
}

// -----

#sparse = #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>
relax.func @sparse(%x: tensor<4xf32, #sparse>) -> tensor<4xf32, #sparse> {
  // expected-error-re @+1 {{tensor<4xf32, {{.*}}> has an encoding that kernels do not know; expected a dense tensor}}
  %0 = math.absf %x : tensor<4xf32, #sparse>
  relax.return %0 : tensor<4xf32, #sparse>
}

// -----

relax.func @rank(%x: tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) -> tensor<1xf32> {
  // expected-error @+1 {{it has 65 dimensions; expected 64 at most}}
  %0 = tensor.extract_slice %x[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] : tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32> to tensor<1xf32>
  relax.return %0 : tensor<1xf32>
}

// -----

relax.func impure @buffer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{its body uses a memref<4xf32>; expected tensors and numbers}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %i = linalg.index 0 : index
    %v = memref.load %m[%i] : memref<4xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  relax.return %0 : tensor<4xf32>
}
