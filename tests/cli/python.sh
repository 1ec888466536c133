#!/usr/bin/env bash
# The Python module, its examples and its wheel; each is skipped with a note if its tools are
# missing. PYTHON names the interpreter.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"

# The first Python that has pytest.
python=${PYTHON-}
for candidate in python3 /usr/bin/python3; do
    [ -z "$python" ] && "$candidate" -c 'import pytest' 2>/dev/null && python=$candidate
done
object_folder=${BUILD:?is not set: the object folder}
[ "${object_folder#/}" != "$object_folder" ] || object_folder=$repo/$object_folder
library=$(find "$object_folder" -maxdepth 1 -name 'libleeway.so.*.*.*' | head -n 1)
if [ -n "${SAN-}" ] || [[ $object_folder == */san-* ]]; then
    echo "skipped: a library with a sanitizer cannot be loaded by Python"
    exit 0
elif [ -z "$python" ]; then
    echo "skipped: no Python with pytest here (python3-pytest)"
    exit 0
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))'; then
    echo "skipped: Python 3.9 or later is needed, $("$python" --version) is here"
    exit 0
fi
export LEEWAY_LIBRARY=$library LEEWAY_HEADER=$repo/router/api/leeway.h PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH=$repo/router/python LEEWAY_PROGRAM=$leeway
has() { "$python" -c "import $1" 2>/dev/null; }

# Counts the tests of pytest.
module_tests() {
    run "$python" -m pytest -q -p no:cacheprovider "$repo/tests/python"
    if [ "$status" -eq 0 ]; then
        passed=$((passed + $(sed -nE 's/^([0-9]+) passed.*/\1/p' <<<"$out" | tail -n 1) - 1))
    fi
    expect "$1" 0 '^[0-9]+ passed'
}
module_tests "the module, $(has numpy && echo with || echo without) NumPy"
has numpy && LEEWAY_NO_NUMPY=1 module_tests "the module, NumPy hidden"

if has mypy; then
    run "$python" -m mypy --strict --cache-dir "$scratch/mypy" "$repo/router/python/leeway"
    expect "the type hints hold together" 0
else
    echo "the type hints were not checked: mypy is not here"
fi

run "$python" "$repo/examples/route.py"
expect "examples/route.py" 0 '^clk: routed, cost 23' ""
if has numpy; then
    run "$python" "$repo/examples/many.py" 20000
    expect "examples/many.py" 0 '^20000 windows of 64 x 64: [0-9]+ paths, '
fi
if has nbconvert && has matplotlib && has ipykernel; then
    run "$python" -m nbconvert --to notebook --execute --output-dir "$scratch" \
        "$repo/examples/leeway.ipynb"
    expect "examples/leeway.ipynb runs" 0
    check "and shows pictures" grep -q '"image/png"' "$scratch/leeway.ipynb"
else
    echo "the notebook was not run: nbconvert, matplotlib and ipykernel are not all here"
fi
if has pip && has setuptools && has wheel; then
    run env -u PYTHONPATH "$python" -m pip install -q --no-build-isolation --no-deps --no-index \
        --target "$scratch/site" "$repo/router/python"
    expect "pip installs the module" 0
    run env -u LEEWAY_LIBRARY PYTHONPATH="$scratch/site" "$python" -c \
        'import leeway; print(leeway.__file__, leeway.route(leeway.Netlist(leeway.Grid(3, 3)).add("a", [(0, 0), (2, 2)])).cost)'
    expect "and it carries its library" 0 "^$scratch/site/leeway/__init__.py 4\$" ""
    mkdir -p "$scratch/copy/router"
    cp -r "$repo/router/api" "$repo/router/python" "$scratch/copy/router"
    rm -rf "$scratch/copy/router/python/build" "$scratch/copy/router/python/leeway.egg-info"
    chmod -R g+w "$scratch/copy/router"
    for place in "$repo" "$scratch/copy"; do
        run "$python" -m pip wheel -q --no-build-isolation --no-deps --no-index \
            -w "$scratch/wheels-$(basename "$place")" "$place/router/python"
        expect "pip makes a wheel" 0
    done
    check "a wheel made in another folder has the same bytes" \
        cmp "$scratch"/wheels-"$(basename "$repo")"/*.whl "$scratch"/wheels-copy/*.whl
    cd "$repo/router/python" || exit 1
    run "$python" -W ignore -c "import setuptools.build_meta as b; b.build_sdist('$scratch')"
    cd "$scratch" || exit 1
    expect "a source distribution" 0
    rm -rf "$repo/router/python/build" "$repo/router/python/leeway.egg-info"
    mkdir alone && tar -xzf leeway-*.tar.gz -C alone --strip-components=1
    check "it has no program" test ! -e alone/source/router/cli
    # objects FOLDER: what the shared library is made of.
    objects() { make -C "$1" --no-print-directory -n NVCC= MPI= BUILD=none none/leeway.o |
        grep -oE 'none/[a-z0-9_/]+\.o' | grep -vE 'none/(leeway.o|router/(cli|bench)/)' | LC_ALL=C sort -u; }
    objects "$repo" >here.txt
    objects alone/source >there.txt
    check "it has all sources of the library" cmp here.txt there.txt
    check "and these are many" test "$(wc -l <there.txt)" -gt 100
    if [ -n "${WHOLE-}" ] || [[ ${CC-} == *ccache* ]]; then
        run env -u PYTHONPATH -u LEEWAY_LIBRARY -u BUILD -u MAKEFLAGS -u MAKELEVEL NVCC= MPI= \
            "$python" -m pip install -q --no-build-isolation --no-deps --no-index \
            --target "$scratch/built" leeway-*.tar.gz
        expect "it builds alone" 0
        run env -u LEEWAY_LIBRARY PYTHONPATH="$scratch/built" "$python" -c \
            'import leeway; print(leeway.shortest_path(leeway.Grid(3, 3), (0, 0), (2, 2)).cost)'
        expect "and runs" 0 '^4$' ""
    else # the build takes a minute: here each include is found
        read -ra compiler <<<"${CC:-cc}"
        (cd alone/source && sed -nE 's|^none/(.*)\.o$|\1.c|p' ../../there.txt |
            xargs "${compiler[@]}" -I. -D_GNU_SOURCE -DLEEWAY_VERSION='"0"' -MM) >includes.txt 2>errors.txt
        check "each include is found" test ! -s errors.txt
    fi
else
    echo "the wheel was not built: pip, setuptools and wheel are not all here"
fi
finish
