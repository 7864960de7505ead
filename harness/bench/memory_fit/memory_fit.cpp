#include "harness/bench/memory_fit/memory_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "harness/base/files.h"

namespace ladder {
namespace {

double cells_of(const CaseSize &size) {
  return double(size.cells[0]) * double(size.cells[1]) * double(size.cells[2]);
}
double plane_of(const CaseSize &size) { return double(size.cells[0]) * double(size.cells[1]); }

StageForm form_of(const ladder_stage &stage) {
  return {stage.name, stage.device == LADDER_ON_CUDA,
          has_knob(stage, "devices")  ? Division::devices
          : has_knob(stage, "window") ? Division::stream
          : has_knob(stage, "ranks")  ? Division::ranks
                                      : Division::none};
}

int order_of(const StageForm &form) {
  if (!form.on_gpu) return form.division == Division::none ? 3 : 4;
  return form.division == Division::none ? 0 : form.division == Division::devices ? 1 : 2;
}

// Of a part that has neighbours on both sides: planes of a volume, columns of a plane.
double slab(const CaseSize &size, int parts) {
  const double cells = double(size.cells[size.cells[2] > 1 ? 2 : 1]);
  const double own = std::ceil(cells / parts) + (parts > 1 ? 2 * size.reach : 0);
  return size.stage_bytes * cells_of(size) / cells * own;
}

// The planes of a pass of one step that come one by one, as few as such a stage can do with.
double least_window(const CaseSize &size) {
  const double planes = std::min(double(size.cells[2]), 3.0 + 4 * size.reach);
  return size.stage_bytes * plane_of(size) * planes;
}

// As few as hold the slabs, of a card like that which is here.
int least_ranks(const CaseSize &size, const Capacity &capacity) {
  int ranks = 2;
  while (capacity.gpu_bytes > 0 && slab(size, ranks) > capacity.gpu_bytes &&
         size.cells[2] >= 2 * size.reach * std::int64_t{ranks + 1})
    ++ranks;
  return ranks;
}

void judge(Fit &fit, const Capacity &capacity) {
  const bool elsewhere =
      fit.form.on_gpu && fit.form.division == Division::ranks && capacity.gpus > 0;
  if (fit.gpus > capacity.gpus)
    fit.why_not =
        std::string(capacity.gpus == 0   ? "there is no GPU"
                    : capacity.gpus == 1 ? "there is 1 GPU"
                                         : fmt::format("there are {} GPUs", capacity.gpus)) +
        (elsewhere ? ", other machines may have more" : "");
  else if (fit.gpus > 0 && fit.gpu > capacity.gpu_bytes)
    fit.why_not = fmt::format("a GPU has {} free", bytes_text(capacity.gpu_bytes));
  else if (fit.host > capacity.host_bytes)
    fit.why_not = fmt::format("the host has {} free", bytes_text(capacity.host_bytes));
  fit.fits = fit.why_not.empty();
}

}  // namespace

std::vector<StageForm> forms_of(const std::string &ladder, const std::vector<StageEntry> &stages) {
  std::vector<StageForm> forms;
  std::set<std::string> undivided;  // what a stage that divides the case starts from
  for (const StageEntry &entry : stages)
    if (entry.ladder == ladder && form_of(*entry.stage).division != Division::none &&
        entry.stage->parent)
      undivided.insert(entry.stage->parent);
  for (const StageEntry &entry : stages) {
    if (entry.ladder != ladder || !entry.stage->owns_time_loop) continue;
    const StageForm form = form_of(*entry.stage);
    const auto same = std::ranges::find_if(forms, [&](const StageForm &other) {
      return other.on_gpu == form.on_gpu && other.division == form.division;
    });
    if (same == forms.end())
      forms.push_back(form);
    else if (form.division == Division::none && undivided.contains(form.name))
      *same = form;
  }
  std::ranges::stable_sort(forms, {}, order_of);
  return forms;
}

Fit fit_of(const StageForm &form, const CaseSize &size, const Capacity &capacity) {
  Fit fit;
  fit.form = form;
  fit.options = "--stage=" + form.name;
  const double whole = size.stage_bytes * cells_of(size);
  fit.host = size.program_bytes * cells_of(size);
  if (!form.on_gpu) {
    fit.host += whole;
  } else if (form.division == Division::stream) {
    fit.gpus = 1, fit.gpu = least_window(size), fit.host += whole;
  } else {
    fit.gpus = 1, fit.gpu = whole;
  }
  if (form.division == Division::devices) {
    fit.gpus = 2;
    while (fit.gpus < capacity.gpus && slab(size, fit.gpus) > capacity.gpu_bytes) ++fit.gpus;
    fit.gpu = slab(size, fit.gpus);
    fit.options += fmt::format(" --devices={}", fit.gpus);
  }
  if (form.on_gpu && form.division == Division::ranks) {
    fit.gpus = least_ranks(size, capacity);
    fit.gpu = slab(size, fit.gpus);
    fit.options = fmt::format("mpirun -n {}: {}", fit.gpus, fit.options);
  }
  judge(fit, capacity);
  return fit;
}

const Fit *smallest(const std::vector<Fit> &fits) {
  const auto found = std::ranges::find_if(fits, &Fit::fits);
  return found == fits.end() ? nullptr : &*found;
}

}  // namespace ladder
