// Code generation rounds bf16 with a function that libraries have since GCC 13
// only, where bf16 passes from one basic block to another, as in a masked load
// or a maximum. Each module that has bf16 brings its own, hidden.
// RUN: relax-compile %s -o %t.so --mcpu=x86-64-v3
// RUN: llvm-nm --undefined-only -D %t.so | FileCheck %s --check-prefix=NAMES --implicit-check-not=__trunc
// NAMES: relax_rt_check_tensor
// RUN: relax-run %t.so --function=cast --input="5xbf16=1 -2.5 0.1 inf nan" --output=- | FileCheck %s --check-prefix=CAST
// CAST: output 0: f16[5] = [1, -2.5, 0.100098, inf, nan]
// RUN: relax-run %t.so --function=window --input=2x4x7x5xbf16=1.5 --expected_output=2x4x3x2xbf16=1.5 --tolerance=0 --quiet

// RUN: relax-compile %s -o %t.ll --mcpu=x86-64-v3
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.ll
// IR: define linkonce_odr hidden half @__truncsfbf2(float %{{.*}})

relax.func @cast(%x: tensor<?xbf16, #relax.dims<[n]>>) -> tensor<?xf16, #relax.dims<[n]>> {
  %0 = relax.astype %x {dtype = f16} : (tensor<?xbf16, #relax.dims<[n]>>) -> tensor<?xf16, #relax.dims<[n]>>
  relax.return %0 : tensor<?xf16, #relax.dims<[n]>>
}

relax.func @window(%x: tensor<2x4x7x5xbf16>) -> tensor<2x4x3x2xbf16> {
  %0 = relax.nn.max_pool2d %x {pool_size = array<i64: 3, 1>, strides = array<i64: 3, 3>, padding = array<i64: 1, 0, 1, 0>, dilation = array<i64: 1, 2>} : (tensor<2x4x7x5xbf16>) -> tensor<2x4x3x2xbf16>
  relax.return %0 : tensor<2x4x3x2xbf16>
}
