#!/usr/bin/env bash
# The example program, the installed library, and targets of make.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
make_designs
# The name from make, relative to the repository unless it starts with a slash.
object_folder=${BUILD:?is not set: the object folder}
build=$object_folder
[ "${build#/}" != "$build" ] || build=$repo/$build

run "$build/examples/route" small.net
expect "the example routes" 0 '^a: routed, cost 7, length 7$' ""
run "$build/examples/route" parted.net
expect "the example tells what is unrouted" 1 '^cut: no-path$' ""
run "$build/examples/route" missing.net
expect "the example reports errors" 2 "" 'missing.net'
run "$build/examples/route"
expect "the example makes a design" 0 '^clk: routed, cost 11, length 11$' ""

# The first example of the README can be pasted, and its output is as printed there.
sed -n '/^## A first design/,/^## /p' "$repo/README.md" | sed -n '/^```sh$/,/^```$/p' |
    sed '/^```/d' >paste.sh
mkdir bin && ln -s "$(realpath "$leeway")" bin/leeway
run env PATH="$scratch/bin:$PATH" bash -e paste.sh
expect "README: the first design as it stands" 0 '^first.net: routed' ""
check "its first line" grep -qE '^first.net: routed 2 of 2 nets, length 46, vias 0, cost 46, ' \
    <<<"$out"
check "its second line" grep -qxF "$(grep '^out/first.routes: right' "$repo/README.md")" <<<"$out"
check "no line of an example looks like a failure" test -z \
    "$(sed -n '/^## A first design/,/^## /p' "$repo/README.md" | grep -iE 'error|fail|without|cannot')"
for sentence in 'Results are byte-for-byte identical on the CPU and on NVIDIA GPUs' \
    'connects each net with a short tree, then rips up and reroutes until the nets fit'; do
    check "README: $sentence" grep -qiF "$sentence" <<<"$(tr '\n' ' ' <"$repo/README.md")"
done
grep -E '^(routes first|net (clk|d0) routed|wire [0-9])' "$repo/README.md" >claimed
check "README: routes" test -s claimed -a -z "$(grep -vxFf out/first.routes claimed)"
for word in $("$leeway" --help | sed -nE 's/^  leeway ([a-z]+) .*/\1/p'); do
    check "README: names leeway $word" grep -q "leeway $word" "$repo/README.md"
done

# The small netlists have the results of netlists/README.md.
for name in tiny maze layers kahng yoshimura burstein switchbox; do
    cost=$(sed -nE "s/^\\| \`$name\` \\|[^|]* cost ([0-9]+).*/\1/p" "$repo/netlists/README.md" | tail -1)
    run "$leeway" route "$repo/netlists/$name.net" --engine cpu -o none -r none
    expect "netlists: $name" 0 "^$name.net: routed ([0-9]+) of \\1 nets, .* cost $cost, "
done

run make -s -C "$repo" install "BUILD=$object_folder" "NVCC=${NVCC-}" PREFIX=/usr \
    "DESTDIR=$scratch/root"
expect "make install" 0
check "program" test -x root/usr/bin/leeway
check "manual" grep -q '^\.TH LEEWAY 1' root/usr/share/man/man1/leeway.1
check "two headers and nothing else" test "$(cd root/usr/include && echo *)" = "leeway.h leeway_layout.h"
nm -g --defined-only root/usr/lib/libleeway.a | awk 'NF == 3 { print $3 }' | LC_ALL=C sort >names
check "the library has the names of its header" grep -qx leeway_route names
check "and no other" test -z "$(grep -v '^leeway_' names)"
# The library and its header have the same names.
grep -ohE '\<leeway_[a-z_]+\(' root/usr/include/*.h | tr -d '(' | LC_ALL=C sort -u >declared
check "what is declared is there" test -z "$(comm -13 names declared)"
check "what is there is declared" test -z "$(comm -23 names declared)"
nm -u root/usr/lib/libleeway.a | awk '{ print $2 }' >needs
check "the library needs no INI reader" test -z "$(grep '^ini_' needs)"
# Only the library's own objects: the CUDA runtime in it may end programs.
find "$build"/{grid,gpu,router} -name '*.o' ! -path '*/router/cli/*' \
    ! -path '*/router/bench/*' ! -path '*/gpu/lab/*' -print0 | xargs -0 nm -u |
    awk '{ print $2 }' >own_needs
check "it neither prints nor ends the program" test -z \
    "$(grep -xE 'exit|_exit|abort|printf|puts|perror|signal|sigaction' own_needs)"
check "its objects were looked at" grep -qx error_set_at own_needs
# The binary interface: existing names stay, new ones are added to the list.
nm -D --defined-only root/usr/lib/libleeway.so | awk '{ print $3 }' | LC_ALL=C sort >shown
check "the shared library shows the same names" cmp shown names
check "and they are those of tests/api/symbols.txt" cmp shown "$repo/tests/api/symbols.txt"
check "it has a soname" test "$(readlink root/usr/lib/libleeway.so.0)" = \
    "$(basename "$(ls root/usr/lib/libleeway.so.0.*)")"
check "the step for LibreLane" test -n "$(find root -path '*/librelane_plugin_leeway/__init__.py')" -o ! \
    -x "$(command -v python3)"
