// The stablehlo and chlo dialects: what they register.
#include "Relax/Dialect/StableHLO/IR/StableHLO.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#define GET_TYPEDEF_CLASSES
#include "Relax/Dialect/StableHLO/IR/StableHLOTypes.cpp.inc"

#include "Relax/Dialect/StableHLO/IR/CHLODialect.cpp.inc"
#include "Relax/Dialect/StableHLO/IR/StableHLODialect.cpp.inc"
#include "Relax/Dialect/StableHLO/IR/StableHLOEnums.cpp.inc"

// The pretty form of an op that nobody defined cannot be passed over, since
// nobody knows where it ends.
static mlir::ParseResult rejectUnknown(mlir::OpAsmParser &parser,
                                       mlir::OperationState &) {
  // The parser writes the name in front.
  return parser.emitError(parser.getNameLoc())
         << "has no counterpart in relax, expected the ops of "
            "docs/StableHLO.md; a module in generic form "
            "(`print_generic_op_form=True`) is read to its end and gets an "
            "error for each such op";
}

namespace mlir::relax::hlo {

std::optional<Dialect::ParseOpHook>
StableHLODialect::getParseOperationHook(StringRef) const {
  return rejectUnknown;
}

void StableHLODialect::initialize() {
  // What has no definition here is an obstacle of the conversion, with all
  // others of the program.
  allowUnknownOperations();
  // Shardings in texts of HLO become its attributes.
  getContext()->loadDialect<sdy::SdyDialect>();
  registerAttributes();
  addTypes<
#define GET_TYPEDEF_LIST
#include "Relax/Dialect/StableHLO/IR/StableHLOTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/ElementwiseOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/MovementOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/ReductionOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/LinearAlgebraOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/ControlOps.cpp.inc"
      ,
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/CollectiveOps.cpp.inc"
      >();
}

} // namespace mlir::relax::hlo

namespace mlir::relax::chlo {

std::optional<Dialect::ParseOpHook>
CHLODialect::getParseOperationHook(StringRef) const {
  return rejectUnknown;
}

void CHLODialect::initialize() {
  allowUnknownOperations();
  addOperations<
#define GET_OP_LIST
#include "Relax/Dialect/StableHLO/IR/CHLOOps.cpp.inc"
      >();
}

} // namespace mlir::relax::chlo
