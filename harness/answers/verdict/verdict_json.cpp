#include "harness/answers/verdict/verdict_json.h"

#include "harness/answers/verdict/kernel_finding.h"

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

}  // namespace ladder
