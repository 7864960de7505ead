// A survey whose shots are summed on the device.
#pragma once
#include <functional>

#include "harness/seismic/migration/device_sums.h"
#include "harness/seismic/migration/shots_in_turn.h"
#include "harness/seismic/migration/stack.h"

namespace ladder {

// Migrates the shots that the stack does not have, on top of it. It has them when they are to be
// written, and in the end, also where it ends by an Error; where the device fails those that were
// written. Calls ran() after each shot.
ShotTimes migrate_on_device(const SurveyCase &, const Engine &, DeviceSums &, Stack &, KeptStack &,
                            const std::function<void()> &ran);

}  // namespace ladder
