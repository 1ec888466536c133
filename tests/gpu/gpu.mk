# Tests of the GPU: on a device, with CUDA calls that fail, on a model of a device.

# The kernels of gpu/rounds on a model of a device: where there is a C++ compiler, with CUDA or
# without. The fibers of the model and the sanitizers do not go together.
model_test    := $(BUILD)/tests/gpu/model/test_rounds_model
model_src     := $(filter-out %/sort.cu,$(call found,gpu/rounds,*.cu)) gpu/buffers.cu
model_obj     := $(model_src:%.cu=$(BUILD)/tests/gpu/model/%.o) $(BUILD)/tests/gpu/model/model.o

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

model_cxx = mkdir -p $(@D) && $(CXX) $(cpp_flags) $(CPPFLAGS) -Itests/gpu/model -std=c++17 -O2 \
  -g -Wall \
  $(if $(WERROR),-Werror) -Wno-unknown-pragmas -Wno-unused-function $(CXXFLAGS) -MMD -MP -c \
  -o $@ -x c++
$(BUILD)/tests/gpu/model/%.o: %.cu
	$(call say,MODEL,$<)$(model_cxx) $<
$(BUILD)/tests/gpu/model/model.o: tests/gpu/model/model.cpp
	$(call say,MODEL,$<)$(model_cxx) $<
$(model_test): tests/gpu/model/test_rounds_model.c $(model_obj) $(internal) $(BUILD)/c.flags \
               $(BUILD)/link.flags
	$(call say,TEST,$<)mkdir -p $(@D) && $(compile) $(cmocka_cflags) $(ld_flags) $(LDFLAGS) \
	  -o $@ $< $(model_obj) $(internal) $(ld_libs) -lstdc++ $(LDLIBS) $(cmocka_libs)


test-gpu: ## compare every GPU wave with the reference (needs nvcc and a GPU)
	@$(if $(NVCC),,echo 'make test-gpu needs nvcc: $(no_nvcc)' >&2; exit 1)
	@.ci/setup build test
	+@$(submake) test-gpu-run
test-gpu-run: $(program) $(gpu_tests) $(faulty)
	@$(runner) $(gpu_tests) tests/gpu/faults/faults.sh
