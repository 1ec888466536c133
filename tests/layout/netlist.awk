# cells.lef placed.def -> the design as SPICE with cells as black boxes, for the comparison by netgen.
# Independent of the readers of the program. Power pins of cells that no net lists belong to the net
# of their own name.
FNR == 1 { file++ }
file == 1 && $1 == "MACRO" { macro = $2; pins[macro] = 0 }
file == 1 && $1 == "PIN" { pin = $2; pin_name[macro, ++pins[macro]] = pin }
file == 1 && $1 == "USE" && toupper($2) ~ /^(POWER|GROUND)$/ { rail[macro, pin] = 1 }
file != 2 { next }
$1 == "DESIGN" { design = $2 }
{ for (i = 1; i <= NF; i++) take($i) }

# word is the next one of the DEF; place counts the words of a `- ...` entry.
function take(word) {
    if (section == "") {
        if (word ~ /^(COMPONENTS|PINS|NETS)$/ && before != "END") section = word
        before = word
        place = 0
    } else if (word == "END") {
        section = ""
        before = word
    } else if (word == "-") {
        place = 1
    } else if (word == ";" || word == "+") {
        place = 0
    } else if (place > 0) {
        entry(word)
        place++
    }
}

function entry(word) {
    if (section == "COMPONENTS" && place == 1) {
        component = word
        all[++count] = word
    } else if (section == "COMPONENTS" && place == 2) {
        of[component] = word
        used[word] = 1
    } else if (section == "PINS" && place == 1) {
        ports = ports " " word
    } else if (section == "NETS" && place == 1) {
        net = word
    } else if (section == "NETS" && word == "(") {
        inside = 0
    } else if (section == "NETS" && word != ")") {
        if (++inside == 1) who = word
        else if (who != "PIN") net_of[who, word] = net
    }
}

END {
    for (macro in used) {
        line = ".subckt " macro
        for (p = 1; p <= pins[macro]; p++) line = line " " pin_name[macro, p]
        print line "\n.ends"
    }
    print ".subckt " design ports
    for (c = 1; c <= count; c++) {
        macro = of[all[c]]
        line = "X" all[c]
        for (p = 1; p <= pins[macro]; p++) {
            pin = pin_name[macro, p]
            if ((all[c], pin) in net_of) line = line " " net_of[all[c], pin]
            else line = line " " (rail[macro, pin] ? pin : "open_" all[c] "_" pin)
        }
        print line " " macro
    }
    print ".ends"
}
