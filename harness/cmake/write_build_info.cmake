# Writes build_info.h, and only when it changed, so that nothing is compiled again for nothing.
find_package(Git QUIET)
set(commit "unknown")
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} rev-parse --short=12 HEAD
                  OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
                  RESULT_VARIABLE failed)
  if(NOT failed)
    # Records are written into results/ while measuring: they do not make a tree dirty.
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} status --porcelain -- . ":!results"
                    OUTPUT_VARIABLE changes ERROR_QUIET)
    set(commit ${head})
    if(changes)
      string(APPEND commit "-dirty")
    endif()
  endif()
endif()
set(text "// Generated at each build.\n#pragma once\n")
string(APPEND text "#define LADDER_VERSION \"${VERSION}\"\n#define LADDER_COMMIT \"${commit}\"\n")
string(APPEND text
       "#define LADDER_FORTRAN_COMPILER \"${FORTRAN}\"\n#define LADDER_C_COMPILER \"${C}\"\n")
string(APPEND text
       "#define LADDER_CXX_COMPILER \"${CXX}\"\n#define LADDER_CUDA_COMPILER \"${CUDA}\"\n")
if(CUDA_VERSION)
  string(APPEND text "#define LADDER_CUDA_VERSION \"${CUDA_VERSION}\"\n")
endif()
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT "${old}" STREQUAL "${text}")
  file(WRITE ${OUTPUT} "${text}")
endif()
