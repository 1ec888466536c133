#!/usr/bin/env bash
# Compares the binary interface of the library (functions, their types, the layout of structs of
# leeway.h) with tests/api/leeway.abi, by libabigail (abidiff). New functions are allowed. Record an
# intended change in the file, in the same commit, with
#
#     UPDATE=1 tests/build/abi.sh
# shellcheck source=tests/cli/library.bash
LEEWAY=${LEEWAY:-/bin/true} source "$(dirname "$0")/../cli/library.bash"

if ! command -v abidiff >/dev/null || ! command -v abidw >/dev/null; then
    echo "skipped: no abidiff here (abigail-tools)"
    exit 0
elif [ "$(uname -sm)" != "Linux x86_64" ]; then
    echo "skipped: tests/api/leeway.abi is that of Linux on x86_64"
    exit 0
fi

# Only the functions of leeway.h, with full debug information; the others stay undefined.
cd "$repo" || exit 1
read -ra compiler <<<"${CC:-cc}"
read -ra png <<<"$(pkg-config --cflags libpng)"
mkdir "$scratch/include"
cp router/api/leeway*.h "$scratch/include"
run "${compiler[@]}" -std=c11 -g -O0 -I. -D_GNU_SOURCE -DLEEWAY_VERSION='"0"' "${png[@]}" -fPIC \
    -fvisibility=hidden -shared router/api/api*.c -o "$scratch/interface.so"
expect "the functions of leeway.h compile" 0
if [ -n "${UPDATE-}" ]; then
    abidw --headers-dir "$scratch/include" --drop-private-types --exported-interfaces-only \
        --no-corpus-path --no-comp-dir-path --no-parameter-names --no-elf-needed --no-show-locs \
        "$scratch/interface.so" >tests/api/leeway.abi
fi
run abidiff --no-added-syms tests/api/leeway.abi "$scratch/interface.so"
expect "the binary interface is that of tests/api/leeway.abi" 0
finish
