#!/usr/bin/env bash
# Pictures in all formats, --show, explain, and films.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
make_designs
printf 'size 9 3\nlayer 1 name <b>&"\n' >evil.grid
printf 'grid evil.grid\nnet <script>alert(1)</script> 0,0 8,0\nnet a&b 4,1 4,2\n' >evil.net
printf 'size 9 6\nblock 5 4 5 4\n' >cross.grid
printf 'grid cross.grid\nnet column 3,0 3,5\nnet row 0,1 8,1\nnet dup 0,0 2,0\n' >cross.net

# The boxes of the frames of a GIF, each what has changed since the frame before: x y width height.
gif_boxes() {
    od -An -v -tu1 "$1" | awk '
        function word(at) { return byte[at] + 256 * byte[at + 1] }
        function table(flags) { return flags >= 128 ? 3 * 2 ^ (flags % 8 + 1) : 0 }
        { for (i = 1; i <= NF; i++) byte[count++] = $i }
        END {
            at = 13 + table(byte[10])
            while (at < count && byte[at] != 59) { # 44: an image; all else is an extension
                if (byte[at] == 44) {
                    print word(at + 1), word(at + 3), word(at + 5), word(at + 7)
                    at += 11 + table(byte[at + 9])
                } else
                    at += 2
                while (byte[at] > 0)
                    at += byte[at] + 1
                at++
            }
        }'
}

run "$leeway" route evil.net -o evil.png -r evil.routes
expect "a design with markup in its names" 0 "routed 2 of 2" ".*"
for format in svg html; do
    run "$leeway" draw evil.net evil.routes -o "evil.$format"
    expect "$format" 0 "" ".*"
    check "$format: names are harmless" sh -c "! grep -q 'alert(1)</script>' evil.$format"
done
# A bidirectional override and a C1 control, which turn or hide the text after them.
printf 'grid evil.grid\nnet a\342\200\256b 0,0 8,0\nnet c\302\205d 4,1 4,2\n' >turned.net
for format in svg html; do
    run "$leeway" route turned.net -o "turned.$format" -r none --animate turned-film.html
    expect "$format: names that turn text around" 0
    for code in $'\342\200\256' $'\302\205'; do
        check_not "$format: turn nothing" env LC_ALL=C grep -qaF "$code" "turned.$format" \
            turned-film.html
    done
done
check "svg: a title a net" grep -q '<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>' evil.svg
check "svg: a layer is a group of Inkscape" grep -q 'inkscape:groupmode="layer"' evil.svg
check "html: needs no network" sh -c "! grep -qE '(src|href)=.http' evil.html"
if command -v xmllint >/dev/null; then
    check "svg: well formed" xmllint --noout evil.svg
elif command -v python3 >/dev/null; then
    check "svg: well formed" python3 -c 'import xml.dom.minidom; xml.dom.minidom.parse("evil.svg")'
else
    echo "skipped: svg: well formed (no xmllint, no python3)"
fi
for name in x.bmp x nothing.jpeg; do
    run "$leeway" draw evil.net evil.routes -o "$name"
    expect "$name" 2 "" 'expected a picture.s name that ends in .png, .svg, .html or .gif'
    check "$name: nothing is written" test ! -e "$name"
    run "$leeway" bfs small.net --source 0,0 -o "$name"
    expect "bfs -o $name" 2 "" 'ends in .png'
done
run "$leeway" draw evil.net evil.routes -o wide.png --width 500
expect "--width" 0 "" ".*"
check "--width: so many pixels" test \
    "$(od -An -tu1 -j18 -N2 wide.png | awk '{print $1 * 256 + $2}')" -eq 500

# Size: a page of 1000 nets.
"$leeway" generate open 128 128 3 --nets 1000 --seed 1 -o many >/dev/null
"$leeway" route many.net --max-iterations 0 -o many.html -r many.routes >/dev/null 2>&1
check "html: 1000 nets in a megabyte" test "$(stat -c %s many.html)" -le 1000000
for kind in "macro 64 64 2" "random 64 64 4"; do
    # shellcheck disable=SC2086
    "$leeway" generate $kind --nets 20 --seed 7 -o twenty >/dev/null
    "$leeway" route twenty.net --effort fast -o twenty.png -r none >/dev/null 2>&1
    check "png: $kind cells in 100 KB" test "$(stat -c %s twenty.png)" -le 100000
done

# Very many unrouted nets: some have flight lines, and the legend says how many.
awk 'BEGIN { print "grid open.grid"
    for (i = 0; i < 30000; i++) printf "net n%d %d,%d %d,%d\n", i, i % 200 * 2, int(i / 200) * 2, i % 200 * 2 + 1, int(i / 200) * 2 }' >open.net
