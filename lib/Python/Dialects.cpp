// The types and attributes of our dialects: relax_mlir.dialects has the
// classes.
#include "relax-mlir-c/Dialects.h"
#include "TypeClass.h"
#include "relax-mlir-c/Compile.h"

namespace relax_python {

// Where an error of a constructor is reported.
static MlirLocation placeOr(const ContextRef &context,
                            const std::optional<Location> &loc) {
  if (!loc)
    return mlirLocationUnknownGet(context->get());
  checkSame(context, loc->context);
  return loc->handle;
}

using Dims = std::vector<std::optional<Attribute>>;

// A size that nobody knows is None in Python and a null attribute in C.
static std::vector<MlirAttribute> toHandles(const ContextRef &context,
                                            const Dims &dims) {
  std::vector<MlirAttribute> handles;
  for (const std::optional<Attribute> &dim : dims) {
    if (dim)
      checkSame(context, dim->context);
    handles.push_back(dim ? dim->handle : MlirAttribute{nullptr});
  }
  return handles;
}

// A class whose types have no parameters.
template <bool (*IsA)(MlirType), MlirType (*Get)(MlirContext)>
static void bindPlain(nb::module_ &m, const char *name) {
  bindTypeClass<TypeOf<IsA>>(m, name).def_static(
      "get",
      [](std::optional<ContextRef> given) {
        ContextRef context = contextOr(given);
        return toObject(context, Get(context->get()));
      },
      nb::arg("context") = nb::none());
}

using ShapeType = TypeOf<mlirTypeIsARelaxShapeType>;
using CallableType = TypeOf<mlirTypeIsARelaxCallableType>;
using DTensorType = TypeOf<mlirTypeIsARelaxDTensorType>;
using DimsAttr = AttributeOf<mlirAttributeIsARelaxDimsAttr>;
using SymExprAttr = AttributeOf<mlirAttributeIsARelaxSymExprAttr>;
using VDeviceAttr = AttributeOf<mlirAttributeIsARelaxVDeviceAttr>;
using TargetAttr = AttributeOf<mlirAttributeIsARelaxTargetAttr>;

// What a function of C gave, or its errors.
// Every constructor is the checked one: the others assert what a verifier of
// the type would say, and assertions are off in the libraries.
template <typename Handle>
static nb::object orRaise(const ContextRef &context, DiagnosticScope &scope,
                          Handle made) {
  if (!made.ptr)
    scope.raise("Invalid parameters");
  return toObject(context, made);
}

static nb::object getShape(const Dims &dims, std::optional<Location> loc,
                           std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  std::vector<MlirAttribute> handles = toHandles(context, dims);
  DiagnosticScope scope(context);
  return orRaise(context, scope,
                 mlirRelaxShapeTypeGetChecked(placeOr(context, loc),
                                              handles.size(), handles.data()));
}

static nb::object getRankedShape(int64_t rank, std::optional<Location> loc,
                                 std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  DiagnosticScope scope(context);
  return orRaise(
      context, scope,
      mlirRelaxShapeTypeRankedGetChecked(placeOr(context, loc), rank));
}

static nb::object getCallable(Type &signature, bool isPure,
                              std::optional<Location> loc) {
  const ContextRef &context = signature.context;
  DiagnosticScope scope(context);
  return orRaise(context, scope,
                 mlirRelaxCallableTypeGetChecked(placeOr(context, loc),
                                                 signature.handle, isPure));
}

static nb::object getDTensor(Type &tensor, Attribute &mesh,
                             const std::vector<int64_t> &placement,
                             std::optional<Location> loc) {
  const ContextRef &context = tensor.context;
  checkSame(context, mesh.context);
  DiagnosticScope scope(context);
  return orRaise(context, scope,
                 mlirRelaxDTensorTypeGetChecked(
                     placeOr(context, loc), tensor.handle, mesh.handle,
                     placement.size(), placement.data()));
}

// The list that a type or attribute has; None where a size is unknown.
template <typename Self, auto Size, auto At>
static nb::list getList(Self &self) {
  nb::list items;
  for (intptr_t i = 0, e = Size(self.handle); i < e; ++i)
    items.append(toObject(self.context, At(self.handle, i)));
  return items;
}

static void bindRelaxTypes(nb::module_ &m) {
  bindTypeClass<ShapeType>(m, "ShapeType")
      .def_static("get", getShape, nb::arg("dims"), nb::arg("loc") = nb::none(),
                  nb::arg("context") = nb::none())
      .def_static("get_ranked", getRankedShape, nb::arg("rank"),
                  nb::arg("loc") = nb::none(), nb::arg("context") = nb::none())
      .def_prop_ro("rank",
                   [](ShapeType &self) {
                     return mlirRelaxShapeTypeGetRank(self.handle);
                   })
      .def_prop_ro("dims", getList<ShapeType, mlirRelaxShapeTypeGetNumDims,
                                   mlirRelaxShapeTypeGetDimsAt>);
  bindTypeClass<CallableType>(m, "CallableType")
      .def_static("get", getCallable, nb::arg("signature"),
                  nb::arg("pure") = true, nb::arg("loc") = nb::none())
      .def_prop_ro("signature",
                   [](CallableType &self) {
                     return toObject(
                         self.context,
                         mlirRelaxCallableTypeGetSignature(self.handle));
                   })
      .def_prop_ro("pure", [](CallableType &self) {
        return mlirRelaxCallableTypeGetPure(self.handle);
      });
  bindTypeClass<DTensorType>(m, "DTensorType")
      .def_static("get", getDTensor, nb::arg("tensor"), nb::arg("mesh"),
                  nb::arg("placement"), nb::arg("loc") = nb::none())
      .def_prop_ro("tensor", [](DTensorType &self) {
        return toObject(self.context,
                        mlirRelaxDTensorTypeGetTensor(self.handle));
      });
  bindPlain<mlirTypeIsARelaxObjectType, mlirRelaxObjectTypeGet>(m,
                                                                "ObjectType");
  bindPlain<mlirTypeIsARelaxUnknownType, mlirRelaxUnknownTypeGet>(
      m, "UnknownType");
}

static nb::object getDims(const Dims &dims, std::optional<Attribute> vdevice,
                          std::optional<Location> loc,
                          std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  std::vector<MlirAttribute> handles = toHandles(context, dims);
  MlirAttribute device = toHandles(context, {vdevice})[0];
  DiagnosticScope scope(context);
  return orRaise(context, scope,
                 mlirRelaxDimsAttrGetChecked(placeOr(context, loc),
                                             handles.size(), handles.data(),
                                             device));
}

static nb::object combine(MlirRelaxSymOperator operation,
                          const std::vector<SymExprAttr> &operands,
                          std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  std::vector<MlirAttribute> handles =
      toHandles<MlirAttribute>(context, operands);
  MlirAttribute expr = mlirRelaxSymExprAttrGet(context->get(), operation,
                                               handles.size(), handles.data());
  if (!expr.ptr)
    throw std::invalid_argument(
        "expected operands that the operator is defined for, found another "
        "number of them, or a division by zero");
  return toObject(context, expr);
}

static void bindExpr(nb::module_ &m) {
  nb::enum_<MlirRelaxSymOperator>(m, "SymOperator")
      .value("Sum", MlirRelaxSymOperatorSum)
      .value("Product", MlirRelaxSymOperatorProduct)
      .value("Min", MlirRelaxSymOperatorMin)
      .value("Max", MlirRelaxSymOperatorMax)
      .value("FloorDiv", MlirRelaxSymOperatorFloorDiv)
      .value("FloorMod", MlirRelaxSymOperatorFloorMod)
      .value("CeilDiv", MlirRelaxSymOperatorCeilDiv);
  bindAttributeClass<SymExprAttr>(m, "SymExprAttr")
      .def_static(
          "symbol",
          [](const std::string &name, std::optional<ContextRef> given) {
            ContextRef context = contextOr(given);
            return toObject(context, mlirRelaxSymExprAttrSymbolGet(
                                         context->get(), toRef(name)));
          },
          nb::arg("name"), nb::arg("context") = nb::none())
      .def_static(
          "constant",
          [](int64_t value, std::optional<ContextRef> given) {
            ContextRef context = contextOr(given);
            return toObject(context, mlirRelaxSymExprAttrConstantGet(
                                         context->get(), value));
          },
          nb::arg("value"), nb::arg("context") = nb::none())
      .def_static("get", combine, nb::arg("operator"), nb::arg("operands"),
                  nb::arg("context") = nb::none())
      .def_prop_ro("value",
                   [](SymExprAttr &self) -> std::optional<int64_t> {
                     int64_t value;
                     if (!mlirRelaxSymExprAttrGetConstant(self.handle, &value))
                       return std::nullopt;
                     return value;
                   })
      .def_prop_ro("name", [](SymExprAttr &self) -> std::optional<std::string> {
        std::string name = toString(mlirRelaxSymExprAttrGetSymbol(self.handle));
        return name.empty() ? std::nullopt : std::optional(name);
      });
}

static nb::object getVDevice(const std::string &target, int64_t index,
                             const std::string &scope,
                             std::optional<Location> loc,
                             std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  DiagnosticScope errors(context);
  return orRaise(context, errors,
                 mlirRelaxVDeviceAttrGetChecked(placeOr(context, loc),
                                                toRef(target), index,
                                                toRef(scope)));
}

// The options are those of relax-compile: mcpu, mattr, mtriple, emulate.
static nb::object getTarget(const std::string &device,
                            std::optional<ContextRef> given,
                            nb::kwargs options) {
  ContextRef context = contextOr(given);
  std::string cpu, features, triple;
  bool isEmulated = false;
  for (auto [key, value] : options) {
    std::string name = nb::cast<std::string>(key);
    bool isRead = name == "mcpu"      ? nb::try_cast(value, cpu)
                  : name == "mattr"   ? nb::try_cast(value, features)
                  : name == "mtriple" ? nb::try_cast(value, triple)
                  : name == "emulate" ? nb::try_cast(value, isEmulated)
                                      : false;
    if (!isRead)
      throw nb::type_error(("expected mcpu, mattr, mtriple or emulate, found " +
                            name + "=" + nb::cast<std::string>(nb::repr(value)))
                               .c_str());
  }
  DiagnosticScope scope(context);
  return orRaise(
      context, scope,
      mlirRelaxTargetAttrMake(context->get(),
                              {toRef(device), toRef(cpu), toRef(features),
                               toRef(triple), isEmulated}));
}

static void bindRelaxAttributes(nb::module_ &m) {
  bindExpr(m);
  bindAttributeClass<DimsAttr>(m, "DimsAttr")
      .def_static("get", getDims, nb::arg("dims"),
                  nb::arg("vdevice") = nb::none(), nb::arg("loc") = nb::none(),
                  nb::arg("context") = nb::none())
      .def_prop_ro("dims", getList<DimsAttr, mlirRelaxDimsAttrGetNumDims,
                                   mlirRelaxDimsAttrGetDimsAt>)
      .def_prop_ro("vdevice", [](DimsAttr &self) {
        return toObject(self.context, mlirRelaxDimsAttrGetVdevice(self.handle));
      });
  bindAttributeClass<VDeviceAttr>(m, "VDeviceAttr")
      .def_static("get", getVDevice, nb::arg("target"), nb::arg("index") = 0,
                  nb::arg("memory_scope") = "global",
                  nb::arg("loc") = nb::none(), nb::arg("context") = nb::none());
  bindAttributeClass<TargetAttr>(m, "TargetAttr")
      .def_static("get", getTarget, nb::arg("device") = "",
                  nb::arg("context") = nb::none(), nb::arg("options"));
}

// The attribute of an enum: of a number, as generated code passes it.
template <bool (*IsA)(MlirAttribute), auto Get, auto GetValue, typename Enum>
static void bindEnum(nb::module_ &m, const char *name) {
  using Self = AttributeOf<IsA>;
  bindAttributeClass<Self>(m, name)
      .def_static(
          "get",
          [](int value, std::optional<ContextRef> given) {
            ContextRef context = contextOr(given);
            DiagnosticScope scope(context);
            return orRaise(context, scope,
                           Get(mlirLocationUnknownGet(context->get()),
                               static_cast<Enum>(value)));
          },
          nb::arg("value"), nb::arg("context") = nb::none())
      .def_prop_ro("value", [](Self &self) {
        return static_cast<int>(GetValue(self.handle));
      });
}

void bindDialects(nb::module_ &m) {
  nb::module_ relax = m.def_submodule("_relax");
  bindRelaxTypes(relax);
  bindRelaxAttributes(relax);
  nb::module_ tir = m.def_submodule("_tir");
  bindEnum<mlirAttributeIsATIRForKindAttr, mlirTIRForKindAttrGetChecked,
           mlirTIRForKindAttrGetValue, MlirTIRForKind>(tir, "ForKindAttr");
  bindEnum<mlirAttributeIsATIRIterKindAttr, mlirTIRIterKindAttrGetChecked,
           mlirTIRIterKindAttrGetValue, MlirTIRIterKind>(tir, "IterKindAttr");
  nb::module_ rt = m.def_submodule("_relax_rt");
  bindPlain<mlirTypeIsARelaxRuntimeBorrowedType,
            mlirRelaxRuntimeBorrowedTypeGet>(rt, "BorrowedType");
  bindPlain<mlirTypeIsARelaxRuntimeContextType, mlirRelaxRuntimeContextTypeGet>(
      rt, "ContextType");
  bindPlain<mlirTypeIsARelaxRuntimeInputsType, mlirRelaxRuntimeInputsTypeGet>(
      rt, "InputsType");
  bindPlain<mlirTypeIsARelaxRuntimeOutputsType, mlirRelaxRuntimeOutputsTypeGet>(
      rt, "OutputsType");
  bindPlain<mlirTypeIsARelaxRuntimeStorageType, mlirRelaxRuntimeStorageTypeGet>(
      rt, "StorageType");
  bindPlain<mlirTypeIsARelaxRuntimeTensorType, mlirRelaxRuntimeTensorTypeGet>(
      rt, "TensorType");
}

} // namespace relax_python
