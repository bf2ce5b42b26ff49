// Builds the module's descriptor: what loaders read.
//
// The structs are those of relax_module.h.
#include "RuntimeCalls.h"
#include "StructWriter.h"

#include "Relax/Dialect/Relax/IR/TensorDims.h"
#include "Relax/Dialect/Relax/IR/VDevices.h"
#include "Relax/Dialect/Runtime/IR/Runtime.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::relax::rt {

// The symbol that dlsym is asked for. The name has the version, so that a
// loader of another one finds nothing and need not read a struct that it does
// not know.
static constexpr StringLiteral kSymbol = "relax_module_descriptor_v1";

static constexpr StringLiteral kShardingsSymbol = "relax_module_shardings_v1";

static constexpr StringLiteral kVersionsSymbol = "relax_module_versions_v1";

static StringRef getDescriptorName(ModuleOp module) {
  auto name = module->getAttrOfType<StringAttr>(RuntimeDialect::kDescriptor);
  return name ? name.getValue() : StringRef(kSymbol);
}

namespace {

/// What a RelaxTypeDescriptor says.
/// What is set here is a tensor of any dtype and rank on the host, the
/// descriptor of a parameter whose type is not known.
struct BoundaryType {
  int64_t kind = 0;
  RuntimeDType dtype{255, 0, 0};
  int64_t rank = -1;
  /// 0 is the host, n + 1 CUDA device n.
  int64_t device = 0;
  SmallVector<int64_t> dims;
  SmallVector<std::string> names;
};

/// Writes the structs of one module.
class DescriptorWriter : StructWriter {
public:
  using StructWriter::StructWriter;

  void write(ArrayRef<func::FuncOp> functions, StringRef cpuFeatures);
  void writeShardings(ArrayRef<func::FuncOp> functions);
  void writeVersions();

private:
  LLVM::LLVMStructType typeDescriptor();
  LLVM::LLVMStructType functionDescriptor();

  // Arrays that hang on a descriptor; empty if there is nothing in them.
  std::string writeNames(const BoundaryType &type, const std::string &stem);
  std::string writeTypes(ArrayAttr types, const std::string &stem);
};

} // namespace

static std::string toText(SymExprAttr expression) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  expression.printExpr(stream);
  return text;
}

static BoundaryType getBoundaryType(Type type) {
  BoundaryType result;
  llvm::TypeSwitch<Type>(type)
      .Case([&](RankedTensorType tensor) {
        result.dtype = getRuntimeDType(tensor.getElementType());
        result.rank = tensor.getRank();
        if (std::optional<int32_t> device = getCudaNumber(getVDevice(tensor)))
          result.device = *device + 1;
        for (SymExprAttr dim : getDims(tensor)) {
          std::optional<int64_t> size =
              dim ? dim.getConstant() : std::optional<int64_t>();
          result.dims.push_back(size.value_or(-1));
          result.names.push_back(dim && !size ? toText(dim) : std::string());
        }
      })
      .Case([&](UnrankedTensorType tensor) {
        result.dtype = getRuntimeDType(tensor.getElementType());
      })
      // The C interface has tensors only (RelaxValueKind): a shape comes as a
      // tensor of i64 with one axis, a scalar as one without axes.
      .Case([&](ShapeType shape) {
        result.kind = 1;
        result.dtype = {0, 64, 1};
        result.rank = 1;
        result.dims = {shape.hasRank() ? shape.getRank() : -1};
        result.names = {std::string()};
      })
      .Default([&](Type scalar) {
        result.kind = 2;
        result.dtype = getRuntimeDType(scalar);
        result.rank = 0;
      });
  return result;
}

LLVM::LLVMStructType DescriptorWriter::typeDescriptor() {
  return makeStruct({pointer(), integer(32),
                     makeStruct({integer(8), integer(8), integer(16)}),
                     integer(32), integer(32), pointer(), pointer()});
}

LLVM::LLVMStructType DescriptorWriter::functionDescriptor() {
  return makeStruct(
      {pointer(), integer(32), integer(32), pointer(), pointer(), pointer()});
}

std::string DescriptorWriter::writeNames(const BoundaryType &type,
                                         const std::string &stem) {
  // Loaders take null for "no size has a name". Most tensors have none, and an
  // array of nulls for each would be in every library.
  if (llvm::all_of(type.names, [](const std::string &n) { return n.empty(); }))
    return {};
  global(stem, LLVM::LLVMArrayType::get(pointer(), type.names.size()),
         LLVM::Linkage::Private, [&] {
           return array(pointer(), type.names.size(),
                        [&](unsigned i) { return text(type.names[i]); });
         });
  return stem;
}

std::string DescriptorWriter::writeTypes(ArrayAttr types,
                                         const std::string &stem) {
  if (!types || types.empty())
    return {};
  SmallVector<BoundaryType> borders;
  SmallVector<std::string> names, dims;
  for (auto [i, entry] : llvm::enumerate(types.getAsRange<DictionaryAttr>())) {
    auto type = entry.getAs<TypeAttr>("type");
    // A type that is not said is a descriptor with rank -1 and dtype 255: any
    // tensor.
    borders.push_back(type ? getBoundaryType(type.getValue()) : BoundaryType());
    names.push_back(
        writeNames(borders.back(), stem + "_names_" + std::to_string(i)));
    dims.push_back(
        borders.back().dims.empty()
            ? std::string()
            : calls.integersSymbol(builder, location, borders.back().dims));
  }
  auto build = [&](unsigned i) {
    const BoundaryType &border = borders[i];
    auto name = cast<DictionaryAttr>(types[i]).getAs<StringAttr>("name");
    auto dtypeType = cast<LLVM::LLVMStructType>(typeDescriptor().getBody()[2]);
    Value dtype = fill(dtypeType, {number(8, border.dtype.code),
                                   number(8, border.dtype.bits),
                                   number(16, border.dtype.lanes)});
    return fill(typeDescriptor(),
                {text(name ? name.getValue() : StringRef()),
                 number(32, border.kind), dtype, number(32, border.rank),
                 number(32, border.device), address(dims[i]),
                 address(names[i])});
  };
  global(stem, LLVM::LLVMArrayType::get(typeDescriptor(), types.size()),
         LLVM::Linkage::Private,
         [&] { return array(typeDescriptor(), types.size(), build); });
  return stem;
}

