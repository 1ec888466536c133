# Fuzzing: the targets over their corpora as a test, and under libFuzzer.

# The targets over their corpora. Files that they open are in memory.
fuzz_obj  := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/driver.c \
               %/test_corpus.c,$(wildcard tests/fuzz/*.c)))
fuzz_wrap := -Wl,--wrap=source_open,--wrap=scan_open,--wrap=path_is_readable,--wrap=getrandom
$(BUILD)/tests/fuzz/test_corpus: tests/fuzz/test_corpus.c $(fuzz_obj) $(internal) \
               $(BUILD)/c.flags $(BUILD)/link.flags
	$(call say,TEST,$<)mkdir -p $(@D) && $(compile) $(cmocka_cflags) $(ld_flags) $(LDFLAGS) \
	  $(fuzz_wrap) \
	  -o $@ $< $(fuzz_obj) $(internal) $(ld_libs) $(LDLIBS) $(cmocka_libs)

# The readers and waves under libFuzzer, JOBS targets side by side; TARGETS="lef def" selects some.
# QUIET=3600: each until it has found no new edge for an hour of CPU time. MERGE=1: no fuzzing, the
# corpora are merged with the inputs that earlier runs found.
TIME    ?= 60
TARGETS ?= $(patsubst tests/fuzz/corpus/%.tar.gz,%,$(wildcard tests/fuzz/corpus/*.tar.gz))
.PHONY: fuzz fuzz-build
fuzz: ## fuzz every reader for TIME seconds (clang's libFuzzer; else skipped)
	+@command -v clang >/dev/null || { echo 'skipped: make fuzz needs clang'; exit 0; }; \
	$(submake) fuzz-build CC=clang SAN=fuzzer-no-link,address,undefined MPI= NVCC= && \
	python3 tests/fuzz/run.py --time '$(TIME)' --quiet '$(or $(QUIET),0)' --jobs '$(or $(JOBS),1)' \
	  $(if $(MERGE),--merge) out/build/san-fuzzer-no-link-address-undefined $(TARGETS)
# An archive: each program links the code of one target only, so libFuzzer scans fewer counters.
fuzz_lib  := $(BUILD)/tests/fuzz/targets.a
$(fuzz_lib): $(fuzz_obj)
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $(fuzz_obj)
fuzz-build: $(internal) $(fuzz_lib)
	@for t in $(TARGETS); do mkdir -p $(BUILD)/fuzz && f=$$t; [ $$t != course ] || f=netlist; \
	  $(CC) $(cpp_flags) -O1 -g -fsanitize=fuzzer,address,undefined -DFUZZ_TARGET=fuzz_$$f \
	    $(fuzz_wrap) $(LDFLAGS) -o $(BUILD)/fuzz/$$t tests/fuzz/driver.c $(fuzz_lib) $(internal) \
	    -Wl,--as-needed $(ld_libs) $(LDLIBS) -pthread || exit 1; done
