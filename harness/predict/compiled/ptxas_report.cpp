#include "harness/predict/compiled/ptxas_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "harness/base/error.h"

namespace ladder {
namespace {

// The text between the quotes number 2k and 2k+1 of a line.
std::string quoted(const std::string &line, int k) {
  std::size_t begin = line.find('\'');
  for (int i = 0; i < 2 * k && begin != std::string::npos; ++i) begin = line.find('\'', begin + 1);
  if (begin == std::string::npos) return "";
  const std::size_t end = line.find('\'', begin + 1);
  return end == std::string::npos ? "" : line.substr(begin + 1, end - begin - 1);
}

// "Used 32 registers, used 1 barriers, 304 bytes cumulative stack size, 2048 bytes smem"
void read_used(const std::string &used, PtxasKernel &kernel) {
  std::istringstream parts(used);
  int count = 0;
  for (std::string part; std::getline(parts, part, ',');) {
    if (std::sscanf(part.c_str(), "Used %d registers", &count) == 1) kernel.registers = count;
    char what[32] = "";
    if (std::sscanf(part.c_str(), " %d bytes %31s", &count, what) != 2) continue;
    if (std::string(what) == "smem") kernel.shared_bytes = count;
    if (std::string(what) == "cumulative") kernel.stack_bytes = std::max(kernel.stack_bytes, count);
  }
}

}  // namespace

std::vector<PtxasKernel> parse_ptxas_report(const std::string &text) {
  std::vector<PtxasKernel> kernels;
  std::vector<bool> has_properties;
  std::string properties_of;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("Compiling entry function '") != std::string::npos) {
      kernels.push_back({quoted(line, 0), quoted(line, 1)});
      has_properties.push_back(false);
      properties_of.clear();
      continue;
    }
    if (kernels.empty()) continue;
    PtxasKernel &kernel = kernels.back();
    static const std::string of = "Function properties for ";
    if (const auto at = line.find(of); at != std::string::npos)
      properties_of = line.substr(at + of.size());
    int stack = 0, stores = 0, loads = 0;
    if (properties_of == kernel.mangled &&
        std::sscanf(line.c_str(), " %d bytes stack frame, %d bytes spill stores, %d bytes spill",
                    &stack, &stores, &loads) == 3) {
      kernel.stack_bytes = std::max(kernel.stack_bytes, stack);
      kernel.spill_store_bytes = stores;
      kernel.spill_load_bytes = loads;
      has_properties.back() = true;
    }
    if (const auto at = line.find(" Used "); at != std::string::npos)
      read_used(line.substr(at + 1), kernel);
  }
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (kernels[i].registers < 0 || !has_properties[i] || kernels[i].architecture.empty())
      throw FileError(fmt::format("the report on kernel '{}' is incomplete", kernels[i].mangled));
  return kernels;
}

}  // namespace ladder
