# leeway: `make help` lists what there is to make and the variables that it obeys.
#
# One object folder a configuration, out/build/<config>: a release, a debug, a sanitizer build
# and the same with CUDA live side by side. Within a folder the flags of the last build are kept
# in stamp files that the objects depend on, so a changed flag rebuilds what it touches.

SHELL := /bin/bash
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

# Written once, in the library's header.
VERSION := $(shell sed -n 's/^\#define LEEWAY_VERSION *"\(.*\)"/\1/p' router/api/leeway.h)
PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
LIBDIR  ?= $(PREFIX)/lib
INCDIR  ?= $(PREFIX)/include
SHAREDIR ?= $(PREFIX)/share
AR      ?= ar
OBJCOPY ?= objcopy
ifeq ($(origin CC),default)
CC      := cc
endif

comma := ,
hash  := \#
empty :=
space := $(empty) $(empty)
# `make V=1` shows whole commands, otherwise one short line a file.
say   = @$(if $(V),,printf '  %-4s %s\n' $(1) '$(2)';)

# ---- CUDA: found by itself, NVCC=PATH forces it, NVCC= forbids it ------------------------------
# A sanitizer build is made without it unless NVCC names a compiler.
ifeq ($(origin NVCC),undefined)
NVCC := $(if $(SAN),,$(firstword $(wildcard $(shell command -v nvcc 2>/dev/null) \
               /usr/local/cuda/bin/nvcc)))
endif
NVCC := $(strip $(NVCC))
no_nvcc := no nvcc on PATH or in /usr/local/cuda, or NVCC= given
# For make demo and make test: a compiler that was found, not named, and cannot compile is left out.
usable_cuda = $(if $(NVCC),$(if $(filter file,$(origin NVCC)),$(shell .ci/cuda '$(NVCC)')))

config := $(if $(SAN),san-$(subst $(comma),-,$(SAN)),$(if $(DEBUG),debug,release))
config := $(config)$(if $(NVCC),-cuda)
BUILD  ?= out/build/$(config)

# ---- packages -----------------------------------------------------------------------------------
# The library needs the first two, the program all.
LIBRARY_PACKAGES := libpng zlib
PACKAGES   := $(LIBRARY_PACKAGES) inih
pkg_cflags := $(shell pkg-config --cflags $(PACKAGES) 2>/dev/null)
pkg_libs   := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null)
# giflib has no file for pkg-config everywhere; without it pictures are all but GIFs.
has_gif    := $(shell printf '%s\n' '$(hash)include <stdio.h>' '$(hash)include <gif_lib.h>' \
               | $(CC) -fsyntax-only -x c - 2>/dev/null && echo yes)
gif_libs   := $(if $(has_gif),-lgif)
cmocka_cflags = $(shell pkg-config --cflags cmocka 2>/dev/null)
cmocka_libs   = $(shell pkg-config --libs cmocka 2>/dev/null)

# ---- MPI: found by itself, MPI=PATH of mpicc forces it, MPI= forbids it --------------------------
ifeq ($(origin MPI),undefined)
MPI := $(if $(SAN),,$(shell command -v mpicc 2>/dev/null))
endif
MPI := $(strip $(MPI))
# Open MPI's words, then MPICH's.
mpi_cflags := $(if $(MPI),$(shell $(MPI) --showme:compile 2>/dev/null || $(MPI) -compile-info \
               | cut -d' ' -f2-))
mpi_libs   := $(if $(MPI),$(shell $(MPI) --showme:link 2>/dev/null || $(MPI) -link-info \
               | cut -d' ' -f2-))

# ---- flags --------------------------------------------------------------------------------------
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion $(if $(WERROR),-Werror)
OPTIMISE := $(if $(DEBUG),-O0 -g3,$(if $(SAN),-O1,-O3) -g1)
SANITIZE := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
# The user's CPPFLAGS, CFLAGS, LDFLAGS, LDLIBS and NVCCFLAGS are added at the end and win.
# LEEWAY_DEBUG: checkers of invariants run between stages, kernels assert.
checked   := $(if $(DEBUG)$(SAN),-DLEEWAY_DEBUG)
# Release builds: bounds checked where the compiler knows them, canaries, code at a random address,
# tables read-only once linked. The same bytes in whatever folder: no path of it stays in them.
release   := $(if $(DEBUG)$(SAN),,1)
harden    := $(if $(release),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong)
ld_harden := $(if $(release),-Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now)
pie       := $(if $(release),-pie)
same_path := -ffile-prefix-map=$(CURDIR)=.
cpp_flags := -I. -D_GNU_SOURCE -DLEEWAY_VERSION='"$(VERSION)"' $(checked) \
               $(if $(has_gif),-DLEEWAY_GIF) $(pkg_cflags)
