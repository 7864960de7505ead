#include "harness/predict/compiled/compiled_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

constexpr int compiled_schema = 1;

}  // namespace

Json compiled_json(const std::vector<CompiledKernel> &kernels) {
  if (kernels.empty()) throw UsageError("there are no compiled kernels to write");
  const CompiledKernel &first = kernels.front();
  Json rows = Json::array();
  for (const auto &k : kernels) {
    if (k.compiler != first.compiler || k.architecture != first.architecture)
      throw UsageError(
          fmt::format("kernels of one file must be of one compiler and architecture, "
                      "not of {} for {} and {} for {}",
                      first.compiler, first.architecture, k.compiler, k.architecture));
    rows.push_back({{"stage", k.stage},
                    {"kernel", k.kernel},
                    {"registers", k.registers},
                    {"shared_bytes", k.shared_bytes},
                    {"constant_bytes", k.constant_bytes},
                    {"stack_bytes", k.stack_bytes},
                    {"spill_store_bytes", k.spill_store_bytes},
                    {"spill_load_bytes", k.spill_load_bytes},
                    {"code_instructions", k.code_instructions}});
    if (k.classes.empty()) continue;
    rows.back()["classes"] = k.classes;
    rows.back()["loops"] = k.loops;
    rows.back()["access_bytes"] = k.access_bytes;
  }
  return {{"compiled_schema", compiled_schema},
          {"compiler", first.compiler},
          {"architecture", first.architecture},
          {"kernels", rows}};
}

std::vector<CompiledKernel> compiled_of_json(const Json &json) {
  if (!json.is_object() || !json.contains("compiled_schema"))
    throw FileError(
        "it holds no compiled kernels: it is empty, truncated, or another kind of file");
  try {
    if (const int found = json.at("compiled_schema"); found != compiled_schema)
      throw Error(Exit::not_comparable,
                  fmt::format("compiled_schema differs: it has {} and this program writes {}",
                              found, compiled_schema));
    std::vector<CompiledKernel> kernels;
    for (const Json &row : json.at("kernels")) {
      kernels.push_back({row.at("stage"),
                         row.at("kernel"),
                         json.at("architecture"),
                         json.at("compiler"),
                         row.at("registers"),
                         row.at("shared_bytes"),
                         row.at("constant_bytes"),
                         row.at("stack_bytes"),
                         row.at("spill_store_bytes"),
                         row.at("spill_load_bytes"),
                         row.at("code_instructions"),
                         {},
                         0,
                         0});
      if (!row.contains("classes")) continue;  // kept before the code was looked at
      row.at("classes").get_to(kernels.back().classes);
      row.at("loops").get_to(kernels.back().loops);
      row.at("access_bytes").get_to(kernels.back().access_bytes);
    }
    return kernels;
  } catch (const Json::exception &why) {
    throw FileError(why.what());
  }
}

void write_compiled(const std::string &path, const std::vector<CompiledKernel> &kernels,
                    bool overwrite) {
  Json json = compiled_json(kernels);
  std::string text;
  for (const Json &row : json.at("kernels"))
    text += (text.empty() ? "\n    " : ",\n    ") + row.dump();
  json.erase("kernels");
  text = fmt::format("{},\n  \"kernels\": [{}\n  ]\n}}\n",
                     json.dump(2).substr(0, json.dump(2).size() - 2), text);
  std::error_code problem;
  if (const auto folder = std::filesystem::path(path).parent_path(); !folder.empty())
    std::filesystem::create_directories(folder, problem);
  write_whole(path, text, overwrite);
}

std::vector<CompiledKernel> read_compiled_file(const std::string &path) {
  const std::string text = read_file(path);
  try {
    return compiled_of_json(Json::parse(text, nullptr, false));
  } catch (const Error &why) {
    throw Error(why.exit, fmt::format("'{}' cannot be used: {}", path, why.what()));
  }
}

}  // namespace ladder
