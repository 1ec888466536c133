# The engine on CUDA: its sources and how nvcc compiles them; gpu_none.c in a build without it.

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
# nvcc names its temporary files, which an object remembers, by the number of the process.
$(BUILD)/%.cu.o: %.cu $(BUILD)/cu.flags
	$(call say,NVCC,$<)mkdir -p $(@D) && $(NVCC) $(nvcc_flags) $(NVCCFLAGS) -MMD -MP -c -o $@ $< && \
	  { $(OBJCOPY) --wildcard --strip-symbol='tmpxft_*' $@ || { rm -f $@; exit 1; }; }
$(BUILD)/cu.flags: FORCE
	$(call stamp,$(NVCC) $(nvcc_flags) $(NVCCFLAGS))
