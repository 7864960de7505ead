# One stage is one file, in the folder of its ladder. Its name comes from the file's name:
# 24_smem_minor.cu is smem-minor, 36a_batch.cu, a child of 36, is batch. Its own
# flags are in a comment of its first lines, "// flags: -O3"; sources that are compiled with the
# same flags, in "// sources: a.f90"; what it cannot be built without, in "// needs: cudnn"
# (needs.cmake). "// language: Fortran OpenACC" is for those who read the tree
# (scripts/reporting/stage_files.py). A source that stages of two ladders name is compiled once, so
# their flags must be the same. A stage whose need is not met is left out, and the registry says
# why.

include(${CMAKE_CURRENT_LIST_DIR}/half_lengths.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/stage_hash.cmake)
option(LADDER_STAGES "Build the stages of the ladders of fortran/, c_port/ and cuda_stages/" ON)
set(LADDER_WHY_STAGES_ARE_OFF "ladder was built with -DLADDER_STAGES=OFF" CACHE STRING
    "What is said of stages that were left out by LADDER_STAGES=OFF")

# Reads "// <key>: words" from the first lines of a file into `out`.
function(ladder_directive out file key)
  file(STRINGS ${file} lines LIMIT_COUNT 12 REGEX "^// ${key}:")
  string(REGEX REPLACE "^// ${key}:[ ]*" "" words "${lines}")
  separate_arguments(words UNIX_COMMAND "${words}")
  set(${out} ${words} PARENT_SCOPE)
endfunction()

# Writes what the head of a stage expects, "Expected: words" and indented lines behind it, into a
# header, as LADDER_EXPECTATION. Sets `out` to its path.
function(ladder_expectation out identifier file)
  file(READ ${file} text)
  string(REGEX MATCH "\n(//| \\*) Expected: [^\n]*(\n(//| \\*)  +[^\n]*)*" words "${text}")
  string(REGEX REPLACE "\n(//| \\*) +" " " words "${words}")
  string(REGEX REPLACE "^ Expected: +| *\\*/$" "" words "${words}")
  string(REGEX REPLACE "([\"\\\\])" "\\\\\\1" words "${words}")
  set(header ${PROJECT_BINARY_DIR}/generated/expectations/${identifier}.h)
  file(CONFIGURE OUTPUT ${header} CONTENT "#define LADDER_EXPECTATION \"@words@\"\n" @ONLY)
  set(${out} ${header} PARENT_SCOPE)
endfunction()

# The paths of the sources that a stage names, which are relative to its folder.
function(ladder_sources_of_stage out file)
  ladder_directive(sources ${file} sources)
  cmake_path(GET file PARENT_PATH folder)
  set(paths)
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder} NORMALIZE)
    list(APPEND paths ${source})
  endforeach()
  set(${out} ${paths} PARENT_SCOPE)
endfunction()

function(ladder_sources_of_stages out)
  file(GLOB files CONFIGURE_DEPENDS ${ARGN})
  set(all)
  foreach(file ${files})
    ladder_sources_of_stage(sources ${file})
    list(APPEND all ${sources})
  endforeach()
  list(REMOVE_DUPLICATES all)
  set(${out} ${all} PARENT_SCOPE)
endfunction()

# Those of `sources` that no stage before this one compiles. Stops where one would be compiled with
# other flags.
function(ladder_not_yet_compiled out stage flags)
  set(new)
  foreach(source ${ARGN})
    get_property(known GLOBAL PROPERTY "ladder_flags_of_${source}" SET)
    get_property(before GLOBAL PROPERTY "ladder_flags_of_${source}")
    if(NOT known)
      set_property(GLOBAL PROPERTY "ladder_flags_of_${source}" "${flags}")
      list(APPEND new ${source})
    elseif(NOT before STREQUAL flags)
      message(FATAL_ERROR
              "Stage ${stage} names ${source}, which another stage compiles with '${before}', and \
it has "
              "the flags '${flags}': give both the same flags, or each a source of its own.")
    endif()
  endforeach()
  set(${out} ${new} PARENT_SCOPE)
