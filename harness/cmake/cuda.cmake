# CUDA when a toolkit is there; otherwise everything else is built and the reason is said once.
option(LADDER_CUDA "Build the CUDA stages" ON)
set(LADDER_WHY_CUDA_IS_OFF "ladder was built with -DLADDER_CUDA=OFF" CACHE STRING
    "The reason that is reported for stages left out")
set(LADDER_CUDA_LIBRARIES)
set(LADDER_WHY_NO_CUDA "")
if(LADDER_CUDA)
  include(CheckLanguage)
  if(NOT CMAKE_CUDA_COMPILER)
    find_program(CMAKE_CUDA_COMPILER nvcc HINTS $ENV{CUDA_HOME}/bin $ENV{CUDA_PATH}/bin
                 /usr/local/cuda/bin)
    if(NOT CMAKE_CUDA_COMPILER)
      unset(CMAKE_CUDA_COMPILER CACHE)
    endif()
  endif()
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    # Runs natively on Hopper, and by the driver's own compilation on every card since Turing.
    set(CMAKE_CUDA_ARCHITECTURES 75-virtual 90-real)
  endif()
  set(CMAKE_CUDA_FLAGS_RELEASE "-DNDEBUG")
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
    list(APPEND LADDER_CUDA_LIBRARIES CUDA::cudart_static)
  else()
    set(LADDER_WHY_NO_CUDA
        "no CUDA toolkit was found when ladder was built: install one and put nvcc on PATH")
  endif()
else()
  set(LADDER_WHY_NO_CUDA "${LADDER_WHY_CUDA_IS_OFF}")
endif()
if(LADDER_WHY_NO_CUDA)
  message(STATUS "CUDA stages are left out: ${LADDER_WHY_NO_CUDA}")
endif()

# CUPTI's header at build time; the library is loaded when a CUDA stage is traced.
if(LADDER_CUDA_LIBRARIES)
  find_path(LADDER_CUPTI_INCLUDE cupti.h
            HINTS ${CUDAToolkit_INCLUDE_DIRS} ${CUDAToolkit_TARGET_DIR}/extras/CUPTI/include
            ${CUDAToolkit_LIBRARY_ROOT}/extras/CUPTI/include)
  list(APPEND CMAKE_BUILD_RPATH ${CUDAToolkit_LIBRARY_DIR})
endif()