void DescriptorWriter::write(ArrayRef<func::FuncOp> functions,
                             StringRef cpuFeatures) {
  auto list = [](func::FuncOp function, StringRef which) {
    return function->getAttrOfType<ArrayAttr>(which);
  };
  auto size = [](ArrayAttr types) { return types ? types.size() : 0; };
  SmallVector<std::string> params, results;
  for (auto [i, function] : llvm::enumerate(functions)) {
    std::string stem = "relax_function_" + std::to_string(i);
    params.push_back(
        writeTypes(list(function, RuntimeDialect::kParams), stem + "_params"));
    results.push_back(writeTypes(list(function, RuntimeDialect::kResults),
                                 stem + "_results"));
  }
  auto build = [&](unsigned i) {
    func::FuncOp function = functions[i];
    return fill(functionDescriptor(),
                {text(getRuntimeName(function)),
                 number(32, size(list(function, RuntimeDialect::kParams))),
                 number(32, size(list(function, RuntimeDialect::kResults))),
                 address(params[i]), address(results[i]),
                 address(function.getSymName())});
  };
  unsigned count = functions.size();
  // The array is private: loaders come to it by the descriptor alone, so two
  // libraries in one process do not share names.
  global("relax_functions",
         LLVM::LLVMArrayType::get(functionDescriptor(), count),
         LLVM::Linkage::Private,
         [&] { return array(functionDescriptor(), count, build); });
  auto type =
      makeStruct({integer(32), integer(32), pointer(), pointer(), pointer(),
                  pointer(), integer(64), integer(64), pointer()});
  StringRef name = getDescriptorName(module);
  auto descriptor = global(name, type, LLVM::Linkage::External, [&] {
    return fill(type, {number(32, kABIVersion), number(32, count),
                       address("relax_functions"), text("relax-mlir"),
                       text(cpuFeatures), null(), number(64, 0), number(64, 0),
                       null()});
  });
  // Code of this module means this one, also where another library in the
  // process has shown its own to all.
  descriptor.setVisibility_(LLVM::Visibility::Protected);
}

/// How parameters are spread over workers, an array that ends with nulls. Most
/// modules have none, and no such symbol.
void DescriptorWriter::writeShardings(ArrayRef<func::FuncOp> functions) {
  struct Entry {
    StringRef function;
    int64_t param;
    StringRef sharding;
  };
  SmallVector<Entry> entries;
  for (func::FuncOp function : functions)
    for (auto [i, entry] : llvm::enumerate(
             function->getAttrOfType<ArrayAttr>(RuntimeDialect::kParams)
                 .getAsRange<DictionaryAttr>()))
      if (auto sharding = entry.getAs<StringAttr>("sharding"))
        entries.push_back(
            {getRuntimeName(function), int64_t(i), sharding.getValue()});
  if (entries.empty())
    return;
  entries.push_back({StringRef(), 0, StringRef()});
  LLVM::LLVMStructType type = makeStruct({pointer(), integer(64), pointer()});
  auto symbol =
      global(kShardingsSymbol, LLVM::LLVMArrayType::get(type, entries.size()),
             LLVM::Linkage::External, [&] {
               return array(type, entries.size(), [&](unsigned i) {
                 return fill(type, {text(entries[i].function),
                                    number(64, entries[i].param),
                                    text(entries[i].sharding)});
               });
             });
  symbol.setVisibility_(LLVM::Visibility::Protected);
}

/// The descriptors of all versions, the most wanted first; ends with a null.
/// Loaders take the first one whose features the CPU has.
void DescriptorWriter::writeVersions() {
  auto others = module->getAttrOfType<ArrayAttr>(RuntimeDialect::kVersions);
  if (!others)
    return;
  SmallVector<StringRef> names(
      llvm::reverse(others.getAsValueRange<StringAttr>()));
  // Objects of the other versions define them.
  for (StringRef name : names)
    LLVM::GlobalOp::create(builder, location, integer(8), /*isConstant=*/true,
                           LLVM::Linkage::External, name, Attribute());
  names.append({getDescriptorName(module), StringRef()});
  auto symbol =
      global(kVersionsSymbol, LLVM::LLVMArrayType::get(pointer(), names.size()),
             LLVM::Linkage::External, [&] {
               return array(pointer(), names.size(),
                            [&](unsigned i) { return address(names[i]); });
             });
  symbol.setVisibility_(LLVM::Visibility::Protected);
}

void buildModuleDescriptor(ModuleOp module, StringRef cpuFeatures,
                           RuntimeCalls &calls) {
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(RuntimeDialect::kParams))
      functions.push_back(function);
  if (!functions.empty())
    DescriptorWriter(module, calls).write(functions, cpuFeatures);
  // Models of one program have functions of one name.
  StringRef name = getDescriptorName(module);
  if (name != kSymbol)
    return;
  DescriptorWriter(module, calls).writeShardings(functions);
  DescriptorWriter(module, calls).writeVersions();
  for (auto [i, function] : llvm::enumerate(functions))
    exportToTVM(calls, name, i, getRuntimeName(function));
}

} // namespace mlir::relax::rt
