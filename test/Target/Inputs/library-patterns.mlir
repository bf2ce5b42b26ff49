// What a library of one's own computes.
pdl.pattern @mine.relu : benefit(1) {
  %x = pdl.operand
  %t = pdl.type
  %root = pdl.operation "relax.nn.relu"(%x : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}
