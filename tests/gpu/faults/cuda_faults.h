/* cuda_faults: CUDA calls that fail, for tests.
 *
 * A test program is linked so that every call of the CUDA runtime goes through here first (the
 * Makefile's list of `--wrap`). One call of a device, selected by its number, fails:
 *
 *     memory    with cudaErrorMemoryAllocation, once; the call is not made
 *     launch    with cudaErrorLaunchFailure, and so does every later call on that device
 *     address   with cudaErrorIllegalAddress, and so does every later call on that device
 *     poison    a kernel writes to an invalid address; the device really fails soon after, until
 *               the process ends, and all other devices with it
 *
 * Calls that free or wait are made nevertheless, so that a program can be tested many times. The
 * error of a kernel's launch is returned by cudaGetLastError.
 *
 * The variable CUDA_FAULT, "DEVICE:NUMBER:KIND", does the same for a program: "0:17:launch".
 */
#pragma once

#include <stdbool.h>

enum cuda_fault {
    CUDA_FAULT_MEMORY,
    CUDA_FAULT_LAUNCH,
    CUDA_FAULT_ADDRESS,
    CUDA_FAULT_POISON,
    CUDA_FAULTS
};

#ifdef __cplusplus
extern "C" {
#endif

/* Call `number` of the device, counted from now on from 1, will fail; 0: none. Earlier faults end,
 * except `poison`. Not while engines are working. */
void cuda_fault_set(int device, long number, enum cuda_fault kind);

long cuda_fault_calls(void); /* calls of the device since it was set */
bool cuda_fault_fired(void);

#ifdef __cplusplus
}
#endif