check "the Python module" test -n "$(find root -path '*/leeway/__init__.py')" -o ! -x \
    "$(command -v python3)"
if command -v python3 >/dev/null; then
    modules=$(dirname "$(dirname "$(find "$PWD/root" -path '*/leeway/__init__.py')")")
    run env PYTHONPATH="$modules" python3 -c 'from importlib.metadata import metadata
m = metadata("leeway"); print(m["Name"], m["Version"], m["Requires-Python"], m["Summary"])'
    version=$(sed -nE 's/^#define LEEWAY_VERSION +"(.*)"/\1/p' "$repo/router/api/leeway.h")
    expect "Python's tools know the module" 0 "^leeway $version >=3.9 A maze router"
    cp -r root taken
    run make -s -C "$repo" uninstall "BUILD=$object_folder" "NVCC=${NVCC-}" PREFIX=/usr \
        "DESTDIR=$scratch/taken"
    expect "make uninstall" 0
    check "and nothing of the module is left" test -z "$(find taken -name 'leeway*')"
fi
# pkg-config as a user runs it, in the folders of the scratch root.
library_flags() {
    PKG_CONFIG_PATH="$scratch/root/usr/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}" \
        pkg-config --define-variable=libdir="$scratch/root/usr/lib" \
        --define-variable=includedir="$scratch/root/usr/include" "$@" leeway
}
run library_flags --cflags --libs
expect "pkg-config file" 0 '-lleeway *$'
flags=$out
run library_flags --static --cflags --libs
expect "pkg-config --static" 0 '-lleeway.*-lz'
static_flags=${out/-lleeway/-l:libleeway.a}
export LD_LIBRARY_PATH="$scratch/root/usr/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
echo '#include <leeway_layout.h>' >c.c
echo '#include <leeway_layout.h>
int main() { leeway_error error; leeway_design *design; return leeway_design_create(&design, "n", 1, 1, 1, &error) + *leeway_version() - 48; }' >cpp.cpp
# shellcheck disable=SC2086
run cc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only -Iroot/usr/include c.c
expect "the header is C11 by itself" 0 "" '^$'
if [ -z "${SAN-}" ]; then
    # shellcheck disable=SC2086
    run cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$repo/examples/route.c" -o route $flags
    expect "the example builds against the installed library" 0
    run ./route small.net
    expect "and runs" 0 '^b: routed' ""
    # shellcheck disable=SC2086
    run cc -std=c11 "$repo/examples/route.c" -o route-static $static_flags ${LDFLAGS:-}
    expect "it builds against the archive" 0
    run env -u LD_LIBRARY_PATH ./route-static small.net
    expect "and runs without the shared library" 0 '^b: routed' ""
    if command -v cmake >/dev/null; then
        sed "s|\"/usr/|\"$scratch/root/usr/|" -i root/usr/lib/cmake/leeway/leewayConfig.cmake
        printf '%s\n' 'cmake_minimum_required(VERSION 3.10)' 'project(user C)' \
            'find_package(leeway 0.1 REQUIRED)' "add_executable(user $repo/examples/route.c)" \
            'target_link_libraries(user PRIVATE leeway::leeway)' >CMakeLists.txt
        run cmake -S . -B cmake-build -DCMAKE_PREFIX_PATH="$scratch/root/usr"
        expect "CMake finds the library" 0
        run cmake --build cmake-build
        expect "and builds with it" 0
        run ./cmake-build/user small.net
        expect "and what it built runs" 0 '^b: routed' ""
    else
        echo "CMake was not tried: cmake is not here"
    fi
    if command -v c++ >/dev/null; then
        # shellcheck disable=SC2086
        run c++ -std=c++11 -Wall -Wextra -Wpedantic -Werror cpp.cpp -o cpp $flags
        expect "a C++ program builds against it" 0
        run ./cpp
        expect "and runs" 0
    fi
fi
run make -s -C "$repo" installcheck "BUILD=$object_folder" "NVCC=${NVCC-}" PREFIX=/usr \
    "DESTDIR=$scratch/root"
expect "make installcheck" 0 '^installcheck: all of it works$'
run make -s -C "$repo" uninstall "BUILD=$object_folder" "NVCC=${NVCC-}" PREFIX=/usr \
    "DESTDIR=$scratch/root"
expect "make uninstall" 0
check "leaves nothing" test -z "$(find root ! -type d)"
run make -s -C "$repo" help
expect "make help" 0 'make demo'
finish
