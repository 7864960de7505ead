#include "harness/bench/run/device_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace ladder {
namespace {
constexpr std::size_t most_of_a_scalar = 2;  // words
}

DeviceWork::DeviceWork(const Case &c, const StageEntry &entry) : c_(c), entry_(entry) {}

void DeviceWork::begin(const Run &run) {
  before_.clear();
  if (!entry_.from_kernels) return;
  delivered_ = entry_.from_kernels(nullptr, nullptr, 0);
  if (!c_.judges_itself()) return;
  const std::vector<Array> arrays = c_.arrays();
  before_.resize(arrays.size());
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    if (run.arrays[k]) entry_.from_kernels(run.arrays[k]->data(), nullptr, arrays[k].values);
    if (arrays[k].judged)
      before_[k].assign(run.arrays[k]->data(), run.arrays[k]->data() + arrays[k].values);
  }
}

// Where the stage itself writes the arrays, most of what changed must be from kernels: a border may
// be of the host, and results that are scalars may be made there of what it got from kernels. Else
// its driver writes the arrays too, and the host must at least have got as many words from kernels
// as half of the smallest array has.
std::string DeviceWork::defect(const Run &run) const {
  if (!entry_.from_kernels || !run.ok()) return "";
  const std::vector<Array> arrays = c_.arrays();
  if (before_.empty()) {
    std::size_t least = 0;
    for (const Array &array : arrays)
      if (array.judged) least = least ? std::min(least, array.values) : array.values;
    const std::size_t got = entry_.from_kernels(nullptr, nullptr, 0) - delivered_;
    return 2 * got >= least ? ""
                            : fmt::format(
                                  "the device was not used: kernels wrote {} of the values "
                                  "that the host got, and a result has {}",
                                  got, least);
  }
  std::size_t changed = 0, from_kernels = 0, scalars = 0;
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    if (before_[k].empty()) continue;
    const float *now = run.arrays[k]->data();
    std::size_t mine = 0;
    for (std::size_t i = 0; i < arrays[k].values; ++i)
      mine += std::memcmp(now + i, &before_[k][i], sizeof *now) != 0;
    changed += mine;
    if (arrays[k].values <= most_of_a_scalar) scalars += mine;
    from_kernels += entry_.from_kernels(now, before_[k].data(), arrays[k].values);
  }
  if (changed == scalars)
    from_kernels = std::max(from_kernels, entry_.from_kernels(nullptr, nullptr, 0) - delivered_);
  return 2 * from_kernels >= changed
             ? ""
             : fmt::format(
                   "the device was not used: of {} words of the results that changed, "
                   "kernels wrote {}",
                   changed, from_kernels);
}

}  // namespace ladder
