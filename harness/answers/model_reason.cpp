// Why a kernel became faster or slower, by the terms that were predicted for it and for its parent.
#include <fmt/format.h>

#include <cmath>

#include "harness/answers/stage_answer.h"
#include "harness/base/table.h"

namespace ladder {
namespace {

constexpr double no_difference = 0.03;  // of the logarithm of two times

double term(const Json &prediction, const std::string &name) {
  return prediction.at("terms_s").value(name, 0.0);
}

std::string regime(const Json &prediction) { return prediction.at("regime").get<std::string>(); }

// Of the kernels: below 0 where they became faster.
double predicted_change(const Json &parent, const Json &child) {
  return std::log(child.at("kernels_s").get<double>() / parent.at("kernels_s").get<double>());
}

double traced_change(const Json &parent, const Json &child) {
  if (parent.at("traced").is_null() || child.at("traced").is_null()) return 0;
  const auto kernels = [](const Json &record) {
    return record.at("traced").at("scopes_ns").value("kernel", 0.0) /
           record.at("case").at("steps").get<double>();
  };
  return kernels(parent) > 0 && kernels(child) > 0 ? std::log(kernels(child) / kernels(parent)) : 0;
}

}  // namespace

std::string reason_by_model(const Json &prediction) {
  return fmt::format("by the model {} takes longest: {} of {} a step", regime(prediction),
                     seconds_text(term(prediction, regime(prediction))),
                     seconds_text(prediction.at("step_s").get<double>()));
}

std::string reason_by_model(const Json &before, const Json &now, const Json &parent,
                            const Json &child) {
  const std::string was = regime(before), is = regime(now);
  std::string words =
      was == is
          ? fmt::format("by the model {} takes longest, before and now: {}, then {} a step", is,
                        seconds_text(term(before, is)), seconds_text(term(now, is)))
          : fmt::format(
                "by the model {} took longest before ({} a step, now {}), and {} does now ({}, "
                "before {})",
                was, seconds_text(term(before, was)), seconds_text(term(now, was)), is,
                seconds_text(term(now, is)), seconds_text(term(before, is)));
  const double expected = predicted_change(before, now), seen = traced_change(parent, child);
  if (expected * seen < 0 && std::abs(expected) > no_difference && std::abs(seen) > no_difference)
    words += fmt::format(", but it expects {} kernels: the reason is another one",
                         expected < 0 ? "faster" : "slower");
  return words;
}

}  // namespace ladder