echo 'size 400 300' >open.grid
awk '$1 == "net" { print "net", $2, "unrouted interrupted" } BEGIN { print "routes open.net" }' \
    open.net >open.routes
run "$leeway" draw open.net open.routes -o open.svg
expect "30000 unrouted nets" 0 "" ".*"
check "they are drawn in part, and that is said" grep -q 'unrouted: one net of 7 has lines' open.svg
check "a seventh of them" test "$(grep -o 'stroke-dasharray' open.svg | wc -l)" -le 5000

# --show.
printf 'size 4 4 2\n' >layers.grid
printf 'grid layers.grid\nnet a 0,1,1 3,1,1\n' >layers.net
"$leeway" route layers.net -r layers.routes -o none >/dev/null 2>&1
"$leeway" route cross.net -r cross.routes -o none >/dev/null 2>&1
"$leeway" route cross.net -r other.routes -o none --order reverse >/dev/null 2>&1
for what in failures congestion detours; do
    run "$leeway" draw cross.net cross.routes --show "$what" -o "$what.png"
    expect "--show $what" 0 "" ".*"
    run "$leeway" draw cross.net cross.routes --show "$what" -o again.png
    check "--show $what: the same bytes" cmp "$what.png" again.png
done
check "each question has its picture" sh -c "! cmp -s failures.png congestion.png"
run "$leeway" draw cross.net cross.routes other.routes --show diff -o diff.svg
expect "--show diff" 0 "" ".*"
check "--show diff: says how many" grep -q 'of 3 nets differ' diff.svg
check "--show diff: both totals and the difference" grep -qE \
    'length [0-9]+ to [0-9]+ \([+-][0-9]+\), vias [0-9]+ to [0-9]+ \([+-][0-9]+\)' diff.svg
run "$leeway" draw cross.net cross.routes --show failures -o failures.svg
check "--show failures: who blocks how many" grep -qE '(column|row) blocks 1 of 1' failures.svg
"$leeway" draw layers.net layers.routes --show congestion -o both.svg
run "$leeway" draw layers.net layers.routes --csv numbers.csv -o numbers.svg
expect "--csv without congestion" 2 "" '--csv goes with --show congestion'
check "a scale with numbers" grep -q '>90</text>' both.svg
check "--show congestion: all layers" grep -q 'at most 12 %: all layers' both.svg
check "--show congestion: a scale in words" grep -q '% of free cells used' both.svg
for layer in 1 2; do
    run "$leeway" draw layers.net layers.routes --show congestion --layer $layer -o \
        "layer$layer.svg"
    expect "--layer $layer" 0 "" ".*"
done
check "--layer 1: its cells alone" grep -q 'at most 25 %: layer 1' layer1.svg
check "--layer 2: its cells alone" grep -q 'at most 0 %: layer 2' layer2.svg
run "$leeway" draw layers.net layers.routes --show congestion --layer each -o each.svg
expect "--layer each" 0 "" ".*"
for name in 'at most 25 %: layer 1' 'at most 0 %: layer 2' 'at most 12 %: all layers'; do
    check "--layer each: a map of $name" grep -q "$name" each.svg
done
for value in 0 65 all 1x; do
    run "$leeway" draw layers.net layers.routes --show congestion --layer "$value" -o x.png
    expect "--layer $value" 2 "" "--layer $value: expected a layer.s number from 1 to 64, or each"
done
run "$leeway" draw layers.net layers.routes --show congestion --layer 3 -o x.png
expect "--layer that is not there" 2 "" 'the design has 2 layers'
run "$leeway" draw layers.net layers.routes --layer 1 -o x.png
expect "--layer without the question" 2 "" 'goes with --show congestion'
run "$leeway" draw cross.net cross.routes --show diff -o x.png
expect "--show diff without a second result" 2 "" 'NETLIST ROUTES OTHER'
run "$leeway" draw cross.net --show failures -o x.png
expect "--show failures without routes" 2 "" 'needs ROUTES'

