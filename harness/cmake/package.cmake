# What a plug-in outside this tree needs: the program, the contract, the cases.
include(CMakePackageConfigHelpers)
install(TARGETS ladder ac RUNTIME DESTINATION bin)
if(LADDER_LIBRARIES)
  install(TARGETS ${LADDER_LIBRARIES} LIBRARY DESTINATION lib)
endif()
install(FILES harness/stage.h harness/counts.h DESTINATION include/ladder/harness)
file(GLOB folders_of_problems CONFIGURE_DEPENDS LIST_DIRECTORIES true harness/problems/*)
foreach(folder ${folders_of_problems})
  cmake_path(GET folder FILENAME problem)
  install(FILES ${folder}/${problem}.h DESTINATION include/ladder/harness/problems/${problem})
endforeach()
install(DIRECTORY data/ DESTINATION share/ladder/data FILES_MATCHING PATTERN "*.toml")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ladderConfigVersion.cmake
                                 COMPATIBILITY SameMajorVersion)
install(FILES harness/cmake/ladderConfig.cmake ${PROJECT_BINARY_DIR}/ladderConfigVersion.cmake
        DESTINATION lib/cmake/ladder)
