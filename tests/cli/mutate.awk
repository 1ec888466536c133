# A wrong version of a text: one small fault or two, chosen by SEED. The same seed makes the same
# text with every awk: numbers stay below 2^53.
#
#   awk -v seed=N -f mutate.awk FILE

function random(n) {
    state = (state * 16807) % 2147483647
    return int(state / 7) % n
}

# Another number, or word, in the place of one.
function other(word,    kind) {
    kind = random(12)
    if (word ~ /^-?[0-9.]+$/) {
        if (kind == 0) return 0
        if (kind == 1) return -word
        if (kind == 2) return word * 10
        if (kind == 3) return word / 10
        if (kind == 4) return word + 1
        if (kind == 5) return word + 0.0005
        if (kind == 6) return 100
        if (kind == 7) return "99999999999999999999"
        if (kind == 8) return word * 2
        if (kind == 9) return "0x10"
        if (kind == 10) return word * 1000
        return "-0.0001"
    }
    if (kind < 4) return pick()
    if (kind == 4) return word word
    if (kind == 5) return substr(word, 2)
    if (kind == 6) return ";"
    if (kind == 7) return "(" 
    if (kind == 8) return "\"" word
    if (kind == 9) return "END"
    if (kind == 10) return random(1000)
    return "+"
}

# A word from anywhere in the text.
function pick(    tries, count, words) {
    for (tries = 0; tries < 20; tries++) {
        count = split(line[1 + random(lines)], words, " ")
        if (count > 0) return words[1 + random(count)]
    }
    return "x"
}

function change_word(    at, count, words, i, text, chosen) {
    at = 1 + random(lines)
    count = split(line[at], words, " ")
    if (count == 0) return
    chosen = 1 + random(count)
    i = random(10)
    if (i == 0) words[chosen] = ""
    else if (i == 1) words[chosen] = words[chosen] " " words[chosen]
    else words[chosen] = other(words[chosen])
    text = ""
    for (i = 1; i <= count; i++) text = text " " words[i]
    line[at] = text
}

function change_line(    kind, at, to, held) {
    kind = random(8)
    at = 1 + random(lines)
    to = 1 + random(lines)
    if (kind == 0) line[at] = ""
    else if (kind == 1) line[at] = line[at] "\n" line[at]
    else if (kind == 2) { held = line[at]; line[at] = line[to]; line[to] = held }
    else if (kind == 3) line[at] = line[at] "\n" line[to]
    else if (kind == 4 && random(4) == 0) lines = at
    else if (kind == 5) line[at] = line[at] " \001\377"
    else change_word()
}

{ line[++lines] = $0 }

END {
    state = seed * 7919 + 12345
    for (i = 0; i < 10; i++) random(2)
    faults = random(4) == 0 ? 2 : 1
    for (f = 0; f < faults; f++)
        if (random(4) == 0) change_line()
        else change_word()
    for (i = 1; i <= lines; i++) print line[i]
}
