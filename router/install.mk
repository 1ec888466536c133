# What is installed, and the tarball of the sources.

# Where Python of this prefix looks for modules; empty: none is installed (PYTHONDIR= forbids it).
PYTHONDIR ?= $(shell .ci/python-folder '$(PREFIX)' 2>/dev/null)
cmakedir   = $(LIBDIR)/cmake/leeway
headers    = router/api/leeway.h router/api/leeway_layout.h
python_src = $(sort $(wildcard router/python/leeway/*.py) router/python/leeway/py.typed)

# What tools of Python know of the installed module; without RECORD, pip leaves it alone.
dist_info  = leeway-$(VERSION).dist-info
field      = $(shell sed -n 's/^$(1) = "\(.*\)"/\1/p' router/python/pyproject.toml)

# The step for LibreLane.
flow_step  = librelane_plugin_leeway

.PHONY: install uninstall
install: $(program) $(library) $(shared) ## all but the tests (PREFIX, DESTDIR)
	install -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(INCDIR)' \
	  '$(DESTDIR)$(cmakedir)'
	install -m 755 $(program) '$(DESTDIR)$(BINDIR)/leeway'
	install -m 644 $(library) '$(DESTDIR)$(LIBDIR)/libleeway.a'
	install -m 644 $(shared) '$(DESTDIR)$(LIBDIR)/$(notdir $(shared))'
	ln -sfn $(notdir $(shared)) '$(DESTDIR)$(LIBDIR)/$(soname)'
	ln -sfn $(soname) '$(DESTDIR)$(LIBDIR)/libleeway.so'
	install -m 644 $(headers) '$(DESTDIR)$(INCDIR)'
	@printf '%s\n' 'prefix=$(PREFIX)' 'includedir=$(patsubst $(PREFIX)/%,$${prefix}/%,$(INCDIR))' \
	  'libdir=$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))' '' 'Name: leeway' \
	  'Description: maze router for integrated circuits' 'Version: $(VERSION)' \
	  'Cflags: -I$${includedir}' 'Libs: -L$${libdir} -lleeway' \
	  'Libs.private: $(strip $(lib_libs)) -pthread' \
	  >'$(DESTDIR)$(LIBDIR)/pkgconfig/leeway.pc'
	@sed -e 's|@VERSION@|$(VERSION)|' -e 's|@SONAME@|$(soname)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
	  -e 's|@INCDIR@|$(INCDIR)|' -e 's|@LIBS@|$(strip $(lib_libs)) -pthread|' \
	  router/api/leewayConfig.cmake.in >'$(DESTDIR)$(cmakedir)/leewayConfig.cmake'
	@printf '%s\n' 'set(PACKAGE_VERSION $(VERSION))' \
	  'if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION)' \
	  '  set(PACKAGE_VERSION_COMPATIBLE TRUE)' 'endif()' \
	  'if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)' '  set(PACKAGE_VERSION_EXACT TRUE)' \
	  'endif()' >'$(DESTDIR)$(cmakedir)/leewayConfigVersion.cmake'
	@.ci/manual $(program) '$(DESTDIR)$(SHAREDIR)'
	$(if $(PYTHONDIR),install -d '$(DESTDIR)$(PYTHONDIR)/leeway')
	$(if $(PYTHONDIR),install -m 644 $(python_src) '$(DESTDIR)$(PYTHONDIR)/leeway')
	$(if $(PYTHONDIR),install -d '$(DESTDIR)$(PYTHONDIR)/$(dist_info)')
	$(if $(PYTHONDIR),@printf '%s\n' 'Metadata-Version: 2.1' 'Name: leeway' 'Version: $(VERSION)' \
	  'Summary: $(call field,description)' 'Requires-Python: $(call field,requires-python)' \
	  >'$(DESTDIR)$(PYTHONDIR)/$(dist_info)/METADATA')
	$(if $(PYTHONDIR),@echo make >'$(DESTDIR)$(PYTHONDIR)/$(dist_info)/INSTALLER')
	$(if $(PYTHONDIR),install -d '$(DESTDIR)$(PYTHONDIR)/$(flow_step)')
	$(if $(PYTHONDIR),install -m 644 router/flows/$(flow_step)/__init__.py \
	  '$(DESTDIR)$(PYTHONDIR)/$(flow_step)')

.PHONY: check installcheck
check: test ## the same as make test

installcheck: ## use what make install installed: the program, the header, the Python module
	@.ci/installcheck '$(DESTDIR)' '$(BINDIR)' '$(LIBDIR)' '$(PYTHONDIR)'

uninstall: $(program) ## take back what `make install` put there
	rm -rf '$(DESTDIR)$(BINDIR)/leeway' $(patsubst router/api/%,'$(DESTDIR)$(INCDIR)/%',$(headers)) \
	  '$(DESTDIR)$(cmakedir)' \
	  '$(DESTDIR)$(LIBDIR)/'libleeway.{a,so,so.*} '$(DESTDIR)$(LIBDIR)/pkgconfig/leeway.pc' \
	  $(if $(PYTHONDIR),'$(DESTDIR)$(PYTHONDIR)/leeway' '$(DESTDIR)$(PYTHONDIR)/$(flow_step)' \
	    '$(DESTDIR)$(PYTHONDIR)/$(dist_info)')
	@.ci/manual $(program) . files | while read -r file; do rm -f '$(DESTDIR)$(SHAREDIR)'/"$$file"; \
	  done
	@rmdir '$(DESTDIR)$(SHAREDIR)/leeway' '$(DESTDIR)$(SHAREDIR)/doc/leeway/examples' \
	  '$(DESTDIR)$(SHAREDIR)/doc/leeway' 2>/dev/null || true

.PHONY: dist
dist: ## a tarball of the last commit, out/leeway-VERSION.tar.gz
	@git rev-parse HEAD >/dev/null 2>&1 || { echo 'make dist needs a git checkout' >&2; exit 1; }
	git archive --format=tar --prefix=leeway-$(VERSION)/ HEAD | gzip -9n >out/leeway-$(VERSION).tar.gz
