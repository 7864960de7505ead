// A small captured call whose values all differ.
#pragma once
#include "harness/formats/captured_call.h"
#include "harness/tests/testing.h"

namespace ladder {

inline CapturedCall captured_example() {
  CapturedCall call;
  call.ladder = "wave";
  call.first_step = 4;
  call.steps = 2;
  call.cells = {2, 3, 1};
  call.half_length = 1;
  call.spacing = {10, 12.5f, 1};
  call.dt = 0.002f;
  call.source_cells = {{0, 1, 0}, {1, 2, 0}};
  call.receiver_cells = {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}};
  call.taps_z = {0.01f, -0.02f, 0.01f};
  call.taps_x = {0.0064f, -0.0128f, 0.0064f};
  call.taps_y = {0, 0, 0};
  call.sponge_z = {1, 0.9f};
  call.sponge_x = {0.8f, 1, 0.7f};
  call.sponge_y = {1};
  float next = 9;
  const auto fill = [&](std::vector<float> &values, std::size_t count) {
    values.resize(count);
    std::iota(values.begin(), values.end(), next);
    next += static_cast<float>(count);
  };
  for (auto *field : {&call.v2dt2, &call.now, &call.before, &call.after}) fill(*field, 6);
  fill(call.wavelets, 4);
  return call;
}

}  // namespace ladder
