// Attributes, and the classes of the builtin ones.
#include "TypeClass.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

namespace relax_python {

std::vector<AttributeClass> &attributeClasses() {
  static std::vector<AttributeClass> all;
  return all;
}

// As of types: the class that was registered last of those that say yes, since
// a class comes after its base.
nb::object toObject(const ContextRef &context, MlirAttribute attribute) {
  if (!attribute.ptr)
    return nb::none();
  Attribute any{{context, attribute}};
  for (auto it = attributeClasses().rbegin(); it != attributeClasses().rend();
       ++it)
    if (it->isA(attribute))
      return it->make(any);
  return nb::cast(any);
}

static nb::object parse(const std::string &text,
                        std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  DiagnosticScope scope(context);
  MlirAttribute attribute = mlirAttributeParseGet(context->get(), toRef(text));
  if (!attribute.ptr)
    scope.raise("Unable to parse attribute");
  scope.deliver();
  return toObject(context, attribute);
}

void bindAttribute(nb::module_ &m) {
  nb::class_<Attribute>(m, "Attribute")
      .def_static("parse", parse, nb::arg("asm"),
                  nb::arg("context") = nb::none())
      .def_prop_ro("context", [](Attribute &self) { return self.context; })
      .def_prop_ro("type",
                   [](Attribute &self) {
                     return toObject(self.context,
                                     mlirAttributeGetType(self.handle));
                   })
      .def("maybe_downcast",
           [](Attribute &self) { return toObject(self.context, self.handle); })
      .def("__eq__",
           [](Attribute &self, Attribute &other) {
             return mlirAttributeEqual(self.handle, other.handle);
           })
      .def("__eq__", [](Attribute &, nb::handle) { return false; })
      .def("__hash__",
           [](Attribute &self) {
             return std::hash<const void *>()(self.handle.ptr);
           })
      .def("__str__",
           [](Attribute &self) {
             return printed(mlirAttributePrint, self.handle);
           })
      .def("__repr__", [](Attribute &self) {
        return "Attribute(" + printed(mlirAttributePrint, self.handle) + ")";
      });
}

using IntegerAttr = AttributeOf<mlirAttributeIsAInteger>;
using BoolAttr = AttributeOf<mlirAttributeIsABool>;
using FloatAttr = AttributeOf<mlirAttributeIsAFloat>;

// The range of a type that holds a whole number; MLIR asserts that it fits.
static void checkFits(MlirType type, int64_t value) {
  if (mlirTypeIsAIndex(type))
    return;
  if (!mlirTypeIsAInteger(type))
    throw std::invalid_argument("expected an integer type, found " +
                                printed(mlirTypePrint, type));
  unsigned width = mlirIntegerTypeGetWidth(type);
  if (width >= 64)
    return;
  int64_t high = int64_t(1) << width;
  bool fits = mlirIntegerTypeIsUnsigned(type) ? value >= 0 && value < high
              : mlirIntegerTypeIsSigned(type)
                  ? value >= -(high / 2) && value < high / 2
                  : value >= -(high / 2) && value < high;
  if (!fits)
    throw std::invalid_argument("expected a number that " +
                                printed(mlirTypePrint, type) +
                                " holds, found " + std::to_string(value));
}

static nb::object getInteger(Type &type, int64_t value) {
  checkFits(type.handle, value);
  return toObject(type.context, mlirIntegerAttrGet(type.handle, value));
}

// MLIR asserts both the sign and the width. Without assertions the wrong getter
// would cut the number off.
static int64_t getValue(IntegerAttr &self) {
  MlirType type = mlirAttributeGetType(self.handle);
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeGetWidth(type) > 64)
    throw std::invalid_argument("expected at most 64 bits, found " +
                                printed(mlirTypePrint, type));
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeIsUnsigned(type))
    return mlirIntegerAttrGetValueUInt(self.handle);
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeIsSigned(type))
    return mlirIntegerAttrGetValueSInt(self.handle);
  return mlirIntegerAttrGetValueInt(self.handle);
}

// Checked, for a type that is no float is an error of the caller and not of
// MLIR.
static nb::object getFloat(Type &type, double value,
                           std::optional<Location> loc) {
  const ContextRef &context = type.context;
  MlirLocation at = loc ? loc->handle : mlirLocationUnknownGet(context->get());
  DiagnosticScope scope(context);
  MlirAttribute attribute =
      mlirFloatAttrDoubleGetChecked(at, type.handle, value);
  if (!attribute.ptr)
    scope.raise("Invalid attribute");
  return toObject(context, attribute);
}

