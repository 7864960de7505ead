#include "harness/predict/commands/predict_sizes.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/base/line/script.h"
#include "harness/base/table.h"

namespace ladder {
namespace {

double original_seconds(const Json &answer, double size) {
  return answer.at("original_s").get<double>() * size / answer.at("recorded").get<double>();
}

std::string sentence(const Json &answer, const char *field, const std::string &how) {
  const double from = pays_from(answer, field);
  const std::string axis = answer.at("axis");
  if (from < 0) return fmt::format("{} it pays at none of these sizes", how);
  if (from == 0) return fmt::format("{} it pays at each of these sizes", how);
  return fmt::format("{} it pays from {} = {:.2g} on", how, axis, from);
}

}  // namespace

double pays_from(const Json &answer, const char *field) {
  double last_size = 0, last_gain = 0, from = -1;  // gain: seconds that a call is faster
  for (const Json &row : answer.at("rows")) {
    const double size = row.at("to"),
                 gain = original_seconds(answer, size) - row.at(field).get<double>();
    if (gain <= 0)
      from = -1;
    else if (from < 0)
      from = last_size == 0 ? 0
                            : last_size + (size - last_size) * (0 - last_gain) / (gain - last_gain);
    last_size = size, last_gain = gain;
  }
  return from;
}

void print_sizes(const std::string &folder, const std::string &stage, const std::string &machine,
                 const std::vector<int> &sizes) {
  Names words = {folder, stage, machine};
  std::vector<int> rising = sizes;
  std::ranges::sort(rising);
  for (const int size : rising) words.push_back(std::to_string(size));
  const Json answer = Json::parse(answer_of_script("predicted_sizes.py", words));
  throw_failure(answer);
  using enum Table::Align;
  Table table({{answer.at("axis").get<std::string>(), right},
               {"original here, in proportion", right},
               {"as called", right},
               {"resident", right}});
  for (const Json &row : answer.at("rows"))
    table.row({row.at("to").dump(), seconds_text(original_seconds(answer, row.at("to"))),
               seconds_text(row.at("as_called_s")), seconds_text(row.at("resident_s"))});
  fmt::print("{}{}; {}.\n", table.text(), sentence(answer, "as_called_s", "As called"),
             sentence(answer, "resident_s", "resident"));
}

}  // namespace ladder
