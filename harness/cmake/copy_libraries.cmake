# Earlier copies are removed first: the program would find them in addition to the system's
# libraries.
file(GLOB copies ${FOLDER}/*)
list(FILTER copies EXCLUDE REGEX "libladder")
if(copies)
  file(REMOVE ${copies})
endif()
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAM} RESOLVED_DEPENDENCIES_VAR libraries
     UNRESOLVED_DEPENDENCIES_VAR missing
     POST_INCLUDE_REGEXES "libgfortran" "libquadmath" "libfmt" "libbenchmark" "libtomlplusplus"
     "libsegyio" "libpugixml" "libz[.]" "libelf[.]" "libgomp" "libtbb" "libmpi" "libopen-"
     "libhwloc" "libevent" "libudev"
     POST_EXCLUDE_REGEXES ".*")
# Nothing is linked with it: libgomp looks for it when directives ask for an NVIDIA GPU. Both must
# be of one version.
set(gomp ${libraries})
list(FILTER gomp INCLUDE REGEX "libgomp")
foreach(library ${gomp})
  cmake_path(GET library PARENT_PATH folder)
  file(GLOB plugin ${folder}/libgomp-plugin-nvptx.so.1)
  list(APPEND libraries ${plugin})
endforeach()
file(COPY ${libraries} DESTINATION ${FOLDER} FOLLOW_SYMLINK_CHAIN)
