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
    rm -rf "$repo/router/python/build" "$repo/router/python/leeway.egg-info"
else
    echo "the wheel was not built: pip, setuptools and wheel are not all here"
fi
finish
