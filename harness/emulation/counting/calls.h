// Where the run of a stage is among its calls.
#pragma once

namespace ladder_emulation {

struct Calls {
  unsigned begun = 0;
  bool inside = false;  // the stage itself, without the copies before and behind it
  // Behind those that are counted, as many as LADDER_EMULATION_CALLS says. Of these only the graphs
  // that they record are written down: the first call records all that it launches.
  bool later = false;
};
const Calls &calls();

}  // namespace ladder_emulation
