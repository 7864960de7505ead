// Several velocity models at once: the foci are those of one model after the other. The stage is a
// stand-in that advances c-simd once for each model.
#include "harness/bench/run/launch.h"
#include "harness/seismic/shots/engine.h"
#include "harness/seismic/shots/focus.h"
#include "harness/seismic/shots/model_variant.h"
#include "harness/seismic/shots/reverse_case.h"
#include "harness/tests/testing.h"

namespace ladder {
namespace {

const StageEntry &real() {
  static const StageEntry entry = find_stage("c-simd", "wave");
  return entry;
}
const ladder_wave_entries &real_entries() { return wave_entries(*real().stage); }

// What the stand-in has of a model.
struct Slot {
  ladder_wave view;
  std::vector<float> v2dt2, wavelets, now, before, most;
  ladder_wave_peak peak{};
  ladder_state *state = nullptr;
};
struct Stand {
  ladder_wave view;
  std::vector<Slot> slots;
  ladder_wave_models taken{};
  std::int32_t step = 0;

  std::size_t cells() const { return std::size_t(view.nz) * std::size_t(view.nx); }
  void look(Slot &slot) {
    float highest = 0;
    for (std::size_t i = 0; i < cells(); ++i) {
      const float energy = slot.now[i] * slot.now[i];
      slot.most[i] = std::max(slot.most[i], energy);
      const int z = int(i) % view.nz - taken.first.z, x = int(i) / view.nz - taken.first.x;
      if (z >= 0 && z < taken.cells.z && x >= 0 && x < taken.cells.x)
        highest = std::max(highest, energy);
    }
    if (highest > slot.peak.energy) slot.peak = {highest, step};
  }
};
Stand &of(ladder_state *state) { return *reinterpret_cast<Stand *>(state); }

constexpr std::int32_t most_models = 3;

ladder_status create(const void *c, const ladder_launch *launch, ladder_state **state) {
  *state = nullptr;
  if (launch->knob[0][0] > most_models) return LADDER_REFUSED;
  auto *stand = new Stand{*static_cast<const ladder_wave *>(c), {}};
  stand->slots.resize(std::size_t(launch->knob[0][0]));
  *state = reinterpret_cast<ladder_state *>(stand);
  return LADDER_OK;
}
void destroy(ladder_state *state) {
  if (!state) return;
  for (Slot &slot : of(state).slots) real().stage->destroy(slot.state);
  delete &of(state);
}
ladder_status take(ladder_state *state, const ladder_wave_models *models) {
  Stand &stand = of(state);
  stand.taken = *models;
  for (std::size_t k = 0; k < stand.slots.size(); ++k) {
    Slot &slot = stand.slots[k];
    slot.v2dt2.assign(models->v2dt2[k], models->v2dt2[k] + stand.cells());
    slot.wavelets.assign(models->wavelets[k],
                         models->wavelets[k] + stand.view.sources * stand.view.steps);
    slot.now.resize(stand.cells());
    slot.before.resize(stand.cells());
    slot.view = stand.view;
    slot.view.v2dt2 = slot.v2dt2.data();
    slot.view.wavelets = slot.wavelets.data();
    const ladder_launch launch = make_launch(*real().stage, {});
    const ladder_status status = real().stage->create(&slot.view, &launch, &slot.state);
    if (status != LADDER_OK) return status;
  }
  return LADDER_OK;
}
ladder_status upload(ladder_state *state, const float *now, const float *before,
                     std::int32_t step) {
  of(state).step = step;
  for (Slot &slot : of(state).slots) {
    slot.most.assign(of(state).cells(), 0);
    slot.peak = {};
    real_entries().upload(slot.state, now, before, step);
  }
  return LADDER_OK;
}
ladder_status advance(ladder_state *state, std::int32_t count) {
  Stand &stand = of(state);
  for (; count > 0; --count) {
    ++stand.step;
    for (Slot &slot : stand.slots) {
      float trace = 0;
      real_entries().advance(slot.state, 1);
      real_entries().download(slot.state, slot.now.data(), slot.before.data(), &trace);
      if (stand.step % stand.taken.every == 0 || stand.step == stand.view.steps) stand.look(slot);
    }
  }
  return LADDER_OK;
}
ladder_status peaks(ladder_state *state, ladder_wave_peak *peaks, float *most) {
  for (const Slot &slot : of(state).slots) {
    *peaks++ = slot.peak;
    most = std::copy(slot.most.begin(), slot.most.end(), most);
  }
  return LADDER_OK;
}
ladder_status field(ladder_state *state, std::int32_t model, float *now) {
  std::ranges::copy(of(state).slots[std::size_t(model)].now, now);
  return LADDER_OK;
}

const ladder_knob knobs[] = {{"shots", "models at once", nullptr, 1, {5}, {1}, {9}}};
constexpr ladder_wave_models_entries models_entries = {take, peaks, field};
constexpr ladder_wave_entries entries = {
    .upload = upload, .advance = advance, .models = &models_entries};

Engine stand_in() {
  static const ladder_stage stage = {.abi_version = LADDER_ABI_VERSION,
                                     .problem = "wave",
                                     .name = "stand-in",
                                     .knobs = 1,
                                     .knob = knobs,
                                     .owns_time_loop = 1,
                                     .create = create,
                                     .last_error = [](const ladder_state *) { return "too many"; },
                                     .destroy = destroy,
                                     .entries = &entries};
  return {{.stage = &stage}, make_launch(stage, {})};
}

// A pulse from six traces on a line, back through the case's model times `factor`.
WaveCase back_through(double factor) {
  WaveCase model = small_case(37, 53, 1, 60, 4);
  for (std::size_t i = 0; i < model.velocity.size(); ++i)
    model.velocity.change()[i] *= static_cast<float>(factor);
  Gather gather;
  gather.samples = 61;
  gather.dt = 0.6 * model.dt;
  for (int r = 0; r < 6; ++r) {
    gather.receivers.push_back({(10 + 6 * r) * model.dx - model.corner.x * model.dx, 0, 0});
    for (int n = 0; n < gather.samples; ++n)
      gather.values.push_back(static_cast<float>(std::exp(-0.02 * std::pow(n - 40 + r, 2))));
  }
  return reverse_case(model, gather, 1);
}

Focus focus_by_itself(const WaveCase &c, int every) {
  FocusFinder finder(c, every);
  Wavefield wave(c);
  propagate(c, with_its_own_launch(real()), {finder.watcher()}, wave);
  return finder.focus();
}

TEST(SideBySide, TheFociAreThoseOfOneModelAfterTheOther) {
  const WaveCase slow = back_through(0.8), fast = back_through(1);
  ASSERT_TRUE(may_be_side_by_side(slow, fast));
  for (const int every : {1, 7}) {
    const auto found = foci(stand_in(), {&fast, &slow, &fast}, every);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto all_of = [](const Focus &f) {
        return std::tuple(f.step, f.energy, f.cell.z, f.cell.x, f.width_z, f.width_x, f.prominence);
      };
      EXPECT_EQ(all_of(found[k]), all_of(focus_by_itself(k == 1 ? slow : fast, every)));
    }
    EXPECT_NE(found[0].energy, found[1].energy);
  }
}

TEST(SideBySide, AsManyModelsAsTheStageTakes) {
  EXPECT_EQ(models_at_once(back_through(1), stand_in()), most_models);
}

TEST(SideBySide, CasesOfOtherStepsOrCellsAreNotPutTogether) {
  const WaveCase c = back_through(1);
  WaveCase later = c, moved = c;
  later.dt *= 0.5;
  ++moved.source_cells[0].x;
  EXPECT_TRUE(may_be_side_by_side(c, c));
  EXPECT_FALSE(may_be_side_by_side(c, later));
  EXPECT_FALSE(may_be_side_by_side(c, moved));
}

}  // namespace
}  // namespace ladder
