"""Copies the shared library into the package, so that a wheel contains all it needs.

The library is the file named by LEEWAY_LIBRARY, or is built by the Makefile: two folders up, or in
a source distribution in the folder `source`, where the sources of the library are copied.
"""

import os
import pathlib
import re
import shutil
import subprocess

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70.1
    from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE / "source" if (HERE / "source").is_dir() else HERE.parents[1]
HEADER = ROOT / "router" / "api" / "leeway.h"
VERSION = re.search(r'LEEWAY_VERSION\s+"([^"]+)"', HEADER.read_text()).group(1)
# The times in the wheel, so that the same files always give the same wheel.
os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")  # 1980, the first year of a zip file
SONAME = "libleeway.so." + VERSION.split(".")[0]


# Sources of the shared library: folders, those of the program left out, and kinds of files.
SOURCES, PROGRAM = ("grid", "gpu", "router"), ("cli", "bench", "flows", "python")
KINDS = (".c", ".h", ".cu", ".cuh", ".mk", ".bin", ".css", ".html", ".js")


class SdistWithSources(sdist):
    """A source distribution that builds alone."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        found = [file for top in SOURCES for file in (ROOT / top).rglob("*")]
        for file in sorted([ROOT / "Makefile", *found]):
            place = file.relative_to(ROOT)
            if file.suffix not in KINDS and file.name != "Makefile":
                continue
            if place.parts[:1] == ("router",) and place.parts[1] in PROGRAM:
                continue
            target = pathlib.Path(base_dir) / "source" / place
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)


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


setup(
    version=VERSION,
    cmdclass={
        "build_py": BuildWithLibrary,
        "bdist_wheel": WheelOfThisMachine,
        "sdist": SdistWithSources,
    },
)
