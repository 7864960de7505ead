// `ladder compare --predictions`
#include "harness/predict/model/compare_predictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "harness/answers/options/rooms.h"
#include "harness/answers/records/experiments.h"
#include "harness/answers/records/read_records.h"
#include "harness/base/error.h"
#include "harness/base/table.h"

namespace ladder {
namespace {

constexpr double good_pick = 0.05;

using Wanted = std::function<bool(const ComparedCell &)>;

std::vector<Predicted> those(const ComparedPredictions &held, const Wanted &wanted) {
  std::vector<Predicted> some;
  for (const ComparedCell &cell : held.cells)
    if (wanted(cell)) some.push_back(cell.times);
  return some;
}

// The cells in groups, as in the summary; "launch" where it takes most of the step.
std::vector<std::pair<std::string, std::vector<Predicted>>> groups(
    const ComparedPredictions &held) {
  const auto bound_by_launch = [](const ComparedCell &cell) { return cell.launch_share > 0.5; };
  std::vector<std::pair<std::string, std::vector<Predicted>>> all = {
      {"all cells", those(held, [](const ComparedCell &) { return true; })},
      {"without points bound by the launch",
       those(held, [&](const ComparedCell &cell) { return !bound_by_launch(cell); })}};
  std::set<std::string> regimes, stages;
  for (const ComparedCell &cell : held.cells) {
    regimes.insert(cell.regime);
    stages.insert(cell.stage);
  }
  for (const auto &regime : regimes)
    all.push_back({"regime " + regime,
                   those(held, [&](const ComparedCell &cell) { return cell.regime == regime; })});
  for (const auto &stage : stages)
    all.push_back({"stage " + stage,
                   those(held, [&](const ComparedCell &cell) { return cell.stage == stage; })});
  return all;
}

std::string percent(double share) { return fmt::format("{:+.1f} %", 100 * share); }
std::string size_text(double share) { return fmt::format("{:.1f} %", 100 * share); }

void print_tables(const ComparedPredictions &held) {
  using enum Table::Align;
  Table cells({{"cell"}, {"predicted", right}, {"measured", right}, {"error", right}, {"regime"}});
  for (const ComparedCell &cell : held.cells)
    cells.row({cell.times.what, seconds_text(cell.times.predicted),
               seconds_text(cell.times.measured), percent(cell.times.error()), cell.regime});
  fmt::print("{}\n", cells.text());
  Table summary({{"errors"},
                 {"cells", right},
                 {"mean", right},
                 {"median", right},
                 {"most", right},
                 {"bias", right},
                 {"within 10 %", right}});
  for (const auto &[name, some] : groups(held)) {
    const PredictionErrors e = errors_of(some);
    summary.row({name, fmt::format("{}", some.size()), size_text(e.mean), size_text(e.median),
                 size_text(e.most), percent(e.bias),
                 fmt::format("{:.0f} %", 100 * e.within_10_percent)});
  }
  fmt::print("{}\n", summary.text());
  std::vector<Predicted> all = those(held, [](const ComparedCell &) { return true; });
  Table worst({{"the worst"}, {"error", right}, {"longest term"}});
  for (const Predicted &one : worst_of(all, 10))
    for (const ComparedCell &cell : held.cells)
      if (cell.times.what == one.what && cell.times.measured == one.measured) {
        worst.row({one.what, percent(one.error()), cell.fault});
        break;
      }
  fmt::print("{}", worst.text());
}

void print_picks(const ComparedPredictions &held) {
  using enum Table::Align;
  Table table(
      {{"launches of"}, {"measured", right}, {"the model picks"}, {"the best"}, {"loss", right}});
  const auto picks = picks_of(held.cells);
  if (picks.empty()) return;
  for (const Pick &pick : picks)
    table.row({pick.what, fmt::format("{}", pick.launches), pick.picked, pick.best,
               size_text(pick.loss)});
  const auto near = std::ranges::count_if(picks, [](const Pick &p) { return p.loss <= good_pick; });
  double lost = 0;
  for (const Pick &pick : picks) lost += pick.loss;
  fmt::print(
      "\n{}{} of {} picks are within {:.0f} % of the best, and take {:.1f} % longer in the mean\n",
      table.text(), near, picks.size(), 100 * good_pick,
      100 * lost / static_cast<double>(picks.size()));
}

}  // namespace

void tell_predictions(const std::string &predictions, const std::string &records, bool json) {
  const auto predicted = read_predictions(predictions);
  const ComparedPredictions held = compare_predictions(predicted, read_records(records));
  if (held.cells.empty())
    throw Error(Exit::not_comparable,
                fmt::format("nothing to compare: stage, case or launch of every prediction in '{}' "
                            "differs from the traced records in '{}'",
                            predictions, records));
  if (!json) {
    print_tables(held);
    print_picks(held);
    fmt::print("{} predictions without a measurement, {} measurements without a prediction\n",
               held.not_timed, held.not_predicted);
    return;
  }
  for (const ComparedCell &cell : held.cells)
    fmt::print("{}\n", Json({{"cell", cell.times.what},
                             {"predicted_s", cell.times.predicted},
                             {"measured_s", cell.times.measured},
                             {"error", cell.times.error()},
                             {"regime", cell.regime},
                             {"longest_term", cell.fault}})
                           .dump());
}

}  // namespace ladder
