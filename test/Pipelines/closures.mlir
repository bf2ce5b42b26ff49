// A local function that is called in the function around it runs natively.
// RUN: relax-compile %s -o %t.so
// RUN: relax-run %t.so --function=main --input=3xf32=1 --input=3xf32=2 | FileCheck %s

// CHECK: output 0: f32[3] = [3, 3, 3]
relax.func @main(%x: tensor<?xf32, #relax.dims<[n]>>, %y: tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>> {
  %f = relax.lambda : !relax.callable<(tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>, pure> {
  ^bb0(%a: tensor<?xf32, #relax.dims<[n]>>):
    %0 = relax.add %x, %a : tensor<?xf32, #relax.dims<[n]>>
    relax.yield %0 : tensor<?xf32, #relax.dims<[n]>>
  }
  %1 = relax.invoke_pure_closure %f(%y) : !relax.callable<(tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>, pure>, (tensor<?xf32, #relax.dims<[n]>>) -> tensor<?xf32, #relax.dims<[n]>>
  relax.return %1 : tensor<?xf32, #relax.dims<[n]>>
}
