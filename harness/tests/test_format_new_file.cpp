// Output appears whole or not at all, and never in the place of what was there unless it is asked
// for.
#include <signal.h>
#include <sys/resource.h>

#include "harness/formats/new_file.h"
#include "harness/formats/series.h"
#include "harness/tests/format_examples.h"

namespace ladder {
namespace {

using NewFiles = TestFolder;

// Every writer, under a name of its own.
const std::pair<const char *, void (*)(const std::string &path, bool overwrite)> writers[] = {
    {"o.npy", [](auto &path, bool overwrite) { write_grid(path, example_grid(), overwrite); }},
    {"o.rsf", [](auto &path, bool overwrite) { write_grid(path, example_grid(), overwrite); }},
    {"o.vti", [](auto &path, bool overwrite) { write_grid(path, example_grid(), overwrite); }},
    {"o.f32", [](auto &path, bool overwrite) { write_grid(path, example_grid(), overwrite); }},
    {"m.sgy", [](auto &path, bool overwrite) { write_grid(path, example_grid(), overwrite); }},
    {"m.su", [](auto &path, bool overwrite) { write_grid(path, example_grid(), overwrite); }},
    {"g.sgy", [](auto &path, bool overwrite) { write_gather(path, example_gather(), overwrite); }},
    {"g.su", [](auto &path, bool overwrite) { write_gather(path, example_gather(), overwrite); }},
    {"o.pvd", [](auto &path, bool overwrite) {
       write_pvd(path, {{0, "a"}}, overwrite);
     }}};

TEST_F(NewFiles, AnExistingFileIsLeftAloneUnlessItIsToBeOverwritten) {
  for (const auto &[name, write] : writers) {
    const std::string path = put(name, "mine");
    EXPECT_HAS(refusal_of([&, &write = write] { write(path, false); }),
               "exists and is not replaced")
        << name;
    EXPECT_EQ(bytes_of_file(path), "mine") << name;
    write(path, true);
    EXPECT_NE(bytes_of_file(path), "mine") << name;
  }
  EXPECT_EQ(files_in_folder(), 9u) << "no temporary is left";
}

TEST_F(NewFiles, ANewFileHasTheRightsThatFilesHave) {
  const mode_t before = umask(022);
  write_whole(in_folder("a"), "x", false);
  umask(before);
  EXPECT_EQ(std::filesystem::status(in_folder("a")).permissions(), std::filesystem::perms(0644));
}

TEST_F(NewFiles, AMissingFolderIsReported) {
  for (const auto &[name, write] : writers) {
    const std::string nowhere = in_folder("none") + "/" + name;
    EXPECT_HAS(refusal_of([&, &write = write] { write(nowhere, false); }), "there is no folder");
  }
}

TEST_F(NewFiles, AFolderWithoutPermissionIsReported) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  std::filesystem::permissions(folder, std::filesystem::perms::owner_read);
  const std::string words = refusal_of([&] { write_whole(in_folder("a"), "x", false); });
  std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
  EXPECT_HAS(words, "Permission denied");
}

TEST_F(NewFiles, AFolderOrADeviceIsNotOverwritten) {
  EXPECT_HAS(refusal_of([&] { write_whole(folder.string(), "x", true); }), "is a folder");
  EXPECT_HAS(refusal_of([&] { write_whole("/dev/null", "x", true); }), "not a regular file");
}

// A full disk, as a process meets it: the limit on the size of its files replaces the disk's end.
TEST_F(NewFiles, WhatDoesNotFitLeavesNothing) {
  Grid grid;
  grid.axes = {{'x', 64, 10, 0}, {'z', 256, 10, 0}};
  grid.values.assign(64 * 256, 1.0f);
  Gather gather = example_gather();
  gather.samples = 16384;
  gather.values.assign(3 * 16384, 1.0f);
  const std::string mine = put("mine.vti", "mine");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit little = before;
  little.rlim_cur = 8192;
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &little), 0);
  std::vector<std::string> words;
  for (const char *name : {"o.npy", "o.rsf", "o.vti", "o.f32", "m.sgy", "m.su", "mine.vti"})
    words.push_back(refusal_of([&] { write_grid(in_folder(name), grid, true); }));
  for (const char *name : {"g.sgy", "g.su"})
    words.push_back(refusal_of([&] { write_gather(in_folder(name), gather); }));
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  for (const std::string &one : words) {
    EXPECT_HAS(one, "could not be written completely");
    EXPECT_HAS(one, "File too large");
  }
  EXPECT_EQ(files_in_folder(), 1u);
  EXPECT_EQ(bytes_of_file(mine), "mine") << "what was to be overwritten is still there";
}

TEST_F(NewFiles, ASeriesListsTimesAndFiles) {
  write_pvd(in_folder("s.pvd"), {{0, "a.vti"}, {0.25, "b & c.vti"}});
  const std::string text = bytes_of_file(in_folder("s.pvd"));
  EXPECT_HAS(text, "timestep=\"0\" part=\"0\" file=\"a.vti\"");
  EXPECT_HAS(text, "timestep=\"0.25\" part=\"0\" file=\"b &amp; c.vti\"");
}

}  // namespace
}  // namespace ladder
