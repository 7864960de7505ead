#include "harness/command/shown/benchmark_output.h"

#include <fmt/format.h>

#include <filesystem>

#include "harness/answers/export/formats.h"
#include "harness/answers/records/ladder_order.h"
#include "harness/base/error.h"
#include "harness/command/shown/text_output.h"
#include "harness/formats/new_file.h"

namespace ladder {
namespace {

std::string as(const std::string &format, const std::vector<Json> &records) {
  return format == "csv" ? as_google_benchmark_csv(records) : as_google_benchmark(records);
}

}  // namespace

void claim_benchmark_output(const BenchmarkOutput &options, const std::string &records) {
  const std::string &path = options.benchmark_out;
  if (path.empty()) return;
  if (std::filesystem::weakly_canonical(path) == std::filesystem::weakly_canonical(records))
    throw FileError(fmt::format("'{}' is the file of the records: name another one", path));
  claim_text_output(path, options.overwrite);
}

void write_benchmark_output(const BenchmarkOutput &options, const std::vector<Json> &records) {
  const std::vector<Json> ordered = in_ladder_order(records);
  if (!options.benchmark_out.empty())
    write_whole(options.benchmark_out, as(options.benchmark_out_format, ordered),
                options.overwrite);
  if (options.benchmark_format != "console")
    fmt::print("{}", as(options.benchmark_format, ordered));
}

}  // namespace ladder
