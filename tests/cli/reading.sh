#!/usr/bin/env bash
# Files that take long to read: a signal and the time limit end the reading within two seconds, and
# the time per line is bounded. Also bytes that are no text, and files that are only partly gzip.
# shellcheck source=tests/cli/library.bash
source "$(dirname "$0")/library.bash"
make_designs

# 50 000 blocks over a grid of 400 million cells: a few kilobytes of gzip.
{
    echo 'size 20000 20000'
    awk 'BEGIN { for (i = 0; i < 25000; i++) print "block 0 0 19999 19999\nfree 0 0 19999 19999" }'
    echo 'block 0 1 19998 19999'
} | gzip -9 >giant.grid.gz
printf 'grid giant.grid.gz\nnet a 0,0 9,0\n' >giant.net
timed "$leeway" route giant.net -o none -r none
expect "50 000 boxes, one over the other" 0 'routed 1 of 1'
check "cost their lines ($spent hundredths)" test "$spent" -le 1000

# Boxes of which none covers another cost time per cell, which the limit ends.
awk 'BEGIN {
    print "size 20000 20000"
    for (i = 0; i < 20000; i++)
        print i % 2 ? "free 0 0 19999 19998" : "block 0 1 19999 19999"
}' | gzip -9 >cells.grid.gz
printf 'grid cells.grid.gz\nnet a 0,0 9,0\n' >cells.net
timed "$leeway" route cells.net -o none -r none --time-limit 1
expect "--time-limit while cells are painted" 3 '' 'time limit was over while reading'
check "at once ($spent hundredths)" test "$spent" -le 400

# A pipe without data.
mkfifo slow.net
timed timeout 60 "$leeway" route slow.net -o none -r none --time-limit 1
expect "--time-limit before a pipe" 3 '' 'time limit was over while reading'
check "at once ($spent hundredths)" test "$spent" -le 400
timed timeout 60 "$leeway" route small.net --keep slow.net -o none -r none --time-limit 1
expect "--time-limit before a result to keep that is a pipe" 3 '' 'time limit was over while reading'
check "at once, too ($spent hundredths)" test "$spent" -le 400
timed timeout 60 "$leeway" route "$repo/netlists/counter.def" --lef "$repo/netlists/quad.lef" \
    --guides slow.net -o none -r none --time-limit 1
expect "--time-limit before guides that are a pipe" 3 '' 'time limit was over while reading'
check "at once, as well ($spent hundredths)" test "$spent" -le 400

# Short texts of layouts that make many vias, shapes and cuts with DO and ROWCOL.
chip=$repo/netlists/counter.def cells=$repo/netlists/quad.lef
awk '/^SPECIALNETS/ { print "SPECIALNETS 3 ;\n- many"
                      for (i = 0; i < 400; i++)
                          print "+ ROUTED metal1 200 ( 0 0 ) rail12 DO 1024 BY 1024 STEP 1 1"
                      print ";"; next } { print }' "$chip" >vias.def
awk '/^VIAS/ { print "VIAS 403 ;"
               for (i = 0; i < 400; i++)
                   print "- many" i " + VIARULE via12 + CUTSIZE 2 2 + LAYERS metal1 via1 metal2" \
                       " + CUTSPACING 2 2 + ENCLOSURE 5 5 5 5 + ROWCOL 1024 1024 ;"
               next } { print }' "$chip" >cuts.def
awk '/^END LIBRARY/ { print "MACRO many\nSIZE 9 BY 9 ;\nOBS\nLAYER metal1 ;"
                      for (i = 0; i < 400; i++)
                          print "RECT ITERATE 0 0 1 1 DO 1024 BY 1024 STEP 0 0 ;"
                      print "END\nEND many" } { print }' "$cells" >shapes.lef
