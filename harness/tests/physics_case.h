// Cases for the checks of physics, and runs of them.
#pragma once
#include "harness/problems/wave/assemble.h"
#include "harness/problems/wave/wave_case.h"
#include "harness/seismic/shots/engine.h"
#include "harness/seismic/shots/wavefield.h"
#include "harness/tests/testing.h"

namespace ladder {

struct Medium {
  int nz = 1, nx = 1, ny = 1;  // [cells]
  double spacing = 10;         // [m]
  double dt = 0.001;           // [s]
  int steps = 100;
  int half_length = 8;
  std::string family = "taylor";
  double velocity = 2000;  // [m/s]
  double peak = 20;        // [Hz] of the Ricker wavelet, whose delay is 1.5 / peak
  int sponge = 0;          // [cells] on all sides
  double strength = 0.0053;
  std::string ladder = "wave";
};

inline double delay_of(const Medium &m) { return 1.5 / m.peak; }
inline double ricker(const Medium &m, double t) {
  const double a = std::pow(M_PI * m.peak * (t - delay_of(m)), 2);
  return (1 - 2 * a) * std::exp(-a);
}

inline std::vector<float> signal_of(const Medium &m) {
  std::vector<float> signal;
  for (int n = 0; n < m.steps; ++n) signal.push_back(static_cast<float>(ricker(m, n * m.dt)));
  return signal;
}

// One velocity, or [ny][nx][nz] velocities; the source and the receivers in the cells that are
// given.
inline WaveCase make_case(const Medium &m, const ladder_cell &source,
                          const std::vector<ladder_cell> &receivers,
                          std::vector<float> velocities = {}) {
  CaseFile file;
  file.nz = m.nz, file.nx = m.nx, file.ny = m.ny;
  file.sponge_strength = m.strength;
  if (m.nz > 1) file.sponge_top = file.sponge_bottom = m.sponge;
  if (m.nx > 1) file.sponge_left = file.sponge_right = m.sponge;
  if (m.ny > 1) file.sponge_front = file.sponge_back = m.sponge;
  WaveCase c;
  c.ladder = m.ladder;
  c.model_cells = {m.nz, m.nx, m.ny};
  c.steps = m.steps;
  c.half_length = m.half_length;
  c.operator_family = m.family;
  c.dz = c.dx = c.dy = m.spacing;
  c.dt = m.dt;
  if (velocities.empty())
    velocities.assign(std::size_t(m.nz) * std::size_t(m.nx * m.ny), float(m.velocity));
  pad_model(
      file,
      [&](int x, int y, float *column) {
        std::copy_n(velocities.data() + std::ptrdiff_t{m.nz} * (x + std::ptrdiff_t{m.nx} * y), m.nz,
                    column);
      },
      c);
  make_operator(c);
  make_v2dt2(c);
  make_sponge(file, c);
  EXPECT_LE(c.dt, largest_stable_dt(c));
  c.source_cells = {source};
  c.receiver_cells = receivers;
  make_wavelets(c, signal_of(m));
  return c;
}

// The trace of each receiver.
inline std::vector<std::vector<double>> traces_of(const WaveCase &c) {
  Wavefield field(c);
  propagate(c, with_its_own_launch(find_stage("c-simd", c.ladder)), {}, field);
  const std::size_t receivers = c.receiver_cells.size();
  std::vector<std::vector<double>> traces(receivers);
  for (std::size_t i = 0; i < field.traces.size(); ++i)
    traces[i % receivers].push_back(double(field.traces[i]));
  return traces;
}

inline double norm(const std::vector<double> &trace) {
  double sum = 0;
  for (double p : trace) sum += p * p;
  return std::sqrt(sum);
}

// The norm of the difference over that of the second.
inline double misfit(const std::vector<double> &a, const std::vector<double> &b) {
  std::vector<double> difference;
  for (std::size_t i = 0; i < a.size(); ++i) difference.push_back(a[i] - b[i]);
  return norm(difference) / norm(b);
}

}  // namespace ladder
