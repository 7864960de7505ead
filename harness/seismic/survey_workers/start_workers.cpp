#include <cstdlib>
#include <filesystem>

#include "harness/seismic/survey_workers/crew.h"

namespace ladder {

// It may be gone before it hears this: whoever waits for its answer sees that.
std::unique_ptr<WorkerProcess> start_worker(const WorkerPlace &place, const WorkerLine &line) {
  std::vector<std::string> command = place.launcher;
  command.insert(command.end(), line.program.begin(), line.program.end());
  auto worker = std::make_unique<WorkerProcess>(command);
  Json hello = {{"folder", std::filesystem::current_path().string()},
                {"words", line.words},
                {"place", place_json(place)}};
  if (const char *home = std::getenv("LADDER_HOME")) hello["home"] = home;
  worker->conversation().say(hello);
  return worker;
}

Workers start_workers(const std::vector<WorkerPlace> &places, const WorkerLine &line) {
  Workers workers;
  for (const WorkerPlace &place : places) workers.push_back(start_worker(place, line));
  return workers;
}

}  // namespace ladder
