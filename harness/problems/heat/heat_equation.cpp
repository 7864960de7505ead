// The numbers of a heat case: its time step, its hash, what stages see of it, and its memory.
#include <fmt/format.h>

#include "harness/base/hash.h"
#include "harness/bench/memory_fit/memory_fit.h"
#include "harness/bench/registry/find_case.h"
#include "harness/problems/heat/heat_case.h"
#include "harness/problems/heat/heat_mode.h"

namespace ladder {

CaseSize size_of_heat_case(const LocatedCase &found, const CaseOverrides &over) {
  const HeatCase c = read_heat_case(found, over);
  constexpr double value = sizeof(float);
  // Two fields and the map; those of a run, and one as it is judged.
  const double map = c.material.map ? value : 0;
  return {{c.nz, c.nx, c.ny}, 1, 2 * value + map, 3 * value + map};
}
void HeatCase::complete() {
  dt = spacing * spacing / (divisor * conduction());
  std::string text = fmt::format(
      "heat {} {} {} {} {} {} {} {} {} {} {} {}", nz, nx, ny, steps, spacing, diffusivity, divisor,
      begin.kind, begin.amplitude, begin.radius, begin.seed,
      fmt::format("{} {} {} {} {} {}", begin.half_waves[0], begin.half_waves[1],
                  begin.half_waves[2], begin.centre[0], begin.centre[1], begin.centre[2]));
  if (!material.plain()) {
    for (const auto &sides : material.insulated) text += fmt::format(" {} {}", sides[0], sides[1]);
    for (const double one : material.along) text += fmt::format(" {}", one);
  }
  for (const HeatValues &values : {material.map, begin.values})
    if (values) text += ' ' + hex16(fnv1a(values->data(), 4 * values->size()));
  hash = hex16(fnv1a(text.data(), text.size()));
}

double HeatCase::conduction() const {
  const double relative = material.plain() ? 0 : material.conduction({nz, nx, ny});
  return relative > 0 ? relative * diffusivity : diffusivity;
}

// With what it points to.
struct HeatView {
  HeatMaterial material;
  ladder_heat_general general;
  ladder_heat plain;
};

std::shared_ptr<const ladder_heat> HeatCase::view() const {
  auto seen = std::make_shared<HeatView>();
  seen->material = material;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::size_t side : {0, 1})
      seen->general.insulated[axis][side] = material.insulated[axis][side];
    seen->general.factor[axis] =
        static_cast<float>(material.along[axis] * diffusivity * dt / (spacing * spacing));
  }
  seen->general.conductivity = material.map ? material.map->data() : nullptr;
  seen->plain = {nz,
                 nx,
                 ny,
                 steps,
                 static_cast<float>(spacing),
                 static_cast<float>(dt),
                 static_cast<float>(diffusivity),
                 static_cast<float>(1 / divisor),
                 material.plain() ? nullptr : &seen->general};
  return {seen, &seen->plain};
}

double HeatCase::decay_of_mode() const {
  const auto seen = view();
  const int n[3] = {nz, nx, ny};
  double left = 1;
  for (std::size_t axis = 0; axis < 3; ++axis)
    left -= (seen->general ? seen->general->factor[axis] : seen->factor) *
            heat_mode(material.insulated[axis], n[axis], begin.half_waves[axis]).eigenvalue();
  return left;
}

}  // namespace ladder
