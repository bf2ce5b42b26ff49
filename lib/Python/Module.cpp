// The extension module of Python, relax_mlir._mlir.
#include "IR.h"

NB_MODULE(_mlir, m) {
  using namespace relax_python;
  bindContext(m);
  bindLocation(m);
  bindDiagnostics(m);
  bindType(m);
  bindBuiltinTypes(m);
  bindAttribute(m);
  bindBuiltinAttributes(m);
  bindArrayAttributes(m);
  bindElements(m);
  bindOperation(m);
  bindAttributeMap(m);
  bindSymbolTable(m);
  bindBlock(m);
  bindInsertionPoint(m);
  bindValue(m);
  bindDialects(m);
  bindPassManager(m);
  bindCompile(m);
}
