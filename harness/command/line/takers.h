// What the declarations of options share: which commands take an option, and the largest values.
#pragma once
#include "harness/command/line/declared.h"

namespace ladder::takers {

inline Names operator+(Names some, const Names &more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

inline const Names measuring = {"ladder", "sweep"};
inline const Names proving = {"ladder", "sweep", "verify", "check", "tune", "worker"};
inline const Names waves = {"shoot", "reverse", "locate", "zsr"};
inline const Names migrating = {"migrate"};
inline const Names sending_back = {"reverse", "locate"};

constexpr double longest = 1e7;  // [s] 116 days
constexpr int most_samples = 100000000;

}  // namespace ladder::takers
