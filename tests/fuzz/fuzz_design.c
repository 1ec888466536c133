/* fuzz_design: a libFuzzer target for all readers. The first byte chooses the reader; netlists
 * stand beside one good grid of each format.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -D_GNU_SOURCE -I. \
 *           tests/fuzz/fuzz_design.c grid/...c -lz -o fuzz && ./fuzz -max_len=4096 CORPUS
 *
 * tests/bad is a good corpus to start from. Without libFuzzer, -DFUZZ_MAIN makes a program that
 * reads the files named on its command line.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grid/format/design_file.h"
#include "grid/format/grid_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_file(const char *name, const void *data, size_t size)
{
    FILE *file = fopen(name, "wb");
    if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        abort();
}

static void enter_folder(void)
{
    static char folder[] = "/tmp/leeway-fuzz-XXXXXX";
    static const char native[] = "size 8 6 2\n",
                      map[] = "type octile\nheight 1\nwidth 2\nmap\n..\n";
    static const char course[] = "2 1 1 1\n1 1\n1 1\n";
    static bool entered;
    if (entered)
        return;
    if (mkdtemp(folder) == NULL || chdir(folder) != 0)
        abort();
    write_file("good.grid", native, strlen(native));
    write_file("good.map", map, strlen(map));
    write_file("input.grid", course, strlen(course));
    entered = true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    enter_folder();
    struct design design = {0};
    struct error error = {0};
    bool is_grid = data[0] % 2 == 0;
    const char *name = is_grid ? "input" : "input.nl";
    write_file(name, data + 1, size - 1);
    enum status status =
        is_grid ? grid_file_read(&design.grid, name, &error) : design_read(&design, name, &error);
    if (status != STATUS_OK && status != STATUS_BAD_INPUT)
        abort();
    if (status != STATUS_OK && (error.text[0] == '\0' || error.file[0] == '\0'))
        abort();
    design_destroy(&design);
    return 0;
}

#ifdef FUZZ_MAIN
int main(int count, char **names)
{
    static uint8_t data[1 << 20];
    for (int i = 1; i < count; i++) {
        FILE *file = fopen(names[i], "rb");
        if (file == NULL)
            return 1;
        size_t size = fread(data + 1, 1, sizeof data - 1, file);
        fclose(file);
        for (data[0] = 0; data[0] < 2; data[0]++)
            LLVMFuzzerTestOneInput(data, size + 1);
    }
    return 0;
}
#endif
