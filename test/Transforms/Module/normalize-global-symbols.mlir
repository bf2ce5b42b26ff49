// RUN: relax-opt %s -relax-normalize-global-symbols | FileCheck %s
// RUN: relax-opt %s -relax-normalize-global-symbols -relax-normalize-global-symbols | FileCheck %s
// RUN: %same-results=relax-normalize-global-symbols

// A reference inside an attribute moves as well.
// CHECK: func.func @main() attributes {global_symbol = "main", table = [@main]}
// CHECK: call @main_1()
func.func @a() attributes {global_symbol = "main", table = [@a]} {
  func.call @main() : () -> ()
  return
}
// The private function gives way, and takes a name that is free.
// CHECK: func.func private @main_1()
func.func private @main()
// CHECK: func.func private @main_0()
func.func private @main_0()
// CHECK: relax.func @fine() attributes {global_symbol = "fine"}
relax.func @fine() attributes {global_symbol = "fine"} {
  relax.return
}
