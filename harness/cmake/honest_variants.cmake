# Plug-ins that are right, each in its own way: none may be rejected. "name:flags and macros"; the
# source is what the name begins with.
set(honest_variants
  wave_fast_math:-O3,-ffast-math,-march=native
  wave_fused:-O3,-march=native,-ffp-contract=fast
  wave_backward:-O2,-DORDER=1
  wave_loop_fast_math:-Ofast,-march=native,-DOWNS_LOOP,-DORDER=2
  wave_loop_threads:-O3,-DOWNS_LOOP,-DTHREADS=2,-DREAL=double
  heat_fast_math:-Ofast,-march=native
  heat_double:-O2,-DREAL=double,-DONE_WEIGHT
  heat_loop_fast_math:-Ofast,-march=native,-DOWNS_LOOP,-DBACKWARD)
foreach(variant ${honest_variants})
  string(REGEX MATCH "^((wave|heat)[a-z_]*):(.*)$" parts ${variant})
  set(name ${CMAKE_MATCH_1})
  set(source ${CMAKE_MATCH_2})
  string(REPLACE "," ";" flags ${CMAKE_MATCH_3})
  add_library(honest_${name} MODULE harness/tests/plugins/honest/${source}.c)
  target_compile_options(honest_${name} PRIVATE -Wall ${flags})
  string(REPLACE "_" "-" stage ${name})
  target_compile_definitions(honest_${name} PRIVATE LADDER_STAGE_NAME=\"honest-${stage}\")
  target_include_directories(honest_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  set_target_properties(honest_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
                        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/plugins/honest)
endforeach()
