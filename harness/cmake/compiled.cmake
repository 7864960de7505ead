# What the compiler makes of each CUDA stage, for one architecture whatever card there is, so that
# it can be compared from machine to machine: compiled/<stage>.cubin (<ladder>.<stage> of all
# ladders but the wave's) and ptxas' report compiled/<stage>.txt. The file compiled/contents names
# the compiler and the stages; harness/predict/compiled/ reads all three.
set(LADDER_COMPILED_ARCHITECTURE 90 CACHE STRING
    "The compute capability whose compiled code is looked at")
set(LADDER_COMPILED_FOLDER ${PROJECT_BINARY_DIR}/compiled)
set_property(GLOBAL PROPERTY LADDER_COMPILED_STAGES)

# Compiles a CUDA stage with the flags of its object file. The others are those of this stage alone.
function(ladder_compile_for_report full_name name identifier file)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CUDA_FLAGS} ${CMAKE_CUDA_FLAGS_${type}}")
  set(cubin ${LADDER_COMPILED_FOLDER}/${full_name}.cubin)
  set(report ${LADDER_COMPILED_FOLDER}/${full_name}.txt)
  if(CMAKE_CUDA_HOST_COMPILER)
    list(APPEND flags -ccbin ${CMAKE_CUDA_HOST_COMPILER})
  endif()
  add_custom_command(OUTPUT ${cubin} ${report}
    COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/harness/cmake/compile_for_report.cmake --
      ${report} ${CMAKE_CUDA_COMPILER} ${flags} ${ARGN} -std=c++20 -lineinfo
      -DLADDER_STAGE_NAME=\"${name}\" -DLADDER_STAGE_SYMBOL=ladder_stage_${identifier}
      -I${PROJECT_SOURCE_DIR} -arch=sm_${LADDER_COMPILED_ARCHITECTURE} -Xptxas=-v
      -MD -MF ${cubin}.d -MT ${cubin} -cubin -o ${cubin} ${file}
    DEPENDS ${file} ${PROJECT_SOURCE_DIR}/harness/cmake/compile_for_report.cmake
    DEPFILE ${cubin}.d COMMENT "Compiling ${full_name} for the report on its kernels" VERBATIM)
  set_property(GLOBAL APPEND PROPERTY LADDER_COMPILED_STAGES ${full_name})
  set_property(GLOBAL APPEND PROPERTY LADDER_COMPILED_FILES ${cubin} ${report})
endfunction()

# The target `compiled`, part of every build; without CUDA it has nothing to do.
function(ladder_add_compiled)
  get_property(stages GLOBAL PROPERTY LADDER_COMPILED_STAGES)
  get_property(files GLOBAL PROPERTY LADDER_COMPILED_FILES)
  add_custom_target(compiled ALL DEPENDS ${files})
  if(stages)
    list(JOIN stages "\nstage " lines)
    file(CONFIGURE OUTPUT ${LADDER_COMPILED_FOLDER}/contents @ONLY
         CONTENT "compiler nvcc @CMAKE_CUDA_COMPILER_VERSION@\nstage @lines@\n")
  else()
    file(REMOVE ${LADDER_COMPILED_FOLDER}/contents)
  endif()
endfunction()
