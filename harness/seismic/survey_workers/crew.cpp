#include "harness/seismic/survey_workers/crew.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <thread>
#include <utility>

#include "harness/base/clock.h"
#include "harness/base/interrupt.h"
#include "harness/base/table.h"

namespace ladder {
namespace {

constexpr int most_losses = 3;  // of workers by one shot: then the shot is to blame

class Crew {
 public:
  Crew(const std::vector<WorkerPlace> &places, Workers started, const SurveyWork &work)
      : places_(places), work_(work), queue_(work.first, work.end, most_kept(places.size())),
        clock_(places.size(), work.shot_limit_s), workers_(std::move(started)),
        greeted_(places.size()), times_(places.size()), too_late_(places.size()),
        left_(places.size()) {
    for (std::size_t k = 0; k < places.size(); ++k) threads_.emplace_back([this, k] { guide(k); });
  }
  ~Crew() {
    queue_.stop();
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
      for (const auto &worker : workers_)
        if (worker) worker->hang_up();
    }
    threads_.clear();  // joins
  }

  // When all is taken.
  std::vector<WorkerTimes> end(Workers &left) {
    threads_.clear();
    left = std::move(workers_);
    return times_;
  }

  void take_all() {
    const double look_s = std::min(0.1, work_.shot_limit_s.value_or(0.1));
    while (!queue_.all_taken()) {
      if (interrupted()) throw Error(Exit::interrupted, "interrupted");
      if (auto result = queue_.take(look_s)) work_.take(std::move(*result));
      const std::lock_guard lock(mutex_);
      if (failure_) std::rethrow_exception(failure_);
      give_up_late();
    }
  }

 private:
  // Under the lock. Whoever waits for a late worker's words waits no longer, and takes it for lost.
  void give_up_late() {
    const auto limit = clock_.limit_s();
    for (const std::size_t k : clock_.late(steady_s()))
      if (workers_[k] && too_late_[k].empty()) {
        too_late_[k] = fmt::format("did not finish within {} (--shot-limit)", seconds_text(*limit));
        workers_[k]->hang_up();
      }
  }

  // Of the thread of worker k. A worker that is ready knows its next shot while it computes one.
  void guide(std::size_t k) {
    try {
      bool proven = false;            // it has finished a shot since it was started
      std::deque<std::size_t> shots;  // of this worker, two at most
      std::size_t asked = 0;          // of these
      while (true) {
        if (shots.empty()) {
          if (const auto first = queue_.next()) shots.push_back(*first);
          if (shots.empty()) break;
        }
        at_shot(k);
        if (!workers_[k] && !start_again(k)) return;
        std::string why;  // it is lost
        if (!greeted_[k]) why = greet(k);
        if (why.empty()) {
          if (const auto second = queue_.next_now()) shots.push_back(*second);
          // One that is gone does not hear it, and is found out when it does not answer.
          for (; asked < shots.size(); ++asked)
            workers_[k]->conversation().say({{"shot", shots[asked]}});
          why = hear_result(k, shots.front());
        }
        if (why.empty()) {
          proven = true;
          shots.pop_front();
          --asked;
          finished(k);
        } else if (asked = 0; !goes_on_after_loss(k, std::exchange(shots, {}), why,
                                                  std::exchange(proven, false))) {
          return;
        }
      }
      if (workers_[k]) workers_[k]->hang_up();
    } catch (...) {
      fail(std::current_exception());
    }
  }

  void at_shot(std::size_t k) {
    const std::lock_guard lock(mutex_);
    clock_.begins(k, steady_s());
  }
  void finished(std::size_t k) {
    const std::lock_guard lock(mutex_);
    clock_.done(k, steady_s());
    times_[k].finished(steady_s() - begin_s_);
  }

  // False: all is over.
  bool start_again(std::size_t k) {
    auto worker = start_worker(places_[k], work_.line);
    const std::lock_guard lock(mutex_);
    if (ended_) return false;
    workers_[k] = std::move(worker);
    too_late_[k].clear();
    return true;
  }

