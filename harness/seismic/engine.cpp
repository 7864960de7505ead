#include "harness/seismic/engine.h"

#include "harness/run/availability.h"
#include "harness/run/launch.h"
#include "harness/run/run.h"

namespace ladder {

std::string refusal(const WaveCase &c, const Engine &engine) {
  const ladder_stage &stage = *engine.entry.stage;
  const ladder_wave view = c.view();
  ladder_state *state = nullptr;
  const ladder_status status = stage.create(&view, &engine.launch, &state);
  const std::string words = status == LADDER_OK ? "" : reason(stage, state);
  stage.destroy(state);
  return words;
}

Engine fastest_engine(const WaveCase &c, const Environment &environment) {
  Engine engine;
  for (const char *name : {"halo-last", "persistent", "graph", "c-omp", "fortran"}) {
    for (const StageEntry &entry : built_in_stages()) {
      if (entry.ladder != c.ladder || entry.name() != name || !lacks(*entry.stage, environment).empty()) continue;
      engine = {entry, make_launch(*entry.stage, {})};
      if (refusal(c, engine).empty()) return engine;
    }
  }
  return engine;
}

}  // namespace ladder
