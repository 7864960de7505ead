// A worker of a survey: a process that a crew (crew.h) started. It receives its place and the
// command line, and answers each number of a shot with that shot's result.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/json.h"

namespace ladder {

inline constexpr const char *survey_worker_word = "survey-worker";  // behind the program's name

// Of a process that was started so, before it reads anything: takes its place, and returns the
// words of the command line. Throws UsageError where nobody speaks to it.
std::vector<std::string> become_survey_worker();
// The name of the stage that the crew runs. Where nobody says it any more, the process ends.
std::string stage_of_crew();
// Reports an error to the process that started this worker.
void tell_crew(const Error &);
// The result of a shot. In the order in which shots were asked for.
void answer_crew(const std::vector<float> &result);

struct ShotService {
  std::function<void(std::size_t shot)>
      asked;  // is known, while another is computed; from another thread
  std::function<void(std::size_t shot)>
      compute;                   // answers the crew, or will have when `settle` returns
  std::function<void()> settle;  // before the worker waits for another shot
};
// Says what results are made from, then computes shots until nobody asks for any; then, or in the
// midst of a shot when the other side is gone, the process ends.
[[noreturn]] void serve_shots(const Json &inputs, const ShotService &);

}  // namespace ladder
