// Loads modules, checks their descriptors and looks functions up.
#include "Module.h"
#include "DType.h"
#include "relax_safetensors.h"

#include <cstring>
#include <dlfcn.h>
#include <memory>

namespace relax::runtime {

// Checks one parameter or result of a descriptor.
// Descriptors come from a shared library that may be damaged or of another
// version. Everything that is indexed later is checked once here, so that
// calls need not.
static int32_t checkType(RelaxContext *context, const char *subject,
                         const char *function,
                         const RelaxTypeDescriptor &type) {
  if (type.rank < -1 || type.rank > RELAX_MAX_RANK)
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "%s: function '%s' has a value of rank %d; expected -1 to %d",
                subject, function, type.rank, RELAX_MAX_RANK);
  if (type.rank > 0 && !type.dims)
    return fail(
        context, RELAX_ERROR_UNSUPPORTED,
        "%s: function '%s' is expected to give the dims of a value of rank %d",
        subject, function, type.rank);
  return RELAX_OK;
}

static int32_t checkFunction(RelaxContext *context, const char *subject,
                             const RelaxFunctionDescriptor &function) {
  int32_t bad = RELAX_ERROR_UNSUPPORTED;
  if (!function.name || !*function.name)
    return fail(context, bad,
                "%s: expected a name of each function, found none", subject);
  if (!function.entry)
    return fail(context, bad, "%s: function '%s' is expected to have code",
                subject, function.name);
  if (function.num_params < 0 || function.num_results < 0 ||
      (function.num_params > 0 && !function.params) ||
      (function.num_results > 0 && !function.results))
    return fail(context, bad,
                "%s: function '%s' is expected to describe its %d parameters "
                "and %d results",
                subject, function.name, function.num_params,
                function.num_results);
  for (int32_t i = 0; i < function.num_params; ++i)
    if (int32_t status =
            checkType(context, subject, function.name, function.params[i]))
      return status;
  for (int32_t i = 0; i < function.num_results; ++i)
    if (int32_t status =
            checkType(context, subject, function.name, function.results[i]))
      return status;
  return RELAX_OK;
}

// Checks the descriptor and fills in the module's table of functions.
// The version comes first, since the layout of all that follows depends on it.
static int32_t takeDescriptor(RelaxContext *context, const char *subject,
                              const RelaxModuleDescriptor *descriptor,
                              RelaxModule &module) {
  if (descriptor->abi_version != RELAX_ABI_VERSION)
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "%s: expected ABI version %d, found %u; compile it again",
                subject, RELAX_ABI_VERSION, descriptor->abi_version);
  if (descriptor->num_functions < 0 ||
      (descriptor->num_functions > 0 && !descriptor->functions))
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "%s: expected the module to describe its %d functions", subject,
                descriptor->num_functions);
  for (int32_t i = 0; i < descriptor->num_functions; ++i) {
    const RelaxFunctionDescriptor &function = descriptor->functions[i];
    if (int32_t status = checkFunction(context, subject, function))
      return status;
    // Names are string_views into the library, which the module keeps open.
    if (!module.positions.emplace(function.name, i).second)
      return fail(context, RELAX_ERROR_UNSUPPORTED,
                  "%s: expected one function of a name, found two named '%s'",
                  subject, function.name);
  }
  module.descriptor = descriptor;
  // CPU features are checked before any code runs: an illegal instruction
  // would kill the process without a word.
  return checkCpuFeatures(context, subject, descriptor->cpu_features);
}

// Maps the constants file that lies beside the module at `path`.
static int32_t openConstants(RelaxContext *context, const std::string &path,
                             RelaxModule &module) {
  const RelaxModuleDescriptor &descriptor = *module.descriptor;
  if (!descriptor.constants_file || !*descriptor.constants_file)
    return RELAX_OK;
  // The path in a module must not lead elsewhere: modules are copied around
  // with their constants.
  std::string_view name = descriptor.constants_file;
  // Only the module's own folder: a name is a name, not a path.
  if (name.find('/') != std::string_view::npos || !descriptor.constants)
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "'%s': expected the name of a constants file beside it, found "
                "\"%s\"",
                path.c_str(), descriptor.constants_file);
  std::string file = path.substr(0, path.rfind('/') + 1);
  file.append(name);
  if (int32_t status = relax_rt_constants_open(
          context, file.c_str(), descriptor.constants_id,
          descriptor.constants_size, &module.constants))
    return status;
  // Compiled code has a pointer variable for its constants, which is set
  // before any function can be called.
  *descriptor.constants = relax_rt_constants_data(context, module.constants, 0,
                                                  descriptor.constants_size);
  return RELAX_OK;
}

// The first version whose features the CPU has, else `descriptor`, which says
// what it lacks.
const RelaxModuleDescriptor *
chooseVersion(void *library, const RelaxModuleDescriptor *descriptor) {
  auto *versions = static_cast<const RelaxModuleDescriptor *const *>(
      dlsym(library, RELAX_MODULE_VERSIONS_SYMBOL));
  for (; versions && *versions; ++versions)
    if (hasCpuFeatures((*versions)->cpu_features))
      return *versions;
  return descriptor;
}

