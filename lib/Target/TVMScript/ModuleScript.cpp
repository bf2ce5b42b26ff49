// Writes a module: its functions in their order, devices, attributes.
#include "ModuleScript.h"

#include "ConstantText.h"
#include "GraphFunction.h"
#include "Relax/Dialect/Relax/IR/DistributedOps.h"
#include "TargetNames.h"
#include "TensorProgram.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax::tvmscript {

ModuleScript::ModuleScript(ModuleOp module, const TVMScriptOptions &options)
    : options(options), module(module), table(module) {}

void ModuleScript::reject(Operation *op, const Twine &reason) {
  // A type that occurs twice is one fault.
  // The reason and the op are the key: a wrong dtype is found once at each
  // place where the type is written.
  if (reported.insert({op, reason.str()}).second)
    op->emitOpError("has no form in TVMScript: ") << reason;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void ModuleScript::nameFunctions() {
  for (Operation &op : module.getOps()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol)
      continue;
    StringRef name = symbol.getName();
    std::string given = usedNames.fresh(name);
    // The name of a public function is how it is called. Private names may
    // change.
    if (given != name && symbol.isPublic() && !isa<ExternFuncOp>(op))
      reject(&op,
             "@" + name +
                 " is expected to be a name in Python; rename the function");
    names[name] = given;
  }
}

// One program for each dtype, however often it is called.
std::string ModuleScript::scalarProgram(StringRef dtype) {
  std::string &name = scalarPrograms[dtype.str()];
  if (name.empty())
    name = usedNames.fresh(("scalar_to_tensor_" + dtype).str());
  return name;
}

std::string ModuleScript::device(VDeviceAttr device) {
  // TVM refers to devices by their number in the module's list.
  devices.insert(device);
  auto place = llvm::find(devices, Attribute(device)) - devices.begin();
  return "vdevice:" + std::to_string(place);
}

std::string ModuleScript::mesh(FlatSymbolRefAttr mesh) {
  unsigned number = 0;
  for (auto declared : module.getOps<DeviceMeshOp>()) {
    if (declared.getSymName() == mesh.getValue())
      break;
    ++number;
  }
  return "mesh[" + std::to_string(number) + "]";
}

std::string ModuleScript::param(ElementsAttr value) {
  params.push_back({"constant_" + std::to_string(params.size()), value});
  return params.back().name;
}

//===----------------------------------------------------------------------===//
// What belongs to the module
//===----------------------------------------------------------------------===//

std::string ModuleScript::meshes() {
  std::string text;
  for (auto mesh : module.getOps<DeviceMeshOp>()) {
    std::string sizes, ids;
    for (int64_t size : mesh.getShape())
      sizes += std::to_string(size) + ", ";
    int64_t count = 1;
    for (int64_t size : mesh.getShape())
      count *= size;
    ids = "I.Range(0, " + std::to_string(count) + ")";
    if (std::optional<ArrayRef<int64_t>> devices = mesh.getDeviceIds()) {
      ids = "[";
      for (int64_t device : *devices)
        ids += std::to_string(device) + ", ";
      ids += "]";
    }
    text += "R.device_mesh((" + sizes + "), " + ids + "), ";
  }
  return text;
}

std::string ModuleScript::globalInfos() {
  SmallVector<std::string> words;
  std::string list;
  for (Attribute entry : devices) {
    auto device = cast<VDeviceAttr>(entry);
    list += "I.vdevice({\"kind\": " + quoted(device.getTarget()) + "}, " +
            std::to_string(device.getIndex()) + ", " +
            quoted(device.getMemoryScope()) + "), ";
  }
  if (!list.empty())
    words.push_back("\"vdevice\": [" + list + "]");
  if (std::string list = meshes(); !list.empty())
    words.push_back("\"mesh\": [" + list + "]");
  return llvm::join(words, ", ");
}

std::string ModuleScript::attributes() {
  Names names;
  TypeText types(*this, names);
  SmallVector<std::string> words;
  for (NamedAttribute entry : module->getDiscardableAttrs()) {
    StringRef name = entry.getName();
    if (name == "relax.vdevices" || isOfTarget(name))
      continue;
    if (!name.consume_front("relax.")) {
      reject(module, "expected an attribute of modules that TVM has, found '" +
                         name + "'");
      continue;
    }
    words.push_back(quoted(name) + ": " +
                    types.attribute(module, entry.getValue()));
  }
  return llvm::join(words, ", ");
}

void ModuleScript::writeFunctions() {
  for (Operation &op : module.getOps())
    TypeSwitch<Operation *>(&op)
        .Case([&](FuncOp function) {
          lines.add("");
          GraphWriter(*this).write(function);
        })
        .Case([&](tir::FuncOp program) {
          lines.add("");
          writePrimFunc(*this, program);
        })
        .Case([&](ExternFuncOp function) {
          if (function.getPure())
            reject(&op, "expected an impure call, as the script of TVM has of "
                        "external functions, found a pure one; call it with "
                        "'relax.call_pure_packed'");
          // An external function that is called is named by its calls.
          if (SymbolTable::symbolKnownUseEmpty(function, module))
            lines.add(names.lookup(function.getSymName()) + " = R.ExternFunc(" +
                      quoted(function.getSymName()) + ")");
        })
        .Case([&](DeviceMeshOp) {})
        .Default([&](Operation *op) {
          reject(op, "expected a part that modules of TVM have");
        });
}

/// The way back makes ops of their calls.
void ModuleScript::writeScalarPrograms() {
  for (const auto &[dtype, name] : scalarPrograms) {
    lines.add("");
    lines.add("@T.prim_func(private=True, s_tir=True)");
    lines.add("def " + name + "(x: T." + dtype + ", y: T.Buffer((), " +
              quoted(dtype) + ")):");
    Indented deeper(lines);
    lines.add("T.func_attr({\"relax.scalar_to_tensor\": True})");
    lines.add("y[()] = x");
  }
}

LogicalResult ModuleScript::write(llvm::raw_ostream &os) {
  nameFunctions();
  if (auto listed = module->getAttrOfType<ArrayAttr>("relax.vdevices"))
    for (Attribute device : listed)
      if (isa<VDeviceAttr>(device))
        devices.insert(device);
  lines.depth = 1;
  writeFunctions();
  writeScalarPrograms();
  // Nothing is written after an error: half a module would parse.
  std::string own = attributes(), infos = globalInfos();
  if (!reported.empty())
    return failure();
  if (!params.empty() && failed(writeParams(params, options.params, module)))
    return failure();
  // As TVM's own printer begins a script: names are known to its parser without
  // them.
  os << "# from tvm.script import ir as I\n"
        "# from tvm.script import relax as R\n"
        "# from tvm.script import tirx as T\n\n"
        "@I.ir_module\nclass Module:\n";
  if (!own.empty())
    os << "    I.module_attrs({" << own << "})\n";
  if (!infos.empty())
    os << "    I.module_global_infos({" << infos << "})\n";
  if (own.empty() && infos.empty() && lines.text.empty())
    os << "    pass\n";
  os << lines.text;
  return success();
}

} // namespace mlir::relax::tvmscript

namespace mlir::relax {

LogicalResult writeTVMScript(ModuleOp module, llvm::raw_ostream &os,
                             const TVMScriptOptions &options) {
  return tvmscript::ModuleScript(module, options).write(os);
}

} // namespace mlir::relax