c_flags   := -std=c11 $(WARNINGS) $(OPTIMISE) $(harden) $(SANITIZE) $(same_path) -pthread -fPIC \
               -fvisibility=hidden
ld_flags  := $(SANITIZE) $(ld_harden) -pthread
ld_libs   := $(pkg_libs) $(gif_libs) -lm $(mpi_libs)

# ---- sources ------------------------------------------------------------------------------------
main_src := router/cli/main.c
found     = $(sort $(shell find $(1) -name '$(2)' 2>/dev/null))
# What the program adds to the library: the command line, the benchmarks.
own_src  := $(filter-out $(main_src),$(call found,router/cli router/bench,*.c))
lib_src  := $(filter-out $(main_src) $(own_src),$(call found,grid router,*.c))
ranks    := router/cli/batch/cluster/ranks
own_src  := $(filter-out $(if $(MPI),$(ranks)_none.c,$(ranks)_mpi.c),$(own_src))
gpu_c    := $(call found,gpu,*.c)

ifneq ($(NVCC),)
# Architectures: those of the GPUs in this machine, else sm_80 and sm_90; all known ones for a
# package. What this toolkit does not know is dropped. PTX of the newest lets later GPUs in.
cuda_src    := $(call found,gpu,*.cu)
lib_src     += $(filter-out %_none.c,$(gpu_c))
found_gpu   := $(sort $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader \
               2>/dev/null | grep -E '^[0-9.]+$$' | tr -d .))
ARCHS       ?= $(if $(found_gpu),native,80$(comma)90)
arch_all    := 60 70 75 80 86 89 90 100 120
arch_named  := $(if $(filter native,$(ARCHS)),$(found_gpu),$(subst $(comma), ,$(ARCHS)))
arch_wish   := $(if $(filter all,$(ARCHS)),$(arch_all),$(arch_named))
arch_known  := $(patsubst compute_%,%,$(filter compute_%,$(shell $(NVCC) --list-gpu-arch \
               2>/dev/null)))
arch_list   := $(if $(arch_known),$(filter $(arch_known),$(arch_wish)),$(arch_wish))
arch_newest := $(or $(lastword $(arch_list)),$(lastword $(arch_known)),80)
GENCODE     := $(foreach a,$(arch_list),-gencode arch=compute_$(a)$(comma)code=sm_$(a)) \
               -gencode arch=compute_$(arch_newest)$(comma)code=compute_$(arch_newest)
CUDA_HOME   := $(patsubst %/bin/nvcc,%,$(realpath $(shell command -v $(NVCC) 2>/dev/null)))
# Without unique symbols, which objcopy cannot make local in the library. Lines of kernels, which
# name the folder, are in other than release builds; a profiler gets them by NVCCFLAGS=-lineinfo.
nvcc_flags  := -std=c++17 $(if $(DEBUG),-O0 -g,-O3) $(or $(checked),-DNDEBUG) \
               $(if $(release),,-lineinfo) \
               $(GENCODE) -I. -cudart static \
               -Xcompiler -Wall$(comma)-Wextra$(if $(WERROR),$(comma)-Werror) \
               -Xcompiler -fno-gnu-unique -Xcompiler -fPIC \
               -Xcompiler -fvisibility=hidden $(addprefix -Xcompiler ,$(harden) $(same_path)) \
               $(if $(SAN),-Xcompiler -fsanitize=$(subst $(comma),$(comma)-fsanitize=,$(SAN))) \
               -DLEEWAY_VERSION='"$(VERSION)"'
