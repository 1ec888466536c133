# The program and the library: sources, objects, links.

# ---- sources ------------------------------------------------------------------------------------
main_src := router/cli/main.c
found     = $(sort $(shell find $(1) -name '$(2)' 2>/dev/null))
# What the program adds to the library: the command line, the benchmarks.
own_src  := $(filter-out $(main_src),$(call found,router/cli router/bench,*.c))
lib_src  := $(filter-out $(main_src) $(own_src),$(call found,grid router,*.c))
ranks    := router/cli/batch/cluster/ranks
own_src  := $(filter-out $(if $(MPI),$(ranks)_none.c,$(ranks)_mpi.c),$(own_src))
gpu_c    := $(call found,gpu,*.c)
include gpu/gpu.mk

lib_obj  := $(lib_src:%.c=$(BUILD)/%.o) $(cuda_src:%.cu=$(BUILD)/%.cu.o)
own_obj  := $(own_src:%.c=$(BUILD)/%.o)
main_obj := $(main_src:%.c=$(BUILD)/%.o)
library  := $(BUILD)/libleeway.a
soname   := libleeway.so.$(firstword $(subst ., ,$(VERSION)))
shared   := $(BUILD)/libleeway.so.$(VERSION)
internal := $(BUILD)/internal.a
program  := $(BUILD)/leeway
lib_libs := $(shell pkg-config --libs $(LIBRARY_PACKAGES) 2>/dev/null) $(gif_libs) -lm $(cuda_libs)
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

# Versions for `leeway --version`.
versions = $(foreach p,$(PACKAGES),$(p) $(shell pkg-config --modversion $(p) 2>/dev/null))
$(BUILD)/router/cli/command/cmd_help.o: cpp_flags += -DLEEWAY_LIBRARIES='"$(versions)"'
$(BUILD)/%.o: %.c $(BUILD)/c.flags | tools
	$(call say,CC,$<)mkdir -p $(@D) && $(compile) -c -o $@ $<

# Files that an object embeds, which -MMD does not find.
$(BUILD)/router/draw/paint/paint_html.o: $(wildcard router/draw/paint/viewer.[hcj]*)
$(BUILD)/router/draw/canvas/font.o: router/draw/canvas/letters.bin
texts = router/cli/options
$(BUILD)/$(texts)/help.o: $(wildcard $(texts)/remarks/*)
$(BUILD)/$(texts)/completion.o: $(wildcard $(texts)/completion/*)
$(BUILD)/$(texts)/manual.o: $(texts)/leeway.man

$(BUILD)/$(ranks)_mpi.o: private compile += $(mpi_cflags)
# Compilers take a minute for this file with sanitizers: it is left without them here.
$(BUILD)/router/wave/sweep/sweep_row.o: \
  private compile += $(if $(SAN),$(if $(findstring fuzzer,$(SAN))$(QUICK),-fno-sanitize=$(SAN)))

# Stamps: rewritten only when their text changes, so that make sees a changed flag as a change.
stamp = @mkdir -p $(@D); printf '%s\n' '$(subst ','\'',$(1))' | cmp -s - $@ || \
               printf '%s\n' '$(subst ','\'',$(1))' >$@
.PHONY: FORCE
FORCE:
$(BUILD)/c.flags: FORCE
	$(call stamp,$(compile))
$(BUILD)/lib.flags: FORCE
	$(call stamp,$(AR) $(LD) $(OBJCOPY) $(lib_obj) $(own_obj))
$(BUILD)/link.flags: FORCE
	$(call stamp,$(CC) $(ld_flags) $(LDFLAGS) $(main_obj) $(ld_libs) $(LDLIBS))
