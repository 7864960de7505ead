#include "harness/predict/model/shared_rows.h"

#include <algorithm>
#include <array>
#include <set>

namespace ladder {
namespace {

constexpr int lanes_of_rows = 32, banks = 32;

}  // namespace

double wavefronts(int words, int apart, const SharedRows &rows) {
  const int at_once = lanes_of_rows / words;  // lanes, whose words fill all banks
  const auto place = [&](int lane) {
    const int value = lane * std::max(words, apart);
    return rows.values > 0 ? value / rows.values * rows.pitch + value % rows.values : value;
  };
  int all = 0;
  for (int first = 0; first < lanes_of_rows; first += at_once) {
    std::array<std::set<int>, banks> asked;
    for (int lane = first; lane < first + at_once; ++lane)
      for (int word = place(lane); word < place(lane) + words; ++word)
        asked[static_cast<std::size_t>(word % banks)].insert(word);
    std::size_t most = 0;
    for (const auto &of_bank : asked) most = std::max(most, of_bank.size());
    all += static_cast<int>(most);
  }
  return all;
}

}  // namespace ladder
