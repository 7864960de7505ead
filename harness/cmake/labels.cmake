# What CTest runs, and its labels. Every test has one of four:
#   unit      C++ tests, and Python tests that start nothing long: all of them take less than a
#             minute
#   cli       runs ladder, or builds something
#   physics   holds results against theory or against an oracle, case by case
#   gpu       needs a GPU
# A test's first lines say which: "# label: cli" in Python, "// label: physics" in C++, where unit
# need not be said. "# serial: why" gives the label serial as well: the test has the machine for
# itself. "# cost: N" is about the seconds of a long test: the longest begin first, so that no core
# waits for one at the end. Each test writes the outcomes of its cases to junit/<test>.xml, which
# scripts/count_tests.py reads.
set(LADDER_JUNIT ${PROJECT_BINARY_DIR}/junit)
# Tests share the cores: a thread that waits for another in a loop keeps a core from the one that it
# waits for. libgomp waits that briefly itself where one process has more threads than cores.
set(LADDER_SHARED_CORES "GOMP_SPINCOUNT=1000")
find_program(LADDER_PYTHON NAMES python3 HINTS ${PROJECT_BINARY_DIR}/venv/bin NO_DEFAULT_PATH)
find_program(LADDER_PYTHON NAMES python3)

# The words behind "<key>:" in the first lines of a test.
function(ladder_head_of out file key)
  file(STRINGS ${file} lines LIMIT_COUNT 5 REGEX "^(#|//) ${key}: ")
  string(REGEX REPLACE "^(#|//) ${key}: *([^;]*).*" "\\2" words "${lines}")
  set(${out} "${words}" PARENT_SCOPE)
endfunction()

function(ladder_label out file default)
  ladder_head_of(label ${file} label)
  if(NOT label)
    set(label ${default})
  endif()
  if(NOT label MATCHES "^(unit|cli|physics|gpu)$")
    cmake_path(GET file FILENAME name)
    message(FATAL_ERROR
            "${name} has no label: one of its first lines must be '# label: L', where L is unit, \
cli, physics or "
                        "gpu (harness/cmake/labels.cmake)")
  endif()
  set(${out} ${label} PARENT_SCOPE)
endfunction()

# One process a label: to start the program for each of its tests takes longer than the tests.
foreach(file ${test_sources})
  cmake_path(GET file STEM stem)
  ladder_label(label ${file} unit)
  list(APPEND of_${label} ${stem})
endforeach()
foreach(label unit cli physics gpu)
  list(JOIN of_${label} "," files)
  if(NOT files)
    continue()
  endif()
  add_test(NAME cpp_${label} COMMAND ladder_tests --of=${files}
           --gtest_output=xml:${LADDER_JUNIT}/cpp_${label}.xml)
  set_tests_properties(cpp_${label} PROPERTIES LABELS ${label} TIMEOUT 900 COST 100
                       ENVIRONMENT "LADDER_HOME=${PROJECT_SOURCE_DIR};${LADDER_SHARED_CORES}")
endforeach()

file(GLOB python_tests CONFIGURE_DEPENDS harness/tests/test_*.py)
ladder_leave_out_tests(python_tests "^# room: ([a-z]+ )*ROOM( |$)")
foreach(file ${python_tests})
  cmake_path(GET file STEM stem)
  ladder_label(labels ${file} "")
  ladder_head_of(serial ${file} serial)
  if(serial)
    list(APPEND labels serial)
  endif()
  add_test(NAME ${stem} COMMAND ${LADDER_PYTHON} ${PROJECT_SOURCE_DIR}/harness/tests/run.py
           --junit=${LADDER_JUNIT}/${stem}.xml ${file})
  set(environment LADDER_BUILD=${PROJECT_BINARY_DIR} LADDER_SOURCE=${PROJECT_SOURCE_DIR}
      LADDER_HOME=${PROJECT_SOURCE_DIR} PYTHONPYCACHEPREFIX=${PROJECT_BINARY_DIR}/pycache
      PYTHONDONTWRITEBYTECODE=)
  if(serial)
    set_tests_properties(${stem} PROPERTIES RUN_SERIAL ON)
  else()
    list(APPEND environment ${LADDER_SHARED_CORES})
  endif()
  set_tests_properties(${stem} PROPERTIES TIMEOUT 900 LABELS "${labels}"
                       ENVIRONMENT "${environment}")
  ladder_head_of(cost ${file} cost)
  if(cost)
    set_tests_properties(${stem} PROPERTIES COST ${cost})
  endif()
endforeach()
