#include "harness/seismic/survey_workers/serve.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

#include "harness/seismic/survey_workers/conversation.h"
#include "harness/seismic/survey_workers/place.h"

namespace ladder {
namespace {

// Over what was standard input and output; what the program prints goes to standard error.
Conversation &crew() {
  static Conversation with = [] {
    const int in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 10),
              out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return Conversation(in, out);
  }();
  return with;
}

// The next shot that was asked for. A thread listens while a shot is computed, so that a worker whose crew is gone does
// not compute for nobody.
class Asked {
 public:
  Asked() : listener_([this] { listen(); }) {}
  std::size_t wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return shot_.has_value(); });
    const std::size_t shot = *shot_;
    shot_.reset();
    return shot;
  }

 private:
  void listen() {
    while (const auto said = crew().hear()) {
      if (!said->contains("shot")) break;
      const std::lock_guard lock(mutex_);
      shot_ = said->at("shot").get<std::size_t>();
      changed_.notify_all();
    }
    _exit(static_cast<int>(Exit::ok));  // a stage may be in the midst of anything
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<std::size_t> shot_;
  std::jthread listener_;
};

}  // namespace

std::vector<std::string> become_survey_worker() {
  std::signal(SIGINT, SIG_IGN);  // of a whole terminal; the crew decides
  const auto hello = isatty(STDIN_FILENO) ? std::nullopt : crew().hear();
  if (!hello)
    throw UsageError(
        fmt::format("`{}` is for the program itself: `--workers` starts it", survey_worker_word));
  std::filesystem::current_path(hello->at("folder").get<std::string>());
  if (hello->contains("home"))
    setenv("LADDER_HOME", hello->at("home").get<std::string>().c_str(), 1);
  take_place(hello->at("place"));
  return hello->at("words").get<std::vector<std::string>>();
}

std::string stage_of_crew() {
  const auto said = crew().hear();
  if (!said) _exit(static_cast<int>(Exit::ok));
  return said->at("stage").get<std::string>();
}

void tell_crew(const Error &error) {
  crew().say({{"error", error.what()}, {"exit", static_cast<int>(error.exit)}});
}

void serve_shots(const Json &inputs,
                 const std::function<std::vector<float>(std::size_t shot)> &compute) {
  crew().say({{"inputs", inputs}});
  Asked asked;
  try {
    while (true) {
      const std::vector<float> result = compute(asked.wait());
      if (!crew().say({{"values", result.size()}}) ||
          !crew().say_values(result.data(), result.size()))
        _exit(static_cast<int>(Exit::ok));
    }
  } catch (const Error &error) {
    tell_crew(error);
    _exit(static_cast<int>(error.exit));
  } catch (const std::bad_alloc &) {
    tell_crew(Error(Exit::device, "the host has too little memory for a shot"));
    _exit(static_cast<int>(Exit::device));
  }
}

}  // namespace ladder
