"""Copies the shared library into the package, so that a wheel contains all it needs.

The library is the file named by LEEWAY_LIBRARY, or is built by the Makefile two folders up.
"""

import os
import pathlib
import re
import shutil
import subprocess

from setuptools import setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = ROOT / "router" / "api" / "leeway.h"
VERSION = re.search(r'LEEWAY_VERSION\s+"([^"]+)"', HEADER.read_text()).group(1)
# The times in the wheel, so that the same files always give the same wheel.
os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")  # 1980, the first year of a zip file
SONAME = "libleeway.so." + VERSION.split(".")[0]


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        library = os.environ.get("LEEWAY_LIBRARY")
        if not library:
            jobs = f"-j{os.cpu_count() or 1}"
            subprocess.run(["make", "-s", jobs, "-C", ROOT, "shared"], check=True)
            library = ROOT / "out" / "libleeway.so"
        package = pathlib.Path(self.build_lib) / "leeway"
        shutil.copy(library, package / SONAME)
        for file in package.iterdir():  # independent of the modes of the sources
            if file.is_file():
                file.chmod(0o644)


class WheelOfThisMachine(bdist_wheel):
    """A wheel for any Python 3 on this kind of machine: only the library is compiled."""

    def finalize_options(self):
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


setup(version=VERSION, cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelOfThisMachine})
