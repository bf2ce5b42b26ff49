// Options of an optimizer that do not go with the function.
// RUN: not relax-opt %s --relax-append-optimizer=params=1,1 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not relax-opt %s '--relax-append-optimizer=params=1 optimizer=adam' 2>&1 | FileCheck %s --check-prefix=NARROW
// TWICE: 'relax.func' op trains parameter 1 twice, expected each number once in 'params'
// NARROW: parameter 1 of @main is trained by adam, expected elements of at least 32 bits, found 'f16'; train it in f32, or by another optimizer
// NARROW: note: @main is here
relax.func @main(%x: tensor<f16>, %w: tensor<f16>) {
  relax.return
}
