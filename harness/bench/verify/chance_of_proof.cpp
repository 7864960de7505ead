#include "harness/bench/verify/chance_of_proof.h"

#include <algorithm>
#include <cmath>

#include "harness/bench/run/secret_start.h"

namespace ladder {

double chance_of_proof(int number, double sample_s, double proof_s, bool plugin) {
  if (number == 0 || proof_s <= 0) return 1;
  const double by_share = std::min(1.0, proof_share * sample_s / proof_s);
  if (!plugin) return by_share;
  const double all = std::max(1.0, std::floor(proof_budget_s / proof_s));
  return std::max(by_share, std::min(1.0, all / number));
}

bool drawn(double chance) { return std::ldexp(double(secret_number()), -64) < chance; }

}  // namespace ladder