cpp_flags   += $(addprefix -isystem ,$(wildcard $(CUDA_HOME)/include))
cuda_libs   := $(addprefix -L,$(wildcard $(CUDA_HOME)/lib64 $(CUDA_HOME)/targets/*/lib \
               $(CUDA_HOME)/lib/*-linux-gnu)) -lcudart_static -lstdc++ -ldl -lrt
ld_libs     += $(cuda_libs)
else
lib_src     += $(filter %_none.c,$(gpu_c))
endif

lib_obj  := $(lib_src:%.c=$(BUILD)/%.o) $(cuda_src:%.cu=$(BUILD)/%.cu.o)
own_obj  := $(own_src:%.c=$(BUILD)/%.o)
main_obj := $(main_src:%.c=$(BUILD)/%.o)
library  := $(BUILD)/libleeway.a
soname   := libleeway.so.$(firstword $(subst ., ,$(VERSION)))
shared   := $(BUILD)/libleeway.so.$(VERSION)
internal := $(BUILD)/internal.a
program  := $(BUILD)/leeway
lib_libs := $(shell pkg-config --libs $(LIBRARY_PACKAGES) 2>/dev/null) $(gif_libs) -lm $(cuda_libs)

gpu_test_src  := $(call found,tests,test_gpu_*.c)
# The kernels of gpu/rounds on a model of a device: where there is a C++ compiler and no CUDA. The
# fibers of the model and the sanitizers do not go together.
model_test    := $(BUILD)/tests/gpu/model/test_rounds_model
model_src     := $(filter-out %/sort.cu,$(call found,gpu/rounds,*.cu)) gpu/buffers.cu
model_obj     := $(model_src:%.cu=$(BUILD)/tests/gpu/model/%.o) $(BUILD)/tests/gpu/model/model.o
no_model      := $(or $(NVCC),$(SAN),$(if $(shell command -v $(CXX) 2>/dev/null),,no C++ compiler))
no_unit_test  := $(gpu_test_src) $(if $(no_model),tests/gpu/model/%)
unit_test_src := $(filter-out $(no_unit_test),$(call found,tests,test_*.c))
unit_tests    := $(unit_test_src:%.c=$(BUILD)/%)
gpu_tests     := $(gpu_test_src:%.c=$(BUILD)/%)
cli_rooms     := cli batch draw faults build
cli_tests     := $(sort $(wildcard $(addprefix tests/,$(addsuffix /*.sh,$(cli_rooms)))))
signoff_tests    := $(sort $(wildcard tests/layout/*.sh))
examples      := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard examples/*.c)))

# Recursive calls use all cores unless the caller chose -j.
cores   = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || sysctl -n hw.ncpu \
               2>/dev/null || echo 2))
submake = $(MAKE) --no-print-directory $(cores)

compile = $(CC) $(cpp_flags) $(CPPFLAGS) $(c_flags) $(CFLAGS) -MMD -MP

# ---- the program and the library ----------------------------------------------------------------
.PHONY: all
all: out/leeway $(library) $(shared) ## the program, out/leeway, and the libraries

# A link to the program that was asked for last.
.PHONY: out/leeway
out/leeway: $(program)
	@mkdir -p out && ln -sfn $(if $(filter out/%,$<),$(patsubst out/%,%,$<),$(abspath $<)) $@

$(program): $(main_obj) $(internal) $(BUILD)/link.flags
	$(call say,LINK,$@)$(CC) $(pie) $(ld_flags) $(LDFLAGS) -o $@ $(main_obj) $(internal) $(ld_libs) \
	  $(LDLIBS)
	$(if $(NVCC),,@echo 'built without CUDA ($(no_nvcc)): complete on the CPU')

# What the program and the tests link: every object, every name.
$(internal): $(lib_obj) $(own_obj) $(BUILD)/lib.flags
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $(lib_obj) $(own_obj)

# What is installed: one object in which only the names of leeway.h are visible. C++ objects (CUDA)
# have groups of sections that a linker may drop for another object's; here they become plain.
$(BUILD)/leeway.o: $(lib_obj) $(BUILD)/lib.flags
	$(call say,LD,$@)$(LD) -r $(if $(cuda_src),--force-group-allocation) -o $@ $(lib_obj) && \
	  $(OBJCOPY) --wildcard --keep-global-symbol='leeway_*' $@

$(library): $(BUILD)/leeway.o
	$(call say,AR,$@)rm -f $@ && $(AR) rcsD $@ $<

$(shared): $(BUILD)/leeway.o $(BUILD)/link.flags
	$(call say,LINK,$@)$(CC) $(ld_flags) $(LDFLAGS) -shared -Wl,-soname,$(soname) \
	  -Wl,--exclude-libs,ALL -Wl,-z,relro,-z,now,-z,defs -o $@ $< $(lib_libs) $(LDLIBS)
	@ln -sfn $(@F) $(BUILD)/$(soname)

.PHONY: shared
shared: $(shared) ## the shared library alone, out/libleeway.so
	@ln -sfn $(if $(filter out/%,$<),$(patsubst out/%,%,$<),$(abspath $<)) out/libleeway.so

$(BUILD)/%.o: %.c $(BUILD)/c.flags | tools
	$(call say,CC,$<)mkdir -p $(@D) && $(compile) -c -o $@ $<

$(BUILD)/$(ranks)_mpi.o: private compile += $(mpi_cflags)

# nvcc names its temporary files, which an object remembers, by the number of the process.
$(BUILD)/%.cu.o: %.cu $(BUILD)/cu.flags
	$(call say,NVCC,$<)mkdir -p $(@D) && $(NVCC) $(nvcc_flags) $(NVCCFLAGS) -MMD -MP -c -o $@ $< && \
	  { $(OBJCOPY) --wildcard --strip-symbol='tmpxft_*' $@ || { rm -f $@; exit 1; }; }

# Stamps: rewritten only when their text changes, so that make sees a changed flag as a change.
stamp = @mkdir -p $(@D); printf '%s\n' '$(subst ','\'',$(1))' | cmp -s - $@ || \
               printf '%s\n' '$(subst ','\'',$(1))' >$@
.PHONY: FORCE
FORCE:
$(BUILD)/c.flags: FORCE
	$(call stamp,$(compile))
$(BUILD)/cu.flags: FORCE
	$(call stamp,$(NVCC) $(nvcc_flags) $(NVCCFLAGS))
$(BUILD)/lib.flags: FORCE
	$(call stamp,$(AR) $(LD) $(OBJCOPY) $(lib_obj) $(own_obj))
$(BUILD)/link.flags: FORCE
	$(call stamp,$(CC) $(ld_flags) $(LDFLAGS) $(main_obj) $(ld_libs) $(LDLIBS))

# ---- set-up -------------------------------------------------------------------------------------
.PHONY: setup tools
setup: ## install what building and testing need (only what is missing)
	@.ci/setup build test

needs := a C compiler, pkg-config, $(subst $(space),$(comma) ,$(PACKAGES))
tools:
	@pkg-config --exists $(PACKAGES) 2>/dev/null || \
	  { echo 'leeway needs $(needs): run `make setup` (or `make demo`, `make test`)' >&2; exit 1; }

.PHONY: demo demo-run
demo: ## set up, build, route netlists and leave their pictures in out/
	@.ci/setup build
	+@$(submake) demo-run $(usable_cuda)
demo-run: out/leeway
	@examples/demo.sh

# ---- tests --------------------------------------------------------------------------------------
$(BUILD)/tests/%: tests/%.c $(internal) $(BUILD)/c.flags $(BUILD)/link.flags
	$(call say,TEST,$<)mkdir -p $(@D) && $(compile) $(cmocka_cflags) $(ld_flags) $(LDFLAGS) \
	  -o $@ $< $(internal) $(ld_libs) $(LDLIBS) $(cmocka_libs)

# With every call of CUDA through tests/gpu/faults/cuda_faults.cu, which can make one fail.
fault_calls := $(shell sed -nE 's/^WRAP(_MADE)?.(cuda\w+),.*/\2/p' \
               tests/gpu/faults/cuda_faults.cu) cudaSetDevice cudaDeviceGetAttribute
fault_wrap  := $(addprefix -Wl$(comma)--wrap=,$(fault_calls))
fault_obj   := $(BUILD)/tests/gpu/faults/cuda_faults.cu.o
faulty      := $(BUILD)/tests/gpu/faults/leeway
$(BUILD)/tests/gpu/test_gpu_faults: tests/gpu/test_gpu_faults.c $(fault_obj) $(internal) \
               $(BUILD)/c.flags $(BUILD)/link.flags
	$(call say,TEST,$<)mkdir -p $(@D) && $(compile) $(cmocka_cflags) $(ld_flags) $(LDFLAGS) \
	  $(fault_wrap) \
	  -o $@ $< $(fault_obj) $(internal) $(ld_libs) $(LDLIBS) $(cmocka_libs)
$(faulty): $(main_obj) $(fault_obj) $(internal) $(BUILD)/link.flags
	$(call say,LINK,$@)$(CC) $(pie) $(ld_flags) $(LDFLAGS) $(fault_wrap) -o $@ $(main_obj) \
	  $(fault_obj) $(internal) $(ld_libs) $(LDLIBS)

model_cxx = mkdir -p $(@D) && $(CXX) $(cpp_flags) $(CPPFLAGS) -Itests/gpu/model -std=c++17 -O2 \
  -g -Wall \
  $(if $(WERROR),-Werror) -Wno-unknown-pragmas -Wno-unused-function $(CXXFLAGS) -MMD -MP -c \
  -o $@ -x c++
$(BUILD)/tests/gpu/model/%.o: %.cu
	$(call say,MODEL,$<)$(model_cxx) $<
$(BUILD)/tests/gpu/model/model.o: tests/gpu/model/model.cpp
	$(call say,MODEL,$<)$(model_cxx) $<
$(model_test): tests/gpu/model/test_rounds_model.c $(model_obj) $(internal) $(BUILD)/c.flags \
               $(BUILD)/link.flags
	$(call say,TEST,$<)mkdir -p $(@D) && $(compile) $(cmocka_cflags) $(ld_flags) $(LDFLAGS) \
	  -o $@ $< $(model_obj) $(internal) $(ld_libs) -lstdc++ $(LDLIBS) $(cmocka_libs)

# Targets of `make fuzz` over their corpora. Files that they open are in memory.
fuzz_obj  := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/driver.c \
               %/test_corpus.c,$(wildcard tests/fuzz/*.c)))
fuzz_wrap := -Wl,--wrap=source_open,--wrap=scan_open,--wrap=named_file_exists,--wrap=getrandom
$(BUILD)/tests/fuzz/test_corpus: tests/fuzz/test_corpus.c $(fuzz_obj) $(internal) \
               $(BUILD)/c.flags $(BUILD)/link.flags
	$(call say,TEST,$<)mkdir -p $(@D) && $(compile) $(cmocka_cflags) $(ld_flags) $(LDFLAGS) \
	  $(fuzz_wrap) \
	  -o $@ $< $(fuzz_obj) $(internal) $(ld_libs) $(LDLIBS) $(cmocka_libs)

$(BUILD)/examples/%: examples/%.c $(library) $(BUILD)/c.flags $(BUILD)/link.flags
	$(call say,CC,$<)mkdir -p $(@D) && $(compile) -Irouter/api $(ld_flags) $(LDFLAGS) -o $@ $< \
	  $(library) $(lib_libs) $(LDLIBS)

runner = LEEWAY='$(abspath $(program))' CC='$(CC)' BUILD='$(BUILD)' NVCC='$(NVCC)' \
               $(if $(DATA),DATA='$(abspath $(DATA))') tests/run

.PHONY: test test-run unit cli test-gpu test-gpu-run
test: ## set up, build and run every test that needs no GPU
	@.ci/setup build test
	@.ci/setup python || echo 'test: going on; tests of the Python module may be skipped'
	+@$(submake) test-run $(usable_cuda)
test-run: $(program) $(unit_tests) $(examples) $(shared)
	@$(runner) $(unit_tests) $(cli_tests)

unit: $(unit_tests) ## the unit tests alone
	@$(runner) $(unit_tests)

cli: $(program) $(examples) $(shared) ## the command-line tests alone
	@$(runner) $(cli_tests)

.PHONY: only
chosen := $(foreach t,$(TESTS),$(or $(filter %/$(t),$(unit_tests) $(cli_tests)),no-test-$(t)))
only: $(program) $(filter-out $(cli_tests),$(chosen)) ## some tests: TESTS="test_scan files.sh"
	@$(runner) $(chosen)

test-gpu: ## compare every GPU wave with the reference (needs nvcc and a GPU)
	@$(if $(NVCC),,echo 'make test-gpu needs nvcc: $(no_nvcc)' >&2; exit 1)
	@.ci/setup build test
	+@$(submake) test-gpu-run
test-gpu-run: $(program) $(gpu_tests) $(faulty)
	@$(runner) $(gpu_tests) tests/gpu/faults/faults.sh

# The readers and waves under libFuzzer, JOBS targets side by side; TARGETS="lef def" takes some.
# QUIET=3600: each until it has found no new edge for an hour of processor time.
TIME    ?= 60
TARGETS ?= $(shell ls tests/fuzz/corpus)
.PHONY: fuzz fuzz-build
fuzz: ## fuzz every reader for TIME seconds (clang's libFuzzer; else skipped)
	+@command -v clang >/dev/null || { echo 'skipped: make fuzz needs clang'; exit 0; }; \
	$(submake) fuzz-build CC=clang SAN=fuzzer-no-link,address,undefined MPI= NVCC= && \
	python3 tests/fuzz/run.py --time '$(TIME)' --quiet '$(or $(QUIET),0)' --jobs '$(or $(JOBS),1)' \
	  out/build/san-fuzzer-no-link-address-undefined $(TARGETS)
# Compilers take a minute for this file with sanitizers: it is left without them here.
$(BUILD)/router/wave/sweep/sweep_row.o: \
  private compile += $(if $(findstring fuzzer,$(SAN))$(QUICK),-fno-sanitize=$(SAN))
# An archive: a program has the code of its one target, so a run has fewer counters to look at.
fuzz_lib  := $(BUILD)/tests/fuzz/targets.a
$(fuzz_lib): $(fuzz_obj)
	$(call say,AR,$@)rm -f $@ && $(AR) rcs $@ $(fuzz_obj)
fuzz-build: $(internal) $(fuzz_lib)
	@for t in $(TARGETS); do mkdir -p $(BUILD)/fuzz && f=$$t; [ $$t != course ] || f=netlist; \
	  $(CC) $(cpp_flags) -O1 -g -fsanitize=fuzzer,address,undefined -DFUZZ_TARGET=fuzz_$$f \
	    $(fuzz_wrap) $(LDFLAGS) -o $(BUILD)/fuzz/$$t tests/fuzz/driver.c $(fuzz_lib) $(internal) \
	    -Wl,--as-needed $(ld_libs) $(LDLIBS) -pthread || exit 1; done

# What stands under AddressSanitizer and UndefinedBehaviorSanitizer in every run of CI: readers,
# checkers, the corpora of the fuzzers, the library's face, pictures; the program before wrong
# files, options and outputs.
sanitized_src := $(filter tests/format/% tests/check/% tests/text/% tests/fuzz/% tests/cli/unit/% \
                 tests/api/% tests/draw/% tests/maze/test_tree_pool.c tests/faults/%,$(unit_test_src))
sanitized_cli := $(patsubst %,tests/cli/%.sh,mutants files outputs terminal pictures) \
                 tests/faults/faults.sh
# EVERY=1: all that a sanitizer lets run. It takes address space that memory.sh holds back.
ifdef EVERY
sanitized_src := $(unit_test_src)
sanitized_cli := $(filter-out tests/cli/memory.sh tests/faults/faults.sh,$(cli_tests))
endif
.PHONY: test-sanitized test-sanitized-run
test-sanitized: ## readers, checkers and wrong input under ASan and UBSan
	+@if printf 'int main(void) { return 0; }\n' | $(CC) -fsanitize=address,undefined -x c - \
	  -o /dev/null 2>/dev/null; \
	  then $(submake) test-sanitized-run SAN=address,undefined BUILD=out/build/sanitized QUICK=1 \
	    MPI= NVCC=; \
	  else echo 'skipped: make test-sanitized: $(CC) has no libraries of the sanitizers'; fi
# SANITIZED: only these scripts.
test-sanitized-run: $(program) $(if $(SANITIZED),,$(sanitized_src:%.c=$(BUILD)/%)) \
               $(if $(EVERY),$(examples) $(shared))
	@MUTANTS=$(or $(MUTANTS),50) \
	  ASAN_OPTIONS="$${ASAN_OPTIONS:-allocator_may_return_null=1}" \
	  $(runner) $(filter-out $(program) $(examples) $(shared),$^) $(or $(SANITIZED),$(sanitized_cli))

# Faults in the code that tests must notice: COUNT of them, chosen by SEED (MUTATE="--help": more).
.PHONY: mutants mutants-run
COUNT ?= 300
mutants: ## small faults in checkers, backtrace, readers: the tests notice 95 % (needs python3)
	+@command -v python3 >/dev/null || { echo 'skipped: make mutants needs python3'; exit 0; }; \
	  .ci/setup build test && $(submake) mutants-run SAN=address,undefined \
	  BUILD=out/build/sanitized QUICK=1 NVCC= MPI=
quoted = '$(subst ','\'',$(1))'
mutants-run: $(internal) $(main_obj) $(fuzz_obj)
	@COMPILE=$(call quoted,$(filter-out -MMD -MP,$(compile)) $(cmocka_cflags)) \
	  PLAIN=$(call quoted,$(CC) $(cpp_flags) $(CPPFLAGS) -std=c11 -O2) \
	  LINK=$(call quoted,$(CC) $(ld_flags) $(LDFLAGS)) FUZZ='$(fuzz_obj) $(fuzz_wrap)' \
	  LIBS=$(call quoted,$(ld_libs) $(LDLIBS) $(cmocka_libs)) MAIN='$(main_obj)' \
	  BUILD='$(BUILD)' CC='$(CC)' PYTHONDONTWRITEBYTECODE=1 \
	  python3 tests/mutants/run.py --count $(COUNT) --seed $(or $(SEED),1) $(MUTATE)

# Races: unit tests with threads, and a batch of four jobs at a time.
raced_src := $(filter tests/api/%,$(unit_test_src)) tests/maze/test_maze_route.c \
             $(addprefix tests/engine/test_,engine_cpu.c engine_several.c workers.c)
slow      := FULL=1 WHOLE=1 KILLS=100 MAZE_SIDE=4 TEST_SECONDS=7200
.PHONY: test-slow test-slow-run test-races test-races-run
test-slow: ## all faults, kills at each call, mazes, all tests sanitized, races (an hour)
	@.ci/setup build test
	+@$(submake) test-slow-run NVCC=
	+@FULL=1 TEST_SECONDS=7200 $(submake) test-sanitized SANITIZED=tests/faults/faults.sh
	+@TEST_SECONDS=7200 $(submake) test-sanitized EVERY=1
	+@$(submake) test-races
test-slow-run: $(program) $(BUILD)/tests/engine/test_all_mazes
	@$(slow) $(runner) $(BUILD)/tests/engine/test_all_mazes tests/faults/faults.sh \
	  tests/faults/kills.sh tests/batch/resume.sh tests/build/two_folders.sh
test-races: ## tests with threads under ThreadSanitizer (skipped where the compiler has none)
	+@if printf 'int main(void) { return 0; }\n' | $(CC) -fsanitize=thread -x c - -o /dev/null \
	  2>/dev/null; \
	  then $(submake) test-races-run SAN=thread; \
	  else echo 'skipped: make test-races: $(CC) has no library of ThreadSanitizer'; fi
test-races-run: $(program) $(raced_src:%.c=$(BUILD)/%)
	@TEST_SECONDS=3600 BATCH_JOBS=4 $(runner) $(raced_src:%.c=$(BUILD)/%) tests/batch/batch.sh

.PHONY: coverage coverage-run
coverage: ## the share of lines that the tests reach, by room (gcov)
	+@command -v gcov >/dev/null || { echo 'skipped: make coverage needs gcov'; exit 0; }; \
	  $(submake) coverage-run NVCC= DEBUG=1 BUILD=out/build/coverage CFLAGS='--coverage -Og' \
	    LDFLAGS=--coverage
coverage-run: $(program) $(unit_tests) $(examples) $(shared)
	@find $(BUILD) -name '*.gcda' -delete; \
	  TEST_SECONDS=3600 $(runner) $(unit_tests) $(cli_tests) | grep -v '^ok '; \
	  status=$${PIPESTATUS[0]}; .ci/coverage $(BUILD) && exit $$status

.PHONY: test-signoff test-signoff-run
test-signoff: ## routed layouts before Magic and netgen (DATA=DIR; what is missing is skipped)
	@.ci/setup build
	@.ci/setup signoff || echo 'test-signoff: going on; what is missing is skipped'
	+@$(submake) test-signoff-run $(usable_cuda)
test-signoff-run: $(program)
	@TEST_SECONDS=3600 $(runner) $(signoff_tests)

cluster_tests := $(sort $(wildcard tests/cluster/*.sh))
.PHONY: test-cluster test-cluster-run
test-cluster: ## batches under mpirun and under a Slurm of our own (what is missing is skipped)
	@.ci/setup build
	@.ci/setup cluster || echo 'test-cluster: going on; what is missing is skipped'
	+@$(submake) test-cluster-run $(usable_cuda)
test-cluster-run: $(program)
	@TEST_SECONDS=1800 JOBS=1 $(runner) $(cluster_tests)

.PHONY: test-python test-python-run
test-python: ## the Python module, its wheel and its notebook
	@.ci/setup build python notebook
	+@$(submake) test-python-run $(usable_cuda)
test-python-run: $(program) $(shared)
	@$(runner) tests/cli/python.sh

include tests/bars/bars.mk

.PHONY: bench bench-lab
bench: $(program) ## time every wave on generated designs: table, CSV, plot in out/bench (BENCH=...)
	@$(program) bench $(BENCH)
bench-lab: $(BUILD)/tests/bench/bench_lab ## time the kernels of gpu/lab (DATA=DIR adds a matrix)
	@$(if $(DATA),DATA=$(DATA)) $<

bench_python = $(or $(PYTHON),$(shell for p in python3 /usr/bin/python3; do \
               $$p -c 'import numpy' 2>/dev/null && echo $$p && break; done))
.PHONY: bench-python
bench-python: $(program) $(shared) $(BUILD)/tests/bench/bench_api ## Python's calls over those in C
	@$(if $(bench_python),,echo 'make bench-python needs NumPy (python3-numpy)' >&2; exit 1)
	@LEEWAY_LIBRARY='$(abspath $(shared))' PYTHONPATH=router/python PYTHONDONTWRITEBYTECODE=1 \
	  $(bench_python) tests/bench/python_speed.py $(program) $(BUILD)/tests/bench/bench_api

# ---- checks of the source -----------------------------------------------------------------------
.PHONY: lint lint-includes format
lint: ## clang-format, clang-tidy, cppcheck, shellcheck, direction of includes
	@CPPFLAGS='$(filter-out -DLEEWAY%,$(cpp_flags)) $(mpi_cflags)' .ci/lint

lint-includes: ## only the direction of includes (fast)
	@.ci/includes

.PHONY: analyze
analyze: ## gcc's analyzer over the C code: nothing that is not explained (minutes)
	@CPPFLAGS='$(filter-out -DLEEWAY_VERSION%,$(cpp_flags))' .ci/analyze

format: ## rewrite the source in the repository's style
	@clang-format -i $$(git ls-files '*.c' '*.h' '*.cu' '*.cuh')

# ---- install ------------------------------------------------------------------------------------
# Where Python of this prefix looks for modules; empty: none is installed (PYTHONDIR= forbids it).
PYTHONDIR ?= $(shell .ci/python-folder '$(PREFIX)' 2>/dev/null)
cmakedir   = $(LIBDIR)/cmake/leeway
python_src = $(sort $(wildcard router/python/leeway/*.py) router/python/leeway/py.typed)

.PHONY: install uninstall
install: $(program) $(library) $(shared) ## all but the tests (PREFIX, DESTDIR)
	install -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(INCDIR)' \
	  '$(DESTDIR)$(cmakedir)'
	install -m 755 $(program) '$(DESTDIR)$(BINDIR)/leeway'
	install -m 644 $(library) '$(DESTDIR)$(LIBDIR)/libleeway.a'
	install -m 644 $(shared) '$(DESTDIR)$(LIBDIR)/$(notdir $(shared))'
	ln -sfn $(notdir $(shared)) '$(DESTDIR)$(LIBDIR)/$(soname)'
	ln -sfn $(soname) '$(DESTDIR)$(LIBDIR)/libleeway.so'
	install -m 644 router/api/leeway.h '$(DESTDIR)$(INCDIR)/leeway.h'
	@printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$(patsubst $(PREFIX)/%,$${prefix}/%,$(INCDIR))' \
	  'libdir=$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))' '' 'Name: leeway' \
	  'Description: maze router for integrated circuits' 'Version: $(VERSION)' \
	  'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -lleeway' \
	  'Libs.private: $(strip $(lib_libs)) -pthread' \
	  >'$(DESTDIR)$(LIBDIR)/pkgconfig/leeway.pc'
	@sed -e 's|@VERSION@|$(VERSION)|' -e 's|@SONAME@|$(soname)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
	  -e 's|@INCDIR@|$(INCDIR)|' -e 's|@LIBS@|$(strip $(lib_libs)) -pthread|' \
	  router/api/leewayConfig.cmake.in >'$(DESTDIR)$(cmakedir)/leewayConfig.cmake'
	@printf '%s\n' 'set(PACKAGE_VERSION $(VERSION))' \
	  'if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION)' \
	  '  set(PACKAGE_VERSION_COMPATIBLE TRUE)' 'endif()' \
	  'if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)' '  set(PACKAGE_VERSION_EXACT TRUE)' \
	  'endif()' >'$(DESTDIR)$(cmakedir)/leewayConfigVersion.cmake'
	@.ci/manual $(program) '$(DESTDIR)$(SHAREDIR)'
	$(if $(PYTHONDIR),install -d '$(DESTDIR)$(PYTHONDIR)/leeway')
	$(if $(PYTHONDIR),install -m 644 $(python_src) '$(DESTDIR)$(PYTHONDIR)/leeway')

uninstall: $(program) ## take back what `make install` put there
	rm -rf '$(DESTDIR)$(BINDIR)/leeway' '$(DESTDIR)$(INCDIR)/leeway.h' '$(DESTDIR)$(cmakedir)' \
	  '$(DESTDIR)$(LIBDIR)/'libleeway.{a,so,so.*} '$(DESTDIR)$(LIBDIR)/pkgconfig/leeway.pc' \
	  $(if $(PYTHONDIR),'$(DESTDIR)$(PYTHONDIR)/leeway')
	@.ci/manual $(program) . files | while read -r file; do rm -f '$(DESTDIR)$(SHAREDIR)'/"$$file"; \
	  done
	@rmdir '$(DESTDIR)$(SHAREDIR)/leeway' 2>/dev/null || true

.PHONY: dist
dist: ## a tarball of the last commit, out/leeway-VERSION.tar.gz
	@git rev-parse HEAD >/dev/null 2>&1 || { echo 'make dist needs a git checkout' >&2; exit 1; }
	git archive --format=tar --prefix=leeway-$(VERSION)/ HEAD | gzip -9n >out/leeway-$(VERSION).tar.gz

# ---- house-keeping ------------------------------------------------------------------------------
.PHONY: clean distclean help
clean: ## remove everything built, keep the pictures and routes in out/
	rm -rf out/build out/leeway out/libleeway.so

distclean: clean ## remove everything generated
	find out -mindepth 1 ! -name .gitkeep -delete

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | \
	  sed -E 's/^([a-z-]+):[^#]*## (.*)/  make \1\t\2/' | expand -t 22
	@printf '%s\n' '' 'Variables on the command line:' \
	  '  NVCC=PATH | NVCC=      force or forbid CUDA (now: $(or $(NVCC),none))' \
  '  MPI=PATH | MPI=        force or forbid MPI: its mpicc (now: $(or $(MPI),none))' \
	  '  ARCHS=80,90 | native | all   GPU architectures' \
	  '  SAN=address,undefined  sanitizers          DEBUG=1   no optimisation, full symbols' \
	  '  WERROR=1               warnings are errors V=1       show whole commands' \
	  '  PREFIX=DIR DESTDIR=DIR where to install    BUILD=DIR object folder (now: $(BUILD))' \
	  '  DATA=DIR               real inputs for the optional tests' \
	  '  BENCH="single --full"  operands and options of `leeway bench`'

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
