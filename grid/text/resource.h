/* resource: files that the assembler copies into an object. router.mk makes it depend on them. */
#pragma once

/* Defines hidden symbols NAME and NAME_end around the bytes of a file, which a NUL follows, and
 * declares them. file: from the root of the project. */
#define RESOURCE(name, file)                                                                       \
    __asm__(".pushsection .rodata\n.globl " #name "\n.hidden " #name "\n" #name                    \
            ":\n.incbin \"" file "\"\n.globl " #name "_end\n.hidden " #name "_end\n" #name         \
            "_end:\n.byte 0\n.popsection\n");                                                      \
    extern const char name[], name##_end[]
