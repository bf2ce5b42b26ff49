// Types, and the classes of the builtin ones.
#include "TypeClass.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

namespace relax_python {

std::vector<TypeClass> &typeClasses() {
  static std::vector<TypeClass> all;
  return all;
}

// The last class that says yes: a class is registered after its base, so the
// most special one wins, and a type of no class is still a `Type`.
nb::object toObject(const ContextRef &context, MlirType type) {
  if (!type.ptr)
    return nb::none();
  Type any{{context, type}};
  for (auto it = typeClasses().rbegin(); it != typeClasses().rend(); ++it)
    if (it->isA(type))
      return it->make(any);
  return nb::cast(any);
}

// Errors of the parser are collected here, since the exception has to carry
// their text and place; without a scope they would go to standard error.
static nb::object parse(const std::string &text,
                        std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  DiagnosticScope scope(context);
  MlirType type = mlirTypeParseGet(context->get(), toRef(text));
  if (!type.ptr)
    scope.raise("Unable to parse type");
  scope.deliver();
  return toObject(context, type);
}

void bindType(nb::module_ &m) {
  nb::class_<Type>(m, "Type")
      .def_static("parse", parse, nb::arg("asm"),
                  nb::arg("context") = nb::none())
      .def_prop_ro("context", [](Type &self) { return self.context; })
      .def("maybe_downcast",
           [](Type &self) { return toObject(self.context, self.handle); })
      .def("__eq__",
           [](Type &self, Type &other) {
             return mlirTypeEqual(self.handle, other.handle);
           })
      .def("__eq__", [](Type &, nb::handle) { return false; })
      .def(
          "__hash__",
          [](Type &self) { return std::hash<const void *>()(self.handle.ptr); })
      .def("__str__",
           [](Type &self) { return printed(mlirTypePrint, self.handle); })
      .def("__repr__", [](Type &self) {
        return "Type(" + printed(mlirTypePrint, self.handle) + ")";
      });
}

// A class whose types have no parameters.
template <bool (*IsA)(MlirType), MlirType (*Get)(MlirContext),
          typename Base = Type>
static void bindPlain(nb::module_ &m, const char *name) {
  bindTypeClass<TypeOf<IsA, Base>, Base>(m, name).def_static(
      "get",
      [](std::optional<ContextRef> given) {
        ContextRef context = contextOr(given);
        return toObject(context, Get(context->get()));
      },
      nb::arg("context") = nb::none());
}

using FloatType = TypeOf<mlirTypeIsAFloat>;

static void bindFloats(nb::module_ &m) {
  bindTypeClass<FloatType>(m, "FloatType")
      .def_prop_ro("width", [](FloatType &self) {
        return mlirFloatTypeGetWidth(self.handle);
      });
  bindPlain<mlirTypeIsAF16, mlirF16TypeGet, FloatType>(m, "F16Type");
  bindPlain<mlirTypeIsABF16, mlirBF16TypeGet, FloatType>(m, "BF16Type");
  bindPlain<mlirTypeIsAF32, mlirF32TypeGet, FloatType>(m, "F32Type");
  bindPlain<mlirTypeIsAF64, mlirF64TypeGet, FloatType>(m, "F64Type");
  bindPlain<mlirTypeIsAFloat8E4M3FN, mlirFloat8E4M3FNTypeGet, FloatType>(
      m, "Float8E4M3FNType");
  bindPlain<mlirTypeIsAFloat8E5M2, mlirFloat8E5M2TypeGet, FloatType>(
      m, "Float8E5M2Type");
  bindPlain<mlirTypeIsAFloat4E2M1FN, mlirFloat4E2M1FNTypeGet, FloatType>(
      m, "Float4E2M1FNType");
  bindPlain<mlirTypeIsAIndex, mlirIndexTypeGet>(m, "IndexType");
  bindPlain<mlirTypeIsANone, mlirNoneTypeGet>(m, "NoneType");
}

using IntegerType = TypeOf<mlirTypeIsAInteger>;

template <MlirType (*Get)(MlirContext, unsigned)>
static nb::object getInteger(unsigned width, std::optional<ContextRef> given) {
  // MLIR's own limit, which a build without assertions does not check.
  if (width >= 1u << 24)
    throw std::invalid_argument("expected less than 16777216 bits, found " +
                                std::to_string(width));
  ContextRef context = contextOr(given);
  return toObject(context, Get(context->get(), width));
}

static void bindIntegers(nb::module_ &m) {
  bindTypeClass<IntegerType>(m, "IntegerType")
      .def_static("get_signless", getInteger<mlirIntegerTypeGet>,
                  nb::arg("width"), nb::arg("context") = nb::none())
      .def_static("get_signed", getInteger<mlirIntegerTypeSignedGet>,
                  nb::arg("width"), nb::arg("context") = nb::none())
      .def_static("get_unsigned", getInteger<mlirIntegerTypeUnsignedGet>,
                  nb::arg("width"), nb::arg("context") = nb::none())
      .def_prop_ro("width",
                   [](IntegerType &self) {
                     return mlirIntegerTypeGetWidth(self.handle);
                   })
      .def_prop_ro("is_signless",
                   [](IntegerType &self) {
                     return mlirIntegerTypeIsSignless(self.handle);
                   })
      .def_prop_ro("is_signed",
                   [](IntegerType &self) {
                     return mlirIntegerTypeIsSigned(self.handle);
                   })
      .def_prop_ro("is_unsigned", [](IntegerType &self) {
        return mlirIntegerTypeIsUnsigned(self.handle);
      });
}

using ShapedType = TypeOf<mlirTypeIsAShaped>;
using TensorType = TypeOf<mlirTypeIsARankedTensor, ShapedType>;
using MemRefType = TypeOf<mlirTypeIsAMemRef, ShapedType>;

static intptr_t getRank(ShapedType &self) {
  if (!mlirShapedTypeHasRank(self.handle))
    throw std::invalid_argument("expected a type with a rank, found " +
                                printed(mlirTypePrint, self.handle));
  return mlirShapedTypeGetRank(self.handle);
}

static std::vector<int64_t> getShape(ShapedType &self) {
  std::vector<int64_t> shape;
  for (intptr_t i = 0, e = getRank(self); i < e; ++i)
    shape.push_back(mlirShapedTypeGetDimSize(self.handle, i));
  return shape;
}

static MlirAttribute orNull(const ContextRef &context,
                            const std::optional<Attribute> &attribute) {
  if (!attribute)
    return mlirAttributeGetNull();
  checkSame(context, attribute->context);
  return attribute->handle;
}

static nb::object getTensor(const std::vector<int64_t> &shape, Type &element,
                            std::optional<Attribute> encoding,
                            std::optional<Location> loc) {
  const ContextRef &context = element.context;
  Location at =
      loc ? *loc : Location{{context, mlirLocationUnknownGet(context->get())}};
  DiagnosticScope scope(context);
  MlirType type =
      mlirRankedTensorTypeGetChecked(at.handle, shape.size(), shape.data(),
                                     element.handle, orNull(context, encoding));
  if (!type.ptr)
    scope.raise("Invalid type");
  return toObject(context, type);
}

static nb::object getMemRef(const std::vector<int64_t> &shape, Type &element,
                            std::optional<Attribute> layout,
                            std::optional<Attribute> space,
                            std::optional<Location> loc) {
  const ContextRef &context = element.context;
  Location at =
      loc ? *loc : Location{{context, mlirLocationUnknownGet(context->get())}};
  DiagnosticScope scope(context);
  MlirType type =
      layout ? mlirMemRefTypeGetChecked(at.handle, element.handle, shape.size(),
                                        shape.data(), orNull(context, layout),
                                        orNull(context, space))
             : mlirMemRefTypeContiguousGetChecked(at.handle, element.handle,
                                                  shape.size(), shape.data(),
                                                  orNull(context, space));
  if (!type.ptr)
    scope.raise("Invalid type");
  return toObject(context, type);
}

static void bindShaped(nb::module_ &m) {
  bindTypeClass<ShapedType>(m, "ShapedType")
      .def_prop_ro("element_type",
                   [](ShapedType &self) {
                     return toObject(self.context,
                                     mlirShapedTypeGetElementType(self.handle));
                   })
      .def_prop_ro(
          "has_rank",
          [](ShapedType &self) { return mlirShapedTypeHasRank(self.handle); })
      .def_prop_ro("rank", getRank)
      .def_prop_ro("shape", getShape)
      .def_prop_ro("has_static_shape",
                   [](ShapedType &self) {
                     return mlirShapedTypeHasStaticShape(self.handle);
                   })
      .def_static("get_dynamic_size", mlirShapedTypeGetDynamicSize);
  bindTypeClass<TensorType, ShapedType>(m, "RankedTensorType")
      .def_static("get", getTensor, nb::arg("shape"), nb::arg("element_type"),
                  nb::arg("encoding") = nb::none(), nb::arg("loc") = nb::none())
      .def_prop_ro("encoding", [](TensorType &self) {
        return toObject(self.context,
                        mlirRankedTensorTypeGetEncoding(self.handle));
      });
  bindTypeClass<MemRefType, ShapedType>(m, "MemRefType")
      .def_static("get", getMemRef, nb::arg("shape"), nb::arg("element_type"),
                  nb::arg("layout") = nb::none(),
                  nb::arg("memory_space") = nb::none(),
                  nb::arg("loc") = nb::none())
      .def_prop_ro("layout",
                   [](MemRefType &self) {
                     return toObject(self.context,
                                     mlirMemRefTypeGetLayout(self.handle));
                   })
      .def_prop_ro("memory_space", [](MemRefType &self) {
        return toObject(self.context,
                        mlirMemRefTypeGetMemorySpace(self.handle));
      });
}

using TupleType = TypeOf<mlirTypeIsATuple>;
using FunctionType = TypeOf<mlirTypeIsAFunction>;

// The types that a type has in a list.
template <typename Self, auto Size, auto At>
static nb::list getTypes(Self &self) {
  nb::list types;
  for (intptr_t i = 0, e = Size(self.handle); i < e; ++i)
    types.append(toObject(self.context, At(self.handle, i)));
  return types;
}

static nb::object getTuple(const std::vector<Type> &elements,
                           std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  std::vector<MlirType> types = toHandles<MlirType>(context, elements);
  return toObject(context,
                  mlirTupleTypeGet(context->get(), types.size(), types.data()));
}

static nb::object getFunction(const std::vector<Type> &inputs,
                              const std::vector<Type> &results,
                              std::optional<ContextRef> given) {
  ContextRef context = contextOr(given);
  std::vector<MlirType> taken = toHandles<MlirType>(context, inputs);
  std::vector<MlirType> returned = toHandles<MlirType>(context, results);
  return toObject(context, mlirFunctionTypeGet(context->get(), taken.size(),
                                               taken.data(), returned.size(),
                                               returned.data()));
}

void bindBuiltinTypes(nb::module_ &m) {
  bindFloats(m);
  bindIntegers(m);
  bindShaped(m);
  bindTypeClass<TupleType>(m, "TupleType")
      .def_static("get_tuple", getTuple, nb::arg("elements"),
                  nb::arg("context") = nb::none())
      .def_prop_ro(
          "types",
          getTypes<TupleType, mlirTupleTypeGetNumTypes, mlirTupleTypeGetType>);
  bindTypeClass<FunctionType>(m, "FunctionType")
      .def_static("get", getFunction, nb::arg("inputs"), nb::arg("results"),
                  nb::arg("context") = nb::none())
      .def_prop_ro("inputs",
                   getTypes<FunctionType, mlirFunctionTypeGetNumInputs,
                            mlirFunctionTypeGetInput>)
      .def_prop_ro("results",
                   getTypes<FunctionType, mlirFunctionTypeGetNumResults,
                            mlirFunctionTypeGetResult>);
}

} // namespace relax_python
