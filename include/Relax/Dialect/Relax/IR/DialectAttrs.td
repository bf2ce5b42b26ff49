// All attributes of relax. Each family is declared in a header of its own, so
// that a change of one recompiles what uses it; they are defined together,
// since a dialect has one parser of attributes.
#ifndef RELAX_DIALECT_RELAX_IR_DIALECTATTRS_TD
#define RELAX_DIALECT_RELAX_IR_DIALECTATTRS_TD

include "Relax/Dialect/Relax/IR/RelaxAttrs.td"
include "Relax/Dialect/Relax/IR/TargetAttrs.td"

#endif // RELAX_DIALECT_RELAX_IR_DIALECTATTRS_TD
