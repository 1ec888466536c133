# Mutants: small faults in the code that the tests must notice.

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
