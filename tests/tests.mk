# The tests: unit tests, scripts, sanitizers, races, coverage.

gpu_test_src  := $(call found,tests,test_gpu_*.c)
unit_test_src := $(filter-out $(gpu_test_src),$(call found,tests,test_*.c))
unit_tests    := $(unit_test_src:%.c=$(BUILD)/%)
gpu_tests     := $(gpu_test_src:%.c=$(BUILD)/%)
cli_rooms     := cli batch draw faults build
cli_tests     := $(sort $(wildcard $(addprefix tests/,$(addsuffix /*.sh,$(cli_rooms)))))
signoff_tests := $(sort $(wildcard tests/layout/*.sh))
examples      := $(patsubst %.c,$(BUILD)/%,$(sort $(wildcard examples/*.c)))

include $(addprefix tests/,gpu/gpu.mk fuzz/fuzz.mk mutants/mutants.mk bench/bench.mk bars/bars.mk)

$(BUILD)/tests/%: tests/%.c $(internal) $(BUILD)/c.flags $(BUILD)/link.flags
	$(call say,TEST,$<)mkdir -p $(@D) && $(compile) $(cmocka_cflags) $(ld_flags) $(LDFLAGS) \
	  -o $@ $< $(internal) $(ld_libs) $(LDLIBS) $(cmocka_libs)

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
ifneq ($(filter $(cli_tests),$(chosen)),)
only: $(examples) $(shared)
endif

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

# Races: unit tests with threads, and a batch of four jobs at a time.
raced_src := $(filter tests/api/%,$(unit_test_src)) tests/global/test_relay.c \
             $(addprefix tests/maze/test_,maze_route.c slices.c) \
             tests/grid/test_workers.c \
             $(addprefix tests/engine/test_,engine_cpu.c engine_several.c)
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
	@WHOLE=1 $(runner) tests/cli/python.sh
