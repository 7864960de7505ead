# find_package(ladder) gives the target ladder::stage (the contract's header),
# ladder_add_shadow(<program>), which lets a program in Fortran or C `use ladder_shadow`, and
# ladder_add_plugin(<name> <source>...), which makes <name>.so for `ladder --stage=./<name>.so`.
get_filename_component(ladder_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET ladder::stage)
  add_library(ladder::stage INTERFACE IMPORTED)
  set_target_properties(ladder::stage PROPERTIES
                        INTERFACE_INCLUDE_DIRECTORIES "${ladder_prefix}/include/ladder")
endif()

function(ladder_add_plugin name)
  add_library(${name} MODULE ${ARGN})
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so")
  string(REPLACE "_" "-" stage_name ${name})
  target_compile_definitions(${name} PRIVATE LADDER_STAGE_NAME="${stage_name}")
  target_link_libraries(${name} PRIVATE ladder::stage)
endfunction()

function(ladder_add_shadow program)
  if(NOT EXISTS ${ladder_prefix}/lib/libladder_shadow.so)
    message(FATAL_ERROR
            "ladder_add_shadow: ${ladder_prefix} has no libladder_shadow.so, which a wheel leaves \
out: "
                        "install ladder from its source by `cmake --install`")
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if("Fortran" IN_LIST languages)
    foreach(module frame c_strings contract ladder_shadow)
      target_sources(${program} PRIVATE ${ladder_prefix}/share/ladder/fortran/${module}.f90)
    endforeach()
  endif()
  target_link_libraries(${program} PRIVATE ladder::stage ${ladder_prefix}/lib/libladder_shadow.so)
endfunction()
