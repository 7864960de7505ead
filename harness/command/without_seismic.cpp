// without: seismic
#include "harness/answers/options/rooms.h"

namespace ladder {

Commands seismic_commands() { return {}; }

}  // namespace ladder
