# What the compiler makes of each CUDA stage, for one architecture whatever card there is, so that
# it can be compared from machine to machine: compiled/<stage>.cubin (<ladder>.<stage> of all
# ladders but the wave's) and ptxas' report compiled/<stage>.txt. The file compiled/contents names
# the compiler and the stages; harness/predict/compiled/ reads all three.
set(LADDER_COMPILED_ARCHITECTURE 90 CACHE STRING
    "The compute capability whose compiled code is looked at")
set(LADDER_COMPILED_FOLDER ${PROJECT_BINARY_DIR}/compiled)
set_property(GLOBAL PROPERTY LADDER_COMPILED_STAGES)

# Reports on a CUDA stage: on the object file of `target` where that holds machine code for this
# architecture and no other, and otherwise on what is compiled for it. The others are the flags of
# this stage alone.
function(ladder_compile_for_report target full_name name identifier file)
  set(cubin ${LADDER_COMPILED_FOLDER}/${full_name}.cubin)
  set(report ${LADDER_COMPILED_FOLDER}/${full_name}.txt)
  set(machine_code ${CMAKE_CUDA_ARCHITECTURES})
  list(FILTER machine_code EXCLUDE REGEX "-virtual$")
  if(machine_code STREQUAL "${LADDER_COMPILED_ARCHITECTURE}-real" AND CMAKE_OBJCOPY)
    ladder_report_on_object(${target} ${full_name} ${cubin} ${report})
  else()
    ladder_report_on_compilation(${full_name} ${name} ${identifier} ${file} ${cubin} ${report}
                                 ${ARGN})
  endif()
  set_property(GLOBAL APPEND PROPERTY LADDER_COMPILED_STAGES ${full_name})
  set_property(GLOBAL APPEND PROPERTY LADDER_COMPILED_FILES ${cubin} ${report})
endfunction()

# To compile a stage once more would take half as long again.
function(ladder_report_on_object target full_name cubin report)
  set(words ${LADDER_COMPILED_FOLDER}/${full_name}.ptxas)
  set_property(GLOBAL APPEND PROPERTY LADDER_COMPILED_TARGETS ${target})
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xptxas=-v --no-compress>)
  set(launcher ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/harness/cmake/compile_for_report.cmake --
      ${words} ${CMAKE_CUDA_COMPILER_LAUNCHER})
  set_target_properties(${target} PROPERTIES CUDA_COMPILER_LAUNCHER "${launcher}")
  set(object "$<FILTER:$<TARGET_OBJECTS:${target}>,INCLUDE,[.]cu[.]>")
  add_custom_command(OUTPUT ${cubin} ${report}
    COMMAND ${CMAKE_COMMAND} -DOBJECT=${object} -DCUBIN=${cubin} -DOBJCOPY=${CMAKE_OBJCOPY}
            -P ${PROJECT_SOURCE_DIR}/harness/cmake/cubin_of_object.cmake
    COMMAND ${CMAKE_COMMAND} -E copy ${words} ${report}
    DEPENDS ${object} ${PROJECT_SOURCE_DIR}/harness/cmake/cubin_of_object.cmake
    COMMENT "Reporting on the kernels of ${full_name}" VERBATIM)
endfunction()

# Compiles with the flags of the object file, for the architecture that is looked at.
function(ladder_report_on_compilation full_name name identifier file cubin report)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CUDA_FLAGS} ${CMAKE_CUDA_FLAGS_${type}}")
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
endfunction()

# The target `compiled`, part of every build; without CUDA it has nothing to do.
function(ladder_add_compiled)
  get_property(stages GLOBAL PROPERTY LADDER_COMPILED_STAGES)
  get_property(files GLOBAL PROPERTY LADDER_COMPILED_FILES)
  add_custom_target(compiled ALL DEPENDS ${files})
  get_property(targets GLOBAL PROPERTY LADDER_COMPILED_TARGETS)
  if(targets)
    add_dependencies(compiled ${targets})  # make knows no rule for a file of another target
  endif()
  if(stages)
    list(JOIN stages "\nstage " lines)
    file(CONFIGURE OUTPUT ${LADDER_COMPILED_FOLDER}/contents @ONLY
         CONTENT "compiler nvcc @CMAKE_CUDA_COMPILER_VERSION@\nstage @lines@\n")
  else()
    file(REMOVE ${LADDER_COMPILED_FOLDER}/contents)
  endif()
endfunction()
