#!/usr/bin/env bash
# Builds in two folders give the same bytes: some objects and a shared object of them, with a CUDA
# file if NVCC is set. WHOLE=1: the program and the shared library, with CUDA if NVCC is set.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/../cli/library.bash"
if [[ ${CFLAGS:-} == *--coverage* ]]; then
    echo 'skipped: what counts its lines (--coverage) knows the folder of its counts'
    exit 0
fi
sources='grid/base.c grid/grid.c grid/text/scan.c router/api/api.c router/api/engines.c'
export CCACHE_DISABLE=1
nvcc=${NVCC:-}
[ -z "$nvcc" ] || sources+=' gpu/devices.cu'

# build FOLDER: copies the sources to the folder and builds there.
build() {
    local folder=$1 objects=() file
    mkdir -p "$folder"
    cp -r "$repo"/{.ci,Makefile,gpu,grid,router} "$folder/"
    for file in $sources; do
        objects+=("out/b/${file%.c}.o") # of a .cu: .cu.o
    done
    (
        unset MAKEFLAGS MFLAGS MAKELEVEL
        cd "$folder" || exit 1
        mkdir -p out
        if [ -n "${WHOLE:-}" ]; then
            make NVCC="$nvcc" BUILD=out/b -j2 out/b/leeway shared
        else
            make NVCC="$nvcc" BUILD=out/b "${objects[@]}" &&
                ${CC:-cc} -shared -o out/b/some.so "${objects[@]}"
        fi
    ) >"$scratch/log" 2>&1 || fail "a build in $folder" "$(tail -n 5 "$scratch/log")"
}

build one
build another/and-deeper
same=0
while read -r file; do
    cmp -s "one/$file" "another/and-deeper/$file" || fail "$file" "differs between two folders"
    same=$((same + 1))
done < <(cd one && find out/b -name '*.o' -o -name '*.so*' -type f -o -name leeway -type f)
check "builds in two folders: at least five files compared ($same)" test "$same" -ge 5
check "no name of the folder is in them" test -z \
    "$(grep -rl --include='*.o' --include='*.so*' "$scratch" one/out/b)"
finish
