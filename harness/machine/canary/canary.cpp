#include "harness/machine/canary/canary.h"

#include "harness/base/clock.h"

namespace ladder {
namespace {

constexpr int rounds_with_a_reading = 10;  // enough for an interval of the median
constexpr double part_of_the_time = 0.05;

double now_s() { return 1e-9 * double(steady_ns()); }

}  // namespace

Canary::Canary(bool with_device) : with_device_(with_device) {}

const CanaryReading &Canary::read() {
  const double begin = now_s();
  CanaryReading reading;
  reading.host = host_.read();
  if (with_device_) reading.device = read_device_canary(reading.why_no_device);
  last_ = reading;
  ++count_;
  last_end_s_ = now_s();
  cost_s_ = last_end_s_ - begin;
  return last_;
}

void Canary::before_sample(int round) {
  const bool of_this_round = count_ > 0 && round == last_round_;
  const bool old = (now_s() - last_end_s_) * part_of_the_time > cost_s_;
  if (count_ > 0 && !old && (of_this_round || round >= rounds_with_a_reading)) return;
  last_round_ = round;
  read();
}

}  // namespace ladder
