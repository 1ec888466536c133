# Measuring: the program's benchmarks, the Python module.

.PHONY: bench
bench: $(program) ## time every wave on generated designs: table, CSV, plot in out/bench (BENCH=...)
	@$(program) bench $(BENCH)
	@command -v python3 >/dev/null || { echo 'no plot: python3 is not installed'; exit 0; }; \
	  for table in out/bench/*.csv; do python3 tests/bench/plot.py "$$table" "$${table%.csv}.svg"; \
	  done

bench_python = $(or $(PYTHON),$(shell for p in python3 /usr/bin/python3; do \
               $$p -c 'import numpy' 2>/dev/null && echo $$p && break; done))
.PHONY: bench-python
bench-python: $(program) $(shared) $(BUILD)/tests/bench/bench_api ## Python's calls over those in C
	@$(if $(bench_python),,echo 'make bench-python needs NumPy (python3-numpy)' >&2; exit 1)
	@LEEWAY_LIBRARY='$(abspath $(shared))' PYTHONPATH=router/python PYTHONDONTWRITEBYTECODE=1 \
	  $(bench_python) tests/bench/python_speed.py $(program) $(BUILD)/tests/bench/bench_api
