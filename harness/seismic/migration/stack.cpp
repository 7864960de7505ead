#include "harness/seismic/migration/stack.h"

#include "harness/base/parallel.h"

namespace ladder {
Stack::Stack(const SurveyCase &survey) {
  const ImagingCase &c = survey.shared();
  const auto cells =
      static_cast<std::size_t>(survey.part().nz) * static_cast<std::size_t>(survey.part().nx);
  const auto planes = [&](int largest) {
    return largest > 0 ? 2 * static_cast<std::size_t>(survey.kept_offsets(largest)) + 1 : 0;
  };
  image.assign(cells, 0);
  illumination.assign(cells, 0);
  gather_x.assign(cells * planes(c.offsets_x), 0);
  gather_z.assign(cells * planes(c.offsets_z), 0);
}

void add_shot(Stack &stack, const ShotResult &shot) {
  const float *from = shot.data();
  for (std::vector<double> *sums : stack.arrays()) {
    each_chunk(
        sums->size(),
        [&](std::size_t, std::size_t first, std::size_t end) {
          for (std::size_t i = first; i < end; ++i) (*sums)[i] += double(from[i]);
        },
        std::size_t{1} << 16);
    from += sums->size();
  }
  ++stack.shots;
}

}  // namespace ladder
