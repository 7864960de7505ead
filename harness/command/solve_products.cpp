#include "harness/command/solve_products.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <optional>
#include <set>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/line/script.h"
#include "harness/formats/foreign_file.h"
#include "harness/formats/new_file.h"
#include "harness/formats/series.h"

namespace ladder {
namespace fs = std::filesystem;
namespace {

const std::vector<std::string> endings = {".npy", ".vti", ".rsf", ".f32"};

// N: every N steps and the last; a list: its steps. With the start.
std::set<int> steps_of(const std::vector<int> &asked, int last) {
  if (asked.empty()) return {};
  std::set<int> steps(asked.begin(), asked.end());
  if (steps.size() == 1) {
    steps = {0, last};
    for (int step = asked.front(); step < last; step += asked.front()) steps.insert(step);
  }
  return steps;
}

Json about(const Case &c, const Grid &grid) {
  Json spacing = Json::array(), origin = Json::array();
  for (const Axis &axis : grid.axes) {
    spacing.push_back(axis.spacing);
    origin.push_back(axis.origin);
  }
  return {{"case", c.name},
          {"quantity", grid.quantity},
          {"unit", grid.unit},
          {"spacing", spacing},
          {"origin", origin}};
}

class Writer : public SolveWriter {
 public:
  Writer(const SolveProducts &asked, const Case &c)
      : asked_(asked), case_(c), snapshots_(steps_of(asked.snapshots, c.steps)) {
    const int every = asked.probe_every > 0 ? asked.probe_every : std::max(1, (c.steps + 99) / 100);
    for (int step = 0; !asked.probes.empty() && step < c.steps; step += every) rows_.insert(step);
    if (!asked.probes.empty()) rows_.insert(c.steps);
    if (!snapshots_.empty())
      series_.emplace(
          make_series(sibling(asked.output, "_snapshots"), asked.snapshot_format, snapshots_));
    table_ = "step,time_s";
    for (const NamedValue &one : c.probes())
      table_ += fmt::format(",{} ({}) [{}]", one.name, one.place, c.field_grid()->unit);
    table_ += '\n';
  }

  std::vector<std::int32_t> due() const override {
    std::set<int> steps = snapshots_;
    steps.insert(rows_.begin(), rows_.end());
    steps.erase(0);
    return {steps.begin(), steps.end()};
  }

  void look(int step, const float *field) noexcept override {
    if (failure_) return;
    try {
      if (snapshots_.contains(step)) {
        series_->begin();
        series_->write(step, grid(field));
      }
      if (rows_.contains(step)) add_row(step, field);
    } catch (...) {
      failure_ = std::current_exception();
    }
  }

  void finish(const float *field) override {
    if (failure_) std::rethrow_exception(failure_);
    if (series_) series_->finish();
    if (!asked_.probes.empty()) write_whole(asked_.probes, table_, asked_.overwrite);
    const Grid last = grid(field);
    write_grid(asked_.output, last, asked_.overwrite);
    if (asked_.plot) draw_field(last);
  }

 private:
  Series make_series(const std::string &folder, const std::string &ending,
                     const std::set<int> &steps) const {
    return {SeriesAsked{folder,
                        ending,
                        {steps.begin(), steps.end()},
                        [dt = case_.dt](int step) { return step * dt; },
                        asked_.overwrite},
            't', about(case_, *case_.field_grid())};
  }

  Grid grid(const float *field) const {
    Grid all = *case_.field_grid();
    all.values.assign(field, field + case_.cells());
    return all;
  }

  void add_row(int step, const float *field) {
    table_ += fmt::format("{},{}", step, step * case_.dt);
    for (const NamedValue &one : case_.probes()) table_ += fmt::format(",{}", field[one.value]);
    table_ += '\n';
  }

