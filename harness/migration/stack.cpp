#include "harness/migration/stack.h"

#include "harness/base/parallel.h"

namespace ladder {
namespace {

void add_planes(std::vector<double> &sums, const ModelPart &part, const ImagingCase &c,
                const float *values) {
  const auto nz = static_cast<std::size_t>(part.nz);
  const std::size_t columns = sums.size() / nz;  // of all planes
  each_chunk(
      columns,
      [&](std::size_t, std::size_t first, std::size_t end) {
        for (std::size_t column = first; column < end; ++column) {
          const std::size_t plane = column / static_cast<std::size_t>(part.nx),
                            x = column % static_cast<std::size_t>(part.nx);
          const float *from =
              values + plane * c.field() +
              (x + static_cast<std::size_t>(part.left)) * static_cast<std::size_t>(c.nz) +
              static_cast<std::size_t>(part.top);
          for (std::size_t z = 0; z < nz; ++z) sums[column * nz + z] += double(from[z]);
        }
      },
      256);
}

}  // namespace

Stack::Stack(const SurveyCase &survey) {
  const ImagingCase &c = survey.shared();
  const auto cells =
      static_cast<std::size_t>(survey.part().nz) * static_cast<std::size_t>(survey.part().nx);
  const auto planes = [](int largest) {
    return largest > 0 ? 2 * static_cast<std::size_t>(largest) + 1 : 0;
  };
  image.assign(cells, 0);
  illumination.assign(cells, 0);
  gather_x.assign(cells * planes(c.offsets_x), 0);
  gather_z.assign(cells * planes(c.offsets_z), 0);
}

void add_shot(Stack &stack, const ModelPart &part, const ImagingCase &c, const ShotImages &shot) {
  add_planes(stack.image, part, c, shot.image);
  add_planes(stack.illumination, part, c, shot.illumination);
  add_planes(stack.gather_x, part, c, shot.gather_x);
  add_planes(stack.gather_z, part, c, shot.gather_z);
  ++stack.shots;
}

}  // namespace ladder
