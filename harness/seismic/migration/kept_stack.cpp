#include "harness/seismic/migration/kept_stack.h"

#include <chrono>

namespace ladder {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void KeptStack::begin() {
  writing_ = std::async(std::launch::async, [this] {
    const double begin = seconds_now();
    save_stack(path_, inputs_, stack_);
    pace_.wrote(begin, seconds_now());
  });
}

void KeptStack::settle() {
  if (!writing_.valid()) return;
  writing_.get();
  kept_ = stack_.shots;
}

void KeptStack::added() {
  if (pace_.due(seconds_now())) begin();
}

bool KeptStack::due() {
  using namespace std::chrono_literals;
  if (writing_.valid() && writing_.wait_for(0s) != std::future_status::ready) return false;
  settle();
  return pace_.due(seconds_now());
}

void KeptStack::keep_all() {
  settle();
  if (kept_ == stack_.shots) return;
  begin();
  settle();
}

}  // namespace ladder
