# Installs the package, builds the project of this folder against it and runs
# it: cmake -DBUILD=... -DWORK=... -DCOMPILER=... -DFLAGS=... -P this-file
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result
                  OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN} failed:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

foreach(component Runtime Development)
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix
      --component ${component})
endforeach()
run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR} -B ${WORK}/build
    -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${COMPILER}
    -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} "-DCMAKE_CXX_FLAGS=${FLAGS}"
    "-DCMAKE_EXE_LINKER_FLAGS=${LINKER_FLAGS}")
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)
if(NOT output MATCHES "relax.call_tir @exp" OR NOT output MATCHES "tir.func")
  message(FATAL_ERROR "expected the program lowered to tir, found\n${output}")
endif()
message("${output}")
