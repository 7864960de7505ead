# label: cli
# serial: ranks wait for each other, and each of them for a core
"""Ranks on two hosts give the bits of one process. The hosts are namespaces of this machine, each
with a name, a network and an address of its own; a script takes the place of ssh."""

import os
import shutil
import unittest

from command import BUILD, LADDER
from started_ranks import MPIRUN, why_not as no_ranks
from source_tree import execute, folder_of

ADDRESS = "10.77.{}.{}"  # the first number keeps networks of two tests apart
AGENT = """#!/bin/sh
host=${1##*.}
shift
exec ip netns exec "$LADDER_TEST_NET-$host" unshare --uts \\
  sh -c "hostname host$host; exec sh -c '$*'"
"""

def ip(*words, **expected):
    return execute("ip", *words, **expected)


def why_not():
    if no_ranks():
        return no_ranks()
    if not (shutil.which("ip") and shutil.which("unshare")):
        return "ip or unshare is missing: install iproute2 and util-linux"
    probe = f"ladder-probe-{os.getpid()}"
    made = ip("netns", "add", probe)
    ip("netns", "del", probe)
    return ("" if made.returncode == 0
            else f"no network namespace can be made here: {made.stderr.strip()}")


@unittest.skipIf(why_not(), why_not())
class TwoHosts(unittest.TestCase):
    def setUp(self):
        self.agent = folder_of(self) / "agent"
        self.agent.write_text(AGENT)
        self.agent.chmod(0o755)
        self.net, number = f"ladder-{os.getpid()}", os.getpid() % 250
        self.addresses = [ADDRESS.format(number, host) for host in (1, 2)]
        for host in (1, 2):
            ip("netns", "add", f"{self.net}-{host}", code=0)
            self.addCleanup(ip, "netns", "del", f"{self.net}-{host}")
        ip("link", "add", "end1", "netns", f"{self.net}-1", "type", "veth", "peer", "name", "end2",
           "netns", f"{self.net}-2", code=0)
        for host, address in zip((1, 2), self.addresses):
            ip("-n", f"{self.net}-{host}", "addr", "add", f"{address}/24", "dev", f"end{host}",
               code=0)
            for link in ("lo", f"end{host}"):
                ip("-n", f"{self.net}-{host}", "link", "set", link, "up", code=0)

    def run_on_both(self, *command):
        """Two ranks on either host, started from the first."""
        subnet = self.addresses[0].rpartition(".")[0] + ".0/24"
        hosts = ",".join(f"{address}:2" for address in self.addresses)
        mpirun = [MPIRUN, "--allow-run-as-root", "--bind-to", "none", "-n", "4", "--host", hosts,
                  "--mca", "plm_rsh_agent", self.agent,
                  "--mca", "btl", "tcp,self", "--mca", "btl_tcp_if_include", subnet, "--mca",
                  "oob_tcp_if_include", subnet,
                  "--mca", "mpi_yield_when_idle", "1", "-x", "LADDER_HOME", *command]
        script = 'hostname host1; exec "$@"'
        return execute("ip", "netns", "exec", f"{self.net}-1", "unshare", "--uts", "sh", "-c",
                       script, "host1", *mpirun, timeout=600, code=0,
                       env={**os.environ, "LADDER_TEST_NET": self.net})

    def test_the_ranks_are_on_two_hosts(self):
        done = self.run_on_both("hostname")
        self.assertEqual(sorted(done.stdout.split()), ["host1", "host1", "host2", "host2"],
                         done.stderr)

    def test_they_give_the_bits_of_one_process(self):
        done = self.run_on_both(BUILD / "ladder_tests",
                                "--gtest_filter=Ranks.GiveTheBitsOfOneProcess",
                                "--gtest_color=no")
        self.assertRegex(done.stdout, r"\[  PASSED  \] [1-9]")

    def test_a_run_is_proven_and_printed_once(self):
        done = self.run_on_both(LADDER, "verify", "--case=wave3d-small", "--stage=mpi-omp",
                                "--threads=1", "--nt=21")
        self.assertEqual(done.stdout.count("1 right, 0 wrong, 0 skipped"), 1, done.stdout)
