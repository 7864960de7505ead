# Libraries from the system's packages; scripts/packages.txt names them.
find_package(fmt REQUIRED)
find_package(benchmark REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(nlohmann_json REQUIRED)
add_library(ladder_dependencies INTERFACE)
target_link_libraries(ladder_dependencies INTERFACE fmt::fmt benchmark::benchmark CLI11::CLI11
                      tomlplusplus::tomlplusplus nlohmann_json::nlohmann_json)
