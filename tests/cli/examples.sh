#!/usr/bin/env bash
# The example program, the installed library, and what `make` itself promises.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
make_designs
# As make names it; relative to the repository unless it starts with a slash.
object_folder=${BUILD:?is not set: the object folder}
build=$object_folder
[ "${build#/}" != "$build" ] || build=$repo/$build

run "$build/examples/route" small.net
expect "the example routes" 0 '^a: routed, cost 7, length 7$' ""
run "$build/examples/route" parted.net
expect "the example tells what is unrouted" 1 '^cut: no-path$' ""
run "$build/examples/route" missing.net
expect "the example reports errors" 2 "" 'missing.net'

# The first example of the README tells the truth.
printf 'size 12 8\nblock 3 0 3 5\nblock 7 2 8 7\n' >first.grid
printf 'grid first.grid\nnet clk 0,0 11,0\nnet d0 0,7 5,7 11,7\n' >first.net
run "$leeway" route first.net --engine cpu
expect "README: route" 0 '^first.net: routed 2 of 2 nets, length 46, vias 0, cost 46, '
grep -E '^(routes first|net (clk|d0) routed|wire [0-9])' "$repo/README.md" >claimed
check "README: routes" test -s claimed -a -z "$(grep -vxFf out/first.routes claimed)"
for word in $("$leeway" --help | sed -nE 's/^  leeway ([a-z]+) .*/\1/p'); do
    check "README: names leeway $word" grep -q "leeway $word" "$repo/README.md"
done

# The small netlists come out as netlists/README.md says.
for name in tiny maze layers kahng yoshimura burstein switchbox; do
    cost=$(sed -nE "s/^\\| \`$name\` \\|.* cost ([0-9]+).*/\1/p" "$repo/netlists/README.md" | tail -1)
    run "$leeway" route "$repo/netlists/$name.net" --engine cpu --max-iterations 200 -o none -r none
    expect "netlists: $name" 0 "^$name.net: routed ([0-9]+) of \\1 nets, .* cost $cost, "
done

run make -s -C "$repo" install "BUILD=$object_folder" "NVCC=${NVCC-}" PREFIX=/usr "DESTDIR=$scratch/root"
expect "make install" 0
check "program" test -x root/usr/bin/leeway
check "manual" grep -q '^\.TH LEEWAY 1' root/usr/share/man/man1/leeway.1
run env PKG_CONFIG_PATH="$scratch/root/usr/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}" PKG_CONFIG_SYSROOT_DIR= \
    pkg-config --static --libs --define-variable=libdir="$scratch/root/usr/lib" leeway
expect "pkg-config file" 0 '-lleeway.*-lz'
flags=$out
(cd root/usr/include/leeway && find . -name '*.h') | while read -r header; do
    echo "#include \"${header#./}\"" | cc -std=c11 -fsyntax-only -x c -Iroot/usr/include/leeway - || echo "$header"
done >headers 2>&1
check "each installed header compiles by itself" test ! -s headers
# shellcheck disable=SC2086
if [ -z "${SAN-}" ]; then
    run cc -std=c11 -D_GNU_SOURCE -I"root/usr/include/leeway" "$repo/examples/route.c" -o route $flags
    expect "the example builds against the installed library" 0
    run ./route small.net
    expect "and runs" 0 '^b: routed' ""
fi
run make -s -C "$repo" help
expect "make help" 0 'make demo'
finish
