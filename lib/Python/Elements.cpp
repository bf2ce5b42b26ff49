// Dense elements of whatever has the buffer protocol, and back as bytes.
#include "TypeClass.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

namespace relax_python {

using DenseElementsAttr = AttributeOf<mlirAttributeIsADenseElements>;

// The bytes of an element where they are what MLIR keeps of it: i1 is packed.
static intptr_t getElementBytes(MlirType element) {
  if (mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) % 8 == 0)
    return mlirIntegerTypeGetWidth(element) / 8;
  if (mlirTypeIsAIndex(element))
    return 8;
  if (mlirTypeIsAFloat(element) && mlirFloatTypeGetWidth(element) % 8 == 0)
    return mlirFloatTypeGetWidth(element) / 8;
  throw std::invalid_argument("expected elements of whole bytes, found " +
                              printed(mlirTypePrint, element));
}

// `bytes` are in row-major order; the numpy side is in relax_mlir/ir.py, which
// knows the types of numpy.
static nb::object getFromBytes(nb::bytes bytes, Type &type) {
  MlirType shaped = type.handle;
  if (!mlirTypeIsARankedTensor(shaped) || !mlirShapedTypeHasStaticShape(shaped))
    throw std::invalid_argument(
        "expected a tensor type of known shape, found " +
        printed(mlirTypePrint, shaped));
  MlirType element = mlirShapedTypeGetElementType(shaped);
  intptr_t count = 1;
  for (intptr_t i = 0, e = mlirShapedTypeGetRank(shaped); i < e; ++i)
    count *= mlirShapedTypeGetDimSize(shaped, i);
  if (mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 1) {
    std::vector<int> values;
    for (size_t i = 0; i < bytes.size(); ++i)
      values.push_back(static_cast<const char *>(bytes.data())[i] != 0);
    if (static_cast<intptr_t>(values.size()) != count)
      throw std::invalid_argument("expected a byte for each of " +
                                  std::to_string(count) + " elements, found " +
                                  std::to_string(values.size()));
    return toObject(type.context,
                    mlirDenseElementsAttrBoolGet(shaped, count, values.data()));
  }
  intptr_t size = count * getElementBytes(element);
  if (static_cast<intptr_t>(bytes.size()) != size)
    throw std::invalid_argument("expected " + std::to_string(size) +
                                " bytes for " + printed(mlirTypePrint, shaped) +
                                ", found " + std::to_string(bytes.size()));
  // Where all elements are equal, MLIR says that one byte or element is all of
  // them; it does so here, too, for a tensor of one element.
  return toObject(type.context, mlirDenseElementsAttrRawBufferGet(
                                    shaped, bytes.size(), bytes.data()));
}

static nb::object getSplat(Type &type, Attribute &value) {
  checkSame(type.context, value.context);
  if (!mlirTypeIsARankedTensor(type.handle) ||
      !mlirShapedTypeHasStaticShape(type.handle) ||
      !mlirTypeEqual(mlirShapedTypeGetElementType(type.handle),
                     mlirAttributeGetType(value.handle)))
    throw std::invalid_argument(
        "expected a tensor type of known shape with elements of the value's "
        "type, found " +
        printed(mlirTypePrint, type.handle));
  if (!mlirAttributeIsAInteger(value.handle) &&
      !mlirAttributeIsAFloat(value.handle))
    throw std::invalid_argument("expected a number, found " +
                                printed(mlirAttributePrint, value.handle));
  return toObject(type.context,
                  mlirDenseElementsAttrSplatGet(type.handle, value.handle));
}

// All elements, in row-major order; a byte for each bit.
static nb::bytes toBytes(DenseElementsAttr &self) {
  MlirType type = mlirAttributeGetType(self.handle);
  MlirType element = mlirShapedTypeGetElementType(type);
  int64_t count = mlirElementsAttrGetNumElements(self.handle);
  bool isSplat = mlirDenseElementsAttrIsSplat(self.handle);
  std::string bytes;
  if (mlirTypeIsAInteger(element) && mlirIntegerTypeGetWidth(element) == 1) {
    for (int64_t i = 0; i < count; ++i)
      bytes.push_back(mlirDenseElementsAttrGetBoolValue(self.handle, i));
    return nb::bytes(bytes.data(), bytes.size());
  }
  intptr_t size = getElementBytes(element);
  auto *data =
      static_cast<const char *>(mlirDenseElementsAttrGetRawData(self.handle));
  if (!isSplat)
    return nb::bytes(data, size * count);
  for (int64_t i = 0; i < count; ++i)
    bytes.append(data, size);
  return nb::bytes(bytes.data(), bytes.size());
}

void bindElements(nb::module_ &m) {
  bindAttributeClass<DenseElementsAttr>(m, "DenseElementsAttr")
      .def_static("_get_from_bytes", getFromBytes, nb::arg("bytes"),
                  nb::arg("type"))
      .def_static("get_splat", getSplat, nb::arg("shaped_type"),
                  nb::arg("element_attr"))
      .def_prop_ro("is_splat",
                   [](DenseElementsAttr &self) {
                     return mlirDenseElementsAttrIsSplat(self.handle);
                   })
      .def("__len__",
           [](DenseElementsAttr &self) {
             return mlirElementsAttrGetNumElements(self.handle);
           })
      .def("_to_bytes", toBytes);
}

} // namespace relax_python
