# Installs the package, builds the project of this folder against it and runs
# it: cmake -DBUILD=... -DWORK=... -DCOMPILER=... -DFLAGS=... -P this-file

# The page for embedders shows what runs here.
file(READ ${CMAKE_CURRENT_LIST_DIR}/../../docs/Embedding.md page)
function(check_page file name)
  set(mark "// [${name}]\n")
  file(READ ${CMAKE_CURRENT_LIST_DIR}/${file} code)
  string(LENGTH "${mark}" skipped)
  string(FIND "${code}" "${mark}" from)
  string(FIND "${code}" "${mark}" to REVERSE)
  math(EXPR from "${from} + ${skipped}")
  math(EXPR length "${to} - ${from}")
  string(SUBSTRING "${code}" ${from} ${length} code)
  string(FIND "${page}" "${code}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "expected docs/Embedding.md to show\n${code}")
  endif()
endfunction()
check_page(Consumer.cpp tile-large-rows)
check_page(consumer.c compile-from-c)

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
    -DCMAKE_C_COMPILER=${C_COMPILER}
    -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} "-DCMAKE_CXX_FLAGS=${FLAGS}"
    "-DCMAKE_C_FLAGS=${FLAGS}" "-DCMAKE_EXE_LINKER_FLAGS=${LINKER_FLAGS}")
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)
if(NOT output MATCHES "relax.call_tir @exp" OR NOT output MATCHES "tir.func")
  message(FATAL_ERROR "expected the program lowered to tir, found\n${output}")
endif()
if(NOT output MATCHES "scf.for" OR NOT output MATCHES "-> tensor<32x64xf32>")
  message(FATAL_ERROR "expected tiles of 32 rows, found\n${output}")
endif()
message("${output}")
# The program in C writes a library, and says what is wrong with a program.
run(${WORK}/build/consumer-c ${WORK}/model.so)
if(NOT EXISTS ${WORK}/model.so OR NOT output MATCHES "error: .*relax.bad")
  message(FATAL_ERROR "expected a library and an error, found\n${output}")
endif()
message("${output}")
