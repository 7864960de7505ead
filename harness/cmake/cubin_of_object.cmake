# cmake -DOBJECT -DCUBIN -DOBJCOPY -P cubin_of_object.cmake: writes the machine code that nvcc put
# into the object file OBJECT, for one architecture and uncompressed, to CUBIN. It is the section
# .nv_fatbin: a header of 16 bytes, then the code behind a header of its own, which says how long
# both are.
set(section ${CUBIN}.fatbin)
execute_process(COMMAND ${OBJCOPY} -O binary --only-section=.nv_fatbin ${OBJECT} ${section}
                COMMAND_ERROR_IS_FATAL ANY)

# A little-endian number of the section.
function(number out offset bytes)
  file(READ ${section} digits OFFSET ${offset} LIMIT ${bytes} HEX)
  string(REGEX MATCHALL ".." digits "${digits}")
  list(REVERSE digits)
  list(JOIN digits "" digits)
  math(EXPR value "0x${digits}")
  set(${out} ${value} PARENT_SCOPE)
endfunction()

set(header 16)
number(kind 16 2)
number(header_of_code 20 4)
number(size 24 8)
math(EXPR begin "${header} + ${header_of_code}")
file(READ ${section} magic OFFSET ${begin} LIMIT 4 HEX)
file(SIZE ${section} all)
math(EXPR end "${begin} + ${size}")
if(NOT kind EQUAL 2 OR NOT magic STREQUAL "7f454c46" OR NOT end EQUAL all)
  message(FATAL_ERROR "${OBJECT} does not hold the code of one architecture, uncompressed")
endif()
math(EXPR first "${begin} + 1")
execute_process(COMMAND tail -c +${first} ${section} OUTPUT_FILE ${CUBIN}
                COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${section})
