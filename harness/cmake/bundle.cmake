# `cmake --build build --target bundle` puts the shared libraries that other machines may lack next
# to the programs, so that a build can be carried to a machine with a GPU but without gfortran.
add_custom_target(bundle
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:ladder> -DFOLDER=${PROJECT_BINARY_DIR}/lib
          -P ${PROJECT_SOURCE_DIR}/harness/cmake/copy_libraries.cmake
  DEPENDS ladder VERBATIM)
# The program is run for its manual page, which needs the libraries that are replaced here.
add_dependencies(bundle program)