net=$(awk '$3 == "unrouted" {print $2}' cross.routes)
run "$leeway" explain cross.net cross.routes "$net" -o explain.png
expect "explain: a net that is blocked" 0 '1 net is in its way: (column|row)' ".*"
check "explain: a picture" grep -q PNG explain.png
run "$leeway" explain cross.net cross.routes dup
expect "explain: a net that is routed" 0 'no tree is shorter' ".*"
printf 'size 7 3\n' >round.grid
printf 'grid round.grid\nnet wall 3,0 3,1\nnet long 0,0 6,0\n' >round.net
"$leeway" route round.net --engine cpu -o none -r round.routes >/dev/null
run "$leeway" explain round.net round.routes long
expect "explain: a net that goes round another" 0 'by: wall' ".*"
check "explain: and how far" grep -q '^  4 steps longer' <<<"$out"
printf 'size 7 3\nblock 3 0 3 1\n' >blocks.grid
printf 'grid blocks.grid\nnet long 0,0 6,0\n' >blocks.net
"$leeway" route blocks.net --engine cpu -o none -r blocks.routes >/dev/null
run "$leeway" explain blocks.net blocks.routes long
expect "explain: a net that goes round blocked cells" 0 'no other net has wires in the box' ".*"
run "$leeway" explain cross.net cross.routes colum
expect "explain: no such net" 2 "" 'did you mean column'

check "explain: words about one net in the way" grep -q 'without it there is a path' \
    <<<"$("$leeway" explain cross.net cross.routes "$net")"
run "$leeway" explain cross.net cross.routes "$net" --quiet -o quiet.png
expect "explain --quiet: nothing but the picture" 0 '^$' '^$'
check "explain --quiet: the picture" cmp quiet.png explain.png

# Layouts in every format; a net's name with markup stays a name.
sed 's/\bclk\b/<script>/g' "$repo/netlists/counter.def" >evil.def
check "a layout with markup in its names" grep -q -- '- <script>' evil.def
for format in png svg html; do
    run "$leeway" draw evil.def --lef "$repo/netlists/quad.lef" -o "chip.$format"
    expect "a layout as $format" 0 "" ".*"
done
check "a layout's svg: names are harmless" sh -c "! grep -q '<title><script>' chip.svg"
check "a layout's svg: they are there" grep -q '<title>&lt;script&gt;</title>' chip.svg
check "a layout's html: one script, the page's own" test "$(grep -o '<script' chip.html | wc -l)" \
    -eq \
    "$(grep -o '</script' chip.html | wc -l)"

# --show for layouts.
chip=("$repo/netlists/counter.def" --lef "$repo/netlists/quad.lef")
"$leeway" route "${chip[@]}" -r full.def -o none -q
"$leeway" route "${chip[@]}" -r part.def -o none -q --skip-net ck0 --layers metal1-metal2
for what in failures congestion detours; do
    run "$leeway" draw "${chip[@]}" part.def --show "$what" -o "chip-$what.svg"
    expect "a layout: --show $what" 0 "" ".*"
done
check "a layout: who lies in the way of what is open" grep -qE ' lies across [0-9]+ of [0-9]+' \
    chip-failures.svg
"$leeway" draw "${chip[@]}" full.def --layers metal2-metal3 -o chip-two.svg -q
check "a layout: the legend has the layers shown" test \
    "$(grep -oE '>metal[0-9], (horizontal|vertical)<' chip-two.svg | cut -c 7 | xargs)" = "2 3"
"$leeway" draw "${chip[@]}" full.def --highlight 'q*' -o chip-q.svg -q
check "a layout: each of many nets in question has its name" test \
    "$(grep -oE '>q\[[0-7]\]</text>' chip-q.svg | sort -u | wc -l)" = 8
check "a layout: how full it is" grep -q 'at most [0-9]* %: all layers, by squares of' chip-congestion.svg
check "a layout: how much too long" grep -qE ' \+[0-9]+ %' chip-detours.svg
# Colours of layers: the whole name first, the fill before the frame; others keep theirs.
cat >some.lyp <<'LYP'
<?xml version="1.0" encoding="utf-8"?>
<layer-properties>
 <properties>
  <frame-color>#00ff00</frame-color> <fill-color>#fe0000</fill-color>
  <name>METAL1.drawing</name> <source>68/20@1</source>
  <group-members><frame-color>#8000FF</frame-color><fill-color/><name>metal2</name></group-members>
 </properties>
 <!-- not > this --> <properties><fill-color>#123456</fill-color><name>metal1.pin</name></properties>
 <properties><fill-color>#654321</fill-color><name>other</name></properties>
</layer-properties>
LYP
"$leeway" route "${chip[@]}" -o coloured.svg -r chip.routed.def --colors some.lyp -q
for colour in fe0000 8000ff; do
    check "--colors: #$colour" grep -q "fill=\"#$colour\"" coloured.svg
done
for colour in 00ff00 123456 654321; do
    check "--colors: no #$colour" sh -c "! grep -q '\"#$colour\"' coloured.svg"
