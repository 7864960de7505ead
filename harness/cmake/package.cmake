# What a plug-in outside this tree needs: the program, the contract, the cases.
include(CMakePackageConfigHelpers)
set(manual ${PROJECT_BINARY_DIR}/ladder.1)
set(LADDER_MAN share/man/man1 CACHE STRING "Where the manual page is installed")
add_custom_command(OUTPUT ${manual} COMMAND ladder completion man > ${manual} DEPENDS ladder
                   COMMENT "Writing the manual page" VERBATIM)
set(programs ladder)
if(LADDER_SEISMIC AND NOT LADDER_WHEEL)
  # And what a program of others is linked with, to have a stage run next to its own routine.
  list(APPEND programs ac ladder_shadow)
endif()
# What is installed, and what scripts/ladder builds.
add_custom_target(program ALL DEPENDS ${programs} ${manual})
get_property(reported GLOBAL PROPERTY LADDER_COMPILED_TARGETS)
if(reported)
  add_dependencies(program compiled)  # of its own object files, for `predict` and `check --static`
endif()
install(FILES ${manual} DESTINATION ${LADDER_MAN})
install(TARGETS ${programs} RUNTIME DESTINATION bin LIBRARY DESTINATION lib)
set(own_libraries ${LADDER_LIBRARIES})
list(FILTER own_libraries EXCLUDE REGEX "::")  # TBB::tbb is the machine's
if(own_libraries)
  install(TARGETS ${own_libraries} LIBRARY DESTINATION lib)
endif()
if(LADDER_SEISMIC)
  install(FILES harness/seismic/shadow/ladder_shadow.h DESTINATION include/ladder/harness/shadow)
  install(FILES fortran/shared/frame.f90 fortran/shared/c_strings.f90 fortran/wave/contract.f90
          fortran/wave/ladder_shadow.f90 DESTINATION share/ladder/fortran)
  install(DIRECTORY harness/seismic/shadow/example/ DESTINATION share/ladder/shadow_example)
endif()
install(FILES harness/stage.h harness/counts.h DESTINATION include/ladder/harness)
file(GLOB folders_of_problems CONFIGURE_DEPENDS LIST_DIRECTORIES true harness/problems/*)
foreach(folder ${folders_of_problems})
  cmake_path(GET folder FILENAME problem)
  if(EXISTS ${folder}/${problem}.h)
    install(FILES ${folder}/${problem}.h DESTINATION include/ladder/harness/problems/${problem})
  endif()
endforeach()
install(FILES harness/problems/routine/stage_table.h
        DESTINATION include/ladder/harness/problems/routine)
# CUDA sources are compiled without CUDA.
install(DIRECTORY harness/emulation DESTINATION include/ladder/harness)
install(DIRECTORY cuda_stages DESTINATION include/ladder FILES_MATCHING PATTERN "*.cuh")
install(DIRECTORY data/ DESTINATION share/ladder/data FILES_MATCHING PATTERN "*.toml")
# Figures, the report and ladders of own routines: scripts of Python, what they compare with, and
# the stages that they show.
file(GLOB scripts CONFIGURE_DEPENDS scripts/*.py)
install(FILES ${scripts} scripts/requirements.txt DESTINATION share/ladder/scripts)
install(DIRECTORY scripts/plots scripts/reporting scripts/adopting scripts/emulating
                  scripts/judging scripts/porting scripts/predicting scripts/profiling
        DESTINATION share/ladder/scripts PATTERN __pycache__ EXCLUDE)
install(FILES harness/answers/verdict/schema.json DESTINATION share/ladder)
install(DIRECTORY results/published DESTINATION share/ladder/results FILES_MATCHING
        PATTERN "*.json")
# The records by which `shoot` and others choose their stage, and the machines that an adopted
# routine is predicted for where there is no GPU. Each folder of results/ would be made, so each
# file is named.
file(GLOB kept CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} results/*/*/ladder.jsonl
     results/*/*-microbench/machine.jsonl)
foreach(file ${kept})
  cmake_path(GET file PARENT_PATH folder)
  install(FILES ${file} DESTINATION share/ladder/${folder})
endforeach()
install(DIRECTORY fortran c_port cuda_stages DESTINATION share/ladder FILES_MATCHING
        REGEX "/([0-9][^/]*[.](c|cu)|reasons[.]toml)$")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ladderConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES harness/cmake/ladderConfig.cmake ${PROJECT_BINARY_DIR}/ladderConfigVersion.cmake
        DESTINATION lib/cmake/ladder)
