#include "harness/predict/commands/predicted_step.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/answers/records/record_file.h"
#include "harness/base/table.h"
#include "harness/predict/model/mwp_cwp_steps.h"

namespace ladder {
namespace {

struct Models {
  const Machine &machine;
  double of_datasheet(const PredictedStep &row) const {
    return row.by([&](const auto &one) { return roofline_of_datasheet(machine.device(), one); });
  }
  double measured(const PredictedStep &row) const {
    return row.by([&](const auto &one) { return roofline_as_measured(machine, one); });
  }
  double mwp_cwp(const PredictedStep &row) const {
    return row.by([&](const auto &one) { return mwp_cwp_corrected(machine, one); });
  }
};

std::string launch_words(const PredictedStep &row) {
  const ladder_stage &stage = *row.choice->entry.stage;
  std::string words;
  for (int k = 0; k < stage.knobs; ++k) {
    const ladder_knob &knob = stage.knob[k];
    const auto *value = row.launch.knob[k];
    words += fmt::format("{}{}={}", words.empty() ? "" : " ", knob.name, value[0]);
    if (knob.values == 2) words += fmt::format("x{}", value[1]);
  }
  return words;
}

std::string shares_text(const PredictedStep &row) {
  std::vector<std::string> shares;
  for (const Term &term : row.prediction.terms)
    shares.push_back(fmt::format("{:.0f}", 100 * term.seconds / row.prediction.seconds));
  return fmt::format("{} %", fmt::join(shares, ", "));
}

}  // namespace

Json row_json(const Machine &machine, const PredictedStep &row) {
  const Models models{machine};
  Json json = row.point;
  json.update({{"kind", "prediction"},
               {"prediction_schema", 1},
               {"time", utc_now()},
               {"machine", machine.device().name},
               {"step_s", row.prediction.seconds},
               {"kernels_s", row.prediction.kernel_seconds},
               {"regime", row.prediction.regime}});
  for (const Term &term : row.prediction.terms) json["terms_s"][term.name] = term.seconds;
  if (!row.on_device()) return json;
  json["counts"] = row.traced ? "traced" : "declared";
  json["occupancy"] = row.prediction.occupancy.share;
  for (const KernelDemand &one : row.demand) {
    const Prediction alone = predict(machine, one);
    Json kernel = {{"name", one.kernel},
                   {"launches", one.launches},
                   {"kernel_s", alone.kernel_seconds},
                   {"blocks_at_once", alone.occupancy.blocks},
                   {"registers", one.registers},
                   {"instructions", one.instructions},
                   {"requests", one.requests},
                   {"shared_words", one.shared_words},
                   {"memory_bytes", memory_traffic(machine, one)},
                   {"l2_bytes", one.l2_bytes}};
    for (const Term &term : alone.terms) kernel["terms_s"][term.name] = term.seconds;
    for (const ModelStep &each : mwp_cwp_steps(machine, one))
      kernel["mwp_cwp_s"].push_back({each.name, each.seconds});
    json["kernels"].push_back(kernel);
  }
  json["other_models_s"] = {{"roofline of the data sheet", models.of_datasheet(row)},
                            {"measured roofline", models.measured(row)},
                            {"MWP-CWP, corrected", models.mwp_cwp(row)}};
  return json;
}

void print_table(const Machine &machine, const std::vector<PredictedStep> &rows) {
  const Models models{machine};
  using enum Table::Align;
  Table table({{fmt::format("step on {}", machine.device().name)},
               {"launch"},
               {"predicted", right},
               {"regime"},
               {"occupancy", right},
               {"latency, issue, caches, memory, hand-out, launch[, bus]"},
               {"data sheet", right},
               {"measured roof", right},
               {"MWP-CWP", right}});
  Table on_host({{"step on the host"},
                 {"launch"},
                 {"at least", right},
                 {"regime"},
                 {"arithmetic, arrays, planes, columns"}});
  for (const PredictedStep &row : rows)
    if (row.on_device())
      table.row({row.stage() + (row.traced ? " (by trace)" : ""), launch_words(row),
                 seconds_text(row.prediction.seconds), row.prediction.regime,
                 fmt::format("{:.0f} %", 100 * row.prediction.occupancy.share), shares_text(row),
                 seconds_text(models.of_datasheet(row)), seconds_text(models.measured(row)),
                 seconds_text(models.mwp_cwp(row))});
    else
      on_host.row({row.stage(), launch_words(row), seconds_text(row.prediction.seconds),
                   row.prediction.regime, shares_text(row)});
  const auto of_host = std::ranges::count_if(rows, [](auto &row) { return !row.on_device(); });
  if (of_host < std::ssize(rows)) fmt::print("{}", table.text());
  if (of_host > 0) fmt::print("{}", on_host.text());
}

}  // namespace ladder
