# What some stages need that a machine may lack, named in the first lines of a stage: "// needs:
# cudnn". Of every need LADDER_WHY_NO_<need> is empty where it is met, and otherwise says what is
# missing and what to do; the registry keeps it for each stage that is left out. Every .cu file
# needs cuda, unasked. LADDER_FLAGS_<need> are added to the stage's flags, and
# LADDER_INCLUDES_<need> to its folders of headers.
set(LADDER_NEEDS cudnn kokkos mpi nccl nvptx-offload nvptx-openacc tbb)

# --- cuda: cuda.cmake has looked for it -----------------------------------------------------------
set(LADDER_WHY_NO_cuda "${LADDER_WHY_NO_CUDA}")

# --- cudnn: its header at build time; the library is loaded when the stage runs -------------------
set(CUDNN_ROOT "" CACHE PATH "Where cuDNN is: the folder that has its include/ and lib/")
set(LADDER_WHY_NO_cudnn "")
find_path(LADDER_CUDNN_INCLUDE cudnn_version.h HINTS ${CUDNN_ROOT} $ENV{CUDNN_ROOT}
          ${CUDAToolkit_INCLUDE_DIRS} PATH_SUFFIXES include)
set(cudnn_how
    "install cuDNN 9 (libcudnn9-dev, or nvidia-cudnn-cu13 of PyPI), set CUDNN_ROOT to the folder \
with its \
include/ and lib/, and configure again")
if(LADDER_CUDNN_INCLUDE)
  file(STRINGS ${LADDER_CUDNN_INCLUDE}/cudnn_version.h cudnn_major REGEX "^#define CUDNN_MAJOR ")
  string(REGEX REPLACE "[^0-9]" "" cudnn_major "${cudnn_major}")
  if(NOT cudnn_major EQUAL 9)
    set(LADDER_WHY_NO_cudnn
        "cuDNN ${cudnn_major} was found, and the stage is written for cuDNN 9: ${cudnn_how}")
  endif()
  set(LADDER_INCLUDES_cudnn ${LADDER_CUDNN_INCLUDE})
  find_library(LADDER_CUDNN_LIBRARY NAMES libcudnn.so.9 cudnn HINTS ${CUDNN_ROOT} $ENV{CUDNN_ROOT}
               ${LADDER_CUDNN_INCLUDE}/.. PATH_SUFFIXES lib lib64)
  if(LADDER_CUDNN_LIBRARY)
    cmake_path(GET LADDER_CUDNN_LIBRARY PARENT_PATH cudnn_folder)
    list(APPEND CMAKE_BUILD_RPATH ${cudnn_folder})
  endif()
else()
  set(LADDER_WHY_NO_cudnn "cuDNN was not found when ladder was built: ${cudnn_how}")
endif()

# --- mpi: several ranks; the program is linked with it --------------------------------------------
set(LADDER_WHY_NO_mpi "")
option(LADDER_MPI "Build what runs on several ranks, where MPI is found" ON)
set(LADDER_WHY_MPI_IS_OFF "ladder was built with -DLADDER_MPI=OFF" CACHE STRING
    "The reason that is reported for stages left out")
if(LADDER_MPI)
  find_package(MPI QUIET COMPONENTS C)
endif()
if(NOT LADDER_MPI)
  set(LADDER_WHY_NO_mpi "${LADDER_WHY_MPI_IS_OFF}")
elseif(MPI_C_FOUND)
  set(LADDER_INCLUDES_mpi ${MPI_C_INCLUDE_DIRS})
else()
  set(LADDER_WHY_NO_mpi
      "MPI was not found when ladder was built: install libopenmpi-dev and openmpi-bin, and \
configure again")
endif()

# --- nccl: its header at build time; the library is loaded when the stage runs --------------------
set(NCCL_ROOT "" CACHE PATH "Where NCCL is: the folder that has its include/ and lib/")
set(LADDER_WHY_NO_nccl "")
find_path(LADDER_NCCL_INCLUDE nccl.h HINTS ${NCCL_ROOT} $ENV{NCCL_ROOT} ${CUDAToolkit_INCLUDE_DIRS}
          PATH_SUFFIXES include)
if(LADDER_NCCL_INCLUDE)
  set(LADDER_INCLUDES_nccl ${LADDER_NCCL_INCLUDE})
else()
  set(LADDER_WHY_NO_nccl
      "NCCL was not found when ladder was built: install libnccl-dev, or nvidia-nccl-cu13 of PyPI, \
set NCCL_ROOT to the folder with its include/ and lib/, and configure again")
endif()

# --- nvptx-offload, nvptx-openacc: a GCC that compiles OpenMP and OpenACC for NVIDIA GPUs ---------
# Like the CUDA stages, for every card since Turing: the driver compiles it for the card that is
# there. Protections and sanitizers of the host's code, which a distribution or a preset switches
# on, the device does not know.
set(offload -foffload=nvptx-none -foffload-options=nvptx-none=-misa=sm_75 -fcf-protection=none
    -fno-stack-protector
    -fno-sanitize=all)
set(LADDER_FLAGS_nvptx-offload -fopenmp ${offload})
set(LADDER_FLAGS_nvptx-openacc -fopenacc ${offload})
set(LADDER_WHY_NO_nvptx-offload "")
option(LADDER_OFFLOAD "Build stages whose directives use a GPU, where GCC can" ON)
set(LADDER_WHY_OFFLOAD_IS_OFF "ladder was built with -DLADDER_OFFLOAD=OFF" CACHE STRING
    "The reason that is reported for stages left out")
