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
               {"status", words_of(status).name},
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
               {"status", words_of(Status::compile_error).name},
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

Json of_wrong(const Json &verdict, const Json &usual) {
  const Json &first = verdict.at("first");
  if (first.is_null()) return usual;
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

Json of_race(const Json &verdict, const Json &usual) {
  const Json &races = verdict.at("races");
  if (races.empty()) return usual;
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

Json of_compile_error(const Json &verdict, const Json &usual) {
  const Json &errors = verdict.at("errors");
  if (errors.empty()) return usual;
  const Json &first = errors.front();
  return one_step("correct the source",
                  fmt::format("{}: {}", spot(first), first.at("text").get<std::string>()));
}

}  // namespace

Json next_step(Status status, const Json &verdict) {
  const auto &[name, step, reason] = words_of(status);
  const Json usual = one_step(step, reason);
  switch (status) {
    case Status::wrong:
      return of_wrong(verdict, usual);
    case Status::race:
      return of_race(verdict, usual);
    case Status::compile_error:
      return of_compile_error(verdict, usual);
    case Status::barrier:
    case Status::out_of_bounds:
    case Status::illegal_access: {
      const Json &place = verdict.at("place");
      return place.is_null() ? usual
                             : one_step(step, "the words say what happens at " + spot(place));
    }
    default:
      return usual;
  }
}

}  // namespace ladder
