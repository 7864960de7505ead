#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <future>

#include "harness/base/clock.h"
#include "harness/base/error.h"
#include "harness/base/interrupt.h"
#include "harness/base/parallel.h"
#include "harness/base/progress.h"
#include "harness/seismic/commands/reversal.h"
#include "harness/seismic/shots/focus.h"

namespace ladder {
namespace {

bool has_checkpoint(const std::string &product) {
  std::error_code problem;
  return std::filesystem::exists(product + ".checkpoint", problem);
}

}  // namespace

ModelsBack::ModelsBack(const SendingBack &options, const Sent &sent,
                       const std::vector<WaveCase> &models)
    : options_(options), sent_(sent), models_(models) {
  const std::optional<Engine> asked = asked_engine(options);
  std::vector<Engine> engines =
      asked ? std::vector{*asked} : engines_of_models(models[0].ladder, read_environment());
  std::erase_if(engines, [](const Engine &one) { return !takes_models(one.entry); });
  if (engines.empty()) return;
  const WaveCase back = way_through(models[0], sent).reversed;
  for (const Engine &engine : engines) {
    const int count = models_at_once(back, engine);
    if (!count) continue;
    together_ = with_models(engine, count);
    at_once_ = static_cast<std::size_t>(count);
    return;
  }
}

std::vector<ModelsBack::Made> ModelsBack::make(std::size_t begin) const {
  std::vector<Made> made(std::min(at_once_, models_.size() - begin));
  each_chunk(
      made.size(),
      [&](std::size_t k, std::size_t, std::size_t) {
        try {
          made[k].way = way_through(models_[begin + k], sent_);
        } catch (...) {
          made[k].failed = std::current_exception();
        }
      },
      1);
  return made;
}

std::vector<Way> ModelsBack::ways(std::vector<Made> made) const {
  std::vector<Way> ways;
  for (Made &one : made) {
    if (one.failed) std::rethrow_exception(one.failed);
    Way &way = ways.emplace_back(std::move(one.way));
    say_way(way, sent_.gather);
    set_engine(options_, sent_, together_ ? *together_ : choose_engine(options_, way.reversed),
               way);
  }
  return ways;
}

std::vector<Reversed> ModelsBack::send_together(const std::vector<const Way *> &ways) const {
  std::vector<Reversed> results(ways.size());
  std::vector<bool> sent(ways.size());
  for (auto first = sent.begin(); (first = std::find(first, sent.end(), false)) != sent.end();) {
    const Way &like = *ways[static_cast<std::size_t>(first - sent.begin())];
    std::vector<const WaveCase *> cases;
    std::vector<std::size_t> numbers;
    for (std::size_t k = 0; k < ways.size(); ++k) {
      if (sent[k] || !may_be_side_by_side(like.reversed, ways[k]->reversed)) continue;
      cases.push_back(&ways[k]->reversed);
      numbers.push_back(k);
    }
    const double begin = steady_s();
    const auto found = foci(like.engine, cases, options_.every * like.cut);
    const double each_s = (steady_s() - begin) / double(cases.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      results[numbers[i]] = reversed_to(found[i], *ways[numbers[i]], sent_, each_s);
      sent[numbers[i]] = true;
    }
  }
  return results;
}

Rate ModelsBack::run(const std::vector<std::string> &products, const Done &done,
                     const Result &result) const {
  Rate rate;
  const double start = steady_s();
  // The next group is made while a device computes this one; the host, which computes a model with
  // all cores, makes it afterwards.
  const auto how = together_ ? std::launch::async : std::launch::deferred;
  std::future<std::vector<Made>> next = std::async(how, [this] { return make(0); });
  for (std::size_t begin = 0; begin < models_.size(); begin += at_once_) {
    const auto group = ways(next.get());
    if (begin + at_once_ < models_.size())
      next = std::async(how, [this, begin] { return make(begin + at_once_); });
    std::vector<const Way *> left;
    std::vector<std::size_t> numbers;
    for (std::size_t k = 0; k < group.size(); ++k) {
      const std::size_t number = begin + k;
      if (done(number, group[k])) continue;
      if (!together_ || has_checkpoint(products[number])) {
        result(number, group[k], send_back(options_, group[k], sent_, products[number], ""));
        continue;
      }
      left.push_back(&group[k]);
      numbers.push_back(number);
    }
    if (left.empty()) continue;
    const auto found = send_together(left);
    rate.models += left.size();
    rate.seconds = steady_s() - start;
    for (std::size_t k = 0; k < left.size(); ++k) result(numbers[k], *left[k], found[k]);
    progress(fmt::format("{} of {} models ...", begin + group.size(), models_.size()));
    if (interrupted())
      throw Error(Exit::interrupted,
                  fmt::format("interrupted after {} of {} models; with --output and --resume the "
                              "same command continues",
                              begin + group.size(), models_.size()));
  }
  if (rate.models) progress_done();
  return rate;
}

}  // namespace ladder
