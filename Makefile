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

include gpu/cuda.mk

config := $(if $(SAN),san-$(subst $(comma),-,$(SAN)),$(if $(DEBUG),debug,release))
config := $(config)$(if $(NVCC),-cuda)
BUILD  ?= out/build/$(config)

# ---- packages -----------------------------------------------------------------------------------
# The library needs the first two, the program all.
LIBRARY_PACKAGES := libpng zlib
# A source distribution of the Python module has the library alone.
PACKAGES   := $(LIBRARY_PACKAGES) $(if $(wildcard router/cli),inih)
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
# With SAN=thread gcc 12 makes wrong code of -O1 (it turned `a == b ? 0 : a ? 1 : 2` into 1 or 2).
OPTIMISE := $(if $(DEBUG),-O0 -g3,$(if $(SAN),$(if $(findstring thread,$(SAN)),-O2,-O1),-O3) -g1)
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

# Recursive calls use all cores unless the caller chose -j.
cores   = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || sysctl -n hw.ncpu \
               2>/dev/null || echo 2))
submake = $(MAKE) --no-print-directory $(cores)

compile = $(CC) $(cpp_flags) $(CPPFLAGS) $(c_flags) $(CFLAGS) -MMD -MP

include router/router.mk router/install.mk
-include tests/tests.mk

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
	+@$(submake) demo-run $(demo_cuda)
demo-run: out/leeway
	@examples/demo.sh

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

# ---- house-keeping ------------------------------------------------------------------------------
.PHONY: clean distclean help
clean: ## remove everything built, keep the pictures and routes in out/
	rm -rf out/build out/leeway out/libleeway.so

distclean: clean ## remove everything generated
	find out -mindepth 1 ! -name .gitkeep -delete

help: ## list the targets and the variables
	@grep -hE '^[a-z-]+:.*##' router/router.mk Makefile router/install.mk tests/tests.mk \
	  tests/*/*.mk | \
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
