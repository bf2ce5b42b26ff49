// A product whose tiles overlap, in the interpreter: no race.
// RUN: relax-interp %s --before-after='relax-legalize-ops,tir-default-cpu-schedule{vector-bits=512}' --tolerance=1e-4
relax.func @f(%x: tensor<?x24xf32, #relax.dims<[m, 24]>>, %w: tensor<24x33xf32>) -> tensor<?x33xf32, #relax.dims<[m, 33]>> {
  %0 = relax.matmul %x, %w : (tensor<?x24xf32, #relax.dims<[m, 24]>>, tensor<24x33xf32>) -> tensor<?x33xf32, #relax.dims<[m, 33]>>
  relax.return %0 : tensor<?x33xf32, #relax.dims<[m, 33]>>
}

relax.func @wide(%x: tensor<?x24xf32, #relax.dims<[m, 24]>>, %w: tensor<24x1040xf32>) -> tensor<?x1040xf32, #relax.dims<[m, 1040]>> {
  %0 = relax.matmul %x, %w : (tensor<?x24xf32, #relax.dims<[m, 24]>>, tensor<24x1040xf32>) -> tensor<?x1040xf32, #relax.dims<[m, 1040]>>
  relax.return %0 : tensor<?x1040xf32, #relax.dims<[m, 1040]>>
}