  // The snapshots where the script can read them, else the end of the run alone, in a folder that
  // is gone afterwards.
  void draw_field(const Grid &last) const {
    const std::string picture = "--output=" + sibling(asked_.output, "");
    const auto words = [&](const std::string &folder) {
      Names all = {folder, picture, "--title=Temperature of case " + case_.name};
      if (asked_.overwrite) all.push_back("--overwrite");
      return all;
    };
    if (series_ && asked_.snapshot_format == "npy")
      return draw("field", words(series_->asked().folder));
    const TemporaryFolder folder("--plot");
    Series one = make_series(folder.path + "/" + fs::path(asked_.output).stem().string(), "npy",
                             {case_.steps});
    one.begin();
    one.write(case_.steps, last);
    one.finish();
    draw("field", words(one.asked().folder));
  }

  const SolveProducts asked_;
  const Case &case_;
  const std::set<int> snapshots_;
  std::set<int> rows_;  // steps of the table of probes
  std::optional<Series> series_;
  std::string table_;
  std::exception_ptr failure_;
};

}  // namespace

std::vector<Option> SolveProducts::product_options() {
  Option its_output = output_option(output);
  its_output.about = fmt::format("the field at the end of the run ({})", fmt::join(endings, " "));
  return {its_output,
          overwrite_option(overwrite),
          {"--snapshots", Wholes{&snapshots, 1, most_trace_samples},
           "write the field every N steps, or at the steps of a list", "steps"},
          {"--snapshot-format", OneOf{&snapshot_format, {"npy", "vti", "rsf", "f32"}},
           "format of the snapshots"},
          {"--probes", Text{&probes, "FILE.csv", Offer::outputs},
           "write the values at the probes of the case over time, as a table"},
          {"--probe-every", Whole{&probe_every, 1, most_trace_samples},
           "steps between rows of that table; without it there are at most 101", "steps"},
          {"--plot", Flag{&plot}, "draw the field; the picture is written next to it"}};
}

void SolveProducts::refuse_idle_products(const CommandLine &line) const {
  if (snapshots.empty()) line.refuse({"--snapshot-format"}, "--snapshots is missing");
  if (probes.empty()) line.refuse({"--probe-every"}, "--probes is missing");
  if (std::ranges::find(endings, ending_of(output)) == endings.end())
    throw UsageError(
        fmt::format("--output={}: `ladder solve` writes {}", output, fmt::join(endings, " or ")));
  if (!probes.empty() && ending_of(probes) != ".csv")
    throw UsageError(fmt::format("--probes={}: `ladder solve` writes .csv", probes));
}

void SolveProducts::refuse_wrong_products(const Case &c) const {
  for (const int step : snapshots)
    if (step > c.steps)
      throw UsageError(fmt::format("--snapshots={}: the run has {} steps", step, c.steps));
  if (!probes.empty() && c.probes().empty())
    throw UsageError(fmt::format(
        "--probes={}: '{}' has no probes; add tables [[probe]] with name and at", probes, c.name));
}

std::vector<std::string> SolveProducts::files() const {
  std::vector<std::string> all = {output};
  if (!probes.empty()) all.push_back(probes);
  if (!snapshots.empty()) all.push_back(sibling(output, "_snapshots"));
  for (const char *ending : {".svg", ".png"})
    if (plot) all.push_back(sibling(output, ending));
  return all;
}

void SolveProducts::claim() const {
  const std::string folder = sibling(output, "_snapshots");
  claim_output(output, overwrite);
  if (!probes.empty()) claim_output(probes, overwrite);
  if (!snapshots.empty()) {
    refuse_without_library(folder + "." + snapshot_format);
    refuse_foreign_series(folder, overwrite);
    lock_output(folder);
  }
  for (const char *ending : {".svg", ".png"})
    if (plot) refuse_taken(sibling(output, ending), overwrite);
}

std::unique_ptr<SolveWriter> SolveProducts::begin(const Case &c) const {
  const double files = 1 + double(steps_of(snapshots, c.steps).size());
  refuse_beyond_disk(files * (4096 + 4 * double(c.cells())), output, "the field with its snapshots",
                     "take fewer (--snapshots)");
  return std::make_unique<Writer>(*this, c);
}

}  // namespace ladder
