// The nodes that a function stands for.
#ifndef RELAX_LIB_IMPORT_FUNCTIONBODY_H
#define RELAX_LIB_IMPORT_FUNCTIONBODY_H

#include "Proto.h"
#include "mlir/IR/Location.h"
#include <map>

namespace mlir::relax {
struct ModelParts;
class ValueTable;

/// The nodes of `function` for the call `node`: attributes that refer to those
/// of the call have their values, inputs that `values` lacks are left out.
::onnx::GraphProto instantiate(const ::onnx::FunctionProto &function,
                               const ::onnx::NodeProto &node,
                               const ValueTable &values);

/// Which of several functions of one name `node` calls, and which one of them
/// `function` is; empty where there is one.
StringRef getOverload(const ::onnx::NodeProto &node);
StringRef getOverload(const ::onnx::FunctionProto &function);
void setOverload(::onnx::NodeProto &node, StringRef overload);
void setOverload(::onnx::FunctionProto &function, StringRef overload);

/// Say what an attribute of `function` is if a call lacks it.
void addDefault(::onnx::FunctionProto &function,
                const ::onnx::AttributeProto &attribute);

/// What the ONNX standard says that `node`, of the default domain, stands for;
/// null if it says nothing. The function belongs to `parts`.
FailureOr<const ::onnx::FunctionProto *>
findStandardBody(ModelParts &parts, const ValueTable &values,
                 const ::onnx::NodeProto &node, int64_t opset, Location loc);

/// Whether the standard explains the operator `name` of operator set `opset` by
/// others.
bool hasStandardBody(const std::string &name, int64_t opset);

/// The first operator set with the operator `name` as operator set `opset`
/// defines it; 0 if that does not have it.
int64_t getDefinitionOpset(const std::string &name, int64_t opset);

/// Why no importer can read the operator `name`, with its domain; empty if
/// there is no reason of principle.
StringRef getMissingReason(StringRef name);

/// All operators of the standard with such a reason.
ArrayRef<std::pair<StringLiteral, StringLiteral>> getMissingOperators();

/// The operators that the standard explains by others, and the version since
/// which it does.
std::map<std::string, int64_t> getStandardBodies();

} // namespace mlir::relax

#endif // RELAX_LIB_IMPORT_FUNCTIONBODY_H
