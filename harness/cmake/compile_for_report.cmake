# cmake -P compile_for_report.cmake -- REPORT COMMAND...: what the compiler says goes into the file
# REPORT; what is not of kernels, or all where it fails, onto the screen.
set(words)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(i RANGE 5 ${last})
  list(APPEND words "${CMAKE_ARGV${i}}")
endforeach()
execute_process(COMMAND ${words} OUTPUT_VARIABLE report ERROR_VARIABLE report
                RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${report}")
endif()
file(WRITE ${CMAKE_ARGV4} "${report}")
string(REGEX REPLACE "(ptxas info|    [0-9]+ bytes stack)[^\n]*\n" "" others "${report}")
string(STRIP "${others}" others)
if(others)
  message("${others}")
endif()
