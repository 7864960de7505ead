// The stages that run on the host, as parameters of tests. Those whose directives GCC compiles for
// a GPU have their loops on the host as well: each is a library of its own, which exports a second
// table.
#pragma once
#include <dlfcn.h>

#include <bit>
#include <ostream>

#include "harness/bench/registry/registry.h"
#include "harness/bench/run/launch.h"
#include "harness/bench/run/run.h"
#include "harness/bench/verify/probe.h"
#include "harness/bench/verify/prove.h"
#include "harness/tests/testing.h"

namespace ladder {

// The library that a stage of this build is in; NULL where that is the program.
inline void *library_of(const StageEntry &entry) {
  Dl_info where{};
  if (!dladdr(reinterpret_cast<void *>(entry.stage->create), &where)) return nullptr;
  void *library = dlopen(where.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  return library && dlsym(library, "ladder_on_host") ? library : nullptr;
}

inline std::vector<StageEntry> stages_with_offload(const std::string &ladder) {
  std::vector<StageEntry> all;
  for (const auto &entry : built_in_stages())
    if (entry.ladder == ladder && entry.stage->device == LADDER_ON_CUDA && library_of(entry))
      all.push_back(entry);
  return all;
}

inline std::vector<StageEntry> stages_on_host(const std::string &ladder) {
  std::vector<StageEntry> all;
  for (const auto &entry : stages_with_offload(ladder))
    all.push_back({static_cast<const ladder_stage *>(dlsym(library_of(entry), "ladder_on_host")),
                   entry.file, "", ""});
  for (const auto &entry : built_in_stages())
    if (entry.ladder == ladder && entry.stage->device == LADDER_ON_HOST) all.push_back(entry);
  return all;
}

// Judged along a run from random values.
inline void expect_right(const Case &c, const ladder_stage &stage, const AskedKnobs &knobs = {}) {
  const Verdict verdict =
      judge_along_the_run(c, make_truth(c, 4, Start{1}), stage, make_launch(stage, knobs));
  EXPECT_TRUE(verdict.passed) << c.size_text() << ", " << c.steps << " steps: " << describe(knobs)
                              << " " << verdict.words;
}
inline void expect_probed(const Case &c, const ladder_stage &stage) {
  const Probe result = probe_all(c, stage, make_launch(stage, {}));
  EXPECT_TRUE(result.passed) << c.size_text() << ": " << result.words;
  EXPECT_LE(result.worst, 1);
}

// All bits of what a stage computes from random fields of this size.
inline std::vector<std::uint32_t> bits_of(const Case &c, const ladder_stage &stage,
                                          const AskedKnobs &knobs, float amplitude = 1) {
  const ladder::Run run =
      run_once(c, stage, make_launch(stage, knobs), {.start = {.seed = 1, .amplitude = amplitude}});
  EXPECT_TRUE(run.ok()) << run.error.words;
  EXPECT_EQ(run.foreign_write, "");
  std::vector<std::uint32_t> bits;
  const std::vector<Array> arrays = c.arrays();
  for (std::size_t k = 0; k < arrays.size(); ++k)
    if (arrays[k].judged)
      for (std::size_t i = 0; i < arrays[k].values; ++i)
        bits.push_back(std::bit_cast<std::uint32_t>((*run.arrays[k])[i]));
  return bits;
}

// A stage that was created for a case, while this lives.
struct Created {
  Created(const Case &c, const ladder_stage &of, const ladder_launch &launch)
      : stage(of), view(c.stage_view()), status(of.create(view.get(), &launch, &state)) {}
  ~Created() { stage.destroy(state); }
  Created(const Created &) = delete;

  const ladder_stage &stage;
  std::shared_ptr<const void> view;
  ladder_state *state = nullptr;
  ladder_status status;
};

// GoogleTest finds it by the type's namespace; without it a parameter is shown as raw bytes.
inline void PrintTo(const StageEntry &entry, std::ostream *out) { *out << entry.name(); }

inline std::string name_of_stage(const testing::TestParamInfo<StageEntry> &info) {
  std::string name = info.param.name();
  std::ranges::replace(name, '-', '_');
  return name;
}

}  // namespace ladder
