# Plug-ins that are right, each in its own way: none may be rejected. "name:source:flags and
# macros".
set(honest_variants
  wave_plain:wave:-O2
  wave_unoptimised:wave:-O0
  wave_vector:wave:-O3,-march=native
  wave_fast_math:wave:-O3,-ffast-math,-march=native
  wave_fused:wave:-O3,-march=native,-ffp-contract=fast
  wave_unfused:wave:-O3,-march=native,-ffp-contract=off
  wave_double:wave:-O2,-DREAL=double
  wave_double_pairs:wave:-O3,-DREAL=double,-DORDER=2
  wave_backward:wave:-O2,-DORDER=1
  wave_pairs:wave:-O3,-march=native,-DORDER=2
  wave_axis_by_axis:wave:-O2,-DORDER=3
  wave_blocked:wave:-O3,-march=native,-DBLOCK=16,-DORDER=2
  wave_threads:wave:-O3,-march=native,-DTHREADS=3
  wave_loop:wave:-O3,-march=native,-DOWNS_LOOP
  wave_loop_fast_math:wave:-Ofast,-march=native,-DOWNS_LOOP,-DORDER=2
  wave_loop_threads:wave:-O3,-DOWNS_LOOP,-DTHREADS=2,-DREAL=double
  heat_plain:heat:-O2
  heat_fast_math:heat:-Ofast,-march=native
  heat_fused:heat:-O3,-march=native,-ffp-contract=fast
  heat_double:heat:-O2,-DREAL=double
  heat_backward:heat:-O3,-DBACKWARD
  heat_one_weight:heat:-O3,-march=native,-DONE_WEIGHT
  heat_threads:heat:-O3,-DTHREADS=3
  heat_loop:heat:-O3,-march=native,-DOWNS_LOOP
  heat_loop_fast_math:heat:-Ofast,-march=native,-DOWNS_LOOP,-DBACKWARD)
set(honest_example harness/problems/wave/plugin_example/my_kernel_cuda.cu)
if(LADDER_CUDA_LIBRARIES)
  list(APPEND honest_variants
       wave_cuda:cuda:-std=c++20
       wave_cuda_fast_math:cuda:-std=c++20,--use_fast_math
       wave_cuda_unfused:cuda:-std=c++20,--fmad=false)
endif()
foreach(variant ${honest_variants})
  string(REPLACE ":" ";" parts ${variant})
  list(GET parts 0 name)
  list(GET parts 1 source)
  list(GET parts 2 flags)
  string(REPLACE "," ";" flags "${flags}")
  if(source STREQUAL cuda)
    add_library(honest_${name} MODULE ${honest_example})
  else()
    add_library(honest_${name} MODULE harness/tests/plugins/honest/${source}.c)
    list(PREPEND flags -Wall)
  endif()
  target_compile_options(honest_${name} PRIVATE ${flags})
  string(REPLACE "_" "-" stage ${name})
  target_compile_definitions(honest_${name} PRIVATE LADDER_STAGE_NAME=\"honest-${stage}\")
  target_include_directories(honest_${name} PRIVATE ${PROJECT_SOURCE_DIR})
  set_target_properties(honest_${name} PROPERTIES PREFIX "" OUTPUT_NAME ${name}
                        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/plugins/honest)
endforeach()
