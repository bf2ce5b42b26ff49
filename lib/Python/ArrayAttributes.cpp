// Attributes that have a list: arrays, dictionaries and dense arrays.
#include "TypeClass.h"
#include "mlir-c/BuiltinAttributes.h"

namespace relax_python {

using ArrayAttr = AttributeOf<mlirAttributeIsAArray>;
using DictAttr = AttributeOf<mlirAttributeIsADictionary>;

// Elements of another context would be owned by nobody that lives long enough,
// so they are checked one by one.
static nb::object getArray(const std::vector<Attribute> &elements,
                           std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  auto handles = toHandles<MlirAttribute>(context, elements);
  return toObject(context, mlirArrayAttrGet(context->get(), handles.size(),
                                            handles.data()));
}

static nb::list getElements(ArrayAttr &self) {
  nb::list elements;
  for (intptr_t i = 0, e = mlirArrayAttrGetNumElements(self.handle); i < e; ++i)
    elements.append(
        toObject(self.context, mlirArrayAttrGetElement(self.handle, i)));
  return elements;
}

static nb::object getDict(nb::dict entries, std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  std::vector<MlirNamedAttribute> named;
  for (auto [name, value] : entries) {
    auto &attribute = nb::cast<Attribute &>(value);
    checkSame(context, attribute.context);
    named.push_back(mlirNamedAttributeGet(
        mlirIdentifierGet(context->get(), toRef(nb::cast<std::string>(name))),
        attribute.handle));
  }
  return toObject(context, mlirDictionaryAttrGet(context->get(), named.size(),
                                                 named.data()));
}

// A copy: attributes never change, so nobody could tell.
static nb::dict toDict(DictAttr &self) {
  nb::dict entries;
  for (intptr_t i = 0, e = mlirDictionaryAttrGetNumElements(self.handle); i < e;
       ++i) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(self.handle, i);
    entries[toString(mlirIdentifierStr(entry.name)).c_str()] =
        toObject(self.context, entry.attribute);
  }
  return entries;
}

// KeyError, as of a dict, and not None, which could also be meant as a value.
static nb::object getEntry(DictAttr &self, const std::string &name) {
  MlirAttribute found =
      mlirDictionaryAttrGetElementByName(self.handle, toRef(name));
  if (!found.ptr)
    throw nb::key_error(name.c_str());
  return toObject(self.context, found);
}

// The dense array of numbers of one C type.
template <bool (*IsA)(MlirAttribute), typename Number, auto Get, auto At>
static void bindDense(nb::module_ &m, const char *name) {
  using Self = AttributeOf<IsA>;
  auto getAll = [](Self &self) {
    nb::list numbers;
    for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(self.handle); i < e;
         ++i)
      numbers.append(At(self.handle, i));
    return numbers;
  };
  bindAttributeClass<Self>(m, name)
      .def_static(
          "get",
          [](const std::vector<Number> &values,
             std::optional<ContextRef> given) {
            ContextRef context = contextOr(given);
            return toObject(context,
                            Get(context->get(), values.size(), values.data()));
          },
          nb::arg("values"), nb::arg("context") = nb::none())
      .def("__len__",
           [](Self &self) { return mlirDenseArrayGetNumElements(self.handle); })
      .def("__getitem__",
           [](Self &self, intptr_t index) {
             return At(
                 self.handle,
                 checkIndex(index, mlirDenseArrayGetNumElements(self.handle)));
           })
      .def("__iter__", [getAll](Self &self) { return nb::iter(getAll(self)); });
}

// The C API takes bools as ints, and no `bool *` can be had of a vector of
// them.
static MlirAttribute getBools(MlirContext context, intptr_t size,
                              const int *values) {
  return mlirDenseBoolArrayGet(context, size, values);
}

void bindArrayAttributes(nb::module_ &m) {
  bindAttributeClass<ArrayAttr>(m, "ArrayAttr")
      .def_static("get", getArray, nb::arg("attributes"),
                  nb::arg("context") = nb::none())
      .def("__len__",
           [](ArrayAttr &self) {
             return mlirArrayAttrGetNumElements(self.handle);
           })
      .def("__getitem__",
           [](ArrayAttr &self, intptr_t index) {
             intptr_t size = mlirArrayAttrGetNumElements(self.handle);
             return toObject(
                 self.context,
                 mlirArrayAttrGetElement(self.handle, checkIndex(index, size)));
           })
      .def("__iter__",
           [](ArrayAttr &self) { return nb::iter(getElements(self)); });
  bindAttributeClass<DictAttr>(m, "DictAttr")
      .def_static("get", getDict, nb::arg("value") = nb::dict(),
                  nb::arg("context") = nb::none())
      .def("__len__",
           [](DictAttr &self) {
             return mlirDictionaryAttrGetNumElements(self.handle);
           })
      .def("__contains__",
           [](DictAttr &self, const std::string &name) {
             return mlirDictionaryAttrGetElementByName(self.handle, toRef(name))
                        .ptr != nullptr;
           })
      .def("__getitem__", getEntry)
      .def("__iter__", [](DictAttr &self) { return nb::iter(toDict(self)); })
      .def("items", [](DictAttr &self) { return toDict(self).items(); });
  bindDense<mlirAttributeIsADenseBoolArray, int, getBools,
            mlirDenseBoolArrayGetElement>(m, "DenseBoolArrayAttr");
  bindDense<mlirAttributeIsADenseI32Array, int32_t, mlirDenseI32ArrayGet,
            mlirDenseI32ArrayGetElement>(m, "DenseI32ArrayAttr");
  bindDense<mlirAttributeIsADenseI64Array, int64_t, mlirDenseI64ArrayGet,
            mlirDenseI64ArrayGetElement>(m, "DenseI64ArrayAttr");
  bindDense<mlirAttributeIsADenseF32Array, float, mlirDenseF32ArrayGet,
            mlirDenseF32ArrayGetElement>(m, "DenseF32ArrayAttr");
  bindDense<mlirAttributeIsADenseF64Array, double, mlirDenseF64ArrayGet,
            mlirDenseF64ArrayGetElement>(m, "DenseF64ArrayAttr");
}

} // namespace relax_python
