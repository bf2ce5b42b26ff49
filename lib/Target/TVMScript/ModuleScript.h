// What the parts of a script share: the module, its names, what was rejected.
#ifndef RELAX_LIB_TARGET_TVMSCRIPT_MODULESCRIPT_H
#define RELAX_LIB_TARGET_TVMSCRIPT_MODULESCRIPT_H

#include "Names.h"
#include "Relax/Dialect/Relax/IR/Relax.h"
#include "Relax/Dialect/TIR/IR/TIR.h"
#include "Relax/Target/TVMScript/TVMScript.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <set>

namespace mlir::relax::tvmscript {

/// A constant whose elements stand in the file for them.
struct Param {
  std::string name;
  ElementsAttr value;
};

/// The script of one module in the making.
class ModuleScript {
public:
  ModuleScript(ModuleOp module, const TVMScriptOptions &options);

  /// Writes the script; an error if TVM has no form for something.
  LogicalResult write(llvm::raw_ostream &os);

  /// Reports that TVM has no form for `op`, for this reason.
  void reject(Operation *op, const Twine &reason);

  /// The name that a function of the module has in the script.
  std::string functionName(StringRef symbol) const {
    return names.lookup(symbol);
  }
  /// The op of that symbol; null if there is none.
  Operation *lookup(StringRef symbol) const { return table.lookup(symbol); }
  /// The name of a tensor program that writes a scalar of a dtype into a
  /// tensor, which an op of ours does.
  std::string scalarProgram(StringRef dtype);
  /// How types name a device: by its place among those of the module.
  std::string device(VDeviceAttr device);
  /// How types name a mesh.
  std::string mesh(FlatSymbolRefAttr mesh);
  /// How a function names a constant of which the text does not have the
  /// elements.
  std::string param(ElementsAttr value);

  const TVMScriptOptions &options;
  Lines lines;

private:
  void nameFunctions();
  void writeFunctions();
  void writeScalarPrograms();
  std::string globalInfos();
  std::string attributes();
  std::string meshes();

  ModuleOp module;
  SymbolTable table;
  llvm::StringMap<std::string> names;
  Names usedNames;
  /// The programs for scalars, by dtype.
  std::map<std::string, std::string> scalarPrograms;
  llvm::SetVector<Attribute> devices;
  SmallVector<Param> params;
  /// What was rejected, and why.
  std::set<std::pair<Operation *, std::string>> reported;
};

/// Writes the elements of constants to a file in the format of safetensors.
LogicalResult writeParams(ArrayRef<Param> params, StringRef path,
                          ModuleOp module);

} // namespace mlir::relax::tvmscript

#endif // RELAX_LIB_TARGET_TVMSCRIPT_MODULESCRIPT_H
