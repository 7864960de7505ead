# Sources of one room in a few units, and what most of them include compiled beforehand: else each
# header is read, and each inline function and template compiled, once a source. After an edit a
# unit is compiled again, so it is what scripts/ladder and scripts/test configure, and off
# otherwise. In a unit two sources must not define one name.
option(LADDER_UNITY "Compile the sources of a room of the harness as a few units" OFF)

# What most sources include, compiled once a target. Arguments behind the target: headers
# of this target alone.
function(ladder_precompile target)
  if(LADDER_UNITY)
    target_precompile_headers(${target} PRIVATE <algorithm> <cmath> <filesystem> <fstream>
      <functional> <map> <set> <sstream> <string> <vector> <fmt/format.h> <fmt/ranges.h>
      ${PROJECT_SOURCE_DIR}/harness/base/json.h ${ARGN})
    # GCC need not look for memory to free before it has taken 1 GB: that took a tenth of its time.
    target_compile_options(${target} PRIVATE
                           $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=1000000>)
  endif()
endfunction()

# Units are the groups of sources that their properties name.
function(ladder_have_units target)
  # To GCC a source within a unit is a header, and it warns of types that others cannot name.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# Arguments behind the target: folders, relative to the tree, whose
# sources stay apart, because their speed is measured.
function(ladder_unite target)
  if(NOT LADDER_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(most 32)  # sources in a unit, so that two cores share a large room
  set(units)
  foreach(source ${sources})
    if(NOT source MATCHES "[.]cpp$")
      continue()
    endif()
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    # What is there in place of a room would move the sources of a unit when the room is built.
    if(folder IN_LIST ARGN OR source MATCHES "/without_[^/]+$")
      continue()
    endif()
    # Problems define the same names as each other.
    string(REGEX REPLACE "^harness/(problems/[^/]+|[^/]+).*" "\\1" unit ${folder})
    string(MAKE_C_IDENTIFIER ${unit} unit)
    list(APPEND units ${unit})
    list(APPEND of_${unit} ${source})
  endforeach()
  list(REMOVE_DUPLICATES units)
  foreach(unit ${units})
    list(LENGTH of_${unit} length)
    math(EXPR parts "(${length} + ${most} - 1) / ${most}")
    set(count 0)
    foreach(source ${of_${unit}})
      math(EXPR part "${count} * ${parts} / ${length}")
      math(EXPR count "${count} + 1")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${unit}_${part})
    endforeach()
  endforeach()
  ladder_have_units(${target})
  ladder_precompile(${target})
endfunction()

# The tests of one initial letter are in one unit, with those of letters that share no name with
# them: what a unit takes before its first line is as much as some 700 lines of tests. So there are
# few units, each of some 2,700 lines.
function(ladder_unite_tests target)
  if(NOT LADDER_UNITY)
    return()
  endif()
  foreach(source ${ARGN})
    if(NOT source MATCHES "/test_([a-z])[^/]*$")
      continue()
    endif()
    set(letter ${CMAKE_MATCH_1})
    set(unit ${letter})
    foreach(letters afjv bilow cdr ehs gmpt)
      if(letters MATCHES ${letter})
        set(unit ${letters})
        break()
      endif()
    endforeach()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP tests_${unit})
  endforeach()
  ladder_have_units(${target})
  ladder_precompile(${target} ${PROJECT_SOURCE_DIR}/harness/tests/testing.h)
endfunction()
