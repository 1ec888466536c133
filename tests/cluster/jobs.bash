# What the tests of clusters share. Sourced after library.bash.
#
#   make_jobs N     b.ini with N jobs, j1 .. jN
#   same            out/ has the bytes of whole/, but for times and memory
make_jobs() {
    local i
    printf '[batch]\noutput = out\nthreads = 1\njobs = 1\nmax-iterations = 20\n' >b.ini
    for ((i = 1; i <= $1; i++)); do
        "$leeway" generate random $((24 + 4 * i)) 32 --nets $((4 + i)) --seed "$i" -o "d$i" \
            >/dev/null
        printf '[job j%s]\nnetlist = d%s.net\n' "$i" "$i" >>b.ini
    done
}

# What does not depend on the clock.
steady() {
    sed -E 's/"(seconds|peak_bytes)": \{[^}]*\}//g; s/"result": "kept"/"result": "finished"/' "$1"
}

same() {
    local file
    for file in whole/*.routes whole/*.png; do
        case $file in */contact.png) continue ;; esac
        cmp "$file" "out/${file#whole/}" || return 1
    done
    [ "$(steady whole/batch.json)" = "$(steady out/batch.json)" ]
}