static void bindNumbers(nb::module_ &m) {
  bindAttributeClass<IntegerAttr>(m, "IntegerAttr")
      .def_static("get", getInteger, nb::arg("type"), nb::arg("value"))
      .def_prop_ro("value", getValue)
      .def("__int__", getValue);
  bindAttributeClass<BoolAttr>(m, "BoolAttr")
      .def_static(
          "get",
          [](bool value, std::optional<ContextRef> given) {
            ContextRef context = contextOr(given);
            return toObject(context, mlirBoolAttrGet(context->get(), value));
          },
          nb::arg("value"), nb::arg("context") = nb::none())
      .def_prop_ro(
          "value",
          [](BoolAttr &self) { return mlirBoolAttrGetValue(self.handle); })
      .def("__bool__",
           [](BoolAttr &self) { return mlirBoolAttrGetValue(self.handle); });
  bindAttributeClass<FloatAttr>(m, "FloatAttr")
      .def_static("get", getFloat, nb::arg("type"), nb::arg("value"),
                  nb::arg("loc") = nb::none())
      .def_static(
          "get_f32",
          [](double value, std::optional<ContextRef> given) {
            ContextRef context = contextOr(given);
            Type type{{context, mlirF32TypeGet(context->get())}};
            return getFloat(type, value, std::nullopt);
          },
          nb::arg("value"), nb::arg("context") = nb::none())
      .def_static(
          "get_f64",
          [](double value, std::optional<ContextRef> given) {
            ContextRef context = contextOr(given);
            Type type{{context, mlirF64TypeGet(context->get())}};
            return getFloat(type, value, std::nullopt);
          },
          nb::arg("value"), nb::arg("context") = nb::none())
      .def_prop_ro("value",
                   [](FloatAttr &self) {
                     return mlirFloatAttrGetValueDouble(self.handle);
                   })
      .def("__float__", [](FloatAttr &self) {
        return mlirFloatAttrGetValueDouble(self.handle);
      });
}

using StringAttr = AttributeOf<mlirAttributeIsAString>;
using SymbolRefAttr = AttributeOf<mlirAttributeIsASymbolRef>;
using FlatSymbolRefAttr = AttributeOf<mlirAttributeIsAFlatSymbolRef>;
using TypeAttr = AttributeOf<mlirAttributeIsAType>;
using UnitAttr = AttributeOf<mlirAttributeIsAUnit>;

static std::vector<std::string> getPath(SymbolRefAttr &self) {
  std::vector<std::string> path{
      toString(mlirSymbolRefAttrGetRootReference(self.handle))};
  for (intptr_t i = 0, e = mlirSymbolRefAttrGetNumNestedReferences(self.handle);
       i < e; ++i)
    path.push_back(toString(mlirSymbolRefAttrGetRootReference(
        mlirSymbolRefAttrGetNestedReference(self.handle, i))));
  return path;
}

static nb::object getSymbolRef(const std::vector<std::string> &path,
                               std::optional<ContextRef> given) {
  if (path.empty())
    throw std::invalid_argument("expected at least one symbol, found none");
  ContextRef context = contextOr(given);
  std::vector<MlirAttribute> nested;
  for (size_t i = 1; i < path.size(); ++i)
    nested.push_back(mlirFlatSymbolRefAttrGet(context->get(), toRef(path[i])));
  return toObject(context, mlirSymbolRefAttrGet(context->get(), toRef(path[0]),
                                                nested.size(), nested.data()));
}

// A class whose attributes have one text.
template <typename Self, auto Get, auto GetValue>
static nb::class_<Self, Attribute> bindText(nb::module_ &m, const char *name) {
  auto type = bindAttributeClass<Self>(m, name);
  type.def_static(
          "get",
          [](const std::string &value, std::optional<ContextRef> given) {
            ContextRef context = contextOr(given);
            return toObject(context, Get(context->get(), toRef(value)));
          },
          nb::arg("value"), nb::arg("context") = nb::none())
      .def_prop_ro("value",
                   [](Self &self) { return toString(GetValue(self.handle)); });
  return type;
}

void bindBuiltinAttributes(nb::module_ &m) {
  bindNumbers(m);
  bindText<StringAttr, mlirStringAttrGet, mlirStringAttrGetValue>(m,
                                                                  "StringAttr")
      .def_prop_ro("value_bytes", [](StringAttr &self) {
        MlirStringRef text = mlirStringAttrGetValue(self.handle);
        return nb::bytes(text.data, text.length);
      });
  bindAttributeClass<SymbolRefAttr>(m, "SymbolRefAttr")
      .def_static("get", getSymbolRef, nb::arg("symbols"),
                  nb::arg("context") = nb::none())
      .def_prop_ro("value", getPath);
  bindText<FlatSymbolRefAttr, mlirFlatSymbolRefAttrGet,
           mlirFlatSymbolRefAttrGetValue>(m, "FlatSymbolRefAttr");
  bindAttributeClass<TypeAttr>(m, "TypeAttr")
      .def_static(
          "get",
          [](Type &value, std::optional<ContextRef> given) {
            return toObject(value.context, mlirTypeAttrGet(value.handle));
          },
          nb::arg("value"), nb::arg("context") = nb::none())
      .def_prop_ro("value", [](TypeAttr &self) {
        return toObject(self.context, mlirTypeAttrGetValue(self.handle));
      });
  bindAttributeClass<UnitAttr>(m, "UnitAttr")
      .def_static(
          "get",
          [](std::optional<ContextRef> given) {
            ContextRef context = contextOr(given);
            return toObject(context, mlirUnitAttrGet(context->get()));
          },
          nb::arg("context") = nb::none());
  bindAttributeClass<AttributeOf<mlirAttributeIsAAffineMap>>(m,
                                                             "AffineMapAttr");
}

} // namespace relax_python
