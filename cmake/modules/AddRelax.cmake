# The functions that declare this project's libraries, tools and generated files.

# relax_compile_settings(TARGET [PRECOMPILED])
# What every compiled file of the compiler gets: LLVM's headers, warnings as
# errors, RTTI as LLVM was built with, no exceptions, and the precompiled header
# of the target PRECOMPILED: RelaxPrecompiled unless named, none if it is NONE.
function(relax_compile_settings target)
  set(precompiled RelaxPrecompiled)
  if(ARGC GREATER 1)
    set(precompiled ${ARGV1})
  endif()
  target_include_directories(${target} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS}
                             ${MLIR_INCLUDE_DIRS})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Werror
                         -Wno-unused-parameter -fno-exceptions
                         -fvisibility-inlines-hidden)
  if(NOT precompiled STREQUAL "NONE")
    target_precompile_headers(${target} REUSE_FROM ${precompiled})
  endif()
  # The precompiled header is for position-independent libraries; what CMake
  # asks for in a program, -fPIE, does not fit it.
  get_target_property(type ${target} TYPE)
  if(type STREQUAL "EXECUTABLE")
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
    target_compile_options(${target} PRIVATE -fPIC)
  endif()
endfunction()

# relax_harden(TARGET)
# For what users run: calls go through tables that are bound and read-only before
# the program begins, no stack is executable, and an overrun of a buffer on the
# stack, or of one that the C library is told the size of, ends the program.
function(relax_harden target)
  target_link_options(${target} PRIVATE
    LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
  relax_harden_code(${target})
endfunction()

# relax_harden_code(TARGET)
# The part of relax_harden that the compiler does.
function(relax_harden_code target)
  target_compile_options(${target} PRIVATE -fstack-protector-strong)
  # It needs an optimizer; sanitizers check the same functions themselves.
  if(NOT RELAX_SANITIZED)
    target_compile_options(${target} PRIVATE
      $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE>
      $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
  endif()
endfunction()

# relax_throws(TARGET)
# The target uses C++ exceptions, hence no precompiled header and no LLVM.
function(relax_throws target)
  target_compile_options(${target} PRIVATE -fexceptions)
  set_target_properties(${target} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
endfunction()

# What stands for MLIR on a link line: the shared library, but in a tool that has
# the property RELAX_STATIC_MLIR, which names the static libraries itself.
set(RELAX_SHARED_MLIR
    "$<$<NOT:$<BOOL:$<TARGET_PROPERTY:RELAX_STATIC_MLIR>>>:MLIR>")
# The same for LLVM and for lld, whose libraries ask for LLVM's shared one.
set(RELAX_SHARED_LLVM
    "$<$<NOT:$<BOOL:$<TARGET_PROPERTY:RELAX_STATIC_LLVM>>>:LLVM>")
set(RELAX_LLD
    "$<$<NOT:$<BOOL:$<TARGET_PROPERTY:RELAX_STATIC_LLVM>>>:lldELF>")

# add_relax_library(NAME [DEVICE] [TEST] src... [DEPENDS generated...]
#                   [LINK lib...])
# A static library of the compiler. LINK names only libraries of this project
# or of third parties; MLIR and LLVM come as their shared libraries. DEVICE is
# for one that works on the dialects near the machine: it is compiled with their
# headers precompiled. TEST is for one that only tests use: it is not installed.
function(add_relax_library name)
  cmake_parse_arguments(ARG "DEVICE;TEST" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_DEVICE)
    relax_compile_settings(${name} RelaxPrecompiledDevice)
  else()
    relax_compile_settings(${name})
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK} ${RELAX_SHARED_MLIR}
                        ${RELAX_SHARED_LLVM})
  set_property(GLOBAL APPEND PROPERTY RELAX_TEST_TARGETS ${name})
  if(ARG_TEST)
    target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}/test/lib")
    return()
  endif()
  # Headers are two thirds of the work of a compilation.
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${RELAX_UNITY_BUILD})
  set_property(GLOBAL APPEND PROPERTY RELAX_LIBRARIES RelaxMLIR::${name})
  install(TARGETS ${name} EXPORT RelaxMLIRTargets
    ARCHIVE DESTINATION lib COMPONENT Development)
endfunction()

# add_relax_tool(NAME src... [LINK lib...] [STATIC_MLIR lib...])
# STATIC_MLIR names the libraries of MLIR that make a tool without libMLIR.so:
# half of a tool's start is the binding of that library's symbols. Such a tool
# loads no plugins, for these bring libMLIR.so; it is compiled with
# RELAX_STATIC_MLIR defined. Without the option RELAX_STATIC_MLIR it has no
# effect.
function(add_relax_tool name)
  cmake_parse_arguments(ARG "" "" "LINK;STATIC_MLIR" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  # A precompiled header is for code with or without stack protector.
  relax_compile_settings(${name} NONE)
  set_target_properties(${name} PROPERTIES UNITY_BUILD ${RELAX_UNITY_BUILD})
  if(ARG_STATIC_MLIR AND RELAX_STATIC_MLIR)
    set_target_properties(${name} PROPERTIES RELAX_STATIC_MLIR ON)
    target_compile_definitions(${name} PRIVATE RELAX_STATIC_MLIR)
    target_link_options(${name} PRIVATE LINKER:--gc-sections)
    target_link_libraries(${name} PRIVATE ${ARG_LINK} ${ARG_STATIC_MLIR} LLVM)
  else()
    target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  endif()
  relax_harden(${name})
  set_property(GLOBAL APPEND PROPERTY RELAX_TEST_TARGETS ${name})
  install(TARGETS ${name} RUNTIME DESTINATION bin COMPONENT Tools)
endfunction()

# add_relax_unittest(NAME [src...] [LINK lib...])
# A GoogleTest program, by default of the one source NAME.cpp, run by ctest as
# unit-NAME.
function(add_relax_unittest name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  if(NOT ARG_UNPARSED_ARGUMENTS)
    set(ARG_UNPARSED_ARGUMENTS ${name}.cpp)
  endif()
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  relax_compile_settings(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest_main MLIR LLVM)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/unittests")
  set_property(GLOBAL APPEND PROPERTY RELAX_TEST_TARGETS ${name})
  relax_add_test(unit-${name} ${name})
endfunction()

# add_relax_tablegen(TARGET FILE.td OUTPUT -generator [extra args] ...)
# Runs mlir-tblgen on FILE.td in the current source folder; each OUTPUT is
# followed by its generator flags up to the next *.inc.
function(add_relax_tablegen target file)
  set(LLVM_TARGET_DEFINITIONS ${file})
  set(output "")
  set(flags "")
  foreach(word ${ARGN} END)
    if(word MATCHES "\\.inc$" OR word STREQUAL "END")
      if(output)
        mlir_tablegen(${output} ${flags} -I ${PROJECT_SOURCE_DIR}/include
                      -I ${MLIR_INCLUDE_DIRS})
      endif()
      set(output ${word})
      set(flags "")
    else()
      list(APPEND flags ${word})
    endif()
  endforeach()
  add_public_tablegen_target(${target})
endfunction()
