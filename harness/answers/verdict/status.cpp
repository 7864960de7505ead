#include "harness/answers/verdict/status.h"

#include <iterator>
#include <regex>
#include <utility>

#include "harness/bench/run/launch.h"

namespace ladder {
namespace {

constexpr StatusWords all_words[] = {
    {"right", "time it", "it is right: `ladder` takes its time"},
    {"emulated_right", "time it on a device",
     "its kernels are right and race-free on the host, which has no time of them"},
    {"wrong", "correct the result", "the words say what is wrong, and where"},
    {"only_recorded", "compute from the arguments alone",
     "it is right from the recorded inputs and wrong from fresh ones: it keeps results, or takes "
     "for constant what is an argument"},
    {"wrong_when_repeated", "compute each call anew", "it is right when it is proven once"},
    {"nondeterministic", "make the order of its updates count for nothing",
     "two runs from the same start leave other bits, and the result is wrong: a race, or memory "
     "that nobody has written"},
    {"race", "let one thread wait", "two threads touch one element"},
    {"barrier", "let all threads of a block reach the barrier", "some threads end before it"},
    {"out_of_bounds", "guard the index", "the words say which array, and how far"},
    {"illegal_access", "correct the access to memory", "the words say which"},
    {"late_write", "wait before the call returns", "results changed after the last call"},
    {"device_not_used", "compute in kernels", "no kernel made the results of this CUDA stage"},
    {"compile_error", "correct the source", "the compiler's words say where"},
    {"does_not_start", "mend what it does when it is loaded",
     "its process ended before the first call"},
    {"crashed", "find the address that is wrong",
     "its process ended by a signal or by itself: an index, a null pointer, exit()"},
    {"hung", "find the loop or wait that does not end", "it did not return"},
    {"broke_protocol", "leave the process' descriptors and the C library's names alone",
     "the words say what it changes"},
    {"failed", "look at the error that it reports", "the words have it"},
    {"out_of_memory", "take less memory", "`ladder fits` shows what holds the case"},
    {"device_failed", "look at the device", "the words have its error"},
    {"hides_work", "report all threads, and leave no process running",
     "it used more processors than it says"},
    {"faster_than_possible", "do all of the work", "its time is below the floor of the case"},
    {"not_told_apart", "record other calls, or state a tolerance in ladder.toml",
     "the original's own runs differ too much for a verdict"},
    {"refused", "take another case or launch", "it refuses this one"},
    {"not_run", "provide what is missing", "the words say what"},
    {"inconclusive", "run it again", "it ended before it was proven"}};
static_assert(std::size(all_words) == static_cast<std::size_t>(Status::inconclusive) + 1);

// By Cause; the words of the emulation, and of a stage without a cause, say more.
constexpr Status of_cause[] = {
    Status::wrong,           Status::does_not_start, Status::crashed,       Status::hung,
    Status::broke_protocol,  Status::late_write,     Status::out_of_bounds, Status::illegal_access,
    Status::device_not_used, Status::only_recorded,  Status::hides_work,    Status::not_told_apart,
    Status::nondeterministic};
static_assert(std::size(of_cause) == static_cast<std::size_t>(Cause::nondeterministic) + 1);

constexpr std::pair<ladder_status, Status> of_status[] = {
    {LADDER_REFUSED, Status::refused},
    {LADDER_OUT_OF_MEMORY, Status::out_of_memory},
    {LADDER_DEVICE_FAILED, Status::device_failed},
    {LADDER_FAILED, Status::failed},
    {LADDER_STOPPED, Status::inconclusive}};

Status of_failure(Cause cause, ladder_status status, const std::string &words) {
  if (cause == Cause::emulation) return status_of_emulation(words);
  if (cause != Cause::none) return of_cause[static_cast<std::size_t>(cause)];
  for (const auto &[one, its] : of_status)
    if (one == status) return its;
  return Status::wrong;
}

Json access_json(const std::smatch &found, std::size_t at) {
  const std::string verb = found[at + 1];
  return {
      {"thread", found[at]},
      {"does", verb.starts_with("changes") ? "changes atomically" : verb.substr(0, verb.find(' '))},
      {"file", found[at + 2]},
      {"line", std::stoi(found[at + 3])}};
}

}  // namespace

const StatusWords &words_of(Status status) { return all_words[static_cast<std::size_t>(status)]; }

Status status_of_emulation(const std::string &words) {
  const auto has = [&](const char *part) { return words.find(part) != std::string::npos; };
  if (has("race in kernel ")) return Status::race;
  if (has("barrier") || has("no thread can go on")) return Status::barrier;
  if (has(" bytes past the end of ") || has(" bytes before ") || has("outside of") ||
      has("out of bounds"))
    return Status::out_of_bounds;
  return Status::illegal_access;
}

Status status_of(const Proof &proof, bool emulated) {
  if (proof.outcome == Proof::passed) return emulated ? Status::emulated_right : Status::right;
  if (proof.outcome == Proof::skipped)
    return proof.status == LADDER_REFUSED ? Status::refused : Status::not_run;
  return of_failure(proof.cause, proof.status, proof.words);
}

Status status_of(const Measured &one) {
  if (!one.skipped.empty()) return Status::not_run;
  if (one.right()) return Status::right;
  const Point &point = one.point;
  if (point.error.status != LADDER_OK)
    return of_failure(point.error.cause, point.error.status, point.error.words);
  if (!point.verdict.passed)
    return point.verdict.words.empty()
               ? Status::inconclusive
               : of_failure(point.verdict.cause, point.verdict.status, point.verdict.words);
  if (one.trace.traced && one.trace.traced->launch_defect == no_kernel_ran)
    return Status::device_not_used;
  if (one.faster_than_physics()) return Status::faster_than_possible;
  return Status::wrong;
}

Json race_json(const std::string &words) {
  static const std::string thread = R"((thread \(.*?\) of block \(.*?\)))";
  static const std::string access =
      thread + R"( (reads it|writes it|changes it atomically) at (.+?):(\d+))";
  static const std::regex race("race in kernel '(.*?)' on (.*?): " + access + ", and " + access +
                               ";");
  std::smatch found;
  if (!std::regex_search(words, found, race)) return nullptr;
  return {{"kernel", found[1]},
          {"what", found[2]},
          {"first", access_json(found, 3)},
          {"second", access_json(found, 7)}};
}

Json place_json(const std::string &words) {
  static const std::regex place(R"(([\w.+-]+\.(?:cu|cuh|h|c|cpp|f90|F90)):(\d+))");
  std::smatch found;
  if (!std::regex_search(words, found, place)) return nullptr;
  return {{"file", found[1]}, {"line", std::stoi(found[2])}};
}

}  // namespace ladder
