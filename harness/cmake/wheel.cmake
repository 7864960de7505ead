# What pip builds (pyproject.toml) runs on any Linux on x86-64 with glibc 2.34 or newer, and has no
# library that must be that of the machine. It holds `ladder` alone: the other programs would have
# the stages in them once more.
option(LADDER_WHEEL "Build what a wheel for Python has" OFF)
if(LADDER_WHEEL)
  set(LADDER_MPI OFF)
  set(LADDER_WHY_MPI_IS_OFF
      "a wheel has no MPI, since it must be that of the machine: build ladder from its source")
  set(LADDER_OFFLOAD OFF)
  set(LADDER_WHY_OFFLOAD_IS_OFF
      "a wheel has no OpenMP library for GPUs: build ladder from its source")
  set(LADDER_TBB OFF)
  set(LADDER_WHY_TBB_IS_OFF "a wheel has no TBB: build ladder from its source")
  set(LADDER_KOKKOS OFF)
  set(LADDER_WHY_KOKKOS_IS_OFF "a wheel has no Kokkos: build ladder from its source")
  # Debian's HDF5 needs twenty more libraries, libbenchmark a libstdc++ younger than glibc 2.34.
  set(LADDER_HDF5 OFF)
  set(CMAKE_DISABLE_FIND_PACKAGE_benchmark ON)
  # The code of a card also runs on later ones of its generation; drivers of later generations
  # compile the last.
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90-real 100-real 120)
  endif()
  set(LADDER_MAN ${SKBUILD_DATA_DIR}/share/man/man1)
endif()

# Links a program so that an older glibc and an older libstdc++ do.
function(ladder_link_for_wheel target)
  target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/scripts/packaging/older_glibc.c)
  target_link_options(${target} PRIVATE -static-libstdc++ -Wl,--wrap=hypot,--wrap=arc4random)
endfunction()
