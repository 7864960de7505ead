// The ladder of cases and records that name none; its stages go by their name alone.
#pragma once

namespace ladder {
inline constexpr const char *usual_ladder = "wave";
}
