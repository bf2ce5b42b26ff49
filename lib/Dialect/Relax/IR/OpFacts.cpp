// What an op is, for passes that ask: the interfaces' definitions.
#include "Relax/Dialect/Relax/IR/OpFacts.h"

#include "Relax/Dialect/Relax/IR/RelaxInterfaces.cpp.inc"
