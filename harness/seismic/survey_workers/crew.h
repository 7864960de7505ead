// The shots of a survey by several processes, in whatever order they get done; their results in the
// order of the shots.
#pragma once
#include <sys/types.h>

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/json.h"

namespace ladder {

// Where the workers of a survey run: on this machine, or wherever a command leads.

struct WorkerPlace {
  std::vector<std::string> launcher;  // precedes the worker's command line: "ssh node1"
  int share = 0, shares = 0;          // of this machine; no shares: all that its launcher leaves it
};

// The text of --workers: how many on this machine, or a file with a launcher a line ("-": none).
// Throws UsageError and FileError.
std::vector<WorkerPlace> worker_places(const std::string &text);

// What a worker receives about its place.
Json place_json(const WorkerPlace &);
// Of a worker: takes its share of the cores that it may use, and its GPU. Before anything asks for
// either.
void take_place(const Json &);

// Share k of n things: as many as the others, or one more; where n are more than the things, one
// that others have too.
struct ShareOf {
  int first, end;
};
ShareOf share_of(int share, int shares, int things);

// Lines of JSON, and the float32 values that a line announces, over two descriptors.

class Conversation {
 public:
  Conversation(int in, int out) : in_(in), out_(out) {}

  // Each is false, or nothing, when the other side is gone or speaks no JSON.
  bool say(const Json &);
  bool say_values(const float *, std::size_t count);
  std::optional<Json> hear();
  bool hear_values(float *, std::size_t count);

 private:
  bool write_all(const char *, std::size_t bytes);
  bool read_more();

  int in_, out_;
  std::string received_;
};

// One worker, as the program that started it sees it.
class WorkerProcess {
 public:
  // `command` is found along PATH; its standard input and output are the conversation. Throws
  // FileError.
  explicit WorkerProcess(const std::vector<std::string> &command);
  ~WorkerProcess();  // a worker ends by itself when nobody speaks to it any more
  WorkerProcess(const WorkerProcess &) = delete;
  WorkerProcess &operator=(const WorkerProcess &) = delete;

  Conversation &conversation() { return conversation_; }
  pid_t id() const { return id_; }
  // From any thread: whoever waits for this worker's words waits no longer, and the worker ends.
  void hang_up() const;
  // Of one that is gone: "was ended by signal 9 (Killed)".
  std::string how_it_ended();

 private:
  int socket_ = -1;
  pid_t id_ = -1;
  Conversation conversation_;
};

struct WorkerLine {
  std::vector<std::string> program;  // a worker's command line, without its launcher
  std::vector<std::string> words;    // of the command line that every worker repeats
};

using Workers = std::vector<std::unique_ptr<WorkerProcess>>;
// One at each place. They read their inputs at once, while this program reads its own. Throws
// FileError.
Workers start_workers(const std::vector<WorkerPlace> &, const WorkerLine &);
std::unique_ptr<WorkerProcess> start_worker(const WorkerPlace &, const WorkerLine &);

// When a worker did what, in [s] since the survey began: whoever asks why N workers are not N times
// as fast sees where.
struct WorkerTimes {
  double ready_s = 0, first_s = 0, last_s = 0;  // inputs read; its first and its last result
  std::size_t shots = 0;                        // that it finished

  void finished(double now_s) {
    if (shots++ == 0) first_s = now_s;
    last_s = now_s;
  }
};

struct SurveyWork {
  WorkerLine line;    // a worker that is lost is started again with it
  std::string stage;  // its name
  Json inputs;        // what results are made from: the same for all workers
  // In words, "the model differs"; empty where nothing does.
  std::function<std::string(const Json &ours, const Json &theirs)> difference;
  std::size_t first = 0, end = 0;                 // shots
  std::size_t values = 0;                         // float32 of a shot's result
  std::optional<double> shot_limit_s;             // see ShotClock
  std::function<void(const std::string &)> tell;  // what the user should know; from any thread
  std::function<void(std::vector<float>)> take;   // a result; from the calling thread
};

// The results that are kept at most, of shots that came early. A worker has two shots at a time.
constexpr std::size_t most_kept(std::size_t workers) { return 3 * workers; }

// Returns when all results are taken. A worker that ends, or is at its shot for too long, loses it,
// and another computes it. Returns the times of each place. The workers that are left have been
// sent away: to destroy them waits until they have ended, which takes one with a device a few
// tenths of a second. Throws what a worker reported as an error of its own, Error(device) where no
// worker is left, Error(interrupted) on Ctrl-C; then all have ended.
std::vector<WorkerTimes> survey_by_workers(const std::vector<WorkerPlace> &, Workers &,
                                           const SurveyWork &);

// Which shot is next. Shots are handed out in their order, and come back in any; they are taken in
// their order again.

class ShotQueue {
 public:
  // Shots [first, end). A shot waits until fewer than `ahead` are between it and the last that was
  // taken: so no more than that many results are ever kept.
  ShotQueue(std::size_t first, std::size_t end, std::size_t ahead)
      : next_(first), taken_(first), end_(end), ahead_(ahead) {}

  // Waits for a shot to compute. None: all are done, or nothing is to be done any more.
  std::optional<std::size_t> next();
  // Without waiting. None: there is none now.
  std::optional<std::size_t> next_now();
  void done(std::size_t shot, std::vector<float> result);
  // Nobody has begun it: somebody else gets it.
  void put_back(std::size_t shot);
  // Whoever had it is gone: somebody else gets it. Returns how often that has happened to this
  // shot.
  int give_back(std::size_t shot);
  void stop();

  // The result of the next shot in their order. None: it did not come within so many seconds, or
  // nothing comes any more.
  std::optional<std::vector<float>> take(double seconds);
  bool all_taken();

 private:
  // Under the lock.
  bool has_one() const;
  std::optional<std::size_t> first();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_, taken_, end_, ahead_;
  std::set<std::size_t> again_;
  std::map<std::size_t, int> lost_;
  std::map<std::size_t, std::vector<float>> early_;
  bool stopped_ = false;
};

// How long each worker has been at its shot, and how long it may be. Times are passed in [s], on
// any clock.
class ShotClock {
 public:
  // Without a limit [s] it follows from the shots that are done: so many times their median, and
  // never less than this many seconds. Before the first is done nobody knows what a shot takes, and
  // there is none.
  static constexpr double medians = 10, least_s = 60;

  ShotClock(std::size_t workers, std::optional<double> limit_s)
      : begin_(workers), asked_(limit_s) {}

  void begins(std::size_t worker, double now) { begin_.at(worker) = now; }
  void done(std::size_t worker, double now);
  void lost(std::size_t worker) { begin_.at(worker).reset(); }
  std::optional<double> limit_s() const;
  std::vector<std::size_t> late(double now) const;  // the workers that are beyond the limit

 private:
  std::vector<std::optional<double>> begin_;  // of each worker's shot; none: it has no shot
  std::optional<double> asked_;
  std::vector<double> taken_;  // [s] by the shots that are done, ascending
};

// A worker of a survey: a process that a crew started. It receives its place and the command line,
// and answers each number of a shot with that shot's result.

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
