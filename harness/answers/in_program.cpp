#include "harness/answers/in_program.h"

#include <fmt/format.h>

#include "harness/answers/ladder_answer.h"
#include "harness/base/table.h"

namespace ladder {
namespace {

constexpr double worth_a_word = 1e-5;  // [s] that values of a call are packed

// By Amdahl's law; `packing`: what its calls take beyond the stage, a share of the program too.
double program_speedup(double share, double speedup, double packing) {
  return 1 / (1 - share + share / speedup + packing);
}

bool is_resident(const Json &record) {
  const Json &asked = record.at("launch").at("asked");
  return asked.contains("resident") && asked["resident"].at(0).get<int>();
}

}  // namespace

std::string name_with_residence(const Json &record) {
  const std::string name = record.at("stage").at("name");
  if (!record.at("launch").at("asked").contains("resident")) return name;
  return name + (is_resident(record) ? ", resident" : ", as called");
}

std::optional<Amdahl> amdahl(const std::vector<Json> &records,
                             const std::vector<StageAnswer> &stages) {
  Amdahl found;
  bool any = false;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Json &its_case = records[i].at("case");
    found.program_s = its_case.value("program_s", 0.0);
    if (found.program_s <= 0) return std::nullopt;
    found.share = its_case.value("routine_s", 0.0) / found.program_s;
    const bool counts = stages[i].right() && !stages[i].is_original && stages[i].speedup > 0;
    const double calls = its_case.value("calls_made", 0.0);
    found.packing_s = its_case.value("packing_s", 0.0);
    const double packing = is_resident(records[i]) ? 0 : calls * found.packing_s / found.program_s;
    found.speedup.push_back(counts ? program_speedup(found.share, stages[i].speedup, packing) : 0);
    any = any || counts;
  }
  if (!any) return std::nullopt;
  if (found.share < 1) found.most = 1 / (1 - found.share);
  return found;
}

std::string ending_text(const std::vector<Json> &records, const std::vector<StageAnswer> &stages,
                        std::size_t width) {
  std::string text = closing_text(ladder_answer(stages), width);
  const auto program = amdahl(records, stages);
  if (!program) return text;
  text += fmt::format("\nIn the program, of whose {} the routine takes {:.0f} %:\n",
                      seconds_text(program->program_s), 100 * program->share);
  if (program->packing_s > worth_a_word)
    text += fmt::format(
        "  with {} a call to pack what is not contiguous, such as components of derived types\n",
        seconds_text(program->packing_s));
  for (std::size_t i = 0; i < records.size(); ++i)
    if (program->speedup[i] > 0)
      text += fmt::format("  {:<24} {:.2f} times as fast\n", name_with_residence(records[i]),
                          program->speedup[i]);
  text += program->most > 0
              ? fmt::format("  at most {:.2f} times as fast, with a routine that takes no time\n",
                            program->most)
              : "  it does nothing else\n";
  return text;
}

}  // namespace ladder
