// The whole relax_rt dialect: what conversions include.
#ifndef RELAX_DIALECT_RUNTIME_IR_RUNTIME_H
#define RELAX_DIALECT_RUNTIME_IR_RUNTIME_H

#include "Relax/Dialect/Runtime/IR/BorrowedOps.h"
#include "Relax/Dialect/Runtime/IR/CallOps.h"
#include "Relax/Dialect/Runtime/IR/DeviceOps.h"
#include "Relax/Dialect/Runtime/IR/EntryOps.h"
#include "Relax/Dialect/Runtime/IR/KernelOps.h"
#include "Relax/Dialect/Runtime/IR/StorageOps.h"

#endif // RELAX_DIALECT_RUNTIME_IR_RUNTIME_H
