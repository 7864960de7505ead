// usage: kept_shots SUMMED.so
// Five shots, one of them with fewer receivers, by a stage that keeps its buffers from shot to
// shot: whether the sums have the bits of shots for which nothing was kept.
#include <dlfcn.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "harness/extension.h"
#include "harness/problems/imaging/survey_sums.h"

namespace {

constexpr int nz = 24, nx = 31, m = 4, steps = 60, every = 6, offsets_x = 3, offsets_z = 2;
constexpr ladder_imaging_part part{nz - 4, nx - 5, 2, 3, 1};
constexpr ladder_launch launch{{{32, 8}, {4}, {50}}};

struct Shot {
  std::vector<ladder_place> source, receivers;
  std::vector<float> wavelet, data, speed, taps, sponge;
  ladder_imaging seen() const {
    return {nz,
            nx,
            m,
            steps,
            every,
            offsets_x,
            offsets_z,
            1,
            int(receivers.size()),
            10,
            10,
            1e-3f,
            taps.data(),
            taps.data(),
            speed.data(),
            sponge.data(),
            sponge.data(),
            source.data(),
            wavelet.data(),
            receivers.data(),
            data.data()};
  }
};

Shot shot_of(int k) {
  Shot one{{{2 + k, 3 + 4 * k}}, {}, {}, {}, {}, {}, std::vector<float>(nx, 0.999f)};
  const int receivers = k == 3 ? 7 : 9;
  for (int i = 0; i < receivers; ++i) one.receivers.push_back({1 + (k + i) % 3, 2 + 3 * i});
  for (int n = 0; n < steps; ++n) one.wavelet.push_back(std::sin(0.2f * float(n + k)));
  for (int n = 0; n < steps * receivers; ++n)
    one.data.push_back(std::cos(0.1f * float(n * (k + 1))));
  for (int i = 0; i < nz * nx; ++i) one.speed.push_back(0.2f + 0.01f * float((i + k) % 7));
  for (int i = -m; i <= m; ++i) one.taps.push_back(i ? 0.3f / float(i * i) : -1);
  return one;
}

void must(ladder_status status, const char *words) {
  if (status == LADDER_OK) return;
  std::puts(words);
  std::exit(2);
}

using Sums = std::array<std::vector<double>, LADDER_IMAGING_SUMS>;

class Survey {
 public:
  explicit Survey(const ladder_imaging_survey &entries) : entries_(entries) {
    const int planes[] = {1, 2 * offsets_x + 1, 2 * offsets_z + 1, 1};
    for (int k = 0; k < LADDER_IMAGING_SUMS; ++k)
      sums_[k].resize(std::size_t(planes[k] * part.nz * part.nx));
  }
  // Adds shots to the sums so far, in an opened survey of their own.
  void add(int first, int end) {
    ladder_imaging_sums *on_device = nullptr;
    const ladder_imaging grid = shot_of(first).seen();
    must(entries_.open(&grid, &part, &on_device), entries_.last_error(nullptr));
    const double *from[] = {sums_[0].data(), sums_[1].data(), sums_[2].data(), sums_[3].data()};
    must(entries_.put(on_device, from), entries_.last_error(on_device));
    for (int k = first; k < end; ++k) run(shot_of(k), on_device);
    double *to[] = {sums_[0].data(), sums_[1].data(), sums_[2].data(), sums_[3].data()};
    must(entries_.get(on_device, to), entries_.last_error(on_device));
    entries_.close(on_device);
  }
  const Sums &sums() const { return sums_; }

 private:
  void run(const Shot &shot, ladder_imaging_sums *on_device) const {
    const ladder_stage &stage = *entries_.of_shot;
    const auto &wave = *static_cast<const ladder_imaging_entries *>(stage.entries);
    const ladder_imaging_shot seen{shot.seen(), on_device};
    const std::vector<float> nothing(nz * nx, 0);
    ladder_state *state = nullptr;
    must(stage.create(&seen, &launch, &state), stage.last_error(nullptr));
    must(wave.upload(state, nothing.data(), nothing.data()), stage.last_error(state));
    must(wave.advance(state, 2 * steps), stage.last_error(state));
    must(wave.download(state, nullptr, nullptr, nullptr, nullptr), stage.last_error(state));
    stage.destroy(state);
  }

  const ladder_imaging_survey &entries_;
  Sums sums_;
};

}  // namespace

int main(int, char **words) {
  void *const library = dlopen(words[1], RTLD_NOW);
  if (!library) return std::puts(dlerror()), 2;
  const auto *extension =
      static_cast<const ladder_extension *>(dlsym(library, "ladder_plugin_stage_extension"));
  if (!extension) return std::puts(dlerror()), 2;
  Survey kept(*static_cast<const ladder_imaging_survey *>(*extension)), anew = kept;
  kept.add(0, 5);
  for (int k = 0; k < 5; ++k) anew.add(k, k + 1);
  if (kept.sums() != anew.sums()) return std::puts("other sums"), 1;
  double largest = 0;
  for (const auto &one : kept.sums())
    for (const double value : one) largest = std::fmax(largest, std::fabs(value));
  std::printf("the same sums, up to %g\n", largest);
  return std::isfinite(largest) && largest > 0 ? 0 : 1;
}
