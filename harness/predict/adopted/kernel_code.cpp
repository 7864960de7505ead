#include "harness/predict/adopted/kernel_code.h"

#include "harness/base/files.h"
#include "harness/predict/compiled/cubin.h"
#include "harness/predict/compiled/ptxas_report.h"

namespace ladder {
namespace {

std::string base_of(const std::string &name) {
  const std::string plain = name.substr(0, name.find('<'));
  const auto at = plain.rfind("::");
  return at == std::string::npos ? plain : plain.substr(at + 2);
}

}  // namespace

KernelCode kernel_code(const std::string &name, const Json &answer) {
  KernelCode found;
  if (answer.contains("lacks")) return found;
  const Json &kernels = answer.at("kernels");
  std::string &mangled = found.mangled;
  for (const auto &[one, about] : kernels.items()) {
    const std::string known = about.at("name");
    if (known != name && base_of(known) != base_of(name)) continue;
    if (mangled.empty() || known == name) mangled = one;
  }
  if (mangled.empty()) return found;
  const auto sections = section_bytes(read_file(answer.at("cubin")));
  found.code = machine_code(code_bytes(sections, mangled));
  found.parameter_bytes = parameter_bytes(sections, mangled);
  found.lines = kernels[mangled].at("lines").get<std::vector<std::string>>();
  for (const PtxasKernel &one : parse_ptxas_report(answer.at("ptxas")))
    if (one.mangled == mangled)
      found.registers = one.registers, found.shared_bytes = one.shared_bytes,
      found.own_bytes = one.stack_bytes;
  return found;
}

}  // namespace ladder
