// The whole tir dialect: what passes and conversions include.
#ifndef RELAX_DIALECT_TIR_IR_TIR_H
#define RELAX_DIALECT_TIR_IR_TIR_H

#include "Relax/Dialect/TIR/IR/BlockOps.h"
#include "Relax/Dialect/TIR/IR/DotOps.h"
#include "Relax/Dialect/TIR/IR/FunctionOps.h"
#include "Relax/Dialect/TIR/IR/IntrinsicOps.h"
#include "Relax/Dialect/TIR/IR/LoopOps.h"

#endif // RELAX_DIALECT_TIR_IR_TIR_H
