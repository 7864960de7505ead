// Which samples are proven, and what a cheat that computes only some of its runs gains: the numbers that
// harness/bench/verify/README.md gives.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "harness/bench/verify/chance_of_proof.h"

namespace ladder {
namespace {

// Of a plug-in whose samples take so long, and its proofs.
struct Session {
  int samples;
  double sample_s, proof_s;
};

// The probability to pass, when sample k is replayed with the probability `replayed(k)`; and how many replayed ones are
// expected of the samples.
double passes(const Session &session, const std::function<double(int)> &replayed) {
  double unseen = 1;
  for (int k = 0; k < session.samples; ++k)
    unseen *= 1 - replayed(k) * chance_of_proof(k, session.sample_s, session.proof_s, true);
  return unseen;
}

// Two typical ones: the small case, where a proof is quick; and one whose proof takes longer than its budget.
const Session quick{200, 0.005, 0.02}, medium{40, 0.1, 0.5}, dear{20, 1, 10};

TEST(ChanceOfProof, TheFirstSampleOfAPointIsAlwaysProven) {
  for (const bool plugin : {false, true}) EXPECT_EQ(chance_of_proof(0, 0.001, 100, plugin), 1);
}

TEST(ChanceOfProof, EverySampleIsProvenWhereProofsAreQuick) {
  for (int k = 0; k < quick.samples; ++k)
    EXPECT_EQ(chance_of_proof(k, quick.sample_s, quick.proof_s, true), 1);
  EXPECT_EQ(passes(quick, [](int k) { return k == 100; }), 0);
}

TEST(ChanceOfProof, TheSecondSampleOfAPluginIsAlwaysProven) {
  EXPECT_EQ(chance_of_proof(1, dear.sample_s, dear.proof_s, true), 1);
}

// The cheat's best: it is honest first, and replays the later half, which is what moves a median.
TEST(ChanceOfProof, AReplayedHalfPassesAsRarelyAsTheReadmeTells) {
  const auto later_half = [](const Session &session) {
    return passes(session, [&](int k) { return k >= session.samples / 2; });
  };
  EXPECT_EQ(later_half(quick), 0);
  EXPECT_LT(later_half(medium), 0.005);
  EXPECT_LT(later_half(dear), 0.5);
}

TEST(ChanceOfProof, ARandomHalfPassesMoreRarely) {
  const auto half = [](int k) { return k == 0 ? 0 : 0.5; };
  EXPECT_LT(passes(medium, half), 0.002);
  EXPECT_LT(passes(dear, half), 0.2);
}

// The product above against a cheat that draws its replays, and proofs that are drawn.
TEST(ChanceOfProof, TheProductIsWhatARandomCheatFinds) {
  std::mt19937_64 random(7);
  const auto happens = [&](double chance) {
    return std::uniform_real_distribution<double>(0, 1)(random) < chance;
  };
  for (const double replays : {0.1, 0.25, 0.5}) {
    constexpr int sessions = 20000;
    int passed = 0;
    for (int i = 0; i < sessions; ++i) {
      bool seen = false;
      for (int k = 1; k < dear.samples; ++k)
        seen =
            (happens(replays) & happens(chance_of_proof(k, dear.sample_s, dear.proof_s, true))) ||
            seen;
      passed += !seen;
    }
    const double computed = passes(dear, [&](int k) { return k == 0 ? 0 : replays; });
    EXPECT_NEAR(double(passed) / sessions, computed, 0.012) << replays;
  }
}

TEST(ChanceOfProof, WhatProofsOfThisBuildTakeIsAShareOfTheSamples) {
  for (const Session &one : {quick, medium, dear})
    EXPECT_LE(chance_of_proof(5, one.sample_s, one.proof_s, false) * one.proof_s,
              proof_share * one.sample_s * 1.0001);
}

TEST(ChanceOfProof, DrawsAsOftenAsItSays) {
  int hits = 0;
  for (int i = 0; i < 20000; ++i) hits += drawn(0.3);
  EXPECT_NEAR(hits / 20000.0, 0.3, 0.03);  // nine standard deviations
  EXPECT_TRUE(drawn(1));
  EXPECT_FALSE(drawn(0));
}

}  // namespace
}  // namespace ladder
