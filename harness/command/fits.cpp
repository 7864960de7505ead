// ladder fits: the memory that a case takes on one GPU, on several, passing through one, or on the
// host, before any of it is asked for; and the smallest thing that it fits.
#include <fmt/format.h>

#include "harness/answers/options/case_choice.h"
#include "harness/base/files.h"
#include "harness/base/free_memory.h"
#include "harness/base/json.h"
#include "harness/base/progress.h"
#include "harness/base/table.h"
#include "harness/bench/memory_fit/memory_fit.h"
#include "harness/command/line/commands.h"
#include "harness/machine/environment/environment.h"
#include "harness/problem.h"

namespace ladder {
namespace {

struct FitsOptions : CaseChoice {
  // Of another machine; what is free there of each GPU and of the host.
  int gpus = 0;
  double gpu_memory_gb = 0, memory_gb = 0;
  bool json = false;

  void declare(Declared &declared) {
    declared.add("Stages", {{"--gpus", Whole{&gpus, 0, 4096},
                             "number of GPUs of another machine. Without it: the GPUs of this one"},
                            {"--gpu-memory", Real{&gpu_memory_gb, 0.001, 1e6},
                             "memory that is free on each of these GPUs", "GB"},
                            {"--memory", Real{&memory_gb, 0.001, 1e9},
                             "memory that is free on their host", "GB"}});
    declared.add("Case", {case_option()});
    declared.add("Case", options_of_case(CaseOption::grid | CaseOption::half_length));
    declared.add("Output", {json_option(json)});
  }
  void settle() { locate(); }
};

// What is free here, but for what the command line says of another machine.
Capacity capacity_of(const FitsOptions &options) {
  Capacity capacity{.host_bytes = double(free_memory().bytes)};
  if (const Environment here = read_environment(); here.gpu) {
    capacity.gpus = count_of_gpus();
    capacity.gpu_bytes = double(here.gpu->memory_free_bytes);
  }
  if (options.given.contains("--gpus")) capacity.gpus = options.gpus;
  if (options.given.contains("--gpu-memory")) capacity.gpu_bytes = 1e9 * options.gpu_memory_gb;
  if (options.given.contains("--memory")) capacity.host_bytes = 1e9 * options.memory_gb;
  return capacity;
}

CaseSize size_of_case(const FitsOptions &options) {
  const LocatedCase &found = options.located;
  found.refuse_unreadable();
  const Problem *problem = problem_named(original_of(found.ladder).stage->problem);
  const CaseOverrides over = one_case(options);
  if (problem && problem->size) return problem->size(found, over);
  throw UsageError(
      fmt::format("`ladder fits` does not know the memory of case '{}' of the ladder '{}'; "
                  "`ladder migrate --dry-run` shows whether a survey fits",
                  options.problem_case, found.ladder));
}

Json fits_json(const CaseSize &size, const Capacity &capacity, const std::vector<Fit> &fits) {
  Json json = {{"cells", size.cells},
               {"reach", size.reach},
               {"gpus", capacity.gpus},
               {"gpu_free_bytes", capacity.gpu_bytes},
               {"host_free_bytes", capacity.host_bytes},
               {"smallest", smallest(fits) ? Json(smallest(fits)->options) : Json()}};
  for (const Fit &fit : fits)
    json["stages"].push_back({{"options", fit.options},
                              {"gpus", fit.gpus},
                              {"gpu_bytes", fit.gpu},
                              {"host_bytes", fit.host},
                              {"fits", fit.fits},
                              {"why_not", fit.why_not}});
  return json;
}

void print_fits(const FitsOptions &options, const CaseSize &size, const std::vector<Fit> &fits) {
  using enum Table::Align;
  fmt::print("{}: {} x {} x {} cells (z, x, y), {} in a stage that owns the time loop\n",
             options.problem_case, size.cells[0], size.cells[1], size.cells[2],
             bytes_text(size.stage_bytes * double(size.cells[0]) * double(size.cells[1]) *
                        double(size.cells[2])));
  Table table({{"stage"}, {"on each GPU", right}, {"on the host", right}, {"fits"}});
  for (const Fit &fit : fits)
    table.row({fit.options, fit.gpus ? bytes_text(fit.gpu) : "", bytes_text(fit.host),
               fit.fits ? "yes" : "no: " + fit.why_not});
  fmt::print("{}", table.text(screen(true)));
  if (const Fit *first = smallest(fits))
    fmt::print("smallest choice that holds it: {}\n", first->options);
  else
    fmt::print("nothing here holds it: take a smaller --grid, or more machines\n");
}

Exit run_fits(const FitsOptions &options) {
  const CaseSize size = size_of_case(options);
  const Capacity capacity = capacity_of(options);
  std::vector<Fit> fits;
  for (const StageForm &form : forms_of(options.located.ladder, built_in_stages()))
    fits.push_back(fit_of(form, size, capacity));
  if (options.json)
    fmt::print("{}\n", fits_json(size, capacity, fits).dump());
  else
    print_fits(options, size, fits);
  if (!why_no_cuda().empty() && !options.json)
    say(fmt::format("no stages for GPUs: {}", why_no_cuda()));
  return smallest(fits) ? Exit::ok : Exit::nothing_ran;
}

}  // namespace

const Command fits_command = {
    "fits",
    "Predict",
    "show the memory that a case needs, and the smallest of GPUs and host that holds it",
    {"fits --case=two-layer-512 --grid=1300",
     "fits --case=two-layer-512 --grid=2600 --gpus=2 --gpu-memory=140 --memory=500"},
    true,
    bind_options<FitsOptions, run_fits>};

}  // namespace ladder
