// ladder reverse: a recorded gather goes back in at its receivers, last sample first; where it comes together.
#include <fmt/format.h>

#include "harness/command/choose.h"
#include "harness/command/commands.h"
#include "harness/command/reversal.h"
#include "harness/command/say_case.h"

namespace ladder {

Exit run_reverse(const Options &options) {
  const Case c = load_case(options.problem_case, one_case(options));
  const std::string product = product_of(options, {".npy", ".vti", ".rsf", ".f32"});
  say_case(c);
  const Sent sent = gather_to_send(options);
  const Reversed reversed = send_back(options, c, sent, product, beside(product, "_snapshots"));
  Grid map = model_part(c, c.velocity, "largest energy", "");
  map.values = reversed.most;
  write_grid(product, map, options.overwrite);
  fmt::print("focus: {}\n{}: the largest energy of every cell\n", focus_text(c, reversed), product);
  return Exit::ok;
}

}  // namespace ladder
