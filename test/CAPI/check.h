/* What the programs in C share: texts, and errors on standard output. */
#ifndef RELAX_TEST_CAPI_CHECK_H
#define RELAX_TEST_CAPI_CHECK_H

#include "mlir-c/Diagnostics.h"
#include <stdio.h>

static MlirStringRef text(const char *chars) {
  return mlirStringRefCreateFromCString(chars);
}

static void write(MlirStringRef part, void *userData) {
  (void)userData;
  printf("%.*s", (int)part.length, part.data);
}

static MlirLogicalResult report(MlirDiagnostic diagnostic, void *userData) {
  (void)userData;
  printf("error: ");
  mlirDiagnosticPrint(diagnostic, write, NULL);
  printf("\n");
  return mlirLogicalResultSuccess();
}

#endif
