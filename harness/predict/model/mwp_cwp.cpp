#include "harness/predict/model/mwp_cwp.h"

#include <algorithm>

namespace ladder {

MwpCwp mwp_cwp(const MwpCwpInputs &in) {
  MwpCwp m;
  m.most_instructions_in_parallel =
      in.instruction_latency / (in.warp_size / in.cores_a_multiprocessor);
  m.instructions_in_parallel = std::min(in.instruction_parallelism * in.warps_a_multiprocessor,
                                        m.most_instructions_in_parallel);
  m.compute_time = in.compute_instructions * in.warps / in.active_multiprocessors *
                   in.instruction_latency / m.instructions_in_parallel;

  m.memory_latency = in.memory_latency + (in.transactions_a_request - 1) * in.departure_delay;
  m.access_time = m.memory_latency * in.second_level_miss_ratio +
                  in.second_level_latency * in.first_level_miss_ratio + in.first_level_latency;

  m.bytes_a_request = in.bytes_a_thread * in.warp_size;
  m.bandwidth_of_a_warp = in.clock_hz * m.bytes_a_request / m.memory_latency;
  m.warps_at_peak_bandwidth =
      in.bandwidth_bytes_per_s / (m.bandwidth_of_a_warp * in.active_multiprocessors);
  m.memory_warps = std::min({m.memory_latency / in.departure_delay, m.warps_at_peak_bandwidth,
                             in.warps_a_multiprocessor});

  m.compute_cycles = in.compute_instructions * in.instruction_latency / m.instructions_in_parallel;
  m.memory_cycles = in.memory_instructions * m.access_time / in.memory_parallelism;
  m.compute_warps =
      std::min((m.memory_cycles + m.compute_cycles) / m.compute_cycles, in.warps_a_multiprocessor);
  m.memory_warps_of_compute = std::min(std::max(1.0, m.compute_warps - 1), m.memory_warps);
  m.requests_in_parallel =
      std::min(in.memory_parallelism * m.memory_warps_of_compute, m.warps_at_peak_bandwidth);
  m.memory_time = in.memory_instructions * in.warps /
                  (in.active_multiprocessors * m.requests_in_parallel) * m.access_time;

  const double zeta = m.compute_warps <= m.memory_warps ? 1 : 0;
  m.share_that_overlaps = (in.warps_a_multiprocessor - zeta) / in.warps_a_multiprocessor;
  m.overlap = std::min(m.compute_time * m.share_that_overlaps, m.memory_time);
  m.time = m.compute_time + m.memory_time - m.overlap;
  return m;
}

}  // namespace ladder
