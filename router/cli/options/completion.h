/* completion: what shells offer when a user presses Tab behind `leeway`: commands, the options that
 * a command takes, the words of an option, else files. Made from the option table.
 *
 *     leeway help --as bash >~/.local/share/bash-completion/completions/leeway
 *     leeway help --as zsh >_leeway              in a folder of $fpath
 *     leeway help --as fish >~/.config/fish/completions/leeway.fish
 */
#pragma once

#include <stdio.h>

void completion_bash(FILE *out);
void completion_zsh(FILE *out);
void completion_fish(FILE *out);
