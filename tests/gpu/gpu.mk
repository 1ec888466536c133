# Tests of the GPU: on a device, and with CUDA calls that fail.

# With every call of CUDA through tests/gpu/faults/cuda_faults.cu, which can make one fail.
fault_calls := $(shell sed -nE 's/^WRAP(_MADE)?.(cuda\w+),.*/\2/p' \
               tests/gpu/faults/cuda_faults.cu) cudaSetDevice cudaDeviceGetAttribute
fault_wrap  := $(addprefix -Wl$(comma)--wrap=,$(fault_calls))
fault_obj   := $(BUILD)/tests/gpu/faults/cuda_faults.cu.o
faulty      := $(BUILD)/tests/gpu/faults/leeway
$(BUILD)/tests/gpu/test_gpu_faults: tests/gpu/test_gpu_faults.c $(fault_obj) $(internal) \
               $(BUILD)/c.flags $(BUILD)/link.flags
	$(call say,TEST,$<)mkdir -p $(@D) && $(compile) $(cmocka_cflags) $(ld_flags) $(LDFLAGS) \
	  $(fault_wrap) \
	  -o $@ $< $(fault_obj) $(internal) $(ld_libs) $(LDLIBS) $(cmocka_libs)
$(faulty): $(main_obj) $(fault_obj) $(internal) $(BUILD)/link.flags
	$(call say,LINK,$@)$(CC) $(pie) $(ld_flags) $(LDFLAGS) $(fault_wrap) -o $@ $(main_obj) \
	  $(fault_obj) $(internal) $(ld_libs) $(LDLIBS)

test-gpu: ## compare every GPU wave with the reference (needs nvcc and a GPU)
	@$(if $(NVCC),,echo 'make test-gpu needs nvcc: $(no_nvcc)' >&2; exit 1)
	@.ci/setup build test
	+@$(submake) test-gpu-run
test-gpu-run: $(program) $(gpu_tests) $(faulty)
	@$(runner) $(gpu_tests) tests/gpu/faults/faults.sh
