// Patterns of a library of a user.
pdl.pattern @my.add_relu : benefit(1) {
  %x = pdl.operand
  %y = pdl.operand
  %t = pdl.type
  %sum = pdl.operation "relax.add"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  %0 = pdl.result 0 of %sum
  %root = pdl.operation "relax.nn.relu"(%0 : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}
// One and two in a row: the longer match takes the shorter one.
pdl.pattern @my.scaled : benefit(1) {
  %x = pdl.operand
  %c = pdl.operand
  %rank = pdl.attribute = 0
  pdl.apply_native_constraint "relax.constant"(%c : !pdl.value)
  pdl.apply_native_constraint "relax.rank"(%c, %rank : !pdl.value, !pdl.attribute)
  %t = pdl.type
  %root = pdl.operation "relax.multiply"(%x, %c : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}
pdl.pattern @my.sum : benefit(1) {
  %x = pdl.operand
  %axes = pdl.attribute = array<i64: 1>
  %t = pdl.type
  %u = pdl.type
  %exp = pdl.operation "relax.exp"(%x : !pdl.value) -> (%t : !pdl.type)
  %0 = pdl.result 0 of %exp
  pdl.apply_native_constraint "relax.one_use"(%0 : !pdl.value)
  %root = pdl.operation "relax.sum"(%0 : !pdl.value) {"axis" = %axes} -> (%u : !pdl.type)
  pdl.rewrite %root with "relax.composite"
}