done
"$leeway" draw "${chip[@]}" -o plain.svg -q
check "--colors: metal3 keeps its colour" grep -q 'fill="#69997a"' coloured.svg
check "--colors: without it the usual ones" sh -c "! grep -q '\"#fe0000\"' plain.svg"
"$leeway" draw chip.routed.def --lef "$repo/netlists/quad.lef" -o dim.svg --colors some.lyp \
    --highlight enable -q
check "--colors: other nets are dimmed" grep -q 'fill="#f9b1ae"' dim.svg
wrong() {
    printf '%b' "$2" >wrong.lyp
    rm -f wrong.png
    run "$leeway" draw "${chip[@]}" -o wrong.png --colors wrong.lyp
    expect "--colors: $1" 2 "" "wrong.lyp$3"
    check "--colors: $1: no picture" test ! -e wrong.png
}
open='<layer-properties>\n <properties>'
wrong colour "$open<fill-color>#12345g</fill-color>" ':2:26: expected a colour as #rrggbb'
wrong "short colour" "$open<frame-color>#123</frame-color>" ':2:27: expected a colour as #rrggbb'
wrong crossing "$open\n</layer-properties>" ':3:1: expected </properties>'
wrong end "$open" ':2:14: expected </properties>, found the end of the file'
wrong tag "$open<name" ':2:14: expected a tag that ends'
wrong text 'layers' ':1:1: expected an element <layer-properties>'
wrong root '<html></html>' ':1:1: expected an element <layer-properties>'
wrong "NUL byte" '<layer-properties/>\0000x' ':1:20: '
wrong empty '' ': no routing layer .* metal1 to metal4, the file no layers'
wrong layers "$open<fill-color>#123456</fill-color><name>poly</name></properties></layer-properties>" \
    ': no routing layer .* the design has metal1 to metal4, the file poly'
run "$leeway" draw "$repo/netlists/switchbox.net" -o wrong.png --colors some.lyp
expect "--colors: of a grid" 2 "" 'for layouts'

run "$leeway" draw "${chip[@]}" full.def --show congestion --layer each -o chip-each.svg
expect "a layout: a map of each layer" 0 "" ".*"
for layer in metal1 metal4 'all layers'; do
    check "a layout: $layer" grep -q ">at most [0-9]* %: $layer<" chip-each.svg
done
check "a layout: wires on pins are no overflow" sh -c "! grep -q 'over 100' chip-each.svg"
run "$leeway" draw "${chip[@]}" full.def --show congestion --layer 9 -o x.png
expect "a layout: no such layer" 2 "" 'layer 9: the design has 4 layers'
run "$leeway" draw "${chip[@]}" full.def part.def --show diff -o chip-diff.svg
expect "a layout: --show diff" 0 "" ".*"
check "a layout: how many nets differ" grep -qE '[0-9]+ of 63 nets differ: ' chip-diff.svg
run "$leeway" draw "${chip[@]}" full.def full.def --show diff -o chip-same.svg
check "a layout: none differs from itself" grep -q '>0 of 63 nets differ<' chip-same.svg
run "$leeway" draw "${chip[@]}" full.def --show diff -o x.png
expect "a layout: --show diff without a second result" 2 "" 'NETLIST ROUTES OTHER'
run "$leeway" draw "${chip[@]}" --show failures -o x.png
expect "a layout: --show failures without a result" 2 "" 'needs ROUTES'
run "$leeway" explain "${chip[@]}" part.def ck0 -o ck0.png
expect "a layout: explain an open net" 0 '^  open: net ck0: .*are not connected'
check "a layout: explain names who is in the way, or nobody" grep -qE \
    'lines between its pins are crossed by|no wire of another net' <<<"$out"
check "a layout: and draws it" grep -q PNG ck0.png
run "$leeway" explain "${chip[@]}" full.def ck0 -o ck0.svg
check "a layout: the explained net alone is in question" grep -q '>counter: net ck0<' ck0.svg
check "a layout: the others are named" grep -q '>most of its box is taken by: ' ck0.svg
crowd=$(sed -nE 's/.*>most of its box is taken by: ([^,<]*).*/\1/p' ck0.svg)
check "a layout: the first of them at a pin, too" grep -qF ">$crowd</text>" ck0.svg
run "$leeway" explain "${chip[@]}" full.def ck0
expect "a layout: explain a routed net" 0 '^  routed: length [0-9.]+ um, vias [0-9]+$'
run "$leeway" explain "${chip[@]}" full.def ck9
expect "a layout: explain no net" 2 "" 'no net "ck9" .*did you mean ck'

