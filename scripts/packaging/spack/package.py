# Copyright Spack Project Developers. See COPYRIGHT file for details.
#
# SPDX-License-Identifier: (Apache-2.0 OR MIT)

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Ladder(CMakePackage, CudaPackage):
    """Measures what each step of a port from Fortran to C and CUDA is worth on this machine."""

    # The maintainer puts the address of the released archive in place of these, and its sha256
    # from `spack checksum` below.
    homepage = "https://example.org/ladder"
    url = "https://example.org/ladder-0.2.0.tar.gz"

    license("MIT", checked_by="the ladder authors")

    version("0.2.0", sha256="0000000000000000000000000000000000000000000000000000000000000000")

    variant("mpi", default=False, description="Build stages that run on several ranks")
    variant("hdf5", default=False, description="Read models from HDF5 files")
    variant("python", default=True, description="Draw figures, write the report, adopt routines")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build")
    depends_on("cmake@3.25:", type="build")

    depends_on("fmt@9:")
    depends_on("tomlplusplus@3.3:")
    depends_on("nlohmann-json@3.11:")
    depends_on("benchmark")
    depends_on("pugixml")
    depends_on("zlib-api")
    depends_on("elfutils")
    depends_on("mpi", when="+mpi")
    depends_on("hdf5", when="+hdf5")
    depends_on("cuda@12:", when="+cuda")

    with when("+python"):
        depends_on("python@3.9:", type="run")
        depends_on("py-numpy@1.26.4:", type="run")
        depends_on("py-matplotlib@3.9.4:", type="run")
        # There is no py-segyio in Spack: figures of SEG-Y files need segyio from PyPI.
        depends_on("py-jinja2@3.1.6:", type="run")
        depends_on("py-fparser@0.2.5:", type="run")
        depends_on("py-tomli@2.0.2:", type="run", when="^python@:3.10")

    conflicts("%fortran=flang", msg="the originals are compiled by gfortran")

    def cmake_args(self):
        args = [
            self.define("BUILD_TESTING", False),
            self.define_from_variant("LADDER_CUDA", "cuda"),
            self.define_from_variant("LADDER_MPI", "mpi"),
            self.define_from_variant("LADDER_HDF5", "hdf5"),
        ]
        if self.spec.satisfies("+cuda") and not self.spec.satisfies("cuda_arch=none"):
            args.append(
                self.define("CMAKE_CUDA_ARCHITECTURES", self.spec.variants["cuda_arch"].value)
            )
        return args

    def setup_run_environment(self, env: EnvironmentModifications) -> None:
        if self.spec.satisfies("+python"):
            env.set("LADDER_PYTHON", self.spec["python"].command.path)
