// Lines of an image, and places in them, that are one axis of rows.
#include "LineDivision.h"

#include "Relax/Dialect/TIR/IR/LoopBuilder.h"

namespace mlir::tir {

std::optional<LineDivision> LineDivision::find(Value row) {
  LineDivision found;
  for (Operation *user : row.getUsers()) {
    if (user->getNumOperands() != 2 || user->getOperand(0) != row ||
        getConstantIndex(user->getOperand(1)))
      continue;
    if (auto line = dyn_cast<arith::DivUIOp>(user))
      found.line = line;
    else if (auto place = dyn_cast<arith::RemUIOp>(user))
      found.place = place;
  }
  // The division moves in front of the block, where a width that the block
  // makes is not known yet.
  if (!found.line || !found.place ||
      found.line.getRhs() != found.place.getRhs() ||
      !found.line.getRhs().getParentRegion()->isProperAncestor(
          row.getParentRegion()))
    return std::nullopt;
  return found;
}

// LLVM does not move a division by what may be 0 out of a loop, and one takes
// as long as ten steps. A row behind another is beside it or begins a line.
SmallVector<ImagePlace> LineDivision::divide(OpBuilder &builder, Value row,
                                             int64_t count) {
  OpBuilder &b = builder;
  Location loc = line.getLoc();
  Value width = line.getRhs();
  Value zero = indexConstant(b, loc, 0), one = indexConstant(b, loc, 1);
  SmallVector<ImagePlace> places = {
      {arith::DivUIOp::create(b, loc, row, width).getResult(),
       arith::RemUIOp::create(b, loc, row, width).getResult()}};
  while (static_cast<int64_t>(places.size()) < count) {
    ImagePlace last = places.back();
    Value next = addIndex(b, loc, last.place, one);
    Value ends =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, next, width);
    places.push_back(
        {arith::SelectOp::create(b, loc, ends, addIndex(b, loc, last.line, one),
                                 last.line)
             .getResult(),
         arith::SelectOp::create(b, loc, ends, zero, next).getResult()});
  }
  return places;
}

void LineDivision::map(IRMapping &mapping, const ImagePlace &to) {
  mapping.map(line.getResult(), to.line);
  mapping.map(place.getResult(), to.place);
}

} // namespace mlir::tir
