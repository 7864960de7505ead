#include "harness/answers/verdict/verdict_json.h"

#include <fmt/format.h>

#include "harness/answers/verdict/status.h"

namespace ladder {
namespace {

// Of what a problem's details say of an element.
Json element_json(const Json &details, const char *which) {
  if (!details.is_object() || !details.contains(which) || details[which].is_null()) return nullptr;
  const Json &one = details[which];
  if (!one.contains("array")) return nullptr;
  Json element = {{"array", one["array"]},           {"index", one["index"]},
                  {"element", one["element"]},       {"call", one["call"]},
                  {"with_noise", one["with_noise"]}, {"got", one["stage"]},
                  {"wanted", one["original"]},       {"limit", one["limit"]},
                  {"limit_from", one["limit_from"]}};
  for (const char *more : {"error", "share_of_limit", "unwritten"})
    if (one.contains(more)) element[more] = one[more];
  return element;
}

const char *level_of(const StageEntry &entry) {
  if (entry.emulated) return "emulated";
  return entry.stage->device == LADDER_ON_CUDA ? "device" : "host";
}

}  // namespace

Json verdict_json(const Proof &proof, const StageEntry &entry) {
  const Status status = status_of(proof, entry.emulated);
  const bool of_kernel = proof.cause == Cause::emulation;
  const Json race = of_kernel ? race_json(proof.words) : Json(nullptr);
  const Json undetected = proof.details.is_object() && proof.details.contains("not_detected")
                              ? proof.details["not_detected"]
                              : Json::array();
  const bool passed = proof.outcome == Proof::passed;
  Json json = {{"schema", verdict_schema},
               {"status", name_of(status)},
               {"stage", entry.name()},
               {"file", entry.file},
               {"level", level_of(entry)},
               {"errors", Json::array()},
               {"first", passed ? Json(nullptr) : element_json(proof.details, "first")},
               {"worst", element_json(proof.details, "worst")},
               {"races", race.is_null() ? Json::array() : Json::array({race})},
               {"place", of_kernel ? place_json(proof.words) : Json(nullptr)},
               {"not_told_apart", undetected}};
  json["next"] = next_step(status, json);
  return json;
}

Json compile_error_json(const std::string &stage, const std::string &words, const Json &errors) {
  Json json = {{"schema", verdict_schema},
               {"status", name_of(Status::compile_error)},
               {"stage", stage},
               {"level", nullptr},
               {"errors", errors},
               {"first", nullptr},
               {"worst", nullptr},
               {"races", Json::array()},
               {"place", nullptr},
               {"not_told_apart", Json::array()},
               {"words", words}};
  json["next"] = next_step(Status::compile_error, json);
  return json;
}

namespace {

std::string spot(const Json &place) {
  return fmt::format("{}:{}", place.at("file").get<std::string>(), place.at("line").get<int>());
}

Json one_step(const char *what, const std::string &reason) {
  return {{"step", what}, {"reason", reason}, {"gain", nullptr}};
}

Json of_wrong(const Json &verdict) {
  const Json &first = verdict.at("first");
  if (first.is_null())
    return one_step("correct the result", "the words say what is wrong, and where");
  const std::string element = first.at("element");
  const std::string call = fmt::format("{} of call {}", element, first.at("call").get<int>());
  if (first.value("unwritten", false))
    return one_step(
        "write or copy back the array",
        fmt::format("{} has what it had before the call: no thread writes it, or it is not "
                    "copied from the device",
                    call));
  return one_step("correct the result", fmt::format("{} is {}, and {} in the original", call,
                                                    first.at("got").get<std::string>(),
                                                    first.at("wanted").get<std::string>()));
}

Json of_race(const Json &verdict) {
  const Json &races = verdict.at("races");
  if (races.empty()) return one_step("let one thread wait", "two threads touch one element");
  const Json &race = races.front();
  return one_step(
      "put a barrier between the two accesses, or give each thread an element of its own",
      fmt::format("{}: {} {} it at {}, {} {} it at {}, and nothing makes one wait",
                  race.at("what").get<std::string>(),
                  race.at("first").at("thread").get<std::string>(),
                  race.at("first").at("does").get<std::string>(), spot(race.at("first")),
                  race.at("second").at("thread").get<std::string>(),
                  race.at("second").at("does").get<std::string>(), spot(race.at("second"))));
}

Json of_compile_error(const Json &verdict) {
  const Json &errors = verdict.at("errors");
  if (errors.empty()) return one_step("correct the source", "the compiler's words say where");
  const Json &first = errors.front();
  return one_step("correct the source",
                  fmt::format("{}: {}", spot(first), first.at("text").get<std::string>()));
}

Json at_place(const char *what, const Json &verdict, const char *otherwise) {
  const Json &place = verdict.at("place");
  return one_step(what,
                  place.is_null() ? otherwise : "the words say what happens at " + spot(place));
}

}  // namespace

Json next_step(Status status, const Json &verdict) {
  switch (status) {
    case Status::right:
      return one_step("time it", "it is right: `ladder` takes its time");
    case Status::emulated_right:
      return one_step("time it on a device",
                      "its kernels are right and race-free on the host, which has no time of them");
    case Status::wrong:
      return of_wrong(verdict);
    case Status::only_recorded:
      return one_step(
          "compute from the arguments alone",
          "it is right from the recorded inputs and wrong from fresh ones: it keeps results, "
          "or takes for constant what is an argument");
    case Status::wrong_when_repeated:
      return one_step("compute each call anew", "it is right when it is proven once");
    case Status::nondeterministic:
      return one_step(
          "make the order of its updates count for nothing",
          "two runs from the same start leave other bits, and the result is wrong: a race, "
          "or memory that nobody has written");
    case Status::race:
      return of_race(verdict);
    case Status::barrier:
      return at_place("let all threads of a block reach the barrier", verdict,
                      "some threads end before it");
    case Status::out_of_bounds:
      return at_place("guard the index", verdict, "the words say which array, and how far");
    case Status::illegal_access:
      return at_place("correct the access to memory", verdict, "the words say which");
    case Status::late_write:
      return one_step("wait before the call returns", "results changed after the last call");
    case Status::device_not_used:
      return one_step("compute in kernels", "no kernel made the results of this CUDA stage");
    case Status::compile_error:
      return of_compile_error(verdict);
    case Status::does_not_start:
      return one_step("mend what it does when it is loaded",
                      "its process ended before the first call");
    case Status::crashed:
      return one_step(
          "find the address that is wrong",
          "its process ended by a signal or by itself: an index, a null pointer, exit()");
    case Status::hung:
      return one_step("find the loop or wait that does not end", "it did not return");
    case Status::broke_protocol:
      return one_step("leave the process' descriptors and the C library's names alone",
                      "the words say what it changes");
    case Status::failed:
      return one_step("look at the error that it reports", "the words have it");
    case Status::out_of_memory:
      return one_step("take less memory", "`ladder fits` shows what holds the case");
    case Status::device_failed:
      return one_step("look at the device", "the words have its error");
    case Status::hides_work:
      return one_step("report all threads, and leave no process running",
                      "it used more processors than it says");
    case Status::faster_than_possible:
      return one_step("do all of the work", "its time is below the floor of the case");
    case Status::not_told_apart:
      return one_step("record other calls, or state a tolerance in ladder.toml",
                      "the original's own runs differ too much for a verdict");
    case Status::refused:
      return one_step("take another case or launch", "it refuses this one");
    case Status::not_run:
      return one_step("provide what is missing", "the words say what");
    case Status::inconclusive:
      return one_step("run it again", "it ended before it was proven");
  }
  return nullptr;
}

}  // namespace ladder
