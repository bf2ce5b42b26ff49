// A number of a shape that gives a symbol its value is a size.
// RUN: not relax-interp %s --function=parameter --input=1xi64=-2 2>&1 | FileCheck %s
// RUN: relax-interp %s --function=parameter --input=1xi64=2 | FileCheck %s --check-prefix=FITS

// CHECK: is called with a wrong argument for parameter 'arg0' of type !relax.shape<[k]>: dimension 0 is -2, expected 0 or more
// FITS: f32[5] = [1, 1, 1, 1, 1]
relax.func @parameter(%x: !relax.shape<[k]>) -> tensor<?xf32, #relax.dims<[k + 3]>> {
  %c = relax.constant dense<1.0> : tensor<f32>
  %s = relax.shape [k + 3] : !relax.shape<[k + 3]>
  %0 = relax.full %s, %c : (!relax.shape<[k + 3]>, tensor<f32>) -> tensor<?xf32, #relax.dims<[k + 3]>>
  relax.return %0 : tensor<?xf32, #relax.dims<[k + 3]>>
}