for pair in "vias.def $cells" "cuts.def $cells" "$chip shapes.lef"; do
    # shellcheck disable=SC2086
    timed "$leeway" route ${pair% *} --lef ${pair#* } -o none -r none --time-limit 1
    expect "--time-limit within copies (${pair##*/})" 3 '' 'time limit was over while reading'
    check "at once, there too ($spent hundredths)" test "$spent" -le 400
done

# 300 000 blockages of one place take time per line only, in routing, checking and drawing.
awk '/^BLOCKAGES/ { print "BLOCKAGES 300002 ;"
                    for (i = 0; i < 300000; i++)
                        print "- LAYER metal4 RECT ( 1000 1000 ) ( 33000 33000 ) ;"
                    next } { print }' "$chip" >same.def
timed timeout 200 "$leeway" route same.def --lef "$cells" -o none -r routed.def
expect "300 000 blockages, one on the other" 0 'routed 63 of 63'
check "cost their lines, too ($spent hundredths)" test "$spent" -le 500
timed timeout 200 "$leeway" draw routed.def --lef "$cells" -o same.png
expect "and drawn" 0
check "they cost as little ($spent hundredths)" test "$spent" -le 500

# A batch hashes the files of its jobs: 400 GB of zeros, and an output of that size.
truncate -s 400G zeros
printf '[job fine]\nnetlist = small.net\n[job long]\nnetlist = small.net\nkeep = zeros\n' >long.ini
printf '[job fine]\nnetlist = small.net\n' >fine.ini
for config in long fine; do
    set -m
    "$leeway" batch "$config.ini" --jobs 2 --resume >stdout 2>stderr &
    pid=$!
    set +m
    sleep 1.5
    end_by TERM "$pid"
    expect "one SIGTERM while a batch looks at 400 GB ($config.ini)" 130
    check "ends that within two seconds of the CPU ($spent hundredths)" test "$spent" -lt 200
    truncate -s 400G out/fine.png
done
check "and leaves the record" test -s out/.batch/fine.done
rm -rf out

printf '[job slow]\nnetlist = slow.net\n[job fine]\nnetlist = small.net\n' >slow.ini
for signal in TERM INT; do
    rm -rf out
    set -m
    "$leeway" batch slow.ini --jobs 2 >stdout 2>stderr &
    pid=$!
    set +m
    for _ in {1..100}; do [ ! -e out/.batch/fine.done ] || break; sleep 0.1; done
    end_by "$signal" "$pid"
    expect "one SIG$signal while a batch reads a pipe" 130 'fine: .*routed 2 of 2'
    check "ends it within two seconds of the CPU ($spent hundredths)" test "$spent" -lt 200
done
check "a pipe is read" bash -c "cat small.net >slow.net & '$leeway' route slow.net -o none -r none"

# A second gzip file in the same file is read; other bytes after the first are an error.
gzip -c small.net >good.net.gz
cat good.net.gz <(echo junk) >junk.net.gz
run "$leeway" route junk.net.gz -o none -r none
expect "bytes behind a gzip file" 2 '' 'other bytes follow the end of the gzip file'
{ head -n 1 small.net | gzip; tail -n +2 small.net | gzip; } >two.net.gz
run "$leeway" route two.net.gz -o none -r none
expect "two gzip files in one" 0 'routed 2 of 2'

printf 'size 8 5 # caf\xe9\n' >latin.grid
printf 'grid latin.grid\nnet a 0,0 7,0\n' >latin.net
run "$leeway" route latin.net -o none -r none
expect "a comment in Latin-1" 2 '' 'latin.grid:1:15: expected UTF-8 text'
printf 'size 8 5 # caf\xc3\xa9 \xe2\x82\xac\n' >latin.grid
run "$leeway" route latin.net -o none -r none
expect "and in UTF-8" 0

# 100 000 nets, each named by an option.
awk 'BEGIN {
    print "size 1000 1000" >"many.grid"
    print "grid many.grid" >"many.net"
    printf "[job many]\nnetlist = many.net\nmax-iterations = 0\npicture = none\n" >"many.ini"
    for (i = 0; i < 100000; i++) {
        print "net n" i " " i % 1000 "," int(i / 1000) * 2 >"many.net"
        print "only-net = n" i >"many.ini"
    }
}'
timed "$leeway" batch many.ini
expect "100 000 nets by name" 0 'routed 100000 of 100000'
check "take no time ($spent hundredths)" test "$spent" -le 400
finish
