# Every harness/tests/test_*.cpp goes into one GoogleTest program; every test_*.py is a test of its
# own. labels.cmake gives them their labels.
file(GLOB test_sources CONFIGURE_DEPENDS harness/tests/test_*.cpp)
# A C++ test of a room that is left out includes its headers. A Python test says "# room: <name>" in
# its first lines.
function(ladder_leave_out_tests list regex)
  foreach(room seismic predict)
    foreach(source ${${list}})
      string(REPLACE ROOM ${room} wanted "${regex}")
      file(STRINGS ${source} of_room LIMIT_COUNT 1 REGEX "${wanted}")
      if(of_room AND NOT LADDER_HAS_${room})
        list(REMOVE_ITEM ${list} ${source})
      endif()
    endforeach()
  endforeach()
  set(${list} ${${list}} PARENT_SCOPE)
endfunction()
ladder_leave_out_tests(test_sources "^#include .harness/ROOM/|^// room: ROOM")
add_executable(ladder_tests ${test_sources} harness/tests/main.cpp harness/tests/fuzz/readers.cpp)
# To optimise tests takes longer than they would save. They leave out trailing members of C
# structures, which are zero then.
target_compile_options(ladder_tests PRIVATE -O0 -Wall -Wextra -Wno-missing-field-initializers)
target_link_libraries(ladder_tests PRIVATE ladder_all GTest::gtest)
ladder_unite_tests(ladder_tests ${test_sources})
add_subdirectory(harness/tests/fuzz)
add_dependencies(ladder_tests compiled fuzzed_readers)

# Plug-ins that err on purpose: the harness must reject each for its own reason. A file of several/
# is compiled once for each that it defines, by PLUGIN(name) or as `#define name`.
file(GLOB plugin_sources CONFIGURE_DEPENDS harness/tests/plugins/*.c
     harness/tests/plugins/several/*.c)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${plugin_sources})
foreach(source ${plugin_sources})
  cmake_path(GET source STEM plugins)
  if(source MATCHES "/several/")
    file(READ ${source} text)
    string(REGEX MATCHALL "\n(PLUGIN\\(|#define )[a-z][a-z0-9_]+" plugins "${text}")
    list(TRANSFORM plugins REPLACE "\n(PLUGIN\\(|#define )" "")
  endif()
  foreach(stem ${plugins})
    add_library(${stem} MODULE ${source})
    target_compile_options(${stem} PRIVATE -O2 -Wall)
    string(REPLACE "_" "-" name ${stem})
    target_compile_definitions(${stem} PRIVATE LADDER_STAGE_NAME=\"${name}\" CHOSEN=${stem})
    target_include_directories(${stem} PRIVATE ${PROJECT_SOURCE_DIR})
    set_target_properties(${stem} PROPERTIES PREFIX ""
                          LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/plugins)
  endforeach()
endforeach()

include(harness/cmake/honest_variants.cmake)

# The core with another table of problems and stages: what it knows of the wave, it does not need.
ladder_add_stages(TOY harness/tests/toy/*/[0-9]*.c)
ladder_add_problems(TOY harness/tests/toy/*)
file(GLOB toy_sources CONFIGURE_DEPENDS harness/tests/toy/*/*.cpp)
add_executable(toy_ladder $<TARGET_OBJECTS:ladder_main> ${toy_sources} ${TOY_REGISTRY}
               ${TOY_PROBLEMS} ${TOY_OBJECTS})
target_link_libraries(toy_ladder PRIVATE ladder_core)
target_include_directories(toy_ladder PRIVATE ${PROJECT_BINARY_DIR}/generated)
set_target_properties(toy_ladder PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/programs)
add_dependencies(ladder_tests toy_ladder)

# The program as a build with -DLADDER_SEISMIC=OFF -DLADDER_PREDICT=OFF links it. Were a command of
# the benchmark to need one of these rooms, the room's objects would define the same functions once
# more, and this would not link.
if(LADDER_SEISMIC AND LADDER_PREDICT)
  add_executable(ladder_without_rooms $<TARGET_OBJECTS:ladder_main>
                 harness/command/without_seismic.cpp harness/command/without_predict.cpp)
  target_link_libraries(ladder_without_rooms PRIVATE ladder_all)
  set_target_properties(ladder_without_rooms PROPERTIES
                        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/programs)
  add_dependencies(ladder_tests ladder_without_rooms)
endif()

# The program as a build with -DLADDER_STAGES=OFF links it.
if(LADDER_SEISMIC)
  block()
    set(LADDER_STAGES OFF)
    ladder_add_stages(WITHOUT fortran/*/[0-9]*.c c_port/*/[0-9]*.c c_port/*/[0-9]*.cpp
                      cuda_stages/*/[0-9]*.cu)
    add_executable(ladder_without_stages $<TARGET_OBJECTS:ladder_main>
                   harness/command/without_seismic.cpp ${WITHOUT_REGISTRY}
                   ${LADDER_PROBLEMS})
    target_link_libraries(ladder_without_stages PRIVATE ladder_core)
    target_include_directories(ladder_without_stages PRIVATE ${PROJECT_BINARY_DIR}/generated)
    set_target_properties(ladder_without_stages PROPERTIES
                          RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/programs)
    add_dependencies(ladder_tests ladder_without_stages)
  endblock()
endif()

# Programs that tests run.
file(GLOB test_programs CONFIGURE_DEPENDS harness/tests/programs/*.c harness/tests/programs/*.cpp)
ladder_leave_out_tests(test_programs "#include .harness/ROOM/")
foreach(source ${test_programs})
  cmake_path(GET source STEM stem)
  add_executable(${stem} ${source})
  if(source MATCHES "cpp$")
    target_link_libraries(${stem} PRIVATE ladder_all)
  endif()
  set_target_properties(${stem} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/programs)
  add_dependencies(ladder_tests ${stem})
endforeach()

include(labels)
