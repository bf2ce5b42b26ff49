// Drawings that cannot be made.
// RUN: not relax-opt %s --relax-graph-svg -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not relax-opt %s --relax-graph-svg=output=%t/none/x.dot -o /dev/null 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: rm -rf %t.bin && mkdir %t.bin
// RUN: not env PATH=%t.bin %plugin_dir/../bin/relax-opt %s --relax-graph-svg=output=%t.svg -o /dev/null 2>&1 | FileCheck %s --check-prefix=DOT
// RUN: not ls %t.svg
// RUN: ln -s /bin/false %t.bin/dot
// RUN: not env PATH=%t.bin %plugin_dir/../bin/relax-opt %s --relax-graph-svg=output=%t.svg -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATUS
// RUN: echo "" | not relax-opt --relax-graph-svg=output=%t.dot -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE

// NAME: error: expected the name of a drawing, found none; give one, as in --relax-graph-svg=output=graph.svg
// FILE: error: cannot {{.*}}none/x.dot
// DOT: error: expected Graphviz's program "dot" on the PATH, found none; install Graphviz, or write what it takes, to a name that ends in .dot
// STATUS: error: expected "{{.*}}dot" to draw, found status 1; try it on what a name that ends in .dot gives
// RUN: echo "relax.extern_func @f" | not relax-opt --relax-graph-svg=output=%t.dot -o /dev/null 2>&1 | FileCheck %s --check-prefixes=NONE,BEGIN
// RUN: not ls %t.dot

// NONE: error: expected a 'relax.func' to draw, found none; draw before the stage 'host'
// BEGIN: note: the module begins with this

relax.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  relax.return %x : tensor<4xf32>
}
