// Violations of the rules of RuntimeOps.

// rule: relax.vm.kill_object R1
// also: relax.dataflow R2
relax.func impure @${f}(%x: !relax.object) {
  relax.dataflow {
    relax.vm.kill_object %x : !relax.object // here
    relax.output
  }
  relax.return
}
