# cmake -DOBJECT -DCUBIN -DOBJCOPY -P cubin_of_object.cmake: writes the machine code that nvcc put
# into the object file OBJECT, for one architecture and uncompressed, to CUBIN. It is in the section
# .nv_fatbin, which may hold PTX, too.
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

# Images follow the header, each behind a header of its own: the kind (1 PTX, 2 machine code), and
# how long both are.
file(SIZE ${section} all)
set(at 16)
set(begin)
while(at LESS all)
  math(EXPR at_header "${at} + 4")
  math(EXPR at_size "${at} + 8")
  number(kind ${at} 2)
  number(header_of_code ${at_header} 4)
  number(size ${at_size} 8)
  math(EXPR at_code "${at} + ${header_of_code}")
  math(EXPR at "${at_code} + ${size}")
  if(kind EQUAL 2)
    list(APPEND begin ${at_code})
    set(length ${size})
  elseif(NOT kind EQUAL 1)
    break()
  endif()
endwhile()
set(magic)
list(LENGTH begin images)
if(images EQUAL 1)
  file(READ ${section} magic OFFSET ${begin} LIMIT 4 HEX)
endif()
if(NOT magic STREQUAL "7f454c46" OR NOT at EQUAL all)
  message(FATAL_ERROR "${OBJECT} does not hold the code of one architecture, uncompressed")
endif()
math(EXPR first "${begin} + 1")
execute_process(COMMAND tail -c +${first} ${section} COMMAND head -c ${length}
                OUTPUT_FILE ${CUBIN} COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${section})
