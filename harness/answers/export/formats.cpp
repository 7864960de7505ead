#include "harness/answers/export/formats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/base/error.h"

namespace ladder {

std::string launch_text(const Json &record, const std::string &between) {
  std::vector<std::string> knobs;
  for (const auto &[knob, values] : record.at("launch").at("used").items())
    knobs.push_back(fmt::format("{}:{}", knob, fmt::join(values.get<std::vector<int>>(), "x")));
  return fmt::format("{}", fmt::join(knobs, between));
}

std::string benchmark_name(const Json &record) {
  std::string name =
      fmt::format("ladder/case:{}/stage:{}", record.at("case").at("name").get<std::string>(),
                  record.at("stage").at("name").get<std::string>());
  const std::string launch = launch_text(record, "/");
  if (!launch.empty()) name += "/" + launch;
  if (record.at("cache") == "cold") name += "/cache:cold";
  return name;
}

std::string machine(const Json &record) {
  const Json &environment = record.at("environment");
  const bool cuda = record.at("stage").at("device") == "cuda" && !environment.at("gpu").is_null();
  return cuda ? environment.at("gpu").at("name") : environment.at("cpu");
}

std::vector<double> numbers(const Json &list) {
  std::vector<double> values;
  for (const Json &value : list)
    values.push_back(value.is_number() ? value.get<double>()
                                       : std::numeric_limits<double>::quiet_NaN());
  return values;
}

double number(const Json &object, const char *key) {
  const bool there = object.is_object() && object.contains(key) && object.at(key).is_number();
  return there ? object.at(key).get<double>() : std::numeric_limits<double>::quiet_NaN();
}

double median_ns(const Json &record) { return number(record.at("summary"), "median_ns"); }

bool has_time(const Json &record) {
  return right(record) && !record.at("samples").at("wall_ns").empty() &&
         std::isfinite(median_ns(record));
}

std::optional<std::pair<double, double>> interval_ns(const Json &record) {
  const double low = number(record.at("summary"), "low_ns");
  const double high = number(record.at("summary"), "high_ns");
  if (!std::isfinite(low) || !std::isfinite(high)) return std::nullopt;
  return std::pair(low, high);
}

double points_per_second(const Json &record, double wall_ns) {
  return number(record.at("work"), "point_updates") / (1e-9 * wall_ns);
}

std::vector<Json> newest_of_each_name(const std::vector<Json> &records) {
  std::vector<Json> newest;
  for (const Json &record : records) {
    const std::string name = benchmark_name(record);
    const auto known = std::find_if(newest.begin(), newest.end(), [&](const Json &other) {
      return benchmark_name(other) == name;
    });
    if (known == newest.end()) {
      newest.push_back(record);
      continue;
    }
    const auto same = [&](const std::string &what, const std::string &a, const std::string &b) {
      if (a != b)
        throw Error(Exit::not_comparable, fmt::format("two records are named '{}' but differ in "
                                                      "{}: '{}' and '{}'; export them separately",
                                                      name, what, a, b));
    };
    same("case.hash", known->at("case").at("hash"), record.at("case").at("hash"));
    same("the machine", machine(*known), machine(record));
    // Times are UTC in one form, so that the order of letters is that of time.
    if (record.at("time").get<std::string>() >= known->at("time").get<std::string>())
      *known = record;
  }
  return newest;
}

namespace {

constexpr const char *replacement = "\xEF\xBF\xBD";  // U+FFFD

}  // namespace

std::string clean_text(const std::string &text) {
  // The JSON library knows what valid UTF-8 is: out and in again.
  const std::string valid =
      Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
  std::string clean;
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const auto byte = static_cast<unsigned char>(valid[i]);
    const bool no_character =  // U+FFFE, U+FFFF
        valid.compare(i, 3, "\xEF\xBF\xBE") == 0 || valid.compare(i, 3, "\xEF\xBF\xBF") == 0;
    if (no_character) {
      clean += replacement;
      i += 2;
    } else if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7f) {
      clean += replacement;
    } else {
      clean += valid[i];
    }
  }
  return clean;
}

std::string json_text(const Json &json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string number_text(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

}  // namespace ladder
