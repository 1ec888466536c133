# CUDA: which compiler, for which architectures. Read before the other makefiles.

# ---- CUDA: found by itself, NVCC=PATH forces it, NVCC= forbids it ------------------------------
# A sanitizer build is made without it unless NVCC names a compiler.
ifeq ($(origin NVCC),undefined)
NVCC := $(if $(SAN),,$(firstword $(wildcard $(shell command -v nvcc 2>/dev/null) \
               /usr/local/cuda/bin/nvcc)))
endif
NVCC := $(strip $(NVCC))
no_nvcc := no nvcc on PATH or in /usr/local/cuda, or NVCC= given
# For make demo and make test: a compiler that was found, not named, and cannot compile is left out;
# for make demo one on a machine without a GPU, too.
demo_cuda   = $(if $(NVCC),$(if $(filter file,$(origin NVCC)),$(shell .ci/cuda '$(NVCC)' gpu)))
usable_cuda = $(if $(NVCC),$(if $(filter file,$(origin NVCC)),$(shell .ci/cuda '$(NVCC)')))
