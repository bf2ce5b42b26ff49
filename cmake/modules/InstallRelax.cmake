# What `cmake --install` puts under the prefix. Components: Runtime (to call
# compiled models), Tools (the programs and the plugin), Development (headers,
# static libraries and the CMake package, to embed the dialects).
include(CMakePackageConfigHelpers)

set(package_folder lib/cmake/RelaxMLIR)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/Relax"
                  "${PROJECT_BINARY_DIR}/include/Relax"
  DESTINATION include COMPONENT Development
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN CMakeFiles EXCLUDE)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/relax-mlir-c"
                  "${PROJECT_BINARY_DIR}/include/relax-mlir-c"
  DESTINATION include COMPONENT Development
  FILES_MATCHING PATTERN "*.h" PATTERN "*.h.inc" PATTERN CMakeFiles EXCLUDE)
install(EXPORT RelaxMLIRTargets NAMESPACE RelaxMLIR::
  DESTINATION ${package_folder} COMPONENT Development)

get_property(relax_libraries GLOBAL PROPERTY RELAX_LIBRARIES)
configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/RelaxMLIRConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/RelaxMLIRConfig.cmake"
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/RelaxMLIRConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/RelaxMLIRConfig.cmake"
              "${PROJECT_BINARY_DIR}/RelaxMLIRConfigVersion.cmake"
  DESTINATION ${package_folder} COMPONENT Development)
