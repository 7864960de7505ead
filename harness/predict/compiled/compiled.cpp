#include "harness/predict/compiled/compiled.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <tuple>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/bench/registry/registry.h"
#include "harness/bench/trace/scopes.h"
#include "harness/predict/compiled/cubin.h"
#include "harness/predict/compiled/ptxas_report.h"

namespace ladder {

namespace fs = std::filesystem;

namespace {

struct Contents {
  std::string compiler;
  std::vector<std::string> stages;
};

// Lines "compiler nvcc 13.0.88" and "stage smem".
Contents read_contents(const fs::path &folder) {
  const fs::path path = folder / "contents";
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    const std::string why = why_no_cuda();
    throw Error(Exit::nothing_ran,
                why.empty() ? fmt::format("'{}' does not exist, so nothing is known of the "
                                          "compiled kernels: build the target `compiled`",
                                          path.string())
                            : fmt::format("nothing is known of compiled kernels: {}", why));
  }
  Contents contents;
  std::istringstream lines(read_file(path.string()));
  for (std::string key, value; lines >> key && std::getline(lines >> std::ws, value);)
    if (key == "compiler")
      contents.compiler = value;
    else if (key == "stage")
      contents.stages.push_back(value);
  if (contents.compiler.empty())
    throw FileError(fmt::format("'{}' names no compiler: configure again", path.string()));
  return contents;
}

void look_at_code(CompiledKernel &kernel, const MachineCode &code) {
  for (std::size_t i = 0; i < instruction_classes; ++i) {
    const auto kind = static_cast<InstructionClass>(i);
    if (const std::int64_t count = code.count(kind)) kernel.classes[name_of(kind)] = count;
  }
  kernel.loops = code.loops;
  kernel.access_bytes = code.bytes_of_an_access();
}

// The name of each kernel of a report, in its order: short where that is its own.
std::vector<std::string> names_of(const std::vector<PtxasKernel> &found) {
  std::map<std::string, int> of_one_name;
  for (const auto &k : found) ++of_one_name[short_kernel_name(k.mangled.c_str())];
  std::vector<std::string> names;
  for (const auto &k : found) {
    const std::string name = short_kernel_name(k.mangled.c_str());
    names.push_back(of_one_name[name] > 1 ? kernel_signature(k.mangled.c_str()) : name);
  }
  return names;
}

std::vector<CompiledKernel> kernels_of(const std::string &stage, const std::string &compiler,
                                       const std::string &report, const std::string &cubin) {
  const auto sections = section_sizes(cubin);
  const auto contents = section_bytes(cubin);
  const auto found = parse_ptxas_report(report);
  const auto names = names_of(found);
  std::vector<CompiledKernel> kernels;
  for (const auto &k : found) {
    CompiledKernel &kernel =
        kernels.emplace_back(CompiledKernel{stage,
                                            names[kernels.size()],
                                            k.architecture,
                                            compiler,
                                            k.registers,
                                            k.shared_bytes,
                                            static_cast<int>(constant_bytes(sections, k.mangled)),
                                            k.stack_bytes,
                                            k.spill_store_bytes,
                                            k.spill_load_bytes,
                                            code_instructions(sections, k.mangled),
                                            {},
                                            0,
                                            0});
    look_at_code(kernel, machine_code(code_bytes(contents, k.mangled)));
  }
  return kernels;
}

}  // namespace

fs::path compiled_folder(const std::string &program) {
  return fs::path(program).parent_path() / "compiled";
}

std::vector<CompiledKernel> read_compiled(const fs::path &folder,
                                          const std::vector<std::string> &stages) {
  const Contents contents = read_contents(folder);
  std::vector<CompiledKernel> all;
  for (const auto &stage : contents.stages) {
    if (!stages.empty() && !std::ranges::count(stages, stage)) continue;
    const fs::path report_file = folder / (stage + ".txt"),
                   cubin_file = folder / (stage + ".cubin");
    std::error_code ignored;
    if (!fs::exists(report_file, ignored) &&
        !fs::exists(cubin_file, ignored))  // a first result does without
      throw Error(Exit::nothing_ran,
                  fmt::format("nothing is known of compiled kernels: this build has not looked at "
                              "them yet; cmake --build {} --target compiled",
                              folder.parent_path().string()));
    const std::string report = report_file.string(), cubin = cubin_file.string();
    const std::string report_text = read_file(report), cubin_bytes = read_file(cubin);
    try {
      const auto kernels = kernels_of(stage, contents.compiler, report_text, cubin_bytes);
      all.insert(all.end(), kernels.begin(), kernels.end());
    } catch (const FileError &why) {
      throw FileError(
          fmt::format("'{}' and '{}' cannot be used: {}; build the target `compiled` again", report,
                      cubin, why.what()));
    }
  }
  std::sort(all.begin(), all.end(), [](const auto &a, const auto &b) {
    return std::tie(a.stage, a.kernel) < std::tie(b.stage, b.kernel);
  });
  return all;
}

MachineCode code_of(const fs::path &folder, const std::string &stage, const std::string &kernel) {
  const auto found = parse_ptxas_report(read_file((folder / (stage + ".txt")).string()));
  const auto names = names_of(found);
  const auto at = std::ranges::find(names, kernel);
  if (at == names.end()) throw UsageError(fmt::format("its build has no kernel '{}'", kernel));
  const std::string cubin = read_file((folder / (stage + ".cubin")).string());
  const auto &one = found[static_cast<std::size_t>(at - names.begin())];
  return machine_code(code_bytes(section_bytes(cubin), one.mangled));
}

}  // namespace ladder