  std::string greet(std::size_t k) {
    Conversation &with = workers_[k]->conversation();
    with.say({{"stage", work_.stage}});  // one that is gone may have said why before
    const auto said = with.hear();
    if (const std::string why = complaint(k, said); !why.empty()) return why;
    const std::string differs = work_.difference(work_.inputs, said->value("inputs", Json()));
    if (!differs.empty())
      throw Error(Exit::not_comparable,
                  fmt::format("{} would compute something else: {}", name(k), differs));
    greeted_[k] = true;
    if (times_[k].ready_s == 0) times_[k].ready_s = steady_s() - begin_s_;
    return "";
  }

  std::string hear_result(std::size_t k, std::size_t shot) {
    Conversation &with = workers_[k]->conversation();
    std::vector<float> result(work_.values);  // made while the worker computes
    const auto said = with.hear();
    if (const std::string why = complaint(k, said); !why.empty()) return why;
    if (said->value("values", std::size_t{0}) != work_.values ||
        !with.hear_values(result.data(), result.size()))
      return workers_[k]->how_it_ended();
    queue_.done(shot, std::move(result));
    return "";
  }

  // Why the worker is lost, or empty. An error that any worker would have is thrown.
  std::string complaint(std::size_t k, const std::optional<Json> &said) {
    if (!said) return workers_[k]->how_it_ended();
    if (!said->contains("error")) return "";
    const std::string words = said->value("error", std::string());
    const auto code = static_cast<Exit>(said->value("exit", static_cast<int>(Exit::wrong)));
    if (code != Exit::device) throw Error(code, fmt::format("{}: {}", name(k), words));
    return fmt::format("failed: {}", words);
  }

  // False: this worker is not started again.
  bool goes_on_after_loss(std::size_t k, const std::deque<std::size_t> &shots, std::string why,
                          bool proven) {
    dismiss(k);
    {
      const std::lock_guard lock(mutex_);
      if (ended_) return false;
      clock_.lost(k);
      if (!too_late_[k].empty()) why = too_late_[k];
      if (!proven) --left_;
    }
    const std::string lost = fmt::format("{} {}", name(k), why);
    const std::size_t shot = shots.front();
    if (shots.size() > 1) queue_.put_back(shots.back());
    const int losses = queue_.give_back(shot);
    if (losses >= most_losses) {
      fail(Exit::device,
           fmt::format("shot {} of {} was lost with {} workers, the last time because "
                       "{}; the same command with --resume continues",
                       shot + 1, work_.end, losses, lost));
      return false;
    }
    if (left_ == 0) {
      fail(Exit::device, fmt::format("no worker is left: {}", lost));
      return false;
    }
    work_.tell(fmt::format("{}; shot {} of {} is computed again{}", lost, shot + 1, work_.end,
                           proven ? "" : ", and the others continue without this worker"));
    return proven;
  }

  void dismiss(std::size_t k) {
    std::unique_ptr<WorkerProcess> gone;
    const std::lock_guard lock(mutex_);
    gone = std::move(workers_[k]);
    greeted_[k] = false;
  }

  void fail(std::exception_ptr failure) {
    {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::move(failure);
    }
    queue_.stop();
  }
  void fail(Exit code, const std::string &why) { fail(std::make_exception_ptr(Error(code, why))); }

  std::string name(std::size_t k) const {
    const auto &launcher = places_[k].launcher;
    if (launcher.empty()) return fmt::format("worker {}", k + 1);
    return fmt::format("worker {} ({})", k + 1, fmt::join(launcher, " "));
  }

  const std::vector<WorkerPlace> &places_;
  const SurveyWork &work_;
  ShotQueue queue_;
  std::mutex mutex_;  // of what follows; workers_[k] is changed by thread k alone
  ShotClock clock_;
  Workers workers_;
  std::vector<char> greeted_;  // each is of thread k alone, its times too
  std::vector<WorkerTimes> times_;
  const double begin_s_ = steady_s();
  std::vector<std::string> too_late_;  // of each worker, in words; empty where it is not
  std::size_t left_;
  bool ended_ = false;
  std::exception_ptr failure_;
  std::vector<std::jthread> threads_;
};

}  // namespace

std::vector<WorkerTimes> survey_by_workers(const std::vector<WorkerPlace> &places, Workers &workers,
                                           const SurveyWork &work) {
  Crew crew(places, std::move(workers), work);
  crew.take_all();
  return crew.end(workers);
}

}  // namespace ladder