static int32_t loadModule(RelaxContext *context, const char *path,
                          RelaxModule **result) {
  // Without a slash dlopen would search the system's folders.
  // A name without a slash is a library name for dlopen.
  std::string file = path;
  if (file.find('/') == std::string::npos)
    file.insert(0, "./");
  // unique_ptr until success: each failure below closes what was opened.
  auto module = std::make_unique<RelaxModule>();
  module->handle = openLibrary(context, file);
  if (!module->handle)
    return relax_context_status(context);
  std::string subject = "'" + std::string(path) + "'";
  auto *descriptor = static_cast<const RelaxModuleDescriptor *>(
      dlsym(module->handle, RELAX_MODULE_DESCRIPTOR_SYMBOL));
  if (!descriptor)
    return fail(context, RELAX_ERROR_UNSUPPORTED,
                "%s: expected a library made by relax-compile, found no symbol "
                "'%s'",
                subject.c_str(), RELAX_MODULE_DESCRIPTOR_SYMBOL);
  descriptor = chooseVersion(module->handle, descriptor);
  if (int32_t status =
          takeDescriptor(context, subject.c_str(), descriptor, *module))
    return status;
  if (int32_t status = openConstants(context, file, *module))
    return status;
  module->threads = findThreadLibrary(module->handle);
  *result = module.release();
  return RELAX_OK;
}

} // namespace relax::runtime

using relax::runtime::fail;

// Constants are unmapped first: nothing in the library's destructors uses
// them.
RelaxModule::~RelaxModule() {
  relax_rt_constants_close(constants);
  // The names in `positions` lie in the library.
  positions.clear();
  if (handle)
    dlclose(handle);
}

int32_t relax_module_load(RelaxContext *context, const char *path,
                          RelaxModule **module) {
  if (!context || !module)
    return RELAX_ERROR_INVALID_ARGUMENT;
  *module = nullptr;
  relax::runtime::beginOperation(context);
  if (!path || !*path)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "expected the path of a module, found none");
  return relax::runtime::guarded(context, [&] {
    return relax::runtime::loadModule(context, path, module);
  });
}

const char *relax_module_cpu_features(const RelaxModule *module) {
  return module ? module->descriptor->cpu_features : nullptr;
}

int32_t relax_module_from_descriptor(RelaxContext *context,
                                     const RelaxModuleDescriptor *descriptor,
                                     RelaxModule **module) {
  if (!context || !module)
    return RELAX_ERROR_INVALID_ARGUMENT;
  *module = nullptr;
  relax::runtime::beginOperation(context);
  if (!descriptor)
    return fail(context, RELAX_ERROR_INVALID_ARGUMENT,
                "expected a module descriptor, found null");
  return relax::runtime::guarded(context, [&]() -> int32_t {
    auto result = std::make_unique<RelaxModule>();
    if (int32_t status = relax::runtime::takeDescriptor(
            context, "module in memory", descriptor, *result))
      return status;
    // A module in memory has no folder beside which a file could lie.
    if (descriptor->constants_file)
      return fail(context, RELAX_ERROR_UNSUPPORTED,
                  "module in memory: expected constants in memory, found the "
                  "constants file \"%s\"",
                  descriptor->constants_file);
    result->threads = relax::runtime::findThreadLibrary(nullptr);
    *module = result.release();
    return RELAX_OK;
  });
}

void relax_module_destroy(RelaxModule *module) { delete module; }

int32_t relax_module_num_functions(const RelaxModule *module) {
  return module ? module->descriptor->num_functions : 0;
}

const RelaxFunctionDescriptor *relax_module_function(const RelaxModule *module,
                                                     int32_t index) {
  if (!module || index < 0 || index >= module->descriptor->num_functions)
    return nullptr;
  return &module->descriptor->functions[index];
}

// One hash lookup; callers that care keep the descriptor.
const RelaxFunctionDescriptor *relax_module_find(const RelaxModule *module,
                                                 const char *name) {
  if (!module || !name)
    return nullptr;
  auto found = module->positions.find(name);
  if (found == module->positions.end())
    return nullptr;
  return &module->descriptor->functions[found->second];
}

// A symbol of its own and no field of the descriptor, whose layout older
// modules have.
const char *relax_module_sharding(const RelaxModule *module,
                                  const RelaxFunctionDescriptor *function,
                                  int32_t param) {
  if (!module || !module->handle || !function)
    return nullptr;
  auto *all = static_cast<const RelaxParamSharding *>(
      dlsym(module->handle, RELAX_MODULE_SHARDINGS_SYMBOL));
  for (; all && all->function; ++all)
    if (all->param == param && std::strcmp(all->function, function->name) == 0)
      return all->sharding;
  return nullptr;
}
