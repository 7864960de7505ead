// The CSV that Google Benchmark writes: a line an entry of its JSON, with the columns that it has.

#include "harness/answers/export/fields.h"
#include "harness/answers/export/formats.h"

namespace ladder {
namespace {

// Text is quoted, numbers are not; what an entry lacks is empty.
std::string benchmark_cell(const Json &entry, const char *column) {
  if (!entry.contains(column)) return "";
  const Json &value = entry.at(column);
  if (!value.is_string()) return value.dump();
  std::string text = "\"";
  for (const char c : clean_text(value.get<std::string>()))
    text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

}  // namespace

std::string as_google_benchmark_csv(const std::vector<Json> &records) {
  std::string text =
      "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,"
      "error_occurred,error_message\n";
  const Json whole = Json::parse(as_google_benchmark(records));
  for (const Json &entry : whole.at("benchmarks")) {
    text += benchmark_cell(entry, "name");
    for (const char *column :
         {"iterations", "real_time", "cpu_time", "time_unit", "bytes_per_second",
          "items_per_second", "label", "error_occurred", "error_message"})
      text += "," + benchmark_cell(entry, column);
    text += "\n";
  }
  return text;
}

}  // namespace ladder
