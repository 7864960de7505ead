# What a record says of the build. The commit is read at every build, not at configure time.
set(LADDER_CUDA_COMPILER "")
if(LADDER_CUDA_LIBRARIES)
  set(LADDER_CUDA_COMPILER "nvcc ${CMAKE_CUDA_COMPILER_VERSION}")
  set(LADDER_CUDA_VERSION "${CUDAToolkit_VERSION_MAJOR}.${CUDAToolkit_VERSION_MINOR}")
endif()
add_custom_target(build_info BYPRODUCTS ${PROJECT_BINARY_DIR}/generated/build_info.h
  COMMAND ${CMAKE_COMMAND}
    -DSOURCE=${PROJECT_SOURCE_DIR} -DOUTPUT=${PROJECT_BINARY_DIR}/generated/build_info.h
    "-DFORTRAN=${CMAKE_Fortran_COMPILER_ID} ${CMAKE_Fortran_COMPILER_VERSION}"
    "-DC=${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}"
    "-DCXX=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
    "-DCUDA=${LADDER_CUDA_COMPILER}" "-DCUDA_VERSION=${LADDER_CUDA_VERSION}"
    "-DVERSION=${PROJECT_VERSION}"
    -P ${PROJECT_SOURCE_DIR}/harness/cmake/write_build_info.cmake
  VERBATIM)
