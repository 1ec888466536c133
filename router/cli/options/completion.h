/* completion: scripts that complete commands, options, words of options, and files in a shell. Made
 * from the table of options.
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
