#include "harness/command/say_case.h"

#include <fmt/format.h>

#include "harness/command/progress.h"

namespace ladder {

void say_case(const Case &c) {
  for (const auto &note : c.notes) say(note);
  say(fmt::format("case {}: {} x {} x {} cells (z, x, y), {} steps of {:g} ms, model {}", c.name,
                  c.nz, c.nx, c.ny, c.steps, 1e3 * c.dt, c.model));
  say(
      fmt::format("{} operator of half-length {}: phase velocity off by {:.2g} % at 0.5 radians a "
                  "cell; stable up to dt = {:.4g} ms",
                  c.operator_family, c.half_length, 100 * dispersion_at_half_radian(c),
                  1e3 * largest_stable_dt(c)));
}

}  // namespace ladder