if(NOT LADDER_OFFLOAD)
  set(LADDER_WHY_NO_nvptx-offload "${LADDER_WHY_OFFLOAD_IS_OFF}")
elseif(CMAKE_Fortran_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # Asked anew each time, since the answer changes when the package is installed or removed.
  try_compile(offloads
    SOURCE_FROM_CONTENT offload.f90
    "program offload\n integer :: n\n n = 0\n !$omp target map(tofrom: n)\n n = 1\n \
!$omp end target\n if (n /= 1) stop 1\nend program\n"
    COMPILE_DEFINITIONS ${LADDER_FLAGS_nvptx-offload} LINK_OPTIONS ${LADDER_FLAGS_nvptx-offload}
    NO_CACHE)
  if(NOT offloads)
    string(REGEX MATCH "^[0-9]+" gcc_major ${CMAKE_Fortran_COMPILER_VERSION})
    set(LADDER_WHY_NO_nvptx-offload
        "gfortran could not compile for NVIDIA GPUs when ladder was built: \
install gcc-${gcc_major}-offload-nvptx (GCC 12 or newer) and configure again")
  endif()
else()
  set(LADDER_WHY_NO_nvptx-offload
      "its directives are compiled for NVIDIA GPUs by GCC, and ladder was built by \
${CMAKE_Fortran_COMPILER_ID} and ${CMAKE_C_COMPILER_ID}: configure with gfortran and gcc")
endif()
set(LADDER_WHY_NO_nvptx-openacc "${LADDER_WHY_NO_nvptx-offload}")

# --- tbb: the threads of GCC's parallel algorithms; the program is linked with it -----------------
option(LADDER_TBB "Build stages of C++'s parallel algorithms, where TBB is found" ON)
set(LADDER_WHY_TBB_IS_OFF "ladder was built with -DLADDER_TBB=OFF" CACHE STRING
    "The reason that is reported for stages left out")
set(LADDER_WHY_NO_tbb "")
if(LADDER_TBB)
  find_package(TBB QUIET CONFIG)
endif()
if(NOT LADDER_TBB)
  set(LADDER_WHY_NO_tbb "${LADDER_WHY_TBB_IS_OFF}")
elseif(NOT TBB_FOUND)
  set(LADDER_WHY_NO_tbb
      "TBB was not found when ladder was built: install libtbb-dev, or set TBB_ROOT, and configure \
again")
endif()

# --- kokkos: with its OpenMP back end; the program is linked with it ------------------------------
option(LADDER_KOKKOS "Build stages of Kokkos, where it is found" ON)
set(LADDER_WHY_KOKKOS_IS_OFF "ladder was built with -DLADDER_KOKKOS=OFF" CACHE STRING
    "The reason that is reported for stages left out")
set(LADDER_WHY_NO_kokkos "")
if(LADDER_KOKKOS)
  find_package(Kokkos 4 QUIET CONFIG)
endif()
if(NOT LADDER_KOKKOS)
  set(LADDER_WHY_NO_kokkos "${LADDER_WHY_KOKKOS_IS_OFF}")
elseif(Kokkos_FOUND AND "OPENMP" IN_LIST Kokkos_DEVICES)
  get_target_property(LADDER_INCLUDES_kokkos Kokkos::kokkoscore INTERFACE_INCLUDE_DIRECTORIES)
else()
  set(LADDER_WHY_NO_kokkos
      "Kokkos 4 with its OpenMP back end was not found when ladder was built: build it with \
-DKokkos_ENABLE_OPENMP=ON -DCMAKE_POSITION_INDEPENDENT_CODE=ON, set Kokkos_ROOT, and configure \
again")
endif()

# Sets `out` to why a stage with these needs cannot be built; empty where it can.
function(ladder_why_not_built out file)
  set(why "")
  foreach(need ${ARGN})
    if(NOT need STREQUAL "cuda" AND NOT need IN_LIST LADDER_NEEDS)
      list(JOIN LADDER_NEEDS ", " known)
      message(FATAL_ERROR
              "${file}: '// needs: ${need}' is not known; there are ${known} \
(harness/cmake/needs.cmake)")
    endif()
    if(NOT why)
      set(why "${LADDER_WHY_NO_${need}}")
    endif()
  endforeach()
  set(${out} "${why}" PARENT_SCOPE)
endfunction()

# The device's code is made when a program or a shared library is linked. So such a stage becomes a
# shared library, and nobody who links the program needs to know. It is where `bundle` puts
# libraries.
function(ladder_add_offload_library identifier need)
  set(target ladder_${identifier})
  add_library(${target} SHARED $<TARGET_OBJECTS:stage_${identifier}>)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE Fortran
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib BUILD_RPATH "$ORIGIN"
    INSTALL_RPATH "$ORIGIN")
  # GCC 12's own table of device code is not position-independent: the loader mends it, and ld need
  # not warn.
  target_link_options(${target} PRIVATE ${LADDER_FLAGS_${need}} -Wl,-z,notext)
  target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
  set_property(GLOBAL APPEND PROPERTY LADDER_STAGE_LIBRARIES ${target})
endfunction()
