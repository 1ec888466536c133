/* viewer: writes the page around the data of paint_html.h. Its style, elements and script are
 * viewer.css, viewer.html and viewer.js, which the assembler copies into this object. */
#include "router/draw/paint/paint_html.h"

/* Defines hidden symbols NAME and NAME_end around the bytes of a file. */
#define EMBED(name, file)                                                                          \
    __asm__(".pushsection .rodata\n.globl " #name "\n.hidden " #name "\n" #name                    \
            ":\n.incbin \"router/draw/paint/" file "\"\n.globl " #name "_end\n.hidden " #name      \
            "_end\n" #name "_end:\n.byte 0\n.popsection\n");                                       \
    extern const char name[], name##_end[]

EMBED(viewer_css, "viewer.css");
EMBED(viewer_html, "viewer.html");
EMBED(viewer_js, "viewer.js");

static void put_file(FILE *out, const char *from, const char *to)
{
    assert(from < to);
    fwrite(from, 1, (size_t)(to - from), out);
}

void viewer_head(FILE *out)
{
    fputs("<style>\n", out);
    put_file(out, viewer_css, viewer_css_end);
    fputs("</style></head><body>\n", out);
    put_file(out, viewer_html, viewer_html_end);
}

void viewer_tail(FILE *out)
{
    fputs("<script>\n", out);
    put_file(out, viewer_js, viewer_js_end);
    fputs("</script></body></html>\n", out);
}