# A name on a wire moves out of the way of a wire above it.
printf 'size 12 3 2\n' >over.grid
printf 'grid over.grid\nnet under 0,1,1 11,1,1\nnet b 6,0,2 6,2,2\n' >over.net
"$leeway" route over.net -o over.b.svg -r over.b.routes >/dev/null 2>&1
sed -i '/^net b/d' over.net
"$leeway" route over.net -o over.under.svg -r over.under.routes >/dev/null 2>&1
place_of_name() { grep -o '<text [^>]*>under</text>' "$1" | grep -o ' x="[0-9]*"' | sort -u; }
check "names on wires: there" test -n "$(place_of_name over.b.svg)"
check "names on wires: not below another wire" test "$(place_of_name over.under.svg)" != \
    "$(place_of_name over.b.svg)"

# Walls: the legend has the kinds that are visible.
printf 'size 10 6 3\nwall 2,2,1 3,2,1\nwall 1,4,1 1,4,2\n' >walls.grid
printf 'wall 5,2,%s 6,2,%s\n' 1 1 2 2 3 3 >>walls.grid
"$leeway" draw walls.grid -o walls.svg
check "walls of all layers" grep -q '>wall on all layers<' walls.svg
check "walls of some layers" grep -q '>wall on some layers, the lowest one.*s colour<' walls.svg
check "walls between layers" grep -q '>no via, the lower layer.*s colour<' walls.svg
"$leeway" draw walls.grid --scale 2 -o walls.svg
check "walls of small cells" grep -q '>wall at a cell<' walls.svg
# A wall that changes no level is visible, too, to the east as to the north.
printf 'size 2 2\n' >four.grid
for wall in '0,1,1 1,1,1' '1,0,1 1,1,1'; do
    printf 'size 2 2\nwall %s\n' "$wall" >wave.grid
    "$leeway" bfs four.grid --source 0,0 -o four.svg >/dev/null
    "$leeway" bfs wave.grid --source 0,0 -o wave.svg >/dev/null
    bars=$(($(grep -c '<rect\|<path' wave.svg) - $(grep -c '<rect\|<path' four.svg)))
    check "a wall in a wave, and in its legend ($wall, $bars)" test "$bars" -eq 2
done
"$leeway" draw walls.grid --crop 5,0,9,5 -o walls.svg
check "only walls of all layers are seen" grep -q '>wall<' walls.svg

# Films.
run "$leeway" route small.net -o none -r none --animate film.html
expect "a film as a page" 0 ".*" ".*"
check "a film: frames" grep -qE '"frames":[1-9]' film.html
run "$leeway" route small.net -o none -r none --animate film.png
expect "a film as PNG" 2 "" 'film.png: a film is a .gif or an .html'
run "$leeway" route small.net -o none -r none --animate film.foo
expect "a film without a known suffix" 2 "" \
    'film.foo: a film is a .gif or an .html'
run "$leeway" route "${chip[@]}" -o none -r none --animate film.html
expect "a film of a layout" 2 "" 'films show netlists on grids'
run "$leeway" draw small.net -o none
expect "draw -o none" 2 "" 'draw: -o FILE.png, .svg, .html or .gif is missing'
run "$leeway" route small.net -o none -r none --layers 1-2
expect "an option of layouts for a netlist" 2 "" '--layers: small.net is a netlist on a grid'
run "$leeway" convert small.net -o other.net
expect "convert a netlist" 2 "" 'small.net: expected a layout'
run "$leeway" bfs small.net --source 0,0 --target 7,4 -o wave.gif
if [ "$status" -eq 2 ]; then
    expect "without giflib: one clear message" 2 "" 'built without giflib'
else
    check "the wave is a GIF" test "$(head -c 6 wave.gif)" = GIF89a
    # 12 levels and the 11 steps of the path: each changes another part of the picture.
    check "the wave moves" test "$(gif_boxes wave.gif | sort -u | wc -l)" -eq 24
    check "the wave repeats" grep -q NETSCAPE2.0 wave.gif
    cp wave.gif first.gif
    "$leeway" bfs small.net --source 0,0 --target 7,4 -o wave.gif >/dev/null
    check "the same wave twice" cmp wave.gif first.gif
    run "$leeway" route small.net -o none -r none --animate film.gif
    expect "a film as GIF" 0 ".*" ".*"
    cp film.gif first.gif
    "$leeway" route small.net -o none -r none --threads 3 --animate film.gif >/dev/null 2>&1
    check "the same film with other threads" cmp film.gif first.gif
fi
finish
