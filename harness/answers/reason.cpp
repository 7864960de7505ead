// Why a step helped or did not, read off the scopes of two traced runs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/answers/records/read_records.h"
#include "harness/answers/stage_answer.h"
#include "harness/base/table.h"

namespace ladder {
namespace {

constexpr double same = 0.03;  // kernels within this are called unchanged

// Three digits, "0.52 ms" or "10.2 s".
std::string short_time(double seconds) {
  return seconds < 0.9995 ? fmt::format("{:.3g} ms", 1e3 * seconds) : seconds_text(seconds);
}

std::string kernel_words(double before, double after) {
  if (before <= 0 || after <= 0) return "";
  const double factor = before / after;
  if (std::abs(factor - 1) <= same) return "kernel unchanged";
  const double times = factor > 1 ? factor : 1 / factor;
  const int digits = times < 1.095 ? 2 : times < 9.95 ? 1 : 0;  // 1.04, not 1.0
  return fmt::format("kernel {:.{}f}x {}", times, digits, factor > 1 ? "faster" : "slower");
}

// By a clock that nothing disturbs; a kernel of the host is the time inside the stage, and lasts
// longer with the run.
bool kernels_are_timed_on_the_device(const Json &parent, const Json &child) {
  return parent.at("stage").at("device") == "cuda" && child.at("stage").at("device") == "cuda";
}

}  // namespace

std::string likely_reason(const Json &parent, const Json &child) {
  if (parent.at("traced").is_null() || child.at("traced").is_null())
    return "not known: one of the two was not traced";
  const double wall = 1e-9 * child.at("traced").at("wall_ns").get<double>();
  const std::vector<Part> before = parts_of(parent), now = parts_of(child);
  const auto change_of = [&](const Part &part) {
    return part.seconds - seconds_of(before, part.scope);
  };
  const Part &largest = now.front(),
             &moved = *std::ranges::max_element(
                 now, {}, [&](const Part &part) { return std::abs(change_of(part)); });
  const std::string kernel = kernel_words(seconds_of(before, "kernel"), seconds_of(now, "kernel"));
  for (const Json *record : {&parent, &child})
    if (const std::string disturbed = disturbance(*record); !disturbed.empty())
      return (kernels_are_timed_on_the_device(parent, child) && !kernel.empty()
                  ? kernel + ", the rest is not known: "
                  : "not known: ") +
             disturbed;
  const double change = change_of(moved);
  std::string words = kernel;
  if (moved.scope != "kernel" && std::abs(change) > 0.01 * wall)
    words += fmt::format("{}{} took {} {}", words.empty() ? "" : ", ", moved.words,
                         short_time(std::abs(change)), change < 0 ? "less" : "more");
  const bool but = largest.scope != "kernel" && kernel.find("faster") != std::string::npos;
  return fmt::format("{}{}{:.0f} % of the wall time is {}", words,
                     words.empty() ? "" : (but ? ", but " : "; "), 100 * largest.share,
                     largest.words);
}

// Why a kernel became faster or slower, by the terms that were predicted for it and for its parent.

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
