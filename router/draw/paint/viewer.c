/* viewer: writes the page around the data of paint_html.h. Its style, elements and script are
 * viewer.css, viewer.html and viewer.js, which the assembler copies into this object. */
#include "router/draw/canvas/resource.h"
#include "router/draw/paint/paint_html.h"

RESOURCE(viewer_css, "paint/viewer.css");
RESOURCE(viewer_html, "paint/viewer.html");
RESOURCE(viewer_js, "paint/viewer.js");

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
