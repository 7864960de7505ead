# Sources of one folder in one unit, and what most of them include compiled beforehand: from scratch
# that takes a third of the processor time, since each header is read once a folder. After an edit
# the whole folder is compiled again, so it is what scripts/ladder and scripts/test configure, and
# off otherwise. In a unit two sources must not define one name.
option(LADDER_UNITY "Compile the sources of a folder of the harness as one unit" OFF)

# What most sources include, compiled once a target. Arguments behind the target: headers of this
# target alone.
function(ladder_precompile target)
  if(LADDER_UNITY)
    target_precompile_headers(${target} PRIVATE <algorithm> <cmath> <filesystem> <fstream>
                              <functional> <map> <set>
                              <sstream> <string> <vector> <fmt/format.h> <fmt/ranges.h>
                              ${PROJECT_SOURCE_DIR}/harness/base/json.h ${ARGN})
  endif()
endfunction()

# Arguments behind the target: folders, relative to the tree, whose sources stay apart, because
# their speed is measured.
function(ladder_unite target)
  if(NOT LADDER_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(most 16)  # sources in a unit, so that two cores share a large folder
  set(folders)
  foreach(source ${sources})
    if(NOT source MATCHES "[.]cpp$")
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    if(folder IN_LIST ARGN)
      continue()
    endif()
    string(MAKE_C_IDENTIFIER ${folder} name)
    list(APPEND folders ${name})
    list(APPEND of_${name} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(name ${folders})
    set(count 0)
    foreach(source ${of_${name}})
      math(EXPR part "${count} / ${most}")
      math(EXPR count "${count} + 1")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${part})
    endforeach()
  endforeach()
  # To GCC a source within a unit is a header, and it warns of types that others cannot name.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  ladder_precompile(${target})
endfunction()
