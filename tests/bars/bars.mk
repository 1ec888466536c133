# make bars: forty runs over all kinds of input, as a table; with BASE they are compared.
.PHONY: bars bars-run
bars: ## a table of 44 runs, out/bars/table.md; BASE=PROGRAM: is each output the same? (python3)
	+@command -v python3 >/dev/null || { echo 'skipped: make bars needs python3'; exit 0; }; \
	  $(submake) bars-run
bars-run: out/leeway
	@PYTHONDONTWRITEBYTECODE=1 python3 tests/bars/bars.py $< $(if $(BASE),--base '$(BASE)') \
	  $(if $(DATA),--data '$(DATA)') $(if $(QUICK),--quick) $(if $(ONLY),--only '$(ONLY)') \
	  $(if $(CACHE),--cache '$(CACHE)') --threads $(or $(THREADS),1) --jobs $(or $(JOBS),1)
