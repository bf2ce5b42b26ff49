// Classes of types and attributes that functions of C test and make.
#ifndef RELAX_LIB_PYTHON_TYPECLASS_H
#define RELAX_LIB_PYTHON_TYPECLASS_H

#include "IR.h"

namespace relax_python {

/// A type that `IsA` is true of: as a template, so that each is a class.
template <bool (*IsA)(MlirType), typename Base = Type>
struct TypeOf : Base {
  static constexpr bool (*isA)(MlirType) = IsA;
};
/// An attribute that `IsA` is true of.
template <bool (*IsA)(MlirAttribute), typename Base = Attribute>
struct AttributeOf : Base {
  static constexpr bool (*isA)(MlirAttribute) = IsA;
};

/// What is of class `Self` if it is printed by `print`.
template <typename Self, typename Any, typename Print>
Self castTo(const Any &any, const char *name, Print print) {
  if (!Self::isA(any.handle))
    throw std::invalid_argument(std::string("expected ") + name + ", found " +
                                printed(print, any.handle));
  Self self;
  self.context = any.context;
  self.handle = any.handle;
  return self;
}

/// A class of Python for a class of types, with upstream's `C(type)` and
/// `C.isinstance(type)`. It is what `toObject` makes from now on.
template <typename Self, typename Base = Type>
nb::class_<Self, Base> bindTypeClass(nb::module_ &m, const char *name) {
  typeClasses().push_back({Self::isA, [](const Type &type) {
                             return nb::cast(
                                 castTo<Self>(type, "", mlirTypePrint));
                           }});
  nb::class_<Self, Base> type(m, name);
  type.def("__init__",
           [name](Self *self, Type &any) {
             new (self) Self(castTo<Self>(any, name, mlirTypePrint));
           })
      .def_static("isinstance",
                  [](Type &any) { return Self::isA(any.handle); });
  return type;
}

/// The same for attributes.
template <typename Self, typename Base = Attribute>
nb::class_<Self, Base> bindAttributeClass(nb::module_ &m, const char *name) {
  attributeClasses().push_back(
      {Self::isA, [](const Attribute &any) {
         return nb::cast(castTo<Self>(any, "", mlirAttributePrint));
       }});
  nb::class_<Self, Base> type(m, name);
  type.def("__init__",
           [name](Self *self, Attribute &any) {
             new (self) Self(castTo<Self>(any, name, mlirAttributePrint));
           })
      .def_static("isinstance",
                  [](Attribute &any) { return Self::isA(any.handle); });
  return type;
}

/// What a list of Python is for C: all of `context`, null for None.
template <typename Handle, typename Object>
std::vector<Handle> toHandles(const ContextRef &context,
                              const std::vector<Object> &objects) {
  std::vector<Handle> handles;
  for (const Object &object : objects) {
    checkSame(context, object.context);
    handles.push_back(object.handle);
  }
  return handles;
}

} // namespace relax_python

#endif // RELAX_LIB_PYTHON_TYPECLASS_H
