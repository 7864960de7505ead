# The hash of a stage covers all that is compiled into it: the contents of its sources and of every
# file of this tree that they include or use, the flags, and the compilers' versions, which
# represent the system's headers. It is made when ladder is built, since only the preprocessor knows
# the headers; hash_stage.cmake does it.
set(LADDER_HASH_FOLDER ${PROJECT_BINARY_DIR}/generated/stage_hashes)
add_custom_target(stage_hashes)

# The flags of a language that every target has, as CMake puts them on its command lines.
function(ladder_common_flags out language)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set(${out} "${CMAKE_${language}_FLAGS} ${CMAKE_${language}_FLAGS_${type}}" PARENT_SCOPE)
endfunction()

# Makes stage_hashes/<identifier>.h, which defines LADDER_HASH_<identifier>. ARGN: further sources
# of the stage.
function(ladder_add_stage_hash identifier name file language flags include_flags)
  ladder_common_flags(common ${language})
  set(toolchain
      "${CMAKE_${language}_COMPILER_ID} ${CMAKE_${language}_COMPILER_VERSION} ${common} ${flags}")
  separate_arguments(common UNIX_COMMAND "${common}")
  if(language STREQUAL CUDA)
    string(APPEND toolchain
           " ${CMAKE_CUDA_ARCHITECTURES} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
    list(APPEND common -std=c++20)
    if(CMAKE_CUDA_HOST_COMPILER)
      list(APPEND common -ccbin ${CMAKE_CUDA_HOST_COMPILER})
    endif()
  endif()
  if(ARGN)
    ladder_common_flags(fortran Fortran)
    string(APPEND toolchain
           " ${CMAKE_Fortran_COMPILER_ID} ${CMAKE_Fortran_COMPILER_VERSION} ${fortran}")
  endif()
  set(header ${LADDER_HASH_FOLDER}/${identifier}.h)
  set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/hash_stage.cmake)
  add_custom_command(OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} "-DTREE=${PROJECT_SOURCE_DIR}" "-DHEADER=${header}"
    "-DMACRO=LADDER_HASH_${identifier}"
      "-DTOOLCHAIN=${toolchain}" "-DSOURCES=${ARGN}" -P ${script} --
      ${CMAKE_${language}_COMPILER} ${common} ${flags} ${include_flags} -I${PROJECT_SOURCE_DIR}
      -DLADDER_STAGE_NAME=\"${name}\" -DLADDER_STAGE_SYMBOL=ladder_stage_${identifier} -MM ${file}
    DEPENDS ${file} ${ARGN} ${script} DEPFILE ${header}.d
    COMMENT "Hashing the sources of ${name}" VERBATIM)
  add_custom_target(stage_hash_${identifier} DEPENDS ${header})
  add_dependencies(stage_hashes stage_hash_${identifier})
endfunction()
