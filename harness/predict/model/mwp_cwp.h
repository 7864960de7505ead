// The MWP-CWP model of Hong and Kim (2009) as Parra (2016) adapted it to a stencil: equations 4.1
// to 4.30 of the thesis, as they are printed. harness/predict/model/DOCUMENT.md says where the
// thesis' own numbers do not follow from them.
#pragma once

namespace ladder {

struct MwpCwpInputs {
  // the kernel, per warp
  double compute_instructions = 0, memory_instructions = 0;  // #inst and #mem_inst
  double instruction_parallelism = 1;                        // ILP
  double memory_parallelism = 1;                             // MLP
  double transactions_a_request = 1;                         // avg_trans_warp
  double first_level_miss_ratio = 1, second_level_miss_ratio = 1;
  double bytes_a_thread = 4;
  // the launch
  double warps = 0;                   // #total_warps
  double warps_a_multiprocessor = 1;  // N
  double active_multiprocessors = 1;
  // the machine; latencies in clock cycles
  double instruction_latency = 0;
  double memory_latency = 0, second_level_latency = 0, first_level_latency = 0;
  double departure_delay = 1;
  double cores_a_multiprocessor = 32;  // SIMD_width
  double warp_size = 32;
  double clock_hz = 0;
  double bandwidth_bytes_per_s = 0;
};

// Cycles, unless the name says otherwise.
struct MwpCwp {
  double most_instructions_in_parallel = 0;  // ITILP_max, equation 4.6
  double instructions_in_parallel = 0;       // ITILP, 4.4
  double compute_time = 0;                   // T_comp, 4.2, 4.3, 4.23
  double memory_latency = 0;                 // avg_DRAM_lat, 4.10
  double access_time = 0;                    // AMAT, 4.24
  double bytes_a_request = 0;                // transaction_size [B], 4.20
  double bandwidth_of_a_warp = 0;            // BW_per_warp [B/s], 4.19
  double warps_at_peak_bandwidth = 0;        // MWP_peak_bw, 4.18
  double memory_warps = 0;                   // MWP, 4.17
  double compute_cycles = 0;                 // 4.15
  double memory_cycles = 0;                  // 4.16
  double compute_warps = 0;                  // CWP, 4.13 and 4.14
  double memory_warps_of_compute = 0;        // MWP_cp, 4.12
  double requests_in_parallel = 0;           // ITMLP, 4.11
  double memory_time = 0;                    // T_mem, 4.8
  double share_that_overlaps = 0;            // F_overlap, 4.22
  double overlap = 0;                        // T_overlap, 4.21
  double time = 0;                           // T_exec, 4.1
};

MwpCwp mwp_cwp(const MwpCwpInputs &);

}  // namespace ladder
