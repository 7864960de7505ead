// What programs/large_volume computes: waves or heat in a volume of random values, and what comes
// back of it.
#pragma once
#include "harness/base/numerics/acoustic.h"
#include "harness/problems/heat/heat.h"
#include "harness/problems/wave/wave.h"
#include "harness/tests/programs/planes.h"

namespace ladder {

inline constexpr int receivers_of_plane = 64, sponge_cells = 20;
inline constexpr double spacing = 10, sponge_strength = 0.01;

struct Size {
  int nz, nx, ny, steps, distinct;
  std::size_t plane() const { return std::size_t(nz) * std::size_t(nx); }
};

// What is computed, and what comes back of it. The inputs are the same for every launch.
class Volume {
 public:
  virtual ~Volume() = default;
  virtual const void *the_case(int half_length) = 0;  // valid until it is asked for again
  virtual ladder_status upload(ladder_state *) const = 0;
  virtual ladder_status advance(ladder_state *, int steps) const = 0;
  virtual ladder_status download(ladder_state *) = 0;
  virtual std::uint64_t hash() const = 0;  // of all that came back
};

class WaveVolume : public Volume {
 public:
  WaveVolume(const Size &n, const void *entries)
      : entries_(*static_cast<const ladder_wave_entries *>(entries)),
        v2dt2_(n.plane(), n.ny, n.distinct), now_(n.plane(), n.ny, n.distinct),
        before_(n.plane(), n.ny, n.distinct), last_(n.plane(), n.ny, n.distinct),
        last_before_(n.plane(), n.ny, n.distinct), sponge_{sponge(n.nz), sponge(n.nx),
                                                           sponge(n.ny)},
        whole_(n.distinct == 0) {
    require(entries_.advance, "take a stage that owns the time loop");
    v2dt2_.fill(4, 14, 1), now_.fill(-0.5f, 0.5f, 2), before_.fill(-0.5f, 0.5f, 3);
    sources_ = {{n.nz / 2, n.nx / 2, n.ny / 2}, {n.nz - 1, 0, n.ny - 1}};
    wavelets_.resize(2 * std::size_t(n.steps));
    for (std::size_t i = 0; i < wavelets_.size(); ++i)
      wavelets_[i] = 1e-3f * static_cast<float>(i * 7919 % 1000);
    // The primes put them all over a plane.
    for (int i = 0; i < receivers_of_plane * n.ny; ++i)
      receivers_.push_back(
          {int(i * 7919ll % n.nz), int(i * 6007ll % n.nx), i / receivers_of_plane});
    traces_.resize(std::size_t(n.steps + 1) * receivers_.size());
    wave_ = {.nz = n.nz,
             .nx = n.nx,
             .ny = n.ny,
             .steps = n.steps,
             .sources = int(sources_.size()),
             .receivers = int(receivers_.size()),
             .dz = spacing,
             .dx = spacing,
             .dy = spacing,
             .dt = 1e-3f,
             .v2dt2 = v2dt2_.data(),
             .sponge_z = sponge_[0].data(),
             .sponge_x = sponge_[1].data(),
             .sponge_y = sponge_[2].data(),
             .source_cells = sources_.data(),
             .wavelets = wavelets_.data(),
             .receiver_cells = receivers_.data()};
  }

  const void *the_case(int half_length) override {
    taps_.resize(2 * std::size_t(half_length) + 1);
    ladder_operator_taps(LADDER_TAYLOR, half_length, spacing, 0, 0, taps_.data());
    wave_.half_length = half_length;
    wave_.taps_z = wave_.taps_x = wave_.taps_y = taps_.data();
    return &wave_;
  }
  ladder_status upload(ladder_state *state) const override {
    return entries_.upload(state, now_.data(), before_.data(), 0);
  }
  ladder_status advance(ladder_state *state, int steps) const override {
    return entries_.advance(state, steps);
  }
  ladder_status download(ladder_state *state) override {
    poison(last_.data(), last_.values());
    poison(last_before_.data(), last_before_.values());
    poison(traces_.data(), traces_.size());
    return entries_.download(state, last_.data(), last_before_.data(), traces_.data());
  }
  std::uint64_t hash() const override {
    std::vector<std::uint64_t> all = {hash_of_finite(traces_.data(), traces_.size())};
    if (whole_)
      for (const Planes *field : {&last_, &last_before_})
        all.push_back(hash_of_finite(field->data(), field->values()));
    return fnv1a(all.data(), all.size() * sizeof(all[0]));
  }

 private:
  static std::vector<float> sponge(int cells) {
    std::vector<float> factors(static_cast<std::size_t>(cells));
    ladder_sponge_factors(cells, sponge_cells, sponge_cells, sponge_strength, factors.data());
    return factors;
  }

  const ladder_wave_entries &entries_;
  const Planes v2dt2_, now_, before_, last_, last_before_;
  const std::vector<float> sponge_[3];
  const bool whole_;
  std::vector<float> taps_, wavelets_, traces_;
  std::vector<ladder_cell> sources_, receivers_;
  ladder_wave wave_{};
};

class HeatVolume : public Volume {
 public:
  HeatVolume(const Size &n, const void *entries)
      : entries_(*static_cast<const ladder_heat_entries *>(entries)), now_(n.plane(), n.ny, 0),
        last_(n.plane(), n.ny, 0), heat_{n.nz, n.nx, n.ny, n.steps, 1, 0.15f, 1, 0.15f, nullptr} {
    require(entries_.advance, "take a stage that owns the time loop");
    require(n.distinct == 0, "distinct-planes: heat has fields alone, so all planes are needed");
    now_.fill(0, 10, 4);
  }
  const void *the_case(int) override { return &heat_; }
  ladder_status upload(ladder_state *state) const override {
    return entries_.upload(state, now_.data());
  }
  ladder_status advance(ladder_state *state, int steps) const override {
    return entries_.advance(state, steps);
  }
  ladder_status download(ladder_state *state) override {
    poison(last_.data(), last_.values());
    return entries_.download(state, last_.data());
  }
  std::uint64_t hash() const override { return hash_of_finite(last_.data(), last_.values()); }

 private:
  const ladder_heat_entries &entries_;
  const Planes now_, last_;
  const ladder_heat heat_;
};

}  // namespace ladder
