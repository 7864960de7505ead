#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

#include "harness/seismic/survey_workers/crew.h"

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

// The shots that were asked for. A thread listens while a shot is computed, so that a worker whose
// crew is gone does not compute for nobody.
class Asked {
 public:
  explicit Asked(const std::function<void(std::size_t)> &known)
      : known_(known), listener_([this] { listen(); }) {}
  std::size_t wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !shots_.empty(); });
    const std::size_t shot = shots_.front();
    shots_.pop_front();
    return shot;
  }
  bool any() {
    const std::lock_guard lock(mutex_);
    return !shots_.empty();
  }

 private:
  void listen() {
    while (const auto said = crew().hear()) {
      if (!said->contains("shot")) break;
      const auto shot = said->at("shot").get<std::size_t>();
      if (known_) known_(shot);
      const std::lock_guard lock(mutex_);
      shots_.push_back(shot);
      changed_.notify_all();
    }
    _exit(static_cast<int>(Exit::ok));  // a stage may be in the midst of anything
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::size_t> shots_;
  const std::function<void(std::size_t)> &known_;
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

void answer_crew(const std::vector<float> &result) {
  if (!crew().say({{"values", result.size()}}) || !crew().say_values(result.data(), result.size()))
    _exit(static_cast<int>(Exit::ok));
}

void serve_shots(const Json &inputs, const ShotService &service) {
  crew().say({{"inputs", inputs}});
  Asked asked(service.asked);
  try {
    while (true) {
      service.compute(asked.wait());
      if (service.settle && !asked.any()) service.settle();
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
