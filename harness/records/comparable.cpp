#include "harness/records/comparable.h"

#include <fmt/format.h>

namespace ladder {
namespace {

std::string difference(const Json &a, const Json &b, const std::vector<const char *> &fields) {
  for (const char *field : fields) {
    const Json::json_pointer at(field);
    const Json one = a.contains(at) ? a.at(at) : Json(nullptr),
               other = b.contains(at) ? b.at(at) : Json(nullptr);
    if (one == other) continue;
    std::string name = std::string("environment") + field;
    for (char &c : name)
      if (c == '/') c = '.';
    return fmt::format("{} differs: {} and {}", name, one.dump(), other.dump());
  }
  return "";
}

}  // namespace

std::string machine_difference(const Json &environment, const Json &other) {
  std::vector<const char *> fields = {"/cpu",      "/cores",      "/affinity",   "/gpu/name",
                                      "/gpu/uuid", "/gpu/driver", "/cuda_driver"};
  // Older records do not tell it.
  if (environment.contains("openmp") && other.contains("openmp")) fields.push_back("/openmp");
  return difference(environment, other, fields);
}

std::string build_difference(const Json &environment, const Json &other) {
  return difference(environment, other,
                    {"/build/commit", "/build/fortran", "/build/c", "/build/cxx", "/build/cuda",
                     "/build/program"});
}

}  // namespace ladder
