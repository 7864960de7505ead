# label: cli
"""A CUDA stage of a routine reports what failed on the device. A C file takes the device's place:
each of its calls ends with the error that the test asks for."""

import ctypes
import shutil
import subprocess
import types
import unittest

from source_tree import SOURCE, folder_of
from adopting.table import Table

PUT, CALL, GET = 1, 2, 3
DEVICE = """
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int fails_to_start, fails_to_end, fails_to_copy;
int cudaMalloc(void **at, size_t bytes) { return *at = malloc(bytes), 0; }
int cudaFree(void *at) { return free(at), 0; }
int cudaMemcpy(void *to, const void *from, size_t bytes, int how) {
  return (void)how, memcpy(to, from, bytes), fails_to_copy;
}
int cudaDeviceSynchronize(void) { return fails_to_end; }
int cudaGetLastError(void) { return fails_to_start; }
const char *cudaGetErrorString(int error) {
  return error == 1 ? "did not start" : error == 2 ? "did not end" : "did not copy";
}
void ladder_call(void **data, int64_t (*lower)[7], int64_t (*extent)[7], int64_t *length) {
  (void)lower, (void)extent, (void)length;
  ((double *)data[0])[0] += 1;
}
"""

@unittest.skipUnless(shutil.which("gcc"), "gcc is missing")
class OnTheDevice(unittest.TestCase):
    def setUp(self):
        place = folder_of(self)
        head = types.SimpleNamespace(device=["u"], knobs=[], one=lambda key, usual: usual)
        values = [{"name": "u", "bounds": ["1:"], "intent": "inout"}]
        table = Table("cuda", head, "cuda", "", {"value": values}, place / "cuda.cu", False)
        (place / "table.c").write_text(table.text())
        (place / "device.c").write_text(DEVICE)
        subprocess.run(["gcc", "-shared", "-fPIC", f"-I{SOURCE}", "table.c", "device.c", "-o",
                        "stage.so"], cwd=place, check=True)
        self.stage = ctypes.CDLL(str(place / "stage.so"))
        self.u = ctypes.c_double(1)

    def phase(self, which):
        extents = (ctypes.c_int64 * 7)(1)
        self.stage.ladder_entry(which, (ctypes.c_void_p * 1)(ctypes.addressof(self.u)), extents,
                                extents, (ctypes.c_int64 * 1)(8))
        said = ctypes.c_char_p.in_dll(self.stage, "ladder_error").value
        return said.decode() if said else None

    def fail(self, name, error):
        ctypes.c_int.in_dll(self.stage, name).value = error

    def test_nothing_is_reported_of_a_call_that_ran(self):
        self.assertEqual([self.phase(each) for each in (PUT, CALL, GET)], [None, None, None])
        self.assertEqual(self.u.value, 2)

    def test_a_kernel_that_does_not_start_is_reported(self):
        self.phase(PUT)
        self.fail("fails_to_start", 1)
        self.assertEqual(self.phase(CALL), "did not start")

    def test_a_kernel_that_does_not_end_is_reported(self):
        self.phase(PUT)
        self.fail("fails_to_end", 2)
        self.assertEqual(self.phase(CALL), "did not end")

    def test_a_copy_that_fails_is_reported(self):
        self.fail("fails_to_copy", 3)
        self.assertEqual(self.phase(PUT), "did not copy")

    def test_the_first_failure_is_kept(self):
        self.fail("fails_to_copy", 3)
        self.phase(PUT)
        self.fail("fails_to_start", 1)
        self.assertEqual(self.phase(CALL), "did not copy")
