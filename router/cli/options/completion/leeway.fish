# Completions of leeway for fish; `leeway help --as fish` makes them.
set -l leeway_table '@TABLE@'
complete -c leeway -n __fish_use_subcommand -f -l help -d 'list the commands'
complete -c leeway -n __fish_use_subcommand -f -l version -d 'the version'
for line in (string split \n $leeway_table)
    set -l field (string split \t $line)
    set -l seen "__fish_seen_subcommand_from $field[1]"
    set -l more -l (string sub -s 3 -- $field[2])
    if test "$field[2]" = -
        complete -c leeway -n __fish_use_subcommand -f -a $field[1] -d $field[7]
        test $field[5] = file; or complete -c leeway -n $seen -f -a $field[5]
        continue
    end
    test "$field[3]" = -; or set -a more -s (string sub -s 2 -- $field[3])
    switch $field[5]
        case none
        case file
            set -a more -r -F
        case other
            set -a more -x
        case '*'
            set -a more -x -a $field[5]
    end
    complete -c leeway -n $seen $more -d $field[7]
end
