// What the CPU of this process offers.
#ifndef RELAX_RUNTIME_CPUFEATURES_H
#define RELAX_RUNTIME_CPUFEATURES_H

#include <optional>
#include <string_view>

namespace relax::runtime {

/// Whether the CPU has a feature, by LLVM's name, and the system saves its
/// registers; nothing if the name is not known.
std::optional<bool> hasCpuFeature(std::string_view name);

} // namespace relax::runtime

#endif // RELAX_RUNTIME_CPUFEATURES_H
