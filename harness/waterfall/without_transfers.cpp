#include "harness/waterfall/without_transfers.h"

#include "harness/trace/scopes.h"

namespace ladder {

double without_transfers_ns(const Json &record) {
  const double wall = record.at("summary").at("median_ns").get<double>();
  const Json &traced = record.at("traced");
  if (traced.is_null()) return wall;
  const Json &scopes = traced.at("scopes_ns");
  double transfers = 0;
  for (const char *scope : {"h2d", "d2h", "staging"}) transfers += scopes.at(scope).get<double>();
  return 1e9 * without_transfers(1e-9 * wall, transfers, scopes.at("kernel").get<double>(),
                                 traced.at("wall_ns").get<double>());
}

}  // namespace ladder
