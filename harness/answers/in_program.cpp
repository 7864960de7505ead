#include "harness/answers/in_program.h"

#include <fmt/format.h>

#include "harness/base/table.h"

namespace ladder {

double program_speedup(double share, double speedup) { return 1 / (1 - share + share / speedup); }

std::string name_with_residence(const Json &record) {
  const std::string name = record.at("stage").at("name");
  const Json &asked = record.at("launch").at("asked");
  if (!asked.contains("resident")) return name;
  return name + (asked["resident"].at(0).get<int>() ? ", resident" : ", as called");
}

std::string in_program_text(const std::vector<Json> &records,
                            const std::vector<StageAnswer> &stages) {
  std::string rows;
  double program_s = 0, share = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Json &its_case = records[i].at("case");
    program_s = its_case.value("program_s", 0.0);
    if (program_s <= 0) return "";
    share = its_case.value("routine_s", 0.0) / program_s;
    if (!stages[i].right() || stages[i].is_original || stages[i].speedup <= 0) continue;
    rows += fmt::format("  {:<24} {:.2f} times as fast\n", name_with_residence(records[i]),
                        program_speedup(share, stages[i].speedup));
  }
  if (rows.empty()) return "";
  const std::string most =
      share < 1 ? fmt::format("at most {:.2f} times as fast, with a routine that takes no time",
                              1 / (1 - share))
                : "it does nothing else";
  return fmt::format("In the program, of whose {} the routine takes {:.0f} %:\n{}  {}\n",
                     seconds_text(program_s), 100 * share, rows, most);
}

}  // namespace ladder
