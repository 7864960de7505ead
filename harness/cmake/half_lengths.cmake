# The half-lengths for which CUDA kernels with a constant one are compiled. They are most of the
# time of a build: "all", or "cases" for those of a ladder's cases in data/. What is left out a
# stage refuses, with how to build it (cuda_stages/shared/half_lengths.cuh); stages on the host and
# kernels that read the half-length take any.
set(LADDER_HALF_LENGTHS all CACHE STRING
    "Half-lengths of CUDA kernels: all, or cases for those of data/")
set_property(CACHE LADDER_HALF_LENGTHS PROPERTY STRINGS all cases)
if(NOT LADDER_HALF_LENGTHS MATCHES "^(all|cases)$")
  message(FATAL_ERROR "LADDER_HALF_LENGTHS is '${LADDER_HALF_LENGTHS}': expected all or cases")
endif()

# The flag that names them, a bit for each; nothing where all are built.
function(ladder_half_length_flags out ladder)
  set(${out} "" PARENT_SCOPE)
  file(GLOB case_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/data/${ladder}/*.toml)
  set(mask 0)
  foreach(file ${case_files})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(STRINGS ${file} lines REGEX "^half_length *= *[0-9]+")
    foreach(line ${lines})
      string(REGEX REPLACE "^half_length *= *([0-9]+).*" "\\1" half_length ${line})
      math(EXPR mask "${mask} | (1 << ${half_length})")
    endforeach()
  endforeach()
  if(LADDER_HALF_LENGTHS STREQUAL "cases" AND mask)
    set(${out} -DLADDER_HALF_LENGTHS=${mask}u PARENT_SCOPE)
  endif()
endfunction()
