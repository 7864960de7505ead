#include "harness/answers/verdict/status.h"

#include <array>
#include <regex>

#include "harness/bench/run/launch.h"

namespace ladder {
namespace {

constexpr std::array status_names = {"right",
                                     "emulated_right",
                                     "wrong",
                                     "only_recorded",
                                     "wrong_when_repeated",
                                     "nondeterministic",
                                     "race",
                                     "barrier",
                                     "out_of_bounds",
                                     "illegal_access",
                                     "late_write",
                                     "device_not_used",
                                     "compile_error",
                                     "does_not_start",
                                     "crashed",
                                     "hung",
                                     "broke_protocol",
                                     "failed",
                                     "out_of_memory",
                                     "device_failed",
                                     "hides_work",
                                     "faster_than_possible",
                                     "not_told_apart",
                                     "refused",
                                     "not_run",
                                     "inconclusive"};
static_assert(status_names.size() == static_cast<std::size_t>(Status::inconclusive) + 1);

Status of_failure(Cause cause, ladder_status status, const std::string &words) {
  switch (cause) {
    case Cause::does_not_start:
      return Status::does_not_start;
    case Cause::crashed:
      return Status::crashed;
    case Cause::hung:
      return Status::hung;
    case Cause::broke_protocol:
      return Status::broke_protocol;
    case Cause::late_write:
      return Status::late_write;
    case Cause::outside_write:
      return Status::out_of_bounds;
    case Cause::emulation:
      return status_of_emulation(words);
    case Cause::device_not_used:
      return Status::device_not_used;
    case Cause::only_recorded:
      return Status::only_recorded;
    case Cause::nondeterministic:
      return Status::nondeterministic;
    case Cause::hides_work:
      return Status::hides_work;
    case Cause::not_told_apart:
      return Status::not_told_apart;
    case Cause::none:
      break;
  }
  switch (status) {
    case LADDER_REFUSED:
      return Status::refused;
    case LADDER_OUT_OF_MEMORY:
      return Status::out_of_memory;
    case LADDER_DEVICE_FAILED:
      return Status::device_failed;
    case LADDER_FAILED:
      return Status::failed;
    case LADDER_STOPPED:
      return Status::inconclusive;
    case LADDER_OK:
      break;
  }
  return Status::wrong;
}

}  // namespace

const char *name_of(Status status) { return status_names[static_cast<std::size_t>(status)]; }

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

namespace {

Json access_json(const std::smatch &found, std::size_t at) {
  const std::string verb = found[at + 1];
  return {
      {"thread", found[at]},
      {"does", verb.starts_with("changes") ? "changes atomically" : verb.substr(0, verb.find(' '))},
      {"file", found[at + 2]},
      {"line", std::stoi(found[at + 3])}};
}

}  // namespace

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
