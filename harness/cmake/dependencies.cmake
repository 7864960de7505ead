# Libraries from the system's packages; scripts/packages.txt names them.
find_package(fmt REQUIRED)
find_package(benchmark REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(pugixml REQUIRED)
find_package(ZLIB REQUIRED)
# Debian's CMake file of segyio names no library, so it is found by hand.
find_path(SEGYIO_INCLUDE segyio/segy.h REQUIRED)
find_library(SEGYIO_LIBRARY segyio REQUIRED)
add_library(segyio UNKNOWN IMPORTED)
set_target_properties(segyio PROPERTIES IMPORTED_LOCATION ${SEGYIO_LIBRARY}
                      INTERFACE_INCLUDE_DIRECTORIES ${SEGYIO_INCLUDE})
find_path(LIBELF_INCLUDE libelf.h REQUIRED)
find_library(LIBELF_LIBRARY elf REQUIRED)
# HDF5 is optional: without it `.h5` files are refused with a word on why.
option(LADDER_HDF5 "Read HDF5 files, where its library is found" ON)
if(LADDER_HDF5)
  # Debian keeps the serial library apart, since that for MPI has the same names.
  find_path(LADDER_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial)
  find_library(LADDER_HDF5_LIBRARY NAMES hdf5_serial hdf5)
endif()
add_library(ladder_dependencies INTERFACE)
target_link_libraries(ladder_dependencies INTERFACE fmt::fmt benchmark::benchmark CLI11::CLI11
                      tomlplusplus::tomlplusplus nlohmann_json::nlohmann_json pugixml::pugixml
                      ZLIB::ZLIB segyio ${LIBELF_LIBRARY})
if(LADDER_HDF5 AND LADDER_HDF5_INCLUDE AND LADDER_HDF5_LIBRARY)
  target_compile_definitions(ladder_dependencies INTERFACE LADDER_HAVE_HDF5)
  target_include_directories(ladder_dependencies SYSTEM INTERFACE ${LADDER_HDF5_INCLUDE})
  target_link_libraries(ladder_dependencies INTERFACE ${LADDER_HDF5_LIBRARY})
endif()
