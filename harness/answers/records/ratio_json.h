// A ratio as JSON: low and high are null where there are too few samples for an interval.
#pragma once
#include "harness/base/json.h"
#include "harness/base/statistics/ratio.h"

namespace ladder {

inline Json ratio_json(const Ratio &ratio) {
  const auto &interval = ratio.interval;
  return {{"ratio", ratio.value},
          {"samples", ratio.samples},
          {"low", interval ? Json(interval->low) : Json(nullptr)},
          {"high", interval ? Json(interval->high) : Json(nullptr)}};
}

}  // namespace ladder
