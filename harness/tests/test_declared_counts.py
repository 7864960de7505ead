# label: cli
# room: predict
"""What stages declare for predictions is what their source does: accesses of a thread, bytes, and
how both follow the launch."""

from made_up_machine import CELLS, VOLUME, Predicted

Z, X = 310, 775  # of the case thesis
FIELD = 4 * Z * X
PLANES = 64  # of a march


def up(value, multiple):
    return -(-value // multiple) * multiple


def next_to_a_row(m):
    """Words on both sides of four cells that their taps take: whole quads, of which a compiler
    leaves out what it can."""
    return 2 * (m if m < 4 else up(m, 4))


def of_ring(own):
    """A column and what is next to its rows, and quads of its own: p(n-1) and (v dt)^2, or with a
    palette a word of four bytes and their values."""
    return lambda m: 4 * (2 * m + 1 + own) + next_to_a_row(m)


def of_march(z, x):
    """Each cell is shown, and four neighbours a tap are read; the busiest threads copy of the
    frame."""
    return lambda m: 1 + 4 * m + -(-2 * m // z) + -(-2 * m // x)


def of_wide(lines):
    """Quads of a column, and what is next to its rows."""
    def words(m):
        copies = -(-(16 * lines + 2 * m) // 16) * -(-(64 + 2 * up(m, 4)) // 64)
        return 4 * (2 * m + lines + copies) + lines * next_to_a_row(m)
    return words


RING = ("--tile=64x16", "--lines=1", "--ring=4")
# A stage of volumes, its launch, whether the planes of the frame take turns, how many turns its
# words may be off by, and these of a turn by the half-length.
VOLUMES = (
    *((stage, RING, 1, 2.5, of_ring(own))
      for stage, own in (("tma", 2), ("l2-aware", 2), ("palette", 1 + 5 / 4))),
    *((stage, [f"--block={z}x{x}"], frame, 2, of_march(z, x))
      for stage, z, x, frame in (("march", 64, 8, 0), ("arrive", 64, 8, 1), ("march", 16, 16, 0))),
    *(("wide", ["--block=16x16", f"--lines={lines}"], 1, 3, of_wide(lines)) for lines in (1, 2)),
    # bands, values and its own, whatever the order
    ("tensor", ["--ring=4"], 1, 2.5, lambda m: 4 * (4 * 2 + 3) + 4 * 2 + 3 * 4 + 3 * 4))


class DeclaredCounts(Predicted):
    def test_a_thread_loads_each_tap_and_neighbour_once_an_axis(self):
        a_tap_and_a_cell, a_cell = 2, 1
        for stage, loads in (("gmem-eb", a_tap_and_a_cell), ("gmem-eb-2d", a_tap_and_a_cell),
                             ("gmem-zp", a_tap_and_a_cell),
                             ("resident-taps", a_tap_and_a_cell), ("cmem", a_cell)):
            for m, kernel in self.kernels(f"--stage={stage}"):
                with self.subTest(stage, half_length=m):
                    self.assertEqual(kernel["convolve"]["requests"], loads * 2 * (2 * m + 1) + 1)

    def test_shared_memory_takes_in_a_cell_a_turn_and_gives_each_neighbour(self):
        for m, kernel in self.kernels("--stage=smem", "--threads=128", "--block=16x16"):
            with self.subTest(half_length=m):
                strip, block = kernel["convolve_major_strip"], kernel["convolve_minor_x"]
                self.assertEqual((strip["requests"], strip["shared_words"]), (2 + 1, 2 + 2 * m + 1))
                turns = 1 + -(-2 * m // 16)
                self.assertEqual((block["requests"], block["shared_words"]),
                                 (turns + 2, turns + 2 * m + 1))

    def test_one_kernel_a_step_loads_the_star_once(self):
        for stage, more in (("fused", 9), ("graph", 10)):  # graph loads the number of the step too
            for m, kernel in self.kernels(f"--stage={stage}"):
                with self.subTest(stage, half_length=m):
                    self.assertEqual(kernel["fused_step"]["requests"], 4 * m + more)

    def test_a_register_tile_shares_quads_and_has_no_y(self):
        for columns in (1, 2, 4):
            for m, kernel in self.kernels("--stage=regtile", f"--columns={columns}"):
                with self.subTest(half_length=m, columns=columns):
                    of_field = 2 * m + columns + columns * up(m, 4) // 2
                    other = 3 * columns  # p(n-1), (v dt)^2, p(n+1)
                    factors = 4 + 6 * columns  # of the sponge at most; the step, the sources
                    self.assertGreaterEqual(kernel["regtile_step"]["requests"], of_field + other)
                    self.assertLessEqual(kernel["regtile_step"]["requests"],
                                         of_field + other + factors + columns)

    def test_a_bulk_copy_brings_the_tile_that_threads_read_from_shared_memory(self):
        for m, kernel in self.kernels("--stage=tma"):
            with self.subTest(half_length=m):
                words = kernel["tma_step"]["shared_words"]
                along_x = 4 * (2 * m + 4)  # with the tile's own quads
                self.assertGreaterEqual(words, along_x + 4 * 2 * m)
                self.assertLessEqual(words, along_x + 4 * 2 * up(m, 4))

    def test_a_march_stores_once_and_reads_its_plane_and_four_neighbours(self):
        for stage, lines in (("tma", 1), ("broad", 1), ("broad", 2), ("cache-hints", 2)):
            with self.subTest(stage, lines=lines):
                knob = [f"--lines={lines}", "--block=32x16"] if stage != "tma" else []
                row, = self.rows(f"--stage={stage}", "--planes=48", *knob, case="heat-512")
                kernel, = row["kernels"]
                self.assertEqual(kernel["requests"], 48 * lines)
                before_the_first = 2 * 4 * lines
                self.assertEqual(kernel["shared_words"],
                                 before_the_first + 48 * (4 * (lines + 2) + 2 * lines))

    def test_a_march_through_a_volume_reads_what_its_turns_need(self):
        for stage, knobs, frame, off, words_of in VOLUMES:
            lengths = (4, 6, 8) if stage == "tensor" else (1, 2, 4, 8)
            for m, kernel in self.of_volumes(f"--stage={stage}", *knobs, f"--planes={PLANES}",
                                             half_lengths=lengths):
                with self.subTest(stage, knobs=knobs, half_length=m):
                    turns, words = PLANES + 2 * m * frame, words_of(m)
                    self.assertAlmostEqual(kernel["shared_words"], words * turns, delta=off * words)

    def test_a_pass_of_several_steps_is_a_launch_for_all_of_them(self):
        for stage, steps, palette, lines in (("two-step", 2, False, 1), ("two-step", 2, False, 2),
                                             ("two-step-palette", 2, True, 1),
                                             ("three-step", 3, True, 1)):
            for row in self.rows(f"--stage={stage}", "--half-length=1,2", f"--lines={lines}",
                                 f"--planes={PLANES}", *VOLUME, case="two-layer-512"):
                m, (kernel, between) = row["case"]["half_length"], row["kernels"]
                with self.subTest(stage, half_length=m, lines=lines):
                    self.assertAlmostEqual(kernel["launches"], 1 / steps)
                    self.assertAlmostEqual(between["launches"], 1 / steps,
                                           msg="the samples of the step between")
                    # A column and what is next to its rows, for each step; p(n-1); planes that are
                    # shown to the next step; (v dt)^2.
                    quads = (steps * (2 * m + lines)
                             + lines * (1 + steps - 1 + (0 if palette else steps)))
                    words = (4 * quads + steps * lines * next_to_a_row(m)
                             + (lines * (1 + 4 * steps) if palette else 0))
                    turns = PLANES + 2 * steps * m
                    self.assertAlmostEqual(kernel["shared_words"], words * turns,
                                           delta=0.06 * words * turns)

    def test_a_launch_for_all_steps_loads_the_star_in_each(self):
        few, many = (self.rows("--stage=persistent", "--cells=1", "--half-length=4,8",
                               f"--nt={samples}", case="two-layer")
                     for samples in (101, 201))
        for one, other in zip(few, many):
            m, (short,), (long,) = one["case"]["half_length"], one["kernels"], other["kernels"]
            with self.subTest(half_length=m):
                self.assertAlmostEqual(short["launches"], 1 / 100)
                a_step = round((long["requests"] - short["requests"]) / 100, 9)
                self.assertAlmostEqual(a_step, 6 * m + 2, delta=2)  # a source's at most

    def test_a_pass_of_heat_takes_in_a_plane_a_turn_and_shows_one_of_each_step(self):
        for row in self.rows("--stage=temporal", "--steps=1,2,4", "--lines=2,4", "--tile=56x48",
                             f"--planes={PLANES}", case="heat-512"):
            (steps,), (lines,) = row["launch"]["used"]["steps"], row["launch"]["used"]["lines"]
            with self.subTest(steps=steps, lines=lines):
                kernel, = row["kernels"]
                self.assertAlmostEqual(kernel["launches"], 1 / steps)
                # Quads: what came or is shown, copies, lines on both sides; cells at both ends of
                # each row.
                words = 4 * (lines * steps + lines + 2 * steps) + 2 * lines * steps
                turns = PLANES + 2 * steps
                self.assertAlmostEqual(kernel["shared_words"], words * turns,
                                       delta=0.08 * words * turns)

    def test_the_rim_of_a_pass_is_read_of_every_array(self):
        narrow, wide = (row["kernels"][0]["l2_bytes"] for row in self.rows(
            "--stage=two-step", "--half-length=1", "--tile=64x8,64x24", "--lines=1", "--planes=64",
            *VOLUME, case="two-layer-512"))
        self.assertGreater(narrow, wide)
        self.assertGreater(wide, 20 * CELLS**3)  # three arrays in, two out

    def bytes_of(self, *words):
        row, = self.rows(*words)
        return row["kernels"][0]["l2_bytes"]

    def test_the_share_of_the_frame_falls_as_the_tile_grows(self):
        small, middle, large = (self.bytes_of("--stage=fused", f"--block={block}")
                                for block in ("32x2", "32x8", "32x32"))
        self.assertGreater(small, middle)
        self.assertGreater(middle, large)
        self.assertGreater(large, 4 * FIELD)  # every value once

    def test_a_tile_with_its_corners_is_what_the_bulk_copy_brings(self):
        m, z, x = 8, 64, 32
        blocks = Z * X / (z * x)  # of the last ones the part that is there
        # bytes of sectors that a row touches and does not fill, in the mean over where it begins
        ends = 32 - 4
        copied, others = ((4 * (z + 2 * m) + ends) * (x + 2 * m) * blocks,
                          3 * (4 * z + ends) * x * blocks)
        self.assertAlmostEqual(self.bytes_of("--stage=tma", "--half-length=8"), copied + others,
                               delta=1e-6 * others)

    def test_bytes_go_with_the_cells(self):
        def of(stage, grid):
            row, = self.rows(f"--stage={stage}", f"--grid={grid}", "--dt=auto", "--half-length=8",
                             case="small")
            cells = row["case"]["nz"] * row["case"]["nx"]
            return [kernel["l2_bytes"] / cells for kernel in row["kernels"]
                    if "convolve" in kernel["name"] or "step" in kernel["name"]]
        for stage in ("cmem", "smem-minor", "smem", "fused", "regtile", "tma"):
            for once, twice in zip(of(stage, "512x512"), of(stage, "512x1024")):
                with self.subTest(stage):
                    self.assertAlmostEqual(twice / once, 1, delta=0.02)

    def test_every_kernel_of_a_step_is_declared(self):
        row, = self.rows("--stage=resident")
        self.assertEqual([kernel["name"] for kernel in row["kernels"]],
                         ["convolve_major_strip", "convolve_minor_x", "step_forward", "inject",
                          "taper", "record"])
