file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAM} RESOLVED_DEPENDENCIES_VAR libraries
     UNRESOLVED_DEPENDENCIES_VAR missing
     POST_INCLUDE_REGEXES "libgfortran" "libquadmath" "libfmt" "libbenchmark" "libtomlplusplus"
     "libsegyio" "libpugixml" "libz[.]" POST_EXCLUDE_REGEXES ".*")
file(COPY ${libraries} DESTINATION ${FOLDER} FOLLOW_SYMLINK_CHAIN)