endfunction()

# Builds every stage as an object library of its own and generates the registry of them. Sets
# <table>_OBJECTS, <table>_LIBRARIES and <table>_REGISTRY, the registry's source and the hashes that
# it includes.
function(ladder_add_stages table)
  file(GLOB files CONFIGURE_DEPENDS ${ARGN})
  set(keyed)
  foreach(file ${files})
    cmake_path(GET file FILENAME base)
    cmake_path(GET file PARENT_PATH folder)
    cmake_path(GET folder FILENAME ladder)
    list(APPEND keyed "${ladder}/${base}|${file}")
  endforeach()
  list(SORT keyed COMPARE NATURAL)
  set(objects)
  set(hashes "")
  set(hash_files)
  set(declarations "")
  set(rows "")
  set(unbuilt "")
  foreach(pair ${keyed})
    string(REGEX REPLACE "^[^|]*\\|" "" file ${pair})
    cmake_path(GET file STEM stem)
    cmake_path(GET file EXTENSION LAST_ONLY extension)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE relative)
    string(REGEX REPLACE "^[0-9]+[a-z]*_" "" identifier ${stem})
    string(REPLACE "_" "-" name ${identifier})
    cmake_path(GET file PARENT_PATH folder)
    cmake_path(GET folder FILENAME ladder)
    # A name is unique within its ladder; those of the wave, the first one, go without it.
    if(NOT ladder STREQUAL "wave")
      set(identifier ${ladder}_${identifier})
      set(full_name ${ladder}.${name})
    else()
      set(full_name ${name})
    endif()
    ladder_directive(needs ${file} needs)
    if(extension STREQUAL ".cu")
      list(PREPEND needs cuda)
    endif()
    # Its first lines decide what is built: an edit must come through here.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    ladder_why_not_built(why ${relative} ${needs})
    if(NOT LADDER_STAGES)
      set(why "${LADDER_WHY_STAGES_ARE_OFF}")
    endif()
    if(why)
      # What all stages lack, or all in CUDA, is said once.
      if(LADDER_STAGES AND NOT why STREQUAL LADDER_WHY_NO_CUDA)
        message(STATUS "Stage ${name} is left out: ${why}")
      endif()
      string(APPEND unbuilt "      {\"${ladder}\", \"${name}\", \"${relative}\", \"${why}\"},\n")
      continue()
    endif()
    ladder_directive(flags ${file} flags)
    ladder_sources_of_stage(sources ${file})
    if(NOT flags)
      set(flags -O3)
    endif()
    set(includes)
    foreach(need ${needs})
      list(APPEND flags ${LADDER_FLAGS_${need}})
      list(APPEND includes ${LADDER_INCLUDES_${need}})
    endforeach()
    set(language C)
    set(hashed_flags ${flags})
    if(extension STREQUAL ".cu")
      set(language CUDA)
      ladder_half_length_flags(half_length_flags ${ladder})
      list(APPEND hashed_flags ${half_length_flags})
    elseif(extension STREQUAL ".cpp")
      set(language CXX)
      list(APPEND hashed_flags -std=c++20 ${LADDER_SAME_PLACE})
    else()
      list(APPEND hashed_flags ${LADDER_SAME_PLACE})
    endif()
    set(target stage_${identifier})
    ladder_not_yet_compiled(compiled ${full_name} "${flags}" ${sources})
    add_library(${target} OBJECT ${file} ${compiled})
    target_compile_options(${target} PRIVATE ${flags})
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20 -lineinfo
                           ${half_length_flags}>
                           $<$<COMPILE_LANGUAGE:C>:-std=c11 -Wall -Wextra ${LADDER_SAME_PLACE}>
                           $<$<COMPILE_LANGUAGE:CXX>:-std=c++20 -Wall -Wextra
                           -Wno-missing-field-initializers
                           ${LADDER_SAME_PLACE}>)
    ladder_expectation(expectation ${identifier} ${file})
    target_compile_options(${target} PRIVATE
                           $<$<NOT:$<COMPILE_LANGUAGE:Fortran>>:SHELL:-include ${expectation}>)
    target_compile_definitions(${target} PRIVATE LADDER_STAGE_NAME=\"${name}\"
                               LADDER_STAGE_SYMBOL=ladder_stage_${identifier})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
    target_include_directories(${target} SYSTEM PRIVATE ${includes})
    if(TARGET ladder_fortran)
      add_dependencies(${target} ladder_fortran)
    endif()
    set(include_flags)
    foreach(include ${includes})
      list(APPEND include_flags -isystem ${include})
    endforeach()
    if(language STREQUAL CUDA)
      ladder_compile_for_report(${target} ${full_name} ${name} ${identifier} ${file} ${flags}
                                ${include_flags})
    endif()
    ladder_add_stage_hash(${identifier} ${name} ${file} ${language} "${hashed_flags}"
                          "${include_flags}" ${sources})
    string(APPEND hashes "#include \"stage_hashes/${identifier}.h\"\n")
    list(APPEND hash_files ${LADDER_HASH_FOLDER}/${identifier}.h)
    list(JOIN flags " " flags_text)
    string(STRIP "${CMAKE_${language}_FLAGS} ${flags_text}" flags_text)
    string(APPEND declarations "extern const ladder_stage ladder_stage_${identifier};\n"
           "extern const ladder_counts ladder_stage_${identifier}_counts __attribute__((weak));\n"
           "extern const ladder_extension ladder_stage_${identifier}_extension \
__attribute__((weak));\n")
    string(APPEND rows
           "      {&ladder_stage_${identifier}, \"${relative}\", \"${flags_text}\", \
LADDER_HASH_${identifier}, false, \"\", \"${ladder}\", &ladder_stage_${identifier}_counts, \
&ladder_stage_${identifier}_extension},\n")
    if("${needs}" MATCHES "nvptx-(offload|openacc)")
      ladder_add_offload_library(${identifier} ${CMAKE_MATCH_0})
    else()
      list(APPEND objects $<TARGET_OBJECTS:${target}>)
    endif()
  endforeach()
  set(LADDER_STAGE_HASHES "${hashes}")
  set(LADDER_STAGE_DECLARATIONS "${declarations}")
  set(LADDER_STAGE_ROWS "${rows}")
  set(LADDER_UNBUILT_ROWS "${unbuilt}")
  set(registry ${PROJECT_BINARY_DIR}/generated/registry_table_${table}.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/harness/cmake/registry_table.cpp.in ${registry} @ONLY)
  set(${table}_OBJECTS ${objects} PARENT_SCOPE)
  get_property(libraries GLOBAL PROPERTY LADDER_STAGE_LIBRARIES)
  set(${table}_LIBRARIES ${libraries} PARENT_SCOPE)
  set(${table}_REGISTRY ${registry} ${hash_files} PARENT_SCOPE)
endfunction()

# Generates the table of the problems, each a folder with <name>_problem.cpp, which defines
# <name>_problem. Sets <table>_PROBLEMS to its source.
function(ladder_add_problems table_name)
  file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true ${ARGN})
  set(LADDER_PROBLEM_DECLARATIONS "")
  set(LADDER_PROBLEM_ROWS "")
  foreach(folder ${folders})
    cmake_path(GET folder FILENAME name)
    if(NOT EXISTS ${folder}/${name}_problem.cpp)
      continue()
    endif()
    string(APPEND LADDER_PROBLEM_DECLARATIONS "extern const Problem ${name}_problem;\n")
    string(APPEND LADDER_PROBLEM_ROWS "      &${name}_problem,\n")
  endforeach()
  set(table ${PROJECT_BINARY_DIR}/generated/problems_table_${table_name}.cpp)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/problems_table.cpp.in ${table} @ONLY)
  set(${table_name}_PROBLEMS ${table} PARENT_SCOPE)
endfunction()
