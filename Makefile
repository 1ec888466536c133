# leeway: `make help` lists what there is to make.
#
# One object folder a configuration: out/build/<config>. Variables on the command line:
#   SAN=address,undefined   sanitizers            DEBUG=1   no optimisation
#   NVCC=PATH | NVCC=       force or forbid CUDA  ARCHS=80,90 | all | native
#   BUILD=DIR               object folder         DATA=DIR  real inputs for optional tests

SHELL := /bin/bash
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:

VERSION := 0.1.0
PREFIX  ?= /usr/local
CC      ?= cc
AR      ?= ar

config := $(if $(SAN),san-$(subst $(comma),-,$(SAN)),$(if $(DEBUG),debug,release))
comma  := ,
BUILD  ?= out/build/$(config)

# ---- packages -------------------------------------------------------------------------------
PACKAGES     := libpng zlib inih
CMOCKA       := cmocka
pkg_cflags    = $(shell pkg-config --cflags $(1) 2>/dev/null)
pkg_libs      = $(shell pkg-config --libs $(1) 2>/dev/null)

# ---- flags ----------------------------------------------------------------------------------
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion $(if $(WERROR),-Werror)
OPTIMISE := $(if $(DEBUG),-O0 -g3,$(if $(SAN),-O1 -g,-O3 -g1))
SANITIZE := $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all -fno-omit-frame-pointer)
CPPFLAGS += -I. -D_GNU_SOURCE -DLEEWAY_VERSION='"$(VERSION)"' $(call pkg_cflags,$(PACKAGES))
CFLAGS   += -std=c11 $(WARNINGS) $(OPTIMISE) $(SANITIZE) -pthread
LDFLAGS  += $(SANITIZE) -pthread
LDLIBS   += $(call pkg_libs,$(PACKAGES)) -lm

# ---- sources --------------------------------------------------------------------------------
main_src := router/cli/main.c
lib_src  := $(filter-out $(main_src),$(wildcard grid/*.c router/*.c router/wave/*.c \
              router/draw/*.c router/cli/*.c))

# ---- CUDA -----------------------------------------------------------------------------------
NVCC ?= $(firstword $(wildcard $(shell command -v nvcc 2>/dev/null) /usr/local/cuda/bin/nvcc))
ifneq ($(strip $(NVCC)),)
cuda_src  := $(wildcard gpu/*.cu gpu/wave/*.cu gpu/lab/*.cu)
found_gpu := $(shell nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | tr -d . | sort -u)
ARCHS     ?= $(if $(found_gpu),native,80$(comma)90)
arch_list := $(if $(filter all,$(ARCHS)),75 80 86 89 90,$(if $(filter native,$(ARCHS)),$(found_gpu),$(subst $(comma), ,$(ARCHS))))
GENCODE   := $(foreach a,$(arch_list),-gencode arch=compute_$(a),code=sm_$(a)) \
             -gencode arch=compute_$(lastword $(arch_list)),code=compute_$(lastword $(arch_list))
NVCCFLAGS += -std=c++17 -O3 -lineinfo $(GENCODE) -I. -Xcompiler -Wall,-Wextra -cudart static \
             -DLEEWAY_VERSION='"$(VERSION)"'
CUDA_HOME := $(patsubst %/bin/nvcc,%,$(realpath $(NVCC)))
LDLIBS    += -L$(CUDA_HOME)/lib64 -lcudart_static -lstdc++ -ldl -lrt
else
lib_src   += $(wildcard gpu/*_none.c)
endif

lib_obj  := $(lib_src:%.c=$(BUILD)/%.o) $(cuda_src:%.cu=$(BUILD)/%.cu.o)
main_obj := $(main_src:%.c=$(BUILD)/%.o)
library  := $(BUILD)/libleeway.a
program  := $(BUILD)/leeway

gpu_test_src  := $(wildcard tests/test_gpu_*.c)
unit_test_src := $(filter-out $(gpu_test_src),$(wildcard tests/test_*.c))
unit_tests    := $(unit_test_src:%.c=$(BUILD)/%)
gpu_tests     := $(gpu_test_src:%.c=$(BUILD)/%)

# ---- the program and the library ------------------------------------------------------------
.PHONY: all
all: $(program) ## the program and the library

$(program): $(main_obj) $(library)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(library): $(lib_obj)
	rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/%.cu.o: %.cu
	@mkdir -p $(@D)
	$(NVCC) $(NVCCFLAGS) -MMD -MP -c -o $@ $<

# ---- tests ----------------------------------------------------------------------------------
$(BUILD)/tests/%: tests/%.c $(library)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) $(call pkg_cflags,$(CMOCKA)) -MMD -MP $(LDFLAGS) -o $@ $< $(library) \
	  $(LDLIBS) $(call pkg_libs,$(CMOCKA))

.PHONY: unit
unit: $(unit_tests)
	@set -e; for t in $(unit_tests); do echo "== $$t"; LEEWAY=$(program) $$t; done

.PHONY: test
test: $(program) unit ## build and run the tests

.PHONY: help
help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## (.*)/  make \1\t\2/' | expand -t 20

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
