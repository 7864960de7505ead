#include "harness/predict/adopted/gain.h"

#include <fmt/format.h>

#include <algorithm>

namespace ladder {

AdoptedGain in_program(const Json &about, const CallTime &call) {
  const double program = about.value("program_s", 0.0), routine = about.value("routine_s", 0.0),
               calls = about.value("calls_made", 0.0), packing = about.value("packing_s", 0.0);
  if (program <= 0 || routine <= 0 || calls <= 0) return {};
  const auto run = [&](double seconds) {
    return start_of_device + std::max(0.0, program - routine) + call.listing + calls * seconds;
  };
  constexpr double little = 0.1;  // next to the calls
  const bool little_else = program - routine <= little * calls * call.as_called;
  const double as_called = run((little_else ? call.repeated : call.as_called) + packing),
               resident = run(call.resident);
  return {routine / calls / call.as_called,
          routine / calls / call.resident,
          program / as_called,
          program / resident,
          packing,
          as_called,
          resident};
}

double sectors_of_a_load(const CountedKernel &kernel) {
  return kernel.loads > 0 ? kernel.load_sectors / kernel.loads : 0;
}

static std::string advice_alone(const AdoptedPrediction &one) {
  constexpr double worth = 1.1;
  const AdoptedGain &gain = one.program;
  if (gain.resident == 0)
    return "What it gives is not known: the calls were not timed at this size.";
  const CallTime &call = one.call;
  const double copies = call.copies / call.as_called, launches = call.launches / call.resident;
  std::string words = gain.as_called >= worth
                          ? fmt::format("As called, a call is {:.3g} times as fast", gain.as_called)
                          : fmt::format("As called it does not pay ({:.2g} times)", gain.as_called);
  if (gain.as_called >= worth)
    words += fmt::format(", the whole program {:.2g} times", gain.program_as_called);
  if (copies > 0.3 && gain.resident > 1.3 * gain.as_called)
    return words + fmt::format(
                       "; {:.0f} % of it are copies: adopt its caller, so that the arrays "
                       "stay on the device, for up to {:.3g} times.",
                       100 * copies, gain.resident);
  if (gain.resident < worth)
    return words + (launches > 0.5 ? "; it is too short for its launches: adopt a caller, or calls "
                                     "with more work."
                                   : "; more work a call, or another kernel, is needed first.");
  const auto slowest = std::ranges::max_element(one.kernels, {}, [&](const KernelTime &each) {
    return each.seconds * one.counted.kernels[std::size_t(&each - one.kernels.data())].launches;
  });
  if (slowest == one.kernels.end()) return words + ".";
  return words + fmt::format("; of its kernels '{}' takes longest, bound by {}.",
                             slowest->demand.kernel, slowest->bound);
}

std::string advice(const AdoptedPrediction &one) {
  const double packing = one.program.packing_s;
  if (packing < 0.1 * one.call.as_called) return advice_alone(one);
  return advice_alone(one) + fmt::format(
                                 " In the program a call takes {:.3g} ms more: what is not "
                                 "contiguous there, such as components of derived types, is "
                                 "packed for it, and goes back.",
                                 1e3 * packing);
}

}  // namespace ladder
