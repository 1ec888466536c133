# make bars: runs over all kinds of input as a table, and those of two programs compared.
.PHONY: bars bars-run
bars: ## a table of about sixty runs; BASE=PROGRAM compares each output (tests/bars/NOTES.md)
	+@command -v python3 >/dev/null || { echo 'skipped: make bars needs python3'; exit 0; }; \
	  $(submake) bars-run
bars-run: out/leeway
	@PYTHONDONTWRITEBYTECODE=1 python3 tests/bars/bars.py $< $(if $(BASE),--base '$(BASE)') \
	  $(if $(DATA),--data '$(DATA)') $(if $(CACHE),--cache '$(CACHE)') $(if $(QUICK),--quick) \
	  $(if $(ONLY),--only $(foreach o,$(ONLY),'$(o)')) --threads $(or $(THREADS),1) \
	  --jobs $(or $(JOBS),1)
